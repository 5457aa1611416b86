"""Every line-up with each deal: what is found is what the rows say, and what was put in comes out."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.errors import UsageError
from arkadia_sim.questions.crossed import CrossedResults
from arkadia_sim.questions.registry import analyse
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.variance import PARTS
from tests.support import stairs

TEXT = f"""
name = "crossed"
title = "Luck and play"
question = "How much is luck?"
design = "crossed"
game = "{stairs.NAME}"
seed = 5
players = [2, 3]
deals = 200
trace = 0
bots = ["calm", "loud"]
rules = {{ step = 1 }}
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> CrossedResults:
    folder = tmp_path_factory.mktemp("crossed")
    (folder / "crossed.toml").write_text(TEXT)
    api.run(folder / "crossed.toml", folder / "run", 1, progress=Silent())
    results = analyse(folder / "run")
    assert isinstance(results, CrossedResults)
    return results


def test_every_line_up_is_played_with_each_deal(found: CrossedResults) -> None:
    assert [len(section.lineups) for section in found.manifest.sections] == [4, 8]
    assert len({lineup.bots for lineup in found.manifest.sections[1].lineups}) == 8
    assert [section.games for section in found.manifest.sections] == [800, 1600]


def test_a_game_of_dice_is_all_deal_seat_and_bot(found: CrossedResults) -> None:
    """Pips are thrown, less a step a seat, one more for loud: who else plays changes nothing, and nothing is left."""
    for split in found.splits:
        if split.outcome.column == "pips":
            spread = {2: 0.25, 3: 2 / 3}[split.players]
            total = split.split.total
            assert split.split.own.mean * total == pytest.approx(0.25, abs=0.02)
            assert split.split.seat.mean * total == pytest.approx(spread, abs=0.25)
            assert split.split.deal.mean > 0.85
            assert max(split.split.others.mean, split.split.rest.mean) < 1e-9
    shares = [split.split for split in found.splits if split.outcome.column == "share"]
    assert all(share.rest.mean > 0.03 for share in shares)  # who wins is not a sum of anything
    assert all(sum(share.share(part).mean for part in PARTS) == pytest.approx(1.0, abs=0.01) for share in shares)


def test_what_one_is_worth_to_the_next_is_what_the_rows_say(found: CrossedResults) -> None:
    """One calm among loud ones, with three players: who plays after and before it, against the table of loud ones."""
    rows = pl.read_parquet(found.folder / "games" / "*.parquet").filter(pl.col("players") == 3)
    section = found.manifest.sections[1]
    numbers = {lineup.bots: number for number, lineup in enumerate(section.lineups)}
    calm, loud = (next(k for k, bot in enumerate(found.manifest.bots) if bot.spec == name) for name in ("calm", "loud"))
    usual = rows.filter(lineup=numbers[loud, loud, loud])
    worth = {}
    for after in (1, 2):
        total = 0.0
        for place in range(3):
            bots = tuple(calm if seat == place else loud for seat in range(3))
            seat = (place + after) % 3
            seen: Any = rows.filter(lineup=numbers[bots], seat=seat)["share"].mean()
            alike: Any = usual.filter(seat=seat)["share"].mean()
            total += 100 * (seen - alike)
        worth[after] = total / 3
    told = {
        (neighbour.after, neighbour.minus): neighbour.estimate.mean
        for neighbour in found.neighbours
        if (neighbour.players, neighbour.bot) == (3, "calm")
    }
    assert told[1, None] == pytest.approx(worth[1])
    assert told[2, None] == pytest.approx(worth[2])
    assert told[1, 2] == pytest.approx(worth[1] - worth[2])
    assert all(
        neighbour.estimate.low > 0
        for neighbour in found.neighbours
        if neighbour.bot == "calm" and neighbour.minus is None
    )
    assert found.table().filter(kind="neighbour").height == len(found.neighbours) == 2 * (1 + 3)


def test_what_cannot_be_asked_is_told(tmp_path: Path) -> None:
    for change, told in (
        (("[2, 3]", "[1, 2]"), "players[1] = 1 is not allowed"),
        (("trace = 0", 'trace = 0\nmeasures = ["ties"]'), 'it belongs to design = "seats" or "settings"'),
    ):
        (tmp_path / "bad.toml").write_text(TEXT.replace(*change))
        with pytest.raises(UsageError) as error:
            api.run(tmp_path / "bad.toml", tmp_path / "out", 1, progress=Silent())
        assert told in str(error.value)
    many = ", ".join(f'"calm:boost={k / 10}"' for k in range(1, 6))
    (tmp_path / "many.toml").write_text(TEXT.replace('"calm", "loud"', many).replace("[2, 3]", "[4]"))
    with pytest.raises(UsageError, match="line-ups of 5 bots with 4 players: 625 is not allowed"):
        api.run(tmp_path / "many.toml", tmp_path / "out", 1, progress=Silent())
