"""What tables are called in figures: "3 players", with the options of the rules that set them apart."""

from collections.abc import Sequence

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


def panel_title(company_title: str, several: bool) -> str:
    """The title of a panel for one company; none where there is only one."""
    return company_title if several else ""


def listed(names: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
