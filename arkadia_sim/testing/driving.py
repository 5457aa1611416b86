"""Games of Arkadia played in Python one decision at a time, so that a test can look, and step in, before each.

>>> sitting = Sitting(["random", "random"], GAME.setting(2, {}, {}))      # doctest: +SKIP
>>> for moment in sitting.drive(deal=7):                                  # doctest: +SKIP
...     print(moment.seat, moment.game["table"]["phase"])
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.game import Setting
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.python_bots import ask
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.game import ENGINE
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import played_components, prepare
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    CASTLE,
    DECISION_DTYPE,
    DRAW,
    MUST,
    NOBODY,
    OVER,
    PHASE_NAMES,
    SEATS_MAX,
    SETTINGS_DTYPE,
    TURN_DTYPE,
    TURNS_MAX,
    WORKERS,
    new_game,
    new_minds,
)
from arkadia_sim.games.arkadia.rules.turn import FAULTS, OK
from arkadia_sim.games.arkadia.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE

DECISIONS_MAX = 16 * TURNS_MAX
"""More decisions than any game has; a bot that spoils the game might go on for ever."""


class Moment(NamedTuple):
    """A decision about to be asked for: the ``GAME`` record, the seat on turn and its ``MIND`` record.

    From :meth:`Sitting.drive` these are the real ones: what a test changes in them, changes the game.
    """

    game: Any
    seat: int
    mind: Any

    def keep(self) -> "Moment":
        """A copy that stays as it is while the game goes on; it cannot be written to."""
        game, mind = (np.frombuffer(record.tobytes(), record.dtype)[0] for record in (self.game, self.mind))
        return Moment(game, self.seat, mind)

    @property
    def phase(self) -> int:
        """Which decision is asked for."""
        return int(self.game["table"]["phase"])

    def __str__(self) -> str:
        table = self.game["table"]
        return f"{PHASE_NAMES[self.phase]} of turn {table['turn']} (seat {self.seat} of {table['players']})"


class Sitting:
    """Bots at a table, one per seat, by the rules and with the components of a setting."""

    def __init__(self, bots: Sequence[str | Seated], setting: Setting) -> None:
        self.seated = [find_bot(bot) if isinstance(bot, str) else bot for bot in bots]
        self.components = Components.from_json(setting.components)
        self.prepared = prepare(self.components, RuleSet.from_mapping(setting.rules), setting.players)
        self.rows = np.zeros(setting.players, ROW_DTYPE)
        self.fault = ""

    def drive(self, deal: int) -> Iterator[Moment]:
        """Play the deal of that seed, handing over each moment just before its bot is asked.

        Afterwards ``rows`` holds the rows of the game and ``fault`` says what ended it before its time, or is empty.
        Each bot is asked at a copy of the game, so that even one that spoils what it is handed cannot spoil the game.
        """
        games, shown = new_game(), new_game()
        minds = ENGINE.minds_of(self.seated)
        decisions = np.zeros(2, DECISION_DTYPE)
        no_log, progress = np.zeros(0, TURN_DTYPE), np.zeros(1, PROGRESS_DTYPE)
        self.fault = ""
        play.deal_by_hand(games, self.prepared, minds, deal, self.rows)
        components = played_components(self.components, games[0])
        asks = [ask(one, seat, minds, components) for seat, one in enumerate(self.seated)]
        table = games[0]["table"]
        for _ in range(DECISIONS_MAX):
            if table["phase"] == OVER:
                break
            seat = int(table["seat"])
            decisions[0] = decisions[1]
            if not play.moves_on(table, decisions[0]):
                yield Moment(games[0], seat, minds[seat])
                shown[0] = games[0]
                try:
                    with np.errstate(over="ignore"):
                        asks[seat](shown[0], decisions[0])
                except Exception as error:  # the bot's own: the game ends here
                    self.fault = f"{type(error).__name__}: {error}"
                    break
            with np.errstate(over="ignore"):
                status = play.advance(games, decisions[0], self.rows, 0, no_log, progress)
            if status != OK:
                self.fault = ": ".join(FAULTS[status])
                break
        else:
            self.fault = f"no end after {DECISIONS_MAX} decisions"
        play.close_game(games[0], self.rows, 0, int(table["seat"]) if self.fault else NOBODY)


class Understudy:
    """A bot asked what it would do at copies of moments; what it is asked changes no game.

    ``game``, ``mind`` and ``decision`` are its own records: take a moment, change in them what the test is about, and
    hear the answer.
    """

    def __init__(self, one: Seated, seat: int, components: Components) -> None:
        self.seat = seat
        self._games, self._minds, self._decisions = new_game(), new_minds(), np.zeros(2, DECISION_DTYPE)
        self._one = one
        self.game, self.mind, self.decision = self._games[0], self._minds[seat], self._decisions[0]
        self._ask = ask(one, seat, self._minds, components)

    def take(self, moment: Moment) -> "Understudy":
        """Go back to a moment, with an empty decision; parameters and temperature stay the bot's own."""
        self._games[0] = moment.game
        self._minds[self.seat] = moment.mind
        settings = ENGINE.settings_of([self._one], int(moment.game["table"]["players"]))[0]
        for name in SETTINGS_DTYPE.names or ():
            self.mind[name] = settings[name]
        self._decisions[0] = self._decisions[1]
        return self

    def answer(self) -> tuple[Any, ...]:
        """What the bot decides: the fields of the decision that count, by name and value, or what it raised."""
        try:
            with np.errstate(over="ignore"):
                self._ask(self.game, self.decision)
        except Exception as error:  # the bot's own, and an answer too
            return ("raises", f"{type(error).__name__}: {error}")
        fields = fields_that_count(self.decision, int(self.game["table"]["phase"]))
        return tuple((field, self.decision[field].tolist()) for field in fields)


def understudies(one: Seated, components: Components) -> list[Understudy]:
    """The same bot in every seat."""
    return [Understudy(one, seat, components) for seat in range(SEATS_MAX)]


def fields_that_count(decision: Any, phase: int) -> tuple[str, ...]:
    """The fields of a filled-in decision that the kernel reads in that phase."""
    if phase == MUST:
        if decision["kind"] == BUILD:
            return ("kind", "card", "orientation", "anchor")
        return ("kind", "building", "own", "neutral") if decision["kind"] == WORKERS else ("kind",)
    if phase == BANNER:
        return ("use_banner", "sold") if decision["use_banner"] else ("use_banner",)
    return {DRAW: ("draw",), CASTLE: ("family", "castle_square")}[phase]
