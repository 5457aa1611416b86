"""The command ``arkadia-sim``.

Exit codes: 0 all went well, 1 a record breaks a rule, a run could not go on or more than 1% of its games failed,
2 something that the user wrote cannot be used, 130 interrupted.
"""

import errno
import re
import sys
import tomllib
from collections.abc import Callable
from copy import copy
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from arkadia_sim import __version__, shipped
from arkadia_sim.cli import coach, experiments, lists, own_bots, play, questions, records, searches
from arkadia_sim.cli.terminal import PLAIN, say
from arkadia_sim.errors import (
    LINE_MOST,
    VALUE_MOST,
    ArkadiaSimError,
    NoRecord,
    RecordError,
    UsageError,
    message_text,
    printable,
)
from arkadia_sim.system import collect_rarely

DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
"""Errors of a disk that is full, read-only or broken: no fault of this program."""

_WRONG_WORDS: Any = typer.BadParameter.__bases__[0]
"""What typer raises for words of the command line that it cannot use. It repeats them, however long."""


def _reworded(error: Any) -> str:
    """What is wrong with a value on the command line, in the words that faults of experiment files have."""
    message = str(error.message).removeprefix("Value error, ")
    faults: list[Any] = getattr(error.__cause__, "errors", list)()
    if faults and message.startswith("Input "):
        message = f"{faults[0]['input']!r} is not allowed ({message.removeprefix('Input ')})"
    return re.sub(rf"\S{{{VALUE_MOST},}}", lambda word: printable(word[0], VALUE_MOST), message)


class Quick:
    """A command that does not load pydantic, by which typer checks options, if there is nothing to check."""

    _bare = False
    """Whether no option was given: then none is read, for typer checks even a default."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments, unless none was given."""
        return [] if self._bare else super().get_params(ctx)  # type: ignore[misc]


class QuickCommand(Quick, TyperCommand):
    """A command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the words after the command; a list needs none, its function has the defaults."""
        self._bare = not args and self.rich_help_panel == LIST and not ctx.resilient_parsing
        return super().parse_args(ctx, args)


class Commands(Quick, TyperGroup):
    """The commands. Errors that the toolkit raises on purpose become messages instead of tracebacks."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the options that stand before a command."""
        self._bare = bool(args) and args[0] in self.commands
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Print the commands in their groups, each with what it does in a sentence."""
        for group in dict.fromkeys(panel for _, _, panel in COMMANDS):
            with formatter.section(group):
                named = [name for name, _, panel in COMMANDS if panel == group]
                formatter.write_dl([(name, (self.commands[name].help or "").partition("\n\n")[0]) for name in named])

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an error raised on purpose becomes a message on stderr and an exit code."""
        try:
            return super().invoke(ctx)
        except _WRONG_WORDS as error:
            error.message = _reworded(error)
            raise
        except (UsageError, RecordError, NoRecord) as error:
            say(f"arkadia-sim: {message_text(error)}", err=True)
            raise typer.Exit(2) from None
        except ArkadiaSimError as error:
            say(f"arkadia-sim: {message_text(error)}", err=True)
            raise typer.Exit(1) from None
        except OSError as error:
            if error.errno not in DISK:
                raise
            where = "" if error.filename is None else f"{error.filename}: "
            say(f"arkadia-sim: {printable(where + str(error.strerror), LINE_MOST)}", err=True)
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            say("arkadia-sim: interrupted. What is finished is kept; run the same command again to go on.", err=True)
            raise typer.Exit(130) from None


def _show_version(wanted: bool) -> None:
    if wanted:
        say(f"arkadia-sim {__version__}")
        raise typer.Exit


app = typer.Typer(
    name="arkadia-sim", cls=Commands,
    help="Play thousands of games of a board game by its full rules, and see which strategies win.",
    no_args_is_help=True, add_completion=True, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


LIST = "Look things up"

GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "Play and look": (play.play, play.serve, records.watch, records.replay, records.review, records.check),
    "Ask a question": (
        questions.compare, questions.ladder, questions.seats, questions.feel, questions.sweep, questions.dose,
        questions.balance, questions.explore, coach.coach, coach.mistakes, coach.exploit, coach.worth,
        experiments.run, experiments.report, experiments.plan,
    ),
    "Make better players": (
        own_bots.new_bot, own_bots.check_bot, own_bots.new_variant, coach.playbook,
        searches.tune, searches.learn, searches.judge,
    ),
    LIST: (lists.bots, lists.experiments, lists.columns, lists.games, lists.bench),
}  # fmt: skip

COMMANDS = [(made.__name__.replace("_", "-"), made, group) for group, those in GROUPS.items() for made in those]
"""The commands in the order of the help: name, function and group."""

EXAMPLES: dict[str, str] = tomllib.loads(shipped.EXAMPLES.read_text(encoding="utf-8"))
"""An example of each command, without ``arkadia-sim``. They are shipped with the bots, because they name a game's."""

for name, command, panel in COMMANDS:
    app.command(name, cls=QuickCommand, rich_help_panel=panel, epilog=f"Example: arkadia-sim {EXAMPLES[name]}")(command)


def main() -> None:
    """Run the command line. Signs that the output cannot hold are printed as the nearest plain ones."""
    if sys.stdout is None:  # closed by the program that started this one
        sys.exit("arkadia-sim: standard output is closed: send it somewhere, such as > /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
    collect_rarely()
    called = copy(app)
    named = [command for command in app.registered_commands if command.name in sys.argv[1:2]]
    called.registered_commands = named or app.registered_commands  # typer takes a while to look at all of them
    called()


if __name__ == "__main__":
    main()
