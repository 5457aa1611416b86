"""``arkadia-sim bench``: games a second."""

from typing import Annotated

import typer

from arkadia_sim.core import DEFAULT_GAME


def bench(
    players: Annotated[int | None, typer.Option(min=1, help="How many players; 4 if no bots are named.")] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="One bot per seat, or one for all; random if not given.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    games: Annotated[int | None, typer.Option(min=1, help="How many games; some seconds' worth if not given.")] = None,
    game: Annotated[str, typer.Option(help="Which game.", hidden=True)] = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how fast games are played: everything that `play` does, but for writing."""
    from arkadia_sim.cli import show
    from arkadia_sim.runner.bench import measure

    speed = measure(line_up(bots, players), workers, games, game, lambda text: typer.echo(text, err=True))
    if as_json:
        show.print_json(speed.as_json())
        return
    figures = speed.as_json()
    typer.echo(f"{figures['games_per_second']:,.0f} games and {figures['turns_per_second']:,.0f} turns a second")
    typer.echo(f"{speed.players} players ({', '.join(speed.bots)}), {speed.workers} worker(s)")
    typer.echo(f"measured over {speed.games:,} games in {speed.seconds:.1f} s")


def line_up(bots: str | None, players: int | None) -> list[str]:
    """One bot per seat."""
    from arkadia_sim.core.spec import split_specs
    from arkadia_sim.errors import BadValue

    named = split_specs(bots or "random")
    if len(named) == 1:
        return named * (4 if players is None else players)
    if players is not None and players != len(named):
        raise BadValue("--players", players, f"{len(named)}, as many as there are bots, or no --players")
    return named
