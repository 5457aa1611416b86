"""How Arkadia looks on paper, on a page and in a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from arkadia_sim.core.scene import (
    BLACK,
    GREEN,
    GREY,
    PALE,
    SILVER,
    VERMILLION,
    WHITE,
    Area,
    Board,
    Gauge,
    Listing,
    Mark,
    Row,
    Scene,
    label_square,
    seat_colour,
    seat_gauges,
    seat_row,
    seat_text,
)
from arkadia_sim.games.arkadia.bots_api.view import Building, Castle, Holdings, View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import BOARD_COLUMNS, BOARD_ROWS, castle_squares
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import LOT, OVER, PHASE_NAMES, UNLIMITED_SUPPLY
from arkadia_sim.rng import Dice

FAMILY_COLOURS: Mapping[str, str] = {"red": VERMILLION, "olive": GREEN, "black": BLACK, "silver": SILVER}
CURVE_COLOURS: Mapping[str, str] = {**FAMILY_COLOURS, "silver": GREY}
"""A silver line would be hard to see on paper."""
LEVELS = ("", "¹", "²", "³")
"""The number of castle pieces on top of each other, behind the letter of the top one."""

LEGEND = (
    ("R4", "an open building of the family red, whose seals are worth 4 gold; pale and without a number: completed"),
    ("○", "the seal on it"),
    ("1 2", "a worker of the player in seat 1, 2 …; n: a neutral one"),
    ("·", "vacant and next to an open building"),
    ("▲", "a tent camp"),
    ("R²", "the castle: a piece of red on floor 2; without a number: printed on the lot"),
)


def letter(family: str) -> str:
    """The letter for a family, wherever its colour is used."""
    return family[0].upper()


def open_view(game: Any, components: Components) -> View:
    """Everything on the table and behind the screens, in a player's words: spectators see it all."""
    return View(game["table"], game["holdings"], game["hands"][0], Dice((1, 1)), {}, components)


def draw_scene(game: Any, components: Components, bots: Sequence[str], fresh: frozenset[Any] = frozenset()) -> Scene:
    """The position of a ``GAME`` record as spectators see it; ``fresh`` are the squares that the last turn changed."""
    view = open_view(game, components)
    return _draw(view, {seat: game["hands"][seat] for seat in range(view.players)}, components, bots, fresh)


def draw_seen(handed: Any, seat: int, components: Components, bots: Sequence[str], fresh: frozenset[Any]) -> Scene:
    """The position as a seat sees it, from the records that it is handed."""
    table, holdings, hand = handed
    view = View(table, holdings, hand, Dice((1, 1)), {}, components)
    return _draw(view, {seat: hand}, components, bots, fresh)


def _draw(
    view: View, hands: Mapping[int, Any], components: Components, bots: Sequence[str], fresh: frozenset[Any]
) -> Scene:
    """A position; ``hands`` are those that are seen, by seat."""
    held = [view.holdings(seat) for seat in range(view.players)]
    over = view.phase == PHASE_NAMES[OVER]  # the final scoring turned all seals into gold (R9.4)
    standings = [None if hand is None else _standing(view, hand, over) for hand in held]
    board = Board(BOARD_ROWS, BOARD_COLUMNS, tuple(_areas(view, fresh)), tuple(_marks(view, fresh)))
    gauges = [Gauge("gold for a seal", name, view.values[name], CURVE_COLOURS[name]) for name in view.families]
    tables = (_players(view, held, standings, bots, over), _families(view), _cards(view, hands, components))
    return Scene((board,), tables, (*gauges, *seat_gauges("gold, with all seals sold", standings)), LEGEND)


def _standing(view: View, held: Holdings, over: bool) -> int:
    return held.gold + (0 if over else sum(held.seals[name] * view.values[name] for name in view.families))


# -- the board ---------------------------------------------------------------------------------------------------------


def _areas(view: View, fresh: frozenset[Any]) -> Iterator[Area]:
    for building in view.buildings:
        squares = tuple(sorted(building.squares))
        if building.number == LOT:
            inner = sorted(set(squares) - set(castle_squares(squares)))
            yield Area(squares, PALE, told="the castle lot")
            yield Area(tuple(inner), PALE, sign="#", told="the castle lot")
            continue
        assert building.family is not None
        value, name = view.values[building.family], letter(building.family)
        yield Area(
            squares,
            FAMILY_COLOURS[building.family],
            text=name if building.complete else f"{name}{value}",
            sign=name.lower(),
            told=_building_text(building, value),
            faded=building.complete,
            fresh=not fresh.isdisjoint(squares),
        )


def _building_text(building: Building, value: int) -> str:
    if building.complete:
        return f"{building.card}, completed"
    seal = "with a seal" if building.has_seal else "without a seal"
    vacant = len(building.vacant)
    return f"{building.card}, {vacant} vacant neighbour{'' if vacant == 1 else 's'}, {seal}, worth {value} gold a seal"


def _marks(view: View, fresh: frozenset[Any]) -> Iterator[Mark]:
    open_buildings = [building for building in view.buildings if building.number != LOT and not building.complete]
    yield from (Mark(square, "triangle", GREY, told="a tent camp") for square in sorted(view.camps & view.vacant))
    beside = {square for building in open_buildings for square in building.vacant} - view.camps
    yield from (Mark(square, "dot", GREY, told="vacant, next to an open building") for square in sorted(beside))
    for building in open_buildings:
        if building.has_seal and building.family is not None:
            seal = _seal_square(building.squares)
            yield Mark(seal, "coin", FAMILY_COLOURS[building.family], "○", f"a {building.family} seal")
    yield from _castle_marks(view.castle, castle_squares(view.lot.squares), fresh)
    for square, owner in sorted(view.workers.items()):
        new = square in fresh
        if owner == "neutral":
            yield Mark(square, "disc", WHITE, "n", "a neutral worker", new)
        else:
            yield Mark(square, "disc", seat_colour(owner), str(owner + 1), f"a worker of {seat_text(owner)}", new)


def _seal_square(squares: Iterable[Any]) -> Any:
    """The square of a building where its seal is drawn: not that of its text."""
    listed = sorted(squares)
    return next(square for square in listed if square != label_square(listed))


def _castle_marks(castle: Castle, squares: Sequence[Any], fresh: frozenset[Any]) -> Iterator[Mark]:
    for number, (square, family) in enumerate(zip(squares, castle.top, strict=True)):
        level = castle.floor - 1 + castle.covered[number]
        where = f"castle square {number}"
        if family is None:
            yield Mark(square, "tile", WHITE, "-", f"{where}, bare")
        else:
            text = f"{where}, {family}, floor {level}" if level else f"{where}, {family}, printed on the lot"
            sign = f"{letter(family)}{LEVELS[level]}"
            yield Mark(square, "tile", FAMILY_COLOURS[family], sign, text, square in fresh)


# -- the tables --------------------------------------------------------------------------------------------------------


def _players(
    view: View, held: Sequence[Holdings | None], standings: Sequence[int | None], bots: Sequence[str], over: bool
) -> Listing:
    head = ("seat", "bot", "gold", "seals", "with seals", "workers", "neutral", "banners")
    rows = []
    for seat, hand in enumerate(held):
        cells = [f"{seat + 1}", bots[seat]]
        if hand is None:
            cells += ["?"] * 5
        else:
            seals = "sold" if over else " ".join(f"{letter(name)}{hand.seals[name]}" for name in view.families)
            cells += [f"{hand.gold}", seals, *map(str, (standings[seat], hand.workers, hand.neutrals))]
        rows.append(seat_row(seat, *cells, str(view.banners[seat])))
    return Listing("players", head, tuple(rows))


def _families(view: View) -> Listing:
    castle = view.castle
    left = castle.pools[castle.floor]
    rows = []
    for name in view.families:
        cells = (name, f"{view.values[name]}", _supply(view.supply[name]), f"{left[name]}")
        rows.append(Row(cells, FAMILY_COLOURS[name], letter(name)))
    head = ("family", "gold for a seal", "seals left", f"pieces left, floor {castle.floor}")
    return Listing("families", head, tuple(rows))


def _supply(seals: int) -> str:
    return "unlimited" if seals > UNLIMITED_SUPPLY // 2 else str(seals)


def _cards(view: View, hands: Mapping[int, Any], components: Components) -> Listing:
    rows = []
    for seat in range(view.players):
        if seat in hands:
            hand = hands[seat]
            cards = _listed([card_name(components, int(card)) for card in hand["cards"][: int(hand["n"])]])
        else:
            known = view.known_cards[seat]
            cards = f"{view.hand_sizes[seat]}" + (f", among them {_listed(known)}" if known else "")
        rows.append(seat_row(seat, seat_text(seat), cards))
    rows.append(Row(("face up", _listed([card for card in view.face_up if card is not None]))))
    rows.append(Row(("in the stack", f"{view.stack_left}")))
    return Listing("cards", ("where", "cards"), tuple(rows))


def _listed(cards: Sequence[str]) -> str:
    return ", ".join(cards) or "none"
