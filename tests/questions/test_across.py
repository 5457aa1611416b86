"""A study under several circumstances: what was put in comes out, and the page says it."""

from pathlib import Path

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.experiments.files import StudyFile, find_experiment
from arkadia_sim.questions.study import findings_of
from arkadia_sim.runner.progress import Silent
from tests.support import stairs
from tests.support.command import call

GENERAL = f'game = "{stairs.NAME}"\nplayers = [2, 3]\ndeals = 60\nchunk_games = 360\ntrace = 0\n'
LOUD = (
    'name = "loud"\ntitle = "Loud play"\nquestion = "Does it pay?"\nseed = 3\n'
    + GENERAL
    + """
[[companies]]
title = "among the calm"
bot = "calm"

[[changes]]
name = "loud"
title = "Be loud"
phrase = "being loud"
behaviour = "pips"
behaviour_label = "pips thrown"
without = "calm"
with = "loud"
"""
)
TABLES = (
    'name = "tables"\ntitle = "Tables"\nquestion = "Who sits well?"\nseed = 4\n'
    + GENERAL
    + 'design = "seats"\nbots = ["calm"]\nmeasures = ["throws"]\n'
)
STUDY = """
name = "all"
title = "What stands"
question = "Does it stand?"
design = "study"
parts = ["loud.toml", "tables.toml"]

[[circumstances]]
name = "usual"
title = "as ever"

[[circumstances]]
name = "rich"
title = "with gifts for all"
rules = { gift = 5 }

[[circumstances]]
name = "steep"
title = "on steep stairs"
rules = { step = 12 }

[[circumstances]]
name = "long"
title = "with more throws"
rules = { rounds = 12 }
"""


def _written(folder: Path, study: str = STUDY, tables: str = TABLES) -> Path:
    for name, text in (("loud", LOUD), ("tables", tables), ("all", study)):
        (folder / f"{name}.toml").write_text(text)
    return folder / "all.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("across")
    api.run(_written(place), place / "results" / "all", 1, progress=Silent())
    api.write_report(place / "results" / "all")
    return place / "results"


def test_each_part_is_played_under_each_circumstance_with_the_same_deals(folder: Path) -> None:
    names = {path.name for path in (folder / "all").iterdir() if (path / "manifest.json").is_file()}
    assert names == {f"{part}_{one}" for part in ("loud", "tables") for one in ("usual", "rich", "steep", "long")}
    rows = {
        one: pl.read_parquet(folder / "all" / f"tables_{one}" / "games" / "*.parquet").sort("game", "seat")["pips"]
        for one in ("usual", "rich")
    }
    assert (rows["rich"] - rows["usual"]).unique().to_list() == [5.0]


@pytest.fixture(scope="module")
def table(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "all" / "estimates.parquet")


def test_quantities_are_as_the_rules_make_them(table: pl.DataFrame) -> None:
    throws = table.filter(kind="mean", outcome="throws", players=2)
    assert throws["setting"].to_list() == ["usual", "rich", "steep", "long"]
    assert throws["mean"].to_list() == [3, 3, 3, 12]
    steps = table.filter(kind="difference", outcome="throws", players=2)
    assert steps["verdict"].to_list() == [None, None, "higher"]  # a measure without a tolerance
    assert steps["note"].to_list()[0] == "the same in all deals played"
    seat = table.filter(kind="advantage", players=2)
    assert seat["verdict"].to_list()[:3] == ["inconclusive", "inconclusive", "higher"]
    assert seat["mean"][2] == pytest.approx(50, abs=5)
    loud = table.filter(kind="effect", contrast="loud")
    assert loud["players"].to_list() == [0] * 4  # averaged over table sizes
    assert loud["verdict"][0] == "higher"
    steep = table.filter(kind="difference", contrast="loud", setting="steep")
    assert steep["verdict"].to_list() == ["lower"]  # where the stairs decide, a pip more is worth less


def test_the_difference_is_taken_deal_by_deal(table: pl.DataFrame) -> None:
    """A gift for all leaves every seat where it was, in each deal: no interval, as it would have no width."""
    seat = table.filter(kind="difference", setting="rich", players=3, seat=1)
    assert seat.select("mean", "low", "high").row(0) == (0.0, None, None)


def test_the_figure_names_everything_as_people_do(folder: Path) -> None:
    figure = findings_of(folder / "all").figures["circumstances"]()
    titles = [axis.get_title("left").replace("\n", " ") for axis in figure.axes if axis.get_visible()]
    assert titles == ["Be loud", "seat 1: share of the win (points)", "throws"]
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == ["among the calm", "2 players", "3 players"]


def test_plan_and_other_deals_reach_all_circumstances(tmp_path: Path) -> None:
    file = _written(tmp_path)
    read = find_experiment(str(file), tmp_path)
    assert isinstance(read, StudyFile)
    assert [part.experiment.name for part in read.parts][:3] == ["loud_usual", "tables_usual", "loud_rich"]
    assert call("plan", str(file), "--deals", "2", "--workers", "1").stdout.count("loud_") == 4
