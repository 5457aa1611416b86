"""``arkadia-sim games``: the games that can be played."""

from typing import Annotated

import typer


def games(as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False) -> None:
    """List the games, with their table sizes and how many bots each has."""
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.terminal import console, print_json
    from arkadia_sim.core.registry import GAMES
    from arkadia_sim.runner.listing import listing

    found = [listing(name) for name in GAMES]
    if as_json:
        told = [{"name": one["name"], "title": one["title"], "players": one["players"]} for one in found]
        print_json({"games": told})
        return
    table = Table("game", "title", "players", "bots", "options of the rules", box=None, pad_edge=False)
    for one in found:
        players = ", ".join(map(str, one["players"]))
        table.add_row(one["name"], escape(one["title"]), players, str(len(one["bots"])), str(len(one["rules"])))
    console().print(table)
    typer.echo("to use your own game: --game package.module:NAME, with every command")
