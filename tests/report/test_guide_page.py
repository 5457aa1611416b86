"""The page that one can play by: advice from verdicts, numbers from rows, and one page for each part."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.analysis.effects import Behaved, finding_on
from arkadia_sim.analysis.guide import Shown, Told, Worth
from arkadia_sim.analysis.stretch import stretch
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import checked, find_experiment
from arkadia_sim.experiments.guide import Advice, Guide, habits_of
from arkadia_sim.experiments.guide_checks import faults_of_guide
from arkadia_sim.report.builder import build_report
from arkadia_sim.report.wording.guide import advice_text, claim_text, habit_text, is_sure, open_because, open_text
from arkadia_sim.report.wording.numbers import size_text
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from tests.support.runs import PAIRED, Page, Runs, effects_of, paired_of, played, turned

GUIDE = {
    "part": "paired",
    "strong": ["weak", "strong"],
    "others": ["weak"],
    "advice": [
        {
            "claim": "H1",
            "quote": "Be lucky.",
            "says": "do",
            "deed": "be lucky",
            "possible": "luck",
            "always": "harm",
            "habit": "{gold.mean} gold, {sixes.share} with a six, {gold/sixes} gold a six, half have {sixes.middle}",
        },
        {"claim": "H3", "deed": "change nothing", "possible": "nothing"},
        {"deed": "throw sixes", "habit": "{sixes.median} sixes"},
    ],
}


@pytest.fixture(scope="module")
def folder(runs: Runs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of one part, with a guide."""
    folder = tmp_path_factory.mktemp("guide") / "study"
    folder.mkdir()
    (folder / "paired").symlink_to(runs.paired)
    document = {"format": "arkadia-sim-study/1", "name": "all", "title": "How to play", "question": "What to do?"}
    (folder / "study.json").write_text(json.dumps(document | {"parts": ["paired"], "guide": GUIDE}), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page(build_report(folder))


def test_it_has_a_part_for_each_table_size_and_claim(folder: Path, page: Page) -> None:
    order = [
        "How to play",
        "With two players",
        "With three players",
        "H1: be lucky",
        "H3: change nothing",
        "All numbers",
    ]
    assert [one for one in page.headings if one in order] == order
    anchors = {link for link in page.links if link.startswith("#")}
    assert anchors <= {f"#{one}" for one in page.identifiers}
    assert "paired/report.html" in page.links
    assert (folder / "paired" / "report.html").is_file()


def test_another_seed_is_held_against_it(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    (again / "study.json").symlink_to(folder / "study.json")
    played(again, "paired", PAIRED, seed=8, deals=60)
    page = Page(build_report(folder, against=again))
    assert "The same played with another seed" in page.headings
    assert (folder / "tables" / "agreement.csv").is_file()
    flips = pl.read_csv(folder / "tables" / "agreement_verdicts.csv")
    assert flips.columns == ["part", "change", "where", "outcome", "here", "there"]


def test_what_is_sure_stands_first_and_what_is_open_is_said_to_be(page: Page) -> None:
    first = page.words.split("With two players", 2)[2].split("With three players")[0]
    assert "Be lucky where it fits, but not at every chance." in first
    assert first.index("Be lucky") < first.index("What is open") < first.index("Whether to change nothing")
    assert "Throw sixes: 1 (weak 1) sixes." in first


def test_the_numbers_are_those_of_the_rows(runs: Runs, folder: Path, page: Page) -> None:
    table = pl.read_csv(folder / "tables" / "guide.csv")
    rows = pl.read_parquet(runs.paired / "games").filter(pl.col("players") == 2)
    manifest = json.loads((runs.paired / "manifest.json").read_text(encoding="utf-8"))
    plain = next(index for index, one in enumerate(manifest["sections"]) if one["company"] == "weak")
    alike = [number for number, one in enumerate(manifest["sections"][plain]["lineups"]) if len(set(one["bots"])) == 1]
    mine = rows.filter(pl.col("section") == plain, pl.col("lineup").is_in(alike))
    found = {row["what"]: row["value"] for row in table.filter(players=2, who="weak").iter_rows(named=True)}
    gold, sixes = mine["gold"].mean(), mine["sixes"].mean()
    assert isinstance(gold, float) and isinstance(sixes, float)
    assert found["gold, mean"] == pytest.approx(gold)
    assert found["gold / sixes, ratio"] == pytest.approx(gold / sixes)
    assert found["sixes, share"] == pytest.approx(100 * len(mine.filter(pl.col("sixes") > 0)) / len(mine))
    effects = [one for one in effects_of(runs.paired, "luck") if one.players == 2]
    (worth,) = table.filter(players=2, what="possible", deed="be lucky").iter_rows(named=True)
    assert worth["value"] == pytest.approx(sum(one.main.estimate.mean for one in effects) / 2)
    assert worth["low"] == pytest.approx(min(one.main.estimate.low for one in effects))
    assert worth["finding"] == "helps" == finding_on(effects[0])


def test_without_a_turn_in_which_they_differ_there_is_no_example(runs: Runs, page: Page) -> None:
    effect = max(effects_of(runs.paired, "luck"), key=lambda one: one.main.estimate.mean)
    assert stretch(RunFolder(runs.paired), paired_of(runs.paired), effect) is None
    assert "An example" not in page.headings


@pytest.mark.parametrize(
    ("possible", "always", "text"),
    [
        (Verdict.HELPS, Verdict.HURTS, "Do it where it fits, but not at every chance."),
        (Verdict.HELPS, Verdict.NO_DIFFERENCE, "Do it whenever you can."),
        (Verdict.HURTS, Verdict.HURTS, "Do not do it."),
        (Verdict.NOT_SETTLED, Verdict.HURTS, "Do not do it at every chance; whether now and then is open."),
        (Verdict.NOT_SETTLED, Verdict.NOT_SETTLED, "It is open whether to do it."),
    ],
)
def test_advice_follows_from_the_two_verdicts(runs: Runs, possible: Verdict, always: Verdict, text: str) -> None:
    first, second, *_ = effects_of(runs.paired, "luck")
    told = Told(
        Advice(deed="do it", possible="luck", always="luck"),
        2,
        Worth(tuple(turned([first, second], [possible, possible]))),
        Worth(tuple(turned([first, second], [always, always]))),
        (),
        {},
    )
    assert advice_text(told) == text
    assert is_sure(told) == ({possible, always} != {Verdict.NOT_SETTLED})
    assert open_because(told) == ""


@pytest.mark.parametrize(
    ("says", "verdicts", "text"),
    [
        (
            "do",
            [(Verdict.HELPS, Verdict.HURTS), (Verdict.HELPS, Verdict.HURTS)],
            "H1 asks you to do it: to be able to is needed at every table; at every chance it is too much at every "
            "table.",
        ),
        (
            "do not",
            [(Verdict.HELPS, Verdict.HURTS), (Verdict.NOT_SETTLED, Verdict.NO_DIFFERENCE)],
            "H1 warns you not to do it: as a rule, never to do it, it is wrong with two players and open with three "
            "players; against doing it at every chance, right with two players and of no matter with three players.",
        ),
        (
            "do not",
            [(Verdict.HURTS, None), (Verdict.NO_DIFFERENCE, Verdict.HELPS)],
            "H1 warns you not to do it: as a rule, never to do it, it is right with two players and of no matter with "
            "three players; against doing it at every chance, wrong with three players.",
        ),
        (None, [(Verdict.HELPS, Verdict.HURTS)], ""),
    ],
)
def test_a_claim_is_judged_by_what_it_asks_for(
    runs: Runs, says: str | None, verdicts: list[tuple[Verdict, Verdict | None]], text: str
) -> None:
    first, second, *_ = effects_of(runs.paired, "luck")

    def worth(verdict: Verdict | None) -> Worth | None:
        return None if verdict is None else Worth(tuple(turned([first, second], [verdict, verdict])))

    advice = Advice.model_validate({"deed": "do it", "possible": "luck", "always": "luck", "says": says})
    tolds = [
        Told(advice, players, worth(possible), worth(always), (), {})
        for players, (possible, always) in enumerate(verdicts, 2)
    ]
    assert claim_text("H1", tolds) == text


def test_where_strong_players_differ_it_is_open_and_told(runs: Runs) -> None:
    first, second, *_ = effects_of(runs.paired, "luck")
    worth = Worth(tuple(turned([first, second], [Verdict.HELPS, Verdict.HURTS])))
    told = Told(Advice(deed="do it", possible="luck"), 2, worth, None, (), {})
    assert worth.finding is Verdict.NOT_SETTLED and worth.turned
    assert advice_text(told) == "It is open whether to do it." and open_text(told) == "Whether to do it."
    assert "surely helps one and surely hurts another" in open_because(told)


def test_why_strong_players_do_not_agree_is_told(runs: Runs) -> None:
    first, second, *_ = effects_of(runs.paired, "luck")

    def why(worth: Worth) -> str:
        return open_because(Told(Advice(deed="do it", possible="luck"), 2, worth, None, (), {}))

    helps, unsettled = turned([first, second], [Verdict.HELPS, Verdict.NOT_SETTLED])
    each = f"(by player {size_text(first.main.estimate)} and "
    assert why(Worth((helps, unsettled))).startswith(f"to be free to: not sure for all strong players {each}")
    alike = turned([first, second], [Verdict.HELPS, Verdict.NO_DIFFERENCE])
    assert why(Worth(tuple(alike))).startswith(f"to be free to: not alike for all strong players {each}")
    unseen = replace(second, behaved=Behaved.UNSURE)
    nothing = f"there is no verdict {second.company_title}: the behaviour did not surely change"
    assert why(Worth((helps, unseen))).startswith(f"to be free to: {nothing} {each}")
    assert why(Worth((unseen,))) == "to be free to: there is no verdict: the behaviour did not surely change"
    hardly = replace(first, behaved=Behaved.HARDLY)
    both = f"{nothing} and there is no verdict {first.company_title}: the behaviour hardly changed"
    assert why(Worth((unseen, hardly))) == f"to be free to: {both}"
    assert "surely helps one and surely hurts another" in why(
        Worth((*turned([first, second], [Verdict.HELPS, Verdict.HURTS]), unseen))
    )


def test_what_is_worth_most_to_be_free_to_do_stands_first(runs: Runs) -> None:
    first, second, *_ = effects_of(runs.paired, "luck")
    little, much = Worth((first,)), Worth((second,))
    advice = Advice(deed="do it", possible="luck", always="luck")
    assert Told(advice, 2, little, much, (), {}).size == abs(first.main.estimate.mean)
    assert Told(advice, 2, None, much, (), {}).size == abs(second.main.estimate.mean)
    assert Told(advice, 2, None, None, (), {}).size == 0.0


def test_habits_are_columns_with_statistics() -> None:
    several = habits_of("{a.mean} of {b.middle}, {c/d} and {e.share}")
    assert [(one.column, one.statistic, one.over) for one in several] == [
        ("a", "mean", None),
        ("b", "middle", None),
        ("c", "ratio", "d"),
        ("e", "share", None),
    ]
    shown = [Shown(several[0], 2.34), Shown(several[1], 2.0, 1.0, 4.0), Shown(several[2], 0.5), Shown(several[3], 71.6)]
    text = "{a.mean} of {b.middle}, {c/d} and {e.share}."
    assert habit_text(text, shown, {}) == "2.3 of 1 to 4, 0.50 and 72%."
    weak = [Shown(several[0], 1.0), Shown(several[1], 2.0, 0.0, 5.0), Shown(several[2], 2.0), Shown(several[3], 9.0)]
    assert habit_text(text, shown, {"weak": weak}) == "2.3 (weak 1.0) of 1 to 4 (0 to 5), 0.50 (2.0) and 72% (9%)."
    both = habit_text("{a.mean} of {b.middle}", shown, {"weak": weak, "wild": shown})
    assert both == "2.3 (weak 1.0, wild 2.3) of 1 to 4 (weak 0 to 5, wild 1 to 4)"
    for wrong in ("{a}", "{a.most}", "{a.mean", "{0.mean}", "{a/b.mean}", "{a.mean:.1f}"):
        with pytest.raises(ValueError, match=r".*"):
            habits_of(wrong)


@pytest.mark.parametrize(
    ("key", "without", "with_", "told"),
    [
        ("possible", "*", "*:forced=loud", "guide.advice[1].possible: change 'do' tells what it is to be forced"),
        ("always", "*:barred=loud", "*", "guide.advice[1].always: change 'do' tells what it is to be barred"),
        ("possible", "*:barred=loud", "*", ""),
        ("always", "*", "*:forced=loud", ""),
    ],
)
def test_to_be_free_to_is_not_to_have_to(key: str, without: str, with_: str, told: str) -> None:
    """What force costs would stand on the page as what freedom is worth."""
    companies = 'name = "x"\ntitle = "X"\nquestion = "?"\nseed = 1\ndeals = 9\nplayers = [2]\ngame = "toy"\n'
    companies += '[[companies]]\nname = "all"\ntitle = "among all"\nbot = "plain"\n'
    change = f'[[changes]]\nname = "do"\ntitle = "Do"\nphrase = "doing"\nwithout = "{without}"\nwith = "{with_}"\n'
    part = checked(tomllib.loads(companies + change), "x.toml")
    guide = Guide.model_validate({"part": "x", "strong": ["all"], "advice": [{"deed": "do it", key: "do"}]})
    assert [one[: len(told)] for one in faults_of_guide(guide, [part])] == ([told] if told else [])


def test_a_guide_that_names_what_is_not_there_is_refused_in_words(tmp_path: Path, runs: Runs) -> None:
    part = (runs.paired / "experiment.toml").read_text(encoding="utf-8")
    (tmp_path / "paired.toml").write_text(part, encoding="utf-8")
    study = (
        'name = "all"\ntitle = "How to play"\nquestion = "What?"\ndesign = "study"\nparts = ["paired.toml"]\n'
        '[guide]\npart = "paired"\nstrong = ["stron"]\n[[guide.advice]]\ndeed = "run"\npossible = "lucky"\n'
    )
    (tmp_path / "study.toml").write_text(study, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        find_experiment(str(tmp_path / "study.toml"), tmp_path)
    assert "guide.strong: " in str(caught.value) and "'strong'" in str(caught.value)
    assert "guide.advice[1].possible: " in str(caught.value)
    twice = study.replace('["stron"]', '["weak", "weak"]').replace('"lucky"', '"luck"\nalways = "luck"')
    (tmp_path / "study.toml").write_text(twice, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        find_experiment(str(tmp_path / "study.toml"), tmp_path)
    assert "guide.strong: company 'weak' is named 2 times" in str(caught.value)
    assert "guide.advice[1]: `possible` and `always` are the same change 'luck'" in str(caught.value)
    wrong = study.replace('possible = "lucky"', 'habit = "{gold.most} gold"')
    (tmp_path / "study.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"habit = .*\{gold.most\} gold.* is not allowed \(allowed: a text with numbers"
    ):
        find_experiment(str(tmp_path / "study.toml"), tmp_path)
    (tmp_path / "study.toml").write_text(
        study.replace('deed = "run"', 'deed = "run"\nsays = "never"'), encoding="utf-8"
    )
    with pytest.raises(UsageError, match=r"says = 'never' is not allowed \(allowed: \"do\" or \"do not\""):
        find_experiment(str(tmp_path / "study.toml"), tmp_path)
