"""Every bot keeps the contract, and the suite that says so finds those that do not."""

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.registry import find_bot, list_bots
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, CASTLE, DRAW, MUST
from arkadia_sim.testing.bots import VARIANTS, check_bot, collect
from arkadia_sim.testing.driving import Sitting
from tests.support.paths import ARKADIA

BOTS = ARKADIA / "sample_bots"
DECISIONS, REDEALS = (72, 25) if JIT_ENABLED else (20, 2)
"""Positions that are looked at, eight of each variant, and deals tried at each: the faults below are found in these."""


def shared_functions() -> dict[str, str]:
    """Each bot by name, with the first one (in alphabetical order) that decides by the same functions."""
    first: dict[tuple[int, ...], str] = {}
    names = [entry.name for entry in list_bots()]
    return {name: first.setdefault(tuple(map(id, find_bot(name).bot.decisions.values())), name) for name in names}


HASTY = {"planner": "planner:playouts=3,width=2"}
"""Bots that look ahead, with so small a budget that they can be asked as often as the others."""


@pytest.mark.parametrize(("bot", "like"), shared_functions().items())
def test_every_registered_bot_keeps_the_contract(bot: str, like: str) -> None:
    """A bot that is another one with other parameters is looked at less long."""
    if bot == like:
        check_bot(HASTY.get(bot, bot), DECISIONS, REDEALS)
    else:
        check_bot(bot, DECISIONS // 3, REDEALS // 3)


@pytest.mark.slow
@pytest.mark.parametrize("bot", shared_functions())
def test_every_registered_bot_keeps_the_contract_at_many_positions(bot: str) -> None:
    check_bot(HASTY.get(bot, bot), 200, 100)


@pytest.mark.parametrize("bot", ["greedy:temperature=2", "tent_camp:greed=9,temperature=0.5"])
def test_bots_keep_the_contract_with_other_parameters_too(bot: str) -> None:
    check_bot(bot, DECISIONS // 2, REDEALS)


@pytest.mark.parametrize("bot", ["camper:whim=0.5", "drawer"])
def test_bots_in_plain_python_keep_the_contract(bot: str) -> None:
    check_bot(f"{BOTS / 'example_bots.py'}:{bot}", DECISIONS // 2, REDEALS // 2)


def test_the_decisions_looked_at_are_of_every_kind_from_every_variant() -> None:
    found = collect(find_bot("random"), 200)
    assert len(found) == 200
    assert {str(variant) for variant, _ in found} == {str(variant) for variant in VARIANTS}
    assert {moment.phase for _, moment in found} == {MUST, DRAW, CASTLE, BANNER}


BAD = {
    "bad_compiled_bots.py:thief": "changes holdings.gold; at the draw",
    "bad_compiled_bots.py:learner": "changes mind.parameters; at the draw",
    "bad_compiled_bots.py:scribbler": "keeps something in its scratch space",
    "bad_compiled_bots.py:mumbler": "does not fill in `family` of its decision",
    "bad_compiled_bots.py:reacher": "the bot breaks the rules: R4.5: there is no card to draw at that place",
    "bad_python_bots.py:other_dice": "asked twice with the same random numbers, it answers",
    "bad_python_bots.py:memory": "asked twice with the same random numbers, it answers",
    "bad_python_bots.py:first_impression": "remembers earlier games: column",
    "bad_python_bots.py:comparer": "remembers earlier decisions",
    "bad_python_bots.py:spy": "knows what it may not: its answer",
    "bad_python_bots.py:off_the_board": "R4.2: bot off_the_board at its must: square",
    "bad_python_bots.py:nonsense": "R3.1: bot nonsense at its must",
    "bad_python_bots.py:plenty": "R8.2: bot plenty at its banner",
    "bad_python_bots.py:crash": "ZeroDivisionError",
}


@pytest.mark.parametrize(("bot", "told"), BAD.items())
def test_a_bot_with_a_fault_is_found_out(bot: str, told: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check_bot(str(BOTS / bot), 72, 4)
    assert told in str(caught.value)


def test_a_fault_ends_the_game_that_is_driven() -> None:
    for bot, told in (("bad_compiled_bots.py:reacher", "R4.5"), ("bad_python_bots.py:plenty", "R8.2")):
        sitting = Sitting([str(BOTS / bot), "random"], GAME.setting(2, {}, {}))
        for _ in sitting.drive(3):
            assert sitting.fault == ""
        assert told in sitting.fault
        assert sorted(sitting.rows["win_share"]) == [0.0, 1.0]
