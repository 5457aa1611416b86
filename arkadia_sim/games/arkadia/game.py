"""Arkadia as the toolkit's runner sees it: settings checked, bots resolved, batches played, rows returned."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.core.bot import PYTHON, BotDescription, BotEntry, Seated
from arkadia_sim.core.game import Batch, BatchResult, Column, End, Picture, Replayed, Setting
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import find_bot, list_bots
from arkadia_sim.core.scene import Position
from arkadia_sim.errors import RecordError, UsageError, raised_text
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.python_bots import ask, minds_of, settings_of
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.declared import COMPONENT_OPTIONS, ENDS, OUTCOMES, PICTURES, caveats, chosen_components
from arkadia_sim.games.arkadia.records.checks import check_record
from arkadia_sim.games.arkadia.records.form import FORMAT
from arkadia_sim.games.arkadia.records.notation import record_game
from arkadia_sim.games.arkadia.rules.options import PLAYER_COUNTS, RULES_VERSION, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, played_components, prepare
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
from arkadia_sim.games.arkadia.tables.metrics import ROW_DTYPE
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
    title = "Arkadia"
    rules_version = RULES_VERSION
    player_counts: tuple[int, ...] = PLAYER_COUNTS
    outcomes: tuple[Outcome, ...] = OUTCOMES
    ends: tuple[End, ...] = ENDS
    player_columns: tuple[Column, ...] = PLAYER_COLUMNS
    turn_columns: tuple[Column, ...] = TURN_COLUMNS
    default_bot = "greedy"

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting.

        ``components`` are chosen by ``component_options``, or the whole box as a setting holds it; what is left out is
        as shipped.
        """
        checked = RuleSet.from_mapping(rules)
        if players not in PLAYER_COUNTS:
            raise UsageError(f"Arkadia is played by 2, 3 or 4, not {players}")
        box = chosen_components(components)
        prepare(box, checked, players)
        return Setting(players=players, rules=checked.as_setting(), components=box.as_json())

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the pieces, or is not as in the box; data/SOURCES.md tells it all."""
        return caveats(setting)

    def pictures(self) -> list[Picture]:
        """What a report may draw of its games."""
        return list(PICTURES)

    def find_bot(self, spec: str) -> Seated:
        """The bot that a user wrote, with its parameters set."""
        found = find_bot(spec, self.name)
        _check_decisions(found)
        return found

    def list_bots(self) -> list[BotEntry]:
        """All bots that can be called by name."""
        return list_bots(self.name)

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        """Find the bots and describe each for the manifest."""
        found = [self.find_bot(spec) for spec in specs]
        return [BotDescription.of(one, accelerate.sources_hash(one.python_file, self.name)) for one in found]

    def warm_up(self, specs: Sequence[str], say: Callable[[str], Any]) -> None:
        """Compile the bots, or load them from the cache; the engine is there since this module was imported."""
        for spec in specs:
            find_bot(spec, self.name)

    def is_record(self, document: Mapping[str, Any]) -> bool:
        """Whether a JSON document names the format of Arkadia's records."""
        return str(document.get("format", "")).partition("/")[0] == FORMAT.partition("/")[0]

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Replay a game record; RecordError names turn and rule of the first thing that the rules do not allow.

        ``components`` are those it was played with, if its cards are not the shipped ones.
        """
        check_record(record, chosen_components(components).cards if components else None)
        result = record["result"]
        gold = [float(one) for one in result["gold"]]
        shares = [1.0 / len(result["winners"]) if seat in result["winners"] else 0.0 for seat in range(len(gold))]
        leads = [one - max(gold[:seat] + gold[seat + 1 :]) for seat, one in enumerate(gold)]
        outcomes = {"win_share": shares, "gold_lead": leads, "gold": gold}
        return Replayed(len(record["turns"]), str(result["end"]), outcomes)

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The position before the first turn of a recorded game and after each, drawn and told in words."""
        from arkadia_sim.games.arkadia.scenes.story import tell

        return tell(record, chosen_components(components).cards if components else None, self.name, judge)

    def rule_options(self) -> list[RuleOption]:
        """The options of the rules: of each the name, the game's own value, what is allowed and what it means."""
        return RuleSet.describe()

    def component_options(self) -> list[ComponentOption]:
        """The pieces that can be replaced."""
        return list(COMPONENT_OPTIONS)

    def play(self, batch: Batch) -> BatchResult:
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
        self.bots = [find_bot(spec, Arkadia.name) for spec in batch.bots]
        self.kinds = _kinds(self.bots)
        self.minds = new_minds()
        self.settings = settings_of(self.bots, self.players)
        self.games = new_game()
        self.decisions = np.zeros(2, DECISION_DTYPE)
        self.rows = np.zeros(len(batch.deals) * self.players, ROW_DTYPE)
        self.failures: dict[int, tuple[int, str]] = {}
        self.turns: list[tuple[int, NDArray[Any]]] = []
        self.records: list[tuple[int, Mapping[str, Any]]] = []
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
                self._fail(int(games[progress["game"]]), _fault_text(error))
                progress["game"] += 1
            self._keep_logs(games, self.log[: progress["logged"]])
            progress["logged"] = 0
        for i in np.flatnonzero(faults != OK):
            rule, text = FAULTS[int(faults[i])]
            first = int(firsts[i])
            offender = int(np.flatnonzero(self.rows["win_share"][first : first + self.players] == 0.0)[0])
            self.failures[int(games[i])] = (offender, f"{rule}: {text}")

    def _play_by_hand(self, game: int) -> None:
        seated = self._seated(game)
        minds = minds_of(seated)
        first = game * self.players
        log = self.log if self.logged[game] else self.log[:0]
        progress = np.zeros(1, play.PROGRESS_DTYPE)
        play.deal_by_hand(self.games, self.prepared, minds, int(self.batch.deals[game]), self.rows, first)
        components = played_components(self.components, self.games[0])
        asks = [ask(one, seat, minds, components) for seat, one in enumerate(seated)]
        # what a bot prints must not get between the results that the user pipes on
        with np.errstate(over="ignore"), redirect_stdout(sys.stderr):
            try:
                status = play.play_by_hand(self.games, asks, minds, self.decisions, self.rows, first, log, progress)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a bot may raise anything, and end in any way
                self._fail(game, _fault_text(error))
            else:
                if status == OK:
                    play.close_game(self.games[0], self.rows, first, NOBODY)
                else:
                    self._fail(game, ": ".join(FAULTS[status]))
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
        turns, played = turn_table(by_game, self.components), int(self.rows["turns"].sum())
        return BatchResult(player_table(self.rows), played, turns, records, self.failures)


def _check_decisions(one: Seated) -> None:
    unknown = set(one.bot.decisions) - set(DECISIONS)
    if unknown:
        raise UsageError(f"bot {one.bot.name} decides {', '.join(sorted(unknown))}; Arkadia asks for {DECISIONS}")
    if len(one.parameters) > PARAMETERS_MAX:
        raise UsageError(f"bot {one.bot.name} has more than {PARAMETERS_MAX} parameters")


def _fault_text(error: BaseException) -> str:
    """What to say of a bot that raised: a broken rule speaks for itself, another fault says where it happened."""
    if isinstance(error, RecordError):
        return str(error)
    last = extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return f"{raised_text(error)}{where}"


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
