"""Games that are played in a browser: kept on disk after every action. Bots think in processes of their own."""

import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from arkadia_sim.api.showing import Recorded, analysed_page, recorded_game
from arkadia_sim.core.game import Game
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.table import Hint, Table, analyst_of, coach_of
from arkadia_sim.errors import ArkadiaSimError, UsageError
from arkadia_sim.results.files import write_whole
from arkadia_sim.runner.progress import Silent

RECORDS = "games.jsonl"
"""The file of finished games, in the folder of the games."""

AT_ONCE = 0.5
"""Seconds that a page waits for bots before it says that they think."""

PATIENCE = 60.0
"""Seconds that a page waits for hints."""

IMPORTED = "arkadia_sim-record/1"
"""The format of a game of the folder that was played elsewhere, of which there is the record alone."""

_ID = re.compile(r"[0-9a-f]{16}")


class NoGame(UsageError):
    """There is no such game."""


class MovedOn(UsageError):
    """A page is older than the game that it shows."""


def warm_up(game: str) -> None:
    """Compile or load what a game and the bots by level need, so that they answer sooner."""
    played = find_game(game)
    Table.start(game, max(played.player_counts))
    played.warm_up([level["bot"] for level in played.seat_words.get("levels", ())] or [played.default_bot])


class Games:
    """The games of a folder.

    Args:
        folder: Where they are kept, as one file each.
        executor: Where bots think.
    """

    def __init__(self, folder: Path, executor: Executor) -> None:
        self.folder, self._executor = folder, executor
        self._locks: dict[str, Lock] = {}
        self._jobs: dict[str, Future[dict[str, Any]]] = {}
        self._analyses: dict[str, Future[str]] = {}
        self._guard = Lock()
        folder.mkdir(parents=True, exist_ok=True)

    def start(self, game: str, bots: Sequence[str | None], rules: Mapping[str, Any], seed: int | None) -> str:
        """Begin a game; returns its id."""
        if None not in bots:
            raise UsageError("somebody must sit down: choose `a person` for at least one seat")
        return self._begun(Table.start(game, len(bots), rules, seed=seed, bots=bots).saved())

    def enter(self, game: str, players: int, rules: Mapping[str, Any], set_up: bool) -> str:
        """Begin to enter a game that was played at a real table, or to set up a position; returns its id."""
        return self._begun(Table.enter(game, players, rules, set_up=set_up).saved())

    def _begun(self, document: Mapping[str, Any]) -> str:
        """Keep a new game; returns its id."""
        number = token_hex(8)
        self._save(number, document)
        return number

    def go_on(self, number: str, at: int, bots: Sequence[str | None]) -> None:
        """Play on a game that was entered so far."""
        with self._lock(number):
            table = self._at(number, at)
            table.go_on(bots)
            self._store(number, table)

    def bring(self, written: bytes, line: int, only: str | None = None) -> str:
        """Add a game of a file of records to the folder; returns its id. ``only`` is the only game it may be of."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "records.jsonl"
            file.write_bytes(written)
            try:
                recorded = recorded_game(file, line, game=only)
            except ArkadiaSimError as error:
                raise UsageError(str(error).replace(str(file), "the file")) from None
        document = {"format": IMPORTED, "game": only or recorded.game.name, "over": True}
        return self._begun({**document, "bots": recorded.record["bots"], "record": recorded.record})

    def is_imported(self, number: str) -> bool:
        """Whether there is only the record of a game."""
        return self._document(number).get("format") == IMPORTED

    def again(self, number: str, turn: int) -> str:
        """Begin a new game as this one began, up to a turn in which another move is tried; returns its id."""
        document = self._document(number)
        if "record" in document:
            raise UsageError("a game from a file of records is looked at; only games of this folder are played on")
        return self._begun(Table.branch(document, turn).saved())

    def table(self, number: str) -> Table:
        """The game as it is now; NoGame if there is none."""
        return Table.resume(self._document(number))

    def foreseen(self, number: str, at: int, actions: Sequence[int], back: int) -> Sequence[str]:
        """What a person's turn has brought once these actions end a decision whose last step tells no secret."""
        table = self._at(number, at)
        if table.seat_to_act is None or table.bot_to_act is not None or table.entered:
            raise MovedOn("it is not your turn")
        self._unpick(table, back)
        kind, asked = table.space.step(actions[-1]).kind, table.game.seat_words.get("confirm", ())
        return table.foreseen(actions) if kind in asked else ()

    @staticmethod
    def _unpick(table: Table, back: int) -> None:
        """Take back the last steps of the decision under way."""
        if back > len(table.path):
            raise MovedOn("these steps are not there to be taken back")
        for _ in range(back):
            table.undo()

    def resigned(self, number: str, at: int) -> None:
        """Let bots play the game to its end in the place of people."""
        with self._lock(number):
            table = self._at(number, at)
            while table.path and not table.entered:
                table.undo()
            document, coach = table.saved(), coach_of(table.game)
            if "entered" in document or table.seat_to_act is None or table.bot_to_act is not None:
                raise MovedOn("a game can be given up on one's own turn, unless it was entered")
            bots = [bot or coach for bot in table.bots]
            self._save(number, {**document, "bots": bots, "given_up": table.bots.index(None)})

    def given_up(self, number: str) -> int:
        """The first seat of a person who gave up, or 0."""
        return int(self._document(number).get("given_up", 0))

    def acted(self, number: str, at: int, actions: Sequence[int], back: int = 0) -> int:
        """Carry out actions of a person behind the last ones, or in place of so many; returns the seat. MovedOn if the
        game is not where the page thought."""
        with self._lock(number):
            table = self._at(number, at)
            seat = table.seat_to_act
            if seat is None or table.bot_to_act is not None:
                raise MovedOn("it is not your turn")
            self._unpick(table, back)
            for action in actions:
                if table.seat_to_act != seat:
                    raise UsageError("these actions go beyond your turn")
                table.apply(action)
            self._store(number, table)
            return seat

    def taken_back(self, number: str, at: int) -> None:
        """Take back a person's last choice that was one."""
        with self._lock(number):
            table = self._at(number, at)
            _take_back(table)
            self._store(number, table)

    def hints(self, number: str) -> dict[str, list[Hint]]:
        """The best decisions for the person who is to act, by the coach and by the bot that looks ahead."""
        table = self.table(number)
        if table.seat_to_act is None or table.bot_to_act is not None or table.entered:
            raise MovedOn("hints are for your own turn")
        coaches = dict.fromkeys([coach_of(table.game), analyst_of(table.game) or coach_of(table.game)])
        thinking = {bot: self._executor.submit(_hints, table.saved(), bot) for bot in coaches}
        try:
            return {bot: hints.result(timeout=PATIENCE) for bot, hints in thinking.items()}
        except NotYet:
            raise MovedOn("the bots are busy with another game: ask again in a while") from None
        finally:
            for hints in thinking.values():
                hints.cancel()

    def let_bots_play(self, number: str, seconds: float = AT_ONCE) -> bool:
        """Let bots play up to a person's turn; whether they are done within so many seconds. RunError if one fails."""
        with self._lock(number):
            document = self._document(number)
            job = self._jobs.get(number)
            if job is None:
                if Table.resume(document).bot_to_act is None:
                    return True
                job = self._jobs[number] = self._executor.submit(_bots_play, document)
        try:
            played = job.result(timeout=seconds)
        except NotYet:
            return False
        except ArkadiaSimError:
            self._jobs.pop(number, None)
            raise
        with self._lock(number):
            if self._jobs.pop(number, None) is not None:
                self._store(number, Table.resume(played))
        return True

    def analysis(self, number: str) -> str | None:
        """The page that goes through a finished game, or None while it is in the making."""
        file = self._file(number).with_suffix(".html")
        if file.exists():
            return file.read_text(encoding="utf-8")
        with self._lock(number):
            document = self._document(number)
            if not document.get("over"):
                raise MovedOn("a game is analysed when it is over")
            if document.get("entered", {}).get("set_up"):
                raise MovedOn("a game that began from a position has no record that could be analysed")
            job = self._analyses.get(number)
            if job is None:
                job = self._analyses[number] = self._executor.submit(_analysed, document, f"/games/{number}/again")
        try:
            page = job.result(timeout=AT_ONCE)
        except NotYet:
            return None
        finally:
            if job.done():
                self._analyses.pop(number, None)
        write_whole(file, lambda path: path.write_text(page, encoding="utf-8"), goes_on=False)
        return page

    def kept(self) -> list[dict[str, Any]]:
        """All games of the folder, the newest first, for the list of games."""
        files = sorted(self.folder.glob("*.json"), key=lambda file: -file.stat().st_mtime)
        games = []
        for file in files:
            if _ID.fullmatch(file.stem):
                document = json.loads(file.read_text(encoding="utf-8"))
                games.append(
                    {
                        "id": file.stem,
                        "title": find_game(document["game"]).title,
                        "names": [bot_text(find_game(document["game"]), bot) for bot in document["bots"]],
                        "over": document.get("over"),
                        "kind": _kind(document),
                    }
                )
        return games

    def _file(self, number: str) -> Path:
        if not _ID.fullmatch(number):
            raise NoGame(f"there is no game {number[:40]!r}")
        return self.folder / f"{number}.json"

    def _document(self, number: str) -> dict[str, Any]:
        try:
            document: dict[str, Any] = json.loads(self._file(number).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise NoGame(f"there is no game {number!r} in {self.folder}") from None
        except ValueError:
            raise NoGame(f"the file of game {number!r} is damaged") from None
        return document

    def _at(self, number: str, at: int) -> Table:
        table = self.table(number)
        if len(table.actions) != at:
            raise MovedOn("the game has moved on since this page was shown")
        return table

    def _store(self, number: str, table: Table) -> None:
        """Keep the game, and its record if it is over now."""
        over, before = table.seat_to_act is None, self._document(number)
        if over and not table.set_up and not before.get("over"):
            with (self.folder / RECORDS).open("a", encoding="utf-8") as file:
                file.write(_record(table) + "\n")
        self._save(number, {**before, **table.saved(), "over": over})

    def _save(self, number: str, document: Mapping[str, Any]) -> None:
        text = json.dumps(document)
        write_whole(self._file(number), lambda path: path.write_text(text, encoding="utf-8"), goes_on=False)

    def _lock(self, number: str) -> Lock:
        with self._guard:
            return self._locks.setdefault(number, Lock())


def bot_text(game: Game, bot: str | None) -> str:
    """What a bot is called: its level in words, or its name."""
    levels = {level["bot"]: level["name"] for level in game.seat_words.get("levels", ())}
    return "a person" if bot is None else levels.get(bot, bot)


def _kind(document: Mapping[str, Any]) -> str:
    """Where a game of the folder comes from; empty if it was played here."""
    if "entered" in document:
        return "position" if document["entered"]["set_up"] else "entered"
    return "from a file" if "record" in document else ""


def _take_back(table: Table) -> None:
    """Take back the last choice that was one. A piece that was laid down is turned and moved again."""
    table.undo()
    while table.can_undo and len(table.legal_actions()) == 1:
        table.undo()
    if table.can_undo and not table.placements():
        turned = table.actions[-1]
        table.undo()
        if not table.placements():
            table.apply(turned)


def _bots_play(document: dict[str, Any]) -> dict[str, Any]:
    table = Table.resume(document)
    table.let_bots_play()
    return table.saved()


def _record(table: Table) -> str:
    """The record of a finished game, on one line."""
    return json.dumps(table.record(), default=lambda value: value.tolist())


def _analysed(document: dict[str, Any], again: str) -> str:
    """The page of a finished game, judged by the bot that looks ahead; ``again`` is the address that plays on."""
    if "record" in document:
        game, record, components, again = find_game(document["game"]), document["record"], {}, ""
    else:
        table = Table.resume(document)
        game, record, components = table.game, json.loads(_record(table)), table.setting.components
    recorded = Recorded(game, record, components, 0, "your game", named=document["game"])
    return analysed_page(recorded, "your game", analyst_of(game), Silent(), again)


def _hints(document: dict[str, Any], bot: str) -> list[Hint]:
    return Table.resume(document).hints(bot)
