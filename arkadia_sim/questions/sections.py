"""The games of a run by section: where they were played, how many there are, and how they ended."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.core.game import END, FAILED, End
from arkadia_sim.core.options import option_text
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

if TYPE_CHECKING:
    from arkadia_sim.questions.question import Question

Variant = tuple[tuple[str, str], ...]
"""Options of the rules that differ between tables of one size, with their values as users write them; often empty."""


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


def section_games(run: RunFolder, manifest: Manifest, question: "Question | None" = None) -> tuple[SectionGames, ...]:
    """The games of each section, counted in the rows and checked against the manifest.

    Raises:
        UsageError: the rows of a section are not as many as the manifest says.
    """
    sections = zip(manifest.sections, variants(manifest.sections), _counts(run, manifest), strict=True)
    return tuple(
        SectionGames(
            players=section.players,
            variant=variant,
            company_title="" if question is None else question.company_title(section),
            deals=section.deals,
            counts=counts,
            rules=section.setting.rules,
        )
        for section, variant, counts in sections
    )


def variants(sections: Sequence[Section]) -> list[Variant]:
    """For each section the options of the rules that are not the same for all sections of its table size."""
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


def irregular_ends(ends: Iterable[End]) -> tuple[str, ...]:
    """The names of the ends of games that got stuck."""
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
        games = sum(by_end.values())
        if games != section.games:
            raise UsageError(f"{run.root} should hold {section.games} games of section {index} and holds {games}")
        counts.append(GameCounts(games, by_end, sum(by_end.get(end, 0) for end in stuck)))
    return counts
