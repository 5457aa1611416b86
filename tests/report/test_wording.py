"""The words of a report: places, answers, groups, reasons and warnings, on effects with chosen verdicts."""

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from arkadia_sim.analysis.bots import bot_results
from arkadia_sim.analysis.effects import Behaved, Effect, by_change
from arkadia_sim.analysis.parts import read_parts, single
from arkadia_sim.analysis.results import PlayResults, analyse
from arkadia_sim.analysis.sections import GameCounts
from arkadia_sim.plots.style import number
from arkadia_sim.report.wording import overview
from arkadia_sim.report.wording.answers import answers, flips, groups, paired_answer, table_answer
from arkadia_sim.report.wording.methods import method, notes
from arkadia_sim.report.wording.numbers import listed
from arkadia_sim.report.wording.places import places, table_label, with_players
from arkadia_sim.report.wording.play import play_answer
from arkadia_sim.report.wording.sentences import (
    came_out,
    few_deals_warning,
    irregular_text,
    why_open,
    wide_warning,
)
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from tests.support.runs import HARM, LUCK, Runs, effects_of, paired_of, played, turned
from tests.support.synthetic import Toy, write_paired, write_rotation
from tests.support.toy_game import COMPANIES

HELPS, HURTS, LEVEL, OPEN = Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE, Verdict.NOT_SETTLED


def seen(effect: Effect, low: float, high: float, changed: int = 400) -> Effect:
    """The same with this interval on the main outcome."""
    main, *others = effect.outcomes
    estimate = replace(main.estimate, mean=(low + high) / 2, low=low, high=high)
    paired = replace(main.effect, effect=estimate, changed_deals=changed)
    return replace(effect, outcomes=(replace(main, effect=paired), *others))


def test_nothing_is_listed_as_nothing() -> None:
    assert [listed([]), listed(["a"]), listed("ab"), listed("abc")] == ["", "a", "a and b", "a, b and c"]


def test_tables_are_named_by_size_and_by_the_options_that_set_them_apart(runs: Runs) -> None:
    effect = effects_of(runs.paired, "luck")[0]
    variant = replace(effect, players=1, variant=(("holdings", "open"),))
    assert [table_label(effect), table_label(variant)] == ["2 players", "1 player, holdings = open"]
    assert [with_players(effect), with_players(variant)] == ["with two players", "with one player (holdings = open)"]


def test_places_are_said_as_shortly_as_they_can_be(runs: Runs) -> None:
    every = effects_of(runs.paired, "luck")
    where = [(one.company_title, one.players) for one in every]
    assert where == [("among beginners", 2), ("among the lucky", 2), ("among beginners", 3), ("among the lucky", 3)]
    assert places(every, every) == "at every table, among beginners and the lucky"
    assert places(every[::2], every) == "among beginners"
    assert places(every[:2], every) == "among beginners and the lucky with two players"
    assert places(every[:3], every) == "among beginners at every table and among the lucky with two players"


def test_answers_tell_sizes_with_intervals_table_by_table(runs: Runs) -> None:
    found = {one.change.name: one for one in answers(paired_of(runs.paired))}
    luck, harm, nothing = (found[name] for name in ("luck", "harm", "nothing"))
    effect = effects_of(runs.paired, "luck")[2].main.estimate
    assert luck.headline == "Being lucky helps at every table, among beginners and the lucky."
    assert luck.lines[1].startswith(f"With three players, being lucky is worth +{effect.mean:.1f} win-share points ")
    assert harm.lines[0].startswith("With two players, being harmed costs ")
    assert nothing.headline.startswith("There is no verdict on changing nothing at every table")
    assert luck.aside.startswith("Lead over the best opponent, in gold: from +")
    assert "hurts" not in luck.aside
    assert "; it surely hurts there at every table, among beginners and the lucky." in harm.aside
    assert "Lead" not in nothing.aside


def test_flips_between_companies_and_table_sizes_are_told(runs: Runs) -> None:
    effects = effects_of(runs.paired, "luck")
    assert flips(turned(effects, [HELPS, HURTS, HELPS, HURTS])) == [
        "Being lucky turns round: it helps among beginners, but hurts among the lucky."
    ]
    assert flips(turned(effects, [HELPS, LEVEL, OPEN, LEVEL])) == [
        "Being lucky helps among beginners with two players, and surely makes no difference that matters among the "
        "lucky."
    ]
    assert flips(turned(effects, [HELPS, OPEN, HELPS, HELPS])) == []


@pytest.mark.parametrize(
    ("verdicts", "group"),
    [
        ([HELPS, HELPS, HELPS, HELPS], "Helps at every table, among beginners and the lucky"),
        ([HELPS, HURTS, HELPS, HURTS], "Helps here and hurts there"),
        ([HELPS, LEVEL, OPEN, HELPS], "Helps at some tables and surely hurts at none"),
        ([HURTS, LEVEL, OPEN, HURTS], "Hurts at some tables and surely helps at none"),
        ([LEVEL, LEVEL, OPEN, LEVEL], "Makes no difference that matters in most places, open in the rest"),
        ([LEVEL, LEVEL, OPEN, OPEN], "Open, or open in most places"),
    ],
)
def test_changes_are_grouped_by_what_came_out(runs: Runs, verdicts: list[Verdict], group: str) -> None:
    ((name, (change,)),) = groups(turned(effects_of(runs.paired, "luck"), verdicts))
    assert (name, change.name) == (group, "luck")


def test_changes_without_verdicts_are_grouped_by_the_reason(runs: Runs) -> None:
    effects = effects_of(runs.paired, "luck")
    for why, group in ((Behaved.UNSURE, "did not surely change"), (Behaved.ASTRAY, "did not do what it says")):
        ((name, _),) = groups([replace(one, behaved=why) for one in effects])
        assert group in name


def test_what_came_out_says_why_there_is_no_verdict() -> None:
    assert came_out(Behaved.ASTRAY, "being lucky", "here") == (
        "there is no verdict on being lucky here: the bots did not do what it says"
    )


@pytest.mark.parametrize(
    ("low", "high", "changed", "why"),
    [
        (
            0.1,
            1.9,
            400,
            "taken together with the other questions of this experiment (6 in all), the effect is not sure",
        ),
        (-1.9, -0.1, 400, "taken together with the other questions of this experiment (6 in all), the effect is not"),
        (0.1, 1.9, 9, "it rests on 9 deals that came out otherwise, of 200 deals: too few"),
        (-0.1, 1.9, 400, "neither an effect nor the lack of one that matters is sure"),
        (-0.5, 0.9, 400, "Taken alone, the interval lies within ±1, too small to matter; taken together with the"),
    ],
)
def test_an_open_answer_says_why(runs: Runs, low: float, high: float, changed: int, why: str) -> None:
    (effect,) = turned(effects_of(runs.paired, "luck")[:1], [OPEN])
    effect = seen(effect, low, high, changed)
    assert why in why_open(effect, 6)
    assert table_answer([effect], 6).endswith(why_open(effect, 6))
    assert paired_answer(effect.change, [effect], 6).headline.startswith("It is open whether being lucky helps")


def test_intervals_that_are_too_wide_are_told(runs: Runs) -> None:
    effects = effects_of(runs.paired, "luck")
    assert wide_warning([seen(one, 1, 4.9) for one in effects]) == ""
    (two, *_) = effects
    text = wide_warning([seen(two, 1, 5.06)])
    assert "wider than ±2 win-share points (±2.03 among beginners with two players)" in text
    assert "of unknown width among beginners with two players" in wide_warning([seen(two, -inf, inf)])
    assert "five of five intervals of “Part” are wider" in wide_warning([seen(two, 1, 5.1)] * 5, "Part")


def test_too_few_deals_are_told(runs: Runs) -> None:
    effects = effects_of(runs.paired, "luck")
    assert few_deals_warning(effects) == ""
    assert "20 deals with two players, and it" in few_deals_warning([replace(one, deals=20) for one in effects[:2]])


def test_many_games_that_got_stuck_are_told(runs: Runs) -> None:
    section = paired_of(runs.paired).sections[0]
    assert irregular_text([section]) == ""
    stuck = replace(section, counts=GameCounts(200, {"finished": 150, "stuck": 50}, irregular=50))
    few = replace(section, company_title="among the lucky", counts=GameCounts(200, {"stuck": 20}, irregular=20))
    text = irregular_text([stuck, few])
    assert text.startswith("Many games got stuck before their regular end: 25% among beginners with two players.")


def test_what_is_compared_is_said_and_where_weights_differ_too(tmp_path: Path) -> None:
    about = '\nabout = "one with luck, against one without"\n[[companies]]\nname = "strong"'
    companies = COMPANIES.replace('\n[[companies]]\nname = "strong"', about)
    change = LUCK.replace('with = "lucky:extra=2"', 'with = {weak = "lucky:extra=2", strong = "lucky:extra=2,even=1"}')
    folder = played(tmp_path, "weights", companies + change + HARM.replace("H2", "H1"), deals=40)
    parts = read_parts(folder)
    assert overview.headline(parts).startswith(
        "One claim, as two changes of play, put to the test with two and three players, among beginners and the"
    )
    assert overview.comparisons(parts) == ["Among beginners: one with luck, against one without."]
    text = overview.tuning_note(parts.lead)
    assert text.startswith("Among the lucky the two players differ in all their tuned weights (but for: Be harmy)")


def test_the_families_of_questions_of_all_parts_are_told(runs: Runs) -> None:
    texts = dict(method(read_parts(runs.study)))
    assert list(texts) == ["Pairs", "Unit", "Intervals", "Verdicts", "Many questions"]
    families = "among the 24 questions of “The paired run” and the 4 questions of “The weak run”, each for itself."
    assert families in texts["Many questions"]
    assert "±1 win-share points and ±1 gold on the lead" in texts["Verdicts"]


def test_how_far_the_bootstrap_differs_and_what_the_pairs_gained_is_told(tmp_path: Path) -> None:
    parts = read_parts(write_paired(tmp_path / "run", Toy(players=(2,))))
    texts = dict(method(parts))
    (effect,) = parts.effects
    told = f"One game of this design told as much about the win share as {number(effect.main.effect.gain)} games of"
    assert told in texts["Pairs"]
    check, seen = effect.main.effect.bootstrap, effect.main.estimate
    assert check is not None
    distance = max(abs(check.low - seen.low), abs(check.high - seen.high))
    assert 0 < distance < seen.half_width / 5
    assert f"as a check, differs by at most {number(distance, 2)} points at any end." in texts["Intervals"]


def test_what_the_answers_rest_on_is_told(tmp_path: Path) -> None:
    parts = read_parts(write_paired(tmp_path / "run", Toy(players=(2,)), notes=["The camps are a guess."]))
    results = parts.lead.results
    manifest = results.manifest.model_copy(update={"caveats": ("The board is a reconstruction.",)})
    who, *rest = notes(single(replace(results, manifest=manifest)))
    assert who.startswith("The answers hold for the bots named under “Who played”, among these opponents: greedy.")
    assert rest == ["The board is a reconstruction.", "The camps are a guess."]


def test_runs_that_stop_early_tell_their_own_level(tmp_path: Path) -> None:
    """Of 110 deals the last ten are a section of their own, which is no lack of deals."""
    early = 'until = "decided"\nerror_rate = 0.025\nfirst_look = 100\n' + COMPANIES
    folder = played(tmp_path, "early", early + LUCK.replace("lucky:extra=2", "lucky:extra=0"), deals=110)
    parts = read_parts(folder)
    assert {section.deals for section in parts.lead.results.sections} == {100, 10}
    assert few_deals_warning(parts.effects) == ""
    texts = dict(method(parts))
    assert "with 97.5% probability all of them hold" in texts["Stopping early"]
    assert "empirical Bernstein for win share, asymptotic for lead over the best opponent" in texts["Stopping early"]
    assert "Many questions" not in texts
    lines = [line for one in answers(parts.lead.results) for line in one.lines]
    assert all("97.5%: " in line and "95%" not in line for line in lines) and len(lines) == 2


def test_whoever_does_best_is_named_only_where_that_is_sure(tmp_path: Path) -> None:
    found = analyse(write_rotation(tmp_path / "run", ["greedy", "tent_camp", "random"], games=1000))
    assert isinstance(found, PlayResults)
    (section,), (bots,) = found.sections, found.bots
    best, second, _ = bots
    text = play_answer(section, bots)
    assert text.startswith("With three players, tent_camp does best: win share ")
    assert text.endswith("; chance gives 33.3.")
    level = replace(second, outcomes=best.outcomes)
    assert "who does best is not settled: " in play_answer(section, (best, level))
    assert "who does best is not settled with 20 deals: " in play_answer(replace(section, deals=20), bots)
    failed = replace(section, counts=GameCounts(1000, {"failed": 1000}))
    assert play_answer(failed, bots) == "With three players, every game failed."


def test_a_bot_against_itself_is_told_by_what_chance_does_not_decide(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "greedy"], games=50)
    run = RunFolder(folder)
    found = analyse(folder)
    assert isinstance(found, PlayResults)
    text = play_answer(found.sections[0], bot_results(run, run.read_manifest()))
    assert "greedy played against itself: lead over the best opponent " in text
    assert "win share" not in text


def test_all_changes_of_a_run_have_an_answer_in_the_order_of_the_file(runs: Runs) -> None:
    for part in read_parts(runs.study).all:
        names = [one.name for one in part.experiment.changes]
        assert [one.change.name for one in answers(part.results)] == names
        assert [change.name for change in by_change(part.effects)] == names


def test_one_change_in_one_company_without_a_title_reads_well(tmp_path: Path) -> None:
    parts = read_parts(write_paired(tmp_path / "run", Toy(effect_gold=-3)))
    assert overview.headline(parts) == "One change of play put to the test with two, three and four players."
    (answer,) = answers(parts.lead.results)
    assert answer.headline == "Covering tent camps hurts at every table."
    size = parts.effects[2].main.estimate
    assert answer.lines[2] == (
        f"With four players, covering tent camps costs {-size.mean:.1f} win-share points (95%: {-size.high:.1f} to "
        f"{-size.low:.1f})."
    )
