"""Findings of a made-up study, to test documents without playing anything."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.options import Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plan.plan import Lineup, Section
from arkadia_sim.questions.estimates import Row, estimates_table
from arkadia_sim.questions.results import Findings
from arkadia_sim.questions.seats import Seats
from arkadia_sim.results.manifest import Counts, Manifest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WINS = Outcome(column="wins", label="wins", unit="points", amount="points", scale=100.0, low=0, high=100, total=100)
GOLD = Outcome(column="gold", label="gold", unit="gold", amount="gold")
VERDICT = {"higher": 6.0, "lower": -6.0, "equivalent": 0.1, "inconclusive": 1.2, None: 0.0}


def row(kind: str = "effect", **columns: Any) -> Row:
    """An estimate of the made-up study, on wins unless it says otherwise."""
    given: dict[str, Any] = {
        "part": "toy",
        "design": "paired",
        "players": 2,
        "outcome": "wins",
        "unit": "points",
        "n": 4000,
    }
    given |= {"mean": 14.37, "low": 12.6, "high": 16.2, "se": 0.9, "test": "paired"} | columns
    return Row(kind=kind, **given)


def seat(seat: int, players: int, verdict: Any, part: str = "toy") -> Row:
    """The advantage of a seat with a verdict, and a value that fits."""
    mean = VERDICT[verdict]
    return row(
        "advantage", seat=seat, players=players, verdict=verdict, mean=mean, low=mean - 1.5, high=mean + 1.5,
        se=0.75, tolerance=2.0, part=part, design="seats",
    )  # fmt: skip


def on_boards(first: int, last: int, **given: Any) -> Manifest:
    """The same with several boards, of which each deal draws one."""
    manifest, boards = run(**given), {"board": {"numbers": [first, last + 1]}}
    settings = [section.setting.model_copy(update={"components": boards}) for section in manifest.sections]
    sections = [
        section.model_copy(update={"setting": setting})
        for section, setting in zip(manifest.sections, settings, strict=True)
    ]
    return manifest.model_copy(update={"sections": tuple(sections)})


def run(name: str = "toy", seed: int = 5, deals: int = 4000, **given: Any) -> Manifest:
    """The manifest of a run with two and four players."""
    sections = tuple(
        Section(
            setting=Setting(players=players, rules={"holdings": "open"}, components={}),
            lineups=(Lineup(bots=(0,) * players, role="seats"),),
            games=deals,
            chunk_games=deals,
        )
        for players in (2, 4)
    )
    bots = tuple(
        BotDescription(
            spec=bot, name=bot, plan=f"A {bot} plan.", source="", compiled=True, parameters={}, file="x", hash=bot
        )
        for bot in ("casual", "expert<1>")
    )
    experiment = Seats(
        name=name, title="Who goes first?", question="Does it matter who starts?", design="seats", seed=seed,
        players=(2, 4), deals=deals, bots=("casual",), components={"camps": "drawn"},
    )  # fmt: skip
    values: dict[str, Any] = {
        "kind": "experiment", "fingerprint": "x", "game": "toy", "game_title": "The toy game", "rules_version": "1",
        "seed": seed, "trace": 0.0, "record": False, "experiment": experiment.document(),
        "versions": {"arkadia_sim": "1.0"},
        "bots": bots, "sections": sections, "outcomes": (WINS, GOLD), "ends": (), "columns": {}, "started": "x",
        "counts": Counts(games=2 * deals), "status": "complete",
    }  # fmt: skip
    return Manifest(**values | given)


def draw() -> "Figure":
    """A small figure."""
    from arkadia_sim.plots.style import panel_grid, styled

    @styled
    def draw_line() -> "Figure":
        figure, (axis,) = panel_grid(4, 2, 1, 1)
        axis.plot([0, 1, 2], [1.23456789, 2, 0.5])
        axis.set_title("Wins & seats")
        axis.set_xlabel("Seat")
        return figure

    return draw_line()


def findings(
    rows: list[Row], document: Path, runs: Mapping[str, Manifest] | None = None, folder: str = "results/toy"
) -> Findings:
    """What a made-up study hands to a page."""
    figures: dict[str, Callable[[], Figure]] = {"seats": draw, "overview": draw}
    return Findings(
        "toy", "Who goes first?", "Does it matter who starts?", Path(folder), estimates_table(rows), figures,
        runs or {"toy": run()}, document,
    )  # fmt: skip


def moved(rows: list[Row], by: float) -> list[Row]:
    """The same estimates, each so much higher."""
    return [replace(one, mean=(one.mean or 0) + by) for one in rows]
