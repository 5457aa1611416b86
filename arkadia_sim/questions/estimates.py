"""One tidy table for every kind of question: one row per estimate, with its interval and its verdict.

The table is written beside a run as ``estimates.parquet`` and ``estimates.csv``. Pages, Python and ``--json`` read it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, get_type_hints

import polars as pl

from arkadia_sim.core.options import option_text
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError, counted
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.files import read_csv, write_table
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import SAME, VERDICTS, Evidence, Judgement, Verdict, simultaneous_verdicts

ESTIMATES = "estimates"
"""The name of the files, without ending."""

VERDICT_WORDS: Mapping[str | None, str] = {
    "higher": "higher",
    "lower": "lower",
    "equivalent": "no difference that matters",
    "inconclusive": "inconclusive",
    None: "not tested",
}
"""How pages and terminals word a verdict."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One estimate: what was measured, where, how large it is and what the test says.

    Text is "" and numbers are None where a column does not apply. Estimates, intervals and tolerances are in ``unit``.

    Attributes:
        study: Name of the study; "" for a single experiment.
        part: Name of the experiment.
        design: Kind of question: paired, dose, seats, settings, ladder, crossed or play.
        kind: What the row estimates: ``effect`` (with a change minus without), ``dose`` (a value minus the reference),
            ``advantage`` (a seat minus the average of its table), ``mean`` (a measure as such), ``difference`` (a
            setting minus the reference, or one table size minus another), ``share`` (of the variance), ``field``
            (ladder: average against all others), ``meeting`` (one A among B), ``beats`` (a meeting minus its
            reverse), ``neighbour`` (crossed: effect on the player some seats after), ``half`` (an effect on the deals
            where a feature of theirs is low or high), ``gap`` (high minus low), ``gains`` (on how many of the boards
            that deals share an effect is a gain; the verdict: on nearly all, or nearly none), ``spread`` (the standard
            deviation of the effect between them), ``apart`` (how far two players of one game, or of two, differ in a
            column), ``swing`` or ``habit``.
        players: Number of players at the table.
        variant: Options of the rules that tell tables of one size apart: "name = value".
        setting: Name of the setting or circumstance.
        company: Short name of the company.
        claim: Short name of the claim, such as "H1".
        contrast: Name of the change. Where ``kind`` is mean, the part of the measure (a bot, a picture); where it is
            share, the part of the variance; in meetings, the bot among which ``bot`` plays.
        bot: Bot on trial, with the change.
        baseline: What it is compared with: the bot without the change, the reference setting, the others.
        value: Dose: value of the parameter.
        seat: Seat, counted from 1.
        outcome: Column or measure.
        unit: Its unit as people read it.
        n: Number of deals.
        mean: The estimate.
        low: Lower end of the interval; None where unknown.
        high: Upper end of the interval; None where unknown.
        se: Standard error; None where unknown.
        level: Coverage of the interval, such as 0.95.
        test: How it was tested: "paired, one family of 84"; "" where nothing was tested.
        tolerance: A difference smaller than this does not matter.
        p_difference: Corrected p-value of the test against zero.
        p_equivalence: Corrected p-value of the equivalence test within ``tolerance``.
        verdict: ``higher``, ``lower``, ``equivalent`` or ``inconclusive``; None where nothing was tested.
        note: Why there is no verdict ("the bots never did this"), a floor or a ceiling.
        behaviour: Column that tells whether the change changed how the bot plays.
        before: That behaviour without the change.
        after: That behaviour with the change.
    """

    study: str = ""
    part: str
    design: str
    kind: str
    players: int
    variant: str = ""
    setting: str = ""
    company: str = ""
    claim: str = ""
    contrast: str = ""
    bot: str = ""
    baseline: str = ""
    value: float | None = None
    seat: int | None = None
    outcome: str
    unit: str
    n: int
    mean: float | None
    low: float | None = None
    high: float | None = None
    se: float | None = None
    level: float = 0.95
    test: str = ""
    tolerance: float | None = None
    p_difference: float | None = None
    p_equivalence: float | None = None
    verdict: Verdict | None = None
    note: str = ""
    behaviour: str = ""
    before: float | None = None
    after: float | None = None

    @classmethod
    def of(cls, kind: str, outcome: Outcome, estimate: Estimate, **fields: Any) -> "Row":
        """An estimate of an outcome, in its unit."""
        return cls(kind=kind, outcome=outcome.column, unit=outcome.unit, **fields, **number_fields(estimate))


_TYPES: dict[object, type[pl.DataType]] = {
    str: pl.String, Verdict | None: pl.String, int: pl.Int64, int | None: pl.Int64, float: pl.Float64,
    float | None: pl.Float64,
}  # fmt: skip
SCHEMA = {name: _TYPES[kind] for name, kind in get_type_hints(Row).items()}
"""The columns of the table in order, with their types."""

KEYS = tuple(SCHEMA)[: tuple(SCHEMA).index("outcome") + 1]
"""The columns that say what a row estimates. No two rows of a table are alike in all of them."""


AMONG_BOTS = ("meeting", "beats")
"""The kinds of estimates whose contrast is a bot."""
FOLDER = r"\S*/"


def estimates_table(rows: Iterable[Row]) -> pl.DataFrame:
    """The table of these estimates, in the order given. What is not a finite number becomes null.

    Bots from files are named without their folder, which means nothing on another machine.

    Raises:
        ValueError: Two rows are alike in all key columns, or a verdict is none of the four.
    """
    table = pl.DataFrame([astuple(row) for row in rows], schema=SCHEMA, orient="row")
    among = pl.when(pl.col("kind").is_in(AMONG_BOTS)).then(pl.col("contrast").str.replace_all(FOLDER, ""))
    table = table.with_columns(
        pl.col("bot", "baseline").str.replace_all(FOLDER, ""), among.otherwise("contrast").alias("contrast")
    )
    odd = set(table["verdict"].drop_nulls()) - set(VERDICTS)
    if odd:
        raise ValueError(f"no verdicts: {', '.join(sorted(odd))} (allowed: {', '.join(VERDICTS)})")
    twice = table.filter(pl.struct(KEYS).is_duplicated())
    if twice.height:
        raise ValueError(f"two estimates of the same: {twice.select(KEYS).row(0, named=True)}")
    floats = pl.col([name for name, kind in SCHEMA.items() if kind == pl.Float64])
    unvaried = (pl.col("verdict") == "equivalent") | (pl.col("note") == SAME)
    untested = unvaried & pl.col("tolerance").is_null()  # the note says what was seen
    table = table.with_columns(pl.when(~untested).then("verdict").alias("verdict"))
    return _without_empty_intervals(table.with_columns(pl.when(floats.is_finite()).then(floats)))


def _without_empty_intervals(table: pl.DataFrame) -> pl.DataFrame:
    """No interval of an estimate that never varied and has no known bounds; its note says that it did not vary."""
    empty = (pl.col("high") - pl.col("low") <= 1e-9 * pl.max_horizontal(1.0, pl.col("mean").abs())) & (pl.col("n") > 1)
    empty = (empty & pl.col("se").is_not_null()).fill_null(False)  # a median's middle half may be one number
    unsaid = empty & ~pl.col("note").str.contains(SAME, literal=True)
    note = pl.when(pl.col("note") == "").then(pl.lit(SAME)).otherwise(pl.col("note") + "; " + SAME)
    return table.with_columns(
        pl.when(~empty).then(pl.col("low", "high")), pl.when(unsaid).then(note).otherwise("note").alias("note")
    )


def rows_of(table: pl.DataFrame) -> list[Row]:
    """The rows of a table of estimates, in its order."""
    return [Row(**row) for row in table.select(*SCHEMA).iter_rows(named=True)]


def write_estimates(table: pl.DataFrame, folder: Path) -> tuple[Path, Path]:
    """Write ``estimates.parquet`` and ``estimates.csv`` into a folder, each whole or not at all.

    Returns:
        The paths of both files.
    """
    parquet, csv = folder / f"{ESTIMATES}.parquet", folder / f"{ESTIMATES}.csv"
    write_table(table, parquet)
    write_table(table, csv)
    return parquet, csv


def read_estimates_csv(file: Path) -> pl.DataFrame:
    """A table of estimates that was written as CSV.

    Raises:
        UsageError: It cannot be read, or has other columns.
    """
    try:
        table = read_csv(file, SCHEMA)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise UsageError(f"{file} cannot be read as a table of estimates: {error}") from None
    texts = [name for name, kind in SCHEMA.items() if kind == pl.String and name != "verdict"]
    return table.with_columns(pl.col(texts).fill_null(""))


def number_fields(estimate: Estimate) -> dict[str, Any]:
    """The estimate, its interval, standard error, level and number of deals."""
    return {
        "n": estimate.n, "mean": estimate.mean, "low": estimate.low, "high": estimate.high,
        "se": estimate.standard_error, "level": estimate.level,
    }  # fmt: skip


def estimate_of(row: Row) -> Estimate:
    """The estimate of a row."""
    low, high = -inf if row.low is None else row.low, inf if row.high is None else row.high
    return Estimate(row.mean or 0.0, low, high, row.se or 0.0, row.n, row.level)


def verdict_fields(judgement: Judgement | None, test: str) -> dict[str, Any]:
    """The tolerance, corrected p-values and verdict; empty where nothing was tested. ``test`` says how it was."""
    if judgement is None:
        return {}
    return {
        "test": test,
        "tolerance": judgement.tolerance,
        "p_difference": judgement.p_difference,
        "p_equivalence": judgement.p_equivalence,
        "verdict": judgement.verdict,
    }


def with_verdicts(rows: Sequence[Row], family: Sequence[Evidence], alpha: float, test: str) -> Iterator[Row]:
    """Rows with the verdicts of a family of questions, one for each row."""
    for row, judgement in zip(rows, simultaneous_verdicts(family, alpha), strict=True):
        yield replace(row, verdict=judgement.verdict, test=test)


def variants(sections: Sequence[Section]) -> list[str]:
    """In which options of the rules each section differs from others of its table size: ``name = value``."""
    differing = []
    for section in sections:
        peers = [other.setting.rules for other in sections if other.players == section.players]
        rules = section.setting.rules
        names = (name for name in rules if len({option_text(other.get(name)) for other in peers}) > 1)
        differing.append(", ".join(f"{name} = {option_text(rules[name])}" for name in names))
    return differing


def players_text(players: int) -> str:
    """``1 player``, ``3 players``."""
    return counted(players, "player")


def table_of(row: Row) -> str:
    """The table size of a row, with options that set tables of that size apart."""
    return ", ".join(filter(None, [players_text(row.players), row.variant]))
