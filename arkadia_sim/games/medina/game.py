"""Medina as the toolkit sees it: settings checked, and what is special about its bots, tables and records."""

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.game import Setting
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.defaults import DEFAULTS
from arkadia_sim.games.medina.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.medina.bots_api.plain import KIT
from arkadia_sim.games.medina.declared import BOT_TRIALS, CAVEATS, ENDS, OUTCOMES, TRAJECTORIES
from arkadia_sim.games.medina.gifts import AWAITED, GIFTS
from arkadia_sim.games.medina.language import Language
from arkadia_sim.games.medina.play import handed_by_hand
from arkadia_sim.games.medina.records.form import FORMAT
from arkadia_sim.games.medina.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.medina.rules.setup import Prepared, prepare
from arkadia_sim.games.medina.rules.turn import FAULTS
from arkadia_sim.games.medina.sight.constraints import CONSTRAINTS
from arkadia_sim.games.medina.sight.limits import count_choice, note_choice
from arkadia_sim.games.medina.tables.columns import TABLES

ENGINE = Engine(
    decisions=("place", "tea"),
    defaults=DEFAULTS,
    parts=PARTS,
    run_out=RUN_OUT,
    handed_by_hand=handed_by_hand,
    note_choice=note_choice,
    count_choice=count_choice,
    kernel_faults=FAULTS,
    logs=16,
    constraints=CONSTRAINTS,
    cues=CUES,
)


class Medina(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "medina"
    title = "Medina"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = OUTCOMES
    ends = ENDS
    trajectories = TRAJECTORIES
    tables = TABLES
    general_caveats = CAVEATS
    default_bot = "greedy"
    gifts = GIFTS
    awaited = AWAITED
    engine = ENGINE
    language = Language
    kit = KIT
    bot_trials = BOT_TRIALS
    record_format = FORMAT

    def prepare(self, setting: Setting) -> Prepared:
        return prepare(RuleSet.of(setting.players, setting.rules), setting.players)


GAME = Medina()
