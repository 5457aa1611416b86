"""From the folder of a finished run to what it says: comparisons, a ladder, or plain play."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from arkadia_sim.analysis.bots import BotResult, bot_results
from arkadia_sim.analysis.crossed import CrossedResults, crossed_results
from arkadia_sim.analysis.dose import DoseResults
from arkadia_sim.analysis.dose_curves import dose_results
from arkadia_sim.analysis.ladder import LadderResults, ladder_results
from arkadia_sim.analysis.paired import PairedResults, paired_results
from arkadia_sim.analysis.seats import SeatResults, SeatTable, seat_results, seat_tables
from arkadia_sim.analysis.sections import SectionGames, section_games
from arkadia_sim.analysis.settings import SettingsResults, settings_results
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.options import option_text
from arkadia_sim.errors import UsageError
from arkadia_sim.plan import TRACE
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder


@dataclass(frozen=True)
class PlayResults:
    """A finished run of plain play: for each section its games and its bots, the best first.

    ``at_fault`` names the bots that failed in a game, the most frequent first; ``seats`` tells of seats where one bot
    sat in all of them.
    """

    manifest: Manifest
    sections: tuple[SectionGames, ...]
    bots: tuple[tuple[BotResult, ...], ...]
    at_fault: tuple[str, ...] = ()
    seats: tuple[SeatTable, ...] = ()


Analysed = PairedResults | LadderResults | SeatResults | SettingsResults | CrossedResults | DoseResults | PlayResults
"""What a finished run may hold."""


def analyse(folder: Path) -> Analysed:
    """The results of a finished run. Failed games and those that got stuck are among them, and counted beside.

    Raises UsageError when the folder holds no run, or one that is not complete, or one whose chunks are not all there.
    """
    run = RunFolder(folder)
    manifest = run.read_manifest()
    if manifest.status != "complete":
        raise UsageError(
            f"{folder} holds a run that is not finished; take it up again with: {run_command(manifest, folder)}"
        )
    run.check_whole(manifest, f"play it again with: {run_command(manifest, folder)}")
    sections = section_games(run, manifest)
    if manifest.experiment is None:
        return _play_results(run, manifest, sections)
    if manifest.experiment.design == "ladder":
        return ladder_results(run, manifest, manifest.experiment, sections)
    if manifest.experiment.design == "seats":
        return seat_results(run, manifest, manifest.experiment, sections)
    if manifest.experiment.design == "settings":
        return settings_results(run, manifest, manifest.experiment, sections)
    if manifest.experiment.design == "dose":
        return dose_results(run, manifest, manifest.experiment, sections)
    if manifest.experiment.design == "crossed":
        return crossed_results(run, manifest, manifest.experiment, sections)
    return paired_results(run, manifest, manifest.experiment, sections)


def ladder_of(folder: Path) -> LadderResults:
    """The results of a finished ladder. Raises what :func:`analyse` raises, and UsageError for another run."""
    found = analyse(folder)
    if not isinstance(found, LadderResults):
        raise UsageError(f"{folder} holds no ladder")
    return found


def seats_of(folder: Path) -> SeatResults:
    """The results of a finished run of one bot in every seat. Raises what :func:`analyse` raises, and UsageError for
    another run."""
    found = analyse(folder)
    if not isinstance(found, SeatResults):
        raise UsageError(f"{folder} does not hold one bot in every seat")
    return found


def settings_of(folder: Path) -> SettingsResults:
    """The results of a finished run of one table in several settings. Raises what :func:`analyse` raises, and
    UsageError for another run."""
    found = analyse(folder)
    if not isinstance(found, SettingsResults):
        raise UsageError(f"{folder} does not hold one table in several settings")
    return found


def doses_of(folder: Path) -> DoseResults:
    """The results of a finished run of doses. Raises what :func:`analyse` raises, and UsageError for another run."""
    found = analyse(folder)
    if not isinstance(found, DoseResults):
        raise UsageError(f"{folder} holds no doses of a parameter")
    return found


def seats_of_play(run: RunFolder, manifest: Manifest) -> tuple[SeatTable, ...]:
    """The seats of a run of plain play in which one bot sat in all of them; nothing of any other run."""
    alike = all(len(section.lineups) == 1 and section.players > 1 for section in manifest.sections)
    if manifest.kind != "play" or not alike:
        return ()
    tolerances = {one.column: one.tolerance for one in manifest.outcomes if one.tolerance is not None}
    return seat_tables(run, manifest, tolerances)


def run_command(manifest: Manifest, folder: Path | str, out: Path | str | None = None) -> str:
    """The command that plays this run: again in its own folder (which finishes what is missing), or to ``out``."""
    out_text = quote(str(folder if out is None else out))
    if manifest.kind == "experiment":
        return f"arkadia-sim run {quote(str(Path(folder) / 'experiment.toml'))} --out {out_text}"
    section = manifest.sections[0]
    bots = " ".join(quote(manifest.bots[index].spec) for index in section.lineups[0].bots)
    options = section.setting.rules.items()
    rules = "".join(f" --rules {quote(f'{name}={option_text(value)}')}" for name, value in options)
    pieces = "".join(f" --components {quote(f'{name}={value}')}" for name, value in manifest.chosen.items())
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


def _play_results(run: RunFolder, manifest: Manifest, sections: tuple[SectionGames, ...]) -> PlayResults:
    bots = tuple(
        tuple(sorted(bot_results(run, manifest, index), key=lambda one: -one.main.estimate.mean))
        for index in range(len(sections))
    )
    faults = Counter(failure.bot for failure in run.failures()) or Counter(one.bot for one in manifest.failures)
    at_fault = tuple(bot for bot, _ in faults.most_common())
    return PlayResults(manifest, sections, bots, at_fault, seats_of_play(run, manifest))
