"""``arkadia-sim run``: an experiment from its file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.options import Cluster, FailedGames, Memory, Processes, WhenAGameFails, workers_of

if TYPE_CHECKING:
    from arkadia_sim.results.manifest import Manifest


def run(
    experiment: Annotated[str, typer.Argument(metavar="EXPERIMENT", help="A .toml file, or a shipped one by name.")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go. results/NAME if left out.")
    ] = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    seed: Annotated[int | None, typer.Option(min=0, help="A seed in place of the one in the file.")] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=2, help="Deals at each table size, in place of the number in the file. Missing deals are added."
        ),
    ] = None,
    on_error: WhenAGameFails = FailedGames.COUNT,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts of games and the folders as JSON.")] = False,
) -> None:
    """Play an experiment or a study. Goes on with one that was stopped, and adds deals to a finished one."""
    from arkadia_sim import shipped
    from arkadia_sim.experiments.bases import experiment_path

    experiment_path(
        experiment, shipped.folder("experiments")
    )  # a wrong name is reported before anything else is loaded
    from arkadia_sim import api
    from arkadia_sim.cli import show

    crew = workers_of(workers, memory_per_worker, cluster)
    result = api.run(experiment, out, crew, seed=seed, deals=deals, on_error=on_error.value)
    parts = result.parts if isinstance(result, api.StudyResult) else {"": result}
    broken = [name for name, part in parts.items() if show.too_many_failed(part.manifest)]
    if as_json:
        played = [{"name": name, **_counts(part.manifest), "folder": str(part.folder)} for name, part in parts.items()]
        show.print_json({"folder": str(result.folder), "parts": played})
        raise typer.Exit(1 if broken else 0)
    for name, part in parts.items():
        typer.echo((f"{name}: " if name else "") + show.games_sentence(part.manifest))
        if name in broken:
            typer.echo(show.TOO_MANY_FAILED)
    typer.echo(f"results in {result.folder}; for a page with figures: arkadia-sim report {result.folder}")
    if broken:
        raise typer.Exit(1)


def _counts(manifest: "Manifest") -> dict[str, Any]:
    return {"games": manifest.counts.games, "failed": manifest.counts.failed, "ends": dict(manifest.counts.ends)}
