"""How people call tables: "3 players", with the options of the rules that set tables of one size apart."""

from collections.abc import Sequence

from arkadia_sim.core.options import option_text
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plan.plan import Section

Variant = tuple[tuple[str, str], ...]
"""Options of the rules that differ between tables of one size, with their values as users write them; often empty."""


def variants(sections: Sequence[Section]) -> list[Variant]:
    """The options of the rules in which each section differs from others of its table size."""
    differing = []
    for section in sections:
        peers = [other.setting.rules for other in sections if other.players == section.players]
        rules = section.setting.rules
        names = (name for name in rules if len({option_text(other.get(name)) for other in peers}) > 1)
        differing.append(tuple((name, option_text(rules[name])) for name in names))
    return differing


def variant_text(variant: Variant) -> str:
    """A variant as a table shows it: ``name = value, other = value``."""
    return ", ".join(f"{name} = {value}" for name, value in variant)


def players_text(players: int) -> str:
    """``1 player``, ``3 players``."""
    return f"{players} player{'' if players == 1 else 's'}"


def table_label(players: int, variant: Variant = ()) -> str:
    """The table size, with options that set tables of that size apart."""
    return ", ".join([players_text(players), *([variant_text(variant)] if variant else [])])


def effect_axis(outcome: Outcome) -> str:
    """The axis of effects on an outcome."""
    return f"effect on {outcome.label} ({outcome.unit})"
