"""How results look on a terminal or in a pipe."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from arkadia_sim.cli.terminal import console as console
from arkadia_sim.cli.terminal import print_json as print_json
from arkadia_sim.core.game import FAILED
from arkadia_sim.plots.style import percent
from arkadia_sim.stats.equivalence import MINIMUM_DEALS

if TYPE_CHECKING:
    from arkadia_sim.analysis.bots import BotResult
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.stats.intervals import Estimate

FAILED_MOST = 0.01
"""The share of games that may fail before the results of a run are no results."""

TOO_FEW_DEALS = "too few deals for intervals to be trusted"
"""What is said of fewer deals than a verdict takes."""


def players_text(number: int) -> str:
    """How many players, such as ``1 player``."""
    return f"{number} player{'' if number == 1 else 's'}"


def plus_minus(level: float) -> str:
    """What a ± is."""
    return f"± are {percent(level)} intervals over deals"


def print_bots(title: str, results: "Sequence[BotResult]", intervals: bool = True) -> None:
    """Print a table of bots with every outcome of the game, with ``intervals`` or with means alone."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title), title_justify="left", caption_justify="left")
    level = percent(results[0].main.estimate.level)
    told = f"± (or from, to) are {level} intervals over deals; " if intervals else ""
    table.caption = f"{told}games count seats"
    table.add_column("bot", overflow="fold")
    for heading in ("games", *(one.outcome.axis for one in results[0].outcomes)):
        table.add_column(escape(heading), justify="right")
    for bot in results:
        means = (with_interval(one.estimate, 2) if intervals else f"{one.estimate.mean:.2f}" for one in bot.outcomes)
        table.add_row(escape(bot.bot), f"{bot.games:,}", *means)
    console().print(table)


def with_interval(estimate: "Estimate", digits: int) -> str:
    """A mean and half the length of its interval, as ``25.03 ± 0.41``; both ends where it is not symmetrical."""
    if estimate.n < 2:
        return f"{estimate.mean:.{digits}f}"
    below, above = estimate.mean - estimate.low, estimate.high - estimate.mean
    if abs(above - below) > 1e-9 * max(1.0, above, below):  # cut at the end of what is possible
        return f"{estimate.mean:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"
    return f"{estimate.mean:.{digits}f} ± {estimate.half_width:.{digits}f}"


def warnings(manifest: "Manifest", results: "Sequence[BotResult]") -> list[str]:
    """What a reader of the table has to know before believing it, a line each."""
    lines = []
    if any(one.deals < MINIMUM_DEALS for one in results):
        lines.append(TOO_FEW_DEALS)
    if any(section.games % section.games_per_deal for section in manifest.sections):
        lines.append("the last deal is not complete: not every bot sat in every seat of it")
    if any(_neighbours_matter(section.lineups[0].bots) for section in manifest.sections):
        lines.append(
            "who sits beside whom stays as the bots are named, and counts: in another order the numbers may be others; "
            "compare and ladder tell who is better"
        )
    return lines


def _neighbours_matter(seats: "Sequence[int]") -> bool:
    """Whether bots could sit round a table in another order than that one, turned: one among others alike cannot."""
    kinds = Counter(seats)
    return len(kinds) > 2 or (len(kinds) == 2 and min(kinds.values()) > 1)


def failed_sentence(manifest: "Manifest") -> str:
    """How many games failed, and why the first of them did."""
    from arkadia_sim.runner.casualties import again
    from arkadia_sim.runner.parallel import resolve_game

    counts, first = manifest.counts, ""
    for one in manifest.failures[:1]:
        first = f" (first: {one.bot} in seat {one.seat}: {one.reason}; game {one.game} of seed {manifest.seed})"
        first += f"\n{again(resolve_game(manifest.game), manifest, one.game)}"
    return f"{counts.failed:,} of {counts.games:,} games failed{first}"


def too_many_failed(manifest: "Manifest") -> str | None:
    """What is said of a run in which more than 1% of the games failed; None of any other."""
    counts = manifest.counts
    if counts.failed <= FAILED_MOST * counts.games:
        return None
    if counts.failed == counts.games:
        return "all games failed: there are no results"
    return "more than 1% of the games failed: what is told of bots is no result, and has no intervals"


def tell_failures(manifest: "Manifest") -> str | None:
    """Tell of failed games beside the results; what is said of a run in which too many failed, None of any other."""
    if manifest.counts.failed:
        typer.echo(failed_sentence(manifest), err=True)
    return too_many_failed(manifest)


def end_with_json(document: Any, broken: str | None) -> NoReturn:
    """Print the results as JSON and end the command, with exit code 1 where too many games failed."""
    print_json(document)
    raise typer.Exit(0 if broken is None else 1)


def end_if_broken(broken: str | None) -> None:
    """Where too many games failed, say so and end the command with exit code 1."""
    if broken is not None:
        typer.echo(broken)
        raise typer.Exit(1)


def games_sentence(manifest: "Manifest") -> str:
    """How many games there were and how they ended, failed ones never left out; and what earlier looks cost."""
    from arkadia_sim.report.wording.looking import looked_text

    counts = manifest.counts
    ends = [f"{number:,} {end}" for end, number in counts.ends.items() if end != FAILED]
    failed = f"{counts.failed:,} failed" if counts.failed else "none failed"
    text = f"{counts.games:,} games: {', '.join([*ends, failed])}"
    if looked := looked_text(manifest):
        text += f"\n{looked}"
    for failure in manifest.failures[:3]:
        where = f"{failure.bot} in seat {failure.seat}"
        text += f"\ngame {failure.game} of seed {manifest.seed} failed: {where}: {failure.reason}"
    return text
