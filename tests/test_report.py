"""The report, on made-up results with a known truth: analysis, sentences and the page."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from arkadia_sim.report.analysis import PlayStudy, analyse
from arkadia_sim.report.effects import Behaved, PairedStudy

from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.report import sentences
from arkadia_sim.report.builder import build_report
from arkadia_sim.report.tables import counts_frame, effects_frame
from arkadia_sim.stats.equivalence import Verdict
from tests.synthetic import Toy, write_paired, write_rotation


def paired(folder: Path, toy: Toy | None = None, **experiment: Any) -> PairedStudy:
    study = analyse(write_paired(folder, toy, **experiment))
    assert isinstance(study, PairedStudy)
    return study


@pytest.fixture(scope="module")
def helping(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_paired(tmp_path_factory.mktemp("results") / "run")


@pytest.fixture(scope="module")
def page(helping: Path) -> str:
    return build_report(helping).read_text(encoding="utf-8")


def test_the_known_effect_is_found(helping: Path) -> None:
    study = analyse(helping)
    assert isinstance(study, PairedStudy)
    assert [section.players for section in study.effects] == [2, 3, 4]
    for section in study.effects:
        assert section.gold.effect.low < 3.0 < section.gold.effect.high
        assert section.behaviour is not None
        assert section.behaviour.effect.low < 0.7 < section.behaviour.effect.high
        assert section.win_share.control.mean == pytest.approx(100 / section.players)
        assert section.win_share_judgement.verdict is Verdict.HELPS
        assert section.behaved is Behaved.AS_SAID
        assert section.win_share.gain > 1
        assert section.deals == section.win_share.effect.n == 400
    for games in study.sections:
        assert sum(games.counts.by_end.values()) == games.counts.games == 400 * (games.players + 1)


def test_the_effect_is_the_mean_over_seats_of_with_minus_control(helping: Path) -> None:
    """The same by another way: straight from the rows, for three players."""
    rows = pl.read_parquet(helping / "games" / "chunk-001-000000.parquet")
    follows = rows.filter(pl.col("bot") == "tent_camp").group_by("deal").agg(pl.col("gold_lead").mean())
    control = rows.filter(pl.col("lineup") == 0).group_by("deal").agg(pl.col("gold_lead").mean())
    difference = follows.join(control, on="deal").select(pl.col("gold_lead") - pl.col("gold_lead_right")).to_series()
    study = analyse(helping)
    assert isinstance(study, PairedStudy)
    effect = study.effects[1].gold_margin.effect
    assert effect.mean == pytest.approx(difference.mean())
    assert effect.standard_error == pytest.approx(difference.std() / 20)  # type: ignore[operator]


def test_a_field_that_follows_the_hint_serves_as_the_with_games(tmp_path: Path) -> None:
    """One game of tent_camp among its like serves all seats; the control games put greedy into each seat in turn."""
    study = paired(tmp_path / "run", Toy(players=(3,), field_follows=True))
    (section,) = study.effects
    assert section.win_share.games_per_deal == 4
    assert section.win_share.with_change.mean == pytest.approx(100 / 3)
    assert section.gold.effect.low < 3.0 < section.gold.effect.high
    assert "to a greedy player among tent_camp players (95%" in sentences.answer(study, section)
    assert "one control game per deal" not in build_report(tmp_path / "run").read_text(encoding="utf-8")


def test_harm_is_called_harm(tmp_path: Path) -> None:
    study = paired(tmp_path / "run", Toy(effect_gold=-3))
    assert sentences.headline(study) == "Covering tent camps hurts with two, three and four players."
    text = sentences.answer(study, study.effects[2])
    assert re.fullmatch(
        r"With four players, covering tent camps costs a greedy player among greedy players \d+\.\d win-share points "
        r"\(95%: \d+\.\d to \d+\.\d\)\.",
        text,
    )


def test_a_switch_that_only_shuffles_makes_no_difference(tmp_path: Path) -> None:
    study = paired(tmp_path / "run", Toy(players=(2,), deals=20_000, effect_gold=0, upheaval=1))
    (section,) = study.effects
    assert section.win_share_judgement.verdict is Verdict.NO_DIFFERENCE
    assert section.gold_margin_judgement.verdict is Verdict.NO_DIFFERENCE
    assert "makes no difference that matters to a greedy player" in sentences.answer(study, section)
    assert sentences.wide_warning(study.effects) == ""


def test_no_difference_is_only_said_after_the_equivalence_test(tmp_path: Path) -> None:
    study = paired(tmp_path / "run", Toy(players=(2,), deals=200, effect_gold=0))
    assert study.effects[0].win_share_judgement.verdict is Verdict.NOT_SETTLED
    text = sentences.answer(study, study.effects[0])
    assert "it is open what covering tent camps is worth" in text
    assert "no difference" not in text


def test_without_a_change_of_behaviour_there_is_no_verdict(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "run", Toy(effect_camps=0))
    study = analyse(folder)
    assert isinstance(study, PairedStudy)
    assert all(section.win_share_judgement.verdict is Verdict.HELPS for section in study.effects)
    assert all(section.behaved is Behaved.UNSURE for section in study.effects)
    assert sentences.headline(study).startswith("There is no verdict on covering tent camps with two, three and")
    text = build_report(folder).read_text(encoding="utf-8")
    assert text.count("no verdict: no sure change of behaviour") == 6
    assert "<td>helps</td>" not in text
    assert set(effects_frame(study)["verdict"].drop_nulls()) == {"no verdict: no sure change of behaviour"}


def test_a_behaviour_that_surely_goes_the_wrong_way_gets_no_verdict(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "run", behaviour_direction="fewer")
    path = folder / "manifest.json"
    study = analyse(folder)
    assert isinstance(study, PairedStudy)
    assert {effect.behaved for effect in study.effects} == {Behaved.ASTRAY}
    text = _main(folder)
    assert "with two, three and four players: the bots did not do what the hint says." in text
    assert "(tent camps covered per game: more and not less, +0." in text
    assert "(the wrong way)" in text
    path.write_text(path.read_text(encoding="utf-8").replace('"fewer"', '"more"'), encoding="utf-8")
    assert "helps with two, three and four players" in _main(folder)


def test_a_switch_that_changes_nothing_makes_no_difference_and_gets_no_verdict(tmp_path: Path) -> None:
    study = paired(tmp_path / "run", Toy(players=(2, 3), effect_gold=0, effect_camps=0, upheaval=0, deals=800))
    for section in study.effects:
        assert section.win_share_judgement.verdict is Verdict.NO_DIFFERENCE
        assert section.behaved is Behaved.UNSURE
        assert "there is no verdict" in sentences.answer(study, section)


@pytest.mark.parametrize(
    ("low", "high", "changed", "told"),
    [
        (
            0.1,
            1.9,
            400,
            "taken together with the other questions of this experiment (6 in all), the effect is not sure",
        ),
        (
            -1.9,
            -0.1,
            400,
            "taken together with the other questions of this experiment (6 in all), the effect is not sure",
        ),
        (0.1, 1.9, 9, "it rests on 9 deals that came out otherwise, of 400 deals: too few"),
        (-0.1, 1.9, 400, "neither an effect nor the lack of one that matters is sure"),
        (-0.5, 0.9, 400, "Taken alone, the interval lies within ±1, too small to matter; taken together with the"),
    ],
)
def test_an_open_answer_says_why(helping: Path, low: float, high: float, changed: int, told: str) -> None:
    study = analyse(helping)
    assert isinstance(study, PairedStudy)
    section = study.effects[0]
    estimate = replace(section.win_share.effect, mean=(low + high) / 2, low=low, high=high)
    effect = replace(section.win_share, effect=estimate, changed_deals=changed)
    judgement = replace(section.win_share_judgement, verdict=Verdict.NOT_SETTLED)
    open_section = replace(
        section,
        win_share=effect,
        win_share_judgement=judgement,
        gold_margin=replace(section.gold_margin, effect=estimate),
        gold_margin_judgement=judgement,
    )
    text = sentences.answer(study, open_section)
    assert told in text
    assert text.count("neither an effect") == (low < 0 < high and high > 1)
    assert ("(open)" in sentences.gold_answer(open_section)) == (low < 0 < high)


def test_wide_intervals_come_first(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "run", Toy(deals=40))
    text = build_report(folder).read_text(encoding="utf-8")
    body = text[text.index("<main>") :]
    assert body.index("wider than ±2 win-share points") < body.index("Covering tent camps")


def test_the_warning_shows_why_an_interval_is_too_wide(tmp_path: Path) -> None:
    study = paired(tmp_path / "run", Toy(deals=1, players=(2,)))
    assert "of unknown width with two players" in sentences.wide_warning(study.effects)
    assert "unknown" in sentences.effect_text(study.effects[0].win_share.effect)
    assert "<svg" in build_report(tmp_path / "run").read_text(encoding="utf-8")


def test_sections_of_one_size_are_told_apart_by_their_options(tmp_path: Path) -> None:
    rules = ({"holdings": "open", "banners": 4}, {"holdings": "hidden", "banners": 4})
    study = paired(tmp_path / "run", Toy(players=(2,), rules=rules))
    assert [section.label for section in study.effects] == [
        "2 players, holdings = open",
        "2 players, holdings = hidden",
    ]
    assert sentences.answer(study, study.effects[1]).startswith("With two players (holdings = hidden), covering")


def test_the_page_is_one_file_in_the_promised_order(page: str) -> None:
    order = ['class="headline"', "<table>", "effect_by_players-", "behaviour_change-", "How it was done", "The games"]
    positions = [page.index(text) for text in [*order, "How to play it again"]]
    assert positions == sorted(positions)
    assert page.count("<svg") == 2
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"', page)
    assert "url(http" not in page
    assert "With three players, covering tent camps is worth +" in page
    assert "a reconstruction" in page


def test_the_page_is_well_formed(page: str) -> None:
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag not in {"meta", "br"}:
                open_tags.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(page)
    assert open_tags == []
    identifiers = re.findall(r'\bid="([^"]+)"', page)
    assert len(identifiers) == len(set(identifiers))
    assert not re.search(r"\bnan\b|\binf\b|None|Undefined", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL))


def test_figures_and_tables_lie_beside_the_page(helping: Path, page: str) -> None:
    assert sorted(path.name for path in (helping / "figures").iterdir()) == [
        "behaviour_change.png",
        "behaviour_change.svg",
        "effect_by_players.png",
        "effect_by_players.svg",
    ]
    effects = pl.read_csv(helping / "tables" / "effects.csv")
    assert len(effects) == 12
    study = analyse(helping)
    assert isinstance(study, PairedStudy)
    assert effects["effect"][0] == pytest.approx(study.effects[0].win_share.effect.mean)
    assert pl.read_csv(helping / "tables" / "counts.csv")["games"].to_list() == [1200, 1600, 2000]


def test_the_same_run_gives_the_same_page(helping: Path, page: str) -> None:
    assert build_report(helping).read_text(encoding="utf-8") == page


def test_failed_and_stalemate_games_are_counted_and_shown(helping: Path, page: str) -> None:
    study = analyse(helping)
    counts = counts_frame(study.sections)
    document = json.loads((helping / "manifest.json").read_text(encoding="utf-8"))
    assert counts["failed"].sum() == document["counts"]["failed"] > 0
    assert counts["stalemate"].sum() == document["counts"]["ends"]["stalemate"] > 0
    assert f"{counts['stalemate'].sum()} of them ended in stalemate and {counts['failed'].sum()} failed" in page


def test_texts_of_an_experiment_cannot_break_the_page(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "run", Toy(players=(2,)), title="<script>alert(1)</script>", notes=["a < b & c"])
    text = build_report(folder).read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "a &lt; b &amp; c" in text


def test_plain_play_gets_a_plain_page(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "tent_camp", "random"], games=1000)
    study = analyse(folder)
    assert isinstance(study, PlayStudy)
    (section,) = study.sections
    assert section.bots[0].bot == "tent_camp"
    assert [bot.games for bot in section.bots] == [1000, 1000, 1000]
    assert sum(bot.win_share.mean for bot in section.bots) == pytest.approx(100)
    assert section.bots[0].win_share.n == section.deals == 334
    text = build_report(folder).read_text(encoding="utf-8")
    assert "With three players, tent_camp wins most" in text
    assert "the last deal is not complete" in text
    assert text.count("<svg") == 1
    assert "verdict" not in text


def test_means_of_plain_play_are_over_all_games(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "greedy", "tent_camp"], games=100)
    study = analyse(folder)
    assert isinstance(study, PlayStudy)
    rows = pl.read_parquet(folder / "games" / "chunk-000-000000.parquet")
    for bot in study.sections[0].bots:
        mine = rows.filter(pl.col("bot") == bot.bot)
        assert bot.games == len(mine)
        assert bot.gold.mean == pytest.approx(mine["gold"].mean())


def test_a_bot_against_itself(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "greedy"], games=50)
    assert "greedy played against itself and earned" in build_report(folder).read_text(encoding="utf-8")


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        build_report(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unfinished_run_is_refused_with_the_command_that_finishes_it(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "my run", Toy(players=(2,), deals=10))
    _edit(folder, status="running")
    with pytest.raises(UsageError, match=r"not finished.*arkadia-sim run '.*my run/experiment\.toml' --out '.*my run'"):
        build_report(folder)
    assert not (folder / "report.html").exists()
    played = write_rotation(tmp_path / "play", ["greedy", "tent_camp"], games=10)
    _edit(played, status="running")
    command = (
        r"arkadia-sim play greedy tent_camp --games 10 --seed 5 --rules holdings=open --trace 0.0 --game toy --out "
    )
    with pytest.raises(UsageError, match=command):
        build_report(played)


def test_missing_parts_are_refused(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "run", Toy(players=(2, 3), deals=10))
    (folder / "games" / "chunk-001-000000.parquet").unlink()
    with pytest.raises(UsageError, match="should hold 40 games of section 1 and holds 0"):
        build_report(folder)


def test_an_unknown_behaviour_is_refused(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "run", Toy(players=(2,), deals=10), behaviour="camps_coverd")
    with pytest.raises(UnknownName, match="did you mean 'camps_covered'"):
        build_report(folder)


def _main(folder: Path) -> str:
    text = build_report(folder).read_text(encoding="utf-8")
    return " ".join(re.sub(r"<[^>]*>", " ", text[text.index("<main>") :]).split())


def _fail(folder: Path, share: int) -> None:
    """Let every ``share``-th game fail by the fault of seat 0."""
    path = folder / "games" / "chunk-000-000000.parquet"
    failed = pl.when(pl.col("game") % share == 0).then(pl.lit("failed")).otherwise(pl.lit("castle"))
    pl.read_parquet(path).with_columns(failed.alias("end")).write_parquet(path)
    _edit(folder, failures=[{"game": 0, "seat": 0, "bot": "greedy", "reason": "it broke"}])


def test_failed_games_of_plain_play_come_first(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "tent_camp"], games=40)
    _fail(folder, 4)
    text = _main(folder)
    assert text.startswith("10 of 40 games failed; the bot at fault was greedy. There are too few deals")
    assert "The first failed games (seats are counted from 0): game 0, greedy in seat 0: it broke" in text
    assert "no winner is settled" in text


def test_where_all_games_failed_there_is_no_winner(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "tent_camp"], games=100)
    _fail(folder, 1)
    text = _main(folder)
    assert text.startswith("100 of 100 games failed; the bot at fault was greedy.")
    assert "wins most" not in text
    assert "comes first" not in text
    assert 'class="headline"' not in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("deals", [1, 2])
def test_with_hardly_any_deals_nothing_impossible_is_said(tmp_path: Path, deals: int) -> None:
    text = _main(write_paired(tmp_path / "paired", Toy(deals=deals)))
    assert text.startswith("There are too few deals for the intervals to be trusted")
    assert not re.search(r"\b(nan|inf|None)\b", text)
    assert ("as a check, differs by an unknown amount." in text) == (deals == 1)
    unknown = "an unknown number of games for the win share and an unknown number of games for the gold lead"
    assert (unknown in text) == (deals == 1)
    played = write_rotation(tmp_path / "play", ["greedy", "tent_camp"], games=2 * deals)
    assert not re.search(r"\b(nan|inf|None)\b", _main(played))


def test_win_share_intervals_are_cut_to_what_is_possible(tmp_path: Path) -> None:
    study = paired(tmp_path / "paired", Toy(deals=2))
    for section in study.effects:
        share = section.win_share
        assert -100 <= share.effect.low <= share.effect.high <= 100
        assert 0 <= share.control.low <= share.control.high <= 100
    played = analyse(write_rotation(tmp_path / "play", ["greedy", "tent_camp"], games=4))
    assert isinstance(played, PlayStudy)
    assert all(0 <= bot.win_share.low <= bot.win_share.high <= 100 for bot in played.sections[0].bots)


def test_a_leader_that_is_not_clear_of_the_next_is_no_winner(tmp_path: Path) -> None:
    study = analyse(write_rotation(tmp_path / "run", ["greedy", "tent_camp"], games=80))
    assert isinstance(study, PlayStudy)
    first, second = study.sections[0].bots
    level = replace(second, win_share=first.win_share)
    text = sentences.play_answer(study, replace(study.sections[0], bots=(first, level)))
    assert text.startswith("With two players, no winner is settled: ")


def test_the_claim_and_the_whiskers_are_named(page: str) -> None:
    assert '<p class="question">Claim H1. Does a player' in page
    assert "The whiskers are 95% intervals over deals." in page


def test_what_the_game_says_of_its_pieces_is_told(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "tent_camp"], games=80)
    assert "Keep in mind" not in _main(folder)
    _edit(folder, caveats=["The board is a reconstruction."])
    assert "The board is a reconstruction." in _main(folder)


def _edit(folder: Path, **values: Any) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | values), encoding="utf-8")
