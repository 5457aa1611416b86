"""``arkadia-sim play``: bots against each other."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.completion import bot_argument
from arkadia_sim.cli.lists import listing
from arkadia_sim.cli.options import (
    FailedGames,
    Memory,
    Pieces,
    Processes,
    ResultsAsJson,
    ResultsFolder,
    Rules,
    Seed,
    WhenAGameFails,
    only_bots,
    settings_of,
    workers_of,
)
from arkadia_sim.cli.terminal import print_json, say, shown
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.scene import seat_text
from arkadia_sim.errors import command_line
from arkadia_sim.plan import TRACE

if TYPE_CHECKING:
    from arkadia_sim.api import Result
    from arkadia_sim.questions.estimates import Row


def _list_rules(context: typer.Context, wanted: bool) -> None:
    """Print every option of the rules: its name, its usual value, its meaning and what is allowed."""
    if wanted:
        options = listing(context.params["game"])["rules"]
        _list_options([(f"{option['name']}={option['written']}", option) for option in options], "options of the rules")


def _list_components(context: typer.Context, wanted: bool) -> None:
    """Print every piece of the game that can be replaced: its name, its meaning and what is allowed."""
    if wanted:
        pieces = listing(context.params["game"])["components"]
        _list_options([(piece["name"], piece) for piece in pieces], "pieces that can be replaced")


def _list_options(entries: list[tuple[str, dict[str, Any]]], what: str) -> None:
    for heading, entry in entries:
        say(f"{heading}\n    {entry['meaning']}\n    allowed: {entry['allowed']}")
    if not entries:
        say(f"this game has no {what}")
    raise typer.Exit


def play(
    bots: Annotated[list[str], bot_argument("BOT...", "One per seat: NAME, NAME:parameter=value or FILE.py:NAME.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Seed = 1,
    workers: Processes = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    rules: Rules = None,
    list_rules: Annotated[
        bool, typer.Option("--list-rules", callback=_list_rules, help="List the options of the rules, and exit.")
    ] = False,
    components: Pieces = None,
    list_components: Annotated[
        bool,
        typer.Option(
            "--list-components", callback=_list_components, help="List the pieces that can be replaced, and exit."
        ),
    ] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a full record of every game to this file (JSON Lines).")
    ] = None,
    trace: Annotated[float, typer.Option(min=0, max=1, help="Share of games whose turns are saved.")] = TRACE,
    by_seat: Annotated[bool, typer.Option("--seats", help="Also show each bot in each seat.")] = False,
    on_error: WhenAGameFails = FailedGames.COUNT,
    game: Annotated[
        str, typer.Option(metavar="GAME", help="The game to play. List: arkadia-sim games.", is_eager=True)
    ] = DEFAULT_GAME,
    as_json: ResultsAsJson = False,
) -> None:
    """Let bots play each other, every bot in every seat of each deal, and show their results.

    Bots sit in the order given, and that order can affect results. With one bot in all seats: the result of each seat.
    """
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.estimates import print_estimates
    from arkadia_sim.questions.answers import seat_sentence
    from arkadia_sim.questions.estimates import estimates_table
    from arkadia_sim.questions.labels import players_text
    from arkadia_sim.runner.one_game import misleads_text

    seated = only_bots(bots)
    result = api.play(
        seated,
        games,
        seed,
        workers_of(workers, memory_per_worker),
        out,
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        record=record,
        trace=trace,
        on_error=on_error.value,
        game=game,
    )
    show.tell_failures(result.manifest)
    counts = result.manifest.counts
    kept = None if result.recorded is None else f"{result.recorded:,} of {counts.games:,} games recorded"
    if as_json:
        if kept is not None:
            say(kept, err=True)
        print_json(_as_json(result, len(seated), by_seat))
        raise typer.Exit(1 if counts.mislead else 0)
    results = () if counts.mislead else result.bots()
    seats = () if counts.mislead else _seats(result)
    sentence = seat_sentence(result.manifest)
    if sentence is not None and results:
        say(sentence)
    if seats:
        print_estimates(estimates_table(seats), result.manifest)
    elif results:
        title = f"{players_text(len(seated))}, seed {seed}, every bot in every seat"
        show.print_bots(title, results)
    for seat in range(len(seated)) if by_seat and results else ():
        show.print_bots(f"in {seat_text(seat)}", result.bots(seat))
    say(show.games_sentence(result.manifest))
    for warning in show.warnings(result.manifest, () if seats else results):  # estimates bring their own
        say(warning)
    where = f"results in {shown(result.folder)}" + ("" if kept is None else f", {kept} in {shown(record)}")
    say(where + ("" if counts.mislead else f"; for a page with figures: {command_line('report', result.folder)}"))
    if result.aside is not None:
        aside = Path(os.path.relpath(result.aside)) if result.aside.is_relative_to(Path.cwd()) else result.aside
        say(f"the other records that were in {shown(record)} are in {shown(aside)} now")
    if counts.mislead:
        say(misleads_text(shown(result.folder)))
        raise typer.Exit(1)


def _seats(result: "Result") -> "list[Row]":
    """The estimates of the seats, where one bot sat in all of them."""
    from arkadia_sim.questions.play import seats_of_play
    from arkadia_sim.results.store import RunFolder

    tables = seats_of_play(RunFolder(result.folder), result.manifest)
    return [row for table in tables for row in table.rows("play", "play")]


def _as_json(result: "Result", players: int, by_seat: bool) -> dict[str, Any]:
    """The results as plain values; none where too many games failed."""
    from arkadia_sim.questions.play import result_row

    manifest = result.manifest
    results = None if manifest.counts.mislead else result.results()
    apart = [result.bots(seat) for seat in range(players)] if by_seat and results else []
    return {
        "answer": [] if results is None else list(results.sentences()),
        "bots": [result_row(bot) for bot in result.bots()] if results else [],
        "estimates": [] if results is None else results.table().to_dicts(),
        **({"by_seat": [list(map(result_row, bots)) for bots in apart]} if by_seat else {}),
        "games": manifest.counts.games,
        "failed": manifest.counts.failed,
        "failures": [failure.model_dump() for failure in manifest.failures],
        "ends": manifest.counts.ends,
        "level": manifest.level,
        "seed": manifest.seed,
        "players": players,
        "folder": str(result.folder),
    }
