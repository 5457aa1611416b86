"""From the tables of a finished run to estimates: what changes of play are worth, or who wins how much.

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

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.options import option_text
from arkadia_sim.errors import UsageError
from arkadia_sim.report.effects import PairedStudy, paired_study
from arkadia_sim.report.factorial import FactorialStudy, factorial_study
from arkadia_sim.report.sections import (
    GOLD,
    GOLD_MARGIN,
    POINTS,
    WIN_SHARE,
    GameCounts,
    SectionGames,
    section_games,
)
from arkadia_sim.runner import TRACE
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, cluster_mean_interval


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


def analyse(folder: Path) -> PairedStudy | FactorialStudy | PlayStudy:
    """The results of a finished run.

    Raises UsageError when the folder holds no run, or one that is not complete, or one whose parts are not all there.
    """
    run = RunFolder(folder)
    manifest = run.read_manifest()
    if manifest.status != "complete":
        raise UsageError(
            f"{folder} holds a run that is not finished; take it up again with: {run_command(manifest, folder)}"
        )
    sections = section_games(run, manifest)
    if any(section.comparisons for section in manifest.sections):
        return paired_study(run, manifest, sections)
    if any(section.drawn is not None for section in manifest.sections):
        return factorial_study(run, manifest, sections)
    return _play_study(run, manifest, sections)


def run_command(manifest: Manifest, folder: Path | str, out: Path | str | None = None) -> str:
    """The command that plays this run: again in its own folder (which finishes what is missing), or to ``out``."""
    from shlex import quote

    out_text = quote(str(folder if out is None else out))
    if manifest.kind == "experiment":
        return f"arkadia-sim run {quote(str(Path(folder) / 'experiment.toml'))} --out {out_text}"
    section = manifest.sections[0]
    bots = " ".join(quote(manifest.bots[index].spec) for index in section.lineups[0].bots)
    chosen = manifest.chosen
    rules = "".join(
        f" --rules {quote(f'{name}={option_text(value)}')}" for name, value in section.setting.rules.items()
    )
    pieces = "".join(f" --components {quote(f'{name}={value}')}" for name, value in chosen.items())
    kept = "" if manifest.trace == TRACE else f" --trace {manifest.trace}"
    if manifest.record:
        kept += f" --record {quote(_record_file(folder if out is None else out))}"
    game = "" if manifest.game == DEFAULT_GAME else f" --game {quote(manifest.game)}"
    return (
        f"arkadia-sim play {bots} --games {section.games} --seed {manifest.seed}{rules}{pieces}{kept}{game} "
        f"--out {out_text}"
    )


def _record_file(folder: Path | str) -> str:
    """Where a run may write its records: beside its folder, which need not be there yet."""
    path = Path(folder)
    return str(path.parent / f"{path.name or 'games'}.jsonl")


def _play_study(run: RunFolder, manifest: Manifest, games: Sequence[SectionGames]) -> PlayStudy:
    sections = tuple(
        PlaySection(one.label, one.players, one.deals, one.counts, one.rules, _bot_results(run, index))
        for index, one in enumerate(games)
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
