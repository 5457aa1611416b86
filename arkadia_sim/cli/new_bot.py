"""``arkadia-sim new-bot``: a bot of your own to start from."""

from typing import Annotated

import typer

from arkadia_sim.cli.options import GameName
from arkadia_sim.core import DEFAULT_GAME


def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the bot: letters, digits and _.")],
    compiled: Annotated[bool, typer.Option("--compiled", help="A compiled bot, which plays at full speed.")] = False,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Write a working bot with comments, and its test, into this folder, for you to change."""
    from keyword import iskeyword
    from pathlib import Path

    from arkadia_sim.core.game import Workshop
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.errors import BadValue, RunError, UsageError

    if not (name.isidentifier() and name.isascii()) or iskeyword(name):
        raise BadValue("name", name, "a name as Python has them, of letters, digits and _, such as my_bot")
    resolved = resolve_game(game)
    if not isinstance(resolved, Workshop):
        raise UsageError(f"{resolved.title} has no bot to start from: copy the file of one of its own bots")
    if name in {one.name for one in resolved.list_bots()}:
        raise BadValue("name", name, "one that no bot has yet; arkadia-sim bots lists those that have one")
    written = {Path(f"{name}.py"): "compiled.py" if compiled else "plain.py", Path(f"test_{name}.py"): "test.py"}
    for file in written:
        if file.exists():
            raise UsageError(f"{file} is there already: choose another name, or move it away")
    try:
        for file, template in written.items():
            text = (resolved.new_bot / template).read_text(encoding="utf-8")
            file.write_text(text.replace("my_bot", name), encoding="utf-8")
    except OSError as error:
        raise RunError(f"{file} cannot be written: {error.strerror}") from None
    of_game = "" if game == DEFAULT_GAME else f" --game {game}"
    typer.echo(f"{name}.py holds the bot {name}, test_{name}.py its test. Now:")
    for words in (f"check-bot {name}.py", f"play {name}.py {resolved.default_bot} --games 100", "bots --sees"):
        typer.echo(f"  arkadia-sim {words}{of_game}")
