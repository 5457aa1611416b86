"""The bots: by chance, by what the die brings, the same in plain Python, and one that plays games on in its head."""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.kernels.bits import nth, size
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.kernels.look_ahead import TO_THE_END, searching_with
from arkadia_sim.kernels.minds import sit_down
from tests.support.terraces.look_ahead import PARTS
from tests.support.terraces.play import RECORDS, decide_by_chance, decision
from tests.support.terraces.rules import length_with, top_of
from tests.support.terraces.sight import CUES, HEEDABLE, expected, left_of
from tests.support.terraces.state import HAND_SIZE, ROWS
from tests.support.terraces.view import Move, View

GAP = Parameter("gap", 0.1, 0.0, 1.0, "points for each number that is skipped")


def _bot(name: str, plan: str, play: Any, *parameters: Parameter) -> Bot:
    return Bot(
        name, plan, "made for the example", {"play": play}, parameters, game="terraces", heeds=HEEDABLE, cues=CUES
    )


@decision
def _take_most(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """What the die brings on average, less something for numbers that are skipped."""
    left, highest = left_of(hand, mind), -100.0
    for number in range(size(left)):
        card, row = divmod(nth(left, number), ROWS)
        length = length_with(table, card, row)
        score = expected(length)
        if length > 1:
            score -= mind["parameters"][0] * (card - top_of(table, row))
        if score > highest:
            highest = score
            choice["pick"] = ROWS * card + row


_GREEDY = np.full(RECORDS.mind["parameters"].shape, GAP.default)


@inlined
def _seat_greedy(table: Any, mind: Any, minds: Any) -> None:
    for player in range(table["players"]):
        sit_down(minds[player], _GREEDY)


@inlined
def _lead(game: Any, seat: Any, objective: Any) -> Any:
    """What a game that was played on is worth: the lead over the best opponent."""
    points, best = game["table"]["points"], 0
    for other in range(game["table"]["players"]):
        best = max(best, points[other] if other != seat else 0)
    return float(points[seat] - best)


_best = searching_with(PARTS, _seat_greedy, _take_most, _lead).best
_RANKED = ranked_of(RECORDS.decision)


@decision
def _play_on(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The move that leads most on average, over games that agree with what is known."""
    left, ranked = left_of(hand, mind), np.zeros(HAND_SIZE * ROWS, _RANKED)
    for number in range(size(left)):
        ranked[number]["decision"]["pick"] = nth(left, number)
    best = _best((table, hand), mind, ranked, size(left), int(mind["parameters"][0]), 0.0, TO_THE_END, 0)
    choice["pick"] = ranked[best]["decision"]["pick"]


def _count(view: View) -> Move:
    """The same as ``greedy`` in a line of numpy."""
    options = view.options()
    return view.best(options.expected - view.parameters["gap"] * options.step)


BOTS = (
    _bot("random", "Lays any card on any terrace.", decide_by_chance),
    _bot("greedy", "Takes what the die brings on average, and skips few numbers.", _take_most, GAP),
    _bot("counter", "Does the same in plain Python.", _count, GAP),
    _bot(
        "thinker",
        "Plays the game on in its head, and takes what leads most.",
        _play_on,
        Parameter("playouts", 300.0, 1.0, 10_000.0, "games played on for a decision", whole=True),
    ),
)
