"""counter: adds up everybody's gold after a move, and subtracts the best reply of the next player.

This player counts. It makes each of the most promising moves in its mind. Then it adds up the gold that everybody
stands to get, and takes its own less that of the strongest opponent. Last it asks what the next player could do:
complete a building, take the seal on it, and change the castle. It subtracts the best of that, and looks no further.
"""

from arkadia_sim.games.arkadia.bots_api.plain import (
    HEEDABLE,
    Banner,
    Bot,
    Build,
    Building,
    Draw,
    Holdings,
    Introduce,
    Piece,
    View,
)

PROMISING = 30  # moves that are thought through in a turn
AVERAGE_VALUE = 2.4  # of a seal at the end: ten castle squares for four families, a few of them bare
WORKER = 2.0  # gold for a worker at hand: it should bring a seal later, but not for certain
HANDFUL = 4  # workers at hand that there will be a good place for soon
SPARE_WORKER = 0.5  # gold for each worker at hand beyond these
BANNER = 3.5  # gold for a banner kept: a little less than two workers that are needed
PAYS_EARLY, PAYS_LATE = 0.9, 0.5  # chance that a vacant square next to a building is filled in time
LAST_TURN_TO_COME = 0.1  # of the game that is left when the end has begun, but there is one more own turn
UNSEEN_CARD = 1.5  # gold for a card from the stack
HIDDEN = Holdings(gold=0, seals={}, workers=3, neutrals=0)  # what to expect of a player who keeps all behind the screen


def must(view: View) -> Build | Introduce:
    """Think through the promising moves, and make the one that counts best after the reply."""
    moves: list[Build | Introduce] = [*view.legal_builds(), *view.introductions()]
    view.random.shuffle(moves)  # moves that promise the same get the same chance
    moves.sort(key=lambda move: promise(view, move), reverse=True)
    return view.best(moves[:PROMISING], lambda move: count(view.after(move)))


def draw(view: View) -> Draw:
    """Take the card with the most promising place on the board, or try the stack."""

    def score(place: Draw) -> float:
        if place == "stack":
            return UNSEEN_CARD
        return max((promise(view, build) for build in view.legal_builds([str(view.face_up[place])])), default=0.0)

    return view.best(view.draws(), score)


def castle(view: View) -> Piece:
    """Place the piece that counts best. Squares that show the same family are all alike."""
    different = {(piece.family, view.castle.top[piece.square]): piece for piece in view.pieces()}
    return view.best(list(different.values()), lambda piece: count(view.after(piece)))


def banner(view: View) -> Banner:
    """Use a banner if the workers and the sale count for more than keeping it."""
    return view.best(view.banner_ways(), lambda way: count(view.after(way)))


def promise(view: View, move: Build | Introduce) -> float:
    """What a move seems to bring at first sight, in gold: seals, camps and fuller buildings."""
    price = prices(view)
    if isinstance(move, Build):
        filled, sent = move.squares, set()
        gold = WORKER * len(move.squares & view.camps)
    else:
        filled = frozenset(move.workers)
        sent = {square for square, kind in move.workers.items() if kind == "own"}
        gold = -WORKER * len(filled)
    for building in open_buildings(view):
        if building.vacant & filled:
            gap, own = len(building.vacant - filled), workers_at(view, building, view.seat)
            after = (own + len(sent & building.vacant)) * hope(view, gap)
            before = own * hope(view, len(building.vacant))
            gold += price[str(building.family)] * (after - before + (building.has_seal and gap == 0))
    return gold


def count(view: View) -> float:
    """The lead over the strongest opponent in gold, less the best reply of the next player."""
    opponents = [seat for seat in range(view.players) if seat != view.seat]
    lead = worth(view, view.seat) - max(worth(view, seat) for seat in opponents)
    return lead + view.pieces_due * swing(view, view.seat, opponents) - best_reply(view)


def worth(view: View, seat: int) -> float:
    """The gold that a player stands to get from seals, workers, banners and open buildings."""
    held, price = holdings(view, seat), prices(view)
    gold = held.gold + sum(price[family] * seals for family, seals in held.seals.items())
    needed = min(held.workers + held.neutrals, HANDFUL)
    spare = held.workers + held.neutrals - needed
    gold += usefulness(view) * (WORKER * needed + SPARE_WORKER * spare + BANNER * view.banners[seat])
    for building in open_buildings(view):
        gold += price[str(building.family)] * workers_at(view, building, seat) * hope(view, len(building.vacant))
    return gold


def best_reply(view: View) -> float:
    """The most that the next player can gain on this one by completing a building."""
    if view.turns_left == 0:
        return 0.0
    rival, price, best = (view.seat + 1) % view.players, prices(view), 0.0
    held, piece = holdings(view, rival), swing(view, rival, [view.seat])
    one_of_each = {card.partition("/")[0]: card for card in view.cards}  # a card of each form stands for the others
    builds = view.legal_builds(list(one_of_each.values()))
    known = {one_of_each[card.partition("/")[0]] for card in view.known_cards[rival]}
    unknown = view.hand_sizes[rival] - len(view.known_cards[rival])
    for building in open_buildings(view):
        gap, seal = len(building.vacant), price[str(building.family)]
        more = workers_at(view, building, rival) - workers_at(view, building, view.seat)
        prize = piece + seal * (building.has_seal + more * (1 - hope(view, gap)))  # the hope is already counted
        if gap <= held.workers + held.neutrals:
            best = max(best, prize + seal * min(gap, held.workers) - usefulness(view) * WORKER * gap)
        fitting = {build.card for build in builds if building.vacant <= build.squares}
        has_none = 0.0 if fitting & known else (1 - len(fitting) / len(one_of_each)) ** unknown
        best = max(best, prize * (1 - has_none))
    return best


def swing(view: View, seat: int, opponents: list[int]) -> float:
    """What the best castle piece brings a player: it shows one family more, and covers another."""
    seals, others = holdings(view, seat).seals, [holdings(view, other).seals for other in opponents]
    ahead = {family: seals.get(family, 0) - max(o.get(family, 0) for o in others) for family in view.families}
    free = [family for family, closed in zip(view.castle.top, view.castle.covered, strict=True) if not closed]
    shown = max((ahead[family] for family, pieces in view.castle.pools[view.castle.floor].items() if pieces), default=0)
    lost = min((ahead[family] if family else 0 for family in free), default=0)
    return (shown - lost) * (1 - time_left(view) / 2)


def prices(view: View) -> dict[str, float]:
    """Gold for a seal of each family: its value now, or near the average while much can change."""
    change = time_left(view) / 2
    return {family: value + (AVERAGE_VALUE - value) * change for family, value in view.values.items()}


def time_left(view: View) -> float:
    """The share of the game still to come: of the squares on the two lower floors, those without a piece."""
    if view.turns_left is not None:
        return LAST_TURN_TO_COME if view.turns_left >= view.players else 0.0
    squares = len(view.castle.top)
    return 1 - ((view.castle.floor - 1) * squares + sum(view.castle.covered)) / (2 * squares)


def usefulness(view: View) -> float:
    """How much of their worth workers and banners still have: all of it for half of the game."""
    return min(1.0, 2 * time_left(view))


def hope(view: View, gap: int) -> float:
    """The chance that a building with so many vacant squares next to it still pays."""
    if gap and view.turns_left == 0:
        return 0.0
    return float((PAYS_LATE + (PAYS_EARLY - PAYS_LATE) * time_left(view)) ** gap)


def open_buildings(view: View) -> list[Building]:
    """The buildings that can still be completed."""
    return [building for building in view.buildings if building.family and building.vacant]


def workers_at(view: View, building: Building, seat: int) -> int:
    """How many workers a player has next to a building."""
    return sum(view.workers.get(square) == seat for square in building.neighbours)


def holdings(view: View, seat: int) -> Holdings:
    """What a player holds, or a guess where that is hidden."""
    return view.holdings(seat) or HIDDEN


counter = Bot(
    name="counter",
    plan="Makes the move with the greatest lead in gold, less what the next player could do best in reply.",
    source="the rulebook's payouts and a look at the next player's reply",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
)
