"""``arkadia-sim compare``: is this bot better than that one?"""

from pathlib import Path
from typing import Annotated

import typer

from arkadia_sim.core import DEFAULT_GAME


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A bot: NAME, NAME:parameter=value or FILE.py:NAME.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The bot it is compared with.")],
    players: Annotated[
        list[int] | None, typer.Option(help="A table size, as often as needed; all there are if not given.")
    ] = None,
    company: Annotated[
        str | None, typer.Option(metavar="BOT", help="The bot in all other seats; the game's usual one if not given.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="decided", help="'decided': stop when the answers are sure.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Deals at each table size (2000), or the most with --until (50000).")
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
    """Let A and B play in the same seats of the same deals, everybody else unchanged, and say which does better."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import settings_of
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    result = api.compare(
        a,
        b,
        players,
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
    if result.manifest.counts.failed:
        typer.echo(show.failed_sentence(result.manifest), err=True)
    if as_json:
        show.print_json(result.as_json())
        return
    for sentence in result.sentences():
        typer.echo(sentence)
    for note in result.notes():
        typer.echo(note)
    if any(one.deals < MINIMUM_DEALS for one in result.tables):
        typer.echo(show.TOO_FEW_DEALS)
    typer.echo(f"all other seats: {result.company}; {show.games_sentence(result.manifest)}")
    typer.echo(f"results in {result.folder}")
