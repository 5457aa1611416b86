"""Counts the cues (``games/castle/bots_api/cues.py``) in a position and in the candidates of each decision."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.castle.box import SQUARES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import gives_part, has, parts_of, size, uses_of
from arkadia_sim.games.castle.rules.drawing import HIGH_TOWER as HIGH_POINTS
from arkadia_sim.games.castle.sight import outlook
from arkadia_sim.kernels.rules import CUES, SITUATION

TURN, PARTS, RIVAL_PARTS, SUPPLY = range(4)
DIE_RESIDENTS, DIE_JOKER, DIE_USES = range(3)
USE_RESIDENTS, USE_FLAG, USE_CLOUD, USE_PASS, MISSING, COMPLETED, WANTED, USE_POINTS, RESIDENTS_INSTEAD = range(9)
(
    PART, STOP, TOWER, FLAGS, LINE_RESIDENTS, LINE_POINTS, BROKEN, SIZE, REACTIVATES, STEALS, ONLY_FLAGS, HIGH_TOWER,
    NO_PART,
) = range(13)  # fmt: skip
GUEST_BOLT, GUEST_HOURGLASS, GUEST_CROWN, GUEST_POINTS = range(4)
"""Places of the cues, for each decision in their order; then those of constraints."""

_OF_LINES = 1 << MISSING | 1 << COMPLETED | 1 << WANTED
_OF_GAINS = 1 << TOWER | 1 << FLAGS | 1 << LINE_RESIDENTS | 1 << LINE_POINTS | 1 << BROKEN
"""Cues of a token's square, and of a line, that take a look at many squares."""


@inlined
def count_situation(table: Any, mind: Any) -> None:
    """Count what is the same for all candidates."""
    counted, seat = mind["counted"], table["seat"]
    castle = table["castles"][seat]
    counted[SITUATION + TURN] = (table["turn"] + table["players"] - 1) // table["players"]
    if seat == table["active"]:
        counted[SITUATION + TURN] = table["turn"] // table["players"] + 1
    counted[SITUATION + PARTS] = parts_of(castle)
    counted[SITUATION + RIVAL_PARTS] = outlook.most_parts_of_others(table, seat)
    counted[SITUATION + SUPPLY] = table["rules"]["tokens"] - size(castle["tokens"])


@compiled(types.void(state.TABLE, state.MIND, types.int64))
def count_pick(table: Any, mind: Any, pick: Any) -> None:
    """Count the wanted cues of a candidate of the decision at hand."""
    counted, wanted, phase = mind["counted"], mind["wanted"], table["phase"]
    castle = table["castles"][table["seat"]]
    if phase == state.DIE:
        face = table["dice"][pick]
        counted[CUES + DIE_RESIDENTS] = 1.0 if face == state.RESIDENTS else 0.0
        counted[CUES + DIE_JOKER] = 1.0 if face == state.JOKER else 0.0
        counted[CUES + DIE_USES] = size(uses_of(table, castle, face, False))
    elif phase == state.USE:
        _count_use(table, castle, counted, wanted, pick)
    elif phase == state.LINE:
        _count_line(table, castle, counted, wanted, pick)
    elif phase == state.GUEST:
        guest = table["display"][pick]
        counted[CUES + GUEST_BOLT] = 1.0 if has(state.BOLTS, guest) else 0.0
        counted[CUES + GUEST_HOURGLASS] = 1.0 if has(state.HOURGLASSES, guest) else 0.0
        counted[CUES + GUEST_CROWN] = 1.0 if has(state.CROWNS, guest) else 0.0
        counted[CUES + GUEST_POINTS] = outlook.points_of_guest(castle, guest)


@inlined
def alike(table: Any, wanted: Any) -> Any:
    """The candidates, as a set of picks, for which the wanted cues of the decision at hand are the same."""
    return state.ALL_SQUARES if table["phase"] == state.USE and wanted & _OF_LINES == 0 else 0


@inlined
def _count_use(table: Any, castle: Any, counted: Any, wanted: Any, pick: Any) -> None:
    counted[CUES + USE_RESIDENTS] = 1.0 if pick == state.TAKE_RESIDENTS else 0.0
    counted[CUES + USE_FLAG] = 1.0 if pick == state.RAISE_FLAG else 0.0
    counted[CUES + USE_CLOUD] = 1.0 if pick == state.TAKE_CLOUD else 0.0
    counted[CUES + USE_PASS] = 1.0 if pick == state.PASS else 0.0
    has_square = int(table["open"]) & state.ALL_SQUARES != 0
    counted[CUES + RESIDENTS_INSTEAD] = 1.0 if pick == state.TAKE_RESIDENTS and has_square else 0.0
    counted[CUES + MISSING], counted[CUES + COMPLETED] = outlook.FAR, 0.0
    counted[CUES + WANTED], counted[CUES + USE_POINTS] = 0.0, 0.0
    if pick < SQUARES and wanted & _OF_LINES != 0:
        counted[CUES + MISSING] = outlook.missing_with(table, castle, pick)
        counted[CUES + COMPLETED] = outlook.completed_by(table, castle, pick)
        counted[CUES + WANTED] = outlook.wanted_through(table, castle, pick)
    elif pick == state.TAKE_RESIDENTS:
        number = table["rules"]["residents_per_die"]
        counted[CUES + USE_POINTS] = outlook.more_residents(table, castle, number)
    elif pick == state.RAISE_FLAG:
        counted[CUES + USE_POINTS] = table["rules"]["monk_flag"]
    elif pick == state.TAKE_CLOUD:
        counted[CUES + USE_POINTS] = table["rules"]["shepherdess_cloud"]


@inlined
def _count_line(table: Any, castle: Any, counted: Any, wanted: Any, pick: Any) -> None:
    for cue in range(NO_PART + 1):
        counted[CUES + cue] = 0.0
    if pick == state.STOP_BUILDING:
        counted[CUES + STOP] = 1.0
        return
    gifts = table["board"]["lines"][pick]
    part = gives_part(table, castle, pick)
    counted[CUES + PART], counted[CUES + NO_PART] = 1.0 if part else 0.0, 0.0 if part else 1.0
    counted[CUES + ONLY_FLAGS] = 1.0 if not part and gifts["n_flags"] > 0 else 0.0
    counted[CUES + HIGH_TOWER] = 1.0 if gifts["tower"] >= HIGH_POINTS else 0.0
    if wanted & _OF_GAINS != 0:
        counted[CUES + TOWER] = outlook.tower_of(table, castle, pick)
        counted[CUES + FLAGS] = outlook.flags_of(table, castle, pick)
        counted[CUES + LINE_RESIDENTS] = outlook.more_residents(table, castle, gifts["residents"])
        counted[CUES + LINE_POINTS] = outlook.gains_of(table, castle, pick)
        counted[CUES + BROKEN] = outlook.broken_by(table, pick)
    counted[CUES + SIZE] = size(gifts["squares"])
    counted[CUES + REACTIVATES] = 1.0 if gifts["effect"] == state.REACTIVATE else 0.0
    counted[CUES + STEALS] = 1.0 if gifts["effect"] == state.THEFT else 0.0
