"""``arkadia-sim bench``: games per second."""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import GameName
from arkadia_sim.cli.terminal import say
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game


def bench(
    players: Annotated[int | None, typer.Option(help="The table size. 4, or the largest, if left out.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="One bot per seat, or one for all seats. A fast bot if left out."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games. As many as take some seconds if left out.")
    ] = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Measure how fast games are played, without writing results."""
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.core.spec import split_specs
    from arkadia_sim.errors import BadValue
    from arkadia_sim.questions.labels import players_text
    from arkadia_sim.runner.bench import measure

    resolved = resolve_game(game)
    seated = split_specs(bots or quick_bot(resolved))
    if players is not None and len(seated) not in (1, players):
        raise BadValue("--players", players, f"{len(seated)}, as many as there are bots, or no --players")
    if len(seated) == 1:
        seated *= players or (4 if 4 in resolved.player_counts else max(resolved.player_counts))
    speed = measure(seated, workers, games, game, lambda text: say(text, err=True))
    figures = speed.as_json()
    say(f"{figures['games_per_second']:,.0f} games and {figures['turns_per_second']:,.0f} turns a second")
    per_thousand = f"{figures['games_per_thousand_steps']:.3f} games"
    if speed.playouts_per_second is not None:
        say(f"{speed.playouts_per_second:,.0f} playouts a second from the middle of a game")
        per_thousand += f" and {figures['playouts_per_thousand_steps']:.3f} playouts"
    say(
        f"{per_thousand} for each thousand steps of a fixed piece of work "
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
