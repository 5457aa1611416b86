"""Plays compiled games in Python, decision by decision, so that a test can look and interfere before each."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.game import Setting
from arkadia_sim.core.scene import seat_text
from arkadia_sim.kernels.play_loop import NOBODY, OK, PROGRESS_DTYPE

DECISIONS_OF_A_TURN = 16
"""More decisions than the average turn has; a bot that breaks the game might never end it."""


class Moment(NamedTuple):
    """A decision about to be made: the ``GAME`` record, the seat on turn, its ``MIND`` record and the decision's name.
    :meth:`Sitting.drive` yields the real records: a test that changes them changes the game."""

    game: Any
    seat: int
    mind: Any
    decision: str

    def keep(self) -> "Moment":
        """A read-only copy that does not change with the game."""
        game, mind = (np.frombuffer(record.tobytes(), record.dtype)[0] for record in (self.game, self.mind))
        return Moment(game, self.seat, mind, self.decision)

    @property
    def phase(self) -> int:
        """The number of the decision."""
        return int(self.game["table"]["phase"])

    def __str__(self) -> str:
        table = self.game["table"]
        return f"{self.decision} of turn {table['turn']} ({seat_text(self.seat)} of {table['players']})"


class Sitting:
    """Bots at a table, one per seat, in a setting."""

    def __init__(self, game: CompiledGame, bots: Sequence[str | Seated], setting: Setting) -> None:
        self.game, self.prepared = game, game.prepared(setting)
        self.seated = [game.find_bot(bot) if isinstance(bot, str) else bot for bot in bots]
        self.rows = np.zeros(setting.players, game.engine.records.row)
        self.fault = ""

    def drive(self, deal: int) -> Iterator[Moment]:
        """Play a deal and yield each moment just before its bot is asked. Afterwards ``rows`` holds the rows of the
        game, and ``fault`` says what ended it early, or is empty. Each bot gets a copy of the game, so that it cannot
        damage the game itself."""
        engine, records, play = self.game.engine, self.game.engine.records, self.game.engine.play
        games, copies = records.new_game(), records.new_game()
        minds, decisions = engine.minds_of(self.seated), np.zeros(2, records.decision)
        no_log, progress = np.zeros(0, records.turn), np.zeros(1, PROGRESS_DTYPE)
        self.fault = ""
        play.deal_by_hand(games, self.prepared, minds, deal, self.rows)
        asks = self.game.asks(self.seated, minds, self.prepared, games[0])
        table, most = games[0]["table"], DECISIONS_OF_A_TURN * play.turns_max
        for _ in range(most):
            if table["phase"] == play.over:
                break
            seat = int(table["seat"])
            decisions[0] = decisions[1]
            if not engine.moves_on(table, decisions[0]):
                yield Moment(games[0], seat, minds[seat], engine.decisions[int(table["phase"])])
                copies[0] = games[0]
                try:
                    with np.errstate(over="ignore"):
                        asks[seat](copies[0], decisions[0])
                except Exception as error:  # the bot's own: the game ends here
                    self.fault = f"{type(error).__name__}: {error}"
                    break
            with np.errstate(over="ignore"):
                status = play.advance(games, decisions[0], self.rows, 0, no_log, progress)
            if status != OK:
                self.fault = ": ".join(engine.faults[status])
                break
        else:
            self.fault = f"no end after {most} decisions"
        with np.errstate(over="ignore"):
            play.close_game(games[0], self.rows, 0, int(table["seat"]) if self.fault else NOBODY)


class Understudy:
    """Asks a bot what it would do at copies of moments, without changing a game. ``game``, ``mind`` and ``decision``
    are its own records: take a moment, change the records for the test, and get the answer. All moments must be of
    games with the same pieces."""

    def __init__(self, game: CompiledGame, bot: Seated, seat: int, setting: Setting) -> None:
        records = game.engine.records
        self.seat, self._bot, self._of, self._prepared = seat, bot, game, game.prepared(setting)
        self._games, self._minds = records.new_game(), records.new_minds()
        self._decisions = np.zeros(2, records.decision)
        self.game, self.mind, self.decision = self._games[0], self._minds[seat], self._decisions[0]
        self._ask: Any = None

    def take(self, moment: Moment) -> "Understudy":
        """Go back to a moment, with an empty decision; parameters and temperature stay the bot's own."""
        engine, players = self._of.engine, int(moment.game["table"]["players"])
        self._games[0] = moment.game
        self._minds[self.seat] = moment.mind
        settings = engine.settings_of([self._bot], players)[0]
        for name in engine.records.settings.names or ():
            self.mind[name] = settings[name]
        self._decisions[0] = self._decisions[1]
        if self._ask is None:
            self._ask = self._of.asks([self._bot] * players, self._minds, self._prepared, self.game)[self.seat]
        return self

    def answer(self) -> tuple[Any, ...]:
        """What the bot decides: the fields of the decision that count, by name and value, or what it raised."""
        try:
            with np.errstate(over="ignore"):
                self._ask(self.game, self.decision)
        except Exception as error:  # the bot's own, and an answer too
            return ("raises", f"{type(error).__name__}: {error}")
        fields = self._of.bot_trials.fields_that_count(self.decision, int(self.game["table"]["phase"]))
        return tuple((field, self.decision[field].tolist()) for field in fields)


def understudies(game: CompiledGame, bot: Seated, setting: Setting) -> list[Understudy]:
    """The same bot in every seat."""
    return [Understudy(game, bot, seat, setting) for seat in range(setting.players)]
