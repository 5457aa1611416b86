"""``arkadia-sim games``, ``bots``, ``columns`` and ``experiments``: the commands that look things up."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from arkadia_sim.cli.options import GameName
from arkadia_sim.cli.terminal import console, literal, print_json, print_list
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import UsageError

# -- games -------------------------------------------------------------------------------------------------------------


def games(as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False) -> None:
    """List the games, with their table sizes and how many bots each has."""
    from arkadia_sim.core.registry import GAMES
    from arkadia_sim.runner.listing import listing

    listings = [listing(name) for name in GAMES]
    if as_json:
        print_json({"games": [{key: game[key] for key in ("name", "title", "players")} for game in listings]})
        return
    rows = (
        (game["name"], game["title"], ", ".join(map(str, game["players"])), len(game["bots"]), len(game["rules"]))
        for game in listings
    )
    print_list(("game", "title", "players", "bots", "options of the rules"), rows)
    typer.echo("to use your own game: --game package.module:NAME, with every command")


# -- columns -----------------------------------------------------------------------------------------------------------


def columns(
    word: Annotated[
        str | None, typer.Argument(metavar="[WORD]", help="Only columns with this word in their name or meaning.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the columns as JSON.")] = False,
) -> None:
    """Explain the columns of the tables of a run: one row per player and game, and one row per turn."""
    from arkadia_sim.runner.listing import listing

    tables = {
        name: [row for row in rows if word is None or word.lower() in f"{row['name']} {row['meaning']}".lower()]
        for name, rows in listing(game)["columns"].items()
    }
    if as_json:
        print_json(tables)
        return
    titles = {"games": "games/: a row per player and game", "turns": "turns/: a row per turn, of a sample of games"}
    for name, rows in tables.items():
        if rows:
            cells = ([row[key] for key in ("name", "dtype", "unit", "meaning")] for row in rows)
            print_list(("column", "type", "unit", "meaning"), cells, titles[name])
    if not any(tables.values()):
        typer.echo(f"no column has {word!r} in its name or meaning")


# -- bots --------------------------------------------------------------------------------------------------------------


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
    from arkadia_sim.runner.listing import listing

    if (name is not None) + constraints + sees > 1:
        raise UsageError("name a bot, or use --constraints or --sees: one at a time")
    listed = listing(game)
    if constraints or sees:
        key, print_entries = ("constraints", _print_constraints) if constraints else ("sees", _print_topics)
        if as_json:
            print_json({key: listed[key]})
        else:
            print_entries(listed["title"], listed[key])
        return
    if name is None:
        if as_json:
            print_json({"bots": listed["bots"]})
        else:
            print_list(("bot", "plan"), ((bot["name"], bot["plan"]) for bot in listed["bots"]))
        return
    entry = next((bot for bot in listed["bots"] if bot["name"] == name), None) or _entry(name, game)
    if as_json:
        print_json(entry)
    else:
        _print_bot(entry)


def _entry(name: str, game: str) -> dict[str, Any]:
    """The entry of a bot that no list has: one in a file, or a name with parameters."""
    from arkadia_sim.core.bot import BotEntry
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.runner.listing import bot_as_json

    return bot_as_json(BotEntry.of(resolve_game(game).find_bot(name)))


def _print_constraints(title: str, entries: list[dict[str, Any]]) -> None:
    from arkadia_sim.core.constraint import BARRED, FORCED, RULE

    if not entries:
        _print(f"{literal(title)} has no constraints for bots")
        return
    for constraint in entries:
        claim = f" ({literal(constraint['claim'])})" if constraint["claim"] else ""
        _print(f"[bold]{literal(constraint['name'])}[/bold]: {literal(constraint['title'])}{claim}")
        for way in (BARRED, FORCED):
            if constraint[way]:
                _print(f"  {way}: {literal(constraint[way])}")
    _print(RULE)


def _print_topics(title: str, topics: list[dict[str, Any]]) -> None:
    if not topics:
        _print(f"{literal(title)} does not say what its bots see")
    for topic in topics:
        _print(f"\n[bold]{literal(topic['title'])}[/bold]: {literal(topic['about'])}")
        rows = ((field["name"], field["shape"], field["meaning"]) for field in topic["entries"])
        print_list(("field", "type and shape", "meaning"), rows)


def _print_bot(bot: Mapping[str, Any]) -> None:
    _print(f"[bold]{literal(bot['name'])}[/bold]: {literal(bot['plan'])}")
    _print(f"idea from: {literal(bot['source'])}")
    for search in bot["searches"]:
        _print(f"a search for its parameters: {literal(search['told'])}")
        if search["command"] is not None:
            _print(f"  {literal(search['command'])}")
    for where, sentences in bot["rules"].items():
        other = " other" if len(bot["rules"]) > 1 else ""
        _print(f"rules at {'all' + other + ' tables' if where == 'all' else 'tables of ' + where}:")
        for number, text in enumerate(sentences, start=1):
            _print(f"  {number}. {literal(text)}")
    _print(f"tier: {bot['tier']}\nfile: {literal(bot['file'])}")
    sizes = [f"{players} players" for players in bot["by_players"]]
    rows = []
    for parameter in bot["parameters"]:
        name, default = parameter["name"], parameter["default"]
        values = (default, *(own.get(name, default) for own in bot["by_players"].values()))
        numbers = [f"{number:g}" for number in (*values, parameter["low"], parameter["high"])]
        rows.append((name, *numbers, f"{parameter['meaning']}{'; whole numbers' if parameter['whole'] else ''}"))
    print_list(("parameter", "default", *sizes, "from", "to", "meaning"), rows)


# -- experiments -------------------------------------------------------------------------------------------------------


def experiments(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="An experiment: its name or its file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list, or the experiment, as JSON.")] = False,
) -> None:
    """List the experiments with their questions, or show one in full."""
    from arkadia_sim import shipped
    from arkadia_sim.experiments.bases import experiment_files, read_document

    folder = shipped.folder("experiments")
    if name is None:
        files = experiment_files(folder)
    else:
        from arkadia_sim.experiments.files import find_experiment  # checks everything, so it takes time to load

        files = {name: find_experiment(name, folder).path}
    documents = {key: read_document(file, folder).entries for key, file in files.items()}
    if as_json:
        print_json({"experiments": list(documents.values())})
    elif name is None:
        rows = ((key, entry.get("design", ""), entry.get("question", "")) for key, entry in documents.items())
        print_list(("experiment", "design", "question"), rows)
    else:
        _print_experiment(documents[name], str(files[name]))


def _print_experiment(entries: dict[str, Any], file: str) -> None:
    """Title and question, then a line for everything else that says what is played."""
    _print(f"[bold]{literal(entries['name'])}[/bold]: {literal(entries['title'])}")
    _print(literal(entries["question"]))
    for key in ("design", "players", "deals", "seed", "bots", "base", "parts"):
        if key in entries:
            _print(f"{key}: {literal(_value_text(entries[key]))}")
    for key, kind in (("companies", "company"), ("changes", "change")):
        for entry in entries.get(key, ()):
            names = [str(entry[field]) for field in ("name", "title", "bot") if field in entry]
            _print(f"{kind}: {literal(', '.join(names[:2]))}")
    _print(f"file: {literal(file)}")


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _print(text: str) -> None:
    """Print a line, however long, without breaking it."""
    console().print(text, soft_wrap=True, highlight=False)
