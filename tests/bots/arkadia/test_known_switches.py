"""Switches that are known to do nothing or to harm must get that verdict, all the way from games to results."""

from pathlib import Path

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.questions.changes import Behaved
from tests.support.runs import effects_of, played

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
    folder = played(tmp_path, "known", HEAD + switches, deals=600, numbers=NUMBERS)
    rows = [row for name in KNOWN for row in effects_of(folder, name)]
    assert {row.contrast: row.verdict or row.note for row in rows} == {name: known[3] for name, known in KNOWN.items()}
    assert all((row.se or 0.0) > 0.5 for row in rows if row.contrast == "other_luck")  # it did change the games
