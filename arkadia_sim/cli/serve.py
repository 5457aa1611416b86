"""``arkadia-sim serve``: play in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.cli.terminal import say

PORT = 8380


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port on this machine. 0: any free one.")] = PORT,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="Where games are kept, finished ones in games.jsonl.")
    ] = Path("games"),
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Offer only this game. All shipped ones if left out.")
    ] = None,
) -> None:
    """Play against bots in a browser. Only this machine can reach the pages."""
    from arkadia_sim.core.registry import GAMES, resolve_game
    from arkadia_sim.errors import UsageError

    try:
        from arkadia_sim.web.server import run
    except ModuleNotFoundError as error:
        raise UsageError(f"serve needs the extra `web` ({error}): pip install 'arkadia-sim[web]'") from None
    if game is not None:
        resolve_game(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--folder {folder}: {error.strerror}") from None
    run(folder, (game,) if game else tuple(GAMES), port, not no_browser, say)
