"""Whether a game record tells a game that the rules allow, down to the last merchant and the last point."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from arkadia_sim.core.record_form import FORM, fields_of, list_of, same_form, shown, whole, yes_or_no
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.bots_api.choices import blank_decision
from arkadia_sim.games.medina.bots_api.explain import take
from arkadia_sim.games.medina.records.account import result_of, tell_turn
from arkadia_sim.games.medina.records.form import COUNTS, TURN_FIELDS, read_placement
from arkadia_sim.games.medina.records.setup import RecordedSetup, read_setup
from arkadia_sim.games.medina.rules.bitboard import square_to_bit
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import Prepared, deal_as_told, prepare
from arkadia_sim.games.medina.rules.state import END, OVER, PLACE, PLACEMENTS_IN_TURN, TEA, new_game
from arkadia_sim.games.medina.rules.turn import step

RULE_OF_EVENT = {
    "claim": "M6.1",
    "tea": "M10.1",
    "tower_tile": "M9.1",
    "palace_tile": "M9.3",
    "closed": "M6.4",
}


def check_record(record: Mapping[str, Any]) -> None:
    """Replay a record and hold everything it states against the rules; RecordError for the first fault.

    The error's ``rule`` is the number of the rule broken, or ``"record"`` for a breach of the format; its ``turn`` is
    None for the set-up and the number of turns for what concerns the end and the result.
    """
    setup = read_setup(record)
    game = set_up(setup)[0]
    checked = 0
    try:
        for entry in record["turns"]:
            _check_turn(game, entry, setup.players)
            checked += 1
        if game["table"]["phase"] != OVER:
            raise RecordError("M11.1", f"the record stops, but seat {int(game['table']['seat'])} can place something")
        _check_result(game, record["result"])
    except RecordError as error:
        error.turn = checked
        raise


@lru_cache(maxsize=64)
def _prepared(rules: RuleSet, players: int) -> Prepared:
    return prepare(rules, players)


def set_up(setup: RecordedSetup) -> Any:
    """An array of one ``GAME`` record at its first turn, with what the record says was dealt."""
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
        raise RecordError("M11.1", "nobody can place anything, and the record goes on")
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
        told = tell_turn(game["now"], players)
        _compare_turn(entry, told)
        step(game, blank_decision())


def _close_turn(game: Any, tea: bool) -> None:
    """The tea break, or the end of a turn in which nothing more is placed."""
    table = game["table"]
    if tea and table["phase"] != TEA:
        raise RecordError("M10.3", "no tea break is allowed here")
    if not tea and table["phase"] in (PLACE, TEA):
        raise RecordError("M3.2", "a second piece can be placed, and so it must be, unless a tea tile is given back")
    if tea:
        take(game, True)


def _compare_turn(entry: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    """The effects and the counts that the record states, with those that there are."""
    for number, (stated, found) in enumerate(zip(entry["actions"], told["actions"], strict=True)):
        if not same_form(stated["effects"], found["effects"]):
            raise RecordError(
                _rule_of_difference(stated["effects"], found["effects"]),
                f"placement {number} brings {shown(found['effects'])}, not {shown(stated['effects'])}",
            )
    if COUNTS in entry and not same_form(entry[COUNTS], told[COUNTS]):
        raise RecordError("M3.1", f"the placements to choose from are {told[COUNTS]}, not {shown(entry[COUNTS])}")


def _rule_of_difference(stated: list[Any], found: list[Any]) -> str:
    """The rule of the first event in which two lists differ; the format, if it is none that there is."""
    for number in range(max(len(stated), len(found))):
        one = stated[number] if number < len(stated) else None
        other = found[number] if number < len(found) else None
        if not same_form(one, other):
            named = one if other is None else other
            name = named.get("event") if isinstance(named, Mapping) else None
            return RULE_OF_EVENT.get(name, FORM) if isinstance(name, str) else FORM
    return FORM


def _check_result(game: Any, result: Any) -> None:
    """M11: points by kind, tiles, what is left, how the game ended and who has won."""
    found = result_of(game)
    fields_of(result, found, "the result")
    for field, rule in (("end", "M11.1"), ("scores", "M11.2"), ("left", "M11.1"), ("winners", "M11.6")):
        if not same_form(result[field], found[field]):
            raise RecordError(rule, f"{field}: {shown(found[field])}, not {shown(result[field])}")
