"""``arkadia-sim replay``: a recorded game as a page."""

from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.cli.options import GameName, RecordedPieces
from arkadia_sim.core import DEFAULT_GAME


def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A file of game records, from play --record.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write: FILE.html.")],
    line: Annotated[int, typer.Option(min=1, help="The line of the game in the file.")] = 1,
    analyse: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="A bot that judges every move, such as planner."),
    ] = None,
    components: RecordedPieces = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Write a recorded game as a page to step through: one HTML file that works offline."""
    from arkadia_sim import api
    from arkadia_sim.cli.options import settings_of

    pieces = settings_of("--components", components or [])
    typer.echo(f"page in {api.replay(record, out, line, analyse=analyse, components=pieces, game=game)}")
