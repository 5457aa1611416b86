"""Whether a game record tells a game that the rules allow, down to the last seal and the last coin."""

from collections.abc import Mapping, Sequence
from typing import Any

from arkadia_sim.core.record_form import fields_of, list_of, whole
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import squares_text
from arkadia_sim.games.arkadia.records.account import completions, result_of
from arkadia_sim.games.arkadia.records.form import Completion, RecordedTurn, read_turn
from arkadia_sim.games.arkadia.records.replay import Replay


def check_record(record: Mapping[str, Any], deck: Sequence[str] | None = None) -> None:
    """Replay a record and hold everything it states against the rules; RecordError for the first fault.

    The error's ``rule`` is the number of the rule broken, or ``"record"`` for a breach of the format; its ``turn`` is
    None for the set-up and the number of turns for what concerns the end and the result. ``deck`` is the deck that was
    played with, the shipped one if it is left out.
    """
    again = Replay.of_record(record, Components.shipped().cards if deck is None else deck)
    checked = 0
    try:
        for entry in record["turns"]:
            _check_turn(again, read_turn(entry))
            checked += 1
        again.check_over()
        _check_result(again, record["result"])
    except RecordError as error:
        error.turn = checked
        raise


def _check_turn(again: Replay, turn: RecordedTurn) -> None:
    again.play_must(turn)
    _check_completed(turn.completed, completions(again.game, again.components))
    again.play_castle(turn)
    again.play_banner(turn)
    gold = int(again.game["now"]["sale_gold"])
    if turn.banner.used and turn.gold != gold:
        raise RecordError("R8.2", f"the seals sold are worth {gold} gold, not {turn.gold}")
    again.end_turn()


def _check_completed(stated: Sequence[Completion], found: Sequence[Completion]) -> None:
    """R6: the same buildings in the same order, each with its family and its seals."""
    for one in stated:
        if one.squares not in [other.squares for other in found]:
            raise RecordError("R6.1", f"no building on {squares_text(one.squares)} is completed in this turn")
    for one in found:
        if one.squares not in [other.squares for other in stated]:
            raise RecordError(
                "R6.1", f"the building on {squares_text(one.squares)} is complete, which the record leaves out"
            )
    if [one.squares for one in stated] != [one.squares for one in found]:
        raise RecordError("R6.3", "buildings are paid once each, in the order in which they were laid out")
    for said, one in zip(stated, found, strict=True):
        where = f"the building on {squares_text(one.squares)}"
        if said.family != one.family:
            raise RecordError("R6.2", f"{where} is {one.family}, not {said.family}")
        if said.seals != one.seals:
            raise RecordError("R6.2", f"{where} pays {list(one.seals)} seals, by seat, not {list(said.seals)}")


def _check_result(again: Replay, result: Any) -> None:
    """R9.4: the gold after the final evaluation, everybody who has the most, and how the game ended."""
    fields_of(result, ("gold", "winners", "end"), "the result")
    found = result_of(again.game)
    gold = [whole(number, "a result's gold") for number in list_of(result["gold"], "gold")]
    if gold != found["gold"]:
        raise RecordError("R9.4", f"the gold is {found['gold']}, by seat, not {gold}")
    winners = [whole(seat, "a winner") for seat in list_of(result["winners"], "winners")]
    if sorted(winners) != found["winners"]:
        raise RecordError("R9.4", f"the winners are {found['winners']}, not {winners}")
    if result["end"] != found["end"]:
        rule = "R9.3" if found["end"] == "stalemate" else "R9.2"
        raise RecordError(rule, f"the end is {found['end']!r}, not {result['end']!r}")
