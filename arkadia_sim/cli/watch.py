"""``arkadia-sim watch``: a game in the terminal, turn by turn."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.options import GameName, Pieces
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.api.showing import Recorded
    from arkadia_sim.core.scene import Position

KEYS = "Enter: next, b: back, a number: go to that turn, q: quit"


def watch(
    what: Annotated[
        list[str],
        typer.Argument(metavar="RECORD | BOT...", help="A file of game records, or one bot per seat for a new game."),
    ],
    seed: Annotated[int, typer.Option(min=0, help="New game: the seed, as in play.")] = 1,
    deal: Annotated[int, typer.Option(min=0, help="New game: the number of the deal, from 0.")] = 0,
    turn: Annotated[int | None, typer.Option(min=0, help="Show only this turn; 0 is the set-up.")] = None,
    line: Annotated[int, typer.Option(min=1, help="The line of the game in the file of records.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Show all turns at once.")] = False,
    analyse: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="A bot that judges every move, such as planner."),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="New game: an option of the rules. See play --list-rules."),
    ] = None,
    components: Pieces = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the moves, and the reasons of the bots, as JSON.")
    ] = False,
) -> None:
    """Watch a game turn by turn: the board, each move, what it scored, and what the bot considered."""
    from arkadia_sim.api.showing import position_at
    from arkadia_sim.cli.terminal import print_json

    shown = _shown(what, seed, deal, line, rules or [], components or [], game)
    positions = shown.positions(analyse)
    chosen = positions if turn is None else [position_at(positions, turn)]
    if as_json:
        print_json({"game": shown.game.name, "turns": [_as_json(one) for one in chosen]})
        return
    typer.echo(f"{shown.game.title}: {shown.where}, {positions[-1].turn} turns")
    if turn is None and not everything and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(positions)
    else:
        for number, position in enumerate(chosen):
            _show(position, legend=number == 0)


def _shown(
    what: Sequence[str], seed: int, deal: int, line: int, rules: list[str], components: list[str], game: str
) -> "Recorded":
    """The game of a file of records, or a new one."""
    from arkadia_sim.api.showing import fresh_game, recorded_game
    from arkadia_sim.cli.options import apart, settings_of
    from arkadia_sim.core.spec import FILE_ENDINGS
    from arkadia_sim.core.user_files import is_file
    from arkadia_sim.errors import UsageError

    words, options, pieces = apart(list(what), rules or None, components or None)
    chosen = settings_of("--components", pieces)
    if len(words) == 1 and not words[0].endswith(FILE_ENDINGS) and (is_file(Path(words[0])) or "." in words[0]):
        if options:
            raise UsageError("a record holds the rules that it was played by: leave --rules out")
        return recorded_game(words[0], line, components=chosen, game=game)
    return fresh_game(words, seed, deal=deal, rules=settings_of("--rules", options), components=chosen, game=game)


def _as_json(position: "Position") -> dict[str, Any]:
    """A position without its picture."""
    gauges = {f"{one.chart}: {one.series}": one.value for one in position.scene.gauges}
    return {
        "turn": position.turn,
        "seat": position.seat,
        "bot": position.bot or None,
        "words": list(position.words),
        "candidates": [asdict(one) for one in position.candidates],
        "gauges": gauges,
    }


def _show(position: "Position", legend: bool) -> None:
    from arkadia_sim.cli.terminal import console
    from arkadia_sim.plots.scene_text import print_position

    print_position(console(), position, legend)
    typer.echo("")


def _step_through(positions: "Sequence[Position]") -> None:
    """Show a position and ask where to go, until the reader quits."""
    here = 0
    _show(positions[here], legend=True)
    while True:
        try:
            answer = input(f"[{positions[here].turn} of {positions[-1].turn}] {KEYS} > ").strip().lower()
        except EOFError:
            return
        if answer == "q" or (not answer and here == len(positions) - 1):
            return
        going = _place(answer, here, positions)
        if going is None:
            typer.echo(f"{answer!r} is not a key ({KEYS})")
            continue
        here = going
        _show(positions[here], legend=False)


def _place(answer: str, here: int, positions: "Sequence[Position]") -> int | None:
    """The position that an answer asks for; None for an answer that means nothing."""
    if not answer:
        return here + 1
    if answer == "b":
        return max(0, here - 1)
    found = [place for place, one in enumerate(positions) if str(one.turn) == answer]
    return found[0] if found else None
