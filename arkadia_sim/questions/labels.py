"""What tables are called in figures: "3 players", with the options of the rules that set them apart."""

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.questions.sections import Variant, variant_text


def players_text(players: int) -> str:
    """``1 player``, ``3 players``."""
    return f"{players} player{'' if players == 1 else 's'}"


def table_label(players: int, variant: Variant = ()) -> str:
    """The table size, with options that set tables of that size apart."""
    return ", ".join([players_text(players), *([variant_text(variant)] if variant else [])])


def effect_axis(outcome: Outcome) -> str:
    """The axis of effects on an outcome."""
    return f"effect on {outcome.label} ({outcome.unit})"
