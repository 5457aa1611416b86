"""Arkadia as the toolkit's runner sees it: settings checked, bots resolved, batches played, rows returned."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.core.bot import COMPILED, PYTHON, Seated
from arkadia_sim.core.game import Batch, BatchResult, Column, Picture, Series, Setting
from arkadia_sim.core.registry import find_bot
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.python_bots import ask, minds_of, settings_of
from arkadia_sim.games.arkadia.components.box import Components, random_camps
from arkadia_sim.games.arkadia.records.notation import check_record, record_game
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS
from arkadia_sim.games.arkadia.rules.options import PLAYER_COUNTS, RULES_VERSION, OptionHelp, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, prepare
from arkadia_sim.games.arkadia.rules.state import (
    DECISION_DTYPE,
    NOBODY,
    PARAMETERS_MAX,
    SEATS_MAX,
    TURN_DTYPE,
    TURNS_MAX,
    new_game,
    new_minds,
)
from arkadia_sim.games.arkadia.rules.turn import FAULTS, OK
from arkadia_sim.games.arkadia.tables.columns import PLAYER_COLUMNS, TURN_COLUMNS, player_table, turn_table
from arkadia_sim.games.arkadia.tables.metrics import BANNERS_MAX, FAMILY_NAMES, ROW_DTYPE
from arkadia_sim.rng import seat_seeds

DECISIONS = ("must", "draw", "castle", "banner")
LOG_ROOM = 4 * TURNS_MAX
"""Turns that can be logged before the log is emptied: some 80 games."""


@lru_cache(maxsize=32)
def _prepared(components: str, rules: str, players: int) -> tuple[Components, Prepared]:
    boxed = Components.from_json(loads(components))
    return boxed, prepare(boxed, RuleSet.from_mapping(loads(rules)), players)


class Arkadia:
    """The game for the runner; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "arkadia"
    rules_version = RULES_VERSION
    player_counts: tuple[int, ...] = PLAYER_COUNTS
    player_columns: tuple[Column, ...] = PLAYER_COLUMNS
    turn_columns: tuple[Column, ...] = TURN_COLUMNS

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting.

        ``components`` may name a ``board`` file (or give its rows, or a ``camps_seed`` for a random layout), a choice
        of ``outlines`` and a ``folder`` of data files; what is left out is as shipped.
        """
        checked = RuleSet.from_mapping(rules)
        if players not in PLAYER_COUNTS:
            raise UsageError(f"Arkadia is played by 2, 3 or 4, not {players}")
        box = _components(components)
        prepare(box, checked, players)
        return Setting(players, checked.as_record(), box.as_json())

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the pieces, or is not as in the box; data/SOURCES.md tells it all."""
        shipped = Components.shipped().as_json()
        told = []
        if setting.components["board"] == shipped["board"]:
            told.append("The board is a reconstruction: how many tent camps it has is known, where they lie is not.")
        else:
            camps = sum(row.count("T") for row in setting.components["board"])
            told.append(f"The board is not the shipped one; it has {camps} tent camps.")
        if setting.components["shapes"] == shipped["shapes"]:
            told.append("Which form of building has which outline is a reconstruction too.")
        else:
            told.append("The outlines of the buildings are not the shipped ones.")
        return told

    def pictures(self) -> list[Picture]:
        """What a report may draw of its games."""
        return list(_PICTURES)

    def check_bots(self, specs: Sequence[str]) -> list[Mapping[str, Any]]:
        """Resolve the bots and describe each for the manifest."""
        found = [find_bot(spec, self.name) for spec in specs]
        for one in found:
            _check_decisions(one)
        return [
            {
                "spec": one.spec,
                "name": one.bot.name,
                "plan": one.bot.plan,
                "source": one.bot.source,
                "tier": one.bot.tier,
                "compiled": one.bot.tier == COMPILED,
                "parameters": one.settings(),
                "file": one.file.name,
                "hash": accelerate.sources_hash(one.file, self.name),
            }
            for one in found
        ]

    def warm_up(self, specs: Sequence[str], say: Callable[[str], Any]) -> None:
        """Compile the bots, or load them from the cache; the engine is there since this module was imported."""
        for spec in specs:
            find_bot(spec, self.name)

    def check_record(self, record: Mapping[str, Any], components: Path | None = None) -> None:
        """Replay a game record; RecordError names turn and rule of the first thing that the rules do not allow.

        ``components`` is the folder of data files that it was played with, if its cards are not the shipped ones.
        """
        check_record(record, None if components is None else Components.load(components).cards)

    def describe_rules(self) -> list[OptionHelp]:
        """The options of the rules: of each the name, the game's own value, what is allowed and what it means."""
        return RuleSet.describe()

    def play(self, batch: Batch, workspace: Path | None = None) -> BatchResult:
        """Play the games of a batch, in groups with equal functions in each seat; the rows keep the batch's order."""
        setting = batch.setting
        components, prepared = _prepared(dumps(setting.components), dumps(setting.rules), setting.players)
        run = _Run(batch, components, prepared)
        places = (len(batch.bots) ** np.arange(setting.players)).astype(np.int64)
        tables = run.kinds[batch.lineups] @ places  # a number for the kinds that sit at a table, seat by seat
        for table in np.unique(tables):
            run.play_games(np.flatnonzero(tables == table))
        return run.result()


class _Run:
    """A batch under way: the records that the kernel works on, and what has come out so far."""

    def __init__(self, batch: Batch, components: Components, prepared: Prepared) -> None:
        self.batch = batch
        self.components = components
        self.prepared = prepared
        self.players = batch.setting.players
        self.bots = [find_bot(spec) for spec in batch.bots]
        self.kinds = _kinds(self.bots)
        self.minds = new_minds()
        self.settings = settings_of(self.bots)
        self.games = new_game()
        self.decisions = np.zeros(2, DECISION_DTYPE)
        self.rows = np.zeros(len(batch.deals) * self.players, ROW_DTYPE)
        self.failures: dict[int, tuple[int, str]] = {}
        self.turns: list[tuple[int, NDArray[Any]]] = []
        self.records: list[tuple[int, Mapping[str, Any]]] = []
        self.turns_played = 0
        self.logged = batch.traced | batch.recorded
        self.log = np.zeros(LOG_ROOM if self.logged.any() else 0, TURN_DTYPE)

    def play_games(self, games: NDArray[np.int64]) -> None:
        """Play games in which each seat has bots of one kind: compiled ones in one go, others one by one."""
        if any(one.bot.tier == PYTHON for one in self._seated(int(games[0]))):
            for game in games:
                self._play_by_hand(int(game))
            return
        self._play_compiled(games)

    def _seated(self, game: int) -> list[Seated]:
        return [self.bots[i] for i in self.batch.lineups[game]]

    def _play_compiled(self, games: NDArray[np.int64]) -> None:
        seated = self._seated(int(games[0]))
        deciders = tuple(_deciders(seated, decision) for decision in DECISIONS)
        deals, firsts = self.batch.deals[games], games * self.players
        lineups = np.ascontiguousarray(self.batch.lineups[games])
        start, setup = self.prepared.start, self.prepared.setup
        desk = play.Desk(self.games, start, setup, self.minds, self.settings, self.decisions)
        schedule = play.Schedule(deals, seat_seeds(deals), lineups, firsts, self.logged[games])
        progresses, faults = np.zeros(1, play.PROGRESS_DTYPE), np.zeros(len(games), np.int64)
        results, progress = play.Results(self.rows, self.log, progresses, faults), progresses[0]
        while progress["game"] < len(games):
            try:
                with np.errstate(over="ignore"):
                    play.play_games(desk, deciders, schedule, results)
            except Exception as error:  # a bot's: the game is lost for it, the batch goes on
                self._fail(int(games[progress["game"]]), _told(error))
                progress["game"] += 1
            self._keep_logs(games, self.log[: progress["logged"]])
            progress["logged"] = 0
        for i in np.flatnonzero(faults != OK):
            rule, text = FAULTS[int(faults[i])]
            first = int(firsts[i])
            offender = int(np.flatnonzero(self.rows["win_share"][first : first + self.players] == 0.0)[0])
            self.failures[int(games[i])] = (offender, f"{rule}: {text}")
        self.turns_played += int(progress["turns"])

    def _play_by_hand(self, game: int) -> None:
        seated = self._seated(game)
        minds = minds_of(seated)
        first = game * self.players
        log = self.log if self.logged[game] else self.log[:0]
        progress = np.zeros(1, play.PROGRESS_DTYPE)
        asks = [ask(one, seat, minds, self.components) for seat, one in enumerate(seated)]
        play.deal_by_hand(self.games, self.prepared, minds, int(self.batch.deals[game]), self.rows, first)
        # what a bot prints must not get between the results that the user pipes on
        with np.errstate(over="ignore"), redirect_stdout(sys.stderr):
            try:
                status = play.play_by_hand(self.games, asks, minds, self.decisions, self.rows, first, log, progress)
            except (Exception, SystemExit) as error:
                self._fail(game, _told(error))
            else:
                if status == OK:
                    play.close_game(self.games[0], self.rows, first, NOBODY)
                else:
                    self._fail(game, ": ".join(FAULTS[status]))
        self.turns_played += int(progress["turns"][0])
        self._keep_logs(np.array([game]), log[: progress["logged"][0]])

    def _fail(self, game: int, reason: str) -> None:
        offender = int(self.games[0]["table"]["seat"])
        play.close_game(self.games[0], self.rows, game * self.players, offender)
        self.failures[game] = (offender, reason)

    def _keep_logs(self, games: NDArray[np.int64], log: NDArray[Any]) -> None:
        """Take the turns of logged games out of the log, which will be used again."""
        if not len(log):
            return
        ends = np.flatnonzero(np.diff(log["game"])) + 1
        for turns in np.split(log, ends):
            self._keep_log(int(games[turns["game"][0]]), turns)

    def _keep_log(self, game: int, log: NDArray[Any]) -> None:
        if self.batch.traced[game]:
            self.turns.append((game, log.copy()))
        if self.batch.recorded[game] and game not in self.failures:
            deal = int(self.batch.deals[game])
            names = [one.spec for one in self._seated(game)]
            record = record_game(self.components, self.prepared, self.batch.setting.rules, log, deal, names)
            self.records.append((game, record))

    def result(self) -> BatchResult:
        """The rows as columns."""
        by_game = sorted(self.turns, key=lambda entry: entry[0])
        records = [record for _, record in sorted(self.records, key=lambda entry: entry[0])]
        return BatchResult(player_table(self.rows), turn_table(by_game, self.components), records, self.failures)


_PICTURES = (
    Picture(
        "gold_spread",
        "distribution",
        "How the gold is spread",
        "gold at the end",
        "All games of those players who are compared: the bar below each hill spans the middle half of them, the mark "
        "on it is the median.",
        (Series("gold", ("gold",)),),
    ),
    Picture(
        "leader",
        "leader",
        "Does the leader win?",
        "win share of who leads then (%)",
        "Who would have most gold if all seals were sold at their value of the moment, and how often that player goes "
        "on to win; bands are 95% intervals over deals.",
        tuple(Series(f"seat {seat}", (f"standing_seat_{seat}",)) for seat in range(SEATS_MAX)),
    ),
    Picture(
        "banners",
        "events",
        "When banners are used, and what they pay",
        "gold from the sale",
        "Above: the share of players who have used so many banners by each of their turns. Below: what the sale with "
        "each brings, on average (with a 95% interval over deals) and for the middle 80% (wide bar).",
        tuple(Series(f"banner {k}", (f"banner_{k}_turn", f"banner_{k}_gold")) for k in range(1, BANNERS_MAX + 1)),
    ),
    Picture(
        "values",
        "trajectory",
        "What a seal is worth as the game goes on",
        "gold for a seal",
        "The value of a seal of each family over the game: its mean, and where it lies in the middle 80% of games.",
        tuple(Series(name, (f"value_{name}",)) for name in FAMILY_NAMES),
    ),
    Picture(
        "board",
        "grid",
        "Where buildings and workers stand",
        "in a game, on average",
        "How often each square is part of a building that is laid out or chosen for workers, and how many workers it "
        "gets; lighter is more.",
        (
            Series("buildings laid out or chosen", ("squares",)),
            Series("own workers", ("own_squares",)),
            Series("neutral workers", ("neutral_squares",)),
        ),
        shape=(ROWS, COLUMNS, COLUMNS),
    ),
)


def _components(choice: Mapping[str, Any]) -> Components:
    if {"shapes", "cards"} <= set(choice):
        return Components.from_json(choice)
    box = Components.load(Path(choice["folder"])) if choice.get("folder") else Components.shipped()
    if choice.get("outlines"):
        box = box.with_outlines(choice["outlines"])
    if choice.get("camps_seed") is not None:
        box = box.with_board(random_camps(int(choice["camps_seed"])))
    if choice.get("board"):
        box = box.with_board(choice["board"])
    return box


def _check_decisions(one: Seated) -> None:
    unknown = set(one.bot.decisions) - set(DECISIONS)
    if unknown:
        raise UsageError(f"bot {one.bot.name} decides {', '.join(sorted(unknown))}; Arkadia asks for {DECISIONS}")
    if len(one.parameters) > PARAMETERS_MAX:
        raise UsageError(f"bot {one.bot.name} has more than {PARAMETERS_MAX} parameters")


def _told(error: BaseException) -> str:
    """What to say of a bot that raised: a broken rule speaks for itself, another fault says where it happened."""
    if isinstance(error, RecordError):
        return str(error)
    last = extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return f"{type(error).__name__}: {error}{where}"


def _kinds(bots: Sequence[Seated]) -> NDArray[np.int64]:
    """A number for each bot; bots of the same number share all their functions and differ in settings alone."""
    known: dict[Any, int] = {}
    functions = [(one.bot.tier, *(id(one.bot.decisions.get(name)) for name in DECISIONS)) for one in bots]
    return np.array([known.setdefault(one, len(known)) for one in functions], dtype=np.int64)


def _deciders(seated: Sequence[Seated], decision: str) -> tuple[Callable[..., Any], ...]:
    chosen = [one.bot.decisions.get(decision, DEFAULTS[decision]) for one in seated]
    return tuple(chosen + [chosen[0]] * (SEATS_MAX - len(chosen)))


GAME = Arkadia()
accelerate.mark_complete(GAME.name)  # whoever has come here has imported, and so compiled, the whole engine
