"""Shows games: a recorded or new game as positions, a position as a picture, a game as a page."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.user_files import is_folder
from arkadia_sim.errors import BadValue, RecordError, RunError, UsageError, printable
from arkadia_sim.results.record_file import fault_text, record_at, record_lines
from arkadia_sim.runner.progress import Shown, Silent, for_stderr
from arkadia_sim.search import PAGE_PLAYOUTS, REVIEW_PLAYOUTS

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game
    from arkadia_sim.core.scene import Position
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.search.review import Review

PICTURES, PAGES = (".png", ".svg"), (".html", ".htm")
"""The kinds of files that are written, by their endings."""


@dataclass(frozen=True)
class Recorded:
    """A recorded game that was replayed and follows the rules.

    Attributes:
        game: The game it is a record of.
        record: The record.
        components: Pieces that replaced the game's own, by name.
        turns: Number of turns.
        where: File and line, or how the game was made.
        failed: Who broke the game off and how. None: it was played to its end.
        named: By which name the game is found, if that is not its own.
    """

    game: "Game"
    record: Mapping[str, Any]
    components: Mapping[str, Any]
    turns: int
    where: str
    failed: str | None = None
    named: str | None = None

    def positions(self, judge: str | None = None, progress: "Progress | None" = None) -> "list[Position]":
        """The positions of the game, from the set-up to the end.

        Args:
            judge: A bot that scores what could have been done at each decision. None: the bots that played. "": none.
            progress: Where the progress of a judge is reported; on stderr if None.

        Returns:
            One position before the first turn and one after each whole turn.
        """
        positions = []
        with Shown((progress or for_stderr("turns", "analysing")) if judge else Silent()) as shown:
            shown.start(self.turns, 0)
            try:
                for position in self.game.positions(self.record, self.components, judge):
                    positions.append(position)
                    shown.advance(1 if position.turn else 0)
            except RecordError:
                if self.failed is None or len(positions) <= self.turns:
                    raise
        return positions

    def review(
        self,
        judge: str | None = None,
        playing_on: str | None = None,
        *,
        playouts: int = REVIEW_PLAYOUTS,
        seed: int = 1,
        progress: "Progress | None" = None,
        positions: "Sequence[Position]" = (),
    ) -> "Review":
        """Find what was luck and what was play, and which decisions were mistakes.

        Args:
            judge: A bot that says what each decision cost. None: ``planner``, or the bot that gives hints.
            playing_on: The compiled bot that plays on in every seat to measure chances. None: the bot that gives hints.
            playouts: How often a game is played on with what chance brought, and as often with something else.
            seed: Same seed, same review.
            progress: Where progress is reported; on stderr if None.
            positions: The positions of the game, if the judge has looked at them already.
        """
        from arkadia_sim.core.table import analyst_of, coach_of
        from arkadia_sim.search.continued import compiled_game
        from arkadia_sim.search.review import review

        if self.failed is not None:
            raise UsageError(f"a game that was broken off has no result to review: {self.failed}")
        name, bot = self.named or self.game.name, playing_on or coach_of(self.game)
        compiled_game(name, [bot]).warm_up([bot])
        positions = positions or self.positions(judge or analyst_of(self.game) or bot, progress)
        with Shown(progress or for_stderr("decisions", "measuring luck")) as shown:
            return review(name, self.record, positions, bot, playouts, seed, shown)


def recorded_game(
    file: str | Path, line: int = 1, *, components: Mapping[str, Any] | None = None, game: str | None = None
) -> Recorded:
    """Read one game from a file of records and check it against the rules; RecordError says which one it breaks.

    Args:
        file: File with one record per line, from ``play(..., record=FILE)``.
        line: Line of the file, counted from 1.
        components: Pieces that the game was played with, if the record does not say.
        game: Name of the game. None: the one that the record names.
    """
    first = next(record_lines(Path(file)), (1, b""))[1]  # a wrong name is reported before a game is loaded
    resolved, pieces = game_of_record(first, game), components or {}
    where, record = record_at(Path(file), line)
    try:
        replayed = resolved.replay(record, pieces)
    except RecordError as error:
        raise RecordError(error.rule, fault_text(where, error), error.turn) from None
    names = record.get("bots")
    if isinstance(names, list):
        record["bots"] = [printable(name) if isinstance(name, str) else name for name in names]
    return Recorded(resolved, record, pieces, replayed.turns, where, named=game)


def game_of_record(line: bytes, named: str | None = None) -> "Game":
    """The game of a file's first record; the named or the usual one if no shipped game made it."""
    from arkadia_sim.core.registry import GAMES, resolve_game

    first = resolve_game(named or DEFAULT_GAME)
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return first
    if not isinstance(document, dict) or first.is_record(document):
        return first
    others = (resolve_game(name) for name in GAMES if name != first.name)
    game = next((other for other in others if other.is_record(document)), first)
    if named is not None and game is not first:
        raise UsageError(f"these are records of {game.title}, not of {first.title}: leave --game {named} out")
    return game


def fresh_game(
    bots: Sequence[str],
    seed: int = 1,
    *,
    deal: int = 0,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    game: str = DEFAULT_GAME,
) -> Recorded:
    """Play one game to look at. Nothing is kept.

    Args:
        bots: One bot for each seat.
        seed: Same seed, same game.
        deal: Which deal of the seed, counted from 0. Deal 0 is the first one of ``play``.
        rules: Options of the rules by name; ``arkadia-sim play --list-rules`` shows them.
        components: Pieces that replace the game's own, by name; see ``arkadia-sim play --list-components``.
        game: Name of the game; ``arkadia-sim games`` lists them.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.plan.designs import named_bots, rotation_section
    from arkadia_sim.plan.plan import Plan
    from arkadia_sim.runner.one_game import record_of

    resolved = resolve_game(game)
    names, seats = named_bots(resolved, bots)
    resolved.describe_bots(names)
    setting = resolved.setting(len(seats), rules or {}, components or {})
    section = rotation_section(setting, seats, 1, compiled=True).model_copy(update={"first_deal": deal})
    plan = Plan(game=game, seed=seed, bots=names, sections=(section,), record=True)
    line, failures = record_of(resolved, plan)
    failed = [f"the game failed: {bots[seat]} in {seat_text(seat)}: {reason}" for seat, reason in failures.values()]
    if failed and not line:
        raise RunError(failed[0])
    record, pieces = json.loads(line), components or {}
    where = f"a game of {', '.join(bots)}, seed {seed}, deal {deal}"
    if failed:
        return Recorded(resolved, record, pieces, len(record["turns"]), where, failed[0])
    return Recorded(resolved, record, pieces, resolved.replay(record, pieces).turns, where, named=game)


def replay(
    file: str | Path,
    out: str | Path,
    line: int = 1,
    *,
    turn: int | None = None,
    analyse: str | None = None,
    components: Mapping[str, Any] | None = None,
    game: str | None = None,
    progress: "Progress | None" = None,
) -> Path:
    """Write a recorded game as a page to step through, or draw one position of it.

    Args:
        file: File with one record per line.
        out: File to write. Its ending decides: ``.html`` is a page that needs no network, ``.svg`` and ``.png`` are
            pictures.
        line: Line of the file, counted from 1.
        turn: A picture: number of turns played; 0 is the set-up. None: the end of the game.
        analyse: A page: a bot that judges every decision. One that looks ahead takes a while. None: no analysis by
            another bot.
        components: Pieces that the game was played with, if the record does not say.
        game: Name of the game. None: the one that the record names.
        progress: Where the progress of the analysis is reported; on stderr if None.
    """
    target = Path(out)
    if target.suffix in PAGES and turn is not None:
        raise UsageError("--turn belongs to a picture: name a file that ends in .svg or .png")
    if target.suffix in PICTURES and analyse is not None:
        raise UsageError("--analyse belongs to a page: name a file that ends in .html")
    _check_target(target)
    recorded = recorded_game(file, line, components=components, game=game)
    if target.suffix in PICTURES:
        from arkadia_sim.core.scene import heading
        from arkadia_sim.plots.scene_drawing import draw_position, png_bytes, svg_document

        positions = recorded.positions("")  # a picture does not show what bots considered
        position = positions[-1] if turn is None else position_at(positions, turn)
        drawing, title = draw_position(position), f"{recorded.game.title}: {heading(position)}"
        content = png_bytes(drawing) if target.suffix == ".png" else svg_document(drawing, title).encode()
    else:
        content = analysed_page(recorded, f"{Path(file).name}, line {line}", analyse, progress).encode()
    from arkadia_sim.results.files import write_whole

    write_whole(target, lambda path: path.write_bytes(content), goes_on=False)
    return target


def analysed_page(
    recorded: Recorded, where: str, judge: str | None, progress: "Progress | None" = None, address: str = ""
) -> str:
    """The page of a recorded game that is at ``where``, with a review if a judge can give one. ``address`` is where a
    form plays on from a turn."""
    from arkadia_sim.report.replay_page import replay_page

    positions, found = recorded.positions(judge, progress), None
    with suppress(UsageError):  # games in plain Python are not played on, and not every bot can judge
        if judge:
            found = recorded.review(judge, playouts=PAGE_PLAYOUTS, progress=progress, positions=positions)
    return replay_page(recorded.game.title, where, positions, address, found)


def position_at(positions: "Sequence[Position]", turn: int) -> "Position":
    """The position after this many turns; BadValue if the game has no such turn."""
    for position in positions:
        if position.turn == turn:
            return position
    raise BadValue("turn", turn, f"0, before the first turn, to {positions[-1].turn}")


def _check_target(target: Path) -> None:
    """Check the name of a file to write, as far as possible before writing."""
    if target.suffix not in (*PAGES, *PICTURES):
        raise BadValue("file to write", str(target), "a name that ends in .html, .svg or .png")
    if not is_folder(target.parent):
        raise UsageError(f"{target} cannot be written: there is no folder {target.parent}")
    try:
        if target.exists() and not target.is_file():
            raise UsageError(f"{target} cannot be written: a folder or a device has this name")
    except OSError as error:  # a name that is too long, a folder that may not be looked into
        raise UsageError(f"{printable(str(target))} cannot be written: {error.strerror}") from None
