"""Before a run: what it would cost and tell. And the shortest experiment of all: is this bot better than that one?"""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.stopping import last_looks
from tests.cli.test_cli import call
from tests.plan.test_designs import CHANGES, GENERAL, ONE_COMPANY, PLAIN_CHANGES
from tests.support.runs import paired_of
from tests.support.toy_game import BOARD_NAME, COMPANIES, NAME, ToyGame

TOY = ("--company", "plain", "--workers", "1", "--game", NAME)


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "study.toml") -> str:
    Path(name).write_text(text)
    return name


def measured(folder: Path, section: Section, index: int, change: int) -> tuple[float, float]:
    """The standard deviations over deals of a change's two effects, computed from the rows in another way."""
    rows = RunFolder(folder).scan().filter(pl.col("section") == index).collect()
    comparison = section.comparisons[change]
    pairs = [(*pair, 1.0) for pair in comparison.with_] + [(*pair, -1.0) for pair in comparison.control]
    sides = pl.DataFrame(pairs, schema={"lineup": pl.Int16, "seat": pl.Int8, "sign": pl.Float64}, orient="row")
    joined = rows.join(sides, on=["lineup", "seat"])
    deals = joined.group_by("deal").agg(
        ((pl.col(one).cast(pl.Float64) * pl.col("sign")).sum() / section.players).alias(one)
        for one in ("win_share", "gold_lead")
    )
    return float(deals["win_share"].std()), float(deals["gold_lead"].std())  # type: ignore[arg-type]


def test_the_forecast_is_borne_out_by_the_run() -> None:
    file = write((GENERAL + COMPANIES + CHANGES).replace("deals = 50", "deals = 900"))
    (forecast,) = api.forecast(file, 2, progress=Silent())
    result = api.run(file, "out", 1, progress=Silent())
    assert isinstance(result, api.Result)
    assert forecast.games == result.manifest.counts.games
    assert len(forecast.sections) == len(result.manifest.sections) == 4
    for index, (told, section) in enumerate(zip(forecast.sections, result.manifest.sections, strict=True)):
        assert (told.players, told.company, told.deals) == (section.players, section.company, section.deals)
        spreads = [measured(result.folder, section, index, change) for change in (0, 1)]
        share, gold = (max(one[k] for one in spreads) for k in (0, 1))
        assert told.half_width["win_share"] == pytest.approx(100 * 1.96 * share / sqrt(900), rel=0.35)
        assert told.half_width["gold_lead"] == pytest.approx(1.96 * gold / sqrt(900), rel=0.35)
        assert told.deals_needed["win_share"] == pytest.approx((1.96 * share / 0.01) ** 2, rel=0.7)


def test_more_workers_mean_fewer_minutes_and_more_deals_narrower_intervals() -> None:
    file = write(GENERAL + ONE_COMPANY + PLAIN_CHANGES)
    (few,), (many,) = (api.forecast(file, 1, deals=deals, progress=Silent()) for deals in (100, 400))
    assert many.games == 4 * few.games
    for one, other in zip(few.sections, many.sections, strict=True):
        assert one.half_width["win_share"] == pytest.approx(2 * float(other.half_width["win_share"] or 0), rel=0.02)
        assert one.deals_needed == other.deals_needed


@pytest.mark.parametrize("bot", ["plain:extra=3,even=-1", "plain:temperature=1"])
def test_a_run_that_stops_by_itself_is_forecast_with_the_intervals_of_its_looks(bot: str) -> None:
    """A tolerance of next to nothing: it goes on to its most."""
    text = GENERAL + 'until = "decided"\ntolerances = { gold_lead = 1e-9 }\n' + ONE_COMPANY
    change = f'[[changes]]\nname = "one"\ntitle = "One"\nphrase = "one"\nwithout = "plain"\nwith = "{bot}"\n'
    file = write((text + change).replace("deals = 50", "deals = 3000"))
    (forecast,) = api.forecast(file, 1, progress=Silent())
    result = api.run(file, "out", 1, progress=Silent())
    assert isinstance(result, api.Result)
    seen = last_looks(result.manifest)
    for told in forecast.sections:
        share, lead = (
            [
                one.estimate
                for (question, asked), one in seen.items()
                if (question.players, asked) == (told.players, outcome)
            ]
            for outcome in ("win_share", "gold_lead")
        )
        assert {one.n for one in share + lead} == {told.deals}
        widest = max(one.half_width for one in share)
        assert told.half_width["win_share"] == pytest.approx(100 * widest, rel=0.35)
        assert told.half_width["gold_lead"] == pytest.approx(max(one.half_width for one in lead), rel=0.35)
        needed = told.deals_needed["win_share"] or 0
        assert (needed < 3000) == ((told.half_width["win_share"] or 0) < 1)
        assert needed < 1500 if bot == "plain:temperature=1" else needed > 3000


def test_a_run_that_stops_by_itself_is_forecast_at_its_most() -> None:
    file = write((GENERAL + 'until = "decided"\n' + ONE_COMPANY + PLAIN_CHANGES).replace("deals = 50", "deals = 4000"))
    fixed = write(Path(file).read_text().replace('until = "decided"', ""), "fixed.toml")
    (open_,), (plain,) = (api.forecast(one, 1, progress=Silent()) for one in (file, fixed))
    assert (open_.at_most, plain.at_most) == (True, False)
    assert open_.games == plain.games
    for one, other in zip(open_.sections, plain.sections, strict=True):
        assert 1.2 < float(one.half_width["gold_lead"] or 0) / float(other.half_width["gold_lead"] or 1) < 2.5


def test_plan_prints_a_table_or_json_and_leaves_nothing(tmp_path: Path) -> None:
    write(GENERAL + COMPANIES + CHANGES, "luck.toml")
    write(STUDY, "all.toml")
    write(GENERAL.replace('"luck"', '"few"') + ONE_COMPANY + PLAIN_CHANGES, "few.toml")
    out = call("plan", "all.toml", "--workers", "2").stdout
    for told in (
        "luck",
        "few",
        "weak",
        "strong",
        "deals for ±1 points",
        "in all 1,800 games, ",
        "with 2 worker(s) once they have started",
    ):
        assert told in out
    document = json.loads(call("plan", "all.toml", "--workers", "2", "--deals", "100", "--json").stdout)
    assert document["games"] == sum(part["games"] for part in document["parts"]) == 3600
    assert [part["name"] for part in document["parts"]] == ["luck", "few"]
    assert set(document["parts"][0]["sections"][0]) == {
        "players", "company", "deals", "games", "minutes", "half_width", "deals_needed",
    }  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.toml", "few.toml", "luck.toml"]


STUDY = 'design = "study"\nname = "all"\ntitle = "All"\nquestion = "Which?"\nparts = ["luck", "few"]\n'


def test_compare_says_who_is_better_at_each_table_size() -> None:
    words = ("compare", "plain:extra=6", "plain", "--players", "2", "--players", "3", "--deals", "600", *TOY)
    lines = call(*words).stdout.splitlines()
    assert [line.split(", ")[0] for line in lines[:2]] == ["2 players", "3 players"]
    for line in lines[:2]:
        assert ", 600 deals: the win share of plain:extra=6 is " in line
        assert " points higher than that of plain (95% interval +" in line
        assert " Its lead over the best opponent is " in line
        assert line.count("; plain:extra=6 is better.") == 2
    document = json.loads(call(*words, "--json").stdout)
    assert [table["players"] for table in document["tables"]] == [2, 3]
    turned = json.loads(call("compare", "plain", "plain:extra=6", *words[3:], "--json").stdout)
    for one, other in zip(document["tables"], turned["tables"], strict=True):
        for outcome in ("win_share", "gold_lead"):
            assert one[outcome]["difference"] == pytest.approx(-other[outcome]["difference"])
            assert one[outcome]["low"] == pytest.approx(-other[outcome]["high"])
            assert (one[outcome]["verdict"], other[outcome]["verdict"]) == ("helps", "hurts")
    assert "plain:extra=6 is better" in call("compare", "plain", "plain:extra=6", *words[3:]).stdout


def test_compare_takes_another_piece_of_the_game() -> None:
    Path("flat.txt").write_text("flat")
    words = ("compare", "plain:extra=6", "plain", "--company", "plain", "--players", "2", "--deals", "50")
    call(*words, "--components", "board=flat.txt", "--workers", "1", "--game", BOARD_NAME, "--out", "here")
    sections = json.loads(Path("here/manifest.json").read_text())["sections"]
    assert {one["setting"]["components"]["board"] for one in sections} == {"flat"}


def test_what_compare_says_is_what_the_rows_say() -> None:
    result = api.compare("lucky", "plain:even=1", 3, "plain", deals=300, workers=1, game=NAME, progress=Silent())
    (table,) = result.tables
    (section,) = result.manifest.sections
    rows = RunFolder(result.folder).scan().collect()
    means = {
        bot: rows.filter(pl.col("bot") == bot).select(pl.col("win_share", "gold_lead").cast(pl.Float64).mean()).row(0)
        for bot in ("lucky", "plain:even=1")
    }
    shares, leads = zip(means["lucky"], means["plain:even=1"])
    assert table["win_share"].difference.mean == pytest.approx(100 * (shares[0] - shares[1]))
    assert table["gold_lead"].difference.mean == pytest.approx(leads[0] - leads[1])
    spread, _ = measured(result.folder, section, 0, 0)
    assert table["win_share"].difference.half_width == pytest.approx(100 * 1.968 * spread / sqrt(300), rel=0.01)


def test_the_same_comparison_again_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("compare", "lucky", "plain", "--players", "3", "--deals", "50", *TOY)
    first = call(*words).stdout
    monkeypatch.setattr(ToyGame, "play", None)
    assert call(*words).stdout == first
    assert Path(first.splitlines()[-1].removeprefix("results in ")).parent == Path("results")


@pytest.mark.parametrize(("bot", "early"), [("plain:extra=6", True), ("plain:extra=0.4", False)])
def test_compare_until_decided(bot: str, early: bool) -> None:
    words = ("compare", bot, "plain", "--players", "3", "--until", "decided", "--deals", "1500", "--json", *TOY)
    (table,) = json.loads(call(*words).stdout)["tables"]
    verdicts = {table[outcome]["verdict"] for outcome in ("win_share", "gold_lead")}
    assert table["deals"] == (500 if early else 1500)
    assert verdicts == {"helps"} if early else "not settled" in verdicts


def test_bots_that_play_alike_make_no_difference() -> None:
    result = api.compare(
        "plain:temperature=1", "plain", [2], "plain", deals=5000, workers=1, game=NAME, progress=Silent()
    )
    (table,) = result.tables
    assert {str(one.verdict) for one in table.answers} == {"makes no difference that matters"}
    assert "0.00 points higher than that of plain" in result.sentences()[0]


def test_compare_says_why_a_verdict_is_another_than_the_interval_beside_it() -> None:
    words = ("compare", "plain:extra=3,even=-1", "plain", "--players", "2", "--players", "3", "--deals", "60", *TOY)
    lines = call(*words).stdout.splitlines()
    notes = json.loads(call(*words, "--json").stdout)["notes"]
    assert "lower than that of plain (95% interval -9.73 to -0.27); not settled" in lines[0]
    assert lines[2:3] == notes == [
        "win share with 2 players: the 95% interval is for this question alone, the verdict holds for all 4 questions "
        "of this comparison together (Holm's correction), which takes more"
    ]  # fmt: skip
    assert api.compare("plain:extra=6", "plain", 3, "plain", deals=600, game=NAME, progress=Silent()).notes() == []


def test_compare_and_the_page_tell_the_same_of_a_run() -> None:
    """Few deals differ here, so that an interval must reach to what may not have happened yet: on both alike."""
    result = api.compare("plain:extra=0.5", "plain", [2, 3], "plain", deals=200, game=NAME, progress=Silent())
    told = {effect.players: effect for effect in paired_of(result.folder).effects}
    for table in result.tables:
        for answer, one in zip(table.answers, told[table.players].outcomes[:2], strict=True):
            assert answer.difference == one.estimate
            assert one.judgement is not None and answer.verdict == one.judgement.verdict
            assert answer.changed == one.effect.changed_deals
    shares = [table["win_share"].difference for table in result.tables]
    assert all(one.low < 0 < one.mean < one.high for one in shares)


def test_rules_and_few_deals_are_told() -> None:
    out = call("compare", "lucky", "plain", "--rules", "bonus=4", "--deals", "5", "--players", "2", *TOY).stdout
    assert "too few deals for intervals to be trusted" in out
    folder = Path(out.splitlines()[-1].removeprefix("results in "))
    assert RunFolder(folder).read_manifest().sections[0].setting.rules == {"bonus": 4}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("lukky", "plain"), "unknown bot 'lukky'; did you mean 'lucky'?"),
        (("plain", "plain"), "plain cannot be compared with itself"),
        (("lucky", "plain", "--players", "9"), "players: 9 is not allowed"),
        (("lucky", "plain", "--players", "2", "--players", "2"), "players = [2, 2] is not allowed"),
        (("lucky", "plain", "--until", "bored"), "until = 'bored' is not allowed (allowed: \"decided\""),
        (("lucky", "plain", "--rules", "bonos=1"), "unknown rule 'bonos'; did you mean 'bonus'?"),
        (("lucky", "plain", "--seed", str(2**64)), "seed = "),
    ],
)
def test_comparisons_that_cannot_be_made_are_told(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    assert told in call("compare", *words, *TOY, code=2).stderr
    assert list(tmp_path.iterdir()) == []


def test_failed_games_are_told() -> None:
    result: Any = call("compare", "clumsy", "plain", "--players", "3", "--deals", "300", *TOY, code=1)
    assert "threw the dice off the table; game " in result.stderr
    assert "more than 1% of the games failed" in result.stdout
    assert "better" not in result.stdout
    with pytest.raises(UsageError, match="unknown bot"):
        api.compare("lucky", "plain", 3, "gredy", game=NAME)


def test_the_real_game_is_compared_in_three_lines() -> None:
    result = api.compare("greedy", "random", players=2, deals=40, workers=1, progress=Silent())
    assert result.manifest.counts.games == 40 * 3
    assert "greedy is better" in result.sentences()[0]
