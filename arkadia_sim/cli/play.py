"""``arkadia-sim play``: bots against each other."""

from pathlib import Path
from typing import Annotated, Any

import typer

from arkadia_sim.runner import TRACE

_YES_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _list_rules(context: typer.Context, wanted: bool) -> None:
    """Show every option of the rules: its name, the game's own value, what is allowed and what it means."""
    if not wanted:
        return
    from arkadia_sim.errors import UsageError
    from arkadia_sim.report.sections import option_text
    from arkadia_sim.runner.parallel import resolve_game

    game = context.params.get("game", "arkadia")  # there only if named before --list-rules
    describe_rules = getattr(resolve_game(game), "describe_rules", None)
    if describe_rules is None:
        raise UsageError(f"the options of {game} cannot be listed")
    for name, default, allowed, meaning in describe_rules():
        typer.echo(f"{name}={option_text(default)}\n    {meaning}\n    allowed: {allowed}")
    raise typer.Exit


def play(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="One per seat: NAME, NAME:parameter=value or FILE.py:NAME.")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core if not given.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go; a folder of its own if not given.")
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="An option of the rules, as often as needed; see --list-rules."),
    ] = None,
    list_rules: Annotated[
        bool,
        typer.Option(
            "--list-rules", callback=_list_rules, is_eager=True, help="Show the options of the rules, and exit."
        ),
    ] = False,
    board: Annotated[Path | None, typer.Option(metavar="FILE", help="Another board: rows of . and T.")] = None,
    components: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Other data files: shapes.json, cards.json, board.txt …")
    ] = None,
    outlines: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which outlines the buildings have: bar, square, l, t or s.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the full record of every game here (JSON Lines).")
    ] = None,
    trace: Annotated[float, typer.Option(min=0, max=1, help="Share of the games kept turn by turn.")] = TRACE,
    game: Annotated[str, typer.Option(help="Which game.", hidden=True, is_eager=True)] = "arkadia",
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Let bots play each other, every bot in every seat of each deal, and show how each did."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.runner.summary import as_row

    seated, options = _apart(bots, rules)
    chosen = {"folder": components, "board": board, "outlines": outlines}
    pieces = {name: str(value) for name, value in chosen.items() if value is not None}
    result = api.play(
        seated,
        games,
        seed,
        workers,
        out,
        rules=settings_of(options),
        components=pieces,
        record=record,
        trace=trace,
        game=game,
    )
    summaries = result.bots()
    if result.manifest.counts.failed:
        typer.echo(show.failed_sentence(result.manifest), err=True)
    games_played = result.manifest.counts.games
    kept = None if result.recorded is None else f"{result.recorded:,} of {games_played:,} games recorded"
    if as_json:
        if kept is not None:
            typer.echo(kept, err=True)
        show.print_json(
            {
                "bots": [as_row(one) for one in summaries],
                "games": games_played,
                "failed": result.manifest.counts.failed,
                "failures": [one.model_dump() for one in result.manifest.failures],
                "ends": result.manifest.counts.ends,
                "seed": seed,
                "players": len(seated),
                "folder": str(result.folder),
            }
        )
        return
    show.print_bots(f"{len(seated)} players, seed {seed}, every bot in every seat", summaries)
    typer.echo(show.games_sentence(result.manifest))
    for warning in show.warnings(result.manifest, summaries):
        typer.echo(warning)
    typer.echo(f"results in {result.folder}" + ("" if kept is None else f", {kept} in {record}"))


def _apart(bots: list[str], rules: list[str] | None) -> tuple[list[str], list[str]]:
    """Bots and rule options; after ``--rules a=1`` more of them may follow without another ``--rules``."""
    if rules is None:
        return bots, []
    more = [word for word in bots if "=" in word and ":" not in word]
    return [word for word in bots if word not in more], rules + more


def settings_of(options: list[str]) -> dict[str, Any]:
    """Rule options from texts such as ``flip_tiles=true`` or ``floor_pieces=3,3,1``; the game checks them."""
    from arkadia_sim.errors import BadValue

    settings: dict[str, Any] = {}
    for option in options:
        key, equals, text = (part.strip() for part in option.partition("="))
        if not equals or not key or not text:
            raise BadValue("--rules", option, "KEY=VALUE, such as setup=first_game")
        if key in settings:
            raise BadValue(f"--rules {key}", text, "one value for each option")
        settings[key] = _value(text)
    return settings


def _value(text: str) -> Any:
    """A text as yes/no, whole number or list of whole numbers where it reads as one."""
    if text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    try:
        return [int(part) for part in text.split(",")] if "," in text else int(text)
    except ValueError:
        return text
