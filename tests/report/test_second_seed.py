"""A second seed: the same experiment and nothing else different, and how far its verdicts agree."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.core.options import Setting
from arkadia_sim.errors import UsageError
from arkadia_sim.questions.estimates import Row
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.document import build
from arkadia_sim.report.second_seed import agreement_text, compare_seeds
from arkadia_sim.results.manifest import Manifest
from tests.support.findings import findings, on_boards, row, run, seat

HERE = [seat(1, 2, "higher"), seat(1, 4, "equivalent"), seat(2, 4, "inconclusive"), seat(3, 4, "lower")]


def play(rows: list[Row] = HERE, folder: str = "here", **runs: Manifest) -> Findings:
    return findings(rows, Path("none.md"), runs=runs or {"toy": run()}, folder=folder)


def again(rows: list[Row] = HERE, **given: Any) -> Findings:
    """The same with another seed."""
    return play(rows, "there", toy=run(seed=given.pop("seed", 6), **given))


def fault(here: Findings, there: Findings) -> str:
    with pytest.raises(UsageError) as error:
        compare_seeds(here, there)
    return str(error.value)


def test_equal_verdicts_are_counted() -> None:
    told = agreement_text(compare_seeds(play(), again())).inline or ""
    assert told == (
        "We played everything again with a second seed. All 4 verdicts stayed the same. None of 4 estimates differ by "
        "more than two standard errors; by chance alone about 0 would."
    )


def test_estimates_under_a_circumstance_are_of_the_run_that_was_played_under_it() -> None:
    rows = [replace(each, part="toy", setting=name) for each in HERE for name in ("usual", "hidden")]
    runs = {f"toy_{name}": run() for name in ("usual", "hidden")}
    others = {f"toy_{name}": run(seed=6) for name in ("usual", "hidden")}
    here, there = (findings(rows, Path("none.md"), runs=plays) for plays in (runs, others))
    found = compare_seeds(here, there)
    assert found.verdicts == len(rows) and not found.moved


def test_verdicts_that_moved_are_named_and_those_that_turned_come_first() -> None:
    there = [seat(1, 2, "inconclusive"), seat(1, 4, "equivalent"), seat(2, 4, "inconclusive"), seat(3, 4, "higher")]
    found = compare_seeds(play(), again(there))
    told = agreement_text(found)
    assert "2 of 4 verdicts stayed the same; 2 changed, 1 of them from higher to lower or back." in (told.inline or "")
    first, second = (told.block or "").split("<li>")[1:]
    assert "<strong>advantage, seat 3, 4 players, wins: lower, then higher</strong>" in first
    assert "higher, then inconclusive" in second and "<strong>" not in second


def test_of_many_verdicts_that_moved_a_reader_sees_how_many_are_about_what() -> None:
    rows = [row(contrast=f"c{number % 2}", players=number, verdict="higher") for number in range(2, 65)]
    found = compare_seeds(play(rows), again([replace(each, verdict="inconclusive") for each in rows]))
    text = agreement_text(found).block or ""
    assert text.count("<li>") == 5 + 2
    assert "<li>c0: 32</li><li>c1: 31</li>" in text


def test_estimates_are_held_against_chance() -> None:
    """Of 40 estimates one lies 2.1 standard errors apart and one 6: chance explains the first alone."""
    rows = [row(contrast=f"c{number}", mean=0.0, se=1.0) for number in range(40)]
    there = [replace(rows[0], mean=2.1 * 2**0.5), replace(rows[1], mean=6 * 2**0.5), *rows[2:]]
    found = compare_seeds(play(rows), again(there))
    assert found.verdicts == 0
    text = "2 of 40 estimates differ by more than two standard errors; by chance alone about 2 would."
    assert text in (agreement_text(found).inline or "")
    assert "Chance does not explain 1 of these differences." in (agreement_text(found).inline or "")
    unknown = compare_seeds(play([replace(one, se=0.0) for one in rows]), again(rows))
    assert unknown.scores == [], "what chance has no part in is not counted"


def test_only_the_seed_may_differ() -> None:
    assert "both were played with the same seed (5)" in fault(play(), again(seed=5))
    assert "toy 1 was played here, toy 2 there" in fault(play(), again(rules_version="2"))
    experiment = run().experiment
    assert experiment is not None
    bots = tuple(bot.model_copy(update={"spec": f"{bot.spec}:greed=2"}) for bot in run().bots)
    assert "other bots: casual, " in fault(play(), again(bots=bots))
    told = experiment | {"title": "Another title", "seed": 6, "notes": ["x"]}
    assert compare_seeds(play(), again(experiment=told)).moved == []
    first, second = run().sections
    closed = Setting(players=2, rules={"holdings": "closed"}, components={})
    sections = (first.model_copy(update={"setting": closed}), second)
    assert "other rules: holdings (2 players)" in fault(play(), again(sections=sections))


def test_other_deals_versions_and_sources_are_told() -> None:
    sources = tuple(bot.model_copy(update={"hash": "new"}) for bot in run().bots)
    found = compare_seeds(play(), again(deals=500, versions={"arkadia_sim": "2.0"}, bots=sources))
    assert found.remarks == (
        "The number of deals of toy was not the same.",
        "Versions were not the same in toy: arkadia_sim.",
        "The sources of casual and expert<1> or of the game changed between the plays of toy.",
    )


def test_a_second_seed_may_have_as_many_other_boards() -> None:
    found = compare_seeds(play(toy=on_boards(1, 200)), play(folder="there", toy=on_boards(201, 400, seed=6)))
    assert found.remarks == ("The second seed had boards of other numbers.",)
    fewer = play(folder="there", toy=on_boards(201, 300, seed=6))
    assert "other components: board (2 players)" in fault(play(toy=on_boards(1, 200)), fewer)


def test_both_ask_the_same_and_have_a_part_in_common() -> None:
    assert "only one of them has advantage(part='toy', players=4, seat=3" in fault(play(), again(HERE[:3]))
    two = play(HERE, a=run("a"), toy=run())
    assert "no part in common" in fault(two, play([], "there", b=run("b", seed=6)))


def test_of_a_study_some_parts_are_enough_and_a_single_experiment_may_be_renamed() -> None:
    rows = [*HERE, *(replace(one, part="other") for one in HERE)]
    study = play(rows, toy=run(), other=run("other"))
    found = compare_seeds(study, again())
    assert len(found.pairs) == 4 and found.remarks == ("Not played again: other.",)
    renamed = play([replace(one, part="toy2") for one in HERE], "there", toy2=run("toy2", seed=6))
    assert len(compare_seeds(play(), renamed).pairs) == 4


def test_a_document_says_it_in_one_line(tmp_path: Path) -> None:
    document = tmp_path / "toy.md"
    document.write_text("# Answer\n\n{{ agreement() }}\n\n{{ bots() }}\n\n{{ setting() }}\n")
    assert "Not played again with a second seed." in build(play(), document).html
    assert "All 4 verdicts stayed the same" in build(play(), document, against=again()).html
