"""A recorded game retold turn by turn, with what bots thought of their options."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.core.engine import Engine
from arkadia_sim.core.ranking import considered, rankings_at
from arkadia_sim.core.scene import Candidate, Position, seat_text
from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle import play
from arkadia_sim.games.castle.bots_api.choices import Pick, pick_name
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.python_bots import Answers
from arkadia_sim.games.castle.components.box import GUESTS, RESOURCES
from arkadia_sim.games.castle.records.account import END_LABELS, result_of
from arkadia_sim.games.castle.records.replay import Replay
from arkadia_sim.games.castle.rules.state import DECISIONS, GUEST, OVER
from arkadia_sim.games.castle.scenes.drawing import draw_scene, line_text
from arkadia_sim.games.castle.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import NOBODY

PICKS_MAX = 160
"""Room for every candidate of a decision."""


def tell(record: Mapping[str, Any], name: str, engine: Engine, judge: str | None = None) -> Iterator[Position]:
    """The position before the first turn and after each turn, with the events in between.

    Args:
        record: The record.
        name: The game's name, to find bots by.
        engine: Its compiled code, to ask bots in plain Python.
        judge: A bot that scores all candidates instead of the bots that played; "" for none.

    Raises:
        RecordError: An action is illegal. Counts and results that the record states are not checked.
    """
    replay, bots = Replay(record), record["bots"]
    thinkers = rankings_at(bots, judge, name)
    players, nothing = replay.setup.players, [frozenset[int]()] * len(bots)
    begins = f"{seat_text(replay.setup.first_seat)} begins; a reconstruction, on a {replay.setup.rules.boards} board"
    yield Position(0, None, (begins,), draw_scene(replay.game["table"], bots, [0] * players, nothing))
    for number in range(len(replay.turns)):
        candidates: list[Candidate] = []
        seat = int(replay.game["table"]["active"])

        def consider(decision: Any, seat: int = seat, candidates: list[Candidate] = candidates) -> None:
            game = replay.game
            if game["table"]["seat"] != seat:
                return
            kind = DECISIONS[int(game["table"]["phase"])]
            title = f"decision {1 + len({candidate.decision for candidate in candidates})}, {kind}"
            words = partial(_words, game["table"], kind)

            def is_same(other: Any) -> bool:
                return bool(other["pick"] == decision["pick"])

            thinker, answers = thinkers[seat], Answers()
            candidates += considered(title, thinker, engine, answers, CUES, game, decision, is_same, words, PICKS_MAX)

        try:
            turn, last = replay.play_turn(consider)
            points = _standing(replay.game)
            replay.end_turn(number)
        except RecordError as error:
            error.turn = number
            raise
        steps = [*turn["steps"], *last]
        words = turn_words(replay.game["table"], turn["dice"], steps) + ending_words(replay.game)
        fresh = [_fresh(steps, player) for player in range(players)]
        scene = draw_scene(replay.game["table"], bots, points, fresh)
        yield Position(number + 1, seat, tuple(words), scene, tuple(candidates), bots[seat], judge or "")


def _standing(game: Any) -> list[int]:
    """The points of each seat if the game ended now."""
    players = int(game["table"]["players"])
    rows = np.zeros(players, ROW_DTYPE)
    play.PLAY.close_game(game, rows, 0, NOBODY)
    return [int(points) for points in rows["score"]]


def _fresh(steps: Sequence[Mapping[str, Any]], seat: int) -> frozenset[int]:
    """The squares that got a token of a player in these steps."""
    kinds = ("use", "square")
    return frozenset(
        step["pick"]
        for step in steps
        if step["seat"] == seat and step["kind"] in kinds and isinstance(step["pick"], int)
    )


def _words(table: Any, kind: str, decision: Any) -> str:
    """A decision in words."""
    step = {"seat": int(table["seat"]), "kind": kind, "pick": pick_of(table, int(decision["pick"]))}
    return step_words(table, step) or f"takes {step['pick']}"


def pick_of(table: Any, pick: int) -> Pick:
    """A pick at the decision at hand as a record has it."""
    if int(table["phase"]) == GUEST:
        return GUESTS[int(table["display"][pick])]
    return pick_name(int(table["phase"]), pick)


# -- words -------------------------------------------------------------------------------------------------------------


def turn_words(table: Any, dice: Sequence[str], steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """A turn in words, from its dice and its steps."""
    return [f"rolls {dice[0]} and {dice[1]}", *(words for step in steps if (words := step_words(table, step)))]


def step_words(table: Any, step: Mapping[str, Any]) -> str:
    """A step in words; nothing for a choice of a die that leaves no choice."""
    kind, pick, who = step["kind"], step["pick"], seat_text(step["seat"])
    if kind == "die":
        return "" if step.get("of") == 1 else f"{who} takes {'the first' if pick == 0 else 'the second'} die"
    if kind == "line":
        if pick == "stop":
            return f"{who} stops building"
        return f"{who} cashes line {pick}: {line_text(table['board']['lines'][pick])}"
    if kind == "move":
        return f"{who} moves no token" if pick == "stop" else f"{who} moves a token from square {pick[0]} to {pick[1]}"
    if kind == "steal":
        return f"{who} steals the {pick[1]} of {seat_text(pick[0])}"
    if kind == "roll":
        return f"{who} rolls {pick} for Dagobert"
    if kind in ("guest", "bolt"):
        return f"{who} {'invites' if kind == 'guest' else 'reactivates'} the {pick}"
    return f"{who} {_use_words(table, pick)}"


_USES = {
    "residents": "takes residents",
    "flag": "raises a flag by the Monk",
    "cloud": "takes a cloud by the Shepherdess",
    "pass": "passes",
    "lost": "can place nothing",
}


def _use_words(table: Any, pick: Pick) -> str:
    if isinstance(pick, str):
        return _USES[pick]
    resource = RESOURCES[int(table["board"]["resource"][pick])]
    return f"puts a token on square {pick} ({resource})"


def ending_words(game: Any) -> list[str]:
    """How the game ended, if it did."""
    if game["table"]["phase"] != OVER:
        return []
    result = result_of(game)
    totals = ", ".join(str(score["total"]) for score in result["scores"])
    winners = " and ".join(seat_text(seat) for seat in result["winners"])
    return [f"the game is over, with {END_LABELS[result['end']]}, by seat {totals} points: {winners} wins"]
