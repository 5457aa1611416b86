"""``arkadia-sim bench``: games per second."""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import GameName, table_sizes
from arkadia_sim.cli.terminal import print_json, say
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game
    from arkadia_sim.runner.bench import Speed


def bench(
    players: Annotated[
        list[str] | None, typer.Option(metavar="N,N…", help="Table sizes. 4, or the largest, if left out.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="One bot per seat, or one for all seats. A fast bot if left out."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games. As many as take some seconds if left out.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how fast games are played, without writing results."""
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.runner.bench import measure

    resolved = resolve_game(game)
    sizes = [None] if players is None else table_sizes(players)
    tables = [line_up(bots or quick_bot(resolved), size, _usual_size(resolved)) for size in sizes]
    speeds = [measure(lineup, workers, games, game, lambda text: say(text, err=True)) for lineup in tables]
    if as_json:
        print_json(speeds[0].as_json() if len(speeds) == 1 else {"tables": [speed.as_json() for speed in speeds]})
        return
    for speed in speeds:
        _tell(speed)


def _tell(speed: "Speed") -> None:
    from arkadia_sim.questions.labels import players_text

    figures = speed.as_json()
    say(f"{figures['games_per_second']:,.0f} games and {figures['turns_per_second']:,.0f} turns a second")
    if speed.playouts_per_second is not None:
        say(f"{speed.playouts_per_second:,.0f} playouts a second from the middle of a game")
    per_thousand = [f"{figures['games_per_thousand_steps']:.3f} games"]
    if speed.playouts_per_second is not None:
        per_thousand.append(f"{figures['playouts_per_thousand_steps']:.3f} playouts")
    say(
        f"{' and '.join(per_thousand)} for each thousand steps of a fixed piece of work "
        f"({figures['steps_per_second']:,.0f} steps a second): to compare with another day's"
    )
    say(f"{players_text(speed.players)} ({', '.join(speed.bots)}), {figures['workers']} worker(s)")
    say(f"measured over {speed.games:,} games in {speed.seconds:.1f} s")


def quick_bot(game: "Game") -> str:
    """The bot ``random``, which takes no time to think, where the game has one; else its usual bot."""
    from arkadia_sim.errors import UnknownName

    try:  # a list of all would have all of them loaded
        return game.find_bot("random").spec
    except UnknownName:
        return game.default_bot


def _usual_size(game: "Game") -> int:
    """Four players, or the most that the game is for where four are not among them."""
    return 4 if 4 in game.player_counts else max(game.player_counts)


def line_up(bots: str, players: int | None, usual: int) -> list[str]:
    """One bot per seat; where one is named, it sits in all seats of a table of that or the ``usual`` size."""
    from arkadia_sim.core.spec import split_specs
    from arkadia_sim.errors import BadValue

    named = split_specs(bots)
    if len(named) == 1:
        return named * (usual if players is None else players)
    if players is not None and players != len(named):
        raise BadValue("--players", players, f"{len(named)}, as many as there are bots, or no --players")
    return named
