"""An example from the games of a run: the same deal with a change and without, up to where the two part."""

from pathlib import Path

import polars as pl

from arkadia_sim.questions.stretch import stretch
from arkadia_sim.results.store import RunFolder
from tests.support.runs import paired_of, played

CAMPS = """
[[companies]]
title = "among casual players"
bot = "casual"
[[changes]]
name = "camps"
title = "Cover the tent camps"
phrase = "covering tent camps"
without = "novice"
with = "tent_camp"
"""


def test_it_is_the_middle_one_of_the_pairs_that_the_change_decided(tmp_path: Path) -> None:
    folder = played(tmp_path, "camps", CAMPS, deals=30, numbers="players = [2]\ntrace = 0\n")
    results = paired_of(folder)
    (effect,) = results.effects
    found = stretch(RunFolder(folder), results, effect)
    assert found is not None
    assert found.with_.turn == found.without.turn == found.before.turn + 1
    assert found.with_.words != found.without.words
    assert found.with_.seat == found.without.seat == found.seat
    assert found.with_.bot == "tent_camp" and found.without.bot == "novice"
    (comparison,) = results.manifest.sections[0].comparisons
    rows = pl.read_parquet(folder / "games")
    leads = []
    for (with_, seat), (without, _) in zip(comparison.with_, comparison.control, strict=True):
        here = rows.filter(pl.col("seat") == seat)
        both = here.filter(pl.col("lineup") == with_).join(
            here.filter(pl.col("lineup") == without), on="deal", suffix="_other"
        )
        won = both.filter(pl.col("win_share") > pl.col("win_share_other"))
        leads += (won["gold_lead"] - won["gold_lead_other"]).to_list()
    difference = found.ends_with["gold_lead"] - found.ends_without["gold_lead"]
    assert found.ends_with["win_share"] > found.ends_without["win_share"]
    assert difference == sorted(leads)[len(leads) // 2]
