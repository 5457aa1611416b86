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

from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.game import Setting
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.continued import Continued, ContinuedRequest, compiled_game, played_parts
from arkadia_sim.stats.intervals import cluster_mean_interval, mean_interval

MOMENTS: Mapping[str, float] = {"early": 0.2, "middle": 0.5, "late": 0.8}
"""When a gift comes, as a share of the turns that the game has without it."""

CHUNK = 50
"""Deals that are played in one go."""


@dataclass(frozen=True)
class WorthRequest(ContinuedRequest):
    """What to price, and the bot in all seats."""

    bot: str


@dataclass(frozen=True)
class _Priced:
    """What came out of some deals of a table size.

    ``gifts`` has the difference that each made, by deal, moment, gift and outcome (NaN: not given). ``events`` has how
    often an event came about and of how many cases, for each deal, by moment, event and kind.
    """

    gifts: NDArray[np.float64]
    events: dict[tuple[str, str, str], list[tuple[int, int]]]


def worth_rows(request: WorthRequest, crew: Crew, progress: Progress) -> list[Row]:
    """The worth of all gifts, and the chances of all events, as estimates.

    Raises:
        UsageError: The game declares no gifts, or the bot is written in plain Python.
        RunError: A bot broke the rules.
    """
    game = _game_of(request)
    games_of_deal = 1 + len(MOMENTS) * len(game.gifts)
    parts = played_parts(request, [request.bot], _priced, CHUNK, crew, progress, games_of_deal)
    return [row for size, priced in parts for row in _rows(game, request, size, priced)]


def phrases_of(game: str) -> dict[str, str]:
    """What the gifts and events of a game are called, by their names."""
    priced = find_game(game)
    assert isinstance(priced, CompiledGame)
    return {gift.name: gift.phrase for gift in priced.gifts} | {event.name: event.phrase for event in priced.awaited}


def _game_of(request: WorthRequest) -> CompiledGame:
    game = compiled_game(request.game, [request.bot])
    if not game.gifts:
        raise UsageError(f"{game.title} declares nothing that can be given away: nothing can be priced")
    return game


def _priced(request: WorthRequest, setting: Setting, first: int, count: int) -> _Priced:
    """Play the deals from ``first`` on, with and without gifts."""
    game = _game_of(request)
    table = Continued(game, [request.bot] * setting.players, setting)
    gifts = np.full((count, len(MOMENTS), len(game.gifts), len(game.outcomes)), np.nan)
    events: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for number, deal in enumerate(deal_seeds(request.seed, setting.players, first, count)):
        table.deal(int(deal))
        usual = table.to_the_end()
        turns = table.turns // setting.players
        for place, (moment, share) in enumerate(MOMENTS.items()):
            table.deal(int(deal))
            table.play_on(max(1, round(share * turns)) * setting.players + (first + number) % setting.players)
            seat = table.seat
            if seat < 0:  # the game was over
                continue
            start, minds = table.games.copy(), table.minds.copy()
            for which, gift in enumerate(game.gifts):
                table.go_back(start, minds)
                if gift.give(table.games[0], seat):
                    gifts[number, place, which] = (table.to_the_end() - usual)[seat]
            for event in game.awaited:
                table.go_back(start, minds)
                table.play_on(1)  # the player's own turn, after which he waits
                cases = event.cases(table.games[0])
                table.play_on(TO_THE_END if event.by_the_end else setting.players - 1)
                for kind in dict.fromkeys(kind for kind, _ in cases):
                    those = [case for of, case in cases if of == kind]
                    came = sum(event.came(table.games[0], case) for case in those)
                    events.setdefault((moment, event.name, kind), []).append((came, len(those)))
    return _Priced(gifts, events)


def _rows(game: CompiledGame, request: WorthRequest, players: int, found: Sequence[_Priced]) -> Iterator[Row]:
    """The estimates of one table size."""
    place: dict[str, Any] = {"part": "worth", "design": "worth", "players": players, "bot": request.bot}
    gifts = np.concatenate([priced.gifts for priced in found])
    for which, gift in enumerate(game.gifts):
        for at, moment in enumerate(MOMENTS):
            for column, outcome in enumerate(game.outcomes):
                differences = gifts[:, at, which, column]
                differences = differences[~np.isnan(differences)]
                if len(differences) > 1:
                    estimate = mean_interval(differences).with_unseen(*outcome.difference_bounds)
                    yield Row.of("worth", outcome, estimate, contrast=gift.name, setting=moment, **place)
    counted: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for priced in found:
        for key, numbers_of_deals in priced.events.items():
            counted.setdefault(key, []).extend(numbers_of_deals)
    for (moment, name, kind), numbers_of_deals in sorted(counted.items(), key=lambda item: item[0][1:]):
        if len(numbers_of_deals) > 1:
            came, cases = np.array(numbers_of_deals, float).T
            share = cluster_mean_interval(100 * came, cases).cut(0.0, 100.0).with_unseen(0.0, 100.0)
            yield Row(
                kind="chance", contrast=name, variant=kind, setting=moment, outcome="chance", unit="%",
                **place, **number_fields(share),
            )  # fmt: skip
