"""The bot ``greedy``: the shortest way to the twelfth main part, without looking at points.

It is defined exactly, because figures are compared on it:

* ``use``: the square that leaves the fewest squares missing to a line through it that gives a main part still wanted,
  the first such square; without a square the first candidate;
* ``die``: the first die; as another player the second one if only the first shows residents;
* ``line``: the first line that gives a main part still wanted; else the first with flags, if one has room; else the
  first line if fewer than three tokens are left; else it stops;
* all else: the first candidate.
"""

from typing import Any

from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import HEEDABLE, Bot, candidates, decision, inlined, limits, outlook, state

FEW_TOKENS = 3


@inlined
def _use(table: Any, castle: Any, left: Any) -> Any:
    rest, best, fewest = left & state.ALL_SQUARES, state.NOTHING, 0
    while rest != 0:
        square = candidates.first(rest)
        rest &= rest - 1
        missing = outlook.missing_with(table, castle, square)
        if best == state.NOTHING or missing < fewest:
            best, fewest = square, missing
    return candidates.first(left) if best == state.NOTHING else best


@inlined
def _line(table: Any, castle: Any, left: Any) -> Any:
    lines = left & ~(1 << state.STOP_BUILDING)
    rest = lines
    while rest != 0:
        line = candidates.first(rest)
        rest &= rest - 1
        if candidates.gives_part(table, castle, line):
            return line
    rest = lines if candidates.has_flag_room(table, castle) else 0
    while rest != 0:
        line = candidates.first(rest)
        rest &= rest - 1
        if table["board"]["lines"][line]["n_flags"] > 0:
            return line
    few = table["rules"]["tokens"] - candidates.size(castle["tokens"]) < FEW_TOKENS
    if lines != 0 and (few or not candidates.has(left, state.STOP_BUILDING)):
        return candidates.first(lines)
    return state.STOP_BUILDING


@inlined
def _die(table: Any, left: Any) -> Any:
    dice = table["dice"]
    only_first = dice[0] == state.RESIDENTS and dice[1] != state.RESIDENTS
    if table["seat"] != table["active"] and only_first and candidates.has(left, 1):
        return 1
    return candidates.first(left)


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """The pick for any decision."""
    phase, castle = table["phase"], table["castles"][table["seat"]]
    if phase == state.MOVE or phase == state.STEAL:
        choice["pick"] = candidates.nth_pick(table, 0)
        return
    left = limits.left_of(table, mind)
    if phase == state.USE:
        choice["pick"] = _use(table, castle, left)
    elif phase == state.LINE:
        choice["pick"] = _line(table, castle, left)
    elif phase == state.DIE:
        choice["pick"] = _die(table, left)
    else:
        choice["pick"] = candidates.first(left)


greedy = Bot(
    name="greedy",
    plan="Takes the shortest way to twelve main parts, and looks at no points.",
    source="a yardstick, nearer to people than random; defined exactly in its file",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    game="castle",
    heeds=HEEDABLE,
    cues=CUES,
)
