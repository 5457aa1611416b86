"""Once Upon a Castle as the toolkit sees it: what it declares, its tables, and how its bots are tested."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkadia_sim.compiled.engine import BotTrials, Engine, Variant
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.compiled.language import hidden_of
from arkadia_sim.compiled.tables import Tables, average, measured
from arkadia_sim.core.game import End, Setting
from arkadia_sim.core.options import NUMBERS_ALLOWED, ComponentOption
from arkadia_sim.core.outcome import points_outcomes
from arkadia_sim.errors import BadValue
from arkadia_sim.games.castle.bots_api.cues import CONSTRAINTS, CUES
from arkadia_sim.games.castle.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.castle.bots_api.plain import KIT
from arkadia_sim.games.castle.gifts import GIFTS
from arkadia_sim.games.castle.language import CHANCE, END_LABELS, Language
from arkadia_sim.games.castle.metrics import MEASURES
from arkadia_sim.games.castle.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.castle.rules.setup import Prepared, prepare
from arkadia_sim.games.castle.rules.state import DECISIONS, SEATS_MAX, STEPS_MAX, TURN_DTYPE
from arkadia_sim.games.castle.values import FORMAT

ENDS: tuple[End, ...] = (
    End("finished", True, "a player had the twelfth main part (C9.1)", label=END_LABELS["finished"]),
    End("limit", True, "the game was broken off after turn_limit turns (C9.4)", label=END_LABELS["limit"]),
)

BOARD, DECK = "board", "deck"
COMPONENT_OPTIONS = tuple(
    ComponentOption(name=name, kind="numbers", allowed=NUMBERS_ALLOWED, meaning=meaning)
    for name, meaning in (
        (BOARD, "the drawn board of this number (C13), or for each deal one of these boards"),
        (DECK, "the order of the cards of this number (C3.2), or for each deal one of these orders"),
    )
)

CAVEATS = (
    "This is a reconstruction: the personal boards of the published game are lost, and the boards here are guesses.",
    "Nothing that is measured here says how the published game is balanced.",
    "Where the rulebook is silent, some rulings are guesses. RULES.md marks them, and options offer other readings.",
)
ONE_BOARD_CAVEAT = "All games were on one guessed board. Conclusions need boards=drawn: another board for each deal."

DECISION_LOAD = average("decision_load", "options", "decisions", "candidates", "candidates of real decisions")


def _decided(log: Any, seat: int) -> Any:
    """The steps of a seat with two candidates or more."""
    steps, taken = log["steps"], np.arange(STEPS_MAX) < log["n_steps"][:, None]
    return (taken & (steps["seat"] == seat) & (steps["of"] > 1)).sum(axis=1)


TABLES = Tables.of((*measured(MEASURES), DECISION_LOAD), TURN_DTYPE, SEATS_MAX).with_decisions(_decided, SEATS_MAX)

_MANY_TOKENS = {"tokens": 12, "residents_per_die": 5, "sun": 0, "cloud": 9, "monk_flag": 7, "shepherdess_cloud": 3}
_FEW_FACES = ["gold", "food", "stone", "?", "?", "residents"]

VARIANTS = (
    Variant(2, {"version": "architect"}),
    Variant(3, {"boards": "drawn"}),
    Variant(4, {"version": "architect", "boards": "drawn", "build": "every_turn", "others_pass": True}),
    Variant(2, {"build": "every_turn", "waste": "useful", "turn_limit": 60, "ties": "parts"}),
    Variant(3, {"version": "architect", "cash": "at_once", "joker_powers": False, "finish": "finish_turn"}),
    Variant(2, {"version": "architect", "last_building": "parts", "guest_room": "floors", "cloud_limit": 1}),
    Variant(4, {"version": "architect", "die": _FEW_FACES, **_MANY_TOKENS}),
    Variant(3, {"tokens": 3, "turn_limit": 40}),
)
"""All numbers of players, each option both ways, and small and large numbers."""


class Castle(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "castle"
    title = "Once Upon a Castle (reconstruction)"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = points_outcomes("points", smoothing=5.0)
    ends = ENDS
    pieces = COMPONENT_OPTIONS
    tables = TABLES
    default_bot = "casual"
    engine = Engine(decisions=DECISIONS, parts=PARTS, run_out=RUN_OUT, logs=2, constraints=CONSTRAINTS, cues=CUES)
    language = Language
    kit = KIT
    gifts = GIFTS
    bot_trials = BotTrials(
        variants=VARIANTS, fields_that_count=lambda decision, phase: ("pick",), unknown=lambda game: hidden_of(CHANCE)
    )
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; a board that is named by its number is a drawn one (C13)."""
        if BOARD in components:
            if rules.get("boards") == "shipped":
                raise BadValue("components", BOARD, "no board by its number where the rule boards is shipped")
            rules = dict(rules) | {"boards": "drawn"}
        return super().setting(players, rules, components)

    def prepare(self, setting: Setting) -> Prepared:
        rules = RuleSet.of(setting.players, setting.rules)
        return prepare(rules, setting.players, setting.numbers(BOARD), setting.numbers(DECK))

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the box; data/SOURCES.md tells it all."""
        one_board = setting.rules["boards"] == "shipped" or len(setting.numbers(BOARD)) == 1
        return [*CAVEATS, *([ONE_BOARD_CAVEAT] if one_board else [])]


GAME = Castle()
