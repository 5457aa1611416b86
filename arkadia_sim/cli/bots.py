"""``arkadia-sim bots``: who can be asked to play."""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.core.bot import BotEntry


def bots(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Tell all about one bot: NAME, or FILE:NAME."),
    ] = None,
    game: Annotated[str, typer.Option(help="Which game.", hidden=True)] = DEFAULT_GAME,
) -> None:
    """List the bots with their plans, or tell all about one."""
    from arkadia_sim.core.bot import BotEntry
    from arkadia_sim.runner.parallel import resolve_game

    resolved = resolve_game(game)
    entries = {entry.name: entry for entry in resolved.list_bots()}
    if name is None:
        _list(list(entries.values()))
    elif name in entries:
        _tell(entries[name])
    else:  # one in a file, or a name with parameters
        _tell(BotEntry.of(resolved.find_bot(name)))


def _list(entries: "list[BotEntry]") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.show import console

    table = Table("bot", "plan", box=None, pad_edge=False)
    for entry in entries:
        table.add_row(entry.name, escape(entry.plan))
    console().print(table)


def _tell(entry: "BotEntry") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.show import console

    out = console()
    out.print(f"[bold]{escape(entry.name)}[/bold]: {escape(entry.plan)}")
    out.print(f"idea from: {escape(entry.source)}")
    for search in entry.provenance:
        out.print(f"a search for its parameters: {escape(search.sentence())}", soft_wrap=True)
        if search.command is not None:
            out.print(f"  {escape(search.command)}", soft_wrap=True, highlight=False)
    out.print(f"tier: {entry.tier}\nfile: {escape(str(entry.file))}", soft_wrap=True)
    sizes = [f"{players} players" for players in entry.by_players]
    table = Table("parameter", "default", *sizes, "from", "to", "meaning", box=None, pad_edge=False)
    for one in entry.parameters:
        own = (own.get(one.name, one.default) for own in entry.by_players.values())
        numbers = (one.default, *own, one.low, one.high)
        table.add_row(escape(one.name), *(f"{number:g}" for number in numbers), escape(one.meaning))
    out.print(table)
