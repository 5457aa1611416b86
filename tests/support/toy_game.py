"""A quick dice game to try the runner on: three throws a player, the most gold wins.

The dice belong to the deal and the seat, as in a real game: whoever sits there throws the same. Bots differ in what
they make of them: ``plain`` takes them as they are, ``lucky`` adds ``extra`` to every six, ``clumsy`` breaks a rule in
about one deal of eight, ``slow`` plays like ``plain`` and says that it is plain Python. ``baker`` has an oven to set:
at heat 7 and 3 minutes the bread sells best, and every step away from that costs gold. In the game with rules,
``rules`` follows rules of thumb: points for sixes are gold for it, points for slips cost as much, and points for
whistling do nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.core.bot import (
    COMPILED,
    PYTHON,
    Bot,
    BotDescription,
    Parameter,
    Seated,
    check_constraints,
    seat,
)
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.cues import SITUATION, Cue
from arkadia_sim.core.game import Batch, BatchResult, Column, End, Game, Replayed, Setting, Trajectory
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.playbook import POINTS
from arkadia_sim.core.scene import Board, Candidate, Gauge, Listing, Mark, Position, Row, Scene, seat_colour
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, RecordError, UnknownName, UsageError

THROWS = 3
ENDS = ("finished", "failed")
EVEN = Parameter("even", 0.0, -10.0, 10.0, "gold for every even throw")
OVEN = (
    Parameter("heat", 2.0, 0.0, 10.0, "how hot the oven is"),
    Parameter("minutes", 5.0, 0.0, 6.0, "how long the bread stays in"),
    Parameter("salt", 1.0, 1.0, 1.0, "nobody can change it"),
)
PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "baker": OVEN,
    **{
        name: (Parameter("extra", float(name == "lucky"), -10.0, 10.0, "gold for every six"), EVEN)
        for name in ("clumsy", "lucky", "plain", "slow")
    },
}
BOTS = {
    name: Bot(
        name, "Throws the dice.", "the test's own", {}, parameters, PYTHON if name == "slow" else COMPILED, game="toy"
    )
    for name, parameters in PARAMETERS.items()
}


def _dice(seeds: Any, seats: int) -> Any:
    """The dice of games: one row per game, then seat, then throw."""
    salt = np.arange(1, seats * THROWS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    words = seeds[:, None] ^ salt[None, :]
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    words ^= words >> np.uint64(31)
    return (words % np.uint64(6)).astype(np.int64).reshape(len(seeds), seats, THROWS) + 1


class ToyGame(Game):
    """The dice game, as a `Game`."""

    name = "toy"
    title = "The dice game"
    rules_version = "1"
    player_counts: tuple[int, ...] = (2, 3, 4)
    outcomes: tuple[Outcome, ...] = (
        Outcome(
            column="win_share", label="win rate", unit="points", amount="win-share points", scale=100.0, low=0.0,
            high=100.0, total=100.0,
        ),
        Outcome(
            column="gold_lead", label="lead over the best opponent", unit="gold",
            amount="gold on the lead over the best opponent", smoothing=8.0,
        ),
        Outcome(column="gold", label="gold", unit="gold", amount="gold", tolerance=None),
    )  # fmt: skip
    ends: tuple[End, ...] = (End("finished", True, "all dice were thrown"),)
    player_columns: tuple[Column, ...] = (
        Column("gold", "int32", "gold", "sum of the dice, and extras"),
        Column("gold_lead", "int32", "gold", "gold minus the best opponent's"),
        Column("win_share", "float64", "games", "1 for the only winner, shared among tied ones"),
        Column("end", "string", "", "why the game ended"),
        Column("turns", "int16", "turns", "throws of this player"),
        Column("sixes", "int16", "dice", "sixes thrown"),
    )
    default_bot = "plain"
    constraints: tuple[Constraint, ...] = ()
    turn_columns: tuple[Column, ...] = (
        Column("turn", "int16", "", "number of the turn"),
        Column("seat", "int8", "", "who threw"),
        Column("dice", "int8", "", "what was thrown"),
    )

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        if players not in self.player_counts:
            raise BadValue("players", players, "2, 3 or 4")
        for name in rules:
            if name not in ("bonus",):
                raise UnknownName("rule", name, ["bonus"])
        bonus = rules.get("bonus", 0)
        if not isinstance(bonus, int):
            raise BadValue("rule bonus", bonus, "a whole number")
        for name, value in components.items():
            if name != "board":
                raise UnknownName("component", name, ["board"])
            if not isinstance(value, str):
                raise BadValue("component board", value, "a text file")
        return Setting(players=players, rules={"bonus": bonus}, components={"board": "none"} | dict(components))

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        return [BotDescription.of(self.find_bot(spec), {"the dice game": "1"}) for spec in specs]

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        read = BotSpec.parse(spec)
        if read.name not in BOTS:
            raise UnknownName("bot", read.name, BOTS)
        found = seat(BOTS[read.name], spec, Path(__file__), dict(read.settings))
        check_constraints(found, self.constraints)
        return found

    def bot_names(self) -> list[str]:
        return sorted(BOTS)

    def _bot(self, spec: str) -> Mapping[str, Any]:
        seated = self.find_bot(spec)
        name, settings = seated.bot.name, {"extra": 0.0, "even": 0.0} | seated.settings()
        bread = round(8 - 2 * abs(settings["heat"] - 7) - 3 * abs(settings["minutes"] - 3)) if name == "baker" else 0
        numbers = {"extra": settings["extra"] / (1 + seated.temperature), "even": settings["even"], "bread": bread}
        return {"name": name, **numbers}

    def is_compiled(self, specs: Sequence[str]) -> bool:
        return True

    def play(self, batch: Batch) -> BatchResult:
        bots = [self._bot(spec) for spec in batch.bots]
        games, seats = batch.lineups.shape
        dice = _dice(batch.deals, seats)
        sixes = (dice == 6).sum(axis=2)
        gold = self._gold(dice, bots, batch.lineups, int(batch.setting.rules["bonus"]))
        clumsy = np.array([bot["name"] == "clumsy" for bot in bots])[batch.lineups]
        fails = clumsy.any(axis=1) & (batch.deals % np.uint64(8) == 0)
        win_share = self._win_share(gold, clumsy, fails)
        others = np.array([np.delete(gold, seat, axis=1).max(axis=1) for seat in range(seats)]).T
        players = {
            "gold": gold.reshape(-1),
            "gold_lead": (gold - others).reshape(-1),
            "win_share": win_share.reshape(-1),
            "end": np.array(ENDS)[np.repeat(fails.astype(int), seats)],
            "turns": np.full(games * seats, THROWS),
            "sixes": sixes.reshape(-1),
        }
        failures = {int(g): (int(clumsy[g].argmax()), "threw the dice off the table") for g in np.flatnonzero(fails)}
        turns = games * seats * THROWS
        return BatchResult(
            players, turns, self._turns(batch, dice), self._records(batch, dice, gold, failures), failures
        )

    def _gold(self, dice: Any, bots: Sequence[Mapping[str, Any]], lineups: Any, bonus: int) -> Any:
        extra, even, bread = (np.array([bot[name] for bot in bots])[lineups] for name in ("extra", "even", "bread"))
        sixes, evens = (dice == 6).sum(axis=2), (dice % 2 == 0).sum(axis=2)
        return dice.sum(axis=2) + np.rint(sixes * extra + evens * even).astype(np.int64) + bread + bonus

    def _win_share(self, gold: Any, clumsy: Any, fails: Any) -> Any:
        best = gold == gold.max(axis=1, keepdims=True)
        win_share = best / best.sum(axis=1, keepdims=True)
        offender = clumsy & (clumsy.cumsum(axis=1) == 1)
        shared = np.where(offender, 0.0, 1.0 / (gold.shape[1] - 1))
        return np.where(fails[:, None], shared, win_share)

    def _turns(self, batch: Batch, dice: Any) -> Mapping[str, Any]:
        traced = np.flatnonzero(batch.traced)
        seats = batch.lineups.shape[1]
        turn = np.arange(seats * THROWS)
        return {
            "game": np.repeat(traced, len(turn)),
            "turn": np.tile(turn, len(traced)),
            "seat": np.tile(turn % seats, len(traced)),
            "dice": dice[traced].transpose(0, 2, 1).reshape(-1),
        }

    def _records(
        self, batch: Batch, dice: Any, gold: Any, failures: Mapping[int, tuple[int, str]]
    ) -> list[Mapping[str, Any]]:
        return [
            {
                "seed": batch.deals[g],
                "bots": [batch.bots[b] for b in batch.lineups[g]],
                "bonus": batch.setting.rules["bonus"],
                "dice": dice[g],
                "gold": gold[g],
                "clumsy": failures[int(g)][0] if int(g) in failures else None,
            }
            for g in np.flatnonzero(batch.recorded)
        ]

    def is_record(self, document: Mapping[str, Any]) -> bool:
        return "dice" in document

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        if not isinstance(record.get("dice"), list):
            raise RecordError("T1", "the dice are missing")
        for turn, value in enumerate(value for throws in record["dice"] for value in throws):
            if not 1 <= value <= 6:
                raise RecordError("T2.1", f"no die shows {value}", turn)
        gold = [float(value) for value in self._counted(record)]
        leads = [one - max(gold[:seat] + gold[seat + 1 :]) for seat, one in enumerate(gold)]
        shares = [(one == max(gold)) / gold.count(max(gold)) for one in gold]
        clumsy = record.get("clumsy")
        if clumsy is not None:
            shares = [0.0 if seat == clumsy else 1.0 / (len(gold) - 1) for seat in range(len(gold))]
        return Replayed(sum(map(len, record["dice"])), "finished" if clumsy is None else "failed", {
            "win_share": shares, "gold_lead": leads, "gold": gold,
        })  # fmt: skip

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """A row of tiles for each seat, on which its dice come to lie; ``plain`` would have liked a six."""
        dice = record["dice"]
        bots = record.get("bots", ["plain"] * len(dice))
        for turn in range(len(dice) * THROWS + 1):
            thrown = [(n % len(dice), n // len(dice)) for n in range(turn)]
            marks = [Mark(one, "tile", seat_colour(one[0]), str(dice[one[0]][one[1]])) for one in thrown]
            sums = [sum(throws[: len([one for one in thrown if one[0] == seat])]) for seat, throws in enumerate(dice)]
            named = enumerate(zip(bots, sums, strict=True))
            rows = tuple(Row((bot, str(one)), seat_colour(seat), str(seat)) for seat, (bot, one) in named)
            gauges = tuple(Gauge("dots", f"seat {seat}", one, seat_colour(seat)) for seat, one in enumerate(sums))
            board = Board(len(dice), THROWS, (), tuple(marks))
            scene = Scene((board,), (Listing("sums", ("bot", "dots"), rows),), gauges)
            if not turn:
                yield Position(0, None, ("the dice are taken",), scene)
                continue
            seat, value = thrown[-1][0], dice[thrown[-1][0]][thrown[-1][1]]
            six = (Candidate("throw", "a six", 6.0, value == 6, "dots"),) if "plain" in (judge, bots[seat]) else ()
            yield Position(turn, seat, (f"throws {value}",), scene, six, bots[seat], judge or "")

    def _counted(self, record: Mapping[str, Any]) -> list[int]:
        """The gold of a record counted again; one that states no result counts the dice as they fell."""
        dice = np.array(record["dice"])
        if not {"seed", "bonus", "gold", "clumsy"} & set(record):
            return [int(one) for one in dice.sum(axis=1)]
        try:
            bots = [self._bot(spec) for spec in record["bots"]]
            gold = self._gold(dice[None], bots, np.arange(len(bots))[None], record["bonus"])[0].tolist()
            clumsy = next((seat for seat, bot in enumerate(bots) if bot["name"] == "clumsy"), None)
            claimed, fails = (record["gold"], record["clumsy"]), clumsy is not None and record["seed"] % 8 == 0
        except (UsageError, KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            raise RecordError("T1", f"{type(error).__name__}: {error}") from None
        if claimed != (gold, clumsy if fails else None):
            raise RecordError("T4", f"the dice make {gold}, not {claimed[0]}")
        return gold

    trajectories = (Trajectory(name="dice", series={"dice": "dice"}),)

    def caveats(self, setting: Setting) -> list[str]:
        return ["The dice are loaded."]

    def rule_options(self) -> list[RuleOption]:
        return [RuleOption(name="bonus", default=0, allowed="a whole number", meaning="gold for everybody")]

    def component_options(self) -> list[ComponentOption]:
        return [ComponentOption(name="board", kind="file", allowed="a text file", meaning="changes nothing")]


class BoardGame(ToyGame):
    """The dice game on a board that changes nothing: what the file says is part of the setting, not where it lies."""

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        chosen = dict(components)
        if "board" in chosen:
            try:
                chosen["board"] = Path(chosen["board"]).read_text(encoding="utf-8")
            except OSError:
                raise UsageError(f"board {chosen['board']} cannot be read") from None
        return super().setting(players, rules, chosen)


CUES = (
    Cue("day", SITUATION, "days", "days", from_to=("from day # on", "up to day #"), numbers=(1,)),
    Cue("sixes", "throw", "{six|sixes} thrown", "dice"),
    Cue("slips", "throw", "{slip|slips} of the hand", "slips"),
    Cue("whistles", "throw", "{tune|tunes} whistled", "tunes"),
)
WORTH = {"sixes": 1.0, "slips": -1.0, "whistles": 0.0}
FOLLOWER = Bot("rules", "Follows rules.", "the test's own", {"throw": print}, game="toy", cues=CUES, only_rules=True)


class RuleGame(ToyGame):
    """The dice game with a bot that follows rules."""

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        own = {name: (bot, Path(__file__)) for name, bot in {**BOTS, "rules": FOLLOWER}.items()}
        return find_bot(spec, "toy", own)

    def _bot(self, spec: str) -> Mapping[str, Any]:
        seated = self.find_bot(spec)
        if not seated.bot.cues:
            return super()._bot(spec)
        points = [rule for rule in seated.bot.rules_at(2) if rule.kind == POINTS]
        extra = sum(point.number * WORTH[point.cue] for point in points)
        return {"name": "rules", "extra": extra, "even": 0.0, "bread": 0}


GAME = ToyGame()
RULE_GAME = RuleGame()
RULE_NAME = "tests.support.toy_game:RULE_GAME"
BOARD_GAME = BoardGame()
BOARD_NAME = "tests.support.toy_game:BOARD_GAME"
NAME = "tests.support.toy_game:GAME"  # how the runner finds it, in other processes too


COMPANIES = """
[[companies]]
name = "weak"
title = "among beginners"
bot = "plain"
[[companies]]
name = "strong"
title = "among the lucky"
bot = "lucky"
"""
"""Two companies, as an experiment file names them."""
