"""Tasks kept in a process beside this one: answered, or said which game it was that cost the process."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from arkadia_sim.core import user_code
from arkadia_sim.core.game import BatchResult
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plan.designs import rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.runner.child import Child, ChildLost, OutOfTime, WorkerDied
from arkadia_sim.runner.supervisor import GameAtFault, Games, Supervisor, load_bots
from tests.runner.test_harmful_bots import BOTS
from tests.support.odd_game import GAME, NAME


def games(bot: str, first: int = 8, count: int = 20) -> Games:
    section = rotation_section(GAME.setting(2, {}, {}), [0, 1], 40, compiled=False)
    return Games(Plan(game=NAME, seed=2, bots=("calm", bot), sections=(section,)), Chunk(0, 2, first, count))


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    (tmp_path / "bots.py").write_text(BOTS)

    def make() -> Child:
        made = Child()
        made.run(load_bots, str(tmp_path), NAME, ["calm"])
        return made

    kept = Supervisor(make, seconds=0.1, bots="bots.py:leaves")
    yield kept
    kept.close()


def play(games: Games) -> BatchResult:
    return GAME.play(games.plan.batch(games.chunk))


def test_the_game_is_named_that_costs_a_process(supervisor: Supervisor) -> None:
    with pytest.raises(GameAtFault) as found:
        supervisor.run(play, games("bots.py:leaves"), games=games("bots.py:leaves"))
    assert found.value.section == 0
    assert 8 <= found.value.number < 28  # within the section, of which the chunk is a part
    with pytest.raises(WorkerDied, match=r"died \(out of memory, or killed\)"):
        supervisor.run(os._exit, 1, games=games("calm"))


def test_a_game_is_given_up_whose_bot_neither_answers_nor_lets_itself_be_interrupted(supervisor: Supervisor) -> None:
    hangs = games("bots.py:heeds_nothing", first=12, count=2)
    result = supervisor.run(play, hangs, games=hangs)
    (late,) = result.failures.values()  # the other is played, in another process
    assert "TimeIsUp: no answer in turn" in late[1]


def test_who_is_dismissed_plays_no_more(supervisor: Supervisor) -> None:
    worker = supervisor.run(os.getpid)
    Timer(0.5, supervisor.stop).start()
    with pytest.raises(WorkerDied):
        supervisor.run(time.sleep, 60, games=games("calm"))
    assert not Path(f"/proc/{worker}").exists()
    with pytest.raises(WorkerDied, match="nobody waits"):
        supervisor.run(os.getpid)


MINE: list[int] = []


def remember(number: int) -> list[int]:
    MINE.append(number)
    return MINE


def unknown() -> None:
    raise UnknownName("thing", "that", ("this",))


def odd() -> None:
    class Local(Exception):
        pass

    raise Local("cannot travel")


def test_tasks_are_done_one_after_another_in_one_process() -> None:
    child = Child()
    try:
        assert child.run(remember, 1) == [1]
        assert child.run(remember, 2) == [1, 2]
        assert child.run(os.getcwd) == os.getcwd()
        assert child.run(os.getpid) != os.getpid()
    finally:
        child.close()
    assert MINE == []


def test_what_a_task_raises_comes_back_and_the_process_stays() -> None:
    child = Child()
    try:
        with pytest.raises(UsageError, match="unknown thing 'that'"):
            child.run(unknown)
        with pytest.raises(RuntimeError, match="Local: cannot travel"):
            child.run(odd)
        with pytest.raises(ZeroDivisionError):
            child.run(divmod, 1, 0)
        assert child.run(abs, -1) == 1
    finally:
        child.close()


def test_a_process_that_ends_or_does_not_answer_a_question_is_lost() -> None:
    with pytest.raises(ChildLost, match="exit status 7"):
        Child().run(os._exit, 7)
    with pytest.raises(OutOfTime, match=r"no answer after 0\.5 s of computing"):
        Child().run(asks_without_end, seconds=0.5)


def asks_without_end() -> None:
    with user_code.watched() as shared, user_code.Patience(memory=shared.memory).of_kernel():
        while True:
            pass
