"""The command ``arkadia-sim``.

Exit codes: 0 all went well, 1 a record breaks a rule, a run could not go on or more than 1% of its games failed,
2 something that the user wrote cannot be used, 130 interrupted.
"""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arkadia_sim import __version__
from arkadia_sim.cli import (
    balance,
    bench,
    bots,
    check,
    compare,
    ladder,
    learn,
    plan,
    play,
    report,
    run,
    seats,
    sweep,
    tune,
)
from arkadia_sim.errors import ArkadiaSimError, UsageError, message_text


class Commands(TyperGroup):
    """The commands, with the toolkit's own errors told in words instead of tracebacks."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what it raises on purpose becomes a message on stderr and an exit code."""
        try:
            return super().invoke(ctx)
        except UsageError as error:
            typer.echo(f"arkadia-sim: {message_text(error)}", err=True)
            raise typer.Exit(2) from None
        except ArkadiaSimError as error:
            typer.echo(f"arkadia-sim: {message_text(error)}", err=True)
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            typer.echo("arkadia-sim: interrupted; what is finished is kept, the same command goes on from it", err=True)
            raise typer.Exit(130) from None


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"arkadia-sim {__version__}")
        raise typer.Exit


app = typer.Typer(
    name="arkadia-sim",
    cls=Commands,
    help="Board games as a laboratory: many games by the full rules, and statistics about what pays.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


for name, command in (
    ("play", play.play),
    ("compare", compare.compare),
    ("ladder", ladder.ladder),
    ("seats", seats.seats),
    ("sweep", sweep.sweep),
    ("balance", balance.balance),
    ("run", run.run),
    ("plan", plan.plan),
    ("report", report.report),
    ("bots", bots.bots),
    ("check", check.check),
    ("bench", bench.bench),
    ("tune", tune.tune),
    ("learn", learn.learn),
):
    app.command(name)(command)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
