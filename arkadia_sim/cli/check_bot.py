"""``arkadia-sim check-bot``: does a bot follow the rules, and how good is it?"""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.options import GameName
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arkadia_sim.core.game import Game
    from arkadia_sim.testing.any_bot import Check, Worth


def check_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="FILE.py, FILE.py:NAME, or a bot by name.")],
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Test a bot: does it follow the rules, see only what it may, repeat its play, and how fast and good is it?

    The first check that fails ends the test, with exit code 1.
    """
    from arkadia_sim.core.bot import BotEntry
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.runner.one_game import user_bots
    from arkadia_sim.testing.any_bot import checks, worth

    resolved = resolve_game(game)
    entry = BotEntry.of(resolved.find_bot(bot))
    typer.echo(f"{entry.name}: {entry.plan} ({entry.tier}, {entry.file})", err=as_json)
    if not user_bots(resolved, [bot]):
        _check(resolved, game, bot, checks(resolved, bot), partial(worth, resolved, bot), as_json)
        return
    from arkadia_sim.testing.apart import tried_apart

    with tried_apart(game, bot) as apart:
        _check(resolved, game, bot, apart.checks(), apart.worth, as_json)


def _check(
    game: "Game", named: str, bot: str, checks: "Iterator[Check]", worth: "Callable[[str], Worth]", as_json: bool
) -> None:
    """Make all checks, tell of each, then what the bot is worth."""
    from arkadia_sim.cli.terminal import print_json

    passed: list[str] = []
    for title, check in checks:
        typer.echo(f"  {title} … ", nl=False, err=as_json)
        faults = check()
        typer.echo("no" if faults else "yes", err=as_json)
        if faults:
            if as_json:
                print_json({"bot": bot, "passed": passed, "failed": title, "faults": faults})
            for fault in faults:
                _tell(fault, err=as_json)
            raise typer.Exit(1)
        passed.append(title)
    found = worth(game.default_bot)
    if as_json:
        print_json({"bot": bot, "passed": passed, "failed": None, "faults": [], "worth": _as_json(found)})
        return
    typer.echo(f"  {_worth_text(found, game.outcomes[0].label)}")
    of_game = "" if named == DEFAULT_GAME else f" --game {named}"
    typer.echo(f"all is well; more games: arkadia-sim play {bot} {game.default_bot} --games 1000{of_game}")


def _tell(fault: str, err: bool) -> None:
    from arkadia_sim.errors import LINE_MOST, printable

    typer.echo(f"    {printable(fault, LINE_MOST)}", err=err)


def _worth_text(found: "Worth", label: str) -> str:
    from arkadia_sim.cli.show import with_interval

    fair = "" if found.fair is None else f" (an even share is {found.fair:g})"
    quick = found.seconds_per_game < 0.5
    speed = f"{1 / found.seconds_per_game:,.0f} games a second" if quick else f"{found.seconds_per_game:.3g} s a game"
    return (
        f"against {found.against} with {found.players} players: {label} {with_interval(found.estimate, 1)} {found.unit}"
        f"{fair}, {found.games:,} games, {speed}"
    )


def _as_json(found: "Worth") -> dict[str, Any]:
    estimate = found.estimate
    return {
        "against": found.against,
        "players": found.players,
        "games": found.games,
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "unit": found.unit,
        "seconds_per_game": found.seconds_per_game,
    }
