"""``arkadia-sim games``, ``bots``, ``columns``, ``experiments`` and ``bench``: the commands that look things up."""

import json
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim import __version__, shipped, system
from arkadia_sim.cli.options import GameName
from arkadia_sim.cli.terminal import console, literal, print_list, say
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.spec import split_specs
from arkadia_sim.errors import BadValue, UnknownName, UsageError, counted
from arkadia_sim.experiments.bases import experiment_files, read_document

if TYPE_CHECKING:
    from arkadia_sim.core.bot import Seated
    from arkadia_sim.core.game import Game


# -- games -------------------------------------------------------------------------------------------------------------
def games() -> None:
    """List the games, with their table sizes and how many bots each has."""
    listings = [listing(file.parent.name) for file in sorted(SHIPPED_GAMES.glob("*/game.py"))]
    rows = (
        (game["name"], game["title"], ", ".join(map(str, game["players"])), len(game["bots"]), len(game["rules"]))
        for game in listings
    )
    print_list(("game", "title", "players", "bots", "options of the rules"), rows)
    say("to use your own game: --game package.module:NAME, with every command")


# -- columns -----------------------------------------------------------------------------------------------------------
def columns(
    word: Annotated[
        str | None, typer.Argument(metavar="[WORD]", help="Only columns with this word in their name or meaning.")
    ] = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Explain the columns of the tables of a run: one row per player and game, and one row per turn."""
    tables = {
        name: [row for row in rows if word is None or word.lower() in f"{row['name']} {row['meaning']}".lower()]
        for name, rows in listing(game)["columns"].items()
    }
    titles = {
        "games": "games/: a row per player and game",
        "turns": "turns/: a row per turn, of a sample of games",
        "measures": "other measures, for --measure beside the columns of games/",
    }
    for name, rows in tables.items():
        if rows:
            cells = ([row[key] for key in ("name", "dtype", "unit", "meaning")] for row in rows)
            print_list(("column", "type", "unit", "meaning"), cells, titles[name])
    if not any(tables.values()):
        say(f"no column has {word!r} in its name or meaning")


# -- bots --------------------------------------------------------------------------------------------------------------
def bots(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A bot to show in full: NAME or FILE:NAME.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    constraints: Annotated[
        bool, typer.Option("--constraints", help="List what bots can be barred from or forced to do.")
    ] = False,
    sees: Annotated[bool, typer.Option("--sees", help="List what a bot sees and may answer, for writing one.")] = False,
) -> None:
    """List the bots with their plans, or show one in full."""
    if (name is not None) + constraints + sees > 1:
        raise UsageError("name a bot, or use --constraints or --sees: one at a time")
    listed = listing(game)
    if constraints:
        _print_constraints(listed["title"], listed["constraints"])
    elif sees:
        _print_topics(listed["title"], listed["sees"])
    elif name is None:
        _print_groups(listed["bots"])
    else:
        found = next((bot for bot in listed["bots"] if bot["name"] == name), None)
        _print_bot(_unlisted(name, game) if found is None else found)


def _unlisted(name: str, game: str) -> dict[str, Any]:
    """The entry of a bot in a file, or of a name with parameters."""
    from arkadia_sim.core.registry import resolve_game

    return bot_as_json(resolve_game(game).find_bot(name))


def _print_groups(bots: list[dict[str, Any]]) -> None:
    """The bots with their plans, each group under its title; bots without a group come last."""
    groups = dict.fromkeys(bot["group"] for bot in bots)
    width = max(len(bot["name"]) for bot in bots)
    for group in groups:
        rows = ((bot["name"].ljust(width), bot["plan"]) for bot in bots if bot["group"] == group)
        print_list(("bot", "plan"), rows, (group or "Others") if len(groups) > 1 else None)
        say()


def _print_constraints(title: str, entries: list[dict[str, Any]]) -> None:
    from arkadia_sim.core.constraint import RULE

    if not entries:
        _print(f"{literal(title)} has no constraints for bots")
        return
    for constraint in entries:
        claim = f" ({literal(constraint['claim'])})" if constraint["claim"] else ""
        only = f" [dim]({constraint['asked'][0]} only)[/dim]" if len(constraint["asked"]) == 1 else ""
        _print(f"[bold]{literal(constraint['name'])}[/bold]: {literal(constraint['title'])}{claim}{only}")
    _print(RULE)


def _print_topics(title: str, topics: list[dict[str, Any]]) -> None:
    if not topics:
        _print(f"{literal(title)} does not say what its bots see")
    for topic in topics:
        _print(f"\n[bold]{literal(topic['title'])}[/bold]: {literal(topic['about'])}")
        rows = ((field["name"], field["shape"], field["meaning"]) for field in topic["entries"])
        if topic["entries"]:
            print_list(("field", "type and shape", "meaning"), rows)


def _print_bot(bot: Mapping[str, Any]) -> None:
    _print(f"[bold]{literal(bot['name'])}[/bold]: {literal(bot['plan'])}")
    _print(f"idea from: {literal(bot['source'])}")
    for search in bot["searches"]:
        _print(f"a search for its parameters: {literal(search['told'])}")
        if search["command"] is not None:
            _print(f"  the command, as that version took it: {literal(search['command'])}")
    for where, sentences in bot["rules"].items():
        other = " other" if len(bot["rules"]) > 1 else ""
        _print(f"rules at {'all' + other + ' tables' if where == 'all' else 'tables of ' + where}:")
        for number, text in enumerate(sentences, start=1):
            _print(f"  {number}. {literal(text)}")
    if bot["cues"]:
        from arkadia_sim.core.cues import form

        cues = ((cue["decision"], cue["name"], form(cue["phrase"], 2), cue["effort"]) for cue in bot["cues"])
        print_list(("decision", "cue", "what a rule counts", "effort"), cues)
    _print(f"tier: {bot['tier']}\nfile: {literal(bot['file'])}")
    if bot["heeds"]:
        _print("also takes barred=NAME and forced=NAME; the names: arkadia-sim bots --constraints")
    if bot["not_taught"]:
        _print(f"not learned from lessons: {literal(', '.join(bot['not_taught']))}")
    sizes = [counted(int(players), "player") for players in bot["by_players"]]
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
) -> None:
    """List the experiments with their questions, or show one in full."""
    folder = shipped.folder("experiments")
    if name is None:
        files = experiment_files(folder)
    else:
        from arkadia_sim.experiments.files import find_experiment  # checks everything, so it takes time to load

        files = {name: find_experiment(name, folder).path}
    documents = {key: read_document(file, folder).entries for key, file in files.items()}
    if name is None:
        rows = ((key, entry.get("design", ""), entry.get("question", "")) for key, entry in documents.items())
        print_list(("experiment", "design", "question"), rows)
    else:
        entries, file = documents[name], files[name]
        _print(f"[bold]{literal(entries['name'])}[/bold]: {literal(entries['title'])}\n{literal(entries['question'])}")
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


# -- bench ------------------------------------------------------------------------------------------------------------
def bench(
    players: Annotated[int | None, typer.Option(min=1, help="The table size. 4, or the largest, if left out.")] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="One bot per seat, or one for all. A fast bot if left out.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games. As many as take some seconds if left out.")
    ] = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Measure how fast one process plays, without writing results."""
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.questions.estimates import players_text
    from arkadia_sim.runner.bench import actions_a_second, measure

    resolved = resolve_game(game)
    seated = split_specs(bots or quick_bot(resolved))
    if players is not None and len(seated) not in (1, players):
        raise BadValue("--players", players, f"{len(seated)}, as many as there are bots, or no --players")
    if len(seated) == 1:
        seated *= players or (4 if 4 in resolved.player_counts else max(resolved.player_counts))
    played, seconds = measure(seated, games, game)
    say(f"{played / seconds:,.0f} games a second in one process: {players_text(len(seated))} ({', '.join(seated)})")
    say(f"measured over {counted(played, 'game')} in {seconds:.1f} s")
    if bots is None and games is None and resolved.in_steps:
        for count in (1024, 1):
            speed = actions_a_second(game, len(seated), count)
            say(f"{speed:,.0f} random actions a second from Python, {counted(count, 'game')} side by side")


def quick_bot(game: "Game") -> str:
    """The bot ``random``, which takes no time to think, where the game has one; else its usual bot."""
    try:  # a list of all would have all of them loaded
        return game.find_bot("random").spec
    except UnknownName:
        return game.default_bot


# -- listings ----------------------------------------------------------------------------------------------------------
PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED_GAMES = PACKAGE / "games"


def listing(game: str) -> dict[str, Any]:
    """All that a game has to choose from, as plain data; raises what finding a game raises.

    To load a compiled game takes seconds. So the listing is kept in the user's cache folder, beside the machine code,
    until one of its source files changes.

    ``written`` of a rule is its default as a user writes it.
    """
    kept = _kept_in(game)
    if kept is None:
        return _loaded(game)
    file, stamp = kept
    with suppress(OSError, ValueError):
        document = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(document, dict) and document.get("stamp") == stamp:
            kept_listing: dict[str, Any] = document["listing"]
            return kept_listing
    made = _loaded(game)
    _keep(file, {"stamp": stamp, "listing": made})
    return made


def bot_as_json(seated: "Seated") -> dict[str, Any]:
    """The entry of a bot in a listing."""
    bot = seated.bot
    untaught = () if bot.lessons is None else bot.lessons.leave_out(parameter.name for parameter in bot.parameters)
    rules = bot.rules_in_words
    return {
        "name": bot.name, "plan": bot.plan, "source": bot.source, "tier": "python" if bot.in_python else "compiled",
        "file": str(seated.file), "heeds": bool(bot.heeds),
        "searches": [{"told": search.sentence(), "command": search.command} for search in bot.provenance],
        "parameters": [asdict(parameter) for parameter in bot.settable], "not_taught": list(untaught),
        "by_players": {str(players): dict(own) for players, own in bot.by_players.items()},
        "rules": {where: list(sentences) for where, sentences in rules.items()},
        "cues": [asdict(cue) for cue in bot.cues] if bot.only_rules and not rules else [],
    }  # fmt: skip


def _loaded(name: str) -> dict[str, Any]:
    """The listing, made by loading the game."""
    from arkadia_sim.cli.sees import topics
    from arkadia_sim.compiled.game import CompiledGame
    from arkadia_sim.core.options import option_text
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.results.measures import derived_columns
    from arkadia_sim.results.rows import player_columns, turn_columns

    game: Game = resolve_game(name)
    made = {
        "name": game.name,
        "title": game.title,
        "players": list(game.player_counts),
        "bots": _grouped({bot: bot_as_json(game.find_bot(bot)) for bot in game.bot_names()}, name),
        "constraints": [asdict(entry) for entry in game.constraints],
        "sees": topics(game.kit, game.cues) if isinstance(game, CompiledGame) else [],
        "rules": [
            {**rule.model_dump(mode="json"), "written": option_text(rule.default)} for rule in game.rule_options()
        ],
        "components": [piece.model_dump(mode="json") for piece in game.component_options()],
        "columns": {
            "games": [asdict(entry) for entry in player_columns(game)],
            "turns": [asdict(entry) for entry in turn_columns(game)] if game.turn_columns else [],
            "measures": [asdict(entry) for entry in derived_columns(game.outcomes)],
        },
    }
    again: dict[str, Any] = json.loads(json.dumps(made))
    return again


def _grouped(bots: dict[str, dict[str, Any]], game: str) -> list[dict[str, Any]]:
    """The bots in the order of the groups that ``bots/GAME/_groups.toml`` names, each with the title of its group."""
    file = shipped.folder("bots") / game / "_groups.toml"
    groups: dict[str, list[str]] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    grouped = {name: title for title, names in groups.items() for name in names}
    ordered = [name for name in grouped if name in bots]
    ordered += [name for name in bots if name not in grouped]
    return [{**bots[name], "group": grouped.get(name, "")} for name in ordered]


def _kept_in(game: str) -> tuple[Path, str] | None:
    """The file that keeps a listing, and the stamp of its sources.

    None if it is not kept: for a user's own game.
    """
    if not (SHIPPED_GAMES / game / "game.py").is_file():
        return None
    stamp = sha256(f"{__version__} {sys.version}".encode())
    for file in _sources(game):
        stat = file.stat()
        stamp.update(f"{file} {stat.st_mtime_ns} {stat.st_size}\n".encode())
    place = sha256(str(PACKAGE).encode()).hexdigest()[:16]
    return system.cache_root() / f"listing-{game}-{place}.json", stamp.hexdigest()


def _sources(game: str) -> Iterator[Path]:
    """All files that a listing is made from."""
    for folder in (SHIPPED_GAMES / game, PACKAGE / "core", PACKAGE / "compiled", shipped.folder("bots") / game):
        yield from sorted(file for file in folder.rglob("*.*") if file.suffix in (".py", ".toml", ".json", ".txt"))
    yield from (Path(__file__), Path(__file__).with_name("sees.py"), PACKAGE / "results" / "rows.py")


def _keep(file: Path, document: dict[str, Any]) -> None:
    """Write a listing, whole or not at all. If that fails, the next listing is made again."""
    unfinished = file.with_name(f".{file.name}-{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(json.dumps(document), encoding="utf-8")
        unfinished.replace(file)
