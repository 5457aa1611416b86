"""What a ladder says, held against its rows."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.questions.ladder import LadderResults, LadderTable
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.intervals import mean_interval
from tests.support import high_card, toy_game

LUCKY = ["plain", "lucky:extra=4", "lucky:extra=10"]


@pytest.fixture(scope="module")
def lucky(tmp_path_factory: pytest.TempPathFactory) -> LadderResults:
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


def test_every_number_is_what_the_rows_say(lucky: LadderResults) -> None:
    for table in lucky.tables:
        for meeting in table.meetings:
            wanted = mean_interval(shares(lucky.folder, table.players, meeting.bot, meeting.others))
            back = shares(lucky.folder, table.players, meeting.others, meeting.bot)
            assert meeting.mean.mean == pytest.approx(wanted.mean) and meeting.mean.n == wanted.n
            assert meeting.mean.low == pytest.approx(wanted.low)
            assert meeting.advantage.mean == pytest.approx(wanted.mean - float(back.head(wanted.n).to_numpy().mean()))
        for standing in table.standings:
            met = [meeting.mean.mean for meeting in table.meetings if meeting.bot == standing.bot]
            assert standing.main.mean == pytest.approx(np.mean(met))


def beats(table: LadderTable) -> set[tuple[str, str]]:
    """The pairs of which the first bot beats the second."""
    return {(meeting.bot, meeting.others) for meeting in table.meetings if meeting.beats}


def test_the_better_stands_above_and_beats_the_worse(lucky: LadderResults) -> None:
    for table in lucky.tables:
        assert [standing.bot for standing in table.standings] == LUCKY[::-1]
        assert beats(table) == {(LUCKY[2], LUCKY[1]), (LUCKY[2], "plain"), (LUCKY[1], "plain")}


def test_alone_at_the_table_there_are_means_and_nothing_else(tmp_path: Path) -> None:
    found = api.ladder(
        ["bold", "careful"], players=[1, 2], deals=80, workers=1, out=tmp_path, game=high_card.NAME, progress=Silent()
    )
    alone, two = found.tables
    rows = pl.read_parquet(tmp_path / "games" / "*.parquet").filter(players=1, bot="bold")
    seen = {standing.bot: standing for standing in alone.standings}["bold"]
    assert seen.main.mean == pytest.approx(rows["score"].mean())
    assert alone.meetings == ()
    assert len(two.meetings) == 2


def test_the_table_says_what_the_ladder_says(lucky: LadderResults) -> None:
    table = lucky.table()
    (first, *_) = lucky.tables
    assert table.filter(kind="field", players=2, outcome="win_share")["bot"].to_list() == LUCKY[::-1]
    assert table.filter(kind="meeting", players=2).height == table.filter(kind="beats", players=2).height == 6
    row = table.filter(kind="beats", players=2, bot=LUCKY[2], contrast="plain")
    (meeting,) = (one for one in first.meetings if (one.bot, one.others) == (LUCKY[2], "plain"))
    assert (row["mean"][0], row["verdict"][0]) == (meeting.advantage.mean, "higher")
    json.dumps(lucky.as_json(), allow_nan=False)
