"""investor: plays to a plan for the whole game, and looks at the next player's reply before it commits.

It makes one family dear: the one of which it holds and will earn most, compared with the others. It has a timetable for
its banners, and wants its workers on the board in step with the castle. A move counts by what it pays now and may pay
in the next rounds. Then it asks which building the next player could complete in reply: what would that bring to whom,
and how much would it cost us that the castle piece of that turn may cover our family?
"""

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Draw, Introduce, Piece, View

Move = Build | Introduce

# The plan. Its clock is the share of floors 1 and 2 of the castle that stands, from 0 to 1.
PIECES_TO_THE_END = 20  # on floors 1 and 2
BANNER_TIMES = (0.05, 0.25, 0.5, 0.8)  # when to use each banner; an empty hand hurries all but the last by one
FIRST_WORKERS = 0.3  # the share of the own workers to have on the board at the start; at the end it is all

# What things are worth, in gold.
AVERAGE_VALUE = 2.5  # a seal at the end: ten castle squares, four families
PUSH = 2.0  # what the own pieces add to a seal of the dear family over a whole game
WORKER = 2.0  # an own worker at hand, if as many stand on the board as planned
WORKER_AHEAD = 0.25  # how much dearer, as a share, for each that stands there before its time
NEUTRAL = 1.2  # a neutral worker at hand
BANNER_STEP = 3.0  # a banner that is due; one used too early costs as much

# How likely things are.
HOPE = 0.75  # that a vacant square next to a building is filled before the end
PIECE_LASTS = 0.5  # that a castle piece is still visible when the seals are sold
REPLY = 0.5  # that the next player makes the reply that we expect
GUESSED_WORKERS = 2  # how many the next player has behind the screen, if the rules hide it
SHORTLIST = 15  # moves of each kind to think through


class Site(NamedTuple):
    """A building that has not paid yet: its vacant neighbours, its hope to pay, and the workers of each seat there."""

    family: str
    seal: bool
    gap: frozenset[tuple[int, int]]
    hope: float
    workers: tuple[int, ...]


def must(view: View) -> Move:
    """Think the promising moves through, and make the one that does most for the plan."""
    stakes, outlook, following = seat_stakes(view, view.seat), seal_outlook(view), (view.seat + 1) % view.players
    swing = PIECE_LASTS * (max(stakes.values()) - min(stakes.values()))  # what a castle piece is worth
    holdings = view.holdings(following)
    own, reach = (holdings.workers, holdings.workers + holdings.neutrals) if holdings else (GUESSED_WORKERS,) * 2
    seen_builds = [build.squares for build in view.legal_builds(view.known_cards[following])]

    def score(move: Move) -> float:
        """What the move costs, pays now and may pay later, and the likely reply to it."""
        total, free = -move_cost(view, move), view.vacant - taken_by(move)
        replies = [(0.0, 0.0)]  # what each brings the next player, and us; the first is to complete nothing
        for site in sites(view, move):
            seal, gap, chance = outlook[site.family], len(site.gap), site.hope
            total += seal * chance * (lead(site.workers, view.seat) + site.seal / (view.players if gap else 1))
            if not gap:
                total += swing
            elif gap <= reach or any(site.gap <= squares <= free for squares in seen_builds):
                placed = min(own, gap) if gap <= reach else 0
                gain = seal * (site.workers[following] + placed + site.seal) + swing
                sooner = seal * site.workers[view.seat] * (1 - chance)
                replies.append((gain, sooner - gain / (view.players - 1) - swing))
        return total + (REPLY * max(replies)[1] if view.turns_left != 0 else 0.0)

    return view.best(promising(view, outlook), score)


def draw(view: View) -> Draw:
    """Draw a card of the family whose seals will bring most; the stack gives an average one."""
    outlook = seal_outlook(view)
    worth: dict[Draw, float] = {at: outlook[card.split("/")[1]] for at, card in enumerate(view.face_up) if card}
    return view.best(view.draws(), lambda choice: worth.get(choice, AVERAGE_VALUE))


def castle(view: View) -> Piece:
    """Raise our family and cover the others', best of all where the next player suffers from it."""
    mine, theirs = seat_stakes(view, view.seat), seat_stakes(view, (view.seat + 1) % view.players)
    gain = {family: mine[family] - REPLY * theirs[family] for family in view.families}
    top = view.castle.top
    return view.best(view.pieces(), lambda piece: gain[piece.family] - gain.get(top[piece.square] or "", 0.0))


def banner(view: View) -> Banner:
    """Use a banner when it is due, and sell what will hardly get dearer."""
    used, hurry = view.rules["banners"] - view.banners[view.seat], not view.own.workers
    due = sum(clock(view) >= time for time in BANNER_TIMES)
    due += hurry and due < len(BANNER_TIMES) - 1
    step = 0.0 if view.turns_left is not None else BANNER_STEP if used < due else -BANNER_STEP
    profit = {family: view.values[family] - later for family, later in seal_outlook(view).items()}
    return view.best(view.banner_ways(), lambda way: step * way.used + sum(profit[f] * n for f, n in way.sold.items()))


def clock(view: View) -> float:
    """How much of the game is over, from 0 to 1."""
    placed = len(view.castle.covered) * (view.castle.floor - 1) + sum(view.castle.covered)
    return min(1.0, placed / PIECES_TO_THE_END)


def taken_by(move: Move) -> frozenset[tuple[int, int]]:
    """The squares that a move fills."""
    return move.squares if isinstance(move, Build) else frozenset(move.workers)


def lead(counts: Sequence[int], seat: int) -> float:
    """A seat's count less the average of the others'."""
    return counts[seat] - (sum(counts) - counts[seat]) / (len(counts) - 1)


def sites(view: View, move: Move | None = None) -> list[Site]:
    """The buildings that have not paid, as they are after a move; those without a gap pay now."""
    found = [(at.family, at.has_seal, at.neighbours) for at in view.buildings if at.family and not at.complete]
    vacant, workers = view.vacant - (taken_by(move) if move else frozenset()), dict(view.workers)
    if isinstance(move, Build):
        family, steps = move.card.split("/")[1], ((0, 1), (1, 0), (0, -1), (-1, 0))
        around = frozenset((row + down, column + right) for row, column in move.squares for down, right in steps)
        found.append((family, view.supply[family] > 0, around))
    elif move:
        workers |= {square: view.seat if kind == "own" else "neutral" for square, kind in move.workers.items()}
    chance = HOPE * (1 if view.turns_left is None else view.turns_left / view.players)
    result = []
    for family, seal, near in found:
        gap, owners = near & vacant, [workers.get(square) for square in near]
        result.append(Site(family, seal, gap, chance ** len(gap), tuple(map(owners.count, range(view.players)))))
    return result


def seat_stakes(view: View, seat: int) -> dict[str, float]:
    """How many more seals of each family a seat has and may earn than the others: what one gold more brings it."""
    hands = [view.own if other == view.seat else view.holdings(other) for other in range(view.players)]  # None: hidden
    stakes = {name: lead([hand.seals[name] if hand else 0 for hand in hands], seat) for name in view.families}
    for site in sites(view):
        stakes[site.family] += site.hope * lead(site.workers, seat)
    return stakes


def seal_outlook(view: View) -> dict[str, float]:
    """What a seal of each family will bring: between its value now and the average, more for the dear family."""
    stakes, over = seat_stakes(view, view.seat), clock(view)
    later = dict.fromkeys(view.families, AVERAGE_VALUE)
    later[max(stakes, key=stakes.__getitem__)] += PUSH
    return {family: value * over + later[family] * (1 - over) for family, value in view.values.items()}


def move_cost(view: View, move: Move) -> float:
    """The workers that a move spends, measured by the plan, less the camps' workers that it gains."""
    if isinstance(move, Build):
        return -NEUTRAL * min(view.neutral_pool, len(move.squares & view.camps))
    mine = [square for square, kind in move.workers.items() if kind == "own"]
    standing, over = list(view.workers.values()).count(view.seat), clock(view)
    planned = (FIRST_WORKERS + (1 - FIRST_WORKERS) * over) * (standing + view.own.workers + view.own_pool[view.seat])
    price = WORKER * max(0.0, 1 + WORKER_AHEAD * (standing + len(mine) / 2 - planned))
    return price * len(mine) + NEUTRAL * (len(move.workers) - len(mine)) if view.turns_left != 0 else 0.0


def promising(view: View, outlook: Mapping[str, float]) -> list[Move]:
    """The moves to think through: at a glance, they fill much of good buildings, and camps."""
    glance = dict.fromkeys(view.camps & view.vacant, NEUTRAL)
    for site in sites(view):
        share = outlook[site.family] * (1 + site.workers[view.seat]) / max(1, len(site.gap))
        glance |= {square: glance.get(square, 0.0) + share for square in site.gap}

    kinds: list[list[Move]] = [[*view.legal_builds()], [*view.introductions()]]
    best = (nlargest(SHORTLIST, kind, lambda move: sum(glance.get(at, 0.0) for at in taken_by(move))) for kind in kinds)
    return [move for moves in best for move in moves]


investor = Bot(
    name="investor",
    plan="Makes one family dear and keeps a timetable for workers and banners, with an eye on the next player's reply.",
    source="the rulebook's payouts, a plan for the whole game, and a look at the next player",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,  # its moves come from the view's lists
)
