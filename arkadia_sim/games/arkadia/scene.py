"""How Arkadia looks on paper, on a page and in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arkadia_sim.core import scene
from arkadia_sim.core.scene import BLACK, GREEN, GREY, PALE, SILVER, VERMILLION, WHITE, Count, seat_colour
from arkadia_sim.errors import counted
from arkadia_sim.games.arkadia.bots_api.view import Building, Castle, Holdings, View
from arkadia_sim.games.arkadia.box import CARD_NAMES, COLUMNS, ROWS, card_text, castle_squares, orientations
from arkadia_sim.games.arkadia.rules.state import FROM_STACK, LOT, OVER, PHASE_NAMES, UNLIMITED_SUPPLY

FAMILY_COLOURS: Mapping[str, str] = {"red": VERMILLION, "olive": GREEN, "black": BLACK, "silver": SILVER}
CURVE_COLOURS: Mapping[str, str] = {**FAMILY_COLOURS, "silver": GREY}  # a silver line would be hard to see on paper
LEVELS = ("", "¹", "²", "³")  # the number of castle pieces on top of each other, behind the letter of the top one

LEGEND = (
    ("R4", "an open building of the family red, whose seals are worth 4 gold; pale and without a number: completed"),
    ("○", "the seal on it"),
    ("1 2", "a worker of the player in seat 1, 2 …; n: a neutral one"),
    ("·", "vacant and next to an open building"),
    ("▲", "a tent camp"),
    ("R²", "the castle: a piece of red on floor 2; without a number: printed on the lot; -: none; #: its middle"),
)


def letter(family: str) -> str:
    """The letter for a family, wherever its colour is used."""
    return family[0].upper()


def draw_scene(view: View, hands: Mapping[int, Any], bots: Sequence[str], fresh: frozenset[Any]) -> scene.Scene:
    """The position of a view; ``hands`` are those that are seen, by seat, ``fresh`` the squares that have changed."""
    held = [view.holdings(seat) for seat in range(view.players)]
    over = view.phase == PHASE_NAMES[OVER]  # the final scoring turned all seals into gold (R9.4)
    values = dict.fromkeys(view.families, 0) if over else view.values
    standings = [
        None if hand is None else hand.gold + sum(hand.seals[name] * values[name] for name in values) for hand in held
    ]
    names = tuple(map(chr, range(ord("A"), ord("A") + COLUMNS)))
    board = scene.Board(ROWS, COLUMNS, tuple(_areas(view, fresh)), tuple(_marks(view, fresh)), names)
    counts = tuple(_counts(view, held, standings, over))
    gauges = [scene.Gauge("gold for a seal", name, view.values[name], CURVE_COLOURS[name]) for name in view.families]
    gauges += scene.seat_gauges("gold, with all seals sold", standings)
    tables = (scene.counts_table("players", bots, counts), _families(view), _cards(view, hands))
    return scene.Scene((board,), tables, tuple(gauges), LEGEND, counts, tuple(_trays(view, hands)))


# -- the board ---------------------------------------------------------------------------------------------------------
def _areas(view: View, fresh: frozenset[Any]) -> Iterator[scene.Area]:
    for building in view.buildings:
        squares = tuple(sorted(building.squares))
        if building.number == LOT:
            inner = sorted(set(squares) - set(castle_squares(squares)))
            yield scene.Area(squares, PALE, told="the castle lot")
            yield scene.Area(tuple(inner), PALE, sign="#", told="the castle lot")
            continue
        assert building.family is not None
        value, name = view.values[building.family], letter(building.family)
        yield scene.Area(
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
        return f"{card_text(building.card or '')}, completed"
    seal = "with a seal" if building.has_seal else "without a seal"
    vacant = len(building.vacant)
    return f"{card_text(building.card or '')}, {counted(vacant, 'vacant neighbour')}, {seal}, worth {value} gold a seal"


def _marks(view: View, fresh: frozenset[Any]) -> Iterator[scene.Mark]:
    open_buildings = [building for building in view.buildings if building.number != LOT and not building.complete]
    yield from (scene.Mark(square, "triangle", GREY, told="a tent camp") for square in sorted(view.camps & view.vacant))
    beside = {square for building in open_buildings for square in building.vacant} - view.camps
    yield from (scene.Mark(square, "dot", GREY, told="vacant, next to an open building") for square in sorted(beside))
    for building in open_buildings:
        if building.has_seal and building.family is not None:
            listed = sorted(building.squares)
            seal = next(square for square in listed if square != scene.label_square(listed))  # not that of its text
            yield scene.Mark(seal, "coin", FAMILY_COLOURS[building.family], "○", f"a {building.family} seal")
    yield from _castle_marks(view.castle, castle_squares(view.lot.squares), fresh)
    for square, owner in sorted(view.workers.items()):
        new = square in fresh
        if owner == "neutral":
            yield scene.Mark(square, "disc", WHITE, "n", "a neutral worker", new)
        else:
            yield scene.Mark(
                square, "disc", seat_colour(owner), str(owner + 1), f"a worker of {scene.seat_text(owner)}", new
            )


def _castle_marks(castle: Castle, squares: Sequence[Any], fresh: frozenset[Any]) -> Iterator[scene.Mark]:
    for number, (square, family) in enumerate(zip(squares, castle.top, strict=True)):
        level = castle.floor - 1 + castle.covered[number]
        where = f"castle square {number}"
        if family is None:
            yield scene.Mark(square, "tile", WHITE, "-", f"{where}, bare")
        else:
            text = f"{where}, {family}, floor {level}" if level else f"{where}, {family}, printed on the lot"
            sign = f"{letter(family)}{LEVELS[level]}"
            yield scene.Mark(square, "tile", FAMILY_COLOURS[family], sign, text, square in fresh)


def _counts(view: View, held: Sequence[Holdings | None], standings: Sequence[Any], over: bool) -> Iterator[Any]:
    for seat, hand in enumerate(held):
        gold, own, neutral = ("?",) * 3 if hand is None else map(str, (hand.gold, hand.workers, hand.neutrals))
        seals = {name: "?" if hand is None else str(0 if over else hand.seals[name]) for name in view.families}
        yield (
            Count("gold", gold, scene.YELLOW, "gold"),
            *(Count(f"{name} seals", seals[name], FAMILY_COLOURS[name], letter(name)) for name in view.families),
            Count("gold with all seals sold", "?" if hand is None else str(standings[seat]), "", "with seals"),
            Count("workers at hand", own, seat_colour(seat), "workers"),
            Count("neutral workers at hand", neutral, WHITE, "neutral"),
            Count("banners left", str(view.banners[seat]), "", "banners"),
        )


def _square_of(family: str) -> scene.Board:
    return scene.outlined([(0, 0)], FAMILY_COLOURS[family], letter(family))


def _trays(view: View, hands: Mapping[int, Any]) -> Iterator[scene.Tray]:
    """One's own cards, then what lies open for all."""

    def drawn(name: str, step: tuple[str, int]) -> scene.Piece:
        form, family = name.split("/")
        outline = orientations(view.shapes[form], False)[0]
        return scene.Piece(card_text(name), scene.outlined(outline, FAMILY_COLOURS[family], letter(family)), step)

    for seat in hands if len(hands) == 1 else ():
        own = hands[seat]["cards"][: int(hands[seat]["n"]) if seat >= 0 else 0].tolist()
        yield scene.Tray("Your hand", tuple(drawn(CARD_NAMES[number], ("card", number)) for number in own))
        shown = [drawn(name, ("draw", place)) for place, name in enumerate(view.face_up) if name is not None]
        back = scene.outlined([(0, 0)], GREY, "?")
        stack = scene.Piece(f"a card from the stack ({view.stack_left} left)", back, ("draw", FROM_STACK))
        yield scene.Tray("Open cards", (*shown, stack))
        left = view.castle.pools[view.castle.floor]
        tiles = [
            scene.Piece(f"{name} castle piece", _square_of(name), ("piece", number), left[name])
            for number, name in enumerate(view.families)
        ]
        yield scene.Tray(f"Castle pieces of floor {view.castle.floor}", tuple(tiles))


def _families(view: View) -> scene.Listing:
    castle = view.castle
    left = castle.pools[castle.floor]
    rows = []
    for name in view.families:
        seals = "unlimited" if view.supply[name] > UNLIMITED_SUPPLY // 2 else f"{view.supply[name]}"
        cells = (name, f"{view.values[name]}", seals, f"{left[name]}")
        rows.append(scene.Row(cells, FAMILY_COLOURS[name], letter(name)))
    head = ("family", "gold for a seal", "seals left", f"pieces left, floor {castle.floor}")
    return scene.Listing("families", head, tuple(rows))


def _cards(view: View, hands: Mapping[int, Any]) -> scene.Listing:
    rows = []
    for seat in range(view.players):
        if seat in hands:
            cards = _listed([CARD_NAMES[number] for number in hands[seat]["cards"][: int(hands[seat]["n"])]])
        else:
            known = view.known_cards[seat]
            cards = f"{view.hand_sizes[seat]}" + (f", among them {_listed(known)}" if known else "")
        rows.append(scene.seat_row(seat, scene.seat_text(seat), cards))
    rows.append(scene.Row(("face up", _listed([name for name in view.face_up if name is not None]))))
    rows.append(scene.Row(("in the stack", f"{view.stack_left}")))
    return scene.Listing("cards", ("where", "cards"), tuple(rows))


def _listed(cards: Sequence[str]) -> str:
    return ", ".join(map(card_text, cards)) or "none"
