"""What changes of play are worth: effects, verdicts and behaviours, on runs with a known truth."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.changes import BaseChange, Behaved, behaved, with_behaved
from arkadia_sim.questions.registry import analyse
from arkadia_sim.results.files import checksum_of
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict
from tests.questions.test_registry import asked
from tests.support.runs import LUCK, ONE_COMPANY, PAIRED, Runs, effects_of, paired_of, played

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
    effects = [effect for effect in effects_of(runs.paired, "luck") if effect.company == "weak"]
    assert [effect.players for effect in effects] == [2, 3]
    for effect in effects:
        win_share, lead, gold = effect.outcomes
        assert [outcome.outcome.column for outcome in effect.outcomes] == ["win_share", "gold_lead", "gold"]
        assert gold.estimate.low < 1.0 < gold.estimate.high
        assert effect.behaviour is not None and effect.behaviour.effect.mean == pytest.approx(gold.estimate.mean)
        assert win_share.effect.control.mean == pytest.approx(100 / effect.players)
        assert effect.verdict() is effect.verdict(lead) is Verdict.HELPS
        assert gold.judgement is None and effect.verdict(gold) is None
        assert effect.deals == win_share.estimate.n == 200


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
    (effect,) = (one for one in effects_of(runs.paired, "harm") if (one.players, one.company) == (3, "weak"))
    assert effect.outcomes[1].estimate.mean == pytest.approx(means[0] - means[1])
    assert (effect.with_bot, effect.without_bot) == ("lucky:extra=-3", "plain")


def test_a_company_that_makes_the_change_serves_as_the_with_games(odd: Path) -> None:
    """One game of plain players among their like serves all seats; the control games put another into each in turn."""
    section = paired_of(odd).manifest.sections[1]
    (comparison,) = (one for one in section.comparisons if one.change == list(ODD).index("back"))
    assert len({lineup for lineup, _ in comparison.with_}) == 1
    assert len({lineup for lineup, _ in comparison.control}) == 3
    (effect,) = (effect for effect in effects_of(odd, "back") if effect.players == 3)
    assert effect.main.effect.with_change.mean == pytest.approx(100 / 3)
    assert effect.outcomes[2].estimate.low < -1.0 < effect.outcomes[2].estimate.high


def test_changes_that_help_and_harm_are_found_out(runs: Runs) -> None:
    assert [effect.verdict() for effect in effects_of(runs.paired, "luck")] == [Verdict.HELPS] * 4
    assert [effect.verdict() for effect in effects_of(runs.paired, "harm")] == [Verdict.HURTS] * 4


def test_a_change_that_changes_nothing_is_judged_no_difference_and_gets_no_verdict(runs: Runs) -> None:
    for effect in effects_of(runs.paired, "nothing"):
        _, lead, _ = effect.outcomes
        assert effect.main.effect.changed_deals == 0
        assert lead.judgement is not None and lead.judgement.verdict is Verdict.NO_DIFFERENCE
        assert effect.behaved is Behaved.UNSURE
        assert effect.verdict() is None


def test_without_a_change_of_behaviour_there_is_no_verdict(odd: Path) -> None:
    for effect in effects_of(odd, "blind"):
        assert effect.main.judgement is not None and effect.main.judgement.verdict is Verdict.HELPS
        assert effect.behaved is Behaved.UNSURE and effect.verdict() is None


def test_a_behaviour_that_goes_the_wrong_way_gets_no_verdict(odd: Path) -> None:
    for name, answer, verdict in (("fewer", Behaved.ASTRAY, None), ("more", Behaved.AS_SAID, Verdict.HELPS)):
        assert {(effect.behaved, effect.verdict()) for effect in effects_of(odd, name)} == {(answer, verdict)}
        words = {Verdict.HELPS: "higher", None: None}[verdict]
        assert set(paired_of(odd).table().filter(outcome="win_share", contrast=name)["verdict"]) == {words}


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


def test_behaviours_are_judged_together_and_for_all_looks(runs: Runs) -> None:
    sure = effects_of(runs.paired, "luck")[0]
    behaviour = sure.behaviour
    assert behaviour is not None
    error = abs(behaviour.effect.mean) / 2.6  # p is some 0.01 for each alone
    faint = replace(sure, behaviour=replace(behaviour, effect=replace(behaviour.effect, standard_error=error)))
    assert with_behaved([faint])[0].behaved is Behaved.AS_SAID
    assert {one.behaved for one in with_behaved([faint] * 9)} == {Behaved.UNSURE}


def test_a_manifest_that_was_edited_with_its_checksum_is_refused(runs: Runs, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(runs.paired, run)
    edited = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    edited["sections"][0]["comparisons"][0]["change"] = 99
    (run / "manifest.json").write_text(json.dumps(edited | {"checksum": checksum_of(edited)}), encoding="utf-8")
    with pytest.raises(UsageError, match=r"manifest.json was edited: .*names a change that does not"):
        analyse(run)


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
    for effect in paired_of(played(tmp_path, "few", PAIRED, deals=2)).effects:
        share, control = effect.main.estimate, effect.main.effect.control
        assert -100 <= share.low <= share.high <= 100
        assert 0 <= control.low <= control.high <= 100
        assert effect.verdict() in (None, Verdict.NOT_SETTLED)


def test_the_table_says_what_the_effects_say(runs: Runs) -> None:
    results = paired_of(runs.paired)
    table = results.table()
    assert len(table) == 3 * len(results.effects)
    (effect,) = (one for one in effects_of(runs.paired, "harm") if (one.players, one.company) == (3, "weak"))
    (row,) = table.filter(contrast="harm", players=3, company="weak", outcome="gold_lead").to_dicts()
    lead = effect.outcomes[1].estimate
    assert (row["mean"], row["low"], row["high"], row["n"]) == (lead.mean, lead.low, lead.high, lead.n)
    assert (row["verdict"], row["bot"], row["baseline"], row["claim"]) == ("lower", "lucky:extra=-3", "plain", "H2")
    assert effect.behaviour is not None
    assert (row["before"], row["after"]) == (effect.behaviour.control.mean, effect.behaviour.with_change.mean)
    assert row["test"] == f"paired, one family of {results.tests}"
