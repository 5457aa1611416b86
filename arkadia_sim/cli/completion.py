"""What a shell offers when Tab is pressed, after ``arkadia-sim --install-completion``: bots and experiments."""

from pathlib import Path
from typing import Any

import typer

from arkadia_sim.core import DEFAULT_GAME


def bot_argument(metavar: str, help_text: str) -> Any:
    """An argument of a command that names bots."""
    return typer.Argument(metavar=metavar, help=help_text, autocompletion=complete_bots)


def bot_option(metavar: str, help_text: str) -> Any:
    """An option of a command that names a bot."""
    return typer.Option(metavar=metavar, help=help_text, autocompletion=complete_bots)


def complete_bots(context: typer.Context, incomplete: str) -> list[str]:
    """The bots of the game, and the files in this folder that may hold bots."""
    from arkadia_sim.cli.lists import listing
    from arkadia_sim.errors import ArkadiaSimError

    files = sorted(str(file) for ending in ("py", "toml") for file in Path().glob(f"*.{ending}"))
    try:
        names = sorted(bot["name"] for bot in listing(context.params.get("game") or DEFAULT_GAME)["bots"])
    except ArkadiaSimError:  # the game on the command line is not a game yet
        names = []
    return [name for name in [*names, *files] if name.startswith(incomplete)]


def complete_experiments(incomplete: str) -> list[str]:
    """The shipped experiments, and the files in this folder that may hold one."""
    from arkadia_sim import shipped
    from arkadia_sim.experiments.bases import experiment_files

    files = sorted(str(file) for file in Path().glob("*.toml"))
    return [name for name in [*experiment_files(shipped.folder("experiments")), *files] if name.startswith(incomplete)]
