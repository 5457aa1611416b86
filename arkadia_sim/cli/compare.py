"""``arkadia-sim compare``: is this bot better than that one?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
    players: Annotated[
        list[str] | None, typer.Option(metavar="N,N…", help="Table sizes; all there are if not given.")
    ] = None,
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
    until: Annotated[
        str | None, typer.Option(metavar="decided", help="'decided': stop when the answers are sure.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=2, help="Deals at each table size (2000; with --against 10000), or the most with --until (50000)."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same deals.")] = 1,
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
    as_json: Annotated[bool, typer.Option("--json", help="Print the answers as JSON.")] = False,
) -> None:
    """Let A and B play in the same seats of the same deals, everybody else unchanged, and say which does better.

    Or the same players under two rules: arkadia-sim compare BOT --rules option=4 --against option=5
    """
    from arkadia_sim import api
    from arkadia_sim.cli.options import names_of, settings_of, table_sizes, tolerances_of
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
            workers=workers,
            out=out,
            game=game,
        )
        print_settings(found, as_json)
        return
    if measure is not None or tolerance is not None:
        raise UsageError("--measure and --tolerance belong to --against; two bots are compared by the game's outcomes")
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
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        workers=workers,
        out=out,
        game=game,
    )
    _print(result, as_json)


def _print(result: "Compared", as_json: bool) -> None:
    """Print the answers in words, a line for each table size, then what table sizes make of them."""
    from arkadia_sim.cli import show
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    broken = show.too_many_failed(result.manifest)
    if result.manifest.counts.failed:
        typer.echo(show.failed_sentence(result.manifest), err=True)
    if as_json:
        show.print_json(result.as_json())
        raise typer.Exit(0 if broken is None else 1)
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
