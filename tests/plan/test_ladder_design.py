"""The design of a ladder: every pair, every seat, common deals, fewer of them for slow bots, the same rows always."""

from itertools import permutations
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.game import Setting
from arkadia_sim.experiments.files import experiment_request
from arkadia_sim.plan.designs import Size, ladder_section, seats_of_ones
from arkadia_sim.plan.plan import Plan
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Silent
from tests.support.plans import experiment_plan, file_of
from tests.support.toy_game import GAME, NAME

TEXT = f"""
name = "ladder"
title = "The ladder"
question = "Who is strong?"
design = "ladder"
game = "{NAME}"
seed = 7
players = [2, 3, 4]
deals = 40
bots = ["plain", "lucky", "lucky:extra=2", "plain:even=1"]
"""


def plan_of(text: str) -> Plan:
    return experiment_plan(file_of(text), GAME)


def setting(players: int) -> Setting:
    return Setting(players=players, rules={}, components={})


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("bots", [2, 3, 7])
def test_one_of_every_bot_sits_in_every_seat_among_every_other(bots: int, players: int) -> None:
    section = ladder_section(setting(players), list(permutations(range(bots), 2)), Size(10))
    found = seats_of_ones(section)
    assert set(found) == set(permutations(range(bots), 2))
    for (one, others), places in found.items():
        assert sorted(seat for _, seat in places) == list(range(players))
        for lineup, seat in places:
            seated = section.lineups[lineup].bots
            assert seated[seat] == one and {*seated[:seat], *seated[seat + 1 :]} == {others}


@pytest.mark.parametrize(("players", "per_pair"), [(2, 1), (3, 3), (4, 4)])
def test_no_game_of_a_deal_is_played_twice(players: int, per_pair: int) -> None:
    """With two players a game serves both directions."""
    section = ladder_section(setting(players), list(permutations(range(5), 2)), Size(10))
    assert section.games_per_deal == 20 * per_pair
    assert len({lineup.bots for lineup in section.lineups}) == section.games_per_deal


def test_all_pairs_play_the_same_deals() -> None:
    plan = plan_of(TEXT)
    assert [section.deals for section in plan.sections] == [40, 40, 40]
    assert [section.games_per_deal for section in plan.sections] == [12, 36, 48]
    batches = [plan.batch(chunk) for chunk in plan.chunks() if chunk.section == 1]
    deals = np.concatenate([batch.deals for batch in batches]).reshape(40, 36)
    assert (deals == deals[:, :1]).all() and len(np.unique(deals)) == 40


def test_pairs_of_a_slow_bot_play_the_first_deals_only_and_never_more_than_the_others() -> None:
    plan = plan_of(TEXT + '[slow]\n"lucky:extra=2" = 10\nplain = 5\nlucky = 100\n')
    assert [(one.players, one.deals, one.company) for one in plan.sections[:3]] == [
        (2, 40, ""), (2, 10, "lucky:extra=2"), (2, 5, "plain"),
    ]  # fmt: skip
    assert [set(seats_of_ones(one)) for one in plan.sections[:3]] == [
        {(1, 3), (3, 1)},
        {(2, 1), (1, 2), (2, 3), (3, 2)},
        {(0, other) for other in (1, 2, 3)} | {(other, 0) for other in (1, 2, 3)},
    ]
    first = [
        plan.batch(next(chunk for chunk in plan.chunks() if chunk.section == section)).deals[0] for section in range(3)
    ]
    assert len(set(first)) == 1


def _rows(folder: Path) -> pl.DataFrame:
    return RunFolder(folder).scan().collect()


def test_the_rows_are_the_same_for_any_number_of_workers_and_after_a_stop(tmp_path: Path) -> None:
    request = experiment_request(file_of(TEXT + "chunk_games = 100\n[slow]\nplain = 5\n"), GAME)
    for name, workers in (("one", 1), ("two", 2), ("again", 1)):
        run_plan(request, tmp_path / name, workers, Silent())
    for file in RunFolder(tmp_path / "again").chunk_files()[1::2]:
        file.unlink()
    run_plan(request, tmp_path / "again", 2, Silent())
    assert _rows(tmp_path / "two").equals(_rows(tmp_path / "one"))
    assert _rows(tmp_path / "again").equals(_rows(tmp_path / "one"))
