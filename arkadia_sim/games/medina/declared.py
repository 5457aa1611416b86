"""What Medina declares: outcomes, ends, trajectories, and how its bots are tested."""

from typing import Any

import numpy as np

from arkadia_sim.core.engine import BotTrials, Change, Variant
from arkadia_sim.core.game import End, Trajectory
from arkadia_sim.core.outcome import points_outcomes
from arkadia_sim.games.medina.language import END_LABELS
from arkadia_sim.games.medina.rules.state import PLACE, SEATS_MAX

OUTCOMES = points_outcomes("victory points", smoothing=8.0)

ENDS: tuple[End, ...] = (
    End("all_placed", True, "nobody had a piece left (M11.1)", label=END_LABELS["all_placed"]),
    End(
        "stuck",
        True,
        "pieces were left over, usually roofs without a palace to put them on (M11.1)",
        label=END_LABELS["stuck"],
    ),
)

TRAJECTORIES = (Trajectory(name="freedom", series={"placements": "placeable"}),)
"""Pairs of piece and square that the player on turn can choose from."""

CAVEATS: tuple[str, ...] = (
    "The corners of the towers and the colours of the palace tiles are a reconstruction.",
    "Where the rulebook is silent, some rulings are guesses. RULES.md marks them, and options offer other readings.",
)


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


def fields_that_count(decision: Any, phase: int) -> tuple[str, ...]:
    """The fields of a decision that the kernel reads in a phase."""
    return ("kind", "square") if phase == PLACE else ("take_tea",)


def unknown(game: Any) -> list[tuple[str, Change]]:
    """What a seat cannot know: the pieces at hand of the others, if they are hidden."""
    if not game["table"]["rules"]["hidden"]:
        return []
    return [("the hidden pieces of others change (M12.2)", _change_pieces)]


def _change_pieces(game: Any, seat: int, chance: np.random.Generator) -> None:
    """Change the pieces at hand of all other seats."""
    pieces = game["holdings"]["pieces"]
    for other in range(SEATS_MAX):
        if other != seat:
            pieces[other] = chance.integers(0, 20, pieces.shape[1])


BOT_TRIALS = BotTrials(variants=VARIANTS, fields_that_count=fields_that_count, unknown=unknown)
