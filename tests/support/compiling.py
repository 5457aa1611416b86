"""Compile a game and all its bots before many tests, in several processes, need them: ``python -m
tests.support.compiling arkadia``."""

import sys

from arkadia_sim.accelerate import make
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.compiled.ranking import Ranking
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.registry import find_game


def compile_all(name: str) -> None:
    """Compile what plays the games of all bots, compiled or in plain Python, with constraints and without."""
    game = find_game(name)
    assert isinstance(game, CompiledGame)
    engine, bots = game.engine, [find_bot(bot, name) for bot in game.bot_names()]
    play, looking_ahead = engine.play, engine.run_out
    make([*engine.entry_points(bots), play.limit, play.limit_nobody, *map(engine.default, engine.decisions)])
    make([play.open_game, play.advance, play.close_game, play.veil])
    make(
        [
            engine.parts.note_choice,
            engine.parts.count_choice,
            engine.parts.find,
            engine.parts.decide_by_chance,
            *looking_ahead,
        ]
    )
    rankings = [bot.bot.candidates(bot, min(game.player_counts)) for bot in bots if bot.bot.candidates is not None]
    for ranking in (Ranking(*fields) for fields in rankings if fields is not None):
        make([ranker for ranker in (ranking.rank, ranking.search) if ranker is not None])


if __name__ == "__main__":
    compile_all(sys.argv[1])
