"""Pairs in games among themselves: who sits where, whom a pair meets, and what is told of a player."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arkadia_sim.learning.evolution import SelfPlay
from arkadia_sim.runner.workers import Crew
from tests.support import high_card, stalls
from tests.support.high_card import HighCard
from tests.support.learning import Told
from tests.support.watched import Watched

DEALS = 5


def company(players: int, workers: int = 1, seed: int = 3) -> SelfPlay:
    game = high_card.GAME
    return SelfPlay(high_card.NAME, game.setting(players, {}, {}), game.outcomes[0], seed, Crew(workers), Told())


def stops(*sums: float) -> list[str]:
    return [f"bold:stop={stop:g}" for stop in sums]


SIX = stops(11, 12, 13, 14, 15, 16)
"""Three pairs."""
MIDDLE = "careful"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch, HighCard)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_player_sits_in_every_seat_of_every_deal_once(seen: Watched, players: int) -> None:
    played = company(players)
    played.play(SIX, MIDDLE, 1 << 50, 0, DEALS)
    tables = seen.tables()
    sat = Counter((bot, seat, deal) for table, deal in tables for seat, bot in enumerate(table) if bot != MIDDLE)
    assert len(sat) == len(SIX) * players * DEALS
    assert set(sat.values()) == {1}
    assert len({deal for _, deal in tables}) == DEALS
    assert isinstance(played.progress, Told)
    assert played.progress.done == len(tables) == played.games(3, DEALS)


@pytest.mark.parametrize(
    ("players", "groups"),
    [(2, [[0, 1], [2, 3], [4, 5]]), *((players, [[0, 2, 4], [1, 3, 5]]) for players in (3, 4, 6))],
)
def test_pairs_meet_where_two_play_alone_and_the_player_between_them_takes_the_seats_that_are_left(
    seen: Watched, players: int, groups: list[list[int]]
) -> None:
    company(players).play(SIX, MIDDLE, 1 << 50, 0, DEALS)
    met = Counter(tuple(sorted(table)) for table, _ in seen.tables())
    wanted = [[SIX[number] for number in group] + [MIDDLE] * (players - len(group)) for group in groups]
    assert met == {tuple(sorted(group)): players * DEALS for group in wanted}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_told_of_a_player_is_its_mean_over_deals_and_seats(seen: Watched, players: int) -> None:
    scores, failed = company(players).play(SIX, MIDDLE, 1 << 50, 0, DEALS)
    got: dict[str, list[float]] = {}
    values = [result.players["score"] for result in seen.results]
    for (table, _), told in zip(seen.tables(), np.concatenate(values).reshape(-1, players).tolist(), strict=True):
        for bot, score in zip(table, told, strict=True):
            got.setdefault(bot, []).append(score)
    assert scores.tolist() == pytest.approx([np.mean(got[bot]) for bot in SIX])
    assert len(set(scores.tolist())) > 1
    assert failed == 0


def test_scores_are_those_that_tell_close_games_from_clear_ones() -> None:
    """Where the outcome is smoothed, two players share a score of 1; where it is not, scores are leads in coins."""
    lead = stalls.GAME.outcomes[1]
    smoothed = SelfPlay(stalls.NAME, stalls.GAME.setting(2, {}, {}), lead, 3, Crew(1), Told())
    plain = replace(smoothed, climbed=lead.model_copy(update={"smoothing": None}))
    scores, leads = (one.play(["keen", "learner"], "", 1 << 50, 0, 20)[0] for one in (smoothed, plain))
    assert 1 > scores[0] > 0.6
    assert scores.sum() == pytest.approx(1.0, abs=0.01)  # but for tables where both have less than nothing
    assert leads[0] > 1
