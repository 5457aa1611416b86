"""``arkadia-sim run``: an experiment from its file."""

from pathlib import Path
from typing import Annotated

import typer


def run(
    experiment: Annotated[str, typer.Argument(metavar="EXPERIMENT", help="A .toml file, or a shipped one by name.")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go; results/NAME if not given.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core if not given.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Another seed than the experiment's.")] = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Another number of deals, for every number of players.")
    ] = None,
) -> None:
    """Run an experiment or a study of several, or go on with one that was stopped."""
    from arkadia_sim import api
    from arkadia_sim.cli import show

    result = api.run(experiment, out, workers, seed=seed, deals=deals)
    parts = result.parts if isinstance(result, api.StudyResult) else {"": result}
    broken = False
    for name, part in parts.items():
        typer.echo((f"{name}: " if name else "") + show.games_sentence(part.manifest))
        if show.too_many_failed(part.manifest):
            typer.echo("more than 1% of the games failed: what comes of them is no result")
            broken = True
    typer.echo(f"results in {result.folder}; the report: arkadia-sim report {result.folder}")
    if broken:
        raise typer.Exit(1)
