"""careful: goes through three questions in a fixed order, and never leaves a present if it can be helped.

First: can I complete something now that pays me more than the others? Then only those moves count. Second: what could
another player complete after my move, with workers or with a building, that pays them more than me? Only the moves that
leave the smallest such present pass. Third: where do my workers earn most, above all next to several buildings at once?
With castle pieces and banners it asks in the same way which of its families the next player could cover.
"""

from typing import NamedTuple

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Draw, Introduce, Piece, Square, View

FAIR_VALUE = 2.5  # of a seal in the end: ten castle squares for four families
WORKER, NEUTRAL = 2.0, 1.0  # gold that an own and a neutral worker at hand are worth before the end begins
PIECE = 2.0  # gold that placing a castle piece is worth
BANNER = 3.0  # gold that a banner is worth before the end begins
HOPE = 0.8  # how likely a building pays, for each hole around it
DUE = 0.5  # how far a seal counts that a worker is still to earn
CARD_CHANCE = 0.5  # how likely a player holds a building of a given form
MOST_FILLED = 3  # nobody spends more workers than this to complete one building
GUESSED_WORKERS, GUESSED_SEALS = 2, 1  # what a player holds behind a screen, the seals by family
SLACK = 1.0  # moves that differ by less gold than this pass a question alike
SHORTLIST = 30  # moves for which it looks at the replies
SECRET = 0.5  # gold that it is worth if nobody sees the card drawn


class Site(NamedTuple):
    """A building that has not paid yet: its workers by seat, and its holes, the vacant squares around it."""

    family: str
    seals: int
    workers: tuple[int, ...]
    holes: frozenset[Square]


def must(view: View) -> Build | Introduce:
    """Ask the three questions, one after another, and keep the moves that pass."""
    moves: list[Build | Introduce] = [*view.legal_builds(), *view.introductions()]
    trials = [(*try_out(view, move), move) for move in moves]
    most = max(gain for gain, _, _ in trials)
    paying = [(total, move) for gain, total, move in trials if gain > most - SLACK]
    shortlist = [move for _, move in sorted(paying, key=lambda pair: pair[0], reverse=True)[:SHORTLIST]]
    one_of_each_form = list({card.partition("/")[0]: card for card in view.cards}.values())
    builds = [build.squares for build in view.legal_builds(one_of_each_form)]
    presents = [present(view, move, builds) for move in shortlist]
    passing = [move for move, gift in zip(shortlist, presents, strict=True) if gift < min(presents) + SLACK]
    return view.best(passing, lambda move: try_out(view, move)[1])


def draw(view: View) -> Draw:
    """Draw the card that could bring most next turn; one from the stack is at least a secret."""

    def promise(choice: Draw) -> float:
        card = None if choice == "stack" else view.face_up[choice]
        if card is None:
            return SECRET
        best = max((try_out(view, build)[0] for build in view.legal_builds([card])), default=0.0)
        return best + worths(view)[card.partition("/")[2]] - FAIR_VALUE

    return view.best(view.draws(), promise)


def castle(view: View) -> Piece:
    """Raise the family in which it leads most, and think of the one that the next player would cover then."""
    lead = leads(view)

    def standing(piece: Piece) -> float:
        after = view.after(piece)
        squares = zip(after.castle.top, after.castle.covered, strict=True)
        exposed = max((lead[family] for family, covered in squares if family and not covered), default=0.0)
        return sum(lead[family] * value for family, value in after.values.items()) - DUE * max(exposed, 0.0)

    return view.best(view.pieces(), standing)


def banner(view: View) -> Banner:
    """Use a banner if workers run out, or to sell seals that would be worth less later."""
    lead, later = leads(view), worths(view)
    squares = zip(view.castle.top, view.castle.covered, strict=True)
    exposed = {family for family, covered in squares if family and not covered and lead[family] > 0}
    if view.turns_left != 0:  # somebody moves yet
        later = {family: worth - DUE * (family in exposed) for family, worth in later.items()}
    workers = min(view.rules["workers_per_banner"], view.own_pool[view.seat]) / (1 + view.own.workers)
    price = WORKER * workers - BANNER if view.turns_left is None else 0.0

    def profit(way: Banner) -> float:
        return way.used * price + sum(n * (view.values[family] - later[family]) for family, n in way.sold.items())

    return view.best(view.banner_ways(), profit)


def try_out(view: View, move: Build | Introduce) -> tuple[float, float]:
    """Count what a move gains by completing something, and what it brings in all, with what workers may earn later."""
    worth, cost = worths(view), price_of(view, move)
    pay = prospects = 0.0
    for site in sites(view, move):
        ahead = worth[site.family] * advantage(view, site.workers)
        if site.holes:
            prospects += ahead * HOPE ** len(site.holes)
        else:
            pay += ahead + worth[site.family] * site.seals + PIECE
    return pay - cost if pay else 0.0, pay - cost + prospects


def price_of(view: View, move: Build | Introduce) -> float:
    """Say what the workers that a move uses are worth; those that camps bring count as negative."""
    if view.turns_left is not None:
        return 0.0
    if isinstance(move, Build):
        return -NEUTRAL * min(len(move.squares & view.camps), view.neutral_pool)
    return sum(WORKER if kind == "own" else NEUTRAL for kind in move.workers.values())


def present(view: View, move: Build | Introduce, builds: list[frozenset[Square]]) -> float:
    """Count the most that another player could gain over this one by completing a building after the move."""
    worth, taken, most = worths(view), squares_of(move), 0.0
    for site in sites(view, move):
        fits_card = any(site.holes <= build and not build & taken for build in builds)
        for seat in range(view.players):
            gift = PIECE + worth[site.family] * (site.workers[seat] + site.seals - site.workers[view.seat])
            if seat == view.seat or not site.holes or gift <= most:
                continue
            seen = view.holdings(seat)
            fills = min(MOST_FILLED, seen.workers + seen.neutrals) if seen else GUESSED_WORKERS
            most = max(most, gift if len(site.holes) <= fills else CARD_CHANCE * gift * fits_card)
    return most


def sites(view: View, move: Build | Introduce | None = None) -> list[Site]:
    """List the buildings that have not paid yet, as a move would leave them; those without holes pay now."""
    taken, workers = squares_of(move), dict(view.workers)
    if isinstance(move, Introduce):
        workers.update({square: view.seat for square, kind in move.workers.items() if kind == "own"})

    def site(family: str, seals: int, around: frozenset[Square], holes: frozenset[Square]) -> Site:
        owners = [workers[square] for square in around if square in workers]
        return Site(family, seals, tuple(owners.count(seat) for seat in range(view.players)), holes - taken)

    found = [site(b.family, int(b.has_seal), b.neighbours, b.vacant) for b in view.buildings if b.family and b.vacant]
    if isinstance(move, Build):
        family = move.card.partition("/")[2]
        around = frozenset((r + i, c + j) for r, c in taken for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))) - taken
        found.append(site(family, int(view.supply[family] > 0), around, around & view.vacant))
    return found


def squares_of(move: Build | Introduce | None) -> frozenset[Square]:
    """Name the squares that a move takes."""
    return move.squares if isinstance(move, Build) else frozenset(move.workers if move else ())


def leads(view: View) -> dict[str, float]:
    """Count by family how many seals it holds, or is to earn, more than the average of the others."""
    seen = [view.holdings(seat) for seat in range(view.players)]
    lead = {f: advantage(view, [own.seals[f] if own else GUESSED_SEALS for own in seen]) for f in view.families}
    for site in sites(view):
        lead[site.family] += DUE * advantage(view, site.workers)
    return lead


def advantage(view: View, by_seat: tuple[int, ...] | list[int]) -> float:
    """Compare the own number with the average of the others."""
    own = by_seat[view.seat]
    return own - (sum(by_seat) - own) / (view.players - 1)


def worths(view: View) -> dict[str, float]:
    """Say what a seal of each family will be worth: half what it is now, half what is fair; in the last round, now."""
    if view.turns_left is not None:
        return dict(view.values)
    return {family: (value + FAIR_VALUE) / 2 for family, value in view.values.items()}


careful = Bot(
    name="careful",
    plan="Completes what pays it, leaves nothing for the next player to complete, and lets its workers earn twice.",
    source="the rulebook's payouts and a look at what the next players could complete or cover",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
)
