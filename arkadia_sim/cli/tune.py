"""``arkadia-sim tune``: the best values of a bot's parameters."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import Cluster, GameName, Memory, Processes, TableSizes, table_sizes, workers_of
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.tuning import TUNE_GAMES

if TYPE_CHECKING:
    from arkadia_sim.tuning.tune_file import TuneFile


def tune(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="Which bot; parameters that are set here (NAME:parameter=value) stay.")
    ],
    against: Annotated[
        list[str], typer.Option(metavar="BOT", help="Opponents in all other seats; give several to draw from.")
    ],
    parameters: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="What to tune; all that BOT does not set if not given.")
    ] = None,
    players: TableSizes = None,
    games: Annotated[int, typer.Option(min=1, help="How many games in all, at most.")] = TUNE_GAMES,
    population: Annotated[int | None, typer.Option(help="Candidates in a generation.")] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Deals per candidate and table size in a generation.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games, same result.")] = 1,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where tune.json goes; a folder of its own if not given.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="Save the tuned bot under this name, to be played by it.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print all that was found as JSON.")] = False,
) -> None:
    """Find good values for a bot's parameters, or go on with a search that was stopped. Prints the tuned bot."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.tuning.tuned_bot import TUNED

    if save is not None:
        TUNED.check_target(save, bot, out)
    tuned = api.tune(
        bot,
        against,
        None if parameters is None else [name.strip() for name in parameters.split(",")],
        None if players is None else table_sizes(players),
        games=games,
        population=population,
        deals=deals,
        seed=seed,
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    if save is not None:
        tuned.save(save)
    if as_json:
        show.print_json({**tuned.file.model_dump(mode="json"), "folder": str(tuned.folder)})
        return
    _print_figures(tuned.file)
    for warning in _warnings(tuned.file):
        typer.echo(warning)
    kept = "" if save is None else f", saved as {save}"
    typer.echo(f"the search is in {tuned.folder}; the tuned bot ({tuned.result.origin}){kept}:")
    typer.echo(tuned.spec)


def _print_figures(file: "TuneFile") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.show import console, with_interval

    if file.result is None:
        return
    title = f"{file.bot}, seed {file.seed}: {len(file.generations)} generations, {file.games:,} games"
    table = Table(title=escape(title), title_justify="left", caption_justify="left")
    table.caption = "± are 95% intervals, from deals that played no part in the search; the start plays the same deals"
    table.add_column("players", justify="right")
    table.add_column("against", overflow="fold")
    unit = file.outcome.unit
    for heading in (f"{file.outcome.label}, {unit}", f"of the start, {unit}", f"gain, {unit}"):
        table.add_column(heading, justify="right")
    for figures in (*file.result.tables, file.result.all_tables):
        intervals = (figures.result, figures.start, figures.gain)
        means = (with_interval(interval.estimate(), 2) for interval in intervals)
        cells = (str(figures.players or "all"), figures.against or "all", *means)
        table.add_row(*map(escape, cells))
    console().print(table)


def _warnings(file: "TuneFile") -> list[str]:
    """Lines about what limits the figures."""
    from arkadia_sim.cli.show import TOO_FEW_DEALS
    from arkadia_sim.stats.verdicts import MINIMUM_DEALS

    lines = []
    if file.budget.report_deals < MINIMUM_DEALS:
        lines.append(TOO_FEW_DEALS)
    if file.failed:
        lines.append(f"{file.failed:,} of {file.games:,} games failed; they count by their {file.outcome.label}")
    if file.result is not None and file.result.spec == file.start:
        lines.append("no candidate beat the start in the validation: the result is the start")
    return lines
