"""``arkadia-sim picture``: a position of a recorded game."""

from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.cli.options import GameName, RecordedPieces
from arkadia_sim.core import DEFAULT_GAME


def picture(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="Game records, one per line, from play --record.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where it goes: FILE.svg or FILE.png.")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="After how many turns; 0 is the set-up, the end if not given.")
    ] = None,
    line: Annotated[int, typer.Option(min=1, help="Which line of the file.")] = 1,
    components: RecordedPieces = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Draw a position of a recorded game: the board, what lies in front of the players, what was done last."""
    from arkadia_sim import api
    from arkadia_sim.cli.options import settings_of

    pieces = settings_of("--components", components or [])
    typer.echo(f"picture in {api.picture(record, out, turn, line, components=pieces, game=game)}")
