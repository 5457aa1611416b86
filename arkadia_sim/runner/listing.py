"""What there is of a game to choose from: its bots, options, pieces and columns, as plain data that is quickly there.

To ask a game means to load it, which takes seconds where it is compiled. So the answer is kept in the user's cache
folder beside the machine code, and read from there until one of the files that it was made from has changed.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim import __version__, shipped

if TYPE_CHECKING:
    from arkadia_sim.core.bot import BotEntry
    from arkadia_sim.core.game import Game

PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED_GAMES = PACKAGE / "games"


def listing(game: str) -> dict[str, Any]:
    """The game's ``name``, ``title``, numbers of ``players``, ``bots``, ``constraints``, what bots are told (``sees``),
    ``rules`` (``written``: the default as a user would write it), ``components``, and ``columns`` of the tables of
    games and turns; all as JSON has them.

    Errors are those of finding a game.
    """
    kept = _kept_in(game)
    if kept is None:
        return _asked(game)
    file, stamp = kept
    with suppress(OSError, ValueError):
        document = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(document, dict) and document.get("stamp") == stamp:
            found: dict[str, Any] = document["listing"]
            return found
    made = _asked(game)
    _keep(file, {"stamp": stamp, "listing": made})
    return made


def bot_as_json(entry: "BotEntry") -> dict[str, Any]:
    """A bot as a listing tells it."""
    return {
        "name": entry.name,
        "plan": entry.plan,
        "source": entry.source,
        "tier": entry.tier,
        "file": str(entry.file),
        "searches": [{"told": one.sentence(), "command": one.command} for one in entry.provenance],
        "parameters": [asdict(one) for one in entry.parameters],
        "heeds": sorted(entry.heeds),
        "by_players": {str(players): dict(own) for players, own in entry.by_players.items()},
        "rules": {where: list(sentences) for where, sentences in entry.rules.items()},
    }


def _asked(name: str) -> dict[str, Any]:
    """The listing as the game itself gives it."""
    from arkadia_sim.core.game import Workshop
    from arkadia_sim.core.options import option_text
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.results.rows import player_columns, turn_columns

    game: Game = resolve_game(name)
    made = {
        "name": game.name,
        "title": game.title,
        "players": list(game.player_counts),
        "bots": [bot_as_json(one) for one in game.list_bots()],
        "constraints": [asdict(one) for one in game.constraints],
        "sees": [asdict(one) for one in game.sees()] if isinstance(game, Workshop) else [],
        "rules": [{**one.model_dump(mode="json"), "written": option_text(one.default)} for one in game.rule_options()],
        "components": [one.model_dump(mode="json") for one in game.component_options()],
        "columns": {
            "games": [asdict(one) for one in player_columns(game)],
            "turns": [asdict(one) for one in turn_columns(game)] if game.turn_columns else [],
        },
    }
    again: dict[str, Any] = json.loads(json.dumps(made))
    return again


def _kept_in(game: str) -> tuple[Path, str] | None:
    """The file in which a listing is kept, and the stamp of all that it is made from.

    None of one that is not kept: of a user's own game, and where installed packages offer bots, from files unknown.
    """
    if not (SHIPPED_GAMES / game / "game.py").is_file() or entry_points(group="arkadia_sim.bots"):
        return None
    stamp = sha256(f"{__version__} {sys.version}".encode())
    for file in _sources(game):
        stat = file.stat()
        stamp.update(f"{file} {stat.st_mtime_ns} {stat.st_size}\n".encode())
    place = sha256(str(PACKAGE).encode()).hexdigest()[:16]
    return cache_root() / f"listing-{game}-{place}.json", stamp.hexdigest()


def _sources(game: str) -> Iterator[Path]:
    """All files that decide what a listing says."""
    for folder in (SHIPPED_GAMES / game, PACKAGE / "core", shipped.folder("bots") / game):
        yield from sorted(file for file in folder.rglob("*.*") if file.suffix in (".py", ".toml", ".json", ".txt"))
    yield from (Path(__file__), PACKAGE / "results" / "rows.py")


def cache_root() -> Path:
    """The folder of :func:`arkadia_sim.accelerate.cache_root`, found without loading the compiler."""
    chosen = os.environ.get("ARKADIA_SIM_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("arkadia_sim", appauthor=False))


def _keep(file: Path, document: dict[str, Any]) -> None:
    """Write a listing, whole or not at all; without it the next one takes as long as this one."""
    unfinished = file.with_name(f".{file.name}-{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(json.dumps(document), encoding="utf-8")
        unfinished.replace(file)
