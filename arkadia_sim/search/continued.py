"""Games that are continued from a position, once as they were and once with something changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.engine import copied
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.game import Setting
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.play_loop import NOBODY, OK, PROGRESS_DTYPE, Ask
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew


@dataclass(frozen=True)
class ContinuedRequest:
    """What is played on: the game, table sizes, deals for each, seed, rules and pieces."""

    game: str
    players: tuple[int, ...]
    deals: int
    seed: int
    rules: Mapping[str, Any]
    components: Mapping[str, Any]


def compiled_game(name: str, bots: Sequence[str]) -> CompiledGame:
    """The game; UsageError if it or one of the bots is in plain Python, which would take too long."""
    game = find_game(name)
    if not isinstance(game, CompiledGame):
        raise UsageError(f"{game.title} is written in plain Python: only games with compiled code can be continued")
    for bot in bots:
        if game.find_bot(bot).bot.in_python:
            raise UsageError(
                f"bot {bot} is written in plain Python, which is too slow here: a compiled one is written by "
                "new-bot --compiled"
            )
    return game


Part = TypeVar("Part")
Play = Callable[[Any, Setting, int, int], Part]
"""``play(request, setting, first, count)`` plays so many deals from ``first`` on, in any process."""


def played_parts(
    request: ContinuedRequest, bots: Sequence[str], play: Play[Part], chunk: int, crew: Crew, progress: Progress,
    games_of_deal: int = 1,
) -> Iterator[tuple[int, list[Part]]]:  # fmt: skip
    """Play the deals of a request, ``chunk`` of them in one go; yield what came out, by table size and in the order of
    the deals. ``bots`` are all that are asked; a deal counts as so many games in the progress."""
    game = compiled_game(request.game, bots)
    game.warm_up(bots)
    settings = [game.setting(size, request.rules, request.components) for size in request.players]
    settings[0].refuse_shared("playing on")
    chunks = [
        (request, setting, first, min(chunk, request.deals - first))
        for setting in settings
        for first in range(0, request.deals, chunk)
    ]
    progress.start(request.deals * len(request.players) * games_of_deal, 0)
    parts: dict[int, list[Part]] = {size: [] for size in request.players}
    for (_, setting, _, count), part in zip(chunks, crew.answers(play, chunks, request.game, bots), strict=True):
        parts[setting.players].append(part)
        progress.advance(count * games_of_deal)
    yield from parts.items()


class Continued:
    """A table of compiled bots that can go back to a position and play on from it."""

    def __init__(self, game: CompiledGame, bots: Sequence[str], setting: Setting | None, prepared: Any = None) -> None:
        self._game, self._engine = game, game.engine
        self._seated = [game.find_bot(bot) for bot in bots]
        self._prepared = game.prepared(game.with_head_starts(setting, self._seated)) if setting else prepared
        self._deciders = self._engine.deciders_of(self._seated)
        self._room = np.zeros(2, self._engine.records.decision)
        self._rows = np.zeros(len(bots), self._engine.records.row)
        self._log, self._progress = np.zeros(0, self._engine.records.turn), np.zeros(1, PROGRESS_DTYPE)
        self._minds = self._engine.minds_of(self._seated)
        self.games, self.minds = self._engine.records.new_game(), self._minds
        self._deal = 0

    @property
    def seat(self) -> int:
        """The seat on turn; -1 when the game is over."""
        table = self.games[0]["table"]
        return -1 if table["phase"] == self._engine.play.over else int(table["seat"])

    @property
    def phase(self) -> int:
        """The number of the decision that the seat on turn has to make."""
        return int(self.games[0]["table"]["phase"])

    @property
    def turns(self) -> int:
        """The turns that were played."""
        return int(self.games[0]["table"]["turn"])

    def agree(self, one: Any, other: Any) -> bool:
        """Whether two decisions of the seat on turn come to the same."""
        language = self._game.speaks(self._prepared, self.games[0])
        handed = self._engine.handed(self.games[0], self.seat)
        return bool(language.meaning(handed, one) == language.meaning(handed, other))

    def deal(self, deal: int) -> None:
        """Deal anew."""
        self._deal, self.minds = deal, self._minds.copy()
        self._engine.play.deal_by_hand(self.games, self._prepared, self.minds, deal, self._rows)

    def go_back(self, games: Any, minds: Any) -> None:
        """Go back to a position."""
        self.games, self.minds = copied(games), copied(minds)

    def asks(self) -> list[Ask]:
        """How the bots of this table are asked, by seat, until it is dealt anew or goes back."""
        return self._game.asks(self._seated, self.minds, self._prepared, self.games[0])

    def asks_of(self, bot: str) -> list[Ask]:
        """How another bot is asked for a decision at this deal, by seat."""
        seated = [self._game.find_bot(bot)] * len(self._seated)
        minds, games = self._engine.minds_of(seated), self._engine.records.new_game()
        self._engine.play.deal_by_hand(games, self._prepared, minds, self._deal, self._rows.copy())
        return self._game.asks(seated, minds, self._prepared, self.games[0])

    def choice(self, ask: Ask) -> Any:
        """What a bot decides for the seat on turn; the game stays as it is."""
        decision = np.zeros(1, self._engine.records.decision)[0]
        with np.errstate(over="ignore"):
            ask(self.games.copy()[0], decision)
        return decision

    def moves_on(self) -> bool:
        """Go on if nobody is asked; whether it did."""
        self._room[0] = self._room[1]
        if not self._engine.moves_on(self.games[0]["table"], self._room[0]):
            return False
        self.take(self._room[0])
        return True

    def take(self, decision: Any) -> None:
        """Carry out a decision."""
        with np.errstate(over="ignore"):
            self._check(self._engine.play.advance(self.games, decision, self._rows, 0, self._log, self._progress))

    def play_on(self, turns: int) -> None:
        """Play so many turns; RunError if a bot breaks a rule."""
        with np.errstate(over="ignore"):
            self._check(self._engine.run_out.run_out(self.games, self.minds, self._deciders, self._room, turns))

    def _check(self, status: Any) -> None:
        if status != OK:
            rule, fault = self._engine.faults[int(status)]
            names = ", ".join(dict.fromkeys(seated.bot.name for seated in self._seated))
            raise RunError(f"{names}: a rule was broken in deal {self._deal}: {rule}: {fault}")

    def each_to_the_end(self, starts: Sequence[NDArray[Any]], luck: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Play many games to their ends, with random streams by game and seat; returns what each seat wins."""
        seats = len(self._rows)
        rows = np.zeros(len(starts) * seats, self._rows.dtype)
        for number, (self.games, streams) in enumerate(zip(starts, luck, strict=True)):
            self.minds = copied(self._minds)
            self.minds["random"] = streams
            self.play_on(TO_THE_END)
            self._engine.play.close_game(self.games[0], rows, number * seats, NOBODY)
        return self._outcomes(rows)[:, 0].reshape(-1, seats)

    def to_the_end(self) -> NDArray[np.float64]:
        """Play to the end; returns the outcomes by seat, in their units."""
        self.play_on(TO_THE_END)
        self._engine.play.close_game(self.games[0], self._rows, 0, NOBODY)
        return self._outcomes(self._rows)

    def _outcomes(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        table = self._game.tables.of_players(rows)
        outcomes = [np.asarray(table[outcome.column], np.float64) * outcome.scale for outcome in self._game.outcomes]
        return np.stack(outcomes, axis=1)
