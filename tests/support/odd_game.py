"""A game whose bots fall apart in every way in which plain Python can: one question, and bots that raise."""

import sys
from collections.abc import Callable, Mapping
from typing import Any

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.game import Column
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.simple_game import END_COLUMN, Asked, Host, SimpleGame

LONG = "\x1b[2J\x00" * 50_000


class Mute(Exception):
    """An exception that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Odd:
    """An answer that can be neither compared nor shown."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise Mute

    def __repr__(self) -> str:
        raise Mute


def _raises(make: Callable[[], BaseException]) -> Callable[[Asked], int]:
    def pick(asked: Asked) -> int:
        raise make()

    return pick


FALLS: Mapping[str, Callable[[Asked], Any]] = {
    "mute": _raises(Mute),
    "surrogate": _raises(lambda: ValueError("half a sign: \ud800")),
    "long": _raises(lambda: ValueError(LONG)),
    "generator": _raises(GeneratorExit),
    "exit": lambda asked: sys.exit(0),
    "odd": lambda asked: Odd(),
    "long_answer": lambda asked: LONG,
}
"""What each of the bots does when it is asked."""


def _rarely(asked: Asked) -> int:
    """Raises in the share ``often`` of its games."""
    if asked.luck.random() < asked.settings["often"]:
        raise ValueError("a bad day")
    return 1


class OddGame(SimpleGame):
    """The game, as a `Game`: who says the greater number wins."""

    name, title, default_bot = "odd", "Odd", "calm"
    player_counts: tuple[int, ...] = (2,)
    outcomes: tuple[Outcome, ...] = (
        Outcome(
            column="win_share", label="win rate", unit="points", amount="points", scale=100.0, low=0.0, high=100.0,
            total=100.0,
        ),
    )  # fmt: skip
    player_columns: tuple[Column, ...] = (Column("win_share", "float64", "games", "1 for the only winner"), END_COLUMN)
    decisions = ("pick",)
    bots = (
        Bot("calm", "Says one.", "a test", {"pick": lambda asked: 1}),
        Bot(
            "rarely", "Says one, or raises.", "a test", {"pick": _rarely},
            (Parameter("often", 0.005, 0.0, 1.0, "how often it raises"),),
        ),
        *(Bot(name, "Falls apart.", "a test", {"pick": pick}) for name, pick in FALLS.items()),
    )  # fmt: skip

    def play_one(self, host: Host) -> Mapping[str, Any]:
        said = [host.ask(seat, "pick", (0, 1)) for seat in range(2)]
        return {"win_share": [0.5 + (mine - other) / 2 for mine, other in (said, said[::-1])]}


GAME = OddGame()
NAME = "tests.support.odd_game:GAME"
