"""Runs held against each other: the same with another seed."""

from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.analysis.agreement import Agreement, agreement
from arkadia_sim.analysis.parts import read_parts
from arkadia_sim.errors import UsageError
from arkadia_sim.report.wording.agreement import effects_sentence, flip_text, remarks, seeds_of, seeds_sentence
from tests.support.runs import LUCK, NUMBERS, ONE_COMPANY, PAIRED, Runs, played, study_folder
from tests.support.synthetic import edit_manifest, write_rotation
from tests.support.toy_game import COMPANIES


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the runs of the study, played with other seeds."""
    folder = tmp_path_factory.mktemp("again")
    played(folder, "paired", PAIRED, seed=8)
    played(folder, "weak", ONE_COMPANY, deals=50, seed=9)
    return folder


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("one"), "one", COMPANIES + LUCK, deals=40)


def test_two_seeds_are_held_against_each_other(runs: Runs, again: Path) -> None:
    found = agreement(runs.paired, again / "paired")
    assert len(found.rows) == 2 * 12
    assert found.scores.surely_apart == 0
    assert all(row.score == 0 for row in found.rows if row.effect.change.name == "nothing")
    assert found.scores.known == 16  # eight more are zero in both: chance has no part in them
    assert effects_sentence(found).startswith("Of 16 estimates, ")
    assert "by chance alone about 0.7 would" in effects_sentence(found)
    assert seeds_sentence(seeds_of(found)) == "Played here with seed 7 and there with 8."
    with pytest.raises(UsageError, match="same seed"):
        agreement(runs.paired, runs.paired)


def test_one_part_of_a_study_may_be_played_again(runs: Runs, again: Path, tmp_path: Path) -> None:
    found = agreement(runs.study, again / "paired")
    assert len(found.rows) == 2 * 12
    assert remarks(found) == ["Not compared: “The weak run”."]
    other = played(tmp_path, "weak2", ONE_COMPANY, deals=50, seed=9)
    with pytest.raises(UsageError, match="no part in common"):
        agreement(runs.study, other)


def test_all_parts_of_a_study_are_held_against_each_other(runs: Runs, again: Path) -> None:
    found = agreement(runs.study, study_folder(again, ["paired", "weak"]), read_parts(runs.study))
    assert [sum(row.part.name == name for row in found.rows) for name in ("paired", "weak")] == [2 * 12, 2 * 2]
    assert len(found.rows) == 2 * (12 + 2)
    assert found.scores.surely_apart == 0
    assert [(a.results.manifest.seed, b.results.manifest.seed) for a, b in found.pairs] == [(7, 8), (7, 9)]
    assert remarks(found) == ["“The weak run” was not played with the same number of deals."]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("trace = 0.1", "trace = 0.1\nrules = {bonus = 2}"), r"other rules: bonus \(2 players\)"),
        (
            ("trace = 0.1", "trace = 0.1\ntolerances = {gold_lead = 2.0}"),
            "other experiments: they differ in tolerances",
        ),
        (("lucky:extra=2", "lucky:extra=3"), "other experiments: they differ in changes"),
    ],
)
def test_what_differs_in_more_than_the_seed_is_not_compared(
    one: Path, tmp_path: Path, change: tuple[str, str], fault: str
) -> None:
    numbers, text = NUMBERS.replace(*change), COMPANIES + LUCK.replace(*change)
    other = played(tmp_path, "other", text, seed=8, deals=40, numbers=numbers)
    with pytest.raises(UsageError, match=f"no two plays of one study; “The one run”: {fault}"):
        agreement(one, other)


def test_other_components_are_not_compared(one: Path, tmp_path: Path) -> None:
    other = played(tmp_path, "other", COMPANIES + LUCK, seed=8, deals=40)

    def change(document: dict[str, Any]) -> None:
        document["sections"][0]["setting"]["components"]["board"] = "another"

    edit_manifest(other, change)
    with pytest.raises(UsageError, match="other components: board"):
        agreement(one, other)


def test_other_sources_are_compared_and_told_of(one: Path, tmp_path: Path) -> None:
    other = played(tmp_path, "other", COMPANIES + LUCK, seed=8, deals=40)

    def change(document: dict[str, Any]) -> None:
        document["bots"][0]["hash"] = "another"

    edit_manifest(other, change)
    told = remarks(agreement(one, other))
    assert told[-1] == "It was not played with the same sources: plain or the game have changed."


def test_what_asks_other_questions_is_no_repetition(runs: Runs, one: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="do not ask the same questions"):
        agreement(runs.paired, one)
    with pytest.raises(UsageError, match="holds plain play"):
        agreement(runs.paired, write_rotation(tmp_path / "run", ["greedy", "tent_camp"], games=10))


def test_verdicts_that_turn_round_are_told_first(runs: Runs, tmp_path: Path) -> None:
    """A run with another seed, in whose rows the two arms have changed places: what helps here hurts there."""
    one = played(tmp_path, "one", COMPANIES + LUCK)
    other = played(tmp_path, "other", COMPANIES + LUCK, seed=8)

    def turn_round(document: dict[str, Any]) -> None:
        for section in document["sections"]:
            for comparison in section["comparisons"] if section["setting"]["players"] == 3 else ():
                comparison["with"], comparison["control"] = comparison["control"], comparison["with"]

    edit_manifest(other, turn_round)
    found: Agreement = agreement(one, other)
    turned = [flip.turned for flip in found.flips]
    assert (sum(turned), turned) == (4, sorted(turned, reverse=True))
    text = "Be lucky, 3 players, among beginners, win share: helps here, hurts there."
    assert flip_text(found, found.flips[0]) == text
    assert "four turn from “helps” to “hurts” or back." in effects_sentence(found)
    assert found.scores.surely_apart == 4
