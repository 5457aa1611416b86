"""Recorded games of compiled games, played again turn by turn, checked, and told."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.engine import Engine, copied
from arkadia_sim.compiled.language import Language, Said
from arkadia_sim.compiled.ranking import FindBot, considered, rankings_at
from arkadia_sim.compiled.record_form import check_same
from arkadia_sim.core.scene import Candidate, Position, seat_text
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE
from arkadia_sim.rng import STREAM_WORDS, seat_seeds, seed_stream


class Replay:
    """A recorded game that is played again turn by turn: ``game`` is its ``GAME``, ``log`` has the turns so far."""

    def __init__(self, kind: type[Language], engine: Engine, record: Mapping[str, Any]) -> None:
        prepared, laid_out = kind.read_head(record)
        self.language, self._play = kind(engine, prepared), engine.play
        self.games, records = engine.records.new_game(), engine.records
        self.games[0], self.game = laid_out, self.games[0]
        self._turns = self.language.read_turns(record)
        self._next: list[Said] | None = None
        self._fault: RecordError | None = None
        self._log, self._progress = np.zeros(len(record["turns"]), records.turn), np.zeros(1, PROGRESS_DTYPE)
        self._rows, self._decision = np.zeros(record["players"], records.row), np.zeros(1, records.decision)[0]
        self._read_next()
        with np.errstate(over="ignore"):
            self.language.open(self.game, record["first_seat"])

    def _read_next(self) -> None:
        """Read the turn that comes next. A fault in it counts when its turn has come."""
        try:
            self._next = next(self._turns, None)
            if self._next is not None:
                self.language.bring(self.game, self._next)
        except RecordError as fault:
            self._next, self._fault = [], fault

    @property
    def log(self) -> NDArray[Any]:
        """The ``TURN`` records so far."""
        return self._log[: int(self._progress[0]["logged"])]

    def turns(self, before: Callable[[Any], None] = lambda decision: None) -> Iterator[int]:
        """Play turn by turn, and yield the number of each; see :meth:`Language.play_turn`."""
        rule = self.language.field_rules["turns"]
        while self._next is not None:
            if self._fault is not None:
                raise self._fault
            if self.game["table"]["phase"] == self._play.over:
                raise RecordError(rule, "the game is over, but the record goes on")
            self.language.play_turn(self.game, self._next, before)
            self._read_next()
            with np.errstate(over="ignore"):
                self._play.advance(self.games, self._decision, self._rows, 0, self._log, self._progress)
            yield len(self.log) - 1
        if self.game["table"]["phase"] != self._play.over:
            raise RecordError(rule, "the record stops, but the game goes on")

    def check(self, record: Mapping[str, Any]) -> None:
        """Check everything that the record states; RecordError for the first fault."""
        language, checked = self.language, 0
        try:
            for number in self.turns():
                true = language.body(self.log[number : number + 1], self.game)["turns"][0]
                language.check_turn(language.in_order(record["turns"][number]), true)
                checked += 1
            end = {**language.body(self.log[-1:], self.game), "result": language.result(self.game)}
            for field in end.keys() - {"turns"}:
                stated = _in_order(record[field])
                check_same(stated, end[field], language.field_rules, field, optional=language.optional)
        except RecordError as error:
            error.turn = checked
            raise

    def moments(self) -> Iterator[tuple[int, NDArray[Any], Any]]:
        """The turn, the game before each decision and the decision; at the end, there is none."""
        held: list[tuple[NDArray[Any], Any]] = []
        for number in self.turns(lambda decision: held.append((copied(self.games), decision.copy()))):
            yield from ((number + 1, *moment) for moment in held)
            held.clear()
        yield len(self.log), copied(self.games), None

    def positions(self, record: Mapping[str, Any], judge: str | None, find_bot: FindBot) -> Iterator[Position]:
        """The position before the first turn and after each, with what bots thought; RecordError for a fault."""
        bots, language, game, table = record["bots"], self.language, self.game, self.game["table"]
        thinkers, candidates = rankings_at(bots, judge, find_bot), list[Candidate]()
        streams, befores = _streams(record, len(bots)), self.games.copy()
        yield Position(0, None, (language.beginning(table),), language.picture(game, bots, None))

        looked_at = 0

        def consider(decision: Any) -> None:
            nonlocal looked_at
            looked_at, seat, title = looked_at + 1, int(table["seat"]), language.title(game, looked_at + 1)
            title = title if seat == game["now"]["seat"] else f"{seat_text(seat)}, {title}"
            ranked = considered(title, thinkers[seat], language, game, decision, streams[seat])
            candidates.extend(replace(candidate, seat=seat) for candidate in ranked)

        try:
            for number in self.turns(consider):
                now = self.log[number]
                words = tuple(language.turn_and_ending(befores[0], now, game, secret=False))
                seat, befores[0] = int(now["seat"]), game
                scene = language.picture(game, bots, now)
                yield Position(number + 1, seat, words, scene, tuple(candidates), bots[seat], judge or "")
                looked_at = 0
                candidates.clear()
        except RecordError as error:
            error.turn = len(self.log)
            raise


def _in_order(stated: Any) -> Any:
    """A result of a record with its winners in order of seats."""
    winners = stated.get("winners") if isinstance(stated, Mapping) else None
    ordered = isinstance(winners, list) and all(type(winner) is int for winner in winners)
    return {**stated, "winners": sorted(winners)} if ordered and winners else stated


def _streams(record: Mapping[str, Any], players: int) -> NDArray[np.uint64]:
    """The random streams of the seats at the start; a bot that draws nothing from its own stays there."""
    seed = record["seed"] if isinstance(record["seed"], int) else 0  # other programs may write a text, or none
    streams, seeds = np.zeros((players, STREAM_WORDS), np.uint64), seat_seeds(np.array([seed % (1 << 64)], np.uint64))
    with np.errstate(over="ignore"):
        for seat in range(players):
            seed_stream(streams[seat], seeds[0, seat])
    return streams
