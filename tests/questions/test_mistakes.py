"""What a bot does wrong: decisions at which a judge would choose otherwise."""

from functools import cache

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from arkadia_sim import mistakes
from arkadia_sim.questions.estimates import read_estimates_csv
from arkadia_sim.questions.mistakes import advice_of
from arkadia_sim.runner.progress import Silent
from tests.support.command import call


@cache
def made(bot: str, judge: str, **arguments: object) -> pl.DataFrame:
    return mistakes(bot, judge, **{"players": [2], "deals": 24, "workers": 1, "progress": Silent(), **arguments})  # type: ignore[arg-type]


def test_who_judges_himself_makes_no_mistakes() -> None:
    table = made("greedy", "greedy")
    assert (table.filter(kind="asked")["mean"] > 1.0).any()
    assert (table.filter(kind="often")["mean"] == 0.0).all() and table.filter(kind="mistake").is_empty()


def test_a_planted_mistake_is_the_only_one_and_told_by_its_cue() -> None:
    table = made("greedy:barred=banner", "greedy")
    assert set(table.filter(pl.col("kind") == "often", mean=0.0)["contrast"]) == {"must", "draw", "castle"}
    assert "banner: more used" in table.filter(kind="often")["contrast"].to_list()
    row = table.filter(kind="often", contrast="banner: more used").row(0, named=True)
    assert (row["before"], row["after"]) == (0.0, 1.0)


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, pl.DataFrame]:
    """What the command prints, and the estimates that it saves."""
    saved = tmp_path_factory.mktemp("mistakes") / "mistakes.csv"
    words = ("random", "--judge", "greedy", "--players", "2", "--deals", "60", "--workers", "1", "--save", str(saved))
    return call("mistakes", *words, "--game", "medina").output, read_estimates_csv(saved)


def test_it_is_printed_and_saved(called: tuple[str, pl.DataFrame]) -> None:
    printed, table = called
    assert "of all loss" in printed and "random among random, judged by greedy" in printed
    assert set(table["kind"]) == {"asked", "often", "mistake", "loss"}


def test_the_number_of_workers_changes_nothing() -> None:
    assert_frame_equal(made("random", "greedy", deals=4), made("random", "greedy", deals=4, workers=2))


@pytest.mark.parametrize(
    ("contrast", "words"),
    [
        ("banner: less used", "use no banner"),
        ("must: more camps", "more camps covered"),
        ("draw", "no cue tells them apart"),
    ],
)
def test_mistakes_are_told_in_words(contrast: str, words: str) -> None:
    assert advice_of("arkadia", contrast) == words


def test_a_mistake_costs_what_the_loss_of_a_game_says(called: tuple[str, pl.DataFrame]) -> None:
    _, table = called
    often, each, loss = (
        table.filter(kind=kind, contrast="place", outcome=outcome).filter(pl.col("setting") != "first half")
        for kind, outcome in (("often", "decisions"), ("mistake", "score_lead"), ("loss", "score_lead"))
    )
    assert often["mean"][0] * each["mean"][0] == pytest.approx(loss["mean"][0])
    assert each["low"][0] > 0.0
