"""What things are worth in the middle of a game: the same game played on with a gift and without it.

One bot plays in all seats. One player, another from deal to deal, gets a gift at the start of a turn: a piece, a card,
whatever the game declares. The difference in the end is the gift's worth. Both games go on with the same cards and the
same luck, so differences are paired.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.game import Setting
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.play_loop import NOBODY, OK
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew
from arkadia_sim.stats.intervals import cluster_mean_interval, mean_interval

MOMENTS: Mapping[str, float] = {"early": 0.2, "middle": 0.5, "late": 0.8}
"""When a gift comes, as a share of the turns that the game has without it."""

CHUNK = 50
"""Deals that are played in one go."""


@dataclass(frozen=True)
class WorthRequest:
    """What to price: the game, who plays in all seats, the table sizes, deals for each, seed, rules and pieces."""

    game: str
    bot: str
    players: tuple[int, ...]
    deals: int
    seed: int
    rules: Mapping[str, Any]
    components: Mapping[str, Any]


@dataclass(frozen=True)
class _Priced:
    """What was found in some deals of a table size, from ``first`` on.

    ``gifts`` has the difference that each made, by deal, moment, gift and outcome (NaN: not given). ``events`` has how
    often an event came about and of how many cases, for each deal, by moment, event and kind.
    """

    players: int
    first: int
    gifts: NDArray[np.float64]
    events: dict[tuple[str, str, str], list[tuple[int, int]]]


def worth_rows(request: WorthRequest, crew: Crew, progress: Progress) -> list[Row]:
    """The worth of all gifts, and the chances of all events, as estimates.

    Raises:
        UsageError: The game declares no gifts, or the bot is written in plain Python.
        RunError: A bot broke the rules.
    """
    game = _game_of(request)
    settings = {size: game.setting(size, request.rules, request.components) for size in request.players}
    game.warm_up([request.bot], progress.say)
    chunks = [
        (request, setting, first, min(CHUNK, request.deals - first))
        for setting in settings.values()
        for first in range(0, request.deals, CHUNK)
    ]
    games_of_deal = 1 + len(MOMENTS) * len(game.gifts)
    progress.start(request.deals * len(request.players) * games_of_deal, 0)
    found: list[_Priced] = []
    for priced in crew.answers(_priced, chunks, request.game, [request.bot], progress.say):
        found.append(priced)
        progress.advance(len(priced.gifts) * games_of_deal)
    found.sort(key=lambda priced: (priced.players, priced.first))  # they come as they are done
    return [
        row
        for size in request.players
        for row in _rows(game, request, size, [priced for priced in found if priced.players == size])
    ]


def phrases_of(game: str) -> dict[str, str]:
    """What the gifts and events of a game are called, by their names."""
    found = find_game(game)
    assert isinstance(found, CompiledGame)
    return {gift.name: gift.phrase for gift in found.gifts} | {event.name: event.phrase for event in found.awaited}


def _game_of(request: WorthRequest) -> CompiledGame[Any]:
    game = find_game(request.game)
    if not isinstance(game, CompiledGame) or not game.gifts:
        raise UsageError(f"{game.title} declares nothing that can be given away: nothing can be priced")
    if game.find_bot(request.bot).bot.in_python:
        raise UsageError(f"bot {request.bot} is written in plain Python: only compiled bots can price things")
    return game


def _priced(request: WorthRequest, setting: Setting, first: int, count: int) -> _Priced:
    """Play the deals from ``first`` on, with and without gifts."""
    game = _game_of(request)
    player = _Player(game, request.bot, setting)
    gifts = np.full((count, len(MOMENTS), len(game.gifts), len(game.outcomes)), np.nan)
    events: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for number, deal in enumerate(deal_seeds(request.seed, setting.players, first, count)):
        seat = (first + number) % setting.players
        player.deal(int(deal))
        usual = player.to_the_end(seat)
        turns = player.turns // setting.players
        for place, (moment, share) in enumerate(MOMENTS.items()):
            player.deal(int(deal))
            player.play_on(max(1, round(share * turns)) * setting.players + seat)
            if player.seat != seat:  # the game was over, or a turn is left out by its rules
                continue
            start, minds = player.games.copy(), player.minds.copy()
            for which, gift in enumerate(game.gifts):
                player.go_back(start, minds)
                if gift.give(player.games[0], seat):
                    gifts[number, place, which] = player.to_the_end(seat) - usual
            for event in game.awaited:
                player.go_back(start, minds)
                player.play_on(1)  # the player's own turn, after which he waits
                cases = event.cases(player.games[0])
                player.play_on(TO_THE_END if event.by_the_end else setting.players - 1)
                for kind in dict.fromkeys(kind for kind, _ in cases):
                    those = [case for of, case in cases if of == kind]
                    came = sum(event.came(player.games[0], case) for case in those)
                    events.setdefault((moment, event.name, kind), []).append((came, len(those)))
    return _Priced(setting.players, first, gifts, events)


class _Player:
    """A table at which one bot plays in all seats; its answers are values of the outcomes for the seat in question."""

    def __init__(self, game: CompiledGame[Any], bot: str, setting: Setting) -> None:
        self._game, self._engine, self._players = game, game.engine, setting.players
        self._prepared = game.prepared(setting)
        self._seated = [game.find_bot(bot)] * setting.players
        self._deciders = self._engine.deciders_of(self._seated)
        self._room = np.zeros(2, self._engine.records.decision)
        self._rows = np.zeros(setting.players, self._engine.records.row)
        self._minds = self._engine.minds_of(self._seated)
        self.games, self.minds = self._engine.records.new_game(), self._minds
        self._deal = 0

    @property
    def seat(self) -> int:
        """The seat on turn; -1 when the game is over."""
        table = self.games[0]["table"]
        return -1 if table["phase"] == self._engine.play.steps.over else int(table["seat"])

    @property
    def turns(self) -> int:
        """The turns that were played."""
        return int(self.games[0]["table"]["turn"])

    def deal(self, deal: int) -> None:
        """Deal anew."""
        self._deal, self.minds = deal, self._minds.copy()
        self._engine.play.deal_by_hand(self.games, self._prepared, self.minds, deal, self._rows)

    def go_back(self, games: Any, minds: Any) -> None:
        """Go back to a position."""
        self.games, self.minds = games.copy(), minds.copy()

    def play_on(self, turns: int) -> None:
        """Play so many turns; RunError if a bot breaks a rule."""
        with np.errstate(over="ignore"):
            status = self._engine.run_out.run_out(self.games, self.minds, self._deciders, self._room, turns)
        if status != OK:
            rule, how = self._engine.faults[int(status)]
            raise RunError(f"{self._seated[0].bot.name} broke a rule in deal {self._deal}: {rule}: {how}")

    def to_the_end(self, seat: int) -> NDArray[np.float64]:
        """Play to the end; returns the outcomes of a seat, in their units."""
        self.play_on(TO_THE_END)
        self._engine.play.close_game(self.games[0], self._rows, 0, NOBODY)
        table = self._game.player_table(self._rows)
        return np.array([float(table[outcome.column][seat]) * outcome.scale for outcome in self._game.outcomes])


def _rows(game: CompiledGame[Any], request: WorthRequest, players: int, found: Sequence[_Priced]) -> Iterator[Row]:
    """The estimates of one table size."""
    place: dict[str, Any] = {"part": "worth", "design": "worth", "players": players, "bot": request.bot}
    gifts = np.concatenate([priced.gifts for priced in found])
    for which, gift in enumerate(game.gifts):
        for at, moment in enumerate(MOMENTS):
            for column, outcome in enumerate(game.outcomes):
                differences = gifts[:, at, which, column]
                differences = differences[~np.isnan(differences)]
                if len(differences) > 1:
                    numbers = number_fields(mean_interval(differences))
                    yield Row(
                        kind="worth", contrast=gift.name, setting=moment, outcome=outcome.column, unit=outcome.unit,
                        **place, **numbers,
                    )  # fmt: skip
    counted: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for priced in found:
        for key, numbers_of_deals in priced.events.items():
            counted.setdefault(key, []).extend(numbers_of_deals)
    for (moment, name, kind), numbers_of_deals in sorted(counted.items(), key=lambda item: item[0][1:]):
        if len(numbers_of_deals) > 1:
            came, cases = np.array(numbers_of_deals, float).T
            numbers = number_fields(cluster_mean_interval(100 * came, cases))
            numbers |= {"low": max(0.0, numbers["low"]), "high": min(100.0, numbers["high"])}
            yield Row(
                kind="chance", contrast=name, variant=kind, setting=moment, outcome="chance", unit="%",
                **place, **numbers,
            )  # fmt: skip
