"""A game to learn: each player goes to market three times, picks one of four stalls, and then may sell or wait.

A stall's goods are counted, and what they are worth is known here alone: apples 3, stones -2, and pears 1 at a table
of two but 4 at a larger one; who sells gets the price, and nothing for haste. ``learner`` judges stalls and sales by
weights of its own, at first by bad ones, and offers lessons, in which a candidate's value is a tenth of what it is
worth, with some noise; ``trainee`` is the same and practises as well, and ``keen`` begins with good weights. ``sage``
knows the worth, ``apples`` looks at nothing else. ``clumsy`` breaks a rule when four of a good lie in the first stall,
whatever it learns.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.game import Column
from arkadia_sim.core.lessons import (
    LABELS,
    LessonBatch,
    LessonRows,
    Lessons,
    PositionRows,
    PracticeBatch,
    PracticeRows,
)
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.simple_game import END_COLUMN, Asked, Host, SimpleGame
from arkadia_sim.errors import UsageError

GOODS = ("apples", "pears", "stones")
PICKS, STALLS, MOST = 3, 4, 4
PLAY_OUT = ("sage", "apples", "learner", "keen", "trainee")


def worth(players: int) -> tuple[float, float, float]:
    """What apples, pears and stones are worth at a table of so many."""
    return (3.0, 1.0 if players == 2 else 4.0, -2.0)


def best_weights(players: int) -> dict[str, float]:
    """What the lessons teach."""
    return {**dict(zip(GOODS, (0.1 * one for one in worth(players)), strict=True)), "price": 0.1}


def _judge(settings: Mapping[str, float], asked: Asked) -> int:
    worths = [sum(settings[good] * n for good, n in zip(GOODS, stall, strict=True)) for stall in asked.known["stalls"]]
    worths[0] += settings.get("haste", 0.0)
    return int(np.argmax(worths))


def _pick(asked: Asked) -> int:
    return _judge(asked.settings, asked)


def _sell(asked: Asked) -> bool:
    return bool(asked.settings["price"] * asked.known["price"] > 0.0)


def _know(asked: Asked) -> int:
    return _judge(dict(zip(GOODS, worth(asked.known["players"]), strict=True)), asked)


def _stumble(asked: Asked) -> int:
    return STALLS if MOST in asked.known["stalls"][0] else 0


def give(batch: LessonBatch) -> LessonRows:
    """Lessons as the market would give them, a pick and a sale in each deal; the luck is that of the deal."""
    for spec in batch.pool:
        if GAME.find_bot(spec).bot.name not in PLAY_OUT:
            raise UsageError(f"bot {spec} cannot play games out: name a version of sage, apples or learner")
    labels: dict[str, list[Any]] = {name: [] for name in LABELS}
    counts = []
    for number, deal in enumerate(batch.deals.tolist(), start=batch.first):
        luck = np.random.default_rng(deal)
        stalls = luck.integers(0, MOST + 1, (STALLS, len(GOODS)))
        price = float(luck.integers(-3, 4))
        rows = [
            *((0, "pick", *stall, 0.0) for stall in stalls.tolist()),
            (1, "sale", 0, 0, 0, price),
            (1, "sale", 0, 0, 0, 0),
        ]
        for place, (decision, kind, *own) in enumerate(rows):
            value = float(np.dot((*worth(batch.setting.players), 1.0), own)) / 10
            noise = 0.1 * luck.standard_normal() / np.sqrt(batch.plan.playouts)
            row = (number, decision, kind, place % STALLS, 0.5 + value + noise, 0.0, 0.0)
            for name, told in zip(labels, row, strict=True):
                labels[name].append(told)
            counts.append(own)
    return LessonRows({name: np.array(told) for name, told in labels.items()}, np.array(counts, dtype=np.float32))


BROKEN = 97
"""Every so many deals of a practice a fault ends the game, if somebody called ``clumsy`` sits there."""


def practise(batch: PracticeBatch) -> PracticeRows:
    """Practice as the market would give it: three picks and a sale of each who practises, and a value of 0 to 1."""
    seats, plan = batch.setting.players, batch.plan
    settings = GAME.find_bot(batch.pool[0]).settings(seats)
    weights = np.array([settings[good] for good in GOODS])
    values = np.zeros(batch.lineups.shape)
    told: list[tuple[int, int, str, list[float], float]] = []
    for game, (deal, lineup) in enumerate(zip(batch.deals.tolist(), batch.lineups.tolist(), strict=True)):
        luck = np.random.default_rng(deal)
        for seat, who in enumerate(lineup):
            points = luck.normal(0.0, 1.0)
            for _ in range(PICKS):
                stalls, ahead = luck.integers(0, MOST + 1, (STALLS, len(GOODS))).astype(float), points
                taken = int(np.argmax(stalls @ worth(seats)))
                if who == 0:
                    chances = np.exp((stalls - stalls[0]) @ weights / plan.temperature)
                    chances /= chances.sum()
                    taken = int(luck.choice(STALLS, p=chances))
                    told.append((game, seat, "pick", (stalls[taken] - chances @ stalls).tolist(), ahead))
                points += float(stalls[taken] @ worth(seats))
            values[game, seat] = 1.0 / (1.0 + np.exp(-points / 20.0))
        if any("clumsy" in batch.pool[who] for who in lineup) and deal % BROKEN == 0:
            values[game] = np.nan
    counts = np.array([[*row, 0.0] for *_, row, _ in told], dtype=np.float32)
    return PracticeRows(
        np.array([one[0] for one in told], np.int64), np.array([one[1] for one in told], np.int64),
        np.array([one[2] for one in told], np.str_), counts.reshape(-1, len(GOODS) + 1),
        np.array([one[4] for one in told], np.float64).reshape(-1, 1), values,
    )  # fmt: skip


def note(batch: LessonBatch) -> PositionRows:
    """A position in each deal: what a player has and what the best of the others has; more than both together is
    nothing to gain."""
    for spec in batch.pool:
        GAME.find_bot(spec)
    luck = np.random.default_rng([int(deal % (1 << 32)) for deal in batch.deals[:1]])
    columns = luck.normal(0.0, 1.0, (len(batch.deals), 2)).astype(np.float32)
    values = 1.0 / (1.0 + np.exp(-3.0 * np.maximum(columns[:, 0], -0.5) + 2.0 * np.abs(columns[:, 1])))
    return PositionRows(batch.first + np.arange(len(columns)), columns, values)


def _weights(*values: float) -> tuple[Parameter, ...]:
    """Parameters from the weights of the goods, of the price and of haste; they stand in another order than lessons."""
    price, haste = values[3:]
    named = {"price": price, **dict(zip(GOODS, values[:3], strict=True)), "haste": haste}
    return tuple(Parameter(name, value, -1.0, 1.0, name) for name, value in named.items())


LESSONS = Lessons({"pick": GOODS, "sale": ("price",)}, give, note=note)
PRACTICE = Lessons({"pick": GOODS, "sale": ("price",)}, give, practise)


def _bot(name: str, decisions: Mapping[str, Any], parameters: Sequence[Parameter] = (), **more: Any) -> Bot:
    return Bot(name, "Goes to market.", "a test", decisions, tuple(parameters), **more)


JUDGE = {"pick": _pick, "sell": _sell}


class Stalls(SimpleGame):
    """The game, as a `Game`."""

    name, title, default_bot = "stalls", "The market", "apples"
    player_counts: tuple[int, ...] = (1, 2, 3)
    outcomes: tuple[Outcome, ...] = (
        Outcome(
            column="won", label="games won", unit="percent", amount="percent of the games", scale=100.0, low=0.0,
            high=100.0, total=100.0,
        ),
        Outcome(column="lead", label="lead", unit="coins", amount="coins on the lead", smoothing=6.0),
    )  # fmt: skip
    player_columns: tuple[Column, ...] = (
        Column("won", "float64", "games", "1 for who has most, shared among equals"),
        Column("lead", "float64", "coins", "more than the best of the others"),
        END_COLUMN,
    )
    decisions = ("pick", "sell")
    bots = (
        _bot("learner", JUDGE, _weights(-0.1, 0.0, 0.1, -0.1, 0.4), lessons=LESSONS),
        _bot("trainee", JUDGE, _weights(-0.1, 0.0, 0.1, -0.1, 0.4), lessons=PRACTICE),
        _bot("keen", JUDGE, _weights(*(0.3, 0.1, -0.2), 0.1, 0.0), lessons=LESSONS),
        _bot("sage", {"pick": _know, "sell": lambda asked: asked.known["price"] > 0}),
        _bot("apples", JUDGE, _weights(1.0, 0.0, 0.0, 0.1, 0.0)),
        _bot("clumsy", {"pick": _stumble}, _weights(*(0.0,) * 5), lessons=LESSONS),
    )

    def play_one(self, host: Host) -> Mapping[str, Any]:
        offered = host.luck.integers(0, MOST + 1, (host.players, PICKS, STALLS, len(GOODS))).tolist()
        prices = host.luck.integers(-3, 4, host.players).tolist()
        coins = []
        for seat in range(host.players):
            got = 0.0
            for stalls in offered[seat]:
                picked = host.ask(seat, "pick", range(STALLS), stalls=stalls, players=host.players)
                got += sum(n * one for n, one in zip(stalls[picked], worth(host.players), strict=True))
            coins.append(got + prices[seat] * host.ask(seat, "sell", (False, True), price=prices[seat]))
        best = max(coins)
        won = [(coin == best) / coins.count(best) for coin in coins]
        lead = [one - max([0.0, *coins[:seat], *coins[seat + 1 :]]) for seat, one in enumerate(coins)]
        return {"won": won, "lead": lead}


GAME = Stalls()
NAME = "tests.support.stalls:GAME"
