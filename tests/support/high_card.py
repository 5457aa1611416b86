"""Twenty-one from one stack, for 1 to 6 players: who draws to more than 21 has nothing, all others what they drew.

The smallest game that the toolkit should be at home with: no board, no options, no turns to look at, no winner and
nobody's loss (one player alone has no share of a win), only a score. Bots differ by ``stop``, from where on they leave
it at that, and ``wary``, how much earlier after a card of ten or more; ``cheat`` then wants two cards at once.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.game import Column, End
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.simple_game import END_COLUMN, Asked, Host, SimpleGame
from arkadia_sim.core.table import Observed

MOST = 21


def _draw(asked: Asked) -> bool:
    hand, settings = asked.known["hand"], asked.settings
    return bool(sum(hand) < settings["stop"] - settings["wary"] * (hand[-1] >= 10))


def _cheat(asked: Asked) -> int:
    return 2 if asked.known["hand"][-1] >= 10 else _draw(asked)


def _bot(name: str, stop: float, draw: Any = _draw) -> Bot:
    parameters = (
        Parameter("stop", stop, 1.0, 40.0, "the sum at which it draws no more"),
        Parameter("wary", 0.0, 0.0, 10.0, "how much earlier it stops after a card of ten or more"),
    )
    return Bot(name, f"Draws until it has {stop:g}.", "a test", {"draw": draw}, parameters)


class HighCard(SimpleGame):
    """The game, as a `Game`."""

    name, title, default_bot = "high_card", "Twenty-one", "careful"
    player_counts: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    outcomes: tuple[Outcome, ...] = (
        Outcome(column="score", label="score", unit="pips", amount="pips on the score", tolerance=0.5),
    )
    ends: tuple[End, ...] = (End("all_stopped", True, "nobody drew another card"),)
    player_columns: tuple[Column, ...] = (
        Column("score", "int16", "pips", "the sum of the cards, 0 if it is above 21"),
        Column("cards", "int8", "cards", "cards drawn"),
        END_COLUMN,
    )
    decisions = ("draw",)
    choices: Mapping[str, Sequence[Any]] = {"draw": (False, True)}
    observed: tuple[Observed, ...] = (Observed("sum", (1,), 0.0, 40.0, "the sum of the own cards"),)
    bots = (_bot("bold", 18.0), _bot("careful", 12.0), _bot("cheat", 18.0, _cheat))

    def observe(self, question: Asked) -> Mapping[str, Any]:
        return {"sum": [sum(question.known["hand"])]}

    def tell(self, answer: Asked) -> str:
        return "draws another card" if answer.choice else "draws no more"

    def play_one(self, host: Host) -> Mapping[str, Any]:
        stack, hands = iter((host.luck.permutation(52) % 13 + 1).tolist()), []
        for seat in range(host.players):
            hand = [next(stack)]
            while sum(hand) <= MOST and host.ask(seat, "draw", (False, True), hand=hand):
                hand.append(next(stack))
            hands.append(hand)
        return {"score": [sum(hand) * (sum(hand) <= MOST) for hand in hands], "cards": [len(hand) for hand in hands]}


GAME = HighCard()
NAME = "tests.support.high_card:GAME"
