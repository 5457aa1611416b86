"""How tables in several settings look on a terminal: what ``compare --against`` and ``sweep`` print."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from arkadia_sim.analysis.settings import SettingsResults

SENTENCES_MOST = 12
"""So many differences between table sizes are told; more are on the page and in the JSON."""

SETTINGS_SHOWN = 6
"""So many settings find room in a table on a terminal."""

PAIR = ("difference", "verdict")
"""What is told of two settings beside the two."""


def print_settings(results: "SettingsResults", as_json: bool, picture: "Path | None" = None) -> None:
    """Print the means of all settings and the differences from the reference; exit code 1 where too much failed.

    ``picture`` is where they were drawn.
    """
    from arkadia_sim.cli import show
    from arkadia_sim.report.wording.settings import (
        ALL_AT_ONCE,
        answers,
        difference_sentence,
        paired_sentence,
        tolerance_hint,
    )
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    broken = show.tell_failures(results.manifest)
    if as_json:
        show.end_with_json(results.as_json(), broken)
    if broken is None:
        if len(results.settings) <= SETTINGS_SHOWN:
            _print_means(results)
        else:
            typer.echo(f"{len(results.settings)} settings: their means are in the picture, on the page and in the JSON")
        if len(results.settings) != len(PAIR):
            for answer in answers(results):
                typer.echo(answer)
        between = [one for one in results.differences if one.against is not None]
        for one in between[:SENTENCES_MOST]:
            typer.echo(difference_sentence(one))
        if len(between) > SENTENCES_MOST:
            typer.echo(
                f"{len(between) - SENTENCES_MOST:,} more differences between table sizes: see the page, or --json"
            )
        typer.echo(paired_sentence(results))
        typer.echo(f"{show.plus_minus(results.manifest.level)}; {ALL_AT_ONCE}")
        hint = tolerance_hint(results)
        if hint:
            typer.echo(hint)
        if results.deals < MINIMUM_DEALS:
            typer.echo(show.TOO_FEW_DEALS)
    typer.echo(show.games_sentence(results.manifest))
    for note in results.experiment.notes:
        typer.echo(note)
    if picture is not None:
        typer.echo(f"the picture: {picture}")
    typer.echo(f"results in {results.folder}; the page: arkadia-sim report {results.folder}")
    show.end_if_broken(broken)


def _print_means(results: "SettingsResults") -> None:
    """A table for each number of players: a row per measure and part, a column per setting; of two their difference."""
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli import show
    from arkadia_sim.report.wording.settings import verdict_text

    for players in dict.fromkeys(one.players for one in results.means):
        here = [one for one in results.means if one.players == players]
        bots = ", ".join(results.experiment.bots)
        title = f"{bots}, {show.players_text(players)}, {here[0].estimate.n:,} deals"
        shown = Table(title=escape(title), title_justify="left")
        shown.add_column("measure", overflow="fold")
        for name in results.settings:
            shown.add_column(escape(name), justify="right", overflow="fold")
        rows: dict[tuple[str, str], list[str]] = {}
        for one in here:
            rows.setdefault((one.measure.axis, one.part), []).append(show.with_interval(one.estimate, 2))
        if len(results.settings) == len(PAIR):
            for heading in PAIR:
                shown.add_column(heading, justify="right", overflow="fold")
            for difference in results.differences:
                if (difference.players, difference.against) == (players, None):
                    told = [show.with_interval(difference.estimate, 2), verdict_text(difference)]
                    rows[difference.measure.axis, difference.part] += told
        for (axis, part), cells in rows.items():
            shown.add_row(escape(f"{axis}, {part}" if part else axis), *cells)
        show.console().print(shown)
