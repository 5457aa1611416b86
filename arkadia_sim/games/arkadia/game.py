"""Arkadia as the toolkit sees it: settings checked, and what is special about its bots, tables and records."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.compiled_table import Steps
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.game import Setting
from arkadia_sim.core.scene import Position
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.arkadia.bots_api.python_bots import Answers
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.declared import (
    AWAITED,
    BOT_TRIALS,
    COMPONENT_OPTIONS,
    ENDS,
    GIFTS,
    OUTCOMES,
    PICTURES,
    caveats,
    chosen_components,
)
from arkadia_sim.games.arkadia.play import handed_by_hand
from arkadia_sim.games.arkadia.records.form import FORMAT
from arkadia_sim.games.arkadia.records.replay import check_record, record_game
from arkadia_sim.games.arkadia.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, played_components, prepare
from arkadia_sim.games.arkadia.rules.turn import FAULTS
from arkadia_sim.games.arkadia.sight.constraints import CONSTRAINTS
from arkadia_sim.games.arkadia.sight.limits import count_choice, note_choice
from arkadia_sim.games.arkadia.tables.columns import TABLES

ENGINE = Engine(
    decisions=("must", "draw", "castle", "banner"),
    defaults=DEFAULTS,
    parts=PARTS,
    run_out=RUN_OUT,
    handed=handed_by_hand,
    note_choice=note_choice,
    count_choice=count_choice,
    kernel_faults=FAULTS,
    logs=4,
    constraints=CONSTRAINTS,
    cues=CUES,
)


class Arkadia(CompiledGame[Prepared]):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "arkadia"
    title = "Arkadia"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = OUTCOMES
    ends = ENDS
    figures = PICTURES
    pieces = COMPONENT_OPTIONS
    tables = TABLES
    default_bot = "greedy"
    constraints = CONSTRAINTS
    gifts = GIFTS
    awaited = AWAITED
    cues = CUES
    engine = ENGINE
    bot_trials = BOT_TRIALS
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting.

        ``components`` are chosen by ``component_options``, or the whole box as a setting holds it; what is left out is
        as shipped.
        """
        checked = RuleSet.from_mapping(rules)
        RuleSet.check_players(players)
        box = chosen_components(components)
        setting = Setting(players=players, rules=checked.as_setting(), components=box.as_json())
        self.prepared(setting)
        return setting

    def prepare(self, setting: Setting) -> Prepared:
        """What all games of a setting have in common, the pieces among it."""
        box, rules = Components.from_json(setting.components), RuleSet.from_mapping(setting.rules)
        return prepare(box, rules, setting.players)

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the pieces, or is not as in the box; data/SOURCES.md tells it all."""
        return caveats(setting)

    def answers(self, prepared: Prepared, game: Any) -> Answers:
        """How bots are asked, with the pieces that the deal has drawn."""
        return Answers(played_components(prepared.components, game))

    def steps(self, prepared: Prepared, game: Any) -> Steps:
        """How decisions are made step by step, with the pieces that the deal has drawn."""
        from arkadia_sim.games.arkadia.steps import Steps as OwnSteps

        return OwnSteps(played_components(prepared.components, game))

    def record(
        self, prepared: Prepared, setting: Setting, log: NDArray[Any], deal: int, bots: Sequence[str]
    ) -> Mapping[str, Any]:
        """The record of a finished game, which is dealt and played once more."""
        return record_game(prepared, setting.rules, log, deal, bots)

    def check_record(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> list[float]:
        """The gold of a record, checked; its cards are the shipped ones unless ``components`` says otherwise."""
        check_record(record, chosen_components(components).cards if components else None)
        return [float(gold) for gold in record["result"]["gold"]]

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        from arkadia_sim.games.arkadia.scenes.story import tell

        deck = chosen_components(components).cards if components else None
        return tell(record, deck, self.name, self.engine, judge)


GAME = Arkadia()
