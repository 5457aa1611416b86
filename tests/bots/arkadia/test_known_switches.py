"""Switches that are known to do nothing or to harm must get that verdict, all the way from games to results."""

from pathlib import Path

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.questions.changes import Behaved
from arkadia_sim.stats.verdicts import Verdict
from tests.support.runs import paired_of, played

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
SAME, NOT_DONE, HURTS = Verdict.NO_DIFFERENCE, Behaved.UNSURE, Verdict.HURTS
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
    results = paired_of(played(tmp_path, "known", HEAD + switches, deals=600, numbers=NUMBERS))
    found = {
        effect.change.name: effect.behaved if effect.verdict() is None else effect.verdict()
        for effect in results.effects
    }
    assert found == {name: known[3] for name, known in KNOWN.items()}
    other_luck = [effect for effect in results.effects if effect.change.name == "other_luck"]
    assert all(one.main.effect.changed_deals > 200 for one in other_luck)  # it did change the games
