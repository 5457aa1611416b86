"""Game records written from logs, replayed through the kernel, and checked down to the last seal and coin."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.record_form import check_turns, fields_of, list_of, whole
from arkadia_sim.errors import RecordError, RunError
from arkadia_sim.games.arkadia.bots_api.choices import (
    Banner,
    Build,
    Choice,
    Introduce,
    Owner,
    Pass,
    Piece,
    blank_decision,
    fill_decision,
    take,
)
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square, squares_text
from arkadia_sim.games.arkadia.play import PLAY
from arkadia_sim.games.arkadia.records.account import completions, draw_text, result_of, sold, tell_setup, tell_turn
from arkadia_sim.games.arkadia.records.form import (
    FORMAT,
    FORMAT_OF_SEATS,
    Completion,
    RecordedSetup,
    RecordedTurn,
    read_setup,
    read_turn,
)
from arkadia_sim.games.arkadia.rules.bitboard import squares_of, words_of
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import (
    Prepared,
    card_name,
    card_number,
    deal,
    open_first_turn,
    played_components,
    prepare,
)
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    CASTLE,
    DRAW,
    END,
    END_CASTLE,
    NO_CARD,
    NOBODY,
    OVER,
    WORKERS,
    new_game,
)
from arkadia_sim.games.arkadia.rules.turn import step
from arkadia_sim.rng import STREAM_WORDS


class Replay:
    """A game in progress, played by recorded decisions: a ``GAME`` record, and the components that name things.

    Play a turn in parts (``play_must``, ``play_castle``, ``play_banner``) or at once (``play_turn``), then call
    ``end_turn``. Each raises RecordError with the rule that the turn breaks. ``before`` is called with each choice
    before it is carried out.
    """

    def __init__(self, game: Any, components: Components) -> None:
        self.game = game
        self.components = components
        self.before: Callable[[Choice], None] = lambda choice: None

    @classmethod
    def of_record(cls, record: Mapping[str, Any], deck: Sequence[str] | None = None) -> "Replay":
        """A replay at the first turn of a record, after checking its set-up, and its cards if a deck is given."""
        setup = read_setup(record, deck)
        return cls(_dealt_again(setup), setup.components)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self.game["table"]["phase"]) == OVER

    def play_turn(self, turn: RecordedTurn) -> None:
        """Carry out all decisions of a turn; the game stops in phase END."""
        self.play_must(turn)
        self.play_castle(turn)
        self.play_banner(turn)

    def play_must(self, turn: RecordedTurn) -> None:
        """The must and its draw, up to the payout of completed buildings (R3 to R6)."""
        table = self.game["table"]
        if self.over:
            rule, why = ("R9.2", "the last round") if table["end"] == END_CASTLE else ("R9.3", "a pass of every player")
            raise RecordError(rule, f"the game was over after {why}, but the record goes on")
        if turn.seat != int(table["seat"]):
            raise RecordError("R3", f"seat {int(table['seat'])} is on turn, not seat {turn.seat}")
        self._take(turn.must)
        if int(table["phase"]) == DRAW:
            if turn.draw is None:
                raise RecordError("R4.5", "a card must be drawn after a building was laid out")
            self._take(turn.draw)
        elif turn.draw is not None:
            raise RecordError("R4.5", "a card is drawn only after a building was laid out, and while there are cards")

    def play_castle(self, turn: RecordedTurn) -> None:
        """The castle pieces, one per completed building while there are pieces (R7)."""
        table = self.game["table"]
        for number, piece in enumerate(turn.pieces):
            if int(table["phase"]) != CASTLE:
                if number < int(self.game["now"]["n_completed"]):
                    raise RecordError("R7.4", "no castle piece can be placed any more")
                raise RecordError("R7.1", f"one castle piece is placed per completed building, {number} in this turn")
            self._take(piece)
        if int(table["phase"]) == CASTLE:
            due = int(table["pieces_due"])
            raise RecordError("R7.1", f"a castle piece must be placed for each completed building; {due} more to place")

    def play_banner(self, turn: RecordedTurn) -> None:
        """The banner, or none (R8)."""
        if int(self.game["table"]["phase"]) == BANNER:
            self._take(turn.banner)
        elif turn.banner.used:
            raise RecordError("R8.1", f"seat {turn.seat} has no banner left")

    def end_turn(self) -> None:
        """End the turn: the next player begins, or the game is over and scored (R9)."""
        assert int(self.game["table"]["phase"]) == END
        step(self.game, blank_decision())

    def check_over(self) -> None:
        """Raise RecordError if the game is not over (R9)."""
        table = self.game["table"]
        if self.over:
            return
        if table["end_seat"] == NOBODY:
            raise RecordError("R9.1", "the record stops, but neither is floor 2 complete nor has everybody passed")
        raise RecordError("R9.2", "the record stops before the last round is over")

    def _take(self, choice: Choice) -> None:
        self.before(choice)
        take(self.game, choice, self.components)


def _dealt_again(setup: RecordedSetup) -> Any:
    """A ``GAME`` record at its first turn, dealt as the record says."""
    components = setup.components
    prepared = _prepared(components, setup.rules, setup.players)
    drawn = prepared.setup.copy()
    drawn[0]["n_lots"] = 1
    drawn[0]["lots"][0] = words_of(setup.lot)
    games = new_game()
    with np.errstate(over="ignore"):
        deal(games, prepared.start, drawn, np.ones(STREAM_WORDS, np.uint64))
    game = games[0]
    table = game["table"]
    for seat, hand in enumerate(setup.hands):
        game["hands"][seat]["cards"][: len(hand)] = _numbers(components, hand)
    table["face_up"] = NO_CARD
    table["face_up"][: len(setup.face_up)] = _numbers(components, setup.face_up)
    game["stack"][: len(setup.stack)] = _numbers(components, setup.stack[::-1])  # the last one is drawn next
    table["first_seat"] = table["seat"] = setup.first_seat
    open_first_turn(game)
    return game


_prepared = lru_cache(maxsize=64)(prepare)


def _numbers(components: Components, cards: Sequence[str]) -> list[int]:
    return [card_number(components, card) for card in cards]


def record_game(
    prepared: Prepared, rules: Mapping[str, Any], log: NDArray[Any], deal: int, bots: Sequence[str]
) -> dict[str, Any]:
    """The record of a finished game, from the seed of its deal and the log of its turns (``TURN`` records)."""
    game = PLAY.dealt(prepared, len(bots), deal)[0]
    return record_of(prepared, rules, log, game, game, deal, bots)


def record_of(
    prepared: Prepared,
    rules: Mapping[str, Any],
    log: NDArray[Any],
    start: Any,
    end: Any,
    seed: int,
    bots: Sequence[str],
) -> dict[str, Any]:
    """The record of a finished game, from its ``GAME`` at the first turn, which is played on, and its log.

    Only decisions are taken from the log; the game is dealt and played again through the kernel. RunError if the log
    does not lead to the end of that game.
    """
    components, game = played_components(prepared.components, start), start
    replay = Replay(game, components)
    dealt = tell_setup(game, components)
    turns = []
    try:
        for entry in log:
            replay.play_turn(decisions_of(entry, components))
            turns.append(tell_turn(game, components))
            replay.end_turn()
        replay.check_over()
    except RecordError as error:
        raise RunError(f"turn {len(turns)} of the log of deal {seed} does not replay: {error.rule}: {error}") from None
    played = RuleSet.from_mapping(rules)
    return {
        "format": FORMAT if played.plain else FORMAT_OF_SEATS,
        "players": len(bots),
        "rules": played.as_record(),
        **dealt,
        "bots": list(bots),
        "seed": int(seed),
        "turns": turns,
        "result": result_of(game),
    }


def decisions_of(entry: Any, components: Components) -> RecordedTurn:
    """The decisions of a logged turn."""
    pieces = tuple(
        Piece(components.families[int(entry["piece_family"][i])], int(entry["piece_square"][i]))
        for i in range(int(entry["n_pieces"]))
    )
    banner = Banner(True, sold(entry, components)) if entry["used_banner"] else Banner(False)
    must = must_of(entry, components)
    return RecordedTurn(int(entry["seat"]), must, draw_text(int(entry["draw"])), pieces=pieces, banner=banner)


def must_of(entry: Any, components: Components) -> Build | Introduce | Pass:
    """The must of a ``TURN`` record, as a person would write it."""
    squares = frozenset(squares_of(entry["squares"]))
    if entry["kind"] == BUILD:
        return Build(card_name(components, int(entry["card"])), squares)
    if entry["kind"] == WORKERS:
        workers: dict[Square, Owner] = dict.fromkeys(squares_of(entry["own"]), "own")
        workers |= dict.fromkeys(squares_of(entry["neutral"]), "neutral")
        return Introduce(squares, workers)
    return Pass()


def decisions_of_record(record: Mapping[str, Any]) -> Iterator[Any]:
    """The decisions of a recorded game, in order; passes, which are forced, are none."""
    replay, made = Replay.of_record(record), list[Any]()

    def note(choice: Choice) -> None:
        if not isinstance(choice, Pass):
            made.append(blank_decision())
            fill_decision(made[-1], choice, replay.game["table"], replay.components)

    replay.before = note
    for entry in record["turns"]:
        replay.play_turn(read_turn(entry))
        yield from made
        made.clear()
        replay.end_turn()


def check_record(record: Mapping[str, Any], deck: Sequence[str] | None = None) -> None:
    """Replay a record and check everything it states; RecordError for the first fault.

    The error's ``rule`` is the number of the rule broken, or ``"record"`` for a breach of the format. Its ``turn`` is
    None for a fault in the set-up, and the number of turns for one in the end or the result. ``deck`` is the deck that
    was used, the shipped one by default.
    """
    replay = Replay.of_record(record, Components.shipped().cards if deck is None else deck)
    check_turns(
        record["turns"],
        lambda entry: _check_turn(replay, read_turn(entry)),
        lambda: _check_end(replay, record["result"]),
    )


def _check_turn(replay: Replay, turn: RecordedTurn) -> None:
    replay.play_must(turn)
    _check_completed(turn.completed, completions(replay.game, replay.components))
    replay.play_castle(turn)
    replay.play_banner(turn)
    gold = int(replay.game["now"]["sale_gold"])
    if turn.banner.used and turn.gold != gold:
        raise RecordError("R8.2", f"the seals sold are worth {gold} gold, not {turn.gold}")
    replay.end_turn()


def _check_completed(stated: Sequence[Completion], completed: Sequence[Completion]) -> None:
    """R6: the same buildings in the same order, with the same families and seals."""
    stated_squares, squares = [[building.squares for building in buildings] for buildings in (stated, completed)]
    for place in stated_squares:
        if place not in squares:
            raise RecordError("R6.1", f"no building on {squares_text(place)} is completed in this turn")
    for place in squares:
        if place not in stated_squares:
            raise RecordError("R6.1", f"the building on {squares_text(place)} is complete, which the record leaves out")
    if stated_squares != squares:
        raise RecordError("R6.3", "buildings are paid once each, in the order in which they were laid out")
    for entry, building in zip(stated, completed, strict=True):
        where = f"the building on {squares_text(building.squares)}"
        if entry.family != building.family:
            raise RecordError("R6.2", f"{where} is {building.family}, not {entry.family}")
        if entry.seals != building.seals:
            raise RecordError("R6.2", f"{where} pays {list(building.seals)} seals, by seat, not {list(entry.seals)}")


def _check_end(replay: Replay, result: Any) -> None:
    """R9: whether the game is over, the final gold, everybody with the most gold, and how the game ended."""
    replay.check_over()
    fields_of(result, ("gold", "winners", "end"), "the result")
    expected = result_of(replay.game)
    gold = [whole(number, "a result's gold") for number in list_of(result["gold"], "gold")]
    if gold != expected["gold"]:
        raise RecordError("R9.4", f"the gold is {expected['gold']}, by seat, not {gold}")
    winners = [whole(seat, "a winner") for seat in list_of(result["winners"], "winners")]
    if sorted(winners) != expected["winners"]:
        raise RecordError("R9.4", f"the winners are {expected['winners']}, not {winners}")
    if result["end"] != expected["end"]:
        rule = "R9.3" if expected["end"] == "stalemate" else "R9.2"
        raise RecordError(rule, f"the end is {expected['end']!r}, not {result['end']!r}")
