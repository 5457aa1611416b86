"""``arkadia-sim dose``: how much of something is best, and how much is too much?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import Cluster, GameName, Memory, Processes, workers_of
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.analysis.dose import DoseResults

VALUES_MOST = 40
"""More values of a parameter than this make no curve that anybody reads."""


def dose(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Whose parameter is varied.")],
    parameter: Annotated[
        str,
        typer.Option(metavar="NAME=VALUES", help="A parameter with its values: 0,0.5,1,2 or from..to..step: 0..6..1"),
    ],
    among: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT", help="Who sits in the other seats, as often as needed; the bot itself if not given."
        ),
    ] = None,
    players: Annotated[
        list[str] | None, typer.Option(metavar="N,N…", help="Table sizes; all from 2 on if not given.")
    ] = None,
    reference: Annotated[
        float | None, typer.Option(help="The value that all are held against; the bot's own, or else the least.")
    ] = None,
    behaviour: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column that tells whether anything changed; see columns.")
    ] = None,
    tolerance: Annotated[
        list[str] | None, typer.Option(metavar="OUTCOME=NUMBER", help="What is too small to matter, in its unit.")
    ] = None,
    deals: Annotated[int | None, typer.Option(min=2, help="Deals at each table size (1000).")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same deals.")] = 1,
    rules: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the rules, as often as needed.")
    ] = None,
    components: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Another piece of the game; see play --list-components."),
    ] = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go; a folder of its own if not given.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Try a parameter of a bot at several values, in one seat among others, and say with which it does best."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import settings_of, table_sizes, tolerances_of

    name, values = _values(parameter)
    results = api.dose(
        bot,
        name,
        values,
        among,
        None if players is None else table_sizes(players),
        reference=reference,
        behaviour=behaviour,
        deals=deals,
        seed=seed,
        tolerances=tolerances_of(tolerance or []),
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    broken = show.too_many_failed(results.manifest)
    if results.manifest.counts.failed:
        typer.echo(show.failed_sentence(results.manifest), err=True)
    if as_json:
        show.print_json(results.as_json())
        raise typer.Exit(0 if broken is None else 1)
    if broken is None:
        _print_curves(results)
        typer.echo(f"the picture: {api.draw_doses(results)}")
    typer.echo(show.games_sentence(results.manifest))
    typer.echo(f"results in {results.folder}; the page: arkadia-sim report {results.folder}")
    if broken is not None:
        typer.echo(broken)
        raise typer.Exit(1)


def _values(text: str) -> tuple[str, list[float]]:
    """The name and the values of ``name=0,0.5,2`` or ``name=0..6..1``."""
    from arkadia_sim.errors import BadValue

    allowed = f"NAME=0,0.5,2 or NAME=0..6..1, 2 to {VALUES_MOST} values"
    name, _, told = (part.strip() for part in text.partition("="))
    try:
        if ".." in told:
            low, high, *step = (float(part) for part in told.split(".."))
            by = step[0] if step else 1.0
            count = int((high - low) / by + 1e-9) + 1 if by > 0 else 0
            found = [round(low + place * by, 9) for place in range(min(count, VALUES_MOST + 1))]
        else:
            found = [float(part) for part in told.split(",")]
    except ValueError:
        raise BadValue("--parameter", text, allowed) from None
    if not name or not 2 <= len(found) <= VALUES_MOST:
        raise BadValue("--parameter", text, allowed)
    return name, found


def _print_curves(results: "DoseResults") -> None:
    """A table of the values for each curve, and what it comes to."""
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli import show
    from arkadia_sim.core.spec import number_text
    from arkadia_sim.report.wording.dose import answer, best_text, finding_text
    from arkadia_sim.report.wording.places import place
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    change = results.experiment.changes[0]
    curves = results.of_change(change)
    for curve in curves:
        title = f"{curve.player} {place(curve)}, {curve.deals:,} deals; the best is surely among: {best_text(curve)}"
        table = Table(title=escape(title), title_justify="left")
        table.add_column(escape(change.parameter or ""), justify="right")
        if change.behaviour is not None:
            table.add_column(escape(change.behaviour), justify="right")
        table.add_column(
            escape(f"{curve.doses[0].main.outcome.axis} against {number_text(curve.reference)}"), justify="right"
        )
        table.add_column("verdict")
        for value in change.values:
            dose = curve.dose(value)
            held = curve.idle if dose is None else dose.behaviour
            cells = [number_text(value)] + ([] if held is None else [f"{held.mean:.2f}"])
            told = "the reference" if dose is None else finding_text(dose)
            table.add_row(*cells, "" if dose is None else show.with_interval(dose.main.estimate, 2), escape(told))
        show.console().print(table)
    typer.echo(f"{change.title}: {answer(curves)}")
    typer.echo(f"{show.plus_minus(results.manifest.level)}; those of an outcome hold at all values and tables at once")
    if min(curve.deals for curve in curves) < MINIMUM_DEALS:
        typer.echo(show.TOO_FEW_DEALS)
