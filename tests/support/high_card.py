"""Twenty-one from one stack, for 1 to 6 players: who draws to more than 21 has nothing, all others what they drew.

The smallest game that the toolkit should be at home with: no board, no options, no turns to look at, no winner and
nobody's loss (one player alone has no share of a win), only a score. Bots differ by ``stop``, from where on they leave
it at that, and ``wary``, how much earlier after a card of ten or more; ``cheat`` draws on after it has lost.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Bot, BotDescription, BotEntry, Parameter, Seated, seat
from arkadia_sim.core.game import (
    Batch,
    BatchResult,
    Column,
    End,
    Picture,
    Replayed,
    Setting,
)
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import RecordError, UnknownName, UsageError

MOST = 21


def _bot(name: str, stop: float) -> Bot:
    parameters = (
        Parameter("stop", stop, 1.0, 40.0, "the sum at which it draws no more"),
        Parameter("wary", 0.0, 0.0, 10.0, "how much earlier it stops after a card of ten or more"),
    )
    return Bot(name, f"Draws until it has {stop:g}.", "a test", {}, parameters, game="high_card")


BOTS = {name: _bot(name, stop) for name, stop in (("bold", 18.0), ("careful", 12.0), ("cheat", 40.0))}


class HighCard:
    """The game, as a `Game`."""

    name, title, rules_version, default_bot = "high_card", "Twenty-one", "1", "careful"
    player_counts: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    outcomes: tuple[Outcome, ...] = (
        Outcome(column="score", label="score", unit="pips", amount="pips on the score", tolerance=0.5),
    )
    ends: tuple[End, ...] = (End("all_stopped", True, "nobody drew another card"),)
    player_columns: tuple[Column, ...] = (
        Column("score", "int16", "pips", "the sum of the cards, 0 if it is above 21"),
        Column("cards", "int8", "cards", "cards drawn"),
        Column("end", "string", "", "how the game ended"),
    )
    turn_columns: tuple[Column, ...] = ()

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        if players not in self.player_counts:
            raise UsageError(f"twenty-one is played by 1 to 6, not {players}")
        for what, names in (("rule", rules), ("component", components)):
            for name in names:
                raise UnknownName(what, name, ())
        return Setting(players=players, rules={}, components={})

    def rule_options(self) -> Sequence[RuleOption]:
        return ()

    def component_options(self) -> Sequence[ComponentOption]:
        return ()

    def caveats(self, setting: Setting) -> Sequence[str]:
        return ()

    def pictures(self) -> Sequence[Picture]:
        return ()

    def find_bot(self, spec: str) -> Seated:
        read = BotSpec.parse(spec)
        if read.name not in BOTS:
            raise UnknownName("bot", read.name, BOTS)
        return seat(BOTS[read.name], spec, Path(__file__), dict(read.settings))

    def list_bots(self) -> Sequence[BotEntry]:
        return [BotEntry.of(self.find_bot(name)) for name in BOTS]

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        return [BotDescription.of(self.find_bot(spec), "1") for spec in specs]

    def warm_up(self, specs: Sequence[str], say: Callable[[str], Any]) -> None:
        """There is nothing to compile."""

    def play(self, batch: Batch) -> BatchResult:
        bots = [self.find_bot(spec) for spec in batch.bots]
        drawn = [_drawn(int(deal), [bots[i] for i in line]) for deal, line in zip(batch.deals, batch.lineups)]
        failures: dict[int, tuple[int, str]] = {}
        for game, hands in enumerate(drawn):
            for player in (player for player, hand in enumerate(hands) if sum(hand[:-1]) > MOST):
                failures.setdefault(game, (player, "draws on with more than 21"))
        hands = [hand for game in drawn for hand in game]
        players = {
            "score": np.array([_score(hand) for hand in hands]),
            "cards": np.array([len(hand) for hand in hands]),
            "end": np.array([
                "failed" if game in failures else "all_stopped" for game in range(len(drawn)) for _ in drawn[game]
            ]),
        }  # fmt: skip
        records = [
            {"high_card": int(batch.deals[game]), "hands": drawn[game], "scores": [_score(one) for one in drawn[game]]}
            for game in np.flatnonzero(batch.recorded)
            if game not in failures
        ]
        return BatchResult(players, len([card for hand in hands for card in hand]), {}, records, failures)

    def is_record(self, document: Mapping[str, Any]) -> bool:
        return "high_card" in document

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        try:
            stack, hands = _stack(record["high_card"]), [list(hand) for hand in record["hands"]]
            scores, claimed = [_score(hand) for hand in hands], record["scores"]
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError("H1", f"this is no record: {error!r}") from None
        cards = [card for hand in hands for card in hand]
        if cards != stack[: len(cards)]:
            raise RecordError("H2", "the cards did not lie so in the stack")
        if scores != claimed:
            raise RecordError("H3", f"the cards make {scores}, not {claimed}")
        return Replayed(len(cards), "all_stopped", {"score": [float(score) for score in scores]})


def _stack(deal: int) -> list[int]:
    """52 cards of 1 to 13, shuffled."""
    cards: list[int] = (np.random.Generator(np.random.PCG64(deal)).permutation(52) % 13 + 1).tolist()
    return cards


def _score(hand: Sequence[int]) -> int:
    return sum(hand) if sum(hand) <= MOST else 0


def _drawn(deal: int, seated: Sequence[Seated]) -> list[list[int]]:
    """The cards that each player draws, one player after another."""
    stack, hands = iter(_stack(deal)), []
    for place, one in enumerate(seated):
        settings, chance = one.settings(), np.random.Generator(np.random.PCG64([deal, place]))
        hand = [next(stack)]
        while sum(hand) <= MOST or one.bot.name == "cheat":
            wanted = sum(hand) < settings["stop"] - settings["wary"] * (hand[-1] >= 10)
            if one.mixing("draw") > chance.random():
                wanted = bool(chance.random() < 0.5)
            if not wanted:
                break
            hand.append(next(stack))
        hands.append(hand)
    return hands


GAME = HighCard()
NAME = "tests.support.high_card:GAME"
