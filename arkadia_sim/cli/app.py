"""The command ``arkadia-sim``.

Exit codes: 0 all went well, 1 a record breaks a rule, a run could not go on or more than 1% of its games failed,
2 something that the user wrote cannot be used, 130 interrupted.
"""

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arkadia_sim import __version__
from arkadia_sim.cli import (
    balance,
    bench,
    bots,
    check,
    columns,
    compare,
    experiments,
    games,
    ladder,
    learn,
    picture,
    plan,
    play,
    replay,
    report,
    run,
    seats,
    sweep,
    tune,
    watch,
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
    add_completion=True,
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


LOOK, ASK, MAKE, LIST = "Play and look", "Ask a question", "Make better players", "Look things up"

COMMANDS: tuple[tuple[str, Callable[..., None], str, str], ...] = (
    ("play", play.play, LOOK, "play greedy random --games 1000"),
    ("watch", watch.watch, LOOK, "watch greedy master --seed 3"),
    ("replay", replay.replay, LOOK, "replay games.jsonl -o game.html"),
    ("picture", picture.picture, LOOK, "picture games.jsonl --turn 20 -o position.png"),
    ("check", check.check, LOOK, "check games.jsonl"),
    ("compare", compare.compare, ASK, "compare master rival --players 3"),
    ("ladder", ladder.ladder, ASK, "ladder random greedy master --players 2,3 --deals 100"),
    ("seats", seats.seats, ASK, "seats greedy --players 2,3,4"),
    ("sweep", sweep.sweep, ASK, "sweep start_workers=2..5 greedy --players 4 --measure seat_advantage,turns"),
    ("balance", balance.balance, ASK, "balance greedy --knob start_gold --players 2"),
    ("run", run.run, ASK, "run ladder --deals 30 --out results/ladder"),
    ("report", report.report, ASK, "report results/ladder"),
    ("plan", plan.plan, ASK, "plan ladder"),
    ("tune", tune.tune, MAKE, "tune greedy --against rival --save mine.toml"),
    ("learn", learn.learn, MAKE, "learn learner --teacher master --against master --players 2"),
    ("bots", bots.bots, LIST, "bots greedy"),
    ("experiments", experiments.experiments, LIST, "experiments ladder"),
    ("columns", columns.columns, LIST, "columns turn"),
    ("games", games.games, LIST, "games"),
    ("bench", bench.bench, LIST, "bench --players 4 --bots greedy"),
)
"""The commands in the order in which they are shown: name, function, what they are shown with, and an example."""

for name, command, panel, example in COMMANDS:
    app.command(name, rich_help_panel=panel, epilog=f"Example: arkadia-sim {example}")(command)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
