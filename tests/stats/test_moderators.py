"""What an effect depends on: known effects on deals with a known feature."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import checked
from arkadia_sim.questions.registry import analyse
from arkadia_sim.stats.paired import deal_table, moderated
from tests.questions.test_registry import LUCK, asked, document
from tests.support.toy_game import NAME

DEALS = 400


def deals(feature_of_seat: int = 0) -> pl.DataFrame:
    """A change that brings 3 where the feature is above its median and 1 elsewhere, in both seats, with noise."""
    chance = np.random.default_rng(1)
    feature = np.arange(DEALS) % 4
    rows: list[dict[str, Any]] = []
    for deal in range(DEALS):
        for seat in range(2):
            for arm, gain in (("control", 0.0), ("with", 3.0 if feature[deal] > 1 else 1.0)):
                shown = int(feature[deal]) + feature_of_seat * seat
                rows.append({"deal": deal, "arm": arm, "gold": gain + chance.normal(), "hills": shown, "sea": 7})
    return deal_table(pl.LazyFrame(rows), ["gold", "hills", "sea"]).collect()


def test_an_effect_is_told_for_deals_with_much_and_little_of_a_feature() -> None:
    (hills,) = moderated(deals(), "gold", ["hills", "sea"], 10.0, 0.95)  # the sea is the same everywhere
    assert hills.low.low < 10.0 < hills.low.high and hills.high.low < 30.0 < hills.high.high
    assert hills.gap.low < 20.0 < hills.gap.high and hills.gap.low > 10.0
    assert (hills.low.n, hills.high.n) == (200, 200)


def test_a_column_that_differs_between_players_is_no_feature() -> None:
    with pytest.raises(UsageError, match="hills differs between players"):
        moderated(deals(feature_of_seat=1), "gold", ["hills"], 1.0, 0.95)


def test_features_that_cannot_be_asked_for_are_refused() -> None:
    question = checked(document("paired") | {"by": ["godl"]}, "small.toml")
    assert [(key, "did you mean 'gold'" in says) for key, says in question.faults(resolve_game(NAME))] == [
        ("by.0", True)
    ]


def test_a_run_over_drawn_boards_tells_of_both_halves(tmp_path: Path) -> None:
    """The halves together make the whole effect."""
    towers = LUCK | {"behaviour": "high_towers", "behaviour_direction": "fewer"}
    change = towers | {"without": "casual", "with": "casual:barred=high_tower"}
    keys = {"deals": 120, "rules": {"boards": "drawn"}, "by": ["board_residents"], "changes": [change]}
    weak = {"name": "weak", "title": "among casual players", "bot": "casual"}
    table = analyse(asked(tmp_path, "paired", game="castle", players=[2], companies=[weak], **keys)).table()
    low, high = table.filter(kind="half").iter_rows(named=True)
    (whole,) = table.filter(kind="effect", outcome="win_share").iter_rows(named=True)
    (gap,) = table.filter(kind="gap").iter_rows(named=True)
    assert low["n"] + high["n"] == 120
    assert low["n"] * low["mean"] + high["n"] * high["mean"] == pytest.approx(120 * whole["mean"])
    assert (low["setting"], high["setting"]) == ("low board_residents", "high board_residents")
    assert low["verdict"] == high["verdict"] == "lower" and gap["mean"] == pytest.approx(high["mean"] - low["mean"])
