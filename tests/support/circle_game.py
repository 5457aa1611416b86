"""The dice game with three signs in a circle: rock, paper and scissors take gold from whom they beat."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Bot, Seated, seat
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UnknownName
from tests.support.toy_game import ToyGame

TAKEN = 4
BEATEN = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
SIGNS = {name: Bot(name, "Shows a sign.", "the test's own", {}, (), game="circle") for name in (*BEATEN, "plain")}


class CircleGame(ToyGame):
    """The game, as a `Game`."""

    name, title = "circle", "The circle"

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        read = BotSpec.parse(spec)
        if read.name not in SIGNS:
            raise UnknownName("bot", read.name, SIGNS)
        return seat(SIGNS[read.name], spec, Path(__file__), dict(read.settings))

    def _bot(self, spec: str) -> Mapping[str, Any]:
        return {"name": self.find_bot(spec).bot.name}

    def _gold(self, dice: Any, bots: Sequence[Mapping[str, Any]], lineups: Any, bonus: int) -> Any:
        beats = np.array([[BEATEN.get(bot["name"]) == other["name"] for other in bots] for bot in bots])
        won = beats[lineups[:, :, None], lineups[:, None, :]].sum(axis=2)
        lost = beats[lineups[:, None, :], lineups[:, :, None]].sum(axis=2)
        return dice.sum(axis=2) + TAKEN * (won - lost) + bonus


GAME = CircleGame()
NAME = "tests.support.circle_game:GAME"
