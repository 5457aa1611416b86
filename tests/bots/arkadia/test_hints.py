"""The seven hints as switches: a player who ignores a hint does not see its object, and one who follows it plays
differently."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, CASTLE, MUST
from arkadia_sim.questions.changes import Behaved
from arkadia_sim.testing.driving import Moment, Sitting, understudies
from tests.support.recorded import played
from tests.support.runs import effects_of
from tests.support.runs import played as run_of

DEALS = 6 if JIT_ENABLED else 1


@cache
def moments(phase: int) -> list[Moment]:
    """Decisions of one kind from games of casual players, in which every seat comes up."""
    sitting = Sitting(GAME, ["casual"] * 3, GAME.setting(3, {}, {}))
    return [moment.keep() for deal in range(DEALS) for moment in sitting.drive(deal) if moment.phase == phase]


def turn_seals(game: Any) -> None:
    """Seals vanish from all buildings, and none are left for new ones."""
    game["table"]["has_seal"] = 0
    game["table"]["supply"] = 0


def move_camps(game: Any) -> None:
    """Camps lie on every square that had none, and on no other."""
    game["table"]["camps"] = ~game["table"]["camps"]


def turn_values(game: Any) -> None:
    """The dearest family becomes the cheapest."""
    game["table"]["value"] = 10 - game["table"]["value"]


def hire(game: Any) -> None:
    """Everybody has a worker more at hand, or none."""
    workers = game["holdings"]["workers"]
    workers[:] = np.where(workers > 0, 0, 1)


def enrich_others(game: Any) -> None:
    """The players not on turn hold many seals of one family."""
    others = np.arange(4) != int(game["table"]["seat"])
    game["holdings"]["seals"][others] = [0, 25, 3, 9]


def begin_last_round(game: Any) -> None:
    """The end has begun: everybody has one turn left."""
    game["table"]["turns_left"] = 3


SWITCHES: dict[str, tuple[str, str, int, Callable[[Any], None]]] = {
    "H1": ("casual:greed=0", "casual:greed=2.5", MUST, move_camps),
    "H2": ("casual:trigger=0", "casual:trigger=1", MUST, turn_seals),
    "H3": ("casual:hold=0,trust_early=0,trust_late=0", "casual:hold=2,trust_early=0,trust_late=0", MUST, turn_values),
    "H4 early": ("casual:refill=0", "casual:refill=1", BANNER, hire),
    "H4 moment": ("casual:moment=0", "casual:moment=1", BANNER, turn_values),
    "H5": ("casual:watch=0", "casual:watch=1", MUST, begin_last_round),
    "H6": ("casual:others=0", "casual:others=1", CASTLE, enrich_others),
}


def changed(bot: str, phase: int, change: Callable[[Any], None]) -> int:
    """In how many moments the bot decides differently after a change of the position."""
    actors = understudies(GAME, find_bot(bot), GAME.setting(3, {}, {}))
    count = 0
    for moment in moments(phase):
        actor = actors[moment.seat].take(moment)
        before = actor.answer()
        actor.take(moment)
        change(actor.game)
        count += actor.answer() != before
    return count


@pytest.mark.parametrize("hint", SWITCHES)
def test_who_ignores_a_hint_is_blind_to_what_it_looks_at(hint: str) -> None:
    blind, _, phase, change = SWITCHES[hint]
    assert moments(phase)
    assert changed(blind, phase, change) == 0


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
@pytest.mark.parametrize("hint", SWITCHES)
def test_who_follows_a_hint_looks(hint: str) -> None:
    _, seeing, phase, change = SWITCHES[hint]
    assert changed(seeing, phase, change) > 0


BEHAVIOURS = {
    "H1": ("casual", "tent_camp", "camps_covered", 1),
    "H2": ("casual:trigger=0", "payout_trigger", "seals_from_triggers", 1),
    "H3": ("casual", "casual:hold=2", "dearest_left_open", -1),
    "H4 early": ("casual:refill=0", "casual:refill=2", "turns_without_worker", -1),
    "H4 moment": ("casual:moment=0", "casual:moment=1", "gold_per_seal_sold", 1),
    "H4 often": ("casual:sale=40", "casual:sale=8", "sales", 1),
    "H5": ("casual:own_cost=8", "casual:own_cost=8,watch=1,fade=0.5", "own_workers_left", -1),
    "H6": ("casual:others=0", "castle_manipulation", "castle_for_others", -1),
    "H7": ("casual:reach=0", "worker_reach", "buildings_per_own_worker", 1),
}


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
@pytest.mark.parametrize("hint", BEHAVIOURS)
def test_following_a_hint_changes_the_behaviour_that_it_names(hint: str) -> None:
    """Over 150 deals with three players, the player with the hint in the first seat."""
    without, with_, column, direction = BEHAVIOURS[hint]
    means = []
    for bot in (without, with_):
        result = played(GAME, [bot, "casual"], [[0, 1, 1]] * 150, seed=4)
        assert not result.failures
        means.append(float(np.mean(result.players[column][::3])))
    assert direction * (means[1] - means[0]) > 0, (column, means)


NUMBERS = 'game = "arkadia"\nplayers = [3]\ntrace = 0\ntolerances = { win_share = 5.0 }\n'
HEAD = """
[[companies]]
title = "among casual players"
bot = "casual"
"""
SWITCH = """
[[changes]]
name = "{name}"
title = "{name}"
phrase = "doing {name}"
behaviour = "{behaviour}"
behaviour_label = "what it changes"
without = "{without}"
with = "{changed}"
"""
SAME, NOT_DONE, HURTS = "equivalent", Behaved.UNSURE, "lower"
KNOWN = {
    # by the way they are called: without, with, the behaviour, and what must come out
    "other_luck": ("casual", "casual:temperature=1e-5", "", SAME),  # breaks ties by other chance, nothing else
    "being_watched": ("casual", "casual:watched=camps+trigger+hostile_piece", "camps_covered", NOT_DONE),
    "barred_from_cheap_sales": ("casual", "casual:barred=sale_under_3", "seals_sold", NOT_DONE),  # it never does
    "barred_from_payouts": ("casual", "casual:barred=trigger", "", HURTS),
    "blind_to_seals": ("casual", "casual:trigger=0", "", HURTS),
    "no_banners": ("casual", "casual:refill=0,sale=200", "", HURTS),
}


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
def test_known_switches_get_the_verdicts_that_are_known(tmp_path: Path) -> None:
    switches = ""
    for name, (without, changed, behaviour, _) in KNOWN.items():
        one = SWITCH.format(name=name, without=without, changed=changed, behaviour=behaviour)
        lines = [line for line in one.splitlines() if behaviour or not line.startswith("behaviour")]
        switches += "\n".join(lines)
    folder = run_of(tmp_path, "known", HEAD + switches, deals=600, numbers=NUMBERS)
    rows = [row for name in KNOWN for row in effects_of(folder, name)]
    assert {row.contrast: row.verdict or row.note for row in rows} == {name: known[3] for name, known in KNOWN.items()}
    assert all((row.se or 0.0) > 0.5 for row in rows if row.contrast == "other_luck")  # it did change the games
