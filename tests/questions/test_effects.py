"""What changes of play are worth: effects, verdicts and behaviours, on runs with a known truth."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.changes import BaseChange, Behaved, behaved
from arkadia_sim.questions.paired import Change, _behaved, _Effect
from arkadia_sim.questions.registry import analyse
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect
from tests.questions.test_registry import asked
from tests.support.runs import LUCK, ONE_COMPANY, PAIRED, Runs, effects_of, played

ONE = Estimate(5.0, 4.0, 6.0, 0.5, 500)

ODD = {
    "blind": ('behaviour = "gold"', 'behaviour = "sixes"'),
    "more": ("without", 'behaviour_direction = "more"\nwithout'),
    "fewer": ("without", 'behaviour_direction = "fewer"\nwithout'),
    "back": ('without = "plain"\nwith = "lucky:extra=2"', 'without = "lucky:extra=2"\nwith = "plain"'),
}
"""Changes that differ from that of being lucky in one thing: their behaviour, its direction, who plays with it."""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of these changes among plain players."""
    changes = "".join(LUCK.replace('"luck"', f'"{name}"').replace(*change) for name, change in ODD.items())
    return played(tmp_path_factory.mktemp("odd"), "odd", ONE_COMPANY.replace(LUCK, changes))


def test_the_known_effect_is_found(runs: Runs) -> None:
    """Two gold more for each six of three throws, which come as often as they should."""
    by_outcome = [effects_of(runs.paired, "luck", outcome) for outcome in ("win_share", "gold_lead", "gold")]
    weak = [rows for rows in zip(*by_outcome, strict=True) if rows[0].company == "weak"]
    assert [rows[0].players for rows in weak] == [2, 3]
    for win_share, lead, gold in weak:
        assert gold.low is not None and gold.high is not None and gold.low < 1.0 < gold.high
        assert gold.before is not None and gold.after is not None
        assert gold.after - gold.before == pytest.approx(gold.mean)
        assert win_share.verdict == lead.verdict == "higher"
        assert gold.verdict is None and gold.test == ""
        assert win_share.n == 200


def test_effects_are_those_of_the_rows(runs: Runs) -> None:
    """The same for the second change among beginners with three players: straight from the rows."""
    document = json.loads((runs.paired / "manifest.json").read_text(encoding="utf-8"))
    sections = document["sections"]
    index = next(k for k, one in enumerate(sections) if (one["setting"]["players"], one["company"]) == (3, "weak"))
    comparison = next(one for one in sections[index]["comparisons"] if one["change"] == 1)
    rows = pl.read_parquet(runs.paired / "games" / f"chunk-{index:03}-*.parquet")
    means = []
    for arm in ("with", "control"):
        seats = pl.DataFrame(comparison[arm], schema={"lineup": pl.Int16, "seat": pl.Int8}, orient="row")
        found = rows.join(seats, on=["lineup", "seat"])
        assert len(found) == 3 * 200
        means.append(float(found["gold_lead"].to_numpy().mean()))
    rows_of_change = effects_of(runs.paired, "harm", "gold_lead")
    (effect,) = (one for one in rows_of_change if (one.players, one.company) == (3, "weak"))
    assert effect.mean == pytest.approx(means[0] - means[1])
    assert (effect.bot, effect.baseline) == ("lucky:extra=-3", "plain")


def test_a_company_that_makes_the_change_serves_as_the_with_games(odd: Path) -> None:
    """One game of plain players among their like serves all seats; the control games put another into each in turn."""
    section = analyse(odd).manifest.sections[1]
    (comparison,) = (one for one in section.comparisons if one.change == list(ODD).index("back"))
    assert len({lineup for lineup, _ in comparison.with_}) == 1
    assert len({lineup for lineup, _ in comparison.control}) == 3
    (gold,) = (row for row in effects_of(odd, "back", "gold") if row.players == 3)
    assert gold.low is not None and gold.high is not None and gold.low < -1.0 < gold.high


def test_changes_that_help_and_harm_are_found_out(runs: Runs) -> None:
    assert [effect.verdict for effect in effects_of(runs.paired, "luck")] == ["higher"] * 4
    assert [effect.verdict for effect in effects_of(runs.paired, "harm")] == ["lower"] * 4


def test_a_change_that_changes_nothing_is_judged_no_difference_and_gets_no_verdict(runs: Runs) -> None:
    for lead in effects_of(runs.paired, "nothing", "gold_lead"):
        assert lead.mean == lead.se == 0.0
        assert lead.p_equivalence is not None and lead.p_equivalence <= 0.05
        assert (lead.note, lead.verdict) == (Behaved.UNSURE, None)


def test_without_a_change_of_behaviour_there_is_no_verdict(odd: Path) -> None:
    for effect in effects_of(odd, "blind"):
        assert effect.p_difference is not None and effect.p_difference <= 0.05
        assert (effect.note, effect.verdict) == (Behaved.UNSURE, None)


def test_a_behaviour_that_goes_the_wrong_way_gets_no_verdict(odd: Path) -> None:
    for name, answer, verdict in (("fewer", Behaved.ASTRAY, None), ("more", Behaved.AS_SAID, "higher")):
        assert {(effect.note, effect.verdict) for effect in effects_of(odd, name)} == {(answer, verdict)}
        assert set(analyse(odd).table().filter(outcome="win_share", contrast=name)["verdict"]) == {verdict}


@pytest.mark.parametrize(
    ("mean", "p_value", "expected"),
    [
        (0.5, 0.001, Behaved.AS_SAID),
        (0.5, 0.2, Behaved.UNSURE),
        (-0.5, 0.001, Behaved.ASTRAY),
        (0.05, 0.001, Behaved.HARDLY),
        (-0.05, 0.001, Behaved.ASTRAY),
    ],
)
def test_a_verdict_needs_a_behaviour_that_surely_changed_far_enough_and_the_right_way(
    mean: float, p_value: float, expected: Behaved
) -> None:
    change = BaseChange(
        name="camps", title="Camps", phrase="covering camps", behaviour="camps", behaviour_label="camps covered",
        behaviour_direction="more",
    )  # fmt: skip
    assert behaved(change, Estimate(mean, mean - 0.02, mean + 0.02, 0.01, 500), 10.0, p_value) is expected
    assert behaved(change, None, 0.0, 1.0) is Behaved.AS_SAID


def test_behaviours_are_judged_together() -> None:
    """A behaviour that is sure alone is not sure among many."""
    faint = PairedEffect(Estimate(1.0, 0.2, 1.8, 1 / 2.6, 500), Estimate(6, 5, 7, 0.3, 500), ONE, 100, 10.0)
    change = Change(name="a", title="A", phrase="a", behaviour="b", behaviour_label="b", without="c", with_="d")
    effect = _Effect(change, {}, 500, [], faint, None, [], None)
    assert _behaved([effect], 0.05) == [Behaved.AS_SAID]
    assert set(_behaved([effect] * 9, 0.05)) == {Behaved.UNSURE}


def test_missing_chunks_are_refused(odd: Path, tmp_path: Path) -> None:
    shutil.copytree(odd, tmp_path / "run")
    (tmp_path / "run" / "games" / "chunk-001-000000.parquet").unlink()
    with pytest.raises(UsageError, match="chunk-001-000000.parquet is missing; play it again with: arkadia-sim run "):
        analyse(tmp_path / "run")


def test_what_a_ban_takes_away_is_counted_in_turns(tmp_path: Path) -> None:
    """The chances of the barred player over its turns; a change without a ban or an order has no such row."""
    named = {"title": "A change", "phrase": "changing", "without": "casual"}
    changes = [
        named | {"name": "barred", "with": "casual:barred=high_tower"},
        named | {"name": "other", "with": "greedy"},
    ]
    weak = {"name": "weak", "title": "among casual players", "bot": "casual"}
    run = asked(tmp_path, "paired", game="castle", players=[2], deals=30, changes=changes, companies=[weak])
    (row,) = analyse(run).table().filter(kind="limited").iter_rows(named=True)
    rows = pl.read_parquet(tmp_path / "run" / "games" / "*.parquet").filter(bot="casual:barred=high_tower")
    turns, chances = (float(rows[column].to_numpy().sum()) for column in ("turns", "chances"))
    assert row["contrast"] == "barred" and 0.0 < row["low"] < row["high"]
    assert row["mean"] == pytest.approx(100.0 * chances / turns)


def test_intervals_are_cut_to_what_is_possible(tmp_path: Path) -> None:
    folder = played(tmp_path, "few", PAIRED, deals=2)
    for name in ("luck", "harm", "nothing"):
        for effect in effects_of(folder, name):
            assert effect.low is not None and effect.high is not None and -100 <= effect.low <= effect.high <= 100
            assert effect.verdict in (None, "inconclusive")


def test_the_table_says_what_the_effects_say(runs: Runs) -> None:
    results = analyse(runs.paired)
    table = results.table()
    assert len(table) == 3 * 4 * 3
    (row,) = table.filter(contrast="harm", players=3, company="weak", outcome="gold_lead").to_dicts()
    assert (row["verdict"], row["bot"], row["baseline"], row["claim"]) == ("lower", "lucky:extra=-3", "plain", "H2")
    assert row["test"] == "paired, one family of 24"
