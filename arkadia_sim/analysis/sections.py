"""The games of a run by section: where they were played, how many there are, and how they ended."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from arkadia_sim.core.game import END, FAILED, End
from arkadia_sim.core.options import option_text
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

Variant = tuple[tuple[str, str], ...]
"""What sets tables of one size apart: options of the rules with their values, as users write them; mostly nothing."""


@dataclass(frozen=True)
class GameCounts:
    """How many games a section holds, how they ended (``by_end``, by reason), how many got stuck (``irregular``)."""

    games: int
    by_end: Mapping[str, int]
    irregular: int = 0

    @property
    def failed(self) -> int:
        """Games that a bot's fault ended."""
        return self.by_end.get(FAILED, 0)


@dataclass(frozen=True)
class SectionGames:
    """The games of one section: table size, options of the rules, company, how many and how they ended."""

    players: int
    variant: Variant
    company_title: str
    deals: int
    counts: GameCounts
    rules: Mapping[str, Any]


def section_games(run: RunFolder, manifest: Manifest) -> tuple[SectionGames, ...]:
    """The games of each section, counted in the rows and held against the manifest."""
    return tuple(
        SectionGames(
            players=section.players,
            variant=variant,
            company_title=company_title(manifest, section),
            deals=section.deals,
            counts=counts,
            rules=section.setting.rules,
        )
        for section, variant, counts in zip(
            manifest.sections, variants(manifest.sections), _counts(run, manifest), strict=True
        )
    )


def company_title(manifest: Manifest, section: Section) -> str:
    """The others at the table of a section as they stand in a sentence: by the title that the experiment gives them.

    In a ladder the pairs of slow bots, which have fewer deals, are called by these bots.
    """
    experiment = manifest.experiment
    if experiment is None:
        return ""
    if experiment.design == "ladder":
        slow = [bot for bot in experiment.bots if section.company and experiment.slow.get(bot) == section.deals]
        return f"with {' or '.join(slow)}" if slow else ""
    return {one.name: one.title for one in experiment.companies}.get(section.company, "")


def variants(sections: Sequence[Section]) -> list[Variant]:
    """For each section the options of the rules that are not the same for all sections of its table size."""
    found = []
    for section in sections:
        alike = [other.setting.rules for other in sections if other.players == section.players]
        rules = section.setting.rules
        apart = (name for name in rules if len({option_text(other.get(name)) for other in alike}) > 1)
        found.append(tuple((name, option_text(rules[name])) for name in apart))
    return found


def irregular_ends(ends: Iterable[End]) -> tuple[str, ...]:
    """The names of those ends that games come to when they get stuck."""
    return tuple(end.name for end in ends if not end.regular)


def _counts(run: RunFolder, manifest: Manifest) -> list[GameCounts]:
    rows = run.scan().filter(pl.col("seat") == 0).group_by("section", END).agg(pl.len().alias("games"))
    by_section: dict[int, dict[str, int]] = {}
    for section, end, games in rows.sort("section", END).collect(engine="streaming").iter_rows():
        by_section.setdefault(int(section), {})[str(end)] = int(games)
    stuck = irregular_ends(manifest.ends)
    counts = []
    for index, section in enumerate(manifest.sections):
        by_end = by_section.get(index, {})
        found = sum(by_end.values())
        if found != section.games:
            raise UsageError(f"{run.root} should hold {section.games} games of section {index} and holds {found}")
        counts.append(GameCounts(found, by_end, sum(by_end.get(end, 0) for end in stuck)))
    return counts
