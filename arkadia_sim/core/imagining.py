"""Games that a player may believe to be in, made from plain Python by compiled code that is kept on disk."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.kernels.look_ahead import Parts
from arkadia_sim.kernels.play_loop import STREAM, array_of


def imagining_with(parts: Parts, home: str) -> Any:
    """The entry point ``imagine(games, seat, images, stream)`` of the game whose file is ``home``: it fills in
    ``images[0]`` with a game that a seat of ``games[0]`` may believe to be in."""
    imagine, handed, games_type = parts.imagine, parts.handed, array_of(parts.play.records.game)

    @compiled(types.void(games_type, types.int64, games_type, STREAM), home)
    def imagine_a_game(games: Any, seat: Any, images: Any, stream: Any) -> None:
        imagine(*handed(games[0], seat), images[0], stream)

    return imagine_a_game
