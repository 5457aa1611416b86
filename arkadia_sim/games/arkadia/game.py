"""Arkadia as the toolkit sees it: settings checked, and what is special about its bots, tables and records."""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.game import Setting
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia import declared
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.arkadia.bots_api.plain import KIT
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.language import Language
from arkadia_sim.games.arkadia.play import handed_by_hand
from arkadia_sim.games.arkadia.records.form import FORMAT, FORMAT_OF_SEATS
from arkadia_sim.games.arkadia.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, played_components, prepare
from arkadia_sim.games.arkadia.rules.state import DECISIONS
from arkadia_sim.games.arkadia.sight.constraints import CONSTRAINTS
from arkadia_sim.games.arkadia.tables.columns import TABLES

ENGINE = Engine(
    decisions=DECISIONS,
    defaults=DEFAULTS,
    parts=PARTS,
    run_out=RUN_OUT,
    handed_by_hand=handed_by_hand,
    logs=4,
    constraints=CONSTRAINTS,
    cues=CUES,
)


class Arkadia(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "arkadia"
    title = "Arkadia"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = declared.OUTCOMES
    ends = declared.ENDS
    trajectories = declared.TRAJECTORIES
    pieces = declared.COMPONENT_OPTIONS
    tables = TABLES
    default_bot = "greedy"
    gifts = declared.GIFTS
    awaited = declared.AWAITED
    engine = ENGINE
    language = Language
    kit = KIT
    bot_trials = declared.BOT_TRIALS
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting.

        ``components`` are chosen by ``component_options``, or the whole box as a setting holds it; what is left out is
        as shipped.
        """
        checked = RuleSet.from_mapping(rules)
        RuleSet.check_players(players)
        box = declared.chosen_components(components)
        setting = Setting(players=players, rules=checked.as_setting(), components=box.as_json())
        self.prepared(setting)
        return setting

    def prepare(self, setting: Setting) -> Prepared:
        """What all games of a setting have in common, the pieces among it."""
        box, rules = Components.from_json(setting.components), RuleSet.from_mapping(setting.rules)
        return prepare(box, rules, setting.players)

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the pieces, or is not as in the box; data/SOURCES.md tells it all."""
        return declared.caveats(setting)

    def speaks(self, prepared: Prepared, game: Any) -> Language:
        """The language with the pieces that the deal has drawn."""
        drawn = played_components(prepared.components, game)
        return Language(self.engine, prepared._replace(components=drawn))

    def check_entering(self, prepared: Prepared) -> None:
        """Not with pieces that are drawn."""
        if len(prepared.setup) > 1 or prepared.setup[0]["n_camps"]:
            raise UsageError("a game with pieces that are drawn cannot be entered")

    def head(self, setting: Setting) -> dict[str, Any]:
        """Format, players and rules. Version 1 has no gold at the start, and all seats start alike."""
        played = RuleSet.from_mapping(setting.rules)
        form = FORMAT if played.plain else FORMAT_OF_SEATS
        return {"format": form, "players": setting.players, "rules": played.as_record()}

    def box(self, components: Mapping[str, Any]) -> Any:
        """The cards that a record must have been played with."""
        return declared.chosen_components(components).cards

    def scores(self, result: Mapping[str, Any]) -> list[float]:
        """The gold of a record's result, by seat."""
        return [float(gold) for gold in result["gold"]]


GAME = Arkadia()
