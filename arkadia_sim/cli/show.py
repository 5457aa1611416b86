"""How results look on a terminal or in a pipe."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from arkadia_sim.runner.manifest import Manifest
    from arkadia_sim.runner.summary import BotSummary
    from arkadia_sim.stats.intervals import Estimate

PIPE_WIDTH = 120


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document, and nothing else, on stdout."""
    print(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def console() -> "Console":
    """Stdout, wide enough for a table when no terminal says how wide it is."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)


def print_bots(title: str, summaries: "list[BotSummary]") -> None:
    """Print a table of bots with their win share and gold."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title), title_justify="left", caption_justify="left")
    table.caption = "± are 95% intervals over deals; games count seats"
    table.add_column("bot", overflow="fold")
    for heading in ("games", "win share %", "gold", "sd of gold"):
        table.add_column(heading, justify="right")
    for one in summaries:
        share, gold = with_interval(one.win_share.scaled(100), 2), with_interval(one.gold, 2)
        table.add_row(escape(one.bot), f"{one.games:,}", share, gold, f"{one.gold_sd:.2f}")
    console().print(table)


def with_interval(estimate: "Estimate", digits: int) -> str:
    """A mean and half the length of its interval, as ``25.03 ± 0.41``."""
    if estimate.n < 2:
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {estimate.half_width:.{digits}f}"


def games_sentence(manifest: "Manifest") -> str:
    """How many games there were and how they ended, failed ones never left out."""
    counts = manifest.counts
    ends = [f"{number:,} {end}" for end, number in counts.ends.items() if end != "failed"]
    failed = f"{counts.failed:,} failed" if counts.failed else "none failed"
    text = f"{counts.games:,} games: {', '.join([*ends, failed])}"
    for failure in manifest.failures[:3]:
        text += f"\ngame {failure.game} failed: {failure.bot} in seat {failure.seat}: {failure.reason}"
    return text
