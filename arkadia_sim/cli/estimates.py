"""The table of estimates on a terminal: one table for each table size and kind of estimate."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from arkadia_sim.cli.terminal import console, say
from arkadia_sim.core.spec import number_text
from arkadia_sim.errors import counted
from arkadia_sim.plots.style import digits_for, number, percent, signed, span
from arkadia_sim.questions.answers import amount
from arkadia_sim.questions.estimates import VERDICT_WORDS, Row, players_text, rows_of
from arkadia_sim.stats.verdicts import MINIMUM_DEALS

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.results.manifest import Manifest

LINES_MOST = 60
"""More lines than this are left to the report and to ``--json``."""

TOO_FEW_DEALS = f"too few deals for reliable intervals and verdicts: fewer than {MINIMUM_DEALS}"

HEAD_LINES = 6
"""The lines of a table beside its rows."""

KINDS = {
    "effect": "effect of the change", "dose": "effect of each value",
    "advantage": "each seat against the average of its table", "difference": "differences",
    "field": "average of each bot", "beats": "one bot among the others, minus the reverse",
    "share": "share of the variance", "neighbour": "effect on the players after",
    "meeting": "average of one bot among the others", "mean": "averages", "habit": "habits",
    "limited": "turns in which a constraint takes moves away", "swing": "swings",
    "half": "effect where a feature of the deal is low or high",
    "gap": "effect where it is high, minus where it is low", "gains": "boards on which the effect is a gain",
    "apart": "how far two players differ", "spread": "standard deviation of the effect between boards",
}  # fmt: skip
"""The kinds of estimates in the order in which they are shown, answers first."""

GAINS = ("effect", "dose", "advantage", "beats")
"""Kinds of which more is better."""

SIGNED = (*GAINS, "difference", "neighbour", "worth", "mistake", "loss", "half", "gap")
VERDICTS_ON_GAINS = {**VERDICT_WORDS, "higher": "better", "lower": "worse"}
HEADINGS = {
    "players": "players",
    "variant": "table",
    "claim": "claim",
    "company": "opponents",
    "bot": "bot",
    "contrast": "part",
    "baseline": "compared with",
    "setting": "rules",
    "value": "value",
    "seat": "seat",
}  # fmt: skip
VERDICTS_HOLD = " Verdicts allow for all tests of this run, so they can be more cautious than an interval."
CONTRASTS = {"effect": "change", "dose": "parameter", "meeting": "others", "beats": "others"}
"""What the column ``contrast`` holds in some kinds."""


def print_estimates(table: "pl.DataFrame", manifest: "Manifest", companies: Mapping[str, str] | None = None) -> None:
    """Print estimates in at most some 60 lines, then what the intervals and verdicts are.

    Args:
        table: the estimates.
        manifest: the run that they are of.
        companies: titles of companies by their names.
    """
    titles = companies or {}
    rows, averages = _with_averages(
        [replace(row, company=titles.get(row.company, row.company)) for row in rows_of(table)]
    )
    order = list(KINDS)
    groups: dict[tuple[str, bool], list[Row]] = {}
    for row in sorted(rows, key=lambda row: (order.index(row.kind), _between_sizes(row))):
        groups.setdefault((row.kind, _between_sizes(row)), []).append(row)
    axes = {outcome.column: outcome.axis for outcome in manifest.outcomes}
    lines, left = LINES_MOST, len(rows)
    for group in groups.values():
        printed = group[: max(0, lines - HEAD_LINES)]
        if not printed:
            break
        _print_group(printed, axes, averages)
        lines -= HEAD_LINES + len(printed)
        left -= len(printed)
    if left:
        say(f"{left:,} more estimates are in the report and with --json")
    for line in _notes(rows, manifest):
        say(line)


Place = tuple[int, str, str, str, int | None, str]
"""Table size, variant, rules, part, seat and outcome of an average."""


def _place(row: Row) -> Place:
    return (row.players, row.variant, row.setting, row.contrast, row.seat, row.outcome)


def _with_averages(rows: Sequence[Row]) -> tuple[list[Row], dict[Place, float]]:
    """The rows without averages that stand beside another estimate of the same place, and these averages.

    Of settings of the rules, all averages do: those under the reference become rows of their own.
    """
    compared = {_place(row): row for row in rows if row.kind in ("advantage", "difference") and not _between_sizes(row)}
    averages = {_place(row): row.mean for row in rows if row.kind == "mean" and row.mean is not None}
    of_rules = [row for row in rows if row.kind == "mean" and row.design == "settings"]
    baseline = next((row.baseline for row in compared.values() if row.design == "settings"), "")
    references = [
        replace(row, kind="difference", mean=None, low=None, high=None, note="reference", baseline=baseline)
        for row in of_rules
        if _place(row) not in compared
    ]
    kept = [row for row in rows if row.kind != "mean" or (row not in of_rules and _place(row) not in compared)]
    if of_rules:
        order = {_place(row): number for number, row in enumerate(of_rules)}
        kept = sorted([*kept, *references], key=lambda row: order.get(_place(row), len(order)))
    shown = {_place(row) for row in kept if row.kind in ("advantage", "difference")}
    return kept, {place: mean for place, mean in averages.items() if place in shown}


def _between_sizes(row: Row) -> bool:
    """Whether a row is the difference between two table sizes."""
    return row.kind == "difference" and "minus " in row.setting


def _print_group(rows: Sequence[Row], axes: Mapping[str, str], averages: Mapping[Place, float]) -> None:
    """One table: the key columns that vary, the outcome, the estimate, the behaviour and the verdict."""
    from rich.markup import escape
    from rich.table import Table

    kind = rows[0].kind
    keys = [key for key in HEADINGS if len({getattr(row, key) for row in rows}) > 1]
    if kind == "dose":
        keys = [key for key in keys if key not in ("bot", "contrast")]  # they say no more than the value
    outcomes = {row.outcome: _outcome(row, axes) for row in rows}
    levels = sorted({row.level for row in rows})
    say(_title(rows, keys, list(outcomes.values())))  # a title of the table would be as narrow as the table
    table = Table()
    for key in keys:
        heading = CONTRASTS.get(kind, HEADINGS[key]) if key == "contrast" else HEADINGS[key]
        table.add_column(heading, overflow="fold", justify="right" if key in ("players", "value", "seat") else "left")
    columns = [] if len(outcomes) == 1 else ["outcome"]
    averaged = any(_place(row) in averages for row in rows)
    columns += ["average"] if averaged else []
    if not any(map(_has_interval, rows)):
        columns.append("estimate")
    else:
        columns.append(f"estimate ({percent(levels[0])} CI)" if len(levels) == 1 else "estimate (CI)")
    behaviours = list(dict.fromkeys(row.behaviour for row in rows if row.behaviour))
    judged = any(row.verdict or row.note for row in rows)
    for heading in (*columns, *([", ".join(behaviours)] if behaviours else []), *(["verdict"] if judged else [])):
        table.add_column(escape(heading), justify="right" if heading.startswith(("estimate", "average")) else "left")
    for row in rows:
        cells = [_key(getattr(row, key)) for key in keys]
        cells += [] if len(outcomes) == 1 else [outcomes[row.outcome]]
        cells += [number(averages[_place(row)], 2) if _place(row) in averages else ""] if averaged else []
        cells.append(estimate_text(row, len(levels) > 1))
        cells += [_behaviour(row)] if behaviours else []
        cells += [_verdict(row)] if judged else []
        table.add_row(*map(escape, cells))
    console().print(table)


def _title(rows: Sequence[Row], keys: Sequence[str], outcomes: Sequence[str]) -> str:
    """Table size, deals and kind of estimate, then what is the same in all rows."""
    first = rows[0]
    size = "" if "players" in keys else players_text(first.players)
    size = ", ".join(filter(None, [size, "" if "variant" in keys else first.variant]))
    deals = {row.n for row in rows}
    count = counted(deals.pop(), "deal") if len(deals) == 1 else f"{min(deals):,} to {max(deals):,} deals"
    same = {key: getattr(first, key) for key in HEADINGS if key not in keys}
    bot = "" if first.kind == "dose" else same.get("bot") or ""
    baseline = "" if first.kind == "advantage" else same.get("baseline") or ""
    setting, company = same.get("setting") or "", same.get("company") or ""
    if first.kind == "difference":
        bot, setting = setting, bot  # rules are compared, of the same bot
    compared = " ".join(filter(None, [bot, baseline and f"compared with {baseline}"]))
    kind = "" if bot and baseline else KINDS[first.kind]
    about = ", ".join(filter(None, [kind, compared, setting, company, *(outcomes if len(outcomes) == 1 else [])]))
    each = " at each table size" if "players" in keys else ""
    return f"{f'{size}, ' if size else ''}{count}{each}: {about}"


def _outcome(row: Row, axes: Mapping[str, str]) -> str:
    """The outcome or measure with its unit."""
    name = row.outcome.replace("_", " ")
    return axes.get(row.outcome, name if name == row.unit else f"{name} ({row.unit})")


def _key(value: str | float | None) -> str:
    return "" if value is None else value if isinstance(value, str) else number_text(value)


def _has_interval(row: Row) -> bool:
    """Whether the interval of an estimate is shown; that of too few deals is not reliable."""
    return row.low is not None and row.high is not None and row.n >= MINIMUM_DEALS


def estimate_text(row: Row, with_level: bool = False) -> str:
    """An estimate with its interval: ``+3.1 (1.0 to 5.2)``."""
    write = signed if row.kind in SIGNED else number
    if row.mean is None:
        return ""
    if row.low is None or row.high is None or not _has_interval(row):
        return write(row.mean, 2)
    interval = span(row.low, row.high) + (f", {percent(row.level)}" if with_level else "")
    return f"{write(row.mean, digits_for(row.low, row.high))} ({interval})"


def _behaviour(row: Row) -> str:
    """The behaviour without and with the change: ``1.20 → 3.45``."""
    return "" if row.before is None or row.after is None else f"{number(row.before, 2)} → {number(row.after, 2)}"


def _verdict(row: Row) -> str:
    """The verdict in words, with its note."""
    words = VERDICTS_ON_GAINS if row.kind in GAINS else VERDICT_WORDS
    verdict = "" if row.verdict is None else words.get(row.verdict, row.verdict)
    return "; ".join(filter(None, [verdict, row.note]))


def _notes(rows: Sequence[Row], manifest: "Manifest") -> Iterator[str]:
    """What intervals and verdicts are, and what would make them better."""
    if any(map(_has_interval, rows)):
        yield "CI: confidence interval over deals." + (VERDICTS_HOLD if any(row.verdict for row in rows) else "")
    untested = [
        row.outcome
        for row in rows
        if row.design in ("seats", "settings")
        and row.kind in ("advantage", "difference")
        and row.tolerance is None
        and row.mean is not None  # no reference
    ]
    if any(row.n < MINIMUM_DEALS for row in rows):
        yield TOO_FEW_DEALS
    elif untested:
        first = next(row for row in rows if row.outcome == untested[0])
        names = ", ".join(dict.fromkeys(untested))
        yield (
            f"No equivalence test for {names}. Add `--tolerance {first.outcome}=1` to test whether any difference is "
            f"below {amount(1, first.unit)}."
        )
