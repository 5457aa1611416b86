"""Batches of games as the runner plays them: bots that break off or print, luck, and boards that each deal draws."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.game import Batch, BatchResult
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.box import OUTLINES
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.rng import deal_seeds, seat_seeds
from tests.games.arkadia.twin import check_record as referee
from tests.support.recorded import played

BOTS = """
from arkadia_sim.core.bot import PYTHON, Bot

def boom(view): raise ValueError("boom")
def leave(view): raise SystemExit(7)
def talk(view):
    print("camps on", sorted(view.camps))
    builds = view.legal_builds()
    return builds[0] if builds else view.options()[0]

boomer = Bot("boomer", "Raises.", "a test", {"must": boom}, tier=PYTHON)
leaver = Bot("leaver", "Exits.", "a test", {"must": leave}, tier=PYTHON)
talker = Bot("talker", "Talks.", "a test", {"must": talk}, tier=PYTHON)
"""
DRAWN = {"camps": "drawn", "outlines": "drawn"}


def test_a_bot_that_breaks_off_loses_its_game_and_no_other(tmp_path: Path) -> None:
    """The offender gets nothing and ranks last, the others share; the games of others go on."""
    (tmp_path / "bad.py").write_text(BOTS)
    for bot, told in (("boomer", "ValueError: boom"), ("leaver", "SystemExit: 7")):
        result = played(GAME, [f"{tmp_path / 'bad.py'}:{bot}", "random"], [[1, 0, 1], [1, 1, 1]])
        ((game, (seat, reason)),) = result.failures.items()
        assert (game, seat) == (0, 1) and reason.startswith(told) and "bad.py, line" in reason
        assert result.players["win_share"][:3].tolist() == [0.5, 0.0, 0.5]
        assert result.players["rank"][1] == 3
        assert [end == "failed" for end in result.players["end"]] == [True] * 3 + [False] * 3


def test_the_hotter_the_weaker() -> None:
    """Against random, greedy earns less gold at a higher temperature, in each of its decisions and in the end."""
    gold = []
    for temperature in (0, 3, 30, 1000):
        result = played(GAME, [f"greedy:temperature={temperature}", "random"], [[0, 1], [1, 0]] * 40, seed=5)
        rows = result.players["gold"].reshape(-1, 2)
        gold.append(float(np.mean([rows[::2, 0], rows[1::2, 1]])))
    assert gold[0] > gold[1] > gold[2] > gold[3]


def test_a_seat_cannot_work_out_the_deal_from_its_own_stream() -> None:
    """The seats' seeds come from the deal's by BLAKE2b (here computed again, from its definition)."""
    deals = deal_seeds(5, 4, 0, 3)
    for deal, seeds in zip(deals, seat_seeds(deals), strict=True):
        digest = blake2b(int(deal).to_bytes(8, "little"), digest_size=32, person=b"arkadia_sim seat").digest()
        assert [int.from_bytes(digest[k : k + 8], "little") for k in range(0, 32, 8)] == seeds.tolist()


@cache
def drawn_games() -> BatchResult:
    """Sixteen deals, each with two line-ups one after the other."""
    deals = np.repeat(deal_seeds(8, 3, 0, 16), 2)
    lineups, kept = np.array([[0, 1, 2], [2, 0, 0]] * 16), np.ones(32, dtype=bool)
    bots = ["random", "greedy", "tent_camp"]
    return GAME.play(Batch(GAME.setting(3, {}, DRAWN), bots, lineups, deals, kept, kept))


def test_the_board_is_the_deals_and_all_line_ups_of_a_deal_share_it() -> None:
    result = drawn_games()
    boards = [(tuple(record["board"]), str(record["shapes"]), str(record["lot"])) for record in result.records]
    assert boards[::2] == boards[1::2]
    assert len({board for board, _, _ in boards}) == 16
    alone = played(GAME, ["tent_camp", "random"], [[0, 1, 1]], pieces=DRAWN, seed=8, first=9)
    by_deal = result.players["outlines"].reshape(16, 6)
    assert (by_deal == by_deal[:, :1]).all()
    assert alone.players["outlines"][0] == by_deal[9, 0]
    for choice, told in (({}, "bar"), ({"outlines": "l"}, "l")):
        assert played(GAME, ["random"], [[0, 0]], pieces=choice).players["outlines"].tolist() == [told, told]


def test_records_turns_and_rows_of_drawn_games_tell_of_the_same_board() -> None:
    """The referee accepts each record; camps are won on its own camps; the column names its own outlines."""
    result = drawn_games()
    turns = pl.DataFrame({name: list(values) for name, values in result.turns.items()}, strict=False)
    for game, record in enumerate(result.records):
        referee.check(dict(record))
        GAME.replay(record, DRAWN)
        own = OUTLINES[str(result.players["outlines"][3 * game])]
        assert {form: list(rows) for form, rows in own.items()} == record["shapes"]
        camps = {16 * row + c for row, line in enumerate(record["board"]) for c, mark in enumerate(line) if mark == "T"}
        won = turns.filter(pl.col("game") == game)["camps"].to_list()
        builds = [(turn["must"] or {}).get("build") and turn["must"]["squares"] for turn in record["turns"]]
        assert won == [len(camps & {16 * row + c for row, c in squares or ()}) for squares in builds]
    assert set(result.players["outlines"].tolist()) == {"bar", "square", "l", "t", "s"}


def test_a_bot_in_plain_python_plays_on_the_board_that_was_drawn_and_what_it_prints_stays_out_of_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its builds are read by the outlines of its own game, so that no game fails."""
    (tmp_path / "talker.py").write_text(BOTS, encoding="utf-8")
    bots = [f"{tmp_path / 'talker.py'}:talker", "random"]
    result = played(GAME, bots, [[0, 1]] * 8, pieces=DRAWN, seed=8, recorded=True)
    assert not result.failures
    assert len(set(result.players["outlines"].tolist())) > 2
    for record in result.records:
        referee.check(dict(record))
    captured = capsys.readouterr()
    assert captured.out == "" and "camps on" in captured.err


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"camps": "drwan"}, "component camps: 'drwan' is not allowed (allowed: drawn)"),
        ({"outlines": "drwan"}, "did you mean 'drawn'?"),
        ({"bord": "box"}, "unknown component 'bord'; did you mean 'board'?"),
        ({"camps": "drawn", "board": ["." * 16] * 12}, "board and camps"),
        *(({"board": board}, "board") for board in ([1, 2], 3, "", ["."])),
    ],
)
def test_what_is_no_board_and_cannot_be_drawn_is_refused(choice: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as error:
        GAME.setting(2, {}, choice)
    assert told in str(error.value)
