"""``arkadia-sim compare``: is this bot better than that one?"""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import (
    Cluster,
    DealsSeed,
    GameName,
    Memory,
    Pieces,
    Processes,
    ResultsFolder,
    Rules,
    TableSizes,
    Until,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.api import Compared


def compare(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="A B",
            help="Two bots: NAME, NAME:parameter=value or FILE.py:NAME; with --against one bot (or all).",
        ),
    ],
    players: TableSizes = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Hold --rules against these rules, with the same players."),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,NAME…", help="With --against: what is held against what: any measure of the game."),
    ] = None,
    tolerance: Annotated[
        list[str] | None,
        typer.Option(metavar="MEASURE=NUMBER", help="With --against: what is too small to matter, in its unit."),
    ] = None,
    company: Annotated[
        str | None, typer.Option(metavar="BOT", help="The bot in all other seats; the game's usual one if not given.")
    ] = None,
    until: Until = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=2, help="Deals at each table size (2000; with --against 10000), or the most with --until (50000)."
        ),
    ] = None,
    seed: DealsSeed = 1,
    rules: Rules = None,
    components: Pieces = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answers as JSON.")] = False,
) -> None:
    """Let A and B play in the same seats of the same deals, everybody else unchanged, and say which does better.

    Or the same players under two rules: arkadia-sim compare BOT --rules option=4 --against option=5
    """
    from arkadia_sim import api
    from arkadia_sim.cli.options import apart, names_of, settings_of, table_sizes, tolerances_of
    from arkadia_sim.cli.settings import print_settings
    from arkadia_sim.errors import BadValue, UsageError

    if against is not None:
        if company is not None or until is not None:
            raise UsageError("--company and --until belong to two bots, not to --against")
        found = api.compare_rules(
            bots,
            settings_of("--rules", rules or []),
            settings_of("--against", against),
            None if players is None else table_sizes(players),
            measures=names_of(measure),
            deals=deals,
            seed=seed,
            tolerances=tolerances_of(tolerance or []),
            components=settings_of("--components", components or []),
            workers=workers_of(workers, memory_per_worker, cluster),
            out=out,
            game=game,
        )
        print_settings(found, as_json)
        return
    if measure is not None or tolerance is not None:
        raise UsageError("--measure and --tolerance belong to --against; two bots are compared by the game's outcomes")
    bots, options, pieces = apart(bots, rules, components)
    if len(bots) != 2:
        raise BadValue("bots", ", ".join(bots), "two to be compared; or rules with --rules … --against …")
    a, b = bots
    result = api.compare(
        a,
        b,
        None if players is None else table_sizes(players),
        company,
        deals=deals,
        seed=seed,
        until=until,
        rules=settings_of("--rules", options),
        components=settings_of("--components", pieces),
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    _print(result, as_json)


def _print(result: "Compared", as_json: bool) -> None:
    """Print the answers in words, a line for each table size, then what table sizes make of them."""
    from arkadia_sim.cli import show
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    broken = show.tell_failures(result.manifest)
    if as_json:
        show.end_with_json(result.as_json(), broken)
    if broken is not None:
        typer.echo(show.games_sentence(result.manifest))
        typer.echo(broken)
        raise typer.Exit(1)
    for sentence in result.sentences():
        typer.echo(sentence)
    for note in result.notes():
        typer.echo(note)
    for sentence in result.between_sentences():
        typer.echo(sentence)
    if any(one.deals < MINIMUM_DEALS for one in result.tables):
        typer.echo(show.TOO_FEW_DEALS)
    typer.echo(f"all other seats: {result.company}; {show.games_sentence(result.manifest)}")
    typer.echo(f"results in {result.folder}")
