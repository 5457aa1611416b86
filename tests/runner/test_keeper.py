"""Tasks kept in a process beside this one: answered, or said which game it was that cost the process."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from arkadia_sim.plan.designs import rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.runner.child import Child, WorkerDied
from arkadia_sim.runner.keeper import GameAtFault, Games, Keeper, make_ready
from tests.runner.test_casualties import BOTS
from tests.support.odd_game import GAME, NAME


def games(bot: str) -> Games:
    section = rotation_section(GAME.setting(2, {}, {}), [0, 1], 40, compiled=False)
    return Games(Plan(game=NAME, seed=2, bots=("calm", bot), sections=(section,)), Chunk(0, 2, 8, 20))


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    (tmp_path / "bots.py").write_text(BOTS)

    def make() -> Child:
        child = Child()
        child.do(make_ready, str(tmp_path), games("calm").plan)
        return child

    kept = Keeper(make, seconds=2)
    yield kept
    kept.end()


def test_a_process_is_kept_from_task_to_task_and_made_anew_when_it_is_lost(keeper: Keeper) -> None:
    first = keeper.do(os.getpid)
    assert keeper.do(os.getpid) == first != os.getpid()
    with pytest.raises(WorkerDied, match="the same command again"):
        keeper.do(os._exit, 1)
    assert keeper.do(os.getpid) not in (first, os.getpid())


def test_the_game_is_named_that_costs_a_process(keeper: Keeper) -> None:
    with pytest.raises(GameAtFault) as found:
        keeper.do(os._exit, 1, games=games("bots.py:leaves"))
    assert found.value.section == 0
    assert 8 <= found.value.number < 28  # within the section, of which the chunk is a part
    assert found.value.does == "ends the process that plays"
    with pytest.raises(WorkerDied):
        keeper.do(os._exit, 1, games=games("calm"))


def test_a_chunk_of_games_that_all_end_takes_what_it_takes(keeper: Keeper) -> None:
    begin = time.monotonic()
    keeper.do(time.sleep, 2.5, games=games("calm"))
    assert time.monotonic() - begin > 2 + 2.5  # once until the patience ended, and once to the end


def test_who_is_dismissed_plays_no_more(keeper: Keeper) -> None:
    child = keeper.do(os.getpid)
    Timer(0.5, keeper.dismiss).start()
    with pytest.raises(WorkerDied):
        keeper.do(time.sleep, 60, games=games("calm"))
    assert not Path(f"/proc/{child}").exists()
    with pytest.raises(WorkerDied, match="nobody waits"):
        keeper.do(os.getpid)


def test_who_is_dismissed_while_a_process_is_made_has_none() -> None:
    def make() -> Child:
        made.append(Child())
        kept.dismiss()
        return made[0]

    made: list[Child] = []
    kept = Keeper(make, seconds=2)
    with pytest.raises(WorkerDied, match="nobody waits"):
        kept.do(os.getpid)
    assert not made[0].alive
