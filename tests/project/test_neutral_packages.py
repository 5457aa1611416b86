"""What knows no game knows no word of one: neither in code nor in what stands beside it."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.project.test_guides import PACKAGE

OTHERS = {"games", "shipped", "__pycache__", "py.typed"}
NEUTRAL = (*sorted(place.name for place in PACKAGE.iterdir() if place.name not in OTHERS), "shipped/__init__.py")
"""Packages and modules that are about any game; what lies under ``games`` and ``bots`` is about one."""

WORDS = (
    "gold",
    "camp",
    "castle",
    "banner",
    "seal",
    "tent",
    "stalemate",
    "outline",
    "rulebook",
    r"(?:own|neutral)[ _]worker",
    "medina",
    "palace",
    "merchant",
    "roof",
    "tower",
    "tea",
    "donjon",
    "apprentice",
    "architect",
    r"arkadia(?![_-]?sim)",
)
"""Words of the games, in the singular; the toolkit's own name is none."""

WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(WORDS)})s?(?![a-z])", re.IGNORECASE)

ALLOWED = {
    ("core/__init__.py", 'DEFAULT_GAME = "arkadia"'): "the game that is meant where a user names none",
    (
        "core/registry.py",
        'GAMES = {name: f"arkadia_sim.games.{name}.game:GAME" for name in ("arkadia", "medina", "castle")}',
    ): "the table of games",
}
"""Lines that may have such a word, each with the reason."""


def neutral_files() -> Iterator[Path]:
    """Modules, templates and whatever else is read by people."""
    for name in NEUTRAL:
        place = PACKAGE / name
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (file for file in files if file.is_file() and file.suffix != ".pyc")


def words_in(file: Path) -> list[str]:
    """Where a file speaks of a game: the line, its number, and the word."""
    name = file.relative_to(PACKAGE).as_posix()
    return [
        f"{name}:{number}: {found.group()}: {line.strip()}"
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        for found in WORD.finditer(line)
        if (name, line.strip()) not in ALLOWED
    ]


def test_no_word_of_a_game_where_none_is_known() -> None:
    assert [found for file in neutral_files() for found in words_in(file)] == []
