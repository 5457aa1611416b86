"""``arkadia-sim picture``: a position of a recorded game."""

from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.cli.options import GameName, RecordedPieces
from arkadia_sim.core import DEFAULT_GAME


def picture(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A file of game records, from play --record.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write: FILE.svg or FILE.png.")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="After this turn; 0 is the set-up. The end of the game if left out.")
    ] = None,
    line: Annotated[int, typer.Option(min=1, help="The line of the game in the file.")] = 1,
    components: RecordedPieces = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Draw a position of a recorded game: the board, the players' pieces and the last move."""
    from arkadia_sim import api
    from arkadia_sim.cli.options import settings_of

    pieces = settings_of("--components", components or [])
    typer.echo(f"picture in {api.picture(record, out, turn, line, components=pieces, game=game)}")
