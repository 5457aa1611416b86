"""``arkadia-sim play`` and ``serve``: bots against each other, and against people."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim import api
from arkadia_sim.cli.lists import listing
from arkadia_sim.cli.options import RULE_OPTIONS, sharing
from arkadia_sim.cli.terminal import print_json, say, shown
from arkadia_sim.core.scene import seat_text
from arkadia_sim.errors import UsageError, counted
from arkadia_sim.plan import TRACE

PORT = 8380

if TYPE_CHECKING:
    from arkadia_sim.api import Result
    from arkadia_sim.questions.estimates import Row


def _lists(key: str, what: str) -> Any:
    """An option that prints all options of the rules, or all pieces: name, usual value, meaning and what is allowed."""

    def list_options(context: typer.Context, wanted: bool) -> None:
        entries = listing(context.params["game"])[key] if wanted else []
        for entry in entries:
            usual = f"={entry['written']}" if "written" in entry else ""
            say(f"{entry['name']}{usual}\n    {entry['meaning']}\n    allowed: {entry['allowed']}")
        if wanted and not entries:
            say(f"this game has no {what}")
        if wanted:
            raise typer.Exit

    return typer.Option(f"--list-{key}", callback=list_options, help=f"List the {what}, and exit.")


def _show(result: "Result", given: dict[str, Any]) -> None:
    from arkadia_sim.cli import show
    from arkadia_sim.cli.estimates import print_estimates
    from arkadia_sim.questions.answers import seat_sentence
    from arkadia_sim.questions.estimates import estimates_table, players_text
    from arkadia_sim.runner.one_game import misleads_text

    players, record = len(given["bots"]), given["record"]
    show.tell_failures(result.manifest)
    counts = result.manifest.counts
    kept = None if result.recorded is None else f"{result.recorded:,} of {counted(counts.games, 'game')} recorded"
    if given["as_json"]:
        if kept is not None:
            say(kept, err=True)
        print_json(_as_json(result))
        raise typer.Exit(1 if counts.mislead else 0)
    results = () if counts.mislead else result.bots()
    seats = () if counts.mislead else _seats(result)
    sentence = seat_sentence(result.manifest)
    if sentence is not None and results:
        say(sentence)
    if seats:
        print_estimates(estimates_table(seats), result.manifest)
    elif results:
        title = f"{players_text(players)}, seed {given['seed']}, every bot in every seat"
        show.print_bots(title, results)
    for seat in range(players) if given["by_seat"] and results else ():
        show.print_bots(f"in {seat_text(seat)}", result.bots(seat))
    say(show.games_sentence(result.manifest))
    for warning in show.warnings(result.manifest, () if seats else results):  # estimates bring their own
        say(warning)
    more = "" if kept is None else f", {kept} in {shown(record)}"
    say(f"results in {shown(result.folder)}{more}" if counts.mislead else show.where(result.folder, more=more))
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

    return seats_of_play(RunFolder(result.folder), result.manifest, {"part": "play", "design": "play"})


def _as_json(result: "Result") -> dict[str, Any]:
    """The results as plain values; none where too many games failed."""
    counts, failures = result.manifest.counts, [failure.model_dump() for failure in result.manifest.failures]
    if counts.mislead:
        none = {"answer": [], "bots": [], "estimates": [], "games": counts.games, "failed": counts.failed}
        return {**none, "failures": failures, "folder": str(result.folder)}
    return {**result.results().as_json(), "bots": [bot.as_row() for bot in result.bots()], "failures": failures}


@sharing(_show, "out", *RULE_OPTIONS, "seed", "workers", "game", "as_json")
def play(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="One per seat: NAME, NAME:parameter=value or FILE.py:NAME.")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    list_rules: Annotated[bool, _lists("rules", "options of the rules")] = False,
    list_components: Annotated[bool, _lists("components", "pieces that can be replaced")] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a full record of every game to this file (JSON Lines).")
    ] = None,
    trace: Annotated[float, typer.Option(min=0, max=1, help="Share of games whose turns are saved.")] = TRACE,
    by_seat: Annotated[bool, typer.Option("--seats", help="Also show each bot in each seat.")] = False,
    **shared: Any,
) -> "Result":
    """Let bots play each other, every bot in every seat of each deal, and show their results.

    Bots sit in the order given, and that order can affect results. With one bot in all seats: the result of each seat.
    """
    return api.play(bots, games, record=record, trace=trace, **shared)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port on this machine. 0: any free one.")] = PORT,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="Where games are kept, finished ones in games.jsonl.")
    ] = Path("games"),
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Offer only this game. All shipped ones if left out.")
    ] = None,
) -> None:
    """Play against bots in a browser. Only this machine can reach the pages."""
    from arkadia_sim.core.registry import GAMES, resolve_game

    try:
        from arkadia_sim.web.app import run
    except ModuleNotFoundError as error:
        raise UsageError(f"serve needs the extra `web` ({error}): pip install 'arkadia-sim[web]'") from None
    if game is not None:
        resolve_game(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--folder {folder}: {error.strerror}") from None
    run(folder, (game,) if game else tuple(GAMES), port, not no_browser, say)
