"""How decisions are made in small steps, at a table where people and programs play: each is one step already (C12)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import compiled_table
from arkadia_sim.core.scene import Scene, Square, seat_text
from arkadia_sim.core.table import ActionKind, Observed, Step
from arkadia_sim.games.castle.bots_api.choices import members
from arkadia_sim.games.castle.components.box import FACES, GUESTS, LINES, SQUARES, shapes
from arkadia_sim.games.castle.records.account import Display, tell_deck, tell_turn
from arkadia_sim.games.castle.rules.candidates import nth_pick
from arkadia_sim.games.castle.rules.state import (
    DECISION_DTYPE,
    DECISIONS,
    DIE,
    DISPLAY,
    N_GUESTS,
    NO_CARD,
    PASS,
    RESOURCES,
    SEATS_MAX,
    SIDES,
    SQUARE,
    STOP_BUILDING,
    STOP_MOVING,
    USE,
    new_game,
)
from arkadia_sim.games.castle.rules.turn import step
from arkadia_sim.games.castle.scenes.drawing import draw_scene
from arkadia_sim.games.castle.scenes.story import ending_words, pick_of, step_words, turn_words

_PICKS = {
    "die": 2,
    "use": PASS + 1,
    "line": STOP_BUILDING + 1,
    "guest": DISPLAY,
    "bolt": N_GUESTS,
    "square": SQUARES,
    "move": STOP_MOVING + 1,
    "steal": SEATS_MAX * N_GUESTS,
}
ACTIONS = tuple(ActionKind(kind, _PICKS[kind]) for kind in DECISIONS)

_MANY = float(np.iinfo(np.int32).max)
_GIFTS = ("wall", "tower", "n_flags", "residents", "floor", "effect")
_COUNTS = ("walls", "towers", "floors", "flags", "residents", "clouds")
_MOMENT = len(DECISIONS) + 2 * (SIDES + 1) + N_GUESTS + 5

OBSERVED = (
    Observed("squares", (RESOURCES, SQUARES), 0.0, 1.0, "for each resource the squares that have it"),
    Observed("lines", (LINES, SQUARES + len(_GIFTS)), 0.0, _MANY, f"by line: squares, then {', '.join(_GIFTS)}"),
    Observed("castles", (SEATS_MAX, SQUARES + len(_COUNTS) + 4 + N_GUESTS), 0.0, _MANY,
             f"by seat from one's own on: squares with a token, {', '.join(_COUNTS)}, points of towers, flags and "
             "cards, whether it has the sun, guests"),
    Observed("moment", (_MOMENT,), -1.0, _MANY,
             "decision (8 marks), both dice (7 marks each, the last for none), guests on display (20 marks), whether "
             "one decides, whether one is on turn, the die taken first (-1: none), the face in use, the turn"),
)  # fmt: skip


class Steps(compiled_table.Steps):
    """The steps; see :class:`arkadia_sim.core.compiled_table.Steps`."""

    kinds = ACTIONS
    observed = OBSERVED

    def options(self, handed: Any, path: Sequence[Step]) -> Sequence[Step]:
        """The candidates of the decision at hand; none if one was picked."""
        (table,) = handed
        kind = DECISIONS[int(table["phase"])]
        return [] if path else [Step(kind, int(nth_pick(table, number))) for number in range(int(table["n"]))]

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        decision["pick"] = path[0].number

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        return [Step(DECISIONS[int(handed[0]["phase"])], int(decision["pick"]))]

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        (table,) = handed
        seat = int(table["seat"])
        told = {"seat": seat, "kind": step.kind, "pick": pick_of(table, step.number)}
        die = f" ({FACES[int(table['dice'][step.number])]})" if step.kind == DECISIONS[DIE] else ""
        return step_words(table, told).removeprefix(f"{seat_text(seat)} ") + die

    def square(self, handed: Any, step: Step) -> Square | None:
        if step.kind not in (DECISIONS[USE], DECISIONS[SQUARE]) or step.number >= SQUARES:
            return None
        return shapes()[int(handed[0]["board"]["shape"])].places[step.number]

    def words(self, handed: Any, decision: Any) -> str:
        return self.text(handed, (), self.path_of(handed, decision)[0])

    def told(self, games: NDArray[Any], ended: Any) -> Sequence[str]:
        """A turn in words; nothing in it is secret."""
        before, after = games[0], new_game()
        after[0] = ended
        with np.errstate(over="ignore"):
            step(after[0], np.zeros(1, DECISION_DTYPE)[0])
        display = Display(tell_deck(ended), bool(before["table"]["rules"]["architect"]))
        shown = [None if card == NO_CARD else GUESTS[int(card)] for card in before["table"]["display"]]
        display.slots, display.next = display.slots and shown, int(before["table"]["next_card"])
        turn, last = tell_turn(ended["now"], display)
        return [*turn_words(ended["table"], turn["dice"], [*turn["steps"], *last]), *ending_words(after[0])]

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position with one's own board first, then those of the others clockwise; points after the last turn."""
        (table,) = handed
        standings = [0] * len(names) if last is None else last["standing"][: len(names)].tolist()
        scene = draw_scene(table, names, standings, [_fresh(last, player) for player in range(len(names))])
        sign = ("▦", f"the board of {seat_text(seat)} comes first, then the others in the order of turns")
        return replace(scene, boards=scene.boards[seat:] + scene.boards[:seat], legend=(sign, *scene.legend))

    def arrays(self, handed: Any, seat: int) -> Mapping[str, Any]:
        (table,) = handed
        players, board = int(table["players"]), table["board"]
        castles = np.zeros((SEATS_MAX, SQUARES + len(_COUNTS) + 4 + N_GUESTS), np.float32)
        for place in range(players):
            castles[place] = _castle(table, (seat + place) % players)
        lines = [[*_marks(line["squares"], SQUARES), *(line[gift] for gift in _GIFTS)] for line in board["lines"]]
        return {
            "squares": board["resource"][None, :] == np.arange(RESOURCES)[:, None],
            "lines": lines,
            "castles": castles,
            "moment": _moment(table, seat),
        }

    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether a decision between these two games showed a card or a die."""
        luck = ("luck", "more_luck")
        if before["read"] != after["read"] or any((before[name] != after[name]).any() for name in luck):
            return True
        return bool(before["table"]["next_card"] != after["table"]["next_card"])


def _fresh(last: Any, seat: int) -> frozenset[int]:
    """The squares that got a token of a player in the last turn."""
    steps = [] if last is None else last["steps"][: int(last["n_steps"])]
    kinds = (USE, SQUARE)
    return frozenset(
        int(step["pick"]) for step in steps if step["seat"] == seat and step["kind"] in kinds and step["pick"] < SQUARES
    )


def _marks(members_of: Any, size: int) -> list[float]:
    """A set as a mark for each possible member."""
    inside = members(members_of)
    return [float(member in inside) for member in range(size)]


def _castle(table: Any, seat: int) -> list[float]:
    castle = table["castles"][seat]
    points = [
        sum(castle["tower_points"][: int(castle["towers"])].tolist()),
        sum(castle["flag_points"][: int(castle["flags"])].tolist()),
        sum(castle["values"][: int(castle["floors"])].tolist()),
    ]
    counts = [float(castle[name]) for name in _COUNTS]
    tokens, guests = _marks(castle["tokens"], SQUARES), _marks(castle["guests"], N_GUESTS)
    return [*tokens, *counts, *points, float(table["sun"] == seat), *guests]


def _moment(table: Any, seat: int) -> list[float]:
    decision = [float(phase == table["phase"]) for phase in range(len(DECISIONS))]
    dice = [float(face == die) for die in table["dice"] for face in range(SIDES + 1)]
    display = [float(guest in table["display"] and bool(table["rules"]["architect"])) for guest in range(N_GUESTS)]
    state = [table["seat"] == seat, table["active"] == seat, table["chosen"], table["face"], table["turn"]]
    return [*decision, *dice, *display, *map(float, state)]
