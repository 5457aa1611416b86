"""A game of seats: who sits first throws highest, by as much as the rules say, and nobody decides anything.

Of each deal every seat has luck of its own; a seat has ``step`` more than the next, and ``gift`` evens it out: a number
for each seat (or one for all) that it starts with. ``rounds`` throws are made, and ``stuck`` of a thousand games get
stuck. So the seats' true advantage, the length and the margin follow from the rules. ``loud`` is worth more than
``calm``, by ``boost``.
"""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.game import Column, End, Setting
from arkadia_sim.core.options import RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.simple_game import END_COLUMN, Asked, Host, SimpleGame
from arkadia_sim.errors import BadValue


def _throw(asked: Asked) -> int:
    return int(asked.settings["boost"] > 0)


def _bot(name: str, boost: float) -> Bot:
    return Bot(name, "Throws.", "a test", {"throw": _throw}, (Parameter("boost", boost, 0.0, 1.0, "pips more"),))


class Stairs(SimpleGame):
    """The game, as a `Game`."""

    name, title, default_bot = "stairs", "Stairs", "calm"
    player_counts: tuple[int, ...] = (1, 2, 3, 4)
    outcomes: tuple[Outcome, ...] = (
        Outcome(
            column="share", label="share of the win", unit="points", amount="points", scale=100.0, low=0.0, high=100.0,
            total=100.0, tolerance=2.0,
        ),
        Outcome(column="pips", label="pips", unit="pips", amount="pips", tolerance=0.25),
    )  # fmt: skip
    ends: tuple[End, ...] = (End("done", True, "all have thrown"), End("jammed", False, "nobody could throw"))
    player_columns: tuple[Column, ...] = (
        Column("share", "float64", "games", "1 for the only winner, shared among tied ones"),
        Column("pips", "float64", "pips", "what was thrown"),
        Column("throws", "int16", "throws", "how often the player threw"),
        Column("odd", "float64", "", "no number where the first throw is a six"),
        END_COLUMN,
    )
    decisions = ("throw",)
    bots = (_bot("calm", 0.0), _bot("loud", 1.0))
    options = (
        RuleOption(name="step", default=0, allowed="a whole number", meaning="how much more a seat has than the next"),
        RuleOption(name="gift", default=0, allowed="a number, or one per seat", meaning="what a seat starts with"),
        RuleOption(name="rounds", default=3, allowed="a whole number from 1", meaning="how many throws"),
        RuleOption(name="stuck", default=0, allowed="a whole number from 0 to 1000", meaning="games that get stuck"),
    )

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        gift = rules.get("gift", 0)
        plain = super().setting(players, {key: value for key, value in rules.items() if key != "gift"}, components)
        each = list(gift) if isinstance(gift, list | tuple) else [gift] * players
        if len(each) != players or not all(isinstance(one, int) and 0 <= one <= 50 for one in each):
            raise BadValue("rule gift", gift, "a whole number from 0 to 50, or one for each seat")
        return plain.model_copy(update={"rules": dict(plain.rules) | {"gift": gift}})

    def play_one(self, host: Host) -> Mapping[str, Any]:
        rules, seats = host.rules, range(host.players)
        thrown = host.luck.integers(1, 7, (12, 4))
        stuck = int(host.luck.integers(0, 1000)) < rules["stuck"]
        gift = rules["gift"] if isinstance(rules["gift"], list | tuple) else [rules["gift"]] * host.players
        boosts = [host.ask(seat, "throw", (0, 1)) for seat in seats]
        pips = [
            float(thrown[: rules["rounds"], seat].sum() - rules["step"] * seat + gift[seat] + boosts[seat])
            for seat in seats
        ]
        winners = [seat for seat in seats if pips[seat] == max(pips)]
        return {
            "share": [1 / len(winners) if seat in winners else 0.0 for seat in seats],
            "pips": pips,
            "throws": [rules["rounds"]] * host.players,
            "odd": [float("nan") if thrown[0, seat] == 6 else float(thrown[0, seat]) for seat in seats],
            "end": "jammed" if stuck else "done",
        }


GAME = Stairs()
NAME = "tests.support.stairs:GAME"
