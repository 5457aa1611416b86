"""Bots that decide step by step: they see what agents see in training, and play in runs like any other."""

from pathlib import Path

import numpy as np
import pytest

from arkadia_sim.compiled.asking import StepView
from arkadia_sim.core.bot import Bot
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.table import Table, flattened
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.testing.any_bot import check_any_bot
from tests.support import high_card

BOT = """
from arkadia_sim.core.bot import Bot

def act(view):
    return {act}

BOT = Bot("own", "Takes what it likes.", "a test", {{}}, game="{game}", act=act)
"""


def bot_file(folder: Path, game: str, act: str) -> str:
    file = folder / "own.py"
    file.write_text(BOT.format(game=game, act=act), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_sees_what_an_agent_sees(game: str, tmp_path: Path) -> None:
    spec = bot_file(tmp_path, game, "max(view.legal)")
    views: list[StepView] = []
    bot = find_game(game).find_bot(spec).bot
    assert bot.act is not None
    picked = bot.act

    def noted(view: StepView) -> int:
        views.append(view)
        return picked(view)

    object.__setattr__(bot, "act", noted)
    table = Table.start(game, 2, seed=3, bots=[spec, spec])
    agent = Table.start(game, 2, seed=3)
    for _ in range(6):
        views.clear()
        actions = table.ask_bot()
        assert len(views) == len(actions)
        for view, action in zip(views, actions, strict=True):
            seat = agent.seat_to_act
            assert seat is not None and view.legal == agent.legal_actions() and action == max(view.legal)
            assert np.array_equal(view.flat, flattened(agent.observation(seat)))
            agent.apply(action)


def test_it_keeps_all_promises_of_a_bot(tmp_path: Path) -> None:
    check_any_bot(bot_file(tmp_path, "medina", "view.random.choice(view.legal)"), "medina")


def test_an_action_that_is_not_legal_is_refused(tmp_path: Path) -> None:
    spec = bot_file(tmp_path, "medina", "view.legal[-1] + 1")
    with pytest.raises(RunError, match="is not legal"):
        Table.start("medina", 2, seed=1, bots=[spec, spec]).ask_bot()


def test_it_is_refused_where_it_cannot_play(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="step by step"):
        find_game(high_card.NAME).find_bot(bot_file(tmp_path, "high_card", "0"))
    with pytest.raises(UsageError, match="either by"):
        Bot("both", "Takes both.", "a test", {"tea": lambda view: True}, act=lambda view: 0)
