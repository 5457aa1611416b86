"""What knows no game knows no word of one: neither in code nor in what stands beside it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arkadia_sim.core.constraint import CHANCES, CHANCES_TAKEN
from arkadia_sim.core.registry import GAMES, find_game
from tests.project.test_layers import PACKAGE

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

WIN_SHARE = re.compile(r"win[ _]share", re.IGNORECASE)
AT_HOME = {"core/outcome.py", "kernels/measures.py"}
"""Where the outcome is known that a game may have or not: its declaration and how it is worked out."""

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


def test_the_win_share_has_one_home() -> None:
    files = {file.relative_to(PACKAGE).as_posix(): file.read_text(encoding="utf-8") for file in neutral_files()}
    assert {name for name, text in files.items() if WIN_SHARE.search(text)} == AT_HOME


def test_no_name_that_a_game_declares_where_none_is_known() -> None:
    """Names of more than one word that registered games have for columns, options, pieces and bots, but for those of
    columns that the toolkit names itself."""
    names: set[str] = set()
    for game in map(find_game, GAMES):
        listed = (game.player_columns, game.turn_columns, game.rule_options(), game.component_options())
        names |= {entry.name for entries in listed for entry in entries} | {*game.bot_names()}
    names -= {CHANCES, CHANCES_TAKEN, "win_share", "score_lead"}
    names = {name for name in names if "_" in name}
    found = {file: names & set(re.findall(r"\w+", file.read_text(encoding="utf-8"))) for file in neutral_files()}
    assert {file: named for file, named in found.items() if named} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("gold_lead", True),
        ("Tents and camps", True),
        ("sale_gold", True),
        ("Seals", True),
        ("own workers", True),
        ("Arkadia's", True),
        ("arkadia_sim and arkadia-sim, ArkadiaSimError", False),
        ("content of a campaign, sealed and intent on marigolds", False),
        ("as many workers as cores", False),
    ],
)
def test_words_are_found_as_words(text: str, found: bool) -> None:
    assert bool(WORD.search(text)) == found
