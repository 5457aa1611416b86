"""``arkadia-sim check``: do these games follow the rules?"""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.cli.options import GameName, RecordedPieces
from arkadia_sim.core import DEFAULT_GAME


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Game records, one per line (JSON Lines).")],
    components: RecordedPieces = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the number of games as JSON.")] = False,
) -> None:
    """Replay recorded games and stop at the first move that breaks the rules."""
    from arkadia_sim.cli.options import settings_of
    from arkadia_sim.cli.terminal import print_json
    from arkadia_sim.errors import ArkadiaSimError, RecordError, UsageError
    from arkadia_sim.results.record_file import fault_text, read_record, record_lines, whole_records

    pieces, lines = settings_of("--components", components or []), record_lines(file)
    first = next(lines, None)  # a wrong name is reported at once; a game takes a while to load
    from arkadia_sim.api.showing import game_of_record

    resolved = game_of_record(b"" if first is None else first[1], game)
    games = 0
    all_lines = () if first is None else chain((first,), lines)
    for number, line in whole_records(all_lines, resolved.is_record):
        where = f"{file}:{number}"
        try:
            resolved.replay(read_record(line, where), pieces)
        except RecordError as error:
            _stop(fault_text(where, error))
        except UsageError:  # about what the user wrote, not about a record
            raise
        except ArkadiaSimError as error:
            _stop(str(error))
        games += 1
    if games == 0:
        _stop(f"{file}: holds no game")
    if as_json:
        print_json({"file": str(file), "games": games})
    else:
        typer.echo(f"{file}: {games:,} games, all by the rules")


def _stop(message: str) -> None:
    from arkadia_sim.errors import LINE_MOST, printable

    typer.echo(printable(message, LINE_MOST), err=True)
    raise typer.Exit(1)
