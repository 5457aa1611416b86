"""The base of games in compiled code: a game brings kernels, records and tables, and its batches are played here.

Compiled bots play all games of a batch in one call. If a bot at a table is plain Python, the table is played decision
by decision.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.compiled.asking import ask
from arkadia_sim.compiled.engine import Awaited, BotTrials, Engine, Gift
from arkadia_sim.compiled.entered_table import EnteredTable
from arkadia_sim.compiled.language import Language
from arkadia_sim.compiled.replaying import Replay
from arkadia_sim.compiled.table import CompiledTable
from arkadia_sim.compiled.tables import Tables
from arkadia_sim.compiled.view import PlainKit
from arkadia_sim.core import user_code
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.game import Batch, BatchResult, Game, Replayed, Setting
from arkadia_sim.core.options import RuleOption, RuleOptions, numbers_of
from arkadia_sim.core.outcome import standing_of
from arkadia_sim.core.registry import GAMES
from arkadia_sim.core.scene import Position
from arkadia_sim.core.table import Table
from arkadia_sim.core.user_code import IN_KERNEL, QUESTION, Patience, Question, TimeIsUp, Watched
from arkadia_sim.errors import RecordError, RunError, UnknownName, UsageError, printable, raised_text
from arkadia_sim.kernels.play_loop import NOBODY, OK, PROGRESS_DTYPE, Ask, Desk, Results, Schedule
from arkadia_sim.rng import seat_seeds
from arkadia_sim.sources import is_own

HOUSE_RULES = "house_rules"
"""The field of a record with the house rules that it was played by, and the option of the rules that can leave them."""

_HELP = "import sys; from arkadia_sim.core.registry import find_game; find_game(sys.argv[1]).compile(sys.argv[2:])"
"""The program of a second process that compiles."""


class CompiledGame(Game):
    """What all compiled games share: how bots are found and batches are played.

    It has three outcomes, in the order of :func:`arkadia_sim.core.outcome.standing_of`.
    """

    rule_set: type[RuleOptions]
    tables: Tables
    gifts: tuple[Gift, ...] = ()  # what can be given away in the middle of a game, to find out what it is worth
    awaited: tuple[Awaited, ...] = ()  # what a player waits for from turn to turn
    engine: Engine
    bot_trials: BotTrials
    language: type[Language]
    kit: PlainKit  # what bots in plain Python see and may answer
    record_format: str  # the format of its records, as ``name/version``

    def __init__(self) -> None:
        declared = {*Game.__annotations__, *CompiledGame.__annotations__} - {"player_counts", "player_columns"}
        if missing := [name for name in sorted(declared) if not hasattr(self, name)]:
            raise UsageError(f"{type(self).__name__} lacks {', '.join(missing)}, which every compiled game declares")
        self.player_counts = self.rule_set.player_counts
        self.constraints, self.cues = self.engine.constraints, self.engine.cues
        self.player_columns = tuple(entry.column for entry in self.tables.player)
        self.turn_columns = tuple(entry.column for entry in self.tables.turn)

    # -- what a game may say otherwise ---------------------------------------------------------------------------------
    def prepare(self, setting: Setting) -> Any:
        """What all games of this setting share; UsageError for a setting that cannot be played.

        It has the arrays ``start``, with the empty ``GAME``, and ``setup``, with what the deal draws from: mostly of
        one record each.
        """
        raise NotImplementedError

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; see :class:`arkadia_sim.core.game.Game`.

        Pieces that are drawn can be named by their numbers; a game with other pieces brings a method of its own.
        """
        numbered: dict[str, Any] = {}
        for name, value in components.items():
            if name not in [piece.name for piece in self.pieces if piece.kind == "numbers"]:
                raise UnknownName("component", name, [piece.name for piece in self.pieces])
            read = isinstance(value, dict) and value.keys() == {"numbers"}  # as a setting has it
            numbers = range(*value["numbers"]) if read else numbers_of(name, value)
            numbered[name] = {"numbers": [numbers.start, numbers.stop]}
        return Setting(players=players, rules=self.rule_set.of(players, rules).as_setting(), components=numbered)

    @property
    def seat_options(self) -> Sequence[str]:
        return self.rule_set.by_seat

    def _head_start(self, name: str, text: str) -> int:
        value = int(text) if text.isdecimal() else text
        self.rule_set.from_mapping({name: value})
        return int(value)

    def with_head_starts(self, setting: Setting, seated: Sequence[Seated]) -> Setting:
        rules = dict(setting.rules)
        for name in dict.fromkeys(name for bot in seated for name in bot.head_start):
            each = rules[name] if isinstance(rules[name], list) else [rules[name]] * len(seated)
            rules[name] = [bot.head_start.get(name, own) for bot, own in zip(seated, each, strict=True)]
        if rules == setting.rules:
            return setting
        return setting.model_copy(update={"rules": self.rule_set.of(len(seated), rules).as_setting()})

    def speaks(self, prepared: Any, game: Any) -> Language:
        """The language at the table of a dealt ``GAME``."""
        return self.language(self.engine, prepared)

    def head(self, setting: Setting) -> dict[str, Any]:
        """The fields of a record that follow from its setting."""
        return {"format": self.record_format, "players": setting.players, "rules": dict(setting.rules)}

    def scores(self, result: Mapping[str, Any]) -> list[float]:
        """The scores of a record's result, by seat."""
        return [float(score["total"]) for score in result["scores"]]

    can_be_entered = True

    def check_entering(self, prepared: Any) -> None:
        """UsageError if a game of this setting cannot be entered."""

    # -- what follows --------------------------------------------------------------------------------------------------
    def record(
        self, prepared: Any, setting: Setting, log: NDArray[Any], deal: int, bots: Sequence[str], failed: bool = False
    ) -> Mapping[str, Any]:
        """The record of a game, from its deal and its logged turns; without a result if it ``failed``."""
        start, ends = (self.engine.play.dealt(prepared, len(bots), deal) for _ in range(2))
        spoken, nothing = self.speaks(prepared, start[0]), np.zeros(1, self.engine.records.decision)[0]
        played = 0
        try:
            with np.errstate(over="ignore"):
                for turn in log:
                    spoken.play_turn(ends[0], spoken.account(turn))
                    self.engine.play.step(ends[0], nothing)
                    played += 1
            if not failed and ends[0]["table"]["phase"] != self.engine.play.over:
                raise RecordError(spoken.field_rules["turns"], "the log stops, but the game goes on")
        except RecordError as error:
            raise RunError(f"turn {played} of the log of deal {deal} does not replay: {error.rule}: {error}") from None
        record = self.record_as_told(prepared, setting, log, start[0], ends[0], bots, deal)
        return {**record, "result": None} if failed else record

    def record_as_told(
        self, prepared: Any, setting: Setting, log: NDArray[Any], start: Any, end: Any, bots: Sequence[str], deal: int
    ) -> Mapping[str, Any]:
        """The record of a game, from its ``GAME`` at the first turn and at the end; ``deal`` is 0 if it was entered."""
        spoken = self.speaks(prepared, start)
        played = {"bots": list(bots), "seed": int(deal), **spoken.body(log, end), "result": spoken.result(end)}
        return {**self.head(setting), **spoken.head(start), **played}

    def replayed(self, record: Mapping[str, Any]) -> Replay:
        """A record to be played again; RecordError if its set-up breaks a rule."""
        if isinstance(record, Mapping) and HOUSE_RULES in record:
            file = printable(str(record[HOUSE_RULES]).partition("@")[0])
            raise UsageError(f"this game was played by the house rules of {file}: add --variant {file}")
        return Replay(self.language, self.engine, record)

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The position before the first turn of a recorded game and after each, drawn and told in words."""
        return self.replayed(record).positions(record, judge, self.find_bot)

    def rule_options(self) -> list[RuleOption]:
        """The options of the rules: of each the name, the game's own value, what is allowed and what it means."""
        return self.rule_set.describe()

    def check_bot(self, bot: Seated) -> None:
        """UsageError for a bot with unknown decisions, functions of another signature or too many parameters."""
        self.engine.check(bot, self.title)

    def warm_up(self, specs: Sequence[str]) -> None:
        """Compile the bots and what plays them, or load it all from the cache. A second process helps."""
        shipped = [spec for spec in specs if is_own(self.find_bot(spec).python_file)]
        helps = self.name in GAMES and not self.is_compiled(specs)
        name = f"{self.name}@{self.home}" if self.house else self.name
        with accelerate.second_process(_HELP, name, *shipped) if helps else nullcontext():
            self.compile(specs)

    def compile(self, specs: Sequence[str]) -> None:
        """The same without help."""
        accelerate.make(self._entry_points(specs))

    def is_compiled(self, specs: Sequence[str]) -> bool:
        """Whether :meth:`warm_up` has nothing to compile for these bots."""
        return accelerate.are_kept(self._entry_points(specs))

    def _entry_points(self, specs: Sequence[str]) -> list[Callable[..., Any]]:
        bots = [self.find_bot(spec) for spec in specs]
        replays = [] if all(is_own(bot.python_file) for bot in bots) else [self.language.opening]  # the runner's audit
        return [*self.engine.entry_points(bots), *replays]

    @property
    def new_bot(self) -> Path:
        """The folder of bots to start from, beside the module of the game."""
        return self._file.parent / "new_bot"

    def prepared(self, setting: Setting) -> Any:
        """What all games of this setting share, prepared once and kept."""
        return _prepared(self, setting.players, dumps(setting.rules), dumps(setting.components))

    def asks(self, seated: Sequence[Seated], minds: NDArray[Any], prepared: Any, game: Any) -> list[Ask]:
        """The asks of the bots at the table of a dealt ``GAME``, by seat; their ``minds`` change in place."""
        language = self.speaks(prepared, game)
        return [ask(language, bot, seat, minds, len(seated)) for seat, bot in enumerate(seated)]

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Replay a game record; RecordError names turn and rule of the first fault."""
        self.replayed(record).check(record)
        result = record["result"]
        values = standing_of(self.scores(result), result["winners"])
        columns = [outcome.column for outcome in self.outcomes]
        return Replayed(len(record["turns"]), str(result["end"]), dict(zip(columns, values, strict=True)))

    def table(self, setting: Setting, deal: int, bots: Sequence[str | None]) -> Table:
        """A table at the start of a deal."""
        return CompiledTable(self, setting, deal, bots)

    def entered_table(self, setting: Setting, deal: int, set_up: bool) -> Table:
        self.check_entering(self.prepared(setting))
        return EnteredTable(self, setting, deal, set_up)

    def is_record(self, document: Mapping[str, Any]) -> bool:
        """Whether a JSON document names the format of this game's records."""
        return str(document.get("format", "")).partition("/")[0] == self.record_format.partition("/")[0]

    def play(self, batch: Batch) -> BatchResult:
        """Play the games of a batch, in groups with equal functions in each seat; the rows keep the batch's order."""
        with user_code.watched() as shared:
            run = _Run(self, batch, shared)
            places = (len(batch.bots) ** np.arange(batch.setting.players)).astype(np.int64)
            tables = run.kinds[batch.lineups] @ places  # a number for the kinds that sit at a table, seat by seat
            for table in np.unique(tables):
                run.play_games(np.flatnonzero(tables == table))
            return run.result()

    def question_in_kernel(self, memory: Any) -> Question:
        """The question that compiled code asks, as :meth:`state_in` shared memory shows it."""
        state = self.state_in(memory)
        table = state["game"][0]["table"]
        game = state["games"][min(state["progress"][0]["game"], _AT_ONCE - 1)]
        return Question(IN_KERNEL, int(game), int(table["seat"]), int(table["turn"]))

    def state_in(self, memory: Any) -> Any:
        """From what compiled code plays, in shared memory if it fits in there: the games of the batch that one call
        plays, the progress with them, and the ``GAME`` that is played."""
        kinds = [("games", "i8", _AT_ONCE), ("progress", PROGRESS_DTYPE, 1), ("game", self.engine.records.game, 1)]
        kind = np.dtype(kinds, align=True)
        fits = len(memory) >= QUESTION.size + kind.itemsize
        return np.frombuffer(memory, kind, 1, QUESTION.size)[0] if fits else np.zeros(1, kind)[0]


_AT_ONCE = 4096  # games that compiled code plays in one call, at most


@lru_cache(maxsize=32)
def _prepared(game: CompiledGame, players: int, rules: str, components: str) -> Any:
    return game.prepare(Setting(players=players, rules=loads(rules), components=loads(components)))


class _Run:
    """A batch that is being played: the kernel's records, and the results so far."""

    def __init__(self, game: CompiledGame, batch: Batch, shared: Watched) -> None:
        self.game, self.engine, self.batch, self.shared = game, game.engine, batch, shared
        self.setting, self.prepared = batch.setting, game.prepared(batch.setting)
        self.players = batch.setting.players
        self.bots = [game.find_bot(spec) for spec in batch.bots]
        self.kinds = _kinds(self.bots, self.engine.decisions)
        self.minds = self.engine.records.new_minds()
        self.settings = self.engine.settings_of(self.bots, self.players)
        self.state = game.state_in(shared.memory)
        self.games = self.state["game"]
        self.decisions = np.zeros(2, self.engine.records.decision)
        self.rows = np.zeros(len(batch.deals) * self.players, self.engine.records.row)
        self.failures: dict[int, tuple[int, str]] = {}
        self.patience = Patience(memory=shared.memory)
        self.turns: list[tuple[int, NDArray[Any]]] = []
        self.records: list[tuple[int, Mapping[str, Any]]] = []
        self.broken_off: list[Mapping[str, Any]] = []
        self.logged = batch.traced | batch.recorded
        room = self.engine.logs * self.engine.play.turns_max if self.logged.any() else 0
        self.log = np.zeros(room, self.engine.records.turn)

    def play_games(self, games: NDArray[np.int64]) -> None:
        """Play games with the same kind of bot in each seat: compiled bots in one call, others one by one."""
        self.setting = self.game.with_head_starts(self.batch.setting, self._seated(int(games[0])))
        self.prepared = self.game.prepared(self.setting)
        if any(seated.bot.in_python for seated in self._seated(int(games[0]))):
            for game in self._asked(games):
                self._play_by_hand(game)
            return
        asked = games if not self.shared.given_up else np.fromiter(self._asked(games), np.int64)
        for begin in range(0, len(asked), _AT_ONCE):
            self._play_compiled(asked[begin : begin + _AT_ONCE])

    def _asked(self, games: NDArray[np.int64]) -> Iterator[int]:
        """The games whose bots are asked; in the others, a bot has used up its limit, in this game or before."""
        for game in map(int, games):
            names = [seated.bot.name for seated in self._seated(game)]
            unasked = [(seat, why) for seat, name in enumerate(names) if (why := self.patience.unasked(name))]
            if game in self.shared.given_up:
                unasked = [self.shared.given_up[game]]
                self.patience.used[names[unasked[0][0]]] += 1
            if unasked:
                self._deal(game)
                self._fail(game, unasked[0][1], unasked[0][0])
            else:
                yield game

    def _deal(self, game: int) -> NDArray[Any]:
        """Deal a game by hand; the minds of its bots."""
        minds, deal = self.engine.minds_of(self._seated(game)), int(self.batch.deals[game])
        self.engine.play.deal_by_hand(self.games, self.prepared, minds, deal, self.rows, game * self.players)
        return minds

    def _seated(self, game: int) -> list[Seated]:
        return [self.bots[i] for i in self.batch.lineups[game]]

    def _play_compiled(self, games: NDArray[np.int64]) -> None:
        deciders = self.engine.deciders_of(self._seated(int(games[0])))
        deals, firsts = self.batch.deals[games], games * self.players
        lineups = np.ascontiguousarray(self.batch.lineups[games])
        desk = Desk(self.games, self.prepared.start, self.prepared.setup, self.minds, self.settings, self.decisions)
        schedule = Schedule(deals, seat_seeds(deals), lineups, firsts, self.logged[games])
        progresses, faults, seats = self.state["progress"], *np.zeros((2, len(games)), np.int64)
        limit = self.engine.play.limiting(self.settings)
        self.state["games"][: len(games)], progresses["game"], progresses["logged"] = games, 0, 0
        results, progress = Results(self.rows, self.log, progresses, faults, seats), progresses[0]
        while progress["game"] < len(games):
            try:
                with np.errstate(over="ignore"), self.patience.of_kernel():
                    self.engine.play.play_games(desk, deciders, limit, schedule, results)
            except Exception as error:  # a bot's: the game is lost for it, the batch goes on
                self._fail(int(games[progress["game"]]), _fault_text(error))
                progress["game"] += 1
            for i in np.flatnonzero(faults != OK):  # a game that failed has no record
                self.failures[int(games[i])] = (int(seats[i]), ": ".join(self.engine.faults[int(faults[i])]))
            self._keep_logs(games, self.log[: progress["logged"]])
            progress["logged"] = 0

    def _play_by_hand(self, game: int) -> None:
        seated, minds = self._seated(game), self._deal(game)
        first, self.patience.game = game * self.players, game
        log = self.log if self.logged[game] else self.log[:0]
        progress = np.zeros(1, PROGRESS_DTYPE)
        asks = self.game.asks(seated, minds, self.prepared, self.games[0])
        # what a bot prints must not get between the results that the user pipes on
        with np.errstate(over="ignore"), redirect_stdout(sys.stderr):
            try:
                status = self._ask_to_the_end([bot.bot.name for bot in seated], asks, first, log, progress)
            except BaseException as error:  # a bot may raise anything, and end in any way
                if user_code.is_ctrl_c(error):
                    raise
                late = isinstance(error, TimeIsUp)
                at = f"{self.engine.decisions[int(self.games[0]['table']['phase'])]}: " if late else ""
                self._fail(game, f"{at}{_fault_text(error)}")
            else:
                if status == OK:
                    self.engine.play.close_game(self.games[0], self.rows, first, NOBODY)
                else:
                    self._fail(game, ": ".join(self.engine.faults[status]))
        self._keep_logs(np.array([game]), log[: progress["logged"][0]])

    def _ask_to_the_end(self, names: Sequence[str], asks: Sequence[Ask], first: int, log: Any, progress: Any) -> int:
        """Play the dealt game to its end with Python functions; OK or a fault."""
        game, status = self.games[0], OK
        table, over = game["table"], self.engine.play.over
        decision, advance = self.decisions[0], self.engine.play.advance
        now, blank = self.decisions.view(np.uint8).reshape(2, -1)
        with self.patience.held():
            while table["phase"] != over and status == OK:
                now[:] = blank
                if not self.engine.moves_on(table, decision):
                    seat = int(table["seat"])
                    with self.patience(names[seat], int(table["turn"]), seat):
                        asks[seat](game, decision)
                status = advance(self.games, decision, self.rows, first, log, progress)
        return status

    def _fail(self, game: int, reason: str, seat: int | None = None) -> None:
        offender = int(self.games[0]["table"]["seat"]) if seat is None else seat
        self.engine.play.close_game(self.games[0], self.rows, game * self.players, offender)
        self.failures[game] = (offender, reason)

    def _keep_logs(self, games: NDArray[np.int64], log: NDArray[Any]) -> None:
        """Copy the turns of logged games from the log, which is used again."""
        if not len(log):
            return
        ends = np.flatnonzero(np.diff(log["game"])) + 1
        for turns in np.split(log, ends):
            self._keep_log(int(games[turns["game"][0]]), turns)

    def _keep_log(self, game: int, log: NDArray[Any]) -> None:
        if self.batch.traced[game]:
            self.turns.append((game, log.copy()))
        if self.batch.recorded[game]:
            failed, names = game in self.failures, [seated.spec for seated in self._seated(game)]
            deal = int(self.batch.deals[game])
            record = self.game.record(self.prepared, self.setting, log, deal, names, failed)
            if failed:
                self.broken_off.append(record)
            else:
                self.records.append((game, record))

    def result(self) -> BatchResult:
        """The rows as columns."""
        by_game = sorted(self.turns, key=lambda entry: entry[0])
        records = [record for _, record in sorted(self.records, key=lambda entry: entry[0])]
        turns, played = self.game.tables.of_turns(by_game), int(self.rows["turns"].sum())
        rows = self.game.tables.of_players(self.rows)
        return BatchResult(rows, played, turns, records, self.failures, self.broken_off)


def _fault_text(error: BaseException) -> str:
    """The fault of a bot that raised an exception; with its place, if it is no broken rule."""
    if isinstance(error, RecordError):
        return str(error)
    return f"{raised_text(error)}{user_code.place_in_bot(error)}"


def _kinds(bots: Sequence[Seated], decisions: Sequence[str]) -> NDArray[np.int64]:
    """A number for each bot; bots with the same number have the same functions and head start, and differ only in
    settings."""
    known: dict[Any, int] = {}
    functions = [
        (bot.bot.in_python, *bot.head_start.items(), *(id(bot.bot.decisions.get(name)) for name in decisions))
        for bot in bots
    ]
    return np.array([known.setdefault(key, len(known)) for key in functions], dtype=np.int64)
