"""The candidates of the bot that looks ahead, ranked as the tuned players score them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from arkadia_sim.shipped.bots.arkadia import _policy, learner
from arkadia_sim.shipped.bots.arkadia.planner import POLICIES, WEIGHTS

from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.arkadia.game import GAME, fields_that_count
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
from arkadia_sim.kernels.minds import sit_down
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment

ALL = 2_000
"""More candidates than there are."""
PLAYERS = (*POLICIES, "learned", "novice:reach=0")
"""The policies of planners, a learned player with random weights, so that none of its tables is empty, and one who
counts only the building that gains most."""


def asked(player: str, phases: Sequence[int], decisions: int) -> Iterator[tuple[Moment, tuple[Any, ...], Any]]:
    """Moments of some phases from games of a bot, with the records that the bot sees and a copy of the game."""
    bot = "rival" if player == "learned" else player
    for _, moment in collect(GAME, find_bot(bot), decisions):
        if moment.phase in phases:
            games = new_game()
            games[0] = moment.game
            yield moment, GAME.engine.handed(games[0], moment.seat), games


def row_of(player: str) -> Any:
    """The numbers by which the player weighs."""
    if player == "learned":
        weights = np.random.default_rng(4).normal(size=len(learner.PARAMETERS))
        return _policy.policy_row(_policy.BY_LEARNING, weights)
    if player in POLICIES:
        return WEIGHTS[POLICIES.index(player), 0]
    return _policy.policy_row(_policy.BY_HINTS, find_bot(player).at(3))


def ranked_by(player: str, handed: Any, width: int, room: int) -> tuple[Any, Any]:
    """The candidates that the player lists, and its own decision."""
    mind = new_minds()[0]
    sit_down(mind, row_of(player))
    ranked, choice = np.zeros(room, RANKED_DTYPE), np.zeros(1, DECISION_DTYPE)[0]
    with np.errstate(over="ignore"):
        return ranked[: _policy.rank(*handed, mind, choice, width, ranked)], choice


def after(game: Any, decision: Any) -> Any:
    """The game after a decision, which must be legal."""
    games = new_game()
    games[0] = game
    assert step(games[0], decision) == OK
    return games[0]


def answer(decision: Any) -> tuple[Any, ...]:
    """The fields of a must; for workers their squares, but not the building."""
    fields = [name for name in fields_that_count(decision, MUST) if name != "building"]
    return tuple((name, str(decision[name])) for name in fields)


@pytest.mark.parametrize("player", PLAYERS)
def test_the_highest_ranked_must_is_the_one_that_the_player_takes(player: str) -> None:
    """The player scores most candidates by a bound only, and decides as if it had scored them all: so does the list."""
    kinds = set()
    for moment, handed, games in asked(player, [MUST], 240):
        ranked, choice = ranked_by(player, handed, ALL, 2 * ALL)
        scores = {answer(candidate["decision"]): float(candidate["score"]) for candidate in ranked}
        best = max(scores.values())
        assert len(scores) == len(ranked)
        assert scores[answer(choice)] == pytest.approx(best, abs=1e-6)
        kinds.add(int(choice["kind"]))
        builds = ranked["decision"]["kind"] == BUILD
        for some in (ranked[builds], ranked[~builds]):
            assert (np.diff(some["score"]) <= 0).all()
        assert builds.sum() == games[0]["hands"][moment.seat]["n_builds"]
        few, _ = ranked_by(player, handed, 4, 8)
        expected = [*ranked[builds][:4], *ranked[~builds][:4]]
        for candidate, other in zip(few, expected, strict=True):
            assert answer(candidate["decision"]) == answer(other["decision"]) and candidate["score"] == other["score"]
            after(games[0], candidate["decision"])
    assert len(kinds) == 2


def test_sales_are_ranked_by_the_gold_that_they_bring() -> None:
    sold = 0
    for moment, handed, games in asked("casual", [BANNER], 400):
        ranked, _ = ranked_by("master", handed, ALL, 6)
        assert sum(not candidate["decision"]["use_banner"] for candidate in ranked) == 1
        before = int(games[0]["holdings"]["gold"][moment.seat])
        for candidate in ranked:
            assert (
                int(after(games[0], candidate["decision"])["holdings"]["gold"][moment.seat]) - before
                == candidate["score"]
            )
            sold += candidate["score"] > 0
    assert sold > 20


@pytest.mark.parametrize("player", PLAYERS[:-1])
def test_all_draws_and_castle_pieces_are_ranked_the_own_one_first(player: str) -> None:
    """Castle pieces that change the values alike count as one."""
    looked_at: Counter[int] = Counter()

    def comes_of(game: Any, decision: Any) -> str:
        table = after(game, decision)["table"]
        return str((table["value"], table["pools"], decision["draw"]))

    for moment, handed, games in asked(player, [DRAW, CASTLE], 300):
        ranked, choice = ranked_by(player, handed, ALL, 2 * ALL)
        came = [comes_of(games[0], candidate["decision"]) for candidate in ranked]
        assert len(set(came)) == len(ranked) > 0
        assert (np.diff(ranked["score"]) <= 0).all()
        assert came[0] == comes_of(games[0], choice)
        looked_at[moment.phase] += len(ranked)
    assert min(looked_at[DRAW], looked_at[CASTLE]) > 30
