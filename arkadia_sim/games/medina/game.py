"""Medina as the toolkit sees it: what it declares, its tables, and how its bots are tested."""

from typing import Any

import numpy as np

from arkadia_sim.compiled.engine import BotTrials, Change, Engine, Variant
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.compiled.tables import Tables, average, measured
from arkadia_sim.core.game import End, Setting
from arkadia_sim.core.outcome import points_outcomes
from arkadia_sim.games.medina.bots_api.cues import CONSTRAINTS, CUES
from arkadia_sim.games.medina.bots_api.kit import DEFAULTS
from arkadia_sim.games.medina.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.medina.bots_api.plain import KIT
from arkadia_sim.games.medina.gifts import AWAITED, GIFTS
from arkadia_sim.games.medina.language import END_LABELS, Language
from arkadia_sim.games.medina.metrics import MEASURES
from arkadia_sim.games.medina.play import handed_by_hand
from arkadia_sim.games.medina.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.medina.rules.setup import Prepared, prepare
from arkadia_sim.games.medina.rules.state import DECISIONS, PLACE, SEATS_MAX, TURN_DTYPE
from arkadia_sim.games.medina.values import FORMAT

ENDS: tuple[End, ...] = (
    End("all_placed", True, "nobody had a piece left (M11.1)", label=END_LABELS["all_placed"]),
    End("stuck", True, "pieces were left over, usually roofs without a palace to put them on (M11.1)",
        label=END_LABELS["stuck"]),
)  # fmt: skip

TABLES = Tables.of(
    (
        *measured(MEASURES),
        average("stable_turn", "stable_turns", "stables_placed", "turn", "game turn in which stables were placed"),
        average("claim_turn", "claim_turns", "palaces_claimed", "turn", "game turn in which palaces were claimed"),
        average(
            "claim_size", "claimed_pieces", "palaces_claimed", "pieces", "pieces of palaces when they were claimed"
        ),
        average("decision_load", "options", "pieces_placed", "options", "placements to choose from"),
    ),
    TURN_DTYPE,
    SEATS_MAX,
).with_decisions(lambda log, seat: (log["seat"] == seat) * (log["n_placed"] + log["took_tea"]), SEATS_MAX)

VARIANTS = (
    Variant(4),
    Variant(3, {"holdings": "hidden", "grow_from": "palace", "street_start": "apart", "last_player": "roofs_first"}),
    Variant(2, {"holdings": "hidden"}),
    Variant(4, {"holdings": "hidden", "tower_claim": "every_extension", "tea_same_turn": False}),
    Variant(3, {"well_squares": "twelve", "well_scoring": "palace", "ties": "largest_palace"}),
    Variant(2, {"board": "large", "street_start": "anywhere", "short_first_turns": 2}),
    Variant(4, {"board": "small", "buildings": 2, "roofs": 2, "stables": 1, "merchants": 3, "walls": 2}),
    Variant(3, {"neutral_roofs": 2, "tea_tiles": [], "tower_merchants": [0, 0, 0, 0], "walls": 0}),
)
"""All numbers of players, each option both ways, and small and large numbers."""


def _fields_that_count(decision: Any, phase: int) -> tuple[str, ...]:
    return ("kind", "square") if phase == PLACE else ("take_tea",)


def _unknown(game: Any) -> list[tuple[str, Change]]:
    """What a seat cannot know: the pieces at hand of the others, if they are hidden."""
    if not game["table"]["rules"]["hidden"]:
        return []
    return [("the hidden pieces of others change (M12.2)", _change_pieces)]


def _change_pieces(game: Any, seat: int, chance: np.random.Generator) -> None:
    pieces = game["holdings"]["pieces"]
    for other in range(SEATS_MAX):
        if other != seat:
            pieces[other] = chance.integers(0, 20, pieces.shape[1])


class Medina(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "medina"
    title = "Medina"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = points_outcomes("victory points", smoothing=8.0)
    ends = ENDS
    tables = TABLES
    general_caveats = (
        "The corners of the towers and the colours of the palace tiles are a reconstruction.",
        "Where the rulebook is silent, some rulings are guesses. RULES.md marks them, and options offer others.",
    )
    default_bot = "greedy"
    gifts = GIFTS
    awaited = AWAITED
    engine = Engine(
        decisions=DECISIONS,
        defaults=DEFAULTS,
        parts=PARTS,
        run_out=RUN_OUT,
        handed_by_hand=handed_by_hand,
        logs=16,
        constraints=CONSTRAINTS,
        cues=CUES,
    )
    language = Language
    kit = KIT
    bot_trials = BotTrials(variants=VARIANTS, fields_that_count=_fields_that_count, unknown=_unknown)
    record_format = FORMAT

    def prepare(self, setting: Setting) -> Prepared:
        return prepare(RuleSet.of(setting.players, setting.rules), setting.players)


GAME = Medina()
