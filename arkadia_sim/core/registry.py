"""Where games are found by name."""

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import Timer
from typing import cast

from arkadia_sim.core.game import Game
from arkadia_sim.errors import ArkadiaSimError, BadValue, UnknownName, UsageError, printable
from arkadia_sim.sources import loading

GAMES = {name: f"arkadia_sim.games.{name}.game:GAME" for name in ("arkadia", "medina", "castle")}

QUICK = 1.0  # in seconds: what is compiled in less is not announced, unless it is one of several parts


def resolve_game(name: str) -> Game:
    """Find a game like :func:`find_game`. If its code must be compiled first, say so on stderr."""
    game = find_game(name)
    if "arkadia_sim.accelerate" in sys.modules:  # a game in plain Python does without
        _announce_compilation()
    return game


@cache
def _announce_compilation() -> None:
    """From now on, show what is compiled for this machine: part by part on a terminal, in a line anywhere else."""
    from arkadia_sim.accelerate import tell_of_compiling

    tell_of_compiling(_Announced(sys.stderr.isatty()))


class _Announced:
    """Says on stderr that code is compiled: once, or part by part on a terminal; of one part only if it takes long."""

    def __init__(self, in_place: bool) -> None:
        self._in_place, self._said, self._soon = in_place, False, Timer(0, str)

    def __call__(self, what: str, number: int, total: int) -> None:
        """One more part, ``number`` of ``total``, begins to be compiled; without ``what``, all are."""
        self._soon.cancel()
        what = printable(what)
        parts = f"{total} parts of the game and its bots" if total > 1 else what
        if total == 0 and what:
            self._soon = Timer(QUICK, self._say, [f"compiling {parts} for this machine, once …"])
            self._soon.daemon = True
            self._soon.start()
        elif self._in_place:
            line = f"compiling for this machine, once: {number} of {total} ({what}) …" if what else ""
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        elif what:
            self._say(f"compiling {parts} for this machine, once …")

    def _say(self, line: str) -> None:
        if not self._said:
            self._said = True
            print(line, file=sys.stderr)


def find_game(name: str) -> Game:
    """Find a game by name: a registered one, or ``package.module:NAME`` for a user's own.

    The current folder is searched first for such a module, as with ``python -m``. ``NAME@FILE.py`` is the game by the
    house rules of a file.
    """
    name, at, file = name.partition("@")
    if at:
        by_house_rules = importlib.import_module("arkadia_sim.compiled.house_rules").with_house_rules
        return cast("Game", by_house_rules(find_game(name), Path(file)))
    if ":" not in name and name not in GAMES:
        raise UnknownName("game", name, GAMES)
    module, _, attribute = GAMES.get(name, name).partition(":")
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", f"{module}:{attribute}"):
        raise BadValue("game", name, f"package.module:NAME, or one of {', '.join(GAMES)}")
    try:
        with nullcontext() if name in GAMES else _users_module():
            game: Game = getattr(importlib.import_module(module), attribute)
    except ArkadiaSimError:  # it says itself what is wrong, and with what
        raise
    except (Exception, SystemExit) as error:  # a module of the user's may raise anything
        raise UsageError(f"game {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise UsageError(f"{name} is no game: make it an instance of arkadia_sim.core.game.Game")
    game.home = Path(str(sys.modules[module].__file__))
    return game


@contextmanager
def _users_module() -> Iterator[None]:
    """Search the current folder first for a user's modules; an installed command does not search it at all.

    Shipped games are imported without it: a file there might have the name of a module that they import.
    """
    here = Path.cwd()
    sys.path.insert(0, str(here))
    try:
        with loading():
            yield
    finally:
        sys.path.remove(str(here))
