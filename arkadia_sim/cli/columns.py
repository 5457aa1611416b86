"""``arkadia-sim columns``: the columns of the tables of a run."""

from typing import Annotated

import typer

from arkadia_sim.cli.options import GameName
from arkadia_sim.core import DEFAULT_GAME


def columns(
    word: Annotated[
        str | None, typer.Argument(metavar="[WORD]", help="Only columns with this word in their name or meaning.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the columns as JSON.")] = False,
) -> None:
    """Explain the columns of the tables of a run: one row per player and game, and one row per turn."""
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.terminal import console, print_json
    from arkadia_sim.runner.listing import listing

    found = {
        table: [one for one in rows if word is None or word.lower() in f"{one['name']} {one['meaning']}".lower()]
        for table, rows in listing(game)["columns"].items()
    }
    if as_json:
        print_json(found)
        return
    titles = {"games": "games/: a row per player and game", "turns": "turns/: a row per turn, of a sample of games"}
    for name, rows in found.items():
        if rows:
            table = Table("column", "type", "unit", "meaning", box=None, pad_edge=False, title=titles[name])
            table.title_justify = "left"
            for one in rows:
                table.add_row(*(escape(one[key]) for key in ("name", "dtype", "unit", "meaning")))
            console().print(table)
    if not any(found.values()):
        typer.echo(f"no column has {word!r} in its name or meaning")
