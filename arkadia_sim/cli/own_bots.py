"""``arkadia-sim new-bot``, ``check-bot`` and ``new-variant``: write a bot or rules of your own, and test them."""

import inspect
import re
import sys
from contextlib import closing, nullcontext
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim import shipped
from arkadia_sim.cli.lists import listing
from arkadia_sim.cli.options import GameName
from arkadia_sim.cli.terminal import say
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import LINE_MOST, BadValue, RunError, UnknownName, UsageError, command_line, counted, printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arkadia_sim.core.game import Game
    from arkadia_sim.testing.any_bot import Worth

NAME_MOST = 100
"""How many characters the name of a new bot may have."""

PATIENCE = 100.0
"""How long, in seconds of one core, the games may take that are advised after a check."""
TEST = '''"""my_bot keeps the rules and beats `random`: pytest test_my_bot.py."""

from pathlib import Path

from arkadia_sim import play
from arkadia_sim.testing.any_bot import check_any_bot

MY_BOT = str(Path(__file__).with_name("my_bot.py"))


def test_my_bot_does_what_bots_must() -> None:
    check_any_bot(MY_BOT, GAME)


def test_my_bot_beats_random(tmp_path: Path) -> None:
    result = play([MY_BOT, "random"], games=20, seed=1, workers=1, out=tmp_path / "games", game=GAME)
    mine = result.bots()[0].outcomes[0].estimate  # the share of games won, in points, with its 95% interval
    assert mine.low > 50
'''
"""The test of a new bot, of any game."""


def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the bot: letters, digits and _.")],
    base: Annotated[
        str | None, typer.Option("--from", metavar="BOT", help="The bot to copy; you replace one decision.")
    ] = None,
    compiled: Annotated[
        bool, typer.Option("--compiled", help="A variant in compiled code, which plays at full speed.")
    ] = False,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Write a working bot with comments, and its test, into this folder, for you to change.

    It makes all decisions itself. With --from or --compiled, it is a variant of another bot.
    """
    from arkadia_sim.core.registry import resolve_game

    _check_name(name)
    resolved = resolve_game(game)
    if resolved.new_bot is None or not resolved.new_bot.is_dir():
        raise UsageError(f"{resolved.title} has no bot to start from: copy the file of one of its own bots")
    bots = {bot["name"]: Path(bot["file"]) for bot in listing(game)["bots"]}
    if name in bots:
        raise BadValue("name", name, "a name that is not taken; arkadia-sim bots lists all bots")
    kind = "compiled.py" if compiled else "plain.py" if base is None else "variant.py"
    text = _based_on((resolved.new_bot / kind).read_text(encoding="utf-8"), base, bots)
    texts = {Path(f"{name}.py"): text, Path(f"test_{name}.py"): TEST.replace("GAME", repr(game).replace("'", '"'))}
    _write(texts, "my_bot", name)
    say(f"{name}.py holds the bot {name}, test_{name}.py its test. Now:")
    for words in (
        ["check-bot", f"{name}.py"],
        ["play", f"{name}.py", resolved.default_bot, "--games", "100"],
        ["bots", "--sees"],
    ):
        say(f"  {command_line(*words, *_game_option(game))}")


def _check_name(name: str) -> None:
    if not (name.isidentifier() and name.isascii()) or iskeyword(name):
        raise BadValue("name", name, "a Python name of letters, digits and _, such as my_bot")
    if len(name) > NAME_MOST:
        raise BadValue("name", name, f"at most {NAME_MOST} characters")
    if name in sys.modules or name in sys.stdlib_module_names or find_spec(name) is not None:
        raise BadValue("name", name, f"a name that no module of Python has: {name}.py would hide it")


def _write(texts: "dict[Path, str]", was: str, name: str) -> None:
    """Write new files, with a name in place of that in their templates."""
    for file, text in texts.items():
        if file.exists():
            raise UsageError(f"{file} exists already: choose another name, or move it away")
        texts[file] = text.replace(was, name)
    try:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"{file} cannot be written: {error.strerror}") from None


def new_variant(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the house rules: letters, digits and _.")],
    game: GameName = DEFAULT_GAME,
) -> None:
    """Write house rules that change a scoring rule, with their test, into this folder, for you to change.

    Play, compare, sweep and other commands take such a file with --variant.
    """
    from arkadia_sim.core.registry import resolve_game

    _check_name(name)
    resolved, folder = resolve_game(game), shipped.folder("experiments") / "variants"
    if not (folder / f"{game}.py").is_file():
        raise UsageError(f"{resolved.title} has no rules that a file of house rules can replace")
    from arkadia_sim.accelerate import RULES

    templates = {f"{name}.py": f"{game}.py", f"test_{name}.py": f"{game}_test.py"}
    texts = {Path(file): (folder / template).read_text(encoding="utf-8") for file, template in templates.items()}
    _write(texts, "my_rules", name)
    say(f"{name}.py holds the house rules {name}, test_{name}.py their test. Rules that such a file can replace:")
    for rule, made in RULES[game].items():
        function = getattr(made, "py_func", made)
        say(f"  {rule}({', '.join(inspect.signature(function).parameters)})\n      {inspect.getdoc(function)}")
    say(f"Now:\n  {command_line('compare', resolved.default_bot, '--variant', f'{name}.py', *_game_option(game))}")


def _based_on(text: str, base: str | None, bots: "Mapping[str, Path]") -> str:
    """A template with another bot in place of the one that it is a variant of."""
    imported = re.search(r"^from arkadia_sim\.shipped\.bots\.\w+\.(\w+) import", text, re.MULTILINE)
    if base is None or imported is None:
        return text
    programs = [name for name, file in bots.items() if file.name == f"{name}.py"]
    if base in bots and base not in programs:
        raise UsageError(
            f"{base} is a table of numbers in {bots[base].name}: write a table of your own with player = {base!r} (see "
            f"docs/how-to/write-a-bot.md), or start from one of {', '.join(programs)}"
        )
    if base not in programs:
        raise UnknownName("bot", base, programs)
    return re.sub(rf"\b{imported[1]}\b", base, text)


def _game_option(game: str) -> list[str]:
    return [] if game == DEFAULT_GAME else ["--game", game]


def check_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="FILE.py, FILE.py:NAME, or a bot by name.")],
    game: GameName = DEFAULT_GAME,
) -> None:
    """Test a bot: does it follow the rules, see only what it may, repeat its play, and how fast and good is it?

    The first check that fails ends the test, with exit code 1.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.runner.audit import user_bots
    from arkadia_sim.runner.child import Child
    from arkadia_sim.testing.any_bot import asked, begin, next_report, worth

    resolved = resolve_game(game)
    found = resolved.find_bot(bot)
    kind = "python" if found.bot.in_python else "compiled"
    say(printable(f"{found.bot.name}: {found.bot.plan} ({kind}, {found.file})"))
    resolved.warm_up([bot, resolved.default_bot])  # what is compiled is announced here, and not in a child
    of_user = bool(user_bots(resolved, [bot]))
    with closing(Child()) if of_user else nullcontext() as child:
        asked(child, bot, begin, game, bot, of_user)
        while (title := asked(child, bot, next_report)) is not None:
            say(f"  {title} … ", nl=False)
            found_faults = asked(child, bot, next_report)
            say("no" if found_faults else "yes")
            for fault in found_faults:
                say(f"    {printable(fault, LINE_MOST)}")
            if found_faults:
                raise typer.Exit(1)
    other = resolved.default_bot
    with closing(Child()) if of_user else nullcontext() as child:  # indices are not checked, as in any run
        strength = asked(child, bot, worth, game, bot, other)
    say(f"  {_worth_text(strength, resolved)}")
    games = next((games for games in (1000, 300, 100) if games * strength.seconds_per_game < PATIENCE), 30)
    say(f"all is well; more games: {command_line('play', bot, other, '--games', games, *_game_option(game))}")


def _worth_text(worth: "Worth", game: "Game") -> str:
    from arkadia_sim.cli.estimates import TOO_FEW_DEALS
    from arkadia_sim.cli.show import with_interval
    from arkadia_sim.stats.verdicts import MINIMUM_DEALS

    outcome = game.outcomes[0]
    fair = "" if worth.fair is None else f" (an even share is {worth.fair:g})"
    quick = worth.seconds_per_game < 0.5
    speed = (
        f"{counted(round(1 / worth.seconds_per_game), 'game')} a second"
        if quick
        else f"{worth.seconds_per_game:.3g} s a game"
    )
    speed += "" if worth.slowest_turn is None else f", slowest turn {1000 * worth.slowest_turn:,.0f} ms"
    result = f"{outcome.label} {with_interval(worth.estimate, 1, outcome)} {worth.unit}{fair}"
    few = f"; {TOO_FEW_DEALS}" if worth.estimate.n < MINIMUM_DEALS else ""
    met = f"against {worth.against} with {counted(worth.players, 'player')}"
    return f"{met}: {result}, {counted(worth.games, 'game')}, {speed}{few}"
