"""``arkadia-sim check``: are these games by the rules?"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.core import DEFAULT_GAME


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Game records, one per line (JSON Lines).")],
    components: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help="What was played with, where a record cannot say; see play --list-components."
        ),
    ] = None,
    game: Annotated[str, typer.Option(help="Which game.", hidden=True)] = DEFAULT_GAME,
) -> None:
    """Replay recorded games from their records alone and stop at the first thing that the rules do not allow."""
    from arkadia_sim.cli.options import settings_of
    from arkadia_sim.errors import RecordError
    from arkadia_sim.results.cut_records import whole_records
    from arkadia_sim.runner.parallel import resolve_game

    resolved, pieces = resolve_game(game), settings_of("--components", components or [])
    games = 0
    for number, line in whole_records(_lines(file), resolved.is_record):
        where = f"{file}:{number}"
        try:
            record = json.loads(line)
        except ValueError as error:
            _stop(f"{where}: not a line of JSON: {error}")
        except RecursionError:
            _stop(f"{where}: not a game record: its lists are nested too deeply")
        if not isinstance(record, dict):
            _stop(f"{where}: not a game record: a JSON object is needed")
        try:
            resolved.replay(record, pieces)
        except RecordError as error:
            turn = "set-up" if error.turn is None else f"turn {error.turn} (counted from 0)"
            _stop(f"{where}: {turn}: {error.rule}: {error}")
        games += 1
    if games == 0:
        _stop(f"{file}: holds no game")
    typer.echo(f"{file}: {games:,} games, all by the rules")


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; UTF-8 is left for the JSON reader to judge."""
    from arkadia_sim.errors import UsageError

    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None


def _stop(message: str) -> None:
    from arkadia_sim.errors import LINE_MOST, printable

    typer.echo(printable(message, LINE_MOST), err=True)
    raise typer.Exit(1)
