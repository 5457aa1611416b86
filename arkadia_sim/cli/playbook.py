"""``arkadia-sim playbook``: the few rules of thumb that win most."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import GameName, Memory, Processes, Seed, TableSizes, table_sizes, workers_of
from arkadia_sim.coach import CHECK_DEALS, RULES
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.api.finished import FoundPlaybook


def playbook(
    against: Annotated[
        list[str],
        typer.Option(metavar="BOT", help="Opponents in all other seats; several of different strength are best."),
    ],
    players: TableSizes = None,
    rules: Annotated[int, typer.Option(min=1, max=32, help="Most rules for a table size.")] = RULES,
    base: Annotated[
        str | None, typer.Option(metavar="BOT", help="A playbook to go on from; without it, begin with no rules.")
    ] = None,
    check_deals: Annotated[
        int, typer.Option(min=2, help="Fresh deals on which the best playbook of each length is checked.")
    ] = CHECK_DEALS,
    seed: Seed = 1,
    workers: Processes = None,
    memory_per_worker: Memory = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where playbook.json goes; a folder of its own if not given.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="Save the playbook as a bot, to be played and edited.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print all that was found as JSON.")] = False,
) -> None:
    """Find the few rules of thumb that win most, for each table size, or go on with a search that was stopped."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.coach.saved_playbook import PLAYBOOK
    from arkadia_sim.core.spec import split_specs

    if save is not None:
        PLAYBOOK.check_target(save, base or "rules", out)
    found = api.playbook(
        [bot for text in against for bot in split_specs(text)],
        None if players is None else table_sizes(players),
        rules=rules,
        base=base,
        check_deals=check_deals,
        seed=seed,
        workers=workers_of(workers, memory_per_worker, None),
        out=out,
        game=game,
    )
    if save is not None:
        found.save(save)
    if as_json:
        show.print_json({**found.file.model_dump(mode="json"), "folder": str(found.folder)})
        return
    for size in found.file.players:
        _print_rules(found, size)
        _print_strength(found, size)
    kept = "" if save is None else f", and the playbook in {save}"
    typer.echo(f"the search is in {found.folder}{kept}")


def _print_rules(found: "FoundPlaybook", players: int) -> None:
    typer.echo(f"\n{players} players:")
    if not found.rules(players):
        typer.echo("  no rule surely helps")
    for number, text in enumerate(found.sentences(players), start=1):
        typer.echo(f"  {number}. {text}")


def _print_strength(found: "FoundPlaybook", players: int) -> None:
    from rich.table import Table

    from arkadia_sim.cli.show import console, with_interval

    file = found.file
    table = Table(title=f"{file.outcome.label}, {file.outcome.unit}, on fresh deals", title_justify="left")
    table.add_column("rules", justify="right")
    for opponent in file.against:
        table.add_column(f"against {players - 1} {opponent}", justify="right")
    lines: dict[int, list[str]] = {}
    for one in file.checked:
        if one.players == players:
            lines.setdefault(len(one.rules), []).append(with_interval(one.result.estimate(), 1))
    for length, cells in lines.items():
        table.add_row(str(length), *cells)
    console().print(table)
