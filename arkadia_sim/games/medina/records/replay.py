"""Game records written from logs, and checked against the rules down to the last merchant and point."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.record_form import (
    FORM,
    check_result,
    check_turns,
    fields_of,
    list_of,
    same_form,
    shown,
    whole,
    yes_or_no,
)
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.bots_api.choices import Choice, blank_decision, fill_decision, take
from arkadia_sim.games.medina.records.account import result_of, tell_setup, tell_turn
from arkadia_sim.games.medina.records.form import COUNTS, FORMAT, TURN_FIELDS, RecordedSetup, read_placement, read_setup
from arkadia_sim.games.medina.rules.bitboard import square_to_bit
from arkadia_sim.games.medina.rules.setup import Prepared, deal_as_told, prepare
from arkadia_sim.games.medina.rules.state import (
    DECISION_DTYPE,
    END,
    OVER,
    PLACE,
    PLACEMENTS_IN_TURN,
    TEA,
    new_game,
)
from arkadia_sim.games.medina.rules.turn import step


def record_of(
    prepared: Prepared,
    rules: Mapping[str, Any],
    log: NDArray[Any],
    start: Any,
    end: Any,
    seed: int,
    bots: Sequence[str],
) -> dict[str, Any]:
    """The record of a finished game, from its ``GAME`` at the first turn and at the end, and the log of its turns."""
    players = len(bots)
    return {
        "format": FORMAT,
        "players": players,
        "rules": dict(rules),
        **tell_setup(start),
        "bots": list(bots),
        "seed": int(seed),
        "turns": [tell_turn(turn, players) for turn in log],
        "result": result_of(end),
    }


def play_log(game: Any, log: NDArray[Any]) -> None:
    """Play the decisions of a log in a ``GAME`` record at its first turn."""
    table, decision = game["table"], np.zeros(1, DECISION_DTYPE)[0]
    with np.errstate(over="ignore"):
        for turn in log:
            for number in range(int(turn["n_placed"])):
                if table["phase"] == TEA:
                    decision["take_tea"] = 0
                    step(game, decision)
                placement = turn["placements"][number]
                decision["kind"], decision["square"] = placement["kind"], placement["square"]
                step(game, decision)
            if table["phase"] == TEA:
                decision["take_tea"] = 1
                step(game, decision)
            assert table["phase"] == END, "the log does not lead to the end of a turn"
            step(game, decision)


RULE_OF_EVENT = {
    "claim": "M6.1",
    "tea": "M10.1",
    "tower_tile": "M9.1",
    "palace_tile": "M9.3",
    "closed": "M6.4",
}


def check_record(record: Mapping[str, Any]) -> None:
    """Replay a record and check everything it states; RecordError for the first fault.

    The error's ``rule`` is the number of the rule broken, or ``"record"`` for a breach of the format. Its ``turn`` is
    None for a fault in the set-up, and the number of turns for one in the end or the result.
    """
    setup = read_setup(record)
    game = set_up(setup)[0]
    check_turns(
        record["turns"],
        lambda entry: _check_turn(game, entry, setup.players),
        lambda: _check_end(game, record["result"]),
    )


def decisions_of_record(record: Mapping[str, Any]) -> Iterator[Any]:
    """The decisions of a recorded game, in order."""
    game = set_up(read_setup(record))[0]
    table = game["table"]

    def decided(choice: Choice) -> Any:
        decision = blank_decision()
        fill_decision(decision, choice, table)
        take(game, choice)
        return decision

    with np.errstate(over="ignore"):
        for entry in record["turns"]:
            for action in entry["actions"]:
                if table["phase"] == TEA:
                    yield decided(False)
                yield decided(read_placement(action))
            if table["phase"] == TEA:
                yield decided(True)
            step(game, blank_decision())


_prepared = lru_cache(maxsize=64)(prepare)


def set_up(setup: RecordedSetup) -> Any:
    """An array of one ``GAME`` record at its first turn, dealt as the record says."""
    games = new_game()
    start = _prepared(setup.rules, setup.players).start
    with np.errstate(over="ignore"):
        deal_as_told(games, start, square_to_bit(setup.well), square_to_bit(setup.merchant), setup.first_seat)
    return games


def _check_turn(game: Any, entry: Any, players: int) -> None:
    fields_of(entry, TURN_FIELDS, "a turn", COUNTS)
    table = game["table"]
    seat, tea = whole(entry["seat"], "seat"), yes_or_no(entry["tea"], "tea")
    actions = list_of(entry["actions"], "actions")
    if table["phase"] == OVER:
        raise RecordError("M11.1", "nobody can place anything, but the record goes on")
    if seat != table["seat"]:
        raise RecordError("M3.5", f"seat {int(table['seat'])} is on turn, not seat {seat}")
    if not 1 <= len(actions) <= PLACEMENTS_IN_TURN:
        raise RecordError("M3.1", f"one or two pieces are placed in a turn, not {len(actions)}")
    with np.errstate(over="ignore"):
        for number, action in enumerate(actions):
            placement = read_placement(action)
            if number and table["phase"] == END:
                raise RecordError("M3.3", "no second piece can be placed in this turn")
            if table["phase"] == TEA:
                take(game, False)
            take(game, placement)
        _close_turn(game, tea)
        _compare_turn(entry, tell_turn(game["now"], players))
        step(game, blank_decision())


def _close_turn(game: Any, tea: bool) -> None:
    """Check and take the tea break, or check that the turn may end without one."""
    table = game["table"]
    if tea and table["phase"] != TEA:
        raise RecordError("M10.3", "no tea break is allowed here")
    if not tea and table["phase"] in (PLACE, TEA):
        raise RecordError("M3.2", "a second piece can be placed, and so it must be, unless a tea tile is given back")
    if tea:
        take(game, True)


def _compare_turn(entry: Mapping[str, Any], turn: Mapping[str, Any]) -> None:
    """Compare the effects and counts that the record states with the true ones."""
    for number, (stated, true) in enumerate(zip(entry["actions"], turn["actions"], strict=True)):
        if not same_form(stated["effects"], true["effects"]):
            raise RecordError(
                _rule_of_difference(stated["effects"], true["effects"]),
                f"placement {number} brings {shown(true['effects'])}, not {shown(stated['effects'])}",
            )
    if COUNTS in entry and not same_form(entry[COUNTS], turn[COUNTS]):
        raise RecordError("M3.1", f"the placements to choose from are {turn[COUNTS]}, not {shown(entry[COUNTS])}")


def _rule_of_difference(stated: list[Any], events: list[Any]) -> str:
    """The rule of the first event in which two lists differ; the format for an unknown event."""
    for number in range(max(len(stated), len(events))):
        claim = stated[number] if number < len(stated) else None
        truth = events[number] if number < len(events) else None
        if not same_form(claim, truth):
            event = claim if truth is None else truth
            name = event.get("event") if isinstance(event, Mapping) else None
            return RULE_OF_EVENT.get(name, FORM) if isinstance(name, str) else FORM
    return FORM


def _check_end(game: Any, result: Any) -> None:
    """M11: points by kind, tiles, pieces left, how the game ended and who won."""
    if game["table"]["phase"] != OVER:
        raise RecordError("M11.1", f"the record stops, but seat {int(game['table']['seat'])} can place something")
    check_result(result, result_of(game), {"end": "M11.1", "scores": "M11.2", "left": "M11.1", "winners": "M11.6"})
