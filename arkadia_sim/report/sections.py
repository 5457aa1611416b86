"""The games of a run by section: how many there are, how they ended, and what to call the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from arkadia_sim.core.options import option_text
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.plan import Comparison, Section
from arkadia_sim.runner.store import RunFolder

POINTS = 100.0
"""Win share is given in points: hundredths of a game won."""

WIN_SHARE, GOLD_MARGIN, GOLD, END = "win_share", "gold_lead", "gold", "end"


@dataclass(frozen=True)
class GameCounts:
    """How many games a section holds, and how they ended (``by_end``, by reason)."""

    games: int
    by_end: Mapping[str, int]

    @property
    def failed(self) -> int:
        """Games that a bot's fault ended."""
        return self.by_end.get("failed", 0)

    @property
    def stalemate(self) -> int:
        """Games that got stuck before their regular end."""
        return self.by_end.get("stalemate", 0)


@dataclass(frozen=True)
class SectionGames:
    """The games of one section: table size, company, options of the rules, how many and how they ended."""

    label: str
    players: int
    field_title: str
    deals: int
    counts: GameCounts
    rules: Mapping[str, Any]


def field_of(section: Section) -> str:
    """The company of a section by its short name."""
    return section.company if section.temperature is None else f"T={section.temperature:g}"


def field_title_of(section: Section) -> str:
    """The company of a section as it stands in a sentence."""
    return section.company_title if section.temperature is None else f"at temperature {section.temperature:g}"


def condition_of(comparison: Comparison) -> str:
    """What sets a comparison apart from others of its change."""
    if comparison.followers is None:
        return ""
    return "1 other follows" if comparison.followers == 1 else f"{comparison.followers} others follow"


def experiment_of(manifest: Manifest) -> dict[str, Any]:
    """The experiment as plain values."""
    return {} if manifest.experiment is None else manifest.experiment.model_dump(mode="json", by_alias=True)


def section_games(run: RunFolder, manifest: Manifest) -> tuple[SectionGames, ...]:
    """The games of each section, counted in the rows and held against the manifest."""
    counts = _counts(run, manifest)
    labels = section_labels(manifest.sections)
    return tuple(
        SectionGames(label, section.players, field_title_of(section), section.deals, counted, section.setting.rules)
        for section, label, counted in zip(manifest.sections, labels, counts, strict=True)
    )


def section_labels(sections: Sequence[Section]) -> list[str]:
    """What to call the tables: their size, and the options that set sections of one size apart."""
    labels = []
    for section in sections:
        alike = [other for other in sections if other.players == section.players]
        apart = [
            name
            for name in section.setting.rules
            if len({option_text(other.setting.rules.get(name)) for other in alike}) > 1
        ]
        options = ", ".join(f"{name} = {option_text(section.setting.rules[name])}" for name in apart)
        labels.append(f"{section.players} players" + (f", {options}" if options else ""))
    return labels


def _counts(run: RunFolder, manifest: Manifest) -> list[GameCounts]:
    rows = run.scan().filter(pl.col("seat") == 0).group_by("section", END).agg(pl.len().alias("games"))
    by_section: dict[int, dict[str, int]] = {}
    for section, end, games in rows.sort("section", END).collect(engine="streaming").iter_rows():
        by_section.setdefault(int(section), {})[str(end)] = int(games)
    counts = []
    for index, section in enumerate(manifest.sections):
        by_end = by_section.get(index, {})
        found = sum(by_end.values())
        if found != section.games:
            raise UsageError(f"{run.root} should hold {section.games} games of section {index} and holds {found}")
        counts.append(GameCounts(found, by_end))
    return counts
