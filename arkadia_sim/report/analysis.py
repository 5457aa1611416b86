"""From the tables of a finished run to estimates: what a change of play is worth, or who wins how much.

Rows are read lazily and brought down to one row per deal by polars before anything else looks at them, so memory
grows with the deals of one section and not with the games. Nothing is left out: failed and stalemate games are in the
rows with the result that the rules of the study give them, and they are counted beside.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.runner import TRACE
from arkadia_sim.runner.manifest import Manifest, ManifestSection
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import Evidence, Judgement, difference_p
from arkadia_sim.stats.intervals import Estimate, cluster_mean_interval
from arkadia_sim.stats.multiple import simultaneous_verdicts
from arkadia_sim.stats.paired import CONTROL, WITH, PairedEffect, deal_table, paired_effect

ALPHA = 0.05
"""The error rate of the verdicts, over the whole family of questions of a study."""

POINTS = 100.0
"""Win share is given in points: hundredths of a game won."""

WIN_SHARE, GOLD_MARGIN, GOLD, END = "win_share", "margin", "gold", "end"


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
class PairedSection:
    """What a change of play is worth at one table size (or in one variant of the rules).

    ``win_share`` is in points. ``behaviour`` is the behaviour that the change names, in the focal player's games; where
    it did not change, ``behaviour_changed`` is False and no verdict may be given. The judgements are those over the
    whole family of questions of the study.
    """

    label: str
    players: int
    deals: int
    counts: GameCounts
    rules: Mapping[str, Any]
    win_share: PairedEffect
    gold_margin: PairedEffect
    gold: PairedEffect
    behaviour: PairedEffect
    behaviour_changed: bool
    win_share_judgement: Judgement
    gold_margin_judgement: Judgement


@dataclass(frozen=True)
class PairedStudy:
    """A finished study of one change of play, with all that a page needs."""

    manifest: Manifest
    experiment: Mapping[str, Any]
    sections: tuple[PairedSection, ...]

    @property
    def questions(self) -> int:
        """How many questions were judged together."""
        return 2 * len(self.sections)


@dataclass(frozen=True)
class BotResult:
    """One bot's results in plain play; ``win_share`` in points, intervals over deals, ``games`` as player in a seat."""

    bot: str
    games: int
    win_share: Estimate
    gold: Estimate
    gold_margin: Estimate


@dataclass(frozen=True)
class PlaySection:
    """Plain play at one table size, the best bot first."""

    label: str
    players: int
    deals: int
    counts: GameCounts
    rules: Mapping[str, Any]
    bots: tuple[BotResult, ...]


@dataclass(frozen=True)
class PlayStudy:
    """A finished run of plain play; ``at_fault`` names the bots that failed in a game, the most frequent first."""

    manifest: Manifest
    sections: tuple[PlaySection, ...]
    at_fault: tuple[str, ...] = ()


def analyse(folder: Path) -> PairedStudy | PlayStudy:
    """The results of a finished run.

    Raises UsageError when the folder holds no run, or one that is not complete, or one whose parts are not all there.
    """
    run = RunFolder(folder)
    manifest = run.read_manifest()
    if manifest.status != "complete":
        raise UsageError(
            f"{folder} holds a run that is not finished; take it up again with: {run_command(manifest, folder)}"
        )
    counts = _counts(run, manifest)
    if _is_paired(manifest):
        return _paired_study(run, manifest, counts)
    return _play_study(run, manifest, counts)


def run_command(manifest: Manifest, folder: Path | str, out: Path | str | None = None) -> str:
    """The command that plays this run: again in its own folder (which finishes what is missing), or to ``out``."""
    from shlex import quote

    out_text = quote(str(folder if out is None else out))
    if manifest.kind == "experiment":
        return f"arkadia-sim run {quote(str(Path(folder) / 'experiment.toml'))} --out {out_text}"
    section = manifest.sections[0]
    bots = " ".join(quote(manifest.bots[index]["spec"]) for index in section.lineups[0].bots)
    chosen = manifest.chosen
    rules = "".join(f" --rules {quote(f'{name}={option_text(value)}')}" for name, value in section.rules.items())
    pieces = "".join(
        f" --{'components' if name == 'folder' else name} {quote(value)}" for name, value in chosen.items()
    )
    kept = "" if manifest.trace == TRACE else f" --trace {manifest.trace}"
    if manifest.record:
        kept += f" --record {quote(_record_file(folder if out is None else out))}"
    game = "" if manifest.game == "arkadia" else f" --game {quote(manifest.game)}"
    return (
        f"arkadia-sim play {bots} --games {section.games} --seed {manifest.seed}{rules}{pieces}{kept}{game} "
        f"--out {out_text}"
    )


def option_text(value: Any) -> str:
    """The value of an option as a user writes it on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(option_text(one) for one in value)
    return str(value)


def _record_file(folder: Path | str) -> str:
    """Where a run may write its records: beside its folder, which need not be there yet."""
    path = Path(folder)
    return str(path.parent / f"{path.name or 'games'}.jsonl")


def section_labels(sections: Sequence[ManifestSection]) -> list[str]:
    """What to call the sections: the table size, and the options that set sections of one size apart."""
    labels = []
    for section in sections:
        alike = [other for other in sections if other.players == section.players]
        apart = [name for name in section.rules if len({option_text(other.rules.get(name)) for other in alike}) > 1]
        options = ", ".join(f"{name} = {option_text(section.rules[name])}" for name in apart)
        labels.append(f"{section.players} players" + (f", {options}" if options else ""))
    return labels


def _is_paired(manifest: Manifest) -> bool:
    roles = {lineup.role for section in manifest.sections for lineup in section.lineups}
    if manifest.experiment is None or roles == {"rotation"}:
        return False
    if not {WITH, CONTROL} <= roles:
        raise UsageError(f"this version has no report for a run with the roles {', '.join(sorted(roles))}")
    return True


def _counts(run: RunFolder, manifest: Manifest) -> list[GameCounts]:
    """The games of each section by end reason, counted in the rows and held against the manifest."""
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


def _paired_study(run: RunFolder, manifest: Manifest, counts: Sequence[GameCounts]) -> PairedStudy:
    experiment = manifest.experiment or {}
    behaviour = str(experiment["behaviour"])
    columns = run.scan().collect_schema().names()
    if behaviour not in columns:
        raise UnknownName("behaviour column", behaviour, columns)
    outcomes = list(dict.fromkeys([WIN_SHARE, GOLD_MARGIN, GOLD, behaviour]))
    effects = [_section_effects(run, index, section, outcomes) for index, section in enumerate(manifest.sections)]
    family = []
    for found in effects:
        family.append(_evidence(found[WIN_SHARE], float(experiment["margin_win_share"])))
        family.append(_evidence(found[GOLD_MARGIN], float(experiment["margin_gold"])))
    judgements = simultaneous_verdicts(family, ALPHA)
    sections = tuple(
        PairedSection(
            label=label,
            players=section.players,
            deals=section.deals,
            counts=counts[index],
            rules=section.rules,
            win_share=effects[index][WIN_SHARE],
            gold_margin=effects[index][GOLD_MARGIN],
            gold=effects[index][GOLD],
            behaviour=effects[index][behaviour],
            behaviour_changed=_changed(effects[index][behaviour]),
            win_share_judgement=judgements[2 * index],
            gold_margin_judgement=judgements[2 * index + 1],
        )
        for index, (section, label) in enumerate(zip(manifest.sections, section_labels(manifest.sections), strict=True))
    )
    return PairedStudy(manifest, experiment, sections)


def _section_effects(
    run: RunFolder, index: int, section: ManifestSection, outcomes: list[str]
) -> dict[str, PairedEffect]:
    """The paired effects on all outcomes in one section, from one pass over its rows."""
    rows = run.scan().filter(pl.col("section") == index).select("lineup", "seat", "deal", *outcomes)
    focal = rows.join(_focal_seats(section).lazy(), on=["lineup", "seat"], how="inner")
    deals = deal_table(focal, outcomes).collect(engine="streaming")
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    try:
        effects = {name: paired_effect(deals, name, len(section.lineups)) for name in outcomes}
    except ValueError as error:
        raise UsageError(f"{run.root}, section {index}: {error}") from None
    return effects | {WIN_SHARE: effects[WIN_SHARE].scaled(POINTS).cut(0.0, POINTS)}


def _focal_seats(section: ManifestSection) -> pl.DataFrame:
    """Which seat of which line-up is looked at, and in which arm; a line-up without focus serves all its seats."""
    rows = [
        (number, seat, lineup.role)
        for number, lineup in enumerate(section.lineups)
        for seat in (range(section.players) if lineup.focus is None else [lineup.focus])
    ]
    return pl.DataFrame(rows, schema={"lineup": pl.Int16, "seat": pl.Int8, "arm": pl.String}, orient="row")


def _evidence(effect: PairedEffect, margin: float) -> Evidence:
    return Evidence(effect.effect, margin, changed_deals=effect.changed_deals, bound=effect.span)


def _changed(behaviour: PairedEffect) -> bool:
    """Whether the behaviour surely changed, in whichever direction."""
    return difference_p(_evidence(behaviour, margin=1.0)) <= ALPHA


def _play_study(run: RunFolder, manifest: Manifest, counts: Sequence[GameCounts]) -> PlayStudy:
    sections = tuple(
        PlaySection(label, section.players, section.deals, counts[index], section.rules, _bot_results(run, index))
        for index, (section, label) in enumerate(zip(manifest.sections, section_labels(manifest.sections), strict=True))
    )
    faults = Counter(failure.bot for failure in run.failures()) or Counter(one.bot for one in manifest.failures)
    return PlayStudy(manifest, sections, tuple(bot for bot, _ in faults.most_common()))


def _bot_results(run: RunFolder, index: int) -> tuple[BotResult, ...]:
    """Each bot's means over all its games of a section; the games of a deal are one observation."""
    outcomes = [WIN_SHARE, GOLD, GOLD_MARGIN]
    rows = run.scan().filter(pl.col("section") == index)
    sums = [pl.col(name).cast(pl.Float64).sum() for name in outcomes]
    deals = rows.group_by("bot", "deal").agg(pl.len().alias("rows"), *sums).sort("bot", "deal")
    results = []
    for (bot,), table in deals.collect(engine="streaming").group_by("bot", maintain_order=True):
        sizes = table.get_column("rows").to_numpy()
        estimates = {name: cluster_mean_interval(table.get_column(name).to_numpy(), sizes) for name in outcomes}
        results.append(
            BotResult(
                bot=str(bot),
                games=int(np.sum(sizes)),
                win_share=estimates[WIN_SHARE].scaled(POINTS).cut(0.0, POINTS),
                gold=estimates[GOLD],
                gold_margin=estimates[GOLD_MARGIN],
            )
        )
    return tuple(sorted(results, key=lambda result: -result.win_share.mean))
