"""The candidates of the bot that looks ahead, ranked as the tuned players score them."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from arkadia_sim.shipped.bots.arkadia import _learned, _policy
from arkadia_sim.shipped.bots.arkadia.planner import POLICIES, WEIGHTS

from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.arkadia.declared import fields_that_count
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    CASTLE,
    DECISION_DTYPE,
    DRAW,
    MUST,
    new_game,
    new_minds,
)
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.kernels.policies import sit_down
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment

ALL = 2_000
"""More candidates than there are."""


def asked(bot: str, phase: int) -> Iterator[tuple[Moment, tuple[Any, ...], Any]]:
    """Moments of a phase from games of a bot, with the records that the bot sees and a copy of the game."""
    for _, moment in collect(GAME, find_bot(bot), 400):
        if moment.phase == phase:
            games = new_game()
            games[0] = moment.game
            yield moment, play.handed_by_hand(games[0], moment.seat), games


ANY = len(POLICIES)
"""A learned player with random weights, so that none of its tables is empty."""


def row_of(policy: int) -> Any:
    if policy < ANY:
        return WEIGHTS[policy, 0]
    return _policy.policy_row(_policy.BY_LEARNING, np.random.default_rng(4).normal(size=len(_learned.PARAMETERS)))


def mind_of(policy: int) -> Any:
    mind = new_minds()[0]
    sit_down(mind, row_of(policy))
    return mind


def answer(decision: Any, phase: int) -> tuple[Any, ...]:
    """The fields of a decision; for workers their squares, but not the building."""
    fields = [name for name in fields_that_count(decision, phase) if name != "building"]
    return tuple((name, str(decision[name])) for name in fields)


@pytest.mark.parametrize("policy", range(ANY + 1))
def test_the_highest_ranked_must_is_the_one_that_the_player_takes(policy: int) -> None:
    kinds = set()
    for _, handed, games in asked((*POLICIES, "rival")[policy], MUST):
        ranked, choice = np.zeros(2 * ALL, RANKED_DTYPE), np.zeros(1, DECISION_DTYPE)[0]
        with np.errstate(over="ignore"):
            n = _policy.rank(*handed, mind_of(policy), choice, ALL, ranked)
        scores = {answer(one["decision"], MUST): float(one["score"]) for one in ranked[:n]}
        best = max(scores.values())
        assert len(scores) == n
        assert scores[answer(choice, MUST)] == pytest.approx(best, abs=1e-6)
        kinds.add(int(choice["kind"]))
        builds = ranked[:n]["decision"]["kind"] == BUILD
        for some in (ranked[:n][builds], ranked[:n][~builds]):
            assert (np.diff(some["score"]) <= 0).all()
        assert builds.sum() == games[0]["hands"][int(games[0]["table"]["seat"])]["n_builds"]
        for width in (1, 4):
            few, trial = np.zeros(2 * width, RANKED_DTYPE), new_game()
            with np.errstate(over="ignore"):
                kept = _policy.rank(*handed, mind_of(policy), choice, width, few)
            assert kept == min(builds.sum(), width) + min((~builds).sum(), width)
            assert max(one["score"] for one in few[:kept]) == best
            all_of_them = [*ranked[:n][builds][:width], *ranked[:n][~builds][:width]]
            for one, other in zip(few[:kept], all_of_them, strict=True):
                assert answer(one["decision"], MUST) == answer(other["decision"], MUST)
                assert one["score"] == other["score"]
            for one in few[:kept]:
                trial[0] = games[0]
                assert step(trial[0], one["decision"]) == OK
    assert len(kinds) == 2


def test_sales_are_ranked_by_the_gold_that_they_bring() -> None:
    sold = 0
    for moment, handed, games in asked("casual", BANNER):
        ranked, choice, trial = np.zeros(6, RANKED_DTYPE), np.zeros(1, DECISION_DTYPE)[0], new_game()
        with np.errstate(over="ignore"):
            n = _policy.rank(*handed, mind_of(0), choice, ALL, ranked)
        assert 1 <= n <= 6
        assert sum(not one["decision"]["use_banner"] for one in ranked[:n]) == 1
        for one in ranked[:n]:
            trial[0] = games[0]
            before = int(trial[0]["holdings"]["gold"][moment.seat])
            assert step(trial[0], one["decision"]) == OK
            assert int(trial[0]["holdings"]["gold"][moment.seat]) - before == one["score"]
            sold += one["score"] > 0
    assert sold > 20


@pytest.mark.parametrize("phase", [DRAW, CASTLE])
@pytest.mark.parametrize("policy", range(ANY + 1))
def test_all_draws_and_castle_pieces_are_ranked_the_own_one_first(policy: int, phase: int) -> None:
    """Castle pieces that change the values alike count as one."""
    looked_at = 0
    for _, handed, games in asked((*POLICIES, "rival")[policy], phase):
        ranked, choice, trial = np.zeros(2 * ALL, RANKED_DTYPE), np.zeros(1, DECISION_DTYPE)[0], new_game()
        with np.errstate(over="ignore"):
            n = _policy.rank(*handed, mind_of(policy), choice, ALL, ranked)
        came = []
        for one in ranked[:n]:
            trial[0] = games[0]
            assert step(trial[0], one["decision"]) == OK
            came.append(str((trial[0]["table"]["value"], trial[0]["table"]["pools"], one["decision"]["draw"])))
        assert len(set(came)) == n > 0
        assert (np.diff(ranked[:n]["score"]) <= 0).all()
        trial[0] = games[0]
        assert step(trial[0], choice) == OK
        assert came[0] == str((trial[0]["table"]["value"], trial[0]["table"]["pools"], ranked[0]["decision"]["draw"]))
        assert phase == CASTLE or choice["draw"] == ranked[0]["decision"]["draw"]
        looked_at += n
    assert looked_at > 50
