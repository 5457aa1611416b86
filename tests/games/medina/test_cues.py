"""What players count of a placement: each cue is counted once more by plain sets of squares."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.medina.bots_api.cues import PLACE as CUES_OF_PLACE
from arkadia_sim.games.medina.bots_api.cues import SITUATIONS
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.box import COLOURS, Square
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.rules.bitboard import square_to_bit
from arkadia_sim.games.medina.rules.state import KIND_NAMES, PLACE, new_game, new_minds
from arkadia_sim.games.medina.rules.turn import OK, step
from arkadia_sim.games.medina.sight import cues
from arkadia_sim.kernels.rules import CUES, EVERY_CUE, SITUATION
from arkadia_sim.rng import Dice
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment

Option = tuple[str, Square]


def positions(decisions: int) -> Iterator[tuple[Moment, Any]]:
    """Placements from games of all variants, each with its game, as an array of one, to try things out in."""
    for _, moment in collect(GAME, find_bot("greedy", "medina"), decisions):
        if moment.phase == PLACE:
            games = new_game()
            games[0] = moment.game
            yield moment, games


def seen(games: Any, seat: int) -> View:
    return View(games[0]["table"], games[0]["holdings"], Dice((1, 1)), {})


def options(games: Any, seat: int) -> list[Option]:
    return [(place.piece, place.square) for place in seen(games, seat).placements()]


def after(games: Any, option: Option) -> Any:
    """The game after a placement, by the rules engine."""
    later = new_game()
    later[0] = games[0]
    decision = np.zeros(1, GAME.engine.records.decision)[0]
    decision["kind"], decision["square"] = KIND_NAMES.index(option[0]), square_to_bit(option[1])
    with np.errstate(over="ignore"):
        assert step(later[0], decision) == OK
    return later


# -- a count by plain sets of squares ----------------------------------------------------------------------------------


def beside(squares: set[Square]) -> set[Square]:
    return {
        (row + down, column + right) for row, column in squares for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }


def around(squares: set[Square]) -> set[Square]:
    near = range(-1, 2)
    return {(row + down, column + right) for row, column in squares for down, right in product(near, near)}


def pieces_of(palace: Palace) -> set[Square]:
    return set(palace.buildings | palace.stables)


class City:
    """What is counted of a position."""

    def __init__(self, games: Any, seat: int) -> None:
        self.table, self.view, self.seat = games[0]["table"], seen(games, seat), seat
        self.rules, self.palaces = self.table["rules"], self.view.palaces
        self.rows, self.columns = int(self.table["rows"]), int(self.table["columns"])
        self.city = set(product(range(1, self.rows + 1), range(1, self.columns + 1)))
        built = set[Square]().union(*map(pieces_of, self.palaces))
        self.free = self.city - built - self.view.merchants - around({self.view.well})

    def worth(self, palace: Palace) -> int:
        """The points of a palace (M11.2, M11.3)."""
        pieces, (row, column) = pieces_of(palace), self.view.well
        twelve = bool(self.rules["well_twelve"])
        at_well = 0
        for down, right in ((abs(one - row), abs(other - column)) for one, other in pieces):
            at_well += max(down, right) == 2 and (min(down, right) == 0 or (twelve and min(down, right) == 1))
        at_well = min(at_well, 1) if self.rules["well_palace"] else at_well
        ring = beside(pieces)
        points = len(pieces) + len(ring & self.view.merchants) + len(ring & self.view.walls)
        return points + at_well * int(self.rules["well_points"])

    def score(self, seat: int) -> int:
        tiles = [self.rules["palace_values"][i] for i, c in enumerate(COLOURS) if self.view.palace_holders[c] == seat]
        tiles += [self.rules["tower_values"][i] for i, holder in enumerate(self.view.tower_holders) if holder == seat]
        return sum(self.worth(palace) for palace in self.palaces if palace.owner == seat) + int(sum(tiles))

    def claimable(self, colour: str, seat: int) -> bool:
        return not any(palace.owner == seat and palace.colour == colour for palace in self.palaces)

    def towers(self, palace: Palace) -> set[int]:
        """The towers one of whose arms a palace touches (M8.2, M8.3)."""
        bottom, right = self.rows + 1, self.columns + 1
        touched = set()
        for tower, (row, column) in enumerate(((0, 0), (bottom, right), (0, right), (bottom, 0))):
            for down, along in ((1 if row == 0 else -1, 0), (0, 1 if column == 0 else -1)):
                space = (row + down, column + along)
                while space in self.view.walls:
                    if space in beside(pieces_of(palace)):
                        touched.add(tower)
                    space = (space[0] + down, space[1] + along)
        return touched


def cues_of(games: Any, seat: int, option: Option) -> dict[str, float]:
    """All cues of a placement."""
    kind, square = option
    later = after(games, option)
    before, now = City(games, seat), City(later, seat)
    held, held_now = before.view.at_hand(seat), now.view.at_hand(seat)
    assert held is not None and held_now is not None
    mine = {colour for colour in COLOURS if before.claimable(colour, seat) and held["roof"] > 0}
    known = {palace.number: palace for palace in before.palaces}
    counts = dict.fromkeys([cue.name for cue in CUES_OF_PLACE], 0.0)
    counts["building" if kind in COLOURS else kind] = 1
    counts["claim"], counts["held"] = 99, held[kind]
    counts["points"] = now.score(seat) - before.score(seat)
    others = [other for other in range(before.view.players) if other != seat]
    counts["others_points"] = sum(now.score(other) - before.score(other) for other in others)
    holders = zip(before.view.tower_holders, now.view.tower_holders, strict=True)
    counts["towers"] = sum(holder != seat == to for holder, to in holders)
    counts["guests"] = held_now["merchant"] - held["merchant"] + (kind == "merchant")
    counts["tea"] = now.view.tea[seat] - before.view.tea[seat]
    tiles = before.view.palace_holders, now.view.palace_holders
    counts["largest"] = sum(tiles[0][colour] != seat == tiles[1][colour] for colour in COLOURS)
    counts["begins"] = len(now.palaces) > len(before.palaces)
    counts["dead_end"] = kind == "merchant" and bool(later[0]["table"]["new_street"])
    for palace in now.palaces:
        old = known.get(palace.number)
        if palace.is_open:
            gained = now.worth(palace) - (before.worth(old) if old else 0)
            counts["open_points" if palace.colour in mine else "lost_points"] += gained
            if palace.colour in mine:
                new = now.towers(palace) - (before.towers(old) if old else set())
                counts["reach"] += sum(before.view.tower_holders[tower] != seat for tower in new)
        if old is None or pieces_of(old) != pieces_of(palace) or old.is_open != palace.is_open:
            counts["size"] = len(pieces_of(palace))
        if old is not None and old.is_open and not palace.is_open:
            counts["rivals"] = sum(before.claimable(palace.colour, other) for other in others)
            if kind == "roof":
                counts["claim"], counts["unbuilt"] = before.worth(old), held[palace.colour]
    if kind in COLOURS or kind == "stable":
        near = set[Square]().union(*(around(pieces_of(palace)) for palace in before.palaces))
        counts["taken"] = len((around({square}) - {square}) & before.free - near)
    if kind in COLOURS:
        counts["edge"] = square[0] in (1, before.rows) or square[1] in (1, before.columns)
        (palace,) = (palace for palace in now.palaces if square in palace.buildings)
        roots = pieces_of(palace) if before.rules["grow_from_palace"] else set(palace.buildings)
        closed = set[Square]().union(*(around(pieces_of(other)) for other in now.palaces if other != palace))
        counts["room"] = len(beside(roots) & now.free - closed)
    return {name: float(count) for name, count in counts.items()}


def test_every_cue_of_a_placement_is_what_plain_sets_say() -> None:
    varied: dict[str, set[float]] = {}
    chance, mind = np.random.default_rng(3), new_minds()[0]
    for moment, games in positions(480):
        handed = GAME.engine.handed(games[0], moment.seat)
        for option in chance.permutation(np.array(options(games, moment.seat), object))[:12]:
            kind, square = str(option[0]), (int(option[1][0]), int(option[1][1]))
            expected = cues_of(games, moment.seat, (kind, square))
            mind["wanted"] = EVERY_CUE
            cues.count_placement(*handed, mind, KIND_NAMES.index(kind), square_to_bit(square))
            counted = {cue.name: float(mind["counted"][CUES + i]) for i, cue in enumerate(CUES_OF_PLACE)}
            assert counted == expected, (kind, square, str(moment))
            for name, count in counted.items():
                varied.setdefault(name, set()).add(count)
    assert not [name for name, counts in varied.items() if len(counts) < 2]


def test_every_cue_of_a_situation_is_what_a_player_sees() -> None:
    mind = new_minds()[0]
    for moment, games in positions(160):
        cues.count_situation(*GAME.engine.handed(games[0], moment.seat), mind)
        city, held = City(games, moment.seat), seen(games, moment.seat).at_hand(moment.seat)
        assert held is not None
        buildings = sum(held[colour] for colour in COLOURS)
        outer = held["stable"] + held["merchant"] + held["wall"]
        claimable = [palace for palace in city.palaces if palace.is_open and city.claimable(palace.colour, moment.seat)]
        expected = (
            city.view.turn // city.view.players + 1, buildings, held["stable"], held["merchant"], held["wall"],
            held["roof"], buildings + outer, len(claimable) if held["roof"] else 0, city.view.tea[moment.seat],
            city.view.placed > 0,
        )  # fmt: skip
        assert tuple(mind["counted"][SITUATION : SITUATION + len(SITUATIONS)]) == expected
