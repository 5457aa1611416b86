"""``arkadia-sim report``: the page about a finished run or study."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder of a finished run or study, or one with several of them in it."),
    ],
    against: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The same, played with another seed: do the two agree?")
    ] = None,
) -> None:
    """Write the report of a finished run or study, or an index over several: HTML files that need no network."""
    from arkadia_sim.core.user_files import is_folder
    from arkadia_sim.errors import UsageError

    for one in (folder, against):
        if one is not None and not is_folder(one):  # told before anything else is loaded
            raise UsageError(f"{one} holds no run: there is no such folder")
    from arkadia_sim import api

    typer.echo(f"report in {api.write_report(folder, against)}")
