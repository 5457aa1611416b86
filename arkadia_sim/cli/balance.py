"""``arkadia-sim balance``: what makes up for a seat?"""

from pathlib import Path
from typing import Annotated

import typer

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
    tolerance: Annotated[
        list[str] | None, typer.Option(metavar="OUTCOME=NUMBER", help="What is too small to matter, in its unit.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the search; the next seed confirms.")] = 1,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="An option of the rules, as often as needed; see play --list-rules."),
    ] = None,
    components: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Another piece of the game; see play --list-components."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core if not given.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go; a folder of its own if not given.")
    ] = None,
    game: Annotated[str, typer.Option(help="Which game.", hidden=True)] = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
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
        workers=workers,
        out=out,
        game=game,
    )
    broken = show.too_many_failed(results.last.manifest)
    if as_json:
        show.print_json(results.as_json())
        raise typer.Exit(0 if broken is None else 1)
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
    if broken is not None:
        typer.echo(broken)
        raise typer.Exit(1)
