"""``arkadia-sim mistakes``: where a stronger player would choose otherwise, and what that is worth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.completion import bot_argument, bot_option
from arkadia_sim.cli.options import (
    GameName,
    Memory,
    Pieces,
    Processes,
    ResultsAsJson,
    Rules,
    Seed,
    TableSizes,
    settings_of,
    table_sizes,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.questions import MISTAKES_DEALS

if TYPE_CHECKING:
    from arkadia_sim.questions.estimates import Row


def mistakes(
    bot: Annotated[str, bot_argument("BOT", "Whose mistakes; a compiled bot.")],
    judge: Annotated[str, bot_option("BOT", "The stronger bot that is asked at each decision.")] = "expert",
    among: Annotated[str | None, bot_option("BOT", "The bot in all other seats, its own kind if left out.")] = None,
    players: TableSizes = None,
    deals: Annotated[int, typer.Option(min=60, max=20_000, help="Deals at each table size.")] = MISTAKES_DEALS,
    seed: Seed = 1,
    rules: Rules = None,
    components: Pieces = None,
    workers: Processes = None,
    memory_per_worker: Memory = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Save the estimates, to be used in a report.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: ResultsAsJson = False,
) -> None:
    """Find what a bot does wrong: where a stronger one would choose otherwise, and what that one choice would gain."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.questions.estimates import rows_of
    from arkadia_sim.results.files import write_whole

    table = api.mistakes(
        bot,
        judge,
        None if players is None else table_sizes(players),
        among=among,
        deals=deals,
        seed=seed,
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        workers=workers_of(workers, memory_per_worker, None),
        game=game,
    )
    if save is not None:
        write_whole(save, table.write_csv)
    if as_json:
        show.print_json({"estimates": table.to_dicts()})
        return
    rows = rows_of(table)
    for size in dict.fromkeys(row.players for row in rows):
        _print_mistakes([row for row in rows if row.players == size], game)
    typer.echo(
        f"{deals:,} deals at each table size. In brackets: 95% intervals. After this choice {bot} goes on as always: "
        "do not add gains up."
    )


def _print_mistakes(rows: "list[Row]", game: str) -> None:
    from rich.table import Table

    from arkadia_sim.cli.estimates import estimate_text
    from arkadia_sim.cli.show import console
    from arkadia_sim.plots.style import number, signed
    from arkadia_sim.questions.mistakes import WHEN, advice_of

    first = rows[0]
    cells = {(row.kind, row.contrast, row.setting, row.outcome): row for row in rows}
    outcomes = {row.outcome: row.unit for row in rows if row.kind == "mistake"}
    lead = list(outcomes)[min(1, len(outcomes) - 1)]
    decisions = [row.contrast for row in rows if row.kind == "asked"]
    kinds = [row.contrast for row in rows if row.kind == "often" and row.contrast not in decisions]
    total = sum(
        row.mean or 0.0 for row in rows if row.kind == "loss" and row.outcome == lead and row.contrast in decisions
    )

    def text(kind: str, contrast: str, setting: str, outcome: str) -> str:
        row = cells.get((kind, contrast, setting, outcome))
        return "" if row is None else estimate_text(row)

    typer.echo(f"\n{first.players} players, {first.bot} among {first.company}, judged by {first.baseline}")
    table = Table(title=f"what the judge's choice would gain, in {outcomes[lead]}", title_justify="left")
    for heading in ("decision", "a game", "other choice", "gain each"):
        table.add_column(heading, justify="left" if heading == "decision" else "right")
    for name in decisions:
        asked, often = cells["asked", name, "", "decisions"], cells["often", name, "", "decisions"]
        share = 100 * (often.mean or 0.0) / (asked.mean or 1.0)
        table.add_row(name, number(asked.mean or 0.0, 1), f"{share:.0f}%", text("mistake", name, WHEN[0], lead))
    console().print(table)
    table = Table(title="where one kind of choice would surely gain something", title_justify="left")
    for heading in (f"{first.baseline} would", "a game", first.bot, first.baseline, *WHEN, "of all loss"):
        table.add_column(heading, justify="left" if heading.endswith("would") else "right")
    sure = [name for name in kinds if cells["mistake", name, WHEN[0], lead].verdict == "higher"]
    for name in sure:
        often, loss = cells["often", name, "", "decisions"], cells["loss", name, "a game", lead]
        halves = [cells.get(("mistake", name, when, lead)) for when in WHEN[1:]]
        table.add_row(
            advice_of(game, name),
            *(number(value or 0.0, 1) for value in (often.mean, often.before, often.after)),
            text("mistake", name, WHEN[0], lead),
            *("" if half is None else signed(half.mean or 0.0, 1) for half in halves),
            f"{100 * (loss.mean or 0.0) / total:.0f}%" if total > 0 else "",
        )
    if sure:
        console().print(table)
    else:
        typer.echo("No kind of choice surely gains anything: play more deals.")
