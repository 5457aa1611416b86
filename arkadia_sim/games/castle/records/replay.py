"""Game records written from logs, and checked against the rules down to the last resident and point."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.record_form import check_result, check_turns, fields_of, list_of, same_form, shown
from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.bots_api.choices import RULE_OF_KIND, read_pick
from arkadia_sim.games.castle.components.box import FACES, GUESTS
from arkadia_sim.games.castle.records.account import (
    KIND_NAMES,
    Display,
    result_of,
    tell_board,
    tell_deck,
    tell_last,
    tell_turn,
)
from arkadia_sim.games.castle.records.form import (
    COUNTS,
    FORMAT,
    LAST_FIELDS,
    STEP_FIELDS,
    TURN_FIELDS,
    RecordedSetup,
    read_setup,
)
from arkadia_sim.games.castle.rules.setup import Prepared, fill_board, open_as_told, prepare
from arkadia_sim.games.castle.rules.state import (
    BOARD_DTYPE,
    DECISION_DTYPE,
    DECISIONS,
    END,
    NOBODY,
    ROLL,
    SCRIPT_MAX,
    new_game,
)
from arkadia_sim.games.castle.rules.turn import FAULTS, NO_CANDIDATE, OK, step


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
    head: dict[str, Any] = {
        "board": tell_board(start["table"]),
        "deck": tell_deck(start),
        "first_seat": int(start["table"]["first_seat"]),
    }
    display = Display(head["deck"], bool(start["table"]["rules"]["architect"]))
    turns: list[dict[str, Any]] = []
    last: list[dict[str, Any]] = []
    for turn in log:
        told, last = tell_turn(turn, display)
        turns.append(told)
    finisher = int(end["table"]["finisher"])
    return {
        "format": FORMAT,
        "players": players,
        "rules": dict(rules),
        **head,
        "bots": list(bots),
        "seed": int(seed),
        "turns": turns,
        "last": [] if finisher == NOBODY else tell_last(last, finisher, players),
        "result": result_of(end),
    }


def play_log(game: Any, log: NDArray[Any]) -> None:
    """Play the decisions of a log in a ``GAME`` record at its first turn."""
    table, decision = game["table"], np.zeros(1, DECISION_DTYPE)[0]
    with np.errstate(over="ignore"):
        for turn in log:
            for entry in turn["steps"][: int(turn["n_steps"])]:
                if entry["kind"] != ROLL and entry["of"] > 1:
                    decision["pick"] = entry["pick"]
                    step(game, decision)
            assert table["phase"] == END, "the log does not lead to the end of a turn"
            step(game, decision)


# -- records played again --------------------------------------------------------------------------------------------


class Replay:
    """A recorded game that is played again turn by turn: ``game`` is its ``GAME`` record.

    Args:
        record: The record.

    Raises:
        RecordError: The set-up is not one that the rules allow.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.setup = read_setup(record)
        self.turns, self.last = record["turns"], record["last"]
        games = new_game()
        games[0] = prepare(self.setup.rules, self.setup.players).start[0]
        self.game = games[0]
        _lay_out(self.game, self.setup)
        self.display = Display(self.setup.deck, self.setup.rules.is_architect)
        if not self.turns:
            raise RecordError("C4.1", "a game has a turn at the least")
        self.steps = self._load(0)
        with np.errstate(over="ignore"):
            open_as_told(self.game, self.setup.first_seat)

    def _load(self, number: int) -> list[Any]:
        """Read a turn of the record and put its dice and rolls into the script; returns its steps, those of the last
        buildings behind the last turn included."""
        entry = self.turns[number]
        fields_of(entry, TURN_FIELDS, "a turn")
        steps = list(list_of(entry["steps"], "steps"))
        if number == len(self.turns) - 1:
            for building in self.last:
                fields_of(building, LAST_FIELDS, "a last building")
                steps += list_of(building["steps"], "steps")
        for told in steps:
            fields_of(told, STEP_FIELDS, "a step", COUNTS)
        dice = list_of(entry["dice"], "dice")
        if len(dice) != DICE_ROLLED:
            raise RecordError("C4.1", f"two dice are rolled, not {shown(dice)}")
        faces = [*dice, *(told["pick"] for told in steps if told["kind"] == KIND_NAMES[ROLL])]
        for face in faces:
            if face not in self.setup.rules.die:
                raise RecordError("C1.2", f"a die shows one of {', '.join(self.setup.rules.die)}, not {shown(face)}")
        faces = faces[:SCRIPT_MAX]
        self.game["script"][: len(faces)] = [FACES.index(face) for face in faces]
        self.game["scripted"], self.game["read"] = len(faces), 0
        return steps

    def play_turn(self, before: Callable[[Any], None] = lambda decision: None) -> tuple[dict[str, Any], list[Any]]:
        """Play the turn that has begun; ``before(decision)`` is called before each decision with a choice.

        Returns:
            The turn as a record has it, and the steps of the last buildings after it.

        Raises:
            RecordError: A decision of the record cannot be made.
        """
        table, decision = self.game["table"], np.zeros(1, DECISION_DTYPE)[0]
        while table["phase"] != END:
            done, kind = int(self.game["now"]["n_steps"]), DECISIONS[int(table["phase"])]
            who = f"seat {int(table['seat'])} decides about {kind}"
            if done >= len(self.steps):
                raise RecordError(RULE_OF_KIND[kind], f"the steps stop, but {who}")
            told = self.steps[done]
            if not (same_form(told["kind"], kind) and same_form(told["seat"], int(table["seat"]))):
                raise RecordError(RULE_OF_KIND[kind], f"{who}, not seat {told['seat']!r} about {told['kind']!r}")
            decision["pick"] = read_pick(table, told["pick"])
            before(decision)
            with np.errstate(over="ignore"):
                fault = int(step(self.game, decision))
            if fault != OK:
                rule = RULE_OF_KIND[kind] if fault == NO_CANDIDATE else FAULTS[fault][0]
                raise RecordError(rule, f"{who}: {shown(told['pick'])}: {FAULTS[fault][1]}")
        return tell_turn(self.game["now"], self.display)

    def end_turn(self, number: int) -> None:
        """Go on from turn ``number`` to the next, or to the end of the game; RecordError if they do not agree."""
        table, more = self.game["table"], number + 1 < len(self.turns)
        over = table["finisher"] != NOBODY or table["turn"] + 1 >= table["rules"]["turn_limit"]
        if more and over:
            raise RecordError("C9.4", "the game is over, but the record goes on")
        if not more and not over:
            raise RecordError("C9.1", "the record stops, but the game goes on")
        if more:
            self.steps = self._load(number + 1)
        with np.errstate(over="ignore"):
            step(self.game, np.zeros(1, DECISION_DTYPE)[0])


DICE_ROLLED = 2


def _lay_out(game: Any, setup: RecordedSetup) -> None:
    """Put board and deck of a record into a game; no die is left to luck, but a record may have too few."""
    board = np.zeros(1, BOARD_DTYPE)[0]
    fill_board(board, setup.board)
    game["table"]["board"] = board
    cards = [GUESTS.index(card) for card in setup.deck] if setup.rules.is_architect else setup.deck
    game["deck"][: len(cards)] = cards
    game["luck"], game["more_luck"] = 1, 1


def decisions_of_record(record: Mapping[str, Any]) -> Iterator[Any]:
    """The decisions with a choice of a recorded game, in order."""
    replay, made = Replay(record), list[Any]()
    for number in range(len(replay.turns)):
        replay.play_turn(lambda decision: made.append(decision.copy()))
        yield from made
        made.clear()
        replay.end_turn(number)


def check_record(record: Mapping[str, Any]) -> None:
    """Replay a record and check everything it states; RecordError for the first fault.

    The error's ``rule`` is the number of the rule broken, or ``"record"`` for a breach of the format. Its ``turn`` is
    None for a fault in the set-up, and the number of turns for one in the end or the result.
    """
    replay = Replay(record)

    def check_turn(entry: tuple[int, Any]) -> None:
        number, stated = entry
        turn, last = replay.play_turn()
        _compare_turn(stated, turn)
        if number == len(replay.turns) - 1:
            _compare_last(replay, last)
        replay.end_turn(number)

    rules = {"end": "C9.1", "castles": "C7", "scores": "C10.1", "winners": "C10.3"}
    check_turns(
        enumerate(replay.turns), check_turn, lambda: check_result(record["result"], result_of(replay.game), rules)
    )


def _compare_turn(stated: Any, true: Mapping[str, Any]) -> None:
    """Compare a turn as stated with the true one."""
    if not same_form(stated["seat"], true["seat"]):
        raise RecordError("C4.5", f"seat {true['seat']} is on turn, not {shown(stated['seat'])}")
    if not same_form(stated["dice"], true["dice"]):
        raise RecordError("C4.1", f"the dice show {true['dice']}, not {shown(stated['dice'])}")
    _compare_steps(stated["steps"], true["steps"])


def _compare_steps(stated: list[Any], true: list[Any]) -> None:
    """Compare the steps of a turn or a last building; counts of candidates where they are stated."""
    for number in range(max(len(stated), len(true))):
        if number >= len(true):
            raise RecordError("C12", f"step {number} is too much: {shown(stated[number])}")
        step = true[number]
        rule = RULE_OF_KIND[step["kind"]]
        if number >= len(stated):
            raise RecordError(rule, f"step {number} is missing: {shown(step)}")
        claim = stated[number]
        expected = {name: value for name, value in step.items() if name in claim or name != COUNTS}
        if not same_form(dict(claim), expected):
            raise RecordError(rule, f"step {number} is {shown(expected)}, not {shown(claim)}")


def _compare_last(replay: Replay, steps: list[Any]) -> None:
    """C9.2: the last buildings."""
    finisher = int(replay.game["table"]["finisher"])
    true = [] if finisher == NOBODY else tell_last(steps, finisher, replay.setup.players)
    if len(replay.last) != len(true):
        raise RecordError("C9.2", f"{len(true)} players build once more, not {len(replay.last)}")
    for stated, building in zip(replay.last, true, strict=True):
        if not same_form(stated["seat"], building["seat"]):
            raise RecordError("C9.2", f"seat {building['seat']} builds, not {shown(stated['seat'])}")
        _compare_steps(stated["steps"], building["steps"])
