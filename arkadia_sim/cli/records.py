"""``arkadia-sim watch``, ``replay``, ``review`` and ``check``: the commands that look at single games."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim import api
from arkadia_sim.api.showing import PICTURES, fresh_game, game_of_record, position_at, recorded_game
from arkadia_sim.cli.options import HouseRules, Pieces, RecordedGame, Rules, by_variant, only_bots, settings_of
from arkadia_sim.cli.terminal import console, print_json, say, shown
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.spec import FILE_ENDINGS
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import NoRecord, RecordError, RunError, UsageError, counted
from arkadia_sim.results.record_file import fault_text, read_record, record_lines
from arkadia_sim.search import REVIEW_PLAYOUTS

if TYPE_CHECKING:
    from arkadia_sim.core.scene import Position

Record = Annotated[Path, typer.Argument(metavar="RECORD", help="A file of game records, from play --record.")]
Line = Annotated[int, typer.Option(min=1, help="The line of the game in the file.")]
Analyst = Annotated[str | None, typer.Option(metavar="BOT", help="A bot that judges every move, such as planner.")]


def watch(
    what: Annotated[
        list[str],
        typer.Argument(metavar="RECORD | BOT...", help="A file of records, or one bot per seat for a new game."),
    ],
    seed: Annotated[int, typer.Option(min=0, help="New game: the seed, as in play.")] = 1,
    deal: Annotated[int, typer.Option(min=0, help="New game: the number of the deal, from 0.")] = 0,
    turn: Annotated[int | None, typer.Option(min=0, help="Show only this turn; 0 is the set-up.")] = None,
    line: Line = 1,
    analyse: Analyst = None,
    rules: Rules = None,
    components: Pieces = None,
    variant: HouseRules = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="New game: the game to play. See games.")] = None,
) -> None:
    """Watch a game turn by turn: the board, each move, what it scored, and what the bot considered."""
    words, pieces = only_bots(what), settings_of("--components", components or [])
    game = by_variant(game, variant)
    if len(words) == 1 and not words[0].endswith(FILE_ENDINGS) and (is_file(Path(words[0])) or "." in words[0]):
        if rules:
            raise UsageError("a record holds the rules that it was played by: leave --rules out")
        recorded = recorded_game(words[0], line, components=pieces, game=game)
    else:
        chosen, named = settings_of("--rules", rules or []), game or DEFAULT_GAME
        recorded = fresh_game(words, seed, deal=deal, rules=chosen, components=pieces, game=named)
    positions = recorded.positions(analyse)
    say(f"{recorded.game.title}: {recorded.where}, {counted(positions[-1].turn, 'turn')}")
    if turn is None and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(positions)
    else:
        for number, position in enumerate(positions if turn is None else [position_at(positions, turn)]):
            _print_position(position, legend=number == 0)
    if recorded.failed is not None:
        raise RunError(recorded.failed)


def replay(
    record: Record,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="A page FILE.html, or a picture FILE.svg or FILE.png.")
    ],
    turn: Annotated[
        int | None, typer.Option(min=0, help="A picture: after this turn; 0 is the set-up. The end if left out.")
    ] = None,
    line: Line = 1,
    analyse: Analyst = None,
    components: Pieces = None,
    variant: HouseRules = None,
    game: RecordedGame = None,
) -> None:
    """Write a recorded game as a page to step through, or draw one position of it. Pages work offline."""
    pieces = settings_of("--components", components or [])
    written = api.replay(
        record, out, line, turn=turn, analyse=analyse, components=pieces, game=by_variant(game, variant)
    )
    first = line == 1 and len(list(islice(record_lines(record), 2))) > 1
    more = "; of the first game: --line has others" if first else ""
    say(f"{'picture' if out.suffix in PICTURES else 'page'} in {shown(written)}{more}")


def review(
    record: Record,
    line: Line = 1,
    judge: Annotated[str | None, typer.Option(metavar="BOT", help="The bot that looks ahead to judge.")] = None,
    playing_on: Annotated[str | None, typer.Option(metavar="BOT", help="A fast bot that measures luck.")] = None,
    playouts: Annotated[int, typer.Option(min=2, help="Games from each chance event.")] = REVIEW_PLAYOUTS,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same review.")] = 1,
    variant: HouseRules = None,
    game: RecordedGame = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
) -> None:
    """Say what was luck and what was play in a recorded game, and which moves were mistakes."""
    recorded = recorded_game(record, line, game=by_variant(game, variant))
    found = recorded.review(judge, playing_on, playouts=playouts, seed=seed)
    if as_json:
        print_json({"answer": [*found.sentences()], **asdict(found)})
        return
    from arkadia_sim.plots.scene_text import table_lines

    for sentence in found.sentences():
        say(sentence)
    for table in found.tables():
        console().print(f"\n{table.title}", style="bold")
        console().print(table_lines(table))


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Game records, one per line (JSON Lines).")],
    components: Pieces = None,
    variant: HouseRules = None,
    game: RecordedGame = None,
) -> None:
    """Replay recorded games and stop at the first move that breaks the rules."""
    pieces = settings_of("--components", components or [])
    for file in files:
        say(f"{shown(file)}: {counted(_check(file, pieces, by_variant(game, variant)), 'game')}, all by the rules")


def _check(file: Path, pieces: dict[str, Any], game: str | None) -> int:
    """How many games of a file are by the rules: all, or the command ends."""
    lines = record_lines(file)
    first = next(lines, None)  # a wrong name is reported at once; a game takes a while to load
    resolved = game_of_record(b"" if first is None else first[1], game)
    games = 0
    all_lines = () if first is None else chain((first,), lines)
    for number, line in all_lines:
        where = f"{file}:{number}"
        try:
            resolved.replay(read_record(line, where), pieces)
        except RecordError as error:
            raise RunError(fault_text(where, error)) from None
        except NoRecord as error:
            raise RunError(str(error)) from None
        games += 1
    if games == 0:
        raise RunError(f"{file}: holds no game")
    return games


def _print_position(position: "Position", legend: bool) -> None:
    from arkadia_sim.plots.scene_text import print_position

    print_position(console(), position, legend)
    say("")


def _step_through(positions: "Sequence[Position]") -> None:
    """Show one position after another, until the reader quits."""
    for number, position in enumerate(positions):
        _print_position(position, legend=number == 0)
        prompt = f"[{position.turn} of {positions[-1].turn}] Enter: next, q: quit > "
        if number + 1 == len(positions) or input(prompt).strip().lower() == "q":
            return
