"""Batches of games as the runner plays them: what the play loop does is what the rules say, and what the rows say."""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.core.game import Batch, BatchResult
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.declared import HIDDEN, OPEN
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.rng import deal_seeds, seat_seeds
from arkadia_sim.runner.progress import Silent
from tests.games.arkadia.twin import check_record as referee
from tests.support.recorded import played

PYTHON_BOT = str(Path(__file__).parent / "sample_bots" / "example_bots.py")
VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "first game": {"setup": "first_game", "flip_tiles": True},
    "other readings": {"final_round": "others_only", "holdings": "hidden", "workers_at_castle": False},
    "short of everything": {"seals_per_family": 6, "neutral_workers": 4, "floor_pieces": [4, 3, 0]},
}


def play(
    bots: Sequence[str], lineups: Sequence[Sequence[int]], rules: Mapping[str, Any], seed: int = 5, keep: bool = True
) -> BatchResult:
    """The games of some line-ups, one deal each, with every game traced and recorded if ``keep``."""
    return played(GAME, bots, lineups, rules, seed=seed, traced=keep, recorded=keep)


@cache
def variant_games(players: int, variant: str) -> BatchResult:
    bots = ["random", "greedy", "tent_camp", "greedy:temperature=2", "random:temperature=1"]
    lineups = [[(game + seat) % len(bots) for seat in range(players)] for game in range(12)]
    return play(bots, lineups, VARIANTS[variant])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_independent_referee_accepts_what_the_play_loop_played(players: int, variant: str) -> None:
    result = variant_games(players, variant)
    assert not result.failures
    for game, record in enumerate(result.records):
        referee.check(dict(record))
        GAME.replay(record, {})
        assert result.players["gold"][game * players :][:players].tolist() == record["result"]["gold"]
        assert result.players["end"][game * players] == record["result"]["end"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_add_up_to_what_the_turns_tell(players: int, variant: str) -> None:
    result = variant_games(players, variant)
    turns = pl.DataFrame({name: list(values) for name, values in result.turns.items()}, strict=False)
    told = (
        turns.group_by("game", "seat")
        .agg(
            turns=pl.len(),
            builds=(pl.col("must") == "build").sum(),
            camps_covered=pl.col("camps").cast(pl.Int64).sum(),
            payouts_triggered=pl.col("completed").cast(pl.Int64).sum(),
            own_workers_used=pl.col("own_squares").list.len().cast(pl.Int64).sum(),
            neutral_workers_used=pl.col("neutral_squares").list.len().cast(pl.Int64).sum(),
            banners_used=pl.col("banner").sum(),
            sale_gold=pl.col("sale_gold").cast(pl.Int64).sum(),
        )
        .sort("game", "seat")
    )
    for name in told.columns[2:]:
        assert told[name].to_list() == result.players[name].tolist(), name
    last = turns.group_by("game", maintain_order=True).last()
    for seat in range(players):
        assert last[f"standing_seat_{seat}"].to_list() == result.players["gold"][seat::players].tolist()


def test_rows_of_a_game_are_consistent() -> None:
    """Win shares sum to 1, gold is sales plus the final evaluation, margins are against the best opponent."""
    for players in (2, 3, 4):
        rows = variant_games(players, "standard").players
        gold = rows["gold"].reshape(-1, players)
        assert np.allclose(rows["win_share"].reshape(-1, players).sum(axis=1), 1.0)
        assert (rows["gold"] == rows["sale_gold"] + rows["final_gold"]).all()
        for game in gold:
            order = np.sort(game)[::-1]
            expected = [value - (order[1] if value == order[0] else order[0]) for value in game]
            assert expected == rows["gold_lead"].reshape(-1, players)[(gold == game).all(axis=1)][0].tolist()
        workers = rows["own_workers_used"] + rows["own_workers_left"]
        assert (workers == 3 + 2 * rows["banners_used"]).all()


def test_a_game_does_not_depend_on_its_batch() -> None:
    """The same deal and line-up give the same rows alone, among others, traced or not."""
    lineups = [[0, 1, 2], [2, 1, 0], [0, 0, 0], [1, 2, 1]]
    bots = ["greedy", "random", "tent_camp:temperature=1"]
    together = play(bots, lineups, {}, keep=False)
    for game, lineup in enumerate(lineups):
        alone = played(GAME, bots, [lineup], seed=5, first=game, traced=True, recorded=True)
        for name, values in together.players.items():
            here = values[game * 3 : game * 3 + 3]
            assert np.array_equal(here, alone.players[name], equal_nan=values.dtype.kind == "f"), name


def test_many_logged_games_fill_the_log_more_than_once() -> None:
    """130 recorded games do not fit into the log at once; none is lost or mixed up."""
    result = play(["random"], [[0, 0, 0, 0]] * 130, {})
    assert len(result.records) == 130
    assert np.unique(result.turns["game"]).tolist() == list(range(130))
    counted = np.bincount(result.turns["game"])
    assert counted.tolist() == result.players["turns"].reshape(-1, 4).sum(axis=1).tolist()


def test_columns_are_those_of_the_data_dictionary() -> None:
    result = variant_games(3, "standard")
    assert list(result.players) == [column.name for column in GAME.player_columns]
    assert list(result.turns)[1:] == [column.name for column in GAME.turn_columns]
    for column in GAME.player_columns:
        kind = result.players[column.name].dtype
        assert kind.kind == "U" if column.dtype == "string" else kind == np.dtype(column.dtype), column.name
        assert column.meaning


BAD_BOTS = """
from arkadia_sim.core.bot import PYTHON, Bot

def boom(view): raise ValueError("boom")
def leave(view): raise SystemExit(7)
def talk(view):
    print("hello from the bot")
    builds = view.legal_builds()
    return builds[0] if builds else view.options()[0]

boomer = Bot("boomer", "Raises.", "a test", {"must": boom}, tier=PYTHON)
leaver = Bot("leaver", "Exits.", "a test", {"must": leave}, tier=PYTHON)
talker = Bot("talker", "Talks.", "a test", {"must": talk}, tier=PYTHON)
"""


@pytest.mark.parametrize(("bot", "told"), [("boomer", "ValueError: boom"), ("leaver", "SystemExit: 7")])
def test_a_bot_that_breaks_off_loses_its_game_and_no_other(tmp_path: Path, bot: str, told: str) -> None:
    """The offender gets nothing and ranks last, the others share; the games of others go on."""
    (tmp_path / "bad.py").write_text(BAD_BOTS)
    result = play([f"{tmp_path / 'bad.py'}:{bot}", "random"], [[1, 0, 1], [1, 1, 1]], {}, keep=False)
    assert list(result.failures) == [0]
    seat, reason = result.failures[0]
    assert seat == 1
    assert reason.startswith(told)
    assert "bad.py, line" in reason
    assert result.players["win_share"][:3].tolist() == [0.5, 0.0, 0.5]
    assert result.players["rank"][1] == 3
    assert result.players["end"].tolist()[:3] == ["failed"] * 3
    assert result.players["end"][3] != "failed"


def test_what_a_bot_prints_stays_out_of_the_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.py").write_text(BAD_BOTS)
    assert not play([f"{tmp_path / 'bad.py'}:talker", "random"], [[0, 1]], {}).failures
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "hello from the bot" in captured.err


def test_plain_python_and_compiled_bots_sit_at_one_table() -> None:
    bots = [f"{PYTHON_BOT}:camper", "greedy", f"{PYTHON_BOT}:chance", "tent_camp:temperature=5"]
    result = play(bots, [[0, 1, 2, 3], [3, 2, 1, 0]], {"holdings": "hidden"})
    assert not result.failures
    for record in result.records:
        referee.check(dict(record))


def test_the_hotter_the_weaker() -> None:
    """Against random, greedy earns less gold at a higher temperature, in each of its decisions and in the end."""
    gold = []
    for temperature in (0, 3, 30, 1000):
        result = play([f"greedy:temperature={temperature}", "random"], [[0, 1], [1, 0]] * 40, {}, keep=False)
        rows = result.players["gold"].reshape(-1, 2)
        gold.append(float(np.mean([rows[::2, 0], rows[1::2, 1]])))
    assert gold[0] > gold[1] > gold[2] > gold[3]


def test_a_seat_cannot_work_out_the_deal_from_its_own_stream() -> None:
    """The seats' seeds come from the deal's by BLAKE2b (here computed again, from its definition)."""
    deals = deal_seeds(5, 4, 0, 3)
    for deal, seeds in zip(deals, seat_seeds(deals), strict=True):
        digest = blake2b(int(deal).to_bytes(8, "little"), digest_size=32, person=b"arkadia_sim seat").digest()
        assert [int.from_bytes(digest[k : k + 8], "little") for k in range(0, 32, 8)] == seeds.tolist()


def test_random_camp_layouts_can_be_asked_for_by_seed() -> None:
    boards = [GAME.setting(3, {}, {"camps_seed": seed}).components["board"] for seed in (0, 1, 0)]
    assert boards[0] == boards[2] != boards[1]
    assert all("".join(board).count("T") == 24 for board in boards)


def test_the_game_says_what_is_not_known_of_its_pieces() -> None:
    assert "reconstruction" in " ".join(GAME.caveats(GAME.setting(3, {}, {})))
    other = GAME.caveats(GAME.setting(3, {}, {"camps_seed": 4, "outlines": "t"}))
    assert other == [
        "The board is not the shipped one; it has 24 tent camps.",
        "The outlines of the buildings are not the shipped ones.",
        OPEN,
    ]
    assert "perfect memory" in OPEN
    drawn = GAME.caveats(GAME.setting(3, {"holdings": "hidden"}, DRAWN))
    assert "Each deal draws its own board with 24 camps" in drawn[0]
    assert "Each deal draws one of 5 choices" in drawn[1]
    assert drawn[2:] == [HIDDEN]


DRAWN = {"camps": "drawn", "outlines": "drawn"}


@cache
def drawn_games() -> BatchResult:
    """Sixteen deals, each with two line-ups one after the other."""
    deals = np.repeat(deal_seeds(8, 3, 0, 16), 2)
    lineups = np.array([[0, 1, 2], [2, 0, 0]] * 16)
    kept = np.ones(len(deals), dtype=bool)
    bots = ["random", "greedy", "tent_camp"]
    return GAME.play(Batch(GAME.setting(3, {}, DRAWN), bots, lineups, deals, kept, kept))


def test_the_board_is_the_deals_and_all_line_ups_of_a_deal_share_it() -> None:
    result = drawn_games()
    boards = [(tuple(record["board"]), str(record["shapes"]), str(record["lot"])) for record in result.records]
    assert boards[::2] == boards[1::2]
    assert len({board for board, _, _ in boards}) == 16
    for name in ("camp_layout", "outlines"):
        by_deal = result.players[name].reshape(16, 6)
        assert (by_deal == by_deal[:, :1]).all()
    assert len(set(result.players["camp_layout"].tolist())) == 16
    alone = played(GAME, ["tent_camp", "random"], [[0, 1, 1]], pieces=DRAWN, seed=8, first=9)
    for name in ("camp_layout", "outlines"):
        assert alone.players[name][0] == result.players[name][9 * 6]


def test_records_turns_and_rows_of_drawn_games_tell_of_the_same_board() -> None:
    """The referee accepts each record; camps are won on its own camps; the column names its own outlines."""
    result = drawn_games()
    turns = pl.DataFrame({name: list(values) for name, values in result.turns.items()}, strict=False)
    for game, record in enumerate(result.records):
        referee.check(dict(record))
        GAME.replay(record, DRAWN)
        own = Components.shipped().with_outlines(str(result.players["outlines"][3 * game]))
        assert {form: list(rows) for form, rows in own.shapes.items()} == record["shapes"]
        camps = {
            16 * row + column for row, line in enumerate(record["board"]) for column in range(16) if line[column] == "T"
        }
        here = turns.filter((pl.col("game") == game) & (pl.col("must") == "build"))
        for squares, won in here.select("squares", "camps").iter_rows():
            assert len(camps & set(squares)) == won
    assert set(result.players["outlines"].tolist()) == {"bar", "square", "l", "t", "s"}


def test_rows_say_which_outlines_were_played_where_none_is_drawn() -> None:
    for choice, told in (({}, "bar"), ({"outlines": "l"}, "l"), ({"camps_seed": 2}, "bar")):
        assert played(GAME, ["random"], [[0, 0]], pieces=choice).players["outlines"].tolist() == [told, told]


SEES_THE_BOARD = """
from arkadia_sim.core.bot import PYTHON, Bot

def must(view):
    print(sorted(view.camps), file=__import__("sys").stderr)
    builds = view.legal_builds()
    assert all(len(build.squares) in (2, 3, 4) for build in builds)
    return builds[0] if builds else view.options()[0]

seer = Bot("seer", "Looks at the camps.", "a test", {"must": must}, tier=PYTHON)
"""


def test_a_bot_in_plain_python_plays_on_the_board_that_was_drawn(tmp_path: Path) -> None:
    """Its builds are read by the outlines of its own game, so that no game fails."""
    file = tmp_path / "seer.py"
    file.write_text(SEES_THE_BOARD, encoding="utf-8")
    bots, lineups = [f"{file}:seer", "random"], [[0, 1]] * 8
    result = played(GAME, bots, lineups, pieces=DRAWN, seed=8, traced=True, recorded=True)
    assert not result.failures
    assert len(set(result.players["outlines"].tolist())) > 2
    for record in result.records:
        referee.check(dict(record))


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"camps": "drwan"}, "component camps: 'drwan' is not allowed (allowed: drawn)"),
        ({"outlines": "drwan"}, "did you mean 'drawn'?"),
        ({"camps": "drawn", "camps_seed": 4}, "camps_seed and camps"),
        ({"camps": "drawn", "board": ["." * 16] * 12}, "board and camps"),
    ],
)
def test_what_cannot_be_drawn_is_refused(choice: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as error:
        GAME.setting(2, {}, choice)
    assert told in str(error.value)


@pytest.mark.parametrize("table", ["games", "turns"])
def test_rows_are_the_same_in_pandas_and_from_the_files(table: str, tmp_path: Path) -> None:
    result = api.play(["random", "random"], 20, workers=1, out=tmp_path / "run", trace=0.5, progress=Silent())
    rows = result.rows(table).collect()
    frame = rows.to_pandas()
    pd.testing.assert_frame_equal(frame, pd.read_parquet(result.folder / table))
    assert pl.from_pandas(frame).equals(rows)
    assert list(result.table().to_pandas()["bot"]) == ["random"]


@pytest.mark.parametrize("board", [[1, 2], 3, "", ["."]])
def test_what_is_no_board_is_refused(board: object) -> None:
    with pytest.raises(UsageError, match="board"):
        GAME.setting(2, {}, {"board": board})
