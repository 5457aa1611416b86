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


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_player_sits_in_every_seat_of_every_deal_once(seen: Watched, players: int) -> None:
    company(players).play(SIX, MIDDLE, 1 << 50, 0, DEALS)
    tables = seen.tables()
    sat = Counter((bot, seat, deal) for table, deal in tables for seat, bot in enumerate(table) if bot != MIDDLE)
    assert len(sat) == len(SIX) * players * DEALS
    assert set(sat.values()) == {1}
    assert len({deal for _, deal in tables}) == DEALS


@pytest.mark.parametrize(
    ("players", "groups"),
    [
        (2, [[0, 1], [2, 3], [4, 5]]),
        (3, [[0, 2, 4], [1, 3, 5]]),
        (4, [[0, 2, 4], [1, 3, 5]]),
        (5, [[0, 2, 4], [1, 3, 5]]),
        (6, [[0, 2, 4], [1, 3, 5]]),
    ],
)
def test_pairs_meet_where_two_play_alone_and_the_player_between_them_takes_the_seats_that_are_left(
    seen: Watched, players: int, groups: list[list[int]]
) -> None:
    company(players).play(SIX, MIDDLE, 1 << 50, 0, DEALS)
    met = Counter(tuple(sorted(table)) for table, _ in seen.tables())
    wanted = [[SIX[number] for number in group] + [MIDDLE] * (players - len(group)) for group in groups]
    assert met == {tuple(sorted(group)): players * DEALS for group in wanted}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_games_are_played_and_told_as_planned(seen: Watched, players: int) -> None:
    played = company(players)
    played.play(SIX, MIDDLE, 1 << 50, 0, DEALS)
    assert isinstance(played.progress, Told)
    assert played.progress.done == len(seen.tables()) == played.games(3, DEALS)


def test_deals_follow_from_seed_branch_number_and_table(seen: Watched) -> None:
    def deals(one: SelfPlay, branch: int, first: int, count: int) -> list[int]:
        seen.clear()
        one.play(SIX[:2], MIDDLE, branch, first, count)
        return list(dict.fromkeys(deal for _, deal in seen.tables()))

    eight = deals(company(2), 1 << 50, 0, 8)
    assert deals(company(2), 1 << 50, 4, 4) == eight[4:]
    apart = ((company(2, seed=4), 1 << 50), (company(2), 2 << 50), (company(3), 1 << 50))
    others = [deals(one, branch, 0, 8) for one, branch in apart]
    assert len({*eight}.union(*others)) == 4 * 8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_workers_come_to_the_same_as_one(players: int) -> None:
    one, two = (company(players, workers).play(SIX, MIDDLE, 1 << 50, 0, DEALS) for workers in (1, 2))
    assert one[0].tolist() == two[0].tolist()
    assert one[1] == two[1] == 0


def test_failed_games_are_counted_whoever_failed(seen: Watched) -> None:
    cheats = [bot.replace("bold", "cheat") for bot in SIX]
    for players, middle in ((cheats, MIDDLE), (SIX, "cheat")):
        seen.clear()
        scores, failed = company(4).play(players, middle, 1 << 50, 0, DEALS)
        assert 0 < failed == sum(len(result.failures) for result in seen.results) < company(4).games(3, DEALS)
        assert np.isfinite(scores).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_better_of_a_pair_gets_the_better_score(players: int) -> None:
    """Who stops at fifteen does better than who draws on to twenty-one, wherever it stands in the pair."""
    for good, bad, better in ((0, 1, (1, -1, 1)), (1, 0, (-1, 1, -1))):
        pair = dict(zip((good, bad), (15, 21), strict=True))
        turned = {good: pair[bad], bad: pair[good]}
        sums = [each[side] for each in (pair, turned, pair) for side in (0, 1)]
        scores, _ = company(players).play(stops(*sums), "bold:stop=18", 1 << 50, 0, 40)
        assert np.sign(scores[0::2] - scores[1::2]).tolist() == list(better)


def test_scores_are_those_that_tell_close_games_from_clear_ones() -> None:
    """Where the outcome is smoothed, two players share a score of 1; where it is not, scores are leads in coins."""
    lead = stalls.GAME.outcomes[1]
    smoothed = SelfPlay(stalls.NAME, stalls.GAME.setting(2, {}, {}), lead, 3, Crew(1), Told())
    plain = replace(smoothed, climbed=lead.model_copy(update={"smoothing": None}))
    scores, leads = (one.play(["keen", "learner"], "", 1 << 50, 0, 20)[0] for one in (smoothed, plain))
    assert 1 > scores[0] > 0.6
    assert scores.sum() == pytest.approx(1.0, abs=0.01)  # but for tables where both have less than nothing
    assert leads[0] > 1
