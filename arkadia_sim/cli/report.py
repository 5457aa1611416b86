"""``arkadia-sim report``: the page about a finished run."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a finished run.")],
) -> None:
    """Write the report of a finished run: one HTML file that needs no network."""
    from arkadia_sim import api

    typer.echo(f"report in {api.write_report(folder)}")
