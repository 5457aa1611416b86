"""The report of many changes of play: all designs, from games played to the page."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from arkadia_sim.report.agreement import agreement
from arkadia_sim.report.analysis import analyse
from arkadia_sim.report.effects import Behaved, Change, Effect, PairedStudy, behaved, told, with_behaved
from arkadia_sim.report.elsewhere import contradictions, elsewhere
from arkadia_sim.report.factorial import FactorialStudy
from arkadia_sim.report.pictures import game_pictures
from arkadia_sim.report.sections import GameCounts, SectionGames
from arkadia_sim.report.study import Part, read_study

from arkadia_sim import api
from arkadia_sim.errors import UsageError
from arkadia_sim.report import answers, pictures, sentences
from arkadia_sim.report.builder import build_report
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect
from tests.synthetic import Toy, write_paired
from tests.toy_game import FIELDS, NAME

NUMBERS = f'game = "{NAME}"\nplayers = [2, 3]\ntrace = 0.1\n'
LUCK = """
[[changes]]
name = "luck"
claim = "H1"
title = "Be lucky"
phrase = "being lucky"
behaviour = "gold"
behaviour_label = "gold in a game"
without = "plain"
with = "lucky:extra=2"
"""
HARM = LUCK.replace("luck", "harm").replace("H1", "H2").replace("being harmy", "being harmed")
HARM = HARM.replace('"harmy:extra=2"', '"lucky:extra=-3"')
NOTHING = """
[[changes]]
name = "nothing"
claim = "H3"
title = "Change nothing"
phrase = "changing nothing"
behaviour = "sixes"
behaviour_label = "sixes thrown"
without = "plain"
with = "slow"
"""
SWITCHES = """
design = "factorial"
base = "plain"
[[changes]]
name = "luck"
title = "Be lucky"
phrase = "being lucky"
behaviour = "gold"
behaviour_label = "gold in a game"
switch = "extra"
on = 2
[[changes]]
name = "even"
title = "Throw even"
phrase = "throwing even numbers"
switch = "even"
"""


def played(folder: Path, name: str, text: str, seed: int = 7, deals: int = 200) -> Path:
    """A run of an experiment with this name, played into the folder of this name."""
    head = f'name = "{name}"\ntitle = "The {name} run"\nquestion = "Does it pay?"\nseed = {seed}\ndeals = {deals}\n'
    file = folder / f"{name}.toml"
    file.write_text(head + text.replace("[[", NUMBERS + "[[", 1), encoding="utf-8")
    api.run(file, folder / name, 1, progress=Silent())
    return folder / name


def text_of(folder: Path, against: Path | None = None) -> str:
    """The words of a page, without figures."""
    page = build_report(folder, against).read_text(encoding="utf-8")
    page = re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def effects_of(folder: Path, name: str) -> list[Effect]:
    study = analyse(folder)
    assert isinstance(study, PairedStudy)
    return [effect for effect in study.effects if effect.change.name == name]


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("hints"), "paired", FIELDS + LUCK + HARM + NOTHING)


@pytest.fixture(scope="module")
def study(paired: Path) -> Path:
    folder = paired.parent
    played(folder, "adoption", 'design = "adoption"\n' + LUCK, deals=60)
    played(folder, "factorial", SWITCHES, deals=400)
    return study_folder(folder, ["paired", "adoption", "factorial"])


def study_folder(runs: Path, parts: list[str]) -> Path:
    """A study of runs that are there, in a folder beside them."""
    folder = runs / "_".join(["study", *parts])
    folder.mkdir()
    for name in parts:
        (folder / name).symlink_to(runs / name)
    document = {"format": "arkadia-sim-study/1", "name": "all", "title": "Which hints help?", "question": "Which?"}
    (folder / "study.json").write_text(json.dumps(document | {"parts": parts}), encoding="utf-8")
    return folder


def test_a_change_that_helps_and_one_made_to_harm_are_found_out(paired: Path) -> None:
    assert [told(effect) for effect in effects_of(paired, "luck")] == [Verdict.HELPS] * 4
    assert [told(effect) for effect in effects_of(paired, "harm")] == [Verdict.HURTS] * 4
    text = text_of(paired)
    assert "Helps at every table, among beginners and among the lucky: Be lucky." in text
    assert "Hurts at every table, among beginners and among the lucky: Be harmy." in text
    assert re.search(
        r"With three players, being lucky is worth \+\d+\.\d win-share points among beginners "
        r"\(95%: \d+\.\d to \d+\.\d\) and \+\d+\.\d win-share points among the lucky",
        text,
    )
    assert re.search(r"With two players, being harmed costs \d+\.\d win-share points among beginners", text)


def test_a_change_that_changes_nothing_is_judged_no_difference_and_gets_no_verdict(paired: Path) -> None:
    for effect in effects_of(paired, "nothing"):
        assert effect.win_share.changed_deals == 0
        assert effect.gold_margin_judgement.verdict is Verdict.NO_DIFFERENCE
        assert effect.behaved is Behaved.UNSURE
        assert told(effect) is None
    text = text_of(paired)
    assert "No verdict: it did not surely change how anybody played, or hardly: Change nothing." in text
    assert "changing nothing makes" not in text


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
    change = Change("camps", "H1", "Camps", "covering camps", "camps", "camps covered", direction=1)
    assert behaved(change, Estimate(mean, mean - 0.02, mean + 0.02, 0.01, 500), 10.0, p_value) is expected
    assert behaved(change, None, 0.0, 1.0) is Behaved.AS_SAID


def test_behaviours_are_judged_together_and_for_all_looks(paired: Path) -> None:
    sure = effects_of(paired, "luck")[0]
    behaviour = sure.behaviour
    assert behaviour is not None
    error = abs(behaviour.effect.mean) / 2.6  # p is some 0.01 for each alone
    faint = replace(sure, behaviour=replace(behaviour, effect=replace(behaviour.effect, standard_error=error)))
    assert with_behaved([faint], {})[0].behaved is Behaved.AS_SAID
    assert {one.behaved for one in with_behaved([faint] * 9, {})} == {Behaved.UNSURE}
    assert with_behaved([faint], {faint.players: 8})[0].behaved is Behaved.UNSURE


def test_a_change_that_only_shuffles_makes_no_difference(tmp_path: Path) -> None:
    toy = Toy(players=(2,), deals=20_000, effect_gold=0, upheaval=1, field_title="among beginners")
    text = text_of(write_paired(tmp_path / "run", toy))
    assert "Makes no difference that matters among beginners with two players: Are tent camps worth covering?." in text
    assert "covering tent camps makes no difference that matters among beginners (" in text


def test_effects_are_those_of_the_rows(paired: Path) -> None:
    """The same by another way, for the second change among beginners with three players: straight from the rows."""
    manifest = json.loads((paired / "manifest.json").read_text(encoding="utf-8"))
    index = next(k for k, one in enumerate(manifest["sections"]) if (one["players"], one["field"]) == (3, "weak"))
    comparison = next(one for one in manifest["sections"][index]["comparisons"] if one["change"] == 1)
    rows = pl.read_parquet(paired / "games" / f"part-{index:03}-*.parquet")
    means = []
    for arm in ("with", "control"):
        seats = pl.DataFrame(comparison[arm], schema={"lineup": pl.Int16, "seat": pl.Int8}, orient="row")
        found = rows.join(seats, on=["lineup", "seat"])
        assert len(found) == 3 * 200
        means.append(float(found["gold_lead"].to_numpy().mean()))
    (effect,) = (one for one in effects_of(paired, "harm") if (one.players, one.field) == (3, "weak"))
    assert effect.gold_margin.effect.mean == pytest.approx(means[0] - means[1])
    assert (effect.with_bot, effect.without_bot, effect.field_bot) == ("lucky:extra=-3", "plain", "plain")


def test_the_page_holds_table_pictures_and_files(paired: Path) -> None:
    text = build_report(paired).read_text(encoding="utf-8")
    again = ["Who played", "How to play it again"]
    order = [
        "The answers in short",
        "The answers in pictures",
        "Answers",
        "The numbers",
        "More pictures",
        "What the games look like",
        "How it was done",
    ]
    places = [text.index(order[0]), *(text.index(f">{one}</h2>") for one in [*order[1:], "The games", *again])]
    assert places == sorted(places)
    assert text.count("<svg") == 5
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"', re.sub(r'href="data:[^"]*"', "", text))
    assert len(text) < 3_000_000
    identifiers = re.findall(r'\bid="([^"]+)"', text)
    assert len(identifiers) == len(set(identifiers))
    names = {path.stem for path in (paired / "figures").iterdir()}
    assert names == {"forest_win_share", "forest_gold", "behaviour", "gold", "dice"}
    effects = pl.read_csv(paired / "tables" / "effects.csv")
    assert len(effects) == 4 * 3 * 4
    assert set(effects["field"]) == {"weak", "strong"}


def spread(folder: Path, first: list[str]) -> pl.DataFrame:
    """How the gold is spread, as the picture of it shows it."""
    run = RunFolder(folder)
    (table,) = next(one for one in game_pictures(run, run.read_manifest(), first) if one.name == "gold").tables.values()
    return table


def mean_gold(spread: pl.DataFrame, **where: str) -> float:
    here = spread.filter(**where)
    return float(np.average(here["value"], weights=here["rows"]))


def test_a_hill_of_gold_is_that_of_one_bot_in_one_company(paired: Path) -> None:
    table = spread(paired, ["luck", "harm", "nothing"])
    groups = {field: list(table.filter(field=field)["group"].unique().sort()) for field in table["field"].unique()}
    arms = ["with: Be lucky", "with: Be harmy"]
    assert groups["among beginners"] == ["who plays like the others", *arms]
    assert groups["among the lucky"] == ["the others at the table", "without: Be lucky and two more", *arms]
    sections = json.loads((paired / "manifest.json").read_text(encoding="utf-8"))["sections"]
    index = next(k for k, one in enumerate(sections) if (one["players"], one["field"]) == (3, "strong"))
    rows = pl.read_parquet(paired / "games" / f"part-{index:03}-*.parquet")
    for bot, group in (
        ("lucky:extra=2", "with: Be lucky"),
        ("lucky:extra=-3", "with: Be harmy"),
        ("plain", "without: Be lucky and two more"),
        ("lucky", "the others at the table"),
    ):
        found = rows.filter(bot=bot)["gold_lead"].to_numpy()
        where = {"field": "among the lucky", "table": "3 players", "group": group}
        assert table.filter(**where)["rows"].sum() == len(found) == 600 * (8 if bot == "lucky" else 1)
        assert mean_gold(table, **where) == pytest.approx(found.mean())


def test_hills_are_of_the_lead_and_those_who_play_alike_have_one(paired: Path) -> None:
    """Verdicts are about the lead; "slow" throws the same dice as "plain"."""
    run = RunFolder(paired)
    drawn = next(one for one in game_pictures(run, run.read_manifest()) if one.name == "gold")
    assert drawn.figure.get_supxlabel() == "lead over the best opponent (gold)"
    assert "Gold is told as the lead over the best opponent" in drawn.caption
    for hill in ("“who plays like the others” among beginners", "“without: Be lucky and two more” among the lucky"):
        assert f"The hill {hill} is that of “with: Change nothing” too." in drawn.caption
    assert "greatest effects" not in drawn.caption


def test_where_hills_are_too_many_those_of_the_greatest_effects_are_shown(
    paired: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    effects = [*effects_of(paired, "nothing"), *effects_of(paired, "luck"), *effects_of(paired, "harm")]
    assert pictures.foremost(effects) == ["harm", "luck", "nothing"]
    monkeypatch.setattr(pictures, "MOST_GROUPS", 3)
    table = spread(paired, pictures.foremost(effects)).filter(field="among beginners")
    assert list(table["group"].unique().sort()) == ["who plays like the others", "with: Be lucky", "with: Be harmy"]


def test_the_hills_of_gold_where_others_follow_are_those_of_the_only_one(study: Path) -> None:
    table = spread(study / "adoption", ["luck"])
    rows = {
        (table, group): count
        for table, group, count in table.group_by("table", "group").agg(pl.col("rows").sum()).rows()
    }
    assert rows == {
        (f"{players} players", group): 60 * players
        for players in (2, 3)
        for group in ("who plays like the others", "with: Be lucky")
    }


def test_the_same_run_gives_the_same_bytes(paired: Path) -> None:
    first = build_report(paired).read_bytes()
    assert build_report(paired).read_bytes() == first


def test_the_page_says_what_each_bot_is_there_for(paired: Path) -> None:
    text = text_of(paired)
    text = text[text.index("Who played") :]
    assert "the others (among beginners); without: Be lucky; without: Be harmy; without: Change nothing" in text
    assert "the others (among the lucky) lucky:extra=2 with: Be lucky lucky:extra=-3 with: Be harmy" in text


def test_adoption_tells_of_the_only_one_and_of_all(study: Path) -> None:
    text = text_of(study / "adoption")
    assert re.search(r"With three players, being lucky is worth \+\S+ win-share points for the only one who does", text)
    assert "whether or not the opponent does it too (" in text
    assert "the same games, by symmetry" in text
    assert "2 others follow" in text
    conditions = pl.read_csv(study / "adoption" / "tables" / "effects.csv")["condition"].unique().to_list()
    assert sorted(conditions) == ["0 others follow", "1 other follows", "2 others follow"]


def test_a_factorial_run_finds_main_effects_and_pairs(study: Path) -> None:
    found = analyse(study / "factorial")
    assert isinstance(found, FactorialStudy)
    assert [(one.change.name, one.players) for one in found.main] == [
        ("luck", 2),
        ("luck", 3),
        ("even", 2),
        ("even", 3),
    ]
    assert all(one.win_share_judgement.verdict is Verdict.HELPS for one in found.main)
    assert [one.players for one in found.interactions] == [2, 3]
    # A six counts two more for the lucky: three throws of one in six make one gold.
    assert all(one.behaviour is not None and one.behaviour.low < 1 < one.behaviour.high for one in found.main[:2])
    text = text_of(study / "factorial")
    assert "being lucky helps when each player" in text
    assert "all 4 combinations of the switches of plain played" in text


def test_along_the_dial_of_skill(tmp_path: Path) -> None:
    one_field = FIELDS.split('[[fields]]\nname = "strong"')[0]
    folder = played(tmp_path, "skill", 'design = "skill"\ntemperatures = [0, 3]\n' + one_field + LUCK, deals=60)
    text = text_of(folder)
    assert "at temperature 0" in text and "at temperature 3" in text
    assert "plain at temperatures 0 and 3 without: Be lucky" in text
    assert (folder / "figures" / "skill.png").exists()


def test_along_the_dial_the_temperature_where_it_is_worth_most_is_named(paired: Path) -> None:
    found = analyse(paired)
    assert isinstance(found, PairedStudy)
    one = effects_of(paired, "luck")[0]
    sizes = {"at temperature 0": 1, "at temperature 1": 9, "at temperature 3": 5}
    effects = tuple(
        replace(one, field_title=title, win_share=shifted(one.win_share, size)) for title, size in sizes.items()
    )
    (((_, (line,))),) = answers.skill_answers(replace(found, effects=effects))
    assert f". The most was seen at temperature 1: +{one.win_share.effect.mean + 9:.1f} (95%: " in line
    (((_, (line,))),) = answers.skill_answers(replace(found, effects=effects[:2]))
    assert "The most" not in line


def test_a_run_that_stops_early_keeps_the_verdicts_of_its_looks(tmp_path: Path) -> None:
    early = 'until = "decided"\nfirst_look = 100\n' + FIELDS + LUCK
    folder = played(tmp_path, "early", early, deals=400)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    effects = effects_of(folder, "luck")
    assert len(effects) == 4
    for effect in effects:
        key = {"players": effect.players, "field": effect.field, "outcome": "win_share"}
        look = [one for one in manifest["looks"] if key.items() <= one.items()][-1]
        assert effect.deals == look["deals"]
        assert effect.win_share.effect.mean == pytest.approx(100 * look["mean"])
        assert (effect.win_share.effect.low, effect.win_share.effect.high) == pytest.approx(
            (100 * look["low"], 100 * look["high"])
        )
        assert effect.win_share.effect.mean == pytest.approx(
            effect.win_share.with_change.mean - effect.win_share.control.mean
        )
    assert "confidence sequences" in text_of(folder)


def test_pages_of_runs_that_stop_early_tell_their_own_level(tmp_path: Path) -> None:
    early = 'until = "decided"\nerror_rate = 0.025\nfirst_look = 100\n' + FIELDS + LUCK
    text = text_of(played(tmp_path, "early", early, deals=110))
    assert "win-share points (97.5%)" in text
    assert "(97.5%: " in text
    assert "Lines are 97.5% intervals that hold at all looks together" in text
    assert "with 97.5% probability all of them hold" in text
    assert "thick lines being 95% intervals over deals" in text  # the behaviour is no question: it is told as ever


def test_a_short_last_stage_is_no_lack_of_deals(tmp_path: Path) -> None:
    """Of 110 deals the last ten are a section of their own; of 20 there are too few, however they were played."""
    even = LUCK.replace("lucky:extra=2", "lucky:extra=0")
    early = 'until = "decided"\nfirst_look = 100\n' + FIELDS + even
    folder = played(tmp_path, "early", early, deals=110)
    sections = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["sections"]
    assert {section["deals"] for section in sections} == {100, 10}
    assert "too few deals" not in text_of(folder)
    text = text_of(played(tmp_path, "few", early, deals=20))
    assert "There are too few deals for the intervals to be trusted: 20 deals with two players and 20" in text


def test_bots_that_do_the_contrary_of_the_hint_get_no_verdict(tmp_path: Path) -> None:
    """Lucky players get more gold. If the hint says fewer, they did not do what it says, though it helps them."""
    contrary = LUCK.replace('"gold in a game"', '"gold in a game"\nbehaviour_direction = "fewer"')
    folder = played(tmp_path, "contrary", FIELDS + contrary)
    for effect in effects_of(folder, "luck"):
        assert effect.win_share_judgement.verdict is Verdict.HELPS
        assert effect.behaved is Behaved.ASTRAY
        assert told(effect) is None
    text = text_of(folder)
    assert "No verdict: the bots did not do what it says: Be lucky." in text
    where = "at every table, among beginners and among the lucky"
    assert f"There is no verdict on being lucky {where}: the bots did not do what the hint says." in text
    assert "sure in all four, the wrong way in all of them" in text
    assert "× no verdict the bots did not do what the hint says" in text
    assert "▲ helps" not in text
    verdicts = pl.read_csv(folder / "tables" / "effects.csv")["verdict"].drop_nulls().unique().to_list()
    assert verdicts == ["no verdict: the bots did not do what the hint says"]
    found = effects_of(played(tmp_path, "right", FIELDS + contrary.replace("fewer", "more")), "luck")
    assert [told(effect) for effect in found] == [Verdict.HELPS] * 4


def test_pairs_that_do_not_add_up_are_told_once_for_all_tables(study: Path) -> None:
    found = analyse(study / "factorial")
    assert isinstance(found, FactorialStudy)
    two, three = found.interactions
    loss = Estimate(-3.0, -4.0, -2.0, 0.5, 400)
    gain = loss.scaled(-1 / 3)
    three = replace(three, alone=(gain.scaled(25), gain.scaled(1.5)), along=(gain.scaled(20), gain.scaled(-3.5)))
    pairs = [replace(two, sure=True, win_share=loss), replace(three, sure=True, win_share=loss.scaled(2))]
    assert answers.pair_answers(pairs, ()) == [
        "Being lucky and throwing even numbers take from each other: together 3.0 win-share points less than their sum "
        "with two players (95%: 2.0 to 4.0) and 6.0 with three players (95%: 4.0 to 8.0). With three players, without "
        "the other and with it: being lucky +25.0 and +20.0 and throwing even numbers +1.5 and −3.5."
    ]
    turned_round = [pairs[0], replace(pairs[1], win_share=loss.scaled(-2))]
    assert ["take from" in text for text in answers.pair_answers(turned_round, ())] == [False, True]
    assert answers.foremost_pairs(turned_round, 3) == [turned_round[1]]
    assert answers.pair_answers([replace(two, sure=False), replace(three, sure=False)], ()) == []
    assert answers.foremost_pairs([replace(two, sure=False)], 3) == []


def test_of_two_changes_that_do_the_same_it_is_told_that_one_is_enough(study: Path) -> None:
    """Each is worth 20 alone; both together 20, so on average over the other 10 each; or 22, or 24."""
    found = analyse(study / "factorial")
    assert isinstance(found, FactorialStudy)

    def told_of(together: float) -> bool:
        pair = replace(found.interactions[0], sure=True, win_share=Estimate(together - 40, -50, -10, 0.5, 400))
        main = [replace(one, win_share=Estimate(together / 2, 8, 14, 0.5, 400)) for one in found.main]
        (text,) = answers.pair_answers([pair], main)
        return "Whoever does one gains little from the other." in text

    assert [told_of(20), told_of(22), told_of(24)] == [True, True, False]


def test_a_factorial_run_knows_the_right_way_too(tmp_path: Path) -> None:
    text = text_of(
        played(
            tmp_path, "factorial", SWITCHES.replace("switch =", 'behaviour_direction = "fewer"\nswitch =', 1), deals=400
        )
    )
    assert " win-share points): the bots did not do what the hint says (gold in a game: more and not less, +" in text


def test_each_part_of_a_study_is_a_family_of_questions_of_its_own(study: Path) -> None:
    """The family is named beforehand, in the experiment file: what else lies in the study changes no verdict."""
    found = read_study(study)
    assert [part.study.questions for part in found.parts if isinstance(part.study, PairedStudy)] == [2 * 12, 2 * 5]
    for told_ in found.parts[:2]:
        alone = analyse(study / told_.name)
        assert isinstance(alone, PairedStudy)
        assert [one.win_share_judgement for one in told_.effects] == [one.win_share_judgement for one in alone.effects]
    text = text_of(study)
    assert text.startswith("Which hints help?")
    assert (
        "among the 24 questions of “The paired run”, the 10 questions of “The adoption run”, the 8 questions of “The "
        "factorial run” and its 2 pairs, each for itself." in text
    )
    for title in ("The paired run", "The adoption run", "The factorial run"):
        assert title in text
    for part in ("paired", "adoption", "factorial"):
        assert f"arkadia-sim run {study.name}/{part}/experiment.toml --out AGAIN/{part}" in text


def test_a_part_that_is_missing_is_told(study: Path, tmp_path: Path) -> None:
    document = json.loads((study / "study.json").read_text(encoding="utf-8"))
    (tmp_path / "study.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UsageError, match="holds no run"):
        build_report(tmp_path)


def test_two_seeds_are_held_against_each_other(paired: Path, tmp_path: Path) -> None:
    other = played(tmp_path, "paired", FIELDS + LUCK + HARM + NOTHING, seed=8)
    found = agreement(paired, other)
    assert len(found.rows) == 2 * 12
    assert found.surely_apart == 0
    assert all(row.score == 0 for row in found.rows if row.change == "Change nothing")
    text = text_of(paired, other)
    assert "The same study played with another seed" in text
    assert "Of 16 estimates, " in text  # eight more are zero in both: chance has no part in them
    assert "standard errors apart; by chance alone about 0.7 would" in text
    assert "Played here with one seed and there with the other: “The paired run” 7 and 8." in text
    with pytest.raises(UsageError, match="same seed"):
        agreement(paired, paired)


def test_one_part_of_a_study_may_be_played_again(study: Path, tmp_path: Path) -> None:
    again = played(tmp_path, "paired", FIELDS + LUCK + HARM + NOTHING, seed=8)
    found = agreement(study, again)
    assert len(found.rows) == 2 * 12
    assert found.remarks == ("Played with one seed only: “The adoption run” and “The factorial run”.",)
    other = played(tmp_path, "adoption2", 'design = "adoption"\n' + LUCK, deals=50, seed=9)
    with pytest.raises(UsageError, match="no part in common"):
        agreement(study, other)


def test_parts_of_all_designs_are_held_against_each_other(study: Path, tmp_path: Path) -> None:
    played(tmp_path, "paired", FIELDS + LUCK + HARM + NOTHING, seed=8)
    played(tmp_path, "adoption", 'design = "adoption"\n' + LUCK, deals=50, seed=9)
    played(tmp_path, "factorial", SWITCHES, deals=400, seed=10)
    other = study_folder(tmp_path, ["paired", "adoption", "factorial"])
    found = agreement(study, other)
    assert len(found.rows) == 2 * (12 + 5 + 4)
    assert sum("drawn by lot" in row.where for row in found.rows) == 8
    assert {row.part for row in found.rows} == {"The paired run", "The adoption run", "The factorial run"}
    assert found.surely_apart == 0
    assert "“The paired run” 7 and 8, “The adoption run” 7 and 9 and “The factorial run” 7 and 10." in found.played
    assert found.remarks == (
        "“The adoption run” was not played with the same number of deals.",
        "Of “The factorial run” the worth of each change is compared, not that of the pairs.",
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("trace = 0.1", "trace = 0.1\nrules = {bonus = 2}"), r"other rules: bonus \(2 players\)"),
        (("trace = 0.1", "trace = 0.1\nmargin_gold = 2.0"), "other experiments: they differ in margin_gold"),
        (("lucky:extra=2", "lucky:extra=3"), "other experiments: they differ in changes"),
    ],
)
def test_what_differs_in_more_than_the_seed_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str], fault: str
) -> None:
    one = played(tmp_path, "one", FIELDS + LUCK, deals=40)
    monkeypatch.setitem(globals(), "NUMBERS", NUMBERS.replace(*change))
    other = played(tmp_path, "other", FIELDS + LUCK.replace(*change), seed=8, deals=40)
    with pytest.raises(UsageError, match=f"no two plays of one study; “The one run”: {fault}"):
        agreement(one, other)


@pytest.mark.parametrize(
    ("entry", "fault"), [("hash", "other versions of the bots plain"), ("board", "other components: board")]
)
def test_other_bots_and_other_boards_are_not_compared(tmp_path: Path, entry: str, fault: str) -> None:
    one = played(tmp_path, "one", FIELDS + LUCK, deals=40)
    other = played(tmp_path, "other", FIELDS + LUCK, seed=8, deals=40)
    document = json.loads((other / "manifest.json").read_text(encoding="utf-8"))
    changed = document["bots"][0] if entry == "hash" else document["sections"][0]["components"]
    changed[entry] = "another"
    (other / "manifest.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UsageError, match=fault):
        agreement(one, other)


def test_verdicts_that_are_not_the_same_are_told_and_those_that_turn_round_first(tmp_path: Path) -> None:
    """A run with another seed, in whose rows the two arms have changed places: what helps here hurts there."""
    one = played(tmp_path, "one", FIELDS + LUCK)
    other = played(tmp_path, "other", FIELDS + LUCK, seed=8)
    document = json.loads((other / "manifest.json").read_text(encoding="utf-8"))
    for section in document["sections"]:
        for comparison in section["comparisons"] if section["players"] == 3 else ():
            comparison["with"], comparison["control"] = comparison["control"], comparison["with"]
    (other / "manifest.json").write_text(json.dumps(document), encoding="utf-8")
    found = agreement(one, other)
    assert sum(flip.turned for flip in found.flips) == 4
    assert [flip.turned for flip in found.flips] == sorted((flip.turned for flip in found.flips), reverse=True)
    assert found.flips[0].text == "Be lucky, 3 players, among beginners, win share: helps here, hurts there."
    assert "four turn from “helps” to “hurts” or back:" in found.sentence
    assert found.surely_apart == 4


def test_another_study_is_no_repetition(paired: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="do not ask the same questions"):
        agreement(paired, played(tmp_path, "paired", FIELDS + LUCK, seed=8, deals=40))


def turned(effects: list[Effect], verdicts: list[Any]) -> list[Effect]:
    """The effects with other verdicts on win share."""
    return [
        replace(effect, win_share_judgement=replace(effect.win_share_judgement, verdict=verdict))
        for effect, verdict in zip(effects, verdicts, strict=True)
    ]


def test_flips_between_companies_and_table_sizes_are_told(paired: Path) -> None:
    effects = effects_of(paired, "luck")
    where = [(one.field_title, one.players) for one in effects]
    assert where == [("among beginners", 2), ("among the lucky", 2), ("among beginners", 3), ("among the lucky", 3)]
    helps, hurts, level, open_ = Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE, Verdict.NOT_SETTLED
    assert answers.flips(turned(effects, [helps, hurts, helps, hurts])) == [
        "Being lucky turns round: it helps among beginners, but hurts among the lucky."
    ]
    assert answers.flips(turned(effects, [helps, level, open_, level])) == [
        "Being lucky helps among beginners with two players, and surely makes no difference that matters among the "
        "lucky."
    ]
    assert answers.flips(turned(effects, [helps, open_, helps, helps])) == []
    (name, _), *_ = answers.groups(turned(effects, [helps, hurts, helps, hurts]))
    assert name == "Helps here and hurts there"


def part(folder: Path, title: str, verdicts: list[Any]) -> Part:
    """The first change of a run as a part of this name, with other verdicts."""
    study = analyse(folder)
    assert isinstance(study, PairedStudy)
    effects = tuple(turned(effects_of(folder, "luck"), verdicts))
    return Part(title, replace(study, effects=effects, experiment={**study.experiment, "title": title}))


def test_verdicts_that_are_others_elsewhere_are_told(paired: Path) -> None:
    """Effects stand in this order: beginners and lucky ones with two players, then with three."""
    helps, hurts, level, open_ = Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE, Verdict.NOT_SETTLED
    here = part(paired, "Here", [helps, helps, helps, open_])
    same = elsewhere(here, part(paired, "There", [helps, helps, helps, open_]))
    assert same.sentence == (
        "“There”: of four verdicts all are as in “Here”, and none turns from “helps” to “hurts” or back."
    )
    assert (same.turned, same.changed) == ((), ())
    other = elsewhere(here, part(paired, "There", [hurts, helps, level, helps]))
    assert other.sentence == (
        "“There”: of four verdicts one is as in “Here”; one turns round, from “helps” to “hurts” or back. Where one of "
        "the two is open, they do not contradict each other: it takes more deals."
    )
    assert other.turned == ("Being lucky helps in “Here”; here it hurts among beginners with two players.",)
    assert other.changed == (
        "Being lucky helps in “Here”; here it makes no difference that matters among beginners with three players.",
        "It is open whether being lucky helps or hurts in “Here”; here it helps among the lucky with three players.",
    )


def test_later_paired_parts_are_held_against_the_first(paired: Path) -> None:
    """The same changes again where luck does harm: groups are those of the first part, flips are told part by part."""
    unlucky = FIELDS + LUCK.replace("extra=2", "extra=-2") + HARM + NOTHING
    played(paired.parent, "unlucky", unlucky, seed=9)
    folder = study_folder(paired.parent, ["paired", "unlucky"])
    text = text_of(folder)
    assert "Helps at every table, among beginners and among the lucky: Be lucky." in text
    assert "“The unlucky run”: of twelve verdicts eight are as in “The paired run”; four turn round" in text
    where = "at every table, among beginners and among the lucky"
    assert f"Being lucky helps in “The paired run”; here it hurts {where}." in text
    assert "Other parts surely say otherwise: Be lucky: in “The unlucky run” it hurts among beginners and" in text
    assert "Where the answer changes" not in text
    assert "What each is worth in wins: The unlucky run" in text


def test_changes_are_grouped_by_what_came_out(paired: Path) -> None:
    helps, hurts, level, open_ = Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE, Verdict.NOT_SETTLED
    effects = effects_of(paired, "luck")
    for verdicts, group in (
        ([helps, helps, helps, helps], "Helps at every table, among beginners and among the lucky"),
        ([helps, level, open_, helps], "Helps at some tables and surely costs wins at none"),
        ([hurts, level, open_, hurts], "Hurts at some tables and surely helps at none"),
        ([level, level, open_, level], "Makes no difference that matters in most places, open in the rest"),
        ([level, level, open_, open_], "Open, or open in most places"),
    ):
        ((name, _),) = answers.groups(turned(effects, verdicts))
        assert name == group


def test_only_what_cannot_both_be_true_contradicts(paired: Path) -> None:
    """ "Helps" and "makes no difference that matters" can both be true of one size, unless the intervals part."""
    helps, hurts, level, open_ = Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE, Verdict.NOT_SETTLED
    here = part(paired, "Here", [helps, level, helps, open_])

    def told_of(verdicts: list[Any], shift: float = 0.0) -> list[str]:
        other = part(paired, "There", verdicts)
        assert isinstance(other.study, PairedStudy)
        moved = tuple(replace(one, win_share=shifted(one.win_share, shift)) for one in other.effects)
        return contradictions(here, [Part("There", replace(other.study, effects=moved))])

    assert told_of([helps, helps, open_, hurts]) == []
    assert told_of([hurts, open_, hurts, open_]) == [
        "Be lucky: in “There” it hurts among beginners with two and three players."
    ]
    assert told_of([helps, helps, open_, open_], shift=100) == [
        "Be lucky: in “There” it helps among the lucky with two players."
    ]


def shifted(effect: PairedEffect, by: float) -> PairedEffect:
    share = effect.effect
    return replace(effect, effect=replace(share, mean=share.mean + by, low=share.low + by, high=share.high + by))


def test_the_lead_in_gold_is_said_to_suffer_where_it_does(paired: Path) -> None:
    found = analyse(paired)
    assert isinstance(found, PairedStudy)
    gold = {one.change.name: one.gold for one in answers.hint_answers(found)}
    assert gold["luck"].startswith("Lead over the best opponent, in gold: from +")
    assert "hurts" not in gold["luck"]
    assert gold["harm"].endswith("; it surely hurts that lead at every table, among beginners and among the lucky.")
    assert gold["nothing"] == ""


def test_the_grid_on_top_holds_all_verdicts_and_leads_to_the_answers(paired: Path) -> None:
    page = build_report(paired).read_text(encoding="utf-8")
    top = page[page.index('<table class="overview">') :]
    top = top[: top.index("</table>")]
    assert re.findall(r"(\w+)</small> <a", top) == ["H1", "H2", "H3"]
    assert [len(re.findall(mark, top)) for mark in "▲▼×"] == [4, 4, 4]
    links = re.findall(r'href="#([^"]+)"', page)
    assert {"answer-luck", "answer-harm", "answer-nothing", "numbers", "method"} <= set(links)
    assert set(links) <= set(re.findall(r'\bid="([^"]+)"', page))
    first = effects_of(paired, "luck")[0].win_share.effect.mean
    assert f"▲ +{first:.1f}" in top


def test_what_is_compared_is_said_first_and_where_weights_differ_too(tmp_path: Path) -> None:
    about = '\nabout = "one with luck, against one without"\n[[fields]]\nname = "strong"'
    fields = FIELDS.replace('\n[[fields]]\nname = "strong"', about)
    change = LUCK.replace('with = "lucky:extra=2"', 'with = {weak = "lucky:extra=2", strong = "lucky:extra=2,even=1"}')
    folder = played(tmp_path, "weights", fields + change + HARM.replace("H2", "H1"), deals=40)
    document = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for bot in document["bots"]:
        given = dict(pair.split("=") for pair in bot["spec"].partition(":")[2].split(",") if pair)
        bot["parameters"] = {"extra": "0", "even": "0"} | given
    (folder / "manifest.json").write_text(json.dumps(document), encoding="utf-8")
    text = text_of(folder)
    assert "One claim, as two changes of play, put to the test with two and three players, among beginners" in text
    assert "Among beginners: one with luck, against one without. " in text
    assert "Among the lucky the two players differ in all their tuned weights (but for: Be harmy); an effect" in text
    assert "mong beginners the two players" not in text


def test_many_stalemates_are_told_beside_the_answers(paired: Path) -> None:
    sections = analyse(paired).sections
    assert isinstance(sections[0], SectionGames)
    assert sentences.stalemate_text([one for one in sections if isinstance(one, SectionGames)]) == ""
    stuck = replace(sections[0], counts=GameCounts(200, {"finished": 150, "stalemate": 50}))
    few = replace(sections[0], field_title="among the lucky", counts=GameCounts(200, {"stalemate": 20}))
    text = sentences.stalemate_text([stuck, few])
    assert text.startswith("Many games got stuck before their regular end (stalemate): 25% among beginners with two")
    assert "lucky" not in text


def test_a_part_with_wide_intervals_is_named_where_it_is_told(study: Path) -> None:
    page = text_of(study)
    assert "Answers: The adoption run Read with care: five of five intervals of “The adoption run” are wider" in page
    assert page.index("of “The adoption run” are wider") > page.index("Answers: The paired run")


def test_an_open_question_says_why(paired: Path) -> None:
    effects = turned(effects_of(paired, "luck")[2:], [Verdict.HELPS, Verdict.NOT_SETTLED])
    text = answers.table_answer(effects, 24)
    assert "; it is open whether it helps or hurts among the lucky (" in text
    assert text.endswith("(24 in all), the effect is not sure with 200 deals; more deals may tell.")
