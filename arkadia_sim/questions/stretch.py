"""A stretch of a game with and without a change: the position at which the two players part, and what became of both.

Numbers say what a change is worth; a position says what it is. Of all pairs of a run in which the change decided who
won, the one is taken whose difference in the second outcome is the middle one, so that it is no showpiece.
"""

import json
from dataclasses import dataclass

import polars as pl

from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.scene import Position
from arkadia_sim.errors import ArkadiaSimError
from arkadia_sim.plan.plan import Chunk, SeatOfLineup
from arkadia_sim.questions.effects import Effect
from arkadia_sim.questions.paired import PairedResults
from arkadia_sim.results.record_file import record_line
from arkadia_sim.results.store import RunFolder


@dataclass(frozen=True)
class Stretch:
    """The position ``before`` two players part, each of whom sits in ``seat``; how each of them went on, and the
    outcomes by column that each had in the end."""

    effect: Effect
    seat: int
    before: Position
    with_: Position
    without: Position
    ends_with: dict[str, float]
    ends_without: dict[str, float]


def stretch(run: RunFolder, part: PairedResults, effect: Effect) -> Stretch | None:
    """A stretch of a game with the change of an effect and without; None where no pair of games tells of it, or they
    cannot be played again (a bot's file is gone)."""
    pair = _pair(run, part, effect)
    if pair is None:
        return None
    index, deal, (with_lineup, seat), (without_lineup, _) = pair
    try:
        ours, theirs = (_positions(part, index, deal, lineup) for lineup in (with_lineup, without_lineup))
    except ArkadiaSimError:
        return None
    columns = [one.column for one in part.manifest.outcomes]
    ends = []
    for lineup in (with_lineup, without_lineup):
        here = (pl.col("deal") == deal) & (pl.col("lineup") == lineup) & (pl.col("seat") == seat)
        rows = pl.scan_parquet(run.section_files(index)).filter(here).select(columns).collect()
        ends.append({name: float(rows.get_column(name)[0]) for name in columns})
    for before, one, other in zip(ours, ours[1:], theirs[1:], strict=False):
        if one.words != other.words or one.seat != other.seat:
            return Stretch(effect, seat, before, one, other, *ends)
    return None


def _pair(run: RunFolder, part: PairedResults, effect: Effect) -> tuple[int, int, SeatOfLineup, SeatOfLineup] | None:
    """The section, deal, and places with and without, of the middle one of the pairs that the change decided."""
    outcomes = [one.column for one in part.manifest.outcomes]
    sign = 1 if effect.main.estimate.mean >= 0 else -1
    found: list[pl.DataFrame] = []
    places: list[tuple[int, SeatOfLineup, SeatOfLineup]] = []
    for index, section in enumerate(part.manifest.sections):
        if (section.players, section.company) != (effect.players, effect.company):
            continue
        rows = pl.scan_parquet(run.section_files(index)).select("deal", "lineup", "seat", *outcomes)
        for comparison in section.comparisons:
            if part.question.changes[comparison.change].name != effect.change.name:
                continue
            for place, other in zip(comparison.with_, comparison.control, strict=True):
                decided = _decided(rows, place, other, outcomes, sign)
                found.append(decided.with_columns(pl.lit(len(places)).alias("of")))
                places.append((index, place, other))
    if not found:
        return None
    all_decided = pl.concat(found).sort("second", "deal", "of")
    if all_decided.is_empty():
        return None
    middle = all_decided.row(len(all_decided) // 2, named=True)
    index, place, other = places[middle["of"]]
    return index, int(middle["deal"]), place, other


def _decided(
    rows: pl.LazyFrame, place: SeatOfLineup, other: SeatOfLineup, outcomes: list[str], sign: int
) -> pl.DataFrame:
    """The deals in which the first outcome differs the way of the effect, with the difference of the second one."""
    second = outcomes[min(1, len(outcomes) - 1)]
    ours, theirs = (rows.filter(pl.col("lineup") == lineup, pl.col("seat") == seat) for lineup, seat in (place, other))
    both = ours.join(theirs, on="deal", suffix="_without")
    main = (pl.col(outcomes[0]) - pl.col(f"{outcomes[0]}_without")).cast(pl.Float64) * sign
    further = (pl.col(second) - pl.col(f"{second}_without")).cast(pl.Float64) * sign
    return both.filter(main > 0).select("deal", further.alias("second")).collect(engine="streaming")


def _positions(part: PairedResults, index: int, deal: int, lineup: int) -> list[Position]:
    """The positions of a game of the run, played once more."""
    manifest = part.manifest
    game = resolve_game(manifest.game)
    section = manifest.sections[index]
    plan = manifest.plan.model_copy(update={"record": True})
    number = (deal - section.first_deal) * section.games_per_deal + lineup
    game.describe_bots(plan.bots)
    result = game.play(plan.batch(Chunk(index, 0, number, 1)))
    if result.failures:
        return []
    record = json.loads(record_line(result.records[0]))
    return list(game.positions(record, manifest.chosen, judge=""))
