"""The design of a ladder: every pair, every seat, common deals, fewer of them for slow bots, the same rows always."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.game import Setting
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import ExperimentFile, experiment_request, find_experiment
from arkadia_sim.plan.designs import Size, ladder_section, seats_of_ones
from arkadia_sim.plan.plan import Plan
from arkadia_sim.questions.ladder import Ladder
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


def test_bots_in_files_are_found_wherever_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    text = TEXT.replace('"plain", ', '"mine.py", ') + '[slow]\n"mine.py" = 5\n'
    found, mine = file_of(text, tmp_path).with_bots_found().experiment, str(tmp_path / "mine.py")
    assert isinstance(found, Ladder)
    assert (found.bots[0], list(found.slow)) == (mine, [mine])


FEW = 'bots = ["plain", "lucky", "lucky:extra=2", "plain:even=1"]'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TEXT.replace(FEW, 'bots = ["plain", "plain"]'), "bots = ['plain', 'plain'] is not allowed"),
        (TEXT + "[slow]\nplan = 5\n", "(allowed: bots of the ladder; 'plan' is none of them; did you mean"),
        (TEXT + "[slow]\nplain = 1\n", "slow.plain = 1 is not allowed (should be greater than or equal to 2)"),
        (TEXT + '[groups]\none = ["plain"]\n', "unknown key 'groups'"),
    ],
)  # fmt: skip
def test_each_fault_of_the_file_is_told_with_what_is_allowed(text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        file_of(text)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [(('"plain", ', '"plan", '), "bots: unknown bot 'plan'"), (("[2, 3, 4]", "[2, 9]"), "players: 9 is not allowed")],
)
def test_what_only_the_game_knows_is_told_with_the_file(change: Any, told: str) -> None:
    with pytest.raises(UsageError) as error:
        plan_of(TEXT.replace(*change))
    assert told in str(error.value)


def test_the_shipped_ladder_can_be_planned() -> None:
    from arkadia_sim import shipped
    from arkadia_sim.core.registry import find_game

    file = find_experiment("ladder_bots", shipped.folder("experiments"))
    assert isinstance(file, ExperimentFile)
    plan = experiment_plan(file, find_game("arkadia"))
    assert [section.players for section in plan.sections] == [2, 2, 2, 3, 3, 3, 4, 4, 4]  # each slow bot has its own
