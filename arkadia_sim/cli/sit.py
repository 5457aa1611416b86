"""``arkadia-sim sit``: play against bots, with typed moves."""

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.options import Pieces, Rules, only_bots, settings_of
from arkadia_sim.cli.terminal import console, print_list, say, shown
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import RunError, command_line

if TYPE_CHECKING:
    from arkadia_sim.core.scene import Board, Square
    from arkadia_sim.core.table import Hint, Table, Told

LISTED = 24
"""Choices that are listed one under another. Of more, only those of a square are named, in a line."""

HELP = """Pick a choice: its number, its square, or words that no other choice has. Case does not matter.
  undo     take the last choice back, until a turn ends or something new is seen
  hint     the three best moves, by a bot; then "take 1" plays the first
  board    the board again
  list     the choices again, all of them
  quit     save the game and stop; sit --resume FILE goes on
  help, ?  this help"""


def sit(
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT...]", help="The others, from your left on: NAME, NAME:parameter=value …"),
    ] = None,
    seat: Annotated[int, typer.Option(min=1, help="Your seat, counted from 1. The rules say who begins.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="Same seed, same deal. A new one if left out.")] = None,
    coach: Annotated[str | None, typer.Option(metavar="BOT", help="The bot that gives hints.")] = None,
    record: Annotated[
        Path, typer.Option(metavar="FILE", help="Where the finished game is added. For replay and check.")
    ] = Path("my_games.jsonl"),
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a game that was saved by quit.")
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(min=1, help="With --resume: play this turn otherwise. FILE may also be a file of records."),
    ] = None,
    line: Annotated[int, typer.Option(min=1, help="With --turn: the line of the game in a file of records.")] = 1,
    rules: Rules = None,
    components: Pieces = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="The game to play. List: arkadia-sim games.")] = None,
) -> None:
    """Play a game against bots: pick each move from a list, with hints if you like."""
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.core.table import Table, coach_of
    from arkadia_sim.errors import UsageError
    from arkadia_sim.results.record_file import record_target

    if resume is None:
        if turn is not None:
            raise UsageError("--turn plays on from a turn of a game: name the game with --resume FILE")
        named = game or DEFAULT_GAME
        played = resolve_game(named)
        others = only_bots(bots or [played.default_bot])
        if not 1 <= seat <= len(others) + 1:
            raise UsageError(f"--seat {seat}: seats are 1 to {len(others) + 1}, as {len(others)} others play")
        seats: list[str | None] = [*others[len(others) + 1 - seat :], None, *others[: len(others) + 1 - seat]]
        chosen = settings_of("--rules", rules or []), settings_of("--components", components or [])
        table = Table.start(named, len(seats), *chosen, seed, seats)
    else:
        if bots or rules or components or seed is not None or (game and turn is None):
            raise UsageError("--resume goes on with a game as saved: leave bots and the options of a new game out")
        table = _resumed(resume, turn, line, game or DEFAULT_GAME)
    record_target(record, table.game)
    _Sitting(table, coach or coach_of(table.game), record, resume if turn is None else None).play()


def _resumed(file: Path, turn: int | None, line: int, game: str) -> "Table":
    """The table of a saved game, or a new one that begins as a saved or recorded game did, up to a turn."""
    from arkadia_sim.api.showing import recorded_game
    from arkadia_sim.core.table import SAVED, Table
    from arkadia_sim.errors import UsageError

    document, why = None, "name a turn of a recorded game with --turn"
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        why = f"it holds no JSON; {why}"
    if (isinstance(document, dict) and document.get("format") == SAVED) or (document is not None and turn is None):
        try:
            return Table.resume(document) if turn is None else Table.branch(document, turn)
        except UsageError as error:
            raise UsageError(f"{file}: {error}") from None
    if turn is None:
        raise UsageError(f"{file} is no saved game: {why}")
    recorded = recorded_game(file, line, game=game)
    return Table.branch_of_record(recorded.game, recorded.record, recorded.components, turn)


class _Stopped(Exception):
    """The player quits, or there is no more input."""


class _Sitting:
    """A person at a table with bots, in a terminal or a pipe."""

    def __init__(self, table: "Table", coach: str, record: Path, saved: Path | None) -> None:
        from arkadia_sim.results.record_file import free_name

        self.table, self.coach, self.record = table, coach, record
        self.saved = saved or free_name(record.with_name(f"{record.stem}.unfinished.json"))
        self.heard = len(table.told())
        self.hints: list[Hint] = []
        self.were_lit = False
        self.own = table.bots.index(None) if None in table.bots else 0

    def play(self) -> None:
        """Play the game to its end, or until the player quits."""
        table = self.table
        say(f"{table.game.title}: you are seat {self.own + 1} of {len(table.bots)}. Type help for help.")
        asked = None
        try:
            while table.seat_to_act is not None:
                self._tell()
                if table.bot_to_act is not None:
                    with self._waiting_for(table.bot_to_act):
                        table.ask_bot()
                    continue
                turn = (len(table.told()), table.seat_to_act)
                if turn != asked:
                    self._show(legend=asked is None)
                    asked = turn
                self._ask()
        except _Stopped:
            self._save()
            return
        except RunError:  # a bot fails: the person can go on once it is mended
            self._save()
            raise
        self._tell()
        self._finish()

    # -- told and shown ------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Tell the turns that have ended since the last time."""
        for told in self.table.told()[self.heard :]:
            _print_told(told, self.table.bots[told.seat])
        self.heard = len(self.table.told())

    def _lit(self) -> "set[Square]":
        """The squares to choose from."""
        return {square for square in map(self.table.square_of, self.table.legal_actions()) if square is not None}

    def _show(self, legend: bool = False, boards_only: bool = False) -> None:
        """Show the position as the player sees it."""
        from arkadia_sim.core.scene import Scene
        from arkadia_sim.plots.scene_text import print_scene

        scene = self.table.scene(self.own if self.table.seat_to_act is None else self.table.seat_to_act)
        say("")
        print_scene(console(), Scene(scene.boards) if boards_only else scene, legend, self._lit())

    def _list(self, everything: bool = False) -> None:
        """List the choices, or name their squares in a line."""
        table, board = self.table, self._board()
        choices = table.legal_actions()
        squares = [table.square_of(action) for action in choices]
        if everything or len(choices) <= LISTED:
            for number, action in enumerate(choices, start=1):
                say(f"  {number:>3}  {table.action_text(action)}")
            return
        for number, (action, square) in enumerate(zip(choices, squares), start=1):
            if square is None:
                say(f"  {number:>3}  {table.action_text(action)}")
        named = list(dict.fromkeys(_square_name(board, square) for square in squares if square is not None))
        if named:
            say(f"       a square in brackets on the board, such as {named[0]} ({len(named)} in all)")

    def _board(self) -> "Board | None":
        assert self.table.seat_to_act is not None
        boards = self.table.scene(self.table.seat_to_act).boards
        return boards[0] if boards else None

    # -- asked ---------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask for one choice until there is one; a single choice is taken at once."""
        table = self.table
        if len(table.legal_actions()) == 1:
            (only,) = table.legal_actions()
            say(f"  the only choice: {table.action_text(only)}")
            table.apply(only)
            return
        self.hints = []
        lit = self._lit()
        if lit and not self.were_lit:
            self._show(boards_only=True)
        self.were_lit = bool(lit)
        self._list()
        while True:
            words = self._read(f"{table.decision or 'your'} > ")
            if self._commanded(words):
                return
            if words in ("", "undo", "u", "hint", "board", "list", "help", "?") or words.startswith("take "):
                continue
            found = self._matching(words)
            if len(found) == 1:
                say(f"  {table.action_text(found[0])}")
                table.apply(found[0])
                return
            self._refuse(words, found)

    def _commanded(self, words: str) -> bool:
        """Carry out a command; whether the game has moved by it."""
        if words in ("quit", "q"):
            raise _Stopped
        if words in ("help", "?"):
            say(HELP)
        elif words == "board":
            self._show(legend=True)
        elif words == "list":
            self._list(everything=True)
        elif words == "hint":
            self._hint()
        elif words.startswith("take "):
            return self._take_hint(words.removeprefix("take ").strip())
        elif words in ("undo", "u"):
            return self._undo()
        return False

    def _undo(self) -> bool:
        """Take back the last choice that was one."""
        table = self.table
        if not table.can_undo:
            say("  nothing can be taken back now")
            return False
        table.undo()
        while table.can_undo and len(table.legal_actions()) == 1:
            table.undo()
        say("  taken back")
        return True

    def _waiting_for(self, bot: str) -> AbstractContextManager[None]:
        """End the program with a message if a bot from a file does not answer and cannot be interrupted."""
        from arkadia_sim.core.user_code import Patience
        from arkadia_sim.runner.audit import user_bots

        return Patience().heeded(f"no answer of {bot}") if user_bots(self.table.game, [bot]) else nullcontext()

    def _hint(self) -> None:
        from arkadia_sim.errors import UsageError

        try:
            with self._waiting_for(self.coach):
                self.hints = self.table.hints(self.coach)
        except UsageError as error:
            say(f"  {error}")
            return
        for number, hint in enumerate(self.hints, start=1):
            speaks = f"; for it: {'; '.join(hint.speaks)}" if hint.speaks else ""
            say(f"  {number}. {hint.words} ({hint.worth(self.hints[0]) or 'the best'}{speaks})")
        say(f'  by {self.coach}; "take 1" plays the first')

    def _take_hint(self, number: str) -> bool:
        if not self.hints:
            say("  ask for a hint first")
            return False
        if not number.isdecimal() or not 1 <= int(number) <= len(self.hints):
            say(f"  there are hints 1 to {len(self.hints)}, not {number}")
            return False
        hint = self.hints[int(number) - 1]
        say(f"  {hint.words}")
        for action in hint.actions:
            self.table.apply(action)
        return True

    def _read(self, prompt: str) -> str:
        try:
            words = input(prompt)
        except EOFError:
            say("")
            raise _Stopped from None
        if not sys.stdin.isatty():
            say(words)
        return " ".join(words.lower().split())

    def _matching(self, words: str) -> list[int]:
        """The choices that are meant: by number, by square, by their very words, or by the beginnings of some words."""
        choices = self.table.legal_actions()
        if words.isdecimal():
            return [choices[int(words) - 1]] if 1 <= int(words) <= len(choices) else []
        board = self._board()
        squares = {action: self.table.square_of(action) for action in choices}
        named = [
            action for action, square in squares.items() if square and _square_name(board, square).lower() == words
        ]
        if named:
            return named
        texts = {action: self.table.action_text(action).lower() for action in choices}
        exact = [action for action, text in texts.items() if text == words]
        return exact or [action for action, text in texts.items() if _begins(words.split(), _words_of(text))]

    def _refuse(self, words: str, found: Sequence[int]) -> None:
        from arkadia_sim.errors import did_you_mean, printable

        choices = self.table.legal_actions()
        said = printable(repr(words), 80)
        if found:
            say(f"  {said} fits several choices:")
            for action in found[:LISTED]:
                say(f"  {choices.index(action) + 1:>3}  {self.table.action_text(action)}")
            return
        near = did_you_mean(words, [self.table.action_text(action) for action in choices])
        say(f"  {said} is no choice: type a number from 1 to {len(choices)}, a square or words{near} (help: ?)")

    # -- the end -------------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Show the end, and keep the record."""
        self._show()
        results: Mapping[str, Sequence[float]] = self.table.outcomes()
        headings = [outcome.label for outcome in self.table.game.outcomes]
        rows = [
            [f"{seat + 1}", name, *(f"{results[outcome.column][seat]:g}" for outcome in self.table.game.outcomes)]
            for seat, name in enumerate(self.table.names)
        ]
        print_list(["seat", "who", *headings], rows)
        line = _append(self.record, self.table.record())
        self.saved.unlink(missing_ok=True)
        again = command_line("watch", self.record, "--line", line)
        say(f"game {line} of {shown(self.record)}; to look at it: {again}")

    def _save(self) -> None:
        from arkadia_sim.results.files import write_whole

        document = json.dumps(self.table.saved())
        write_whole(self.saved, lambda path: path.write_text(document, encoding="utf-8"), goes_on=False)
        say(f"the game is saved; go on with: {command_line('sit', '--resume', self.saved)}")


def _append(file: Path, record: Mapping[str, Any]) -> int:
    """Add a record to a file; returns its line."""
    line = json.dumps(record, default=lambda value: value.tolist())
    with file.open("a+", encoding="utf-8") as target:
        target.seek(0)
        before = sum(1 for _ in target)
        target.write(line + "\n")
    return before + 1


def _print_told(told: "Told", bot: str | None) -> None:
    from arkadia_sim.core.scene import seat_text
    from arkadia_sim.errors import printable

    who = f"{seat_text(told.seat)} ({'you' if bot is None else bot})"
    for words in told.words:
        say(f"{who}: {printable(words)}")


def _square_name(board: "Board | None", square: "Square") -> str:
    """A square as the board names it: ``C7`` where columns have names, otherwise row and column."""
    row, column = square
    return f"{board.column_names[column]}{row}" if board is not None and board.column_names else f"{row},{column}"


def _words_of(text: str) -> list[str]:
    return text.replace("/", " ").replace(":", " ").replace(",", " ").split()


def _begins(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the typed words are beginnings of words of a text, in its order."""
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for text in typed for part in _words_of(text))
