"""The dice game with a bot that follows rules: points for sixes are gold for them, points for slips cost as much, and
points for whistling do nothing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arkadia_sim.core.bot import Bot, Seated
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.cues import SITUATION, Cue
from arkadia_sim.core.playbook import POINTS
from tests.support.toy_game import BOTS, ToyGame

CUES = (
    Cue("day", SITUATION, "days", "days", from_to=("from day # on", "up to day #"), numbers=(1,)),
    Cue("sixes", "throw", "{six|sixes} thrown", "dice"),
    Cue("slips", "throw", "{slip|slips} of the hand", "slips"),
    Cue("whistles", "throw", "{tune|tunes} whistled", "tunes"),
)
WORTH = {"sixes": 1.0, "slips": -1.0, "whistles": 0.0}


def _throw(view: Any) -> None:
    """Never called: the game looks at the rules."""


PLAYER = Bot("rules", "Follows rules.", "the test's own", {"throw": _throw}, game="toy", cues=CUES, only_rules=True)


class RuleGame(ToyGame):
    """The dice game, as a `Game`, with one bot more."""

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        own = {name: (bot, Path(__file__)) for name, bot in {**BOTS, "rules": PLAYER}.items()}
        return find_bot(spec, "toy", own)

    def _bot(self, spec: str) -> Mapping[str, Any]:
        seated = self.find_bot(spec)
        if not seated.bot.cues:
            return super()._bot(spec)
        points = [rule for rule in seated.bot.rules_at(2) if rule.kind == POINTS]
        return {
            "name": "rules",
            "extra": sum(point.number * WORTH[point.cue] for point in points),
            "even": 0.0,
            "bread": 0,
        }


GAME = RuleGame()
NAME = "tests.support.rule_game:GAME"
