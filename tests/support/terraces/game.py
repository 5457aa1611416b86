"""The game, for ``--game tests.support.terraces.game:GAME``."""

from arkadia_sim.compiled.engine import BotTrials, Engine, Variant
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.compiled.language import hidden_of
from arkadia_sim.core.game import End, Setting
from arkadia_sim.core.outcome import points_outcomes
from arkadia_sim.kernels.play_loop import Prepared
from tests.support.terraces.bots import BOTS
from tests.support.terraces.language import CHANCE, FORMAT, Language
from tests.support.terraces.look_ahead import PARTS, RUN_OUT
from tests.support.terraces.measures import TABLES
from tests.support.terraces.sight import CONSTRAINTS, CUES
from tests.support.terraces.state import DECISIONS, RuleSet, prepare
from tests.support.terraces.view import KIT


class Terraces(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name, title, rules_version, default_bot = "terraces", "Terraces", "1", "counter"
    rule_set = RuleSet
    outcomes = points_outcomes("points", smoothing=3.0)
    ends: tuple[End, ...] = (End("finished", True, "all cards were played (T5)"),)
    tables = TABLES
    language = Language
    record_format = FORMAT
    bots = BOTS
    kit = KIT
    engine = Engine(decisions=DECISIONS, parts=PARTS, run_out=RUN_OUT, logs=16, constraints=CONSTRAINTS, cues=CUES)
    bot_trials = BotTrials(
        variants=tuple(Variant(players, {"cards": cards}) for players in (2, 3, 4) for cards in (12, 20)),
        fields_that_count=lambda decision, phase: ("pick",),
        unknown=lambda game: hidden_of(CHANCE),
    )

    def prepare(self, setting: Setting) -> Prepared:
        return prepare(RuleSet.of(setting.players, setting.rules), setting.players)


GAME = Terraces()
NAME = "tests.support.terraces.game:GAME"
