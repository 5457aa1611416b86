"""``arkadia-sim balance``: what makes up for a seat?"""

from typing import Annotated

import typer

from arkadia_sim.cli.options import (
    Cluster,
    GameName,
    Memory,
    Pieces,
    Processes,
    ResultsAsJson,
    ResultsFolder,
    Rules,
    Tolerances,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME


def balance(
    bot: Annotated[
        str | None, typer.Argument(metavar="[BOT]", help="The bot in every seat; the game's usual one if not given.")
    ] = None,
    knob: Annotated[
        str, typer.Option(metavar="OPTION", help="An option of the rules that takes a number for each seat.")
    ] = "",
    players: Annotated[int, typer.Option(min=2, help="The table size.")] = 4,
    target: Annotated[str, typer.Option(help="What is to be the same for all seats.")] = "seat_advantage",
    deals: Annotated[int | None, typer.Option(min=30, help="Deals of each step of the search (10000).")] = None,
    confirm: Annotated[int | None, typer.Option(min=30, help="Fresh deals to confirm what was found (20000).")] = None,
    tolerance: Tolerances = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the search; the next seed confirms.")] = 1,
    rules: Rules = None,
    components: Pieces = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    game: GameName = DEFAULT_GAME,
    as_json: ResultsAsJson = False,
) -> None:
    """Find the values of an option, seat by seat, with which all seats do alike, and confirm them with fresh deals."""
    from rich.table import Table

    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import settings_of, tolerances_of
    from arkadia_sim.errors import BadValue
    from arkadia_sim.report.wording.balance import balance_sentences, needed_text, steps_text

    if not knob:
        raise BadValue("--knob", knob, "an option of the rules that takes a number for each seat")
    results = api.balance(
        knob,
        bot,
        players,
        target=target,
        deals=deals,
        confirm=confirm,
        seed=seed,
        tolerances=tolerances_of(tolerance or []),
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    broken = show.too_many_failed(results.last.manifest)
    if as_json:
        show.end_with_json(results.as_json(), broken)
    before = results.before.tables[0].main
    after = None if results.confirmed is None else results.confirmed.tables[0].main
    table = Table(title=f"{results.bot} in every seat, {show.players_text(players)}", title_justify="left")
    headings = ["seat", knob, "needed (95%)", f"before ({before.outcome.unit})"]
    for heading in [*headings, *([] if after is None else [f"after ({before.outcome.unit})"])]:
        table.add_column(heading, justify="right")
    for seat in range(players):
        seen = [one.seats[seat].advantage for one in (before, after) if one is not None]
        cells = [show.with_interval(one, 2) for one in seen]
        table.add_row(str(seat), str(results.values[seat]), needed_text(results, seat), *cells)
    show.console().print(table)
    for sentence in balance_sentences(results):
        typer.echo(sentence)
    for line in steps_text(results):
        typer.echo(line)
    typer.echo(show.games_sentence(results.last.manifest))
    typer.echo(f"results in {results.folder}; the page: arkadia-sim report {results.last.folder}")
    show.end_if_broken(broken)
