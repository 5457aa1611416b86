"""Every bot keeps the contract, and the suite that says so finds those that do not."""

from functools import partial
from pathlib import Path

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.bot_registry import bot_names, find_bot
from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.engine import BotTrials
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, CASTLE, DRAW, MUST
from arkadia_sim.testing.any_bot import check_any_bot, raise_faults
from arkadia_sim.testing.bots import checks, collect
from arkadia_sim.testing.driving import Sitting
from tests.support.paths import ARKADIA

BOTS = ARKADIA / "sample_bots"
BOTS_OF_MEDINA = Path(__file__).parents[1] / "games" / "medina" / "sample_bots"
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


def hides_something(trials: BotTrials, game: CompiledGame, number: int) -> bool:
    """Whether a seat has something that it cannot know in the way to play of that number."""
    variant = trials.variants[number]
    setting = game.setting(variant.players, variant.rules, variant.components)
    moment = next(Sitting(game, ["random"] * variant.players, setting).drive(1))
    return bool(trials.unknown(moment.game))


@pytest.mark.parametrize("name", GAMES)
def test_something_is_hidden_in_some_of_the_ways_to_play(name: str) -> None:
    game = find_game(name)
    assert isinstance(game, CompiledGame)
    trials = game.bot_trials
    assert sum(hides_something(trials, game, number) for number in range(len(trials.variants))) >= 3


@pytest.mark.parametrize("bot", ["tent_camp:greed=9,temperature=0.5", f"{BOTS / 'example_bots.py'}:camper:whim=0.5"])
def test_bots_keep_the_contract_with_other_parameters_and_in_plain_python(bot: str) -> None:
    check_bot(bot, DECISIONS // 2, REDEALS // 2)


def test_the_decisions_looked_at_are_of_every_kind_from_every_variant() -> None:
    found = collect(GAME, find_bot("random"), 200)
    assert len(found) == 200
    assert {str(variant) for variant, _ in found} == {str(variant) for variant in GAME.bot_trials.variants}
    assert {moment.phase for _, moment in found} == {MUST, DRAW, CASTLE, BANNER}


BAD = {
    "bad_compiled_bots.py:thief": "changes holdings.gold; at the draw",
    "bad_compiled_bots.py:learner": "changes mind.parameters; at the draw",
    "bad_compiled_bots.py:scribbler": "keeps something in its scratch space",
    "bad_compiled_bots.py:reacher": "R4.5: there is no card to draw at that place",
    "bad_python_bots.py:memory": "asked twice with the same random numbers, it answers",
    "bad_python_bots.py:comparer": "remembers earlier decisions",
    "bad_python_bots.py:spy": "knows what it may not: its answer",
    "bad_python_bots.py:off_the_board": "R4.2: bot off_the_board at its must: square",
    "bad_python_bots.py:nonsense": "R3.1: bot nonsense at its must",
    "bad_python_bots.py:plenty": "R8.2: bot plenty at its banner",
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


@pytest.mark.parametrize(
    ("bot", "told"),
    [("spy", "knows what it may not: its answer"), ("off_the_board", "M7.1: bot off_the_board at its pl")],
)
def test_a_bot_for_another_game_that_sees_what_is_hidden_or_breaks_a_rule_is_found_out(bot: str, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check_any_bot(f"{BOTS_OF_MEDINA / 'bad_bots.py'}:{bot}", "medina")
