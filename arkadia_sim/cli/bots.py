"""``arkadia-sim bots``: the bots that can play."""

from typing import Annotated, Any

import typer

from arkadia_sim.cli.options import GameName
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import UsageError


def bots(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A bot to show in full: NAME or FILE:NAME."),
    ] = None,
    game: GameName = DEFAULT_GAME,
    constraints: Annotated[
        bool, typer.Option("--constraints", help="List what bots can be barred from or forced to do.")
    ] = False,
    sees: Annotated[bool, typer.Option("--sees", help="List what a bot sees and may answer, for writing one.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list, or the bot, as JSON.")] = False,
) -> None:
    """List the bots with their plans, or show one in full."""
    from arkadia_sim.cli.terminal import print_json
    from arkadia_sim.runner.listing import listing

    if (name is not None) + constraints + sees > 1:
        raise UsageError("name a bot, or use --constraints or --sees: one at a time")
    if constraints:
        found = listing(game)
        if as_json:
            print_json({"constraints": found["constraints"]})
        else:
            _list_constraints(found["title"], found["constraints"])
        return
    if sees:
        found = listing(game)
        if as_json:
            print_json({"sees": found["sees"]})
        else:
            _list_topics(found["title"], found["sees"])
        return
    listed = {one["name"]: one for one in listing(game)["bots"]}
    if name is not None and name not in listed:  # one in a file, or a name with parameters
        listed = {name: _found(name, game)}
    if as_json:
        print_json({"bots": list(listed.values())} if name is None else listed[name])
    elif name is None:
        _list(list(listed.values()))
    else:
        _tell(listed[name])


def _found(name: str, game: str) -> dict[str, Any]:
    from arkadia_sim.core.bot import BotEntry
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.runner.listing import bot_as_json

    return bot_as_json(BotEntry.of(resolve_game(game).find_bot(name)))


def _list(entries: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.terminal import console

    table = Table("bot", "plan", box=None, pad_edge=False)
    for entry in entries:
        table.add_row(entry["name"], escape(entry["plan"]))
    console().print(table)


def _list_constraints(title: str, entries: list[dict[str, Any]]) -> None:
    from rich.markup import escape

    from arkadia_sim.cli.terminal import console
    from arkadia_sim.core.constraint import BARRED, FORCED, RULE

    out = console()
    if not entries:
        out.print(f"{escape(title)} has no constraints for bots")
        return
    for one in entries:
        claim = f" ({escape(one['claim'])})" if one["claim"] else ""
        out.print(f"[bold]{escape(one['name'])}[/bold]: {escape(one['title'])}{claim}", soft_wrap=True)
        for way in (BARRED, FORCED):
            if one[way]:
                out.print(f"  {way}: {escape(one[way])}", soft_wrap=True, highlight=False)
    out.print(RULE, soft_wrap=True, highlight=False)


def _list_topics(title: str, topics: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.terminal import console

    out = console()
    if not topics:
        out.print(f"{escape(title)} does not say what its bots see")
    for topic in topics:
        out.print(f"\n[bold]{escape(topic['title'])}[/bold]: {escape(topic['about'])}", soft_wrap=True)
        table = Table("field", "type and shape", "meaning", box=None, pad_edge=False)
        for one in topic["entries"]:
            table.add_row(escape(one["name"]), escape(one["shape"]), escape(one["meaning"]))
        out.print(table)


def _tell(entry: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.terminal import console

    out = console()
    out.print(f"[bold]{escape(entry['name'])}[/bold]: {escape(entry['plan'])}")
    out.print(f"idea from: {escape(entry['source'])}")
    for search in entry["searches"]:
        out.print(f"a search for its parameters: {escape(search['told'])}", soft_wrap=True)
        if search["command"] is not None:
            out.print(f"  {escape(search['command'])}", soft_wrap=True, highlight=False)
    for where, sentences in entry["rules"].items():
        other = " other" if len(entry["rules"]) > 1 else ""
        out.print(f"rules at {'all' + other + ' tables' if where == 'all' else 'tables of ' + where}:")
        for number, text in enumerate(sentences, start=1):
            out.print(f"  {number}. {escape(text)}", soft_wrap=True, highlight=False)
    out.print(f"tier: {entry['tier']}\nfile: {escape(entry['file'])}", soft_wrap=True)
    sizes = [f"{players} players" for players in entry["by_players"]]
    table = Table("parameter", "default", *sizes, "from", "to", "meaning", box=None, pad_edge=False)
    for one in entry["parameters"]:
        own = (own.get(one["name"], one["default"]) for own in entry["by_players"].values())
        numbers = (one["default"], *own, one["low"], one["high"])
        meaning = f"{one['meaning']}; whole numbers" if one["whole"] else one["meaning"]
        table.add_row(escape(one["name"]), *(f"{number:g}" for number in numbers), escape(meaning))
    out.print(table)
