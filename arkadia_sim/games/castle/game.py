"""Once Upon a Castle as the toolkit sees it: settings checked, and what is special about its bots and records."""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.game import Setting
from arkadia_sim.errors import BadValue
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.castle.bots_api.plain import KIT
from arkadia_sim.games.castle.declared import (
    BOARD,
    BOT_TRIALS,
    CAVEATS,
    COMPONENT_OPTIONS,
    DECK,
    ENDS,
    ONE_BOARD_CAVEAT,
    OUTCOMES,
    TRAJECTORIES,
)
from arkadia_sim.games.castle.gifts import GIFTS
from arkadia_sim.games.castle.language import Language
from arkadia_sim.games.castle.records.form import FORMAT
from arkadia_sim.games.castle.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.castle.rules.setup import Prepared, prepare
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.rules.turn import FAULTS
from arkadia_sim.games.castle.sight.constraints import CONSTRAINTS
from arkadia_sim.games.castle.sight.limits import count_choice, note_choice
from arkadia_sim.games.castle.tables.columns import TABLES

ENGINE = Engine(
    decisions=DECISIONS,
    parts=PARTS,
    run_out=RUN_OUT,
    note_choice=note_choice,
    count_choice=count_choice,
    kernel_faults=FAULTS,
    logs=2,
    constraints=CONSTRAINTS,
    cues=CUES,
)


class Castle(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "castle"
    title = "Once Upon a Castle (reconstruction)"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = OUTCOMES
    ends = ENDS
    trajectories = TRAJECTORIES
    pieces = COMPONENT_OPTIONS
    tables = TABLES
    default_bot = "casual"
    engine = ENGINE
    language = Language
    kit = KIT
    gifts = GIFTS
    bot_trials = BOT_TRIALS
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
