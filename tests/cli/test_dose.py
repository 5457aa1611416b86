"""``arkadia-sim dose``, and experiments of that design: how much is best, how much too much, and when to be silent."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
import tomli_w

from arkadia_sim import api
from arkadia_sim.questions.changes import Behaved
from arkadia_sim.questions.dose import ALONE, BEST
from arkadia_sim.questions.estimates import Row, estimate_of
from arkadia_sim.questions.registry import analyse
from arkadia_sim.runner.progress import Silent
from tests.support import toy_game

GAME = ("--game", toy_game.NAME, "--workers", "1")


def baked(values: Any = range(11), **more: Any) -> Any:
    """The baker's heat, which is best at 7 and costs two gold for every step to either side."""
    return api.dose("baker:minutes=3", "heat", list(values), "plain", players=[2, 3], deals=200, out="here", seed=4,
                    game=toy_game.NAME, workers=1, progress=Silent(), **more)  # fmt: skip


def curves_of(results: Any, outcome: str = "win_share") -> list[list[Row]]:
    """The values of each table size, ascending, on one outcome."""
    rows = [row for row in results.estimates if row.outcome == outcome]
    return [[row for row in rows if row.players == players] for players in dict.fromkeys(row.players for row in rows)]


def best_of(curve: list[Row]) -> list[float | None]:
    return [row.value for row in curve if row.note.endswith((BEST, ALONE))]


def test_the_curve_is_the_truth_and_the_best_value_is_found() -> None:
    results = baked(reference=4)
    for curve in curves_of(results, "gold"):
        assert {row.value: row.mean for row in curve} == pytest.approx(
            {value: 6.0 - 2 * abs(value - 7) for value in range(11) if value != 4}
        )
    for curve in curves_of(results):
        best = best_of(curve)
        assert 7.0 in best and best[0] > 4 and best[-1] < 10  # type: ignore[operator]
        by_value = {row.value: row.verdict for row in curve}
        assert (by_value[7.0], by_value[0.0]) == ("higher", "lower")
        inside = [estimate_of(row) for row in curve if row.value != 4 and abs(row.mean or 0.0) < 50]
        assert inside and all(seen.half_width > 2.3 * seen.standard_error for seen in inside)  # bands hold at once


def test_a_value_is_told_as_the_difference_in_the_same_seats_of_the_same_deals() -> None:
    """Worked out again from the rows: value minus reference, mean over seats, mean over deals."""
    results = baked([4, 7, 9])
    rows = results.rows().filter(pl.col("players") == 3, pl.col("bot").str.starts_with("baker")).collect()
    means = rows.group_by("bot").agg(pl.col("win_share").mean())
    by_heat = {bot[-1]: 100 * mean for bot, mean in means.iter_rows()}
    table = results.table().filter(players=3, outcome="win_share")
    assert table["value"].to_list() == [4.0, 7.0, 9.0]
    assert table["mean"][2] == pytest.approx(by_heat["9"] - by_heat["4"])
    assert [note.startswith("reference") for note in table["note"]] == [True, False, False]
    assert list(results.answer) == ["The best of these values of heat with 2 and 3 players is 7."]
    assert [curve[1].note for curve in curves_of(results)] == [ALONE, ALONE], "as sure as the sentence"


def test_where_the_behaviour_did_not_change_there_is_no_verdict() -> None:
    """The heat moves gold and no sixes: however surely the baker wins, nothing is said."""
    results = baked([2, 7], behaviour="sixes")
    for _, seven in curves_of(results):
        assert seven.note == str(Behaved.UNSURE) and (seven.low or 0.0) > 0 and seven.verdict is None
    assert list(results.answer) == ["No verdict with 2 and 3 players: at 7 the behaviour did not significantly change."]


def test_what_goes_the_wrong_way_below_the_reference_is_seen() -> None:
    """Extra gold for sixes is gold that grows with the value: below the reference it must be less."""
    change: dict[str, Any] = {
        "name": "extra",
        "title": "Extra",
        "phrase": "extra",
        "player": "lucky",
        "parameter": "extra",
    }
    change |= {"values": [-4, 0, 4], "reference": 0, "behaviour": "gold", "behaviour_label": "gold"}
    told = {}
    for direction in ("more", "fewer"):
        document = {
            "name": "mine", "title": "Mine", "question": "What?", "game": toy_game.NAME, "seed": 1, "design": "dose",
            "players": [2], "deals": 100, "companies": [{"name": "plain", "title": "among plain", "bot": "plain"}],
            "changes": [change | {"behaviour_direction": direction}],
        }  # fmt: skip
        Path(f"{direction}.toml").write_text(tomli_w.dumps(document))
        api.run(f"{direction}.toml", direction, 1, progress=Silent())
        (curve,) = curves_of(analyse(Path(direction)))
        told[direction] = [str(Behaved.ASTRAY) in row.note for row in curve if row.value]
    assert told == {"more": [False] * 2, "fewer": [True] * 2}


def test_what_was_the_same_in_every_deal_is_not_told_as_known_without_error() -> None:
    """A temperature that changes nothing: the interval is what may not have happened in so many deals yet."""
    results = api.dose("plain", "temperature", [0, 1], "lucky", players=2, deals=100, out="here",
                       game=toy_game.NAME, workers=1, progress=Silent())  # fmt: skip
    (curve,) = curves_of(results)
    seen = estimate_of(curve[1])
    assert seen.mean == 0 == seen.standard_error
    assert (seen.low, seen.high) == pytest.approx((-3.0, 3.0), abs=0.7)
    assert best_of(curve) == [0.0, 1.0]
