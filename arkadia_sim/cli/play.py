"""``arkadia-sim play``: bots against each other."""

from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.cli.options import (
    Cluster,
    FailedGames,
    Memory,
    Processes,
    ResultsAsJson,
    ResultsFolder,
    WhenAGameFails,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.plan import TRACE


def _list_rules(context: typer.Context, wanted: bool) -> None:
    """Show every option of the rules: its name, the game's own value, what is allowed and what it means."""
    if not wanted:
        return
    from arkadia_sim.runner.listing import listing

    options = listing(context.params["game"])["rules"]
    for one in options:
        typer.echo(f"{one['name']}={one['written']}\n    {one['meaning']}\n    allowed: {one['allowed']}")
    if not options:
        typer.echo("this game has no options of the rules")
    raise typer.Exit


def _list_components(context: typer.Context, wanted: bool) -> None:
    """Show every piece of the game that can be replaced: its name, what is allowed and what it is."""
    if not wanted:
        return
    from arkadia_sim.runner.listing import listing

    pieces = listing(context.params["game"])["components"]
    for one in pieces:
        typer.echo(f"{one['name']}\n    {one['meaning']}\n    allowed: {one['allowed']}")
    if not pieces:
        typer.echo("this game has no pieces that can be replaced")
    raise typer.Exit


def play(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="One per seat: NAME, NAME:parameter=value or FILE.py:NAME.")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games.")] = 1,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="An option of the rules, as often as needed; see --list-rules."),
    ] = None,
    list_rules: Annotated[
        bool,
        typer.Option("--list-rules", callback=_list_rules, help="Show the options of the rules, and exit."),
    ] = False,
    components: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Another piece of the game, as often as needed; see --list-components."),
    ] = None,
    list_components: Annotated[
        bool,
        typer.Option("--list-components", callback=_list_components, help="Show which pieces can be replaced."),
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the full record of every game here (JSON Lines), in place of records there."
        ),
    ] = None,
    trace: Annotated[float, typer.Option(min=0, max=1, help="Share of the games kept turn by turn.")] = TRACE,
    by_seat: Annotated[bool, typer.Option("--seats", help="Also how each bot did in each seat.")] = False,
    on_error: WhenAGameFails = FailedGames.COUNT,
    game: Annotated[
        str, typer.Option(metavar="GAME", help="Which game, by its name; see games.", is_eager=True)
    ] = DEFAULT_GAME,
    as_json: ResultsAsJson = False,
) -> None:
    """Let bots play each other, every bot in every seat of each deal, and show how each did.

    They turn round the table in the order given: of three different ones, each always plays after the same one.
    One bot against itself: how each seat did.
    """
    from arkadia_sim import api
    from arkadia_sim.analysis.bots import result_row
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import apart, settings_of
    from arkadia_sim.cli.seats import print_seats

    seated, options, pieces = apart(bots, rules, components)
    result = api.play(
        seated,
        games,
        seed,
        workers_of(workers, memory_per_worker, cluster),
        out,
        rules=settings_of("--rules", options),
        components=settings_of("--components", pieces),
        record=record,
        trace=trace,
        on_error=on_error.value,
        game=game,
    )
    broken = show.tell_failures(result.manifest)
    results = result.bots() if result.manifest.counts.failed < result.manifest.counts.games else ()
    games_played = result.manifest.counts.games
    kept = None if result.recorded is None else f"{result.recorded:,} of {games_played:,} games recorded"
    seats = result.seats() if broken is None else ()
    apart_by_seat = [result.bots(seat) for seat in range(len(seated))] if by_seat and results else []
    if as_json:
        if kept is not None:
            typer.echo(kept, err=True)
        show.end_with_json(
            {
                "bots": [result_row(one) for one in results],
                **({"seats": [one.as_json() for one in seats]} if seats else {}),
                **({"by_seat": [list(map(result_row, each)) for each in apart_by_seat]} if by_seat else {}),
                "games": games_played,
                "failed": result.manifest.counts.failed,
                "failures": [one.model_dump() for one in result.manifest.failures],
                "ends": result.manifest.counts.ends,
                "level": result.manifest.level,
                "seed": seed,
                "players": len(seated),
                "folder": str(result.folder),
            },
            broken,
        )
    if seats:
        print_seats(seats)
    elif results:
        title = f"{show.players_text(len(seated))}, seed {seed}, every bot in every seat"
        show.print_bots(title, results, intervals=broken is None)
    for seat, each in enumerate(apart_by_seat):
        show.print_bots(f"in seat {seat}", each, intervals=broken is None)
    typer.echo(show.games_sentence(result.manifest))
    for warning in show.warnings(result.manifest, results):
        typer.echo(warning)
    typer.echo(f"results in {result.folder}" + ("" if kept is None else f", {kept} in {record}"))
    show.end_if_broken(broken)
