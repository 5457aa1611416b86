"""Games that the engine has played and recorded, for tests of records; the twin sits beside and notes its own."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Setting
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.play import PLAY
from arkadia_sim.games.arkadia.rules.setup import Prepared, played_components, prepare
from tests.games.arkadia.twin.compare import SideBySide
from tests.games.arkadia.twin.configurations import Configuration
from tests.games.arkadia.twin.deciders import decider
from tests.games.arkadia.twin.engine_view import EngineView
from tests.games.arkadia.twin.head import record_format
from tests.games.arkadia.twin.twin import Twin


@dataclass
class RecordedGame:
    """A game that was played: its log of turns, the record that the engine makes of it, and the twin's own record."""

    prepared: Prepared
    setting: Setting
    log: NDArray[Any]
    record: dict[str, Any]
    by_twin: dict[str, Any]


class Logged(SideBySide):
    """Engine and twin side by side, and the turns as each of them tells them."""

    def _end_turn(self) -> None:
        self.log = [*getattr(self, "log", []), self.view.game["now"].copy()]
        self.told = [*getattr(self, "told", []), self.twin.last_turn]
        super()._end_turn()

    def play(self, plan: Configuration) -> dict[str, Any]:
        """Play to the end; the twin's own record of the game."""
        head = self.view.head(plan.rules.as_record())
        decide = decider(plan.decider, plan.seed, plan.players)
        while self.twin.phase != "over":
            self.compare_options()
            self.apply(decide(self))
        return {
            "format": record_format(head["rules"]),
            **head,
            "bots": [f"{plan.decider}-{seat}" for seat in range(plan.players)],
            "seed": plan.seed,
            "turns": self.told,
            "result": self.twin.result(),
        }


def deal_table(plan: Configuration, prepared: Prepared) -> Logged:
    """A deal of the engine, as for play, from the seed of the plan."""
    games = PLAY.dealt(prepared, plan.players, plan.seed)
    view = EngineView(games, played_components(plan.components, games[0]))
    return Logged(view, Twin(view.head(plan.rules.as_record())))


def play_recorded(plan: Configuration) -> RecordedGame:
    """Play a configuration to its end and record it; its first seat is 0, as in every deal."""
    prepared = prepare(plan.components, plan.rules, plan.players)
    table = deal_table(plan, prepared)
    by_twin = table.play(plan)
    log = np.array(table.log)
    setting = Setting(players=plan.players, rules=plan.rules.as_setting(), components={})
    record = GAME.record(prepared, setting, log, plan.seed, by_twin["bots"])
    return RecordedGame(prepared, setting, log, json.loads(json.dumps(record)), by_twin)
