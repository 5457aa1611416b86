"""``arkadia-sim plan``: how long an experiment takes, and how exact its results will be."""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import Processes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arkadia_sim.runner.forecast import Forecast, SectionForecast


def plan(
    experiment: Annotated[str, typer.Argument(metavar="EXPERIMENT", help="A .toml file, or a shipped one by name.")],
    workers: Processes = None,
    seed: Annotated[int | None, typer.Option(min=0, help="A seed in place of the one in the file.")] = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Deals at each table size, in place of the number in the file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Estimate how long an experiment takes and how narrow its intervals will be, from a few test games."""
    from arkadia_sim import shipped
    from arkadia_sim.experiments.bases import experiment_path

    experiment_path(
        experiment, shipped.folder("experiments")
    )  # a wrong name is reported before anything else is loaded
    from arkadia_sim import api
    from arkadia_sim.cli import show

    forecasts = api.forecast(experiment, workers, seed=seed, deals=deals)
    games, minutes = sum(one.games for one in forecasts), sum(one.minutes for one in forecasts)
    if as_json:
        document = {"games": games, "minutes": minutes, "workers": forecasts[0].workers}
        show.print_json(document | {"parts": [one.as_json() for one in forecasts]})
        return
    for one in forecasts:
        _print(one)
    typer.echo(_total(forecasts, games, minutes))
    typer.echo("±: half the length of the widest 95% confidence interval")
    if any(one.at_most for one in forecasts):
        typer.echo(
            "This run stops as soon as the answers are clear, so deals are the most that are played. Its intervals are "
            "wider, because they hold at every look at the results."
        )


def _print(forecast: "Forecast") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.show import console

    table = Table(title=escape(forecast.name), title_justify="left")
    table.add_column("players", justify="right")
    table.add_column("company")
    for heading in ("deals", "games", "minutes", *_headings(forecast)):
        table.add_column(heading, justify="right")
    for section in forecast.sections:
        table.add_row(*_cells(forecast, section))
    console().print(table)


def _headings(forecast: "Forecast") -> list[str]:
    """A column for the width of each outcome's intervals, and one for the deals that the first outcome needs."""
    first = forecast.outcomes[0]
    widths = [f"{outcome.label}, {outcome.unit}" for outcome in forecast.outcomes]
    return [*widths, f"deals for ±{forecast.tolerances[first.column]:g} {first.unit}"]


def _cells(forecast: "Forecast", section: "SectionForecast") -> list[str]:
    """A line of the table; a dash where nothing is compared or known."""
    widths = [section.half_width[outcome.column] for outcome in forecast.outcomes]
    needed = section.deals_needed[forecast.outcomes[0].column]
    return [
        str(section.players),
        section.company or "-",
        f"{section.deals:,}",
        f"{section.games:,}",
        f"{section.minutes:.1f}",
        *("-" if width is None else f"± {width:.2f}" for width in widths),
        "-" if needed is None else f"{needed:,}",
    ]


def _total(forecasts: "Sequence[Forecast]", games: int, minutes: float) -> str:
    most = "at most " if any(one.at_most for one in forecasts) else ""
    tried = sum(one.pilot_games for one in forecasts)
    workers = f"{forecasts[0].workers} worker(s) once they have started"
    return (
        f"in all {most}{games:,} games, {most}{minutes:.1f} minutes with {workers}; estimated from {tried:,} test games"
    )
