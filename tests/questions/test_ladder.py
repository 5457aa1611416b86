"""What a ladder says, held against its rows."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.questions.results import Results
from arkadia_sim.report.builder import build_report
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.intervals import mean_interval
from tests.support import high_card, toy_game

LUCKY = ["plain", "lucky:extra=4", "lucky:extra=10"]


@pytest.fixture(scope="module")
def lucky(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("lucky") / "run"
    slow = {LUCKY[2]: 80}
    return api.ladder(
        LUCKY, slow=slow, players=[2, 3], deals=200, workers=1, out=folder, game=toy_game.NAME, progress=Silent()
    )


def shares(folder: Path, players: int, bot: str, others: str) -> pl.Series:
    """The win rate of one among others, straight from the rows: the mean of each deal over the seats."""
    rows = pl.read_parquet(folder / "games" / "*.parquet").filter(pl.col("players") == players)
    sits = pl.col("bot") == bot
    alone = sits.sum().over("game") == 1
    rest = (pl.col("bot") == others).sum().over("game") == players - 1
    found = rows.filter(alone & rest & sits).group_by("deal").agg(pl.col("win_share").mean()).sort("deal")
    return 100 * found.get_column("win_share")


def test_every_number_is_what_the_rows_say(lucky: Results) -> None:
    by_kind = {kind: [row for row in lucky.estimates if row.kind == kind] for kind in ("meeting", "beats", "field")}
    for mean, more in zip(by_kind["meeting"], by_kind["beats"], strict=True):
        wanted = mean_interval(shares(lucky.folder, mean.players, mean.bot, mean.contrast))
        back = shares(lucky.folder, mean.players, mean.contrast, mean.bot)
        assert (mean.mean, mean.low) == pytest.approx((wanted.mean, wanted.low)) and mean.n == wanted.n
        assert more.mean == pytest.approx(wanted.mean - float(back.head(wanted.n).to_numpy().mean()))
    for standing in by_kind["field"]:
        place = (standing.players, standing.bot)
        met = [row.mean for row in by_kind["meeting"] if (row.players, row.bot) == place]
        if standing.outcome == "win_share":
            assert standing.mean == pytest.approx(np.mean(met))  # type: ignore[arg-type]


def test_the_better_stands_above_and_beats_the_worse(lucky: Results) -> None:
    table = lucky.table()
    for players in (2, 3):
        assert table.filter(kind="field", players=players, outcome="win_share")["bot"].to_list() == LUCKY[::-1]
        beats = table.filter(kind="beats", players=players, verdict="higher").select("bot", "contrast").rows()
        assert set(beats) == {(LUCKY[2], LUCKY[1]), (LUCKY[2], "plain"), (LUCKY[1], "plain")}


def test_its_page_begins_with_the_answer_and_has_all_figures_and_no_empty_columns(lucky: Results) -> None:
    page = build_report(lucky.folder).read_text()
    (answer,) = lucky.answer
    assert answer == "lucky:extra=10 beats every other bot with 2 and 3 players."
    assert page.index(f"<p>{answer}</p>") < page.index("<svg")
    assert page.count("<svg") == len(lucky.figures()) == 4
    (lucky.folder / "own.md").write_text(
        '# Who?\n{{ table("field", ["players", "company"]) }}{{ bots() }}{{ setting() }}\n'
    )
    page = build_report(lucky.folder, document=lucky.folder / "own.md").read_text()
    assert ">players</th>" in page and ">company</th>" not in page and answer not in page


def test_alone_at_the_table_there_are_means_and_nothing_else(tmp_path: Path) -> None:
    found = api.ladder(
        ["bold", "careful"], players=[1, 2], deals=80, workers=1, out=tmp_path, game=high_card.NAME, progress=Silent()
    )
    table = found.table()
    rows = pl.read_parquet(tmp_path / "games" / "*.parquet").filter(players=1, bot="bold")
    seen = table.filter(kind="field", players=1, bot="bold", outcome="score")["mean"].item()
    assert seen == pytest.approx(rows["score"].mean())
    assert table.filter(kind="meeting")["players"].to_list() == [2, 2]
    json.dumps(found.as_json(), allow_nan=False)
