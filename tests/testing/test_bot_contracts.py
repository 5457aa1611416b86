"""Every bot keeps the contract, and the suite that says so finds those that do not."""

from functools import partial

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.bot_registry import bot_names, find_bot
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.testing.any_bot import check_any_bot, raise_faults
from arkadia_sim.testing.bots import checks
from tests.support.paths import ARKADIA

BOTS = ARKADIA / "sample_bots"
DECISIONS, REDEALS = (30, 6) if JIT_ENABLED else (20, 2)
"""Positions that are looked at, some of each variant, and deals tried at each: the faults below are found in these."""


def check_bot(spec: str, decisions: int, redeals: int, name: str = "arkadia") -> None:
    """Look at so many positions, and draw again so often what is hidden."""
    game = find_game(name)
    assert isinstance(game, CompiledGame)
    raise_faults(spec, checks(game, spec, decisions=decisions, redeals=redeals))


def shared_functions() -> list[tuple[str, str, str]]:
    """Each bot of each game by name, with the first one of the game that decides by the same functions."""
    entries = []
    for game in GAMES:
        first: dict[tuple[int, ...], str] = {}
        for name in bot_names(game):
            functions = tuple(map(id, find_bot(name, game).bot.decisions.values()))
            entries.append((game, name, first.setdefault(functions, name)))
    return entries


HASTY = {
    ("arkadia", "planner"): "planner:playouts=3,width=2,horizon=4",
    ("medina", "planner"): "planner:playouts=3,width=2,horizon=4",
    ("castle", "planner"): "planner:playouts=3,width=2,horizon=4",
}
"""Bots that look ahead, with so small a budget that they can be asked as often as the others."""


@pytest.mark.parametrize(("game", "bot", "like"), shared_functions())
def test_every_registered_bot_keeps_the_contract(game: str, bot: str, like: str) -> None:
    """A bot that is another one with other parameters is looked at less long, and so is a slow one."""
    if bot == like and (game, bot) not in HASTY:
        check_bot(bot, DECISIONS, REDEALS, game)
    else:
        check_bot(HASTY.get((game, bot), bot), DECISIONS // 3, REDEALS // 3, game)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bot", "like"), shared_functions())
def test_every_registered_bot_keeps_the_contract_at_many_positions(game: str, bot: str, like: str) -> None:
    check_bot(HASTY.get((game, bot), bot), 200, 100, game)


@pytest.mark.parametrize("bot", ["tent_camp:greed=9,temperature=0.5", f"{BOTS / 'example_bots.py'}:camper:whim=0.5"])
def test_bots_keep_the_contract_with_other_parameters_and_in_plain_python(bot: str) -> None:
    check_bot(bot, DECISIONS // 2, REDEALS // 2)


BAD = {
    "bad_compiled_bots.py:thief": "changes holdings.gold; at the draw",
    "bad_compiled_bots.py:learner": "changes mind.parameters; at the draw",
    "bad_compiled_bots.py:scribbler": "keeps something in its scratch space",
    "bad_compiled_bots.py:reacher": "R4.5: there is no card to draw at that place",
    "bad_python_bots.py:memory": "asked twice with the same random numbers, it answers",
    "bad_python_bots.py:comparer": "remembers earlier decisions",
    "bad_python_bots.py:spy": "knows what it may not: its answer",
    "bad_python_bots.py:off_the_board": "R4.2: bot off_the_board at its must: square",
    "bad_python_bots.py:crash": "ZeroDivisionError",
}


@pytest.mark.parametrize(("bot", "told"), BAD.items())
def test_a_bot_with_a_fault_is_found_out(bot: str, told: str) -> None:
    """Games find most of them; others are found where they are asked at positions."""
    at_positions = bot.endswith((":thief", ":learner", ":scribbler", ":memory", ":comparer", ":spy"))
    check = partial(check_bot, decisions=72, redeals=4) if at_positions else check_any_bot
    with pytest.raises(AssertionError) as caught:
        check(str(BOTS / bot))
    assert told in str(caught.value)
