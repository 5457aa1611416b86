"""Ways to set up Arkadia for the comparison of engine and twin, so that some hundred games cover them all.

Configuration number `n` is a function of `n` alone. Every knob runs through shuffled copies of its list of values, one
list after another, so that each value turns up in any run of games as long as the list; what does not fit together
(R2.3) is then made to fit. Half the entries of a list are the game's own value: rare options are met mostly alone.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from arkadia_sim.games.arkadia.box import CAMPS, OUTSIDE_CENTRE, Components, board_of
from arkadia_sim.games.arkadia.rules.options import PER_SEAT, RuleSet

VALUES: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "setup": ["standard", "standard", "first_game"],
    "seal_supply": ["finite", "finite", "unlimited"],
    "flip_tiles": [False, True],
    "workers_at_castle": [True, True, False],
    "final_round": ["trigger_last", "others_only"],
    "holdings": ["open", "hidden"],
    "start_workers": [3] * 7 + [0, 1, 2, 5, 11, (1, 3, 0, 4), (5, 4, 4, 5)],
    "banners": [4] * 6 + [0, 1, 2, 3, 5],
    "workers_per_banner": [2] * 4 + [0, 1, 3],
    "hand_size": [4] * 6 + [1, 2, 3, 5, 6, 7, 9],
    "face_up": [3] * 6 + [1, 2, 4, 5, 6, 8],
    "neutral_workers": [24] * 6 + [0, 1, 5, 12, 60, 200],
    "seals_per_family": [30] * 8 + [0, 1, 3, 6, 6, 10, 15, 100],
    "start_gold": [0] * 5 + [7, (0, 12, 3, 60)],
    "floor_pieces": [(3, 3, 1)] * 6 + [(5, 4, 2), (3, 4, 0), (3, 3, 3), (4, 3, 0), (8, 5, 1), (3, 3, 20)],
    "outlines": ["bar", "bar", "bar", "square", "l", "t", "s", "drawn"],
    "camps": ["shipped", "shipped", "random", "random", "none", "everywhere", "drawn"],
    "first_seat": [0, 0, 1, 2, 3],
    "decider": ["chance", "wild", "wild", "bots"],
}
"""Every knob with the values that are drawn, those of the ordinary game more often."""

OWN_WORKERS = 11
LOT_OF_A_FULL_BOARD = ((4, 6), (6, 9))
"""On a board that is all camps the lot needs one place without: its first and last square."""


@dataclass(frozen=True)
class Configuration:
    """One way to set up and play a game; `drawn` holds the values as they were played, by the names of `VALUES`."""

    number: int
    components: Components
    rules: RuleSet
    players: int
    first_seat: int
    decider: str
    seed: int
    drawn: dict[str, Any]

    def __str__(self) -> str:
        unusual = {name: value for name, value in self.drawn.items() if value != VALUES[name][0]}
        told = ", ".join(f"{name}={value}" for name, value in unusual.items() if name != "players")
        return f"configuration {self.number}, seed {self.seed}: {self.players} players, {told or 'the ordinary game'}"


def configuration(number: int, **fixed: Any) -> Configuration:
    """Configuration `number` of the endless list; `fixed` sets values by name whatever the list says."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in fixed.items()}  # of JSON
    drawn = {name: _drawn(name, number) for name in VALUES} | values
    _make_playable(drawn)
    seed = random.Random(f"seed {number}").getrandbits(63)
    return Configuration(
        number,
        _components(str(drawn["outlines"]), str(drawn["camps"]), number if drawn["camps"] == "random" else 0),
        RuleSet.from_mapping({name: value for name, value in _of_seats(drawn).items() if name in RuleSet.model_fields}),
        int(drawn["players"]),
        int(drawn["first_seat"]),
        str(drawn["decider"]),
        seed,
        drawn,
    )


def _of_seats(drawn: dict[str, Any]) -> dict[str, Any]:
    """The values with numbers for as many seats as play; lists of seats are drawn for four."""
    lists = {name: drawn[name][: drawn["players"]] for name in PER_SEAT if isinstance(drawn[name], tuple)}
    return drawn | lists


def _drawn(name: str, number: int) -> Any:
    values = VALUES[name]
    block, place = divmod(number, len(values))
    return random.Random(f"{name} {block}").sample(values, len(values))[place]


def _make_playable(drawn: dict[str, Any]) -> None:
    """Change what cannot go together: too many own workers, a deal without a stack, a first game on another board."""
    players = drawn["players"]
    drawn["first_seat"] %= players
    if drawn["setup"] == "first_game":
        drawn["camps"] = "drawn" if drawn["camps"] == "drawn" else "shipped"
        drawn["neutral_workers"] = max(drawn["neutral_workers"], 6)
    start = max(drawn["start_workers"]) if isinstance(drawn["start_workers"], tuple) else drawn["start_workers"]
    if start + drawn["banners"] * drawn["workers_per_banner"] > OWN_WORKERS:
        drawn["workers_per_banner"] = (OWN_WORKERS - start) // drawn["banners"]
    cards = 33 if drawn["setup"] == "first_game" else 40
    drawn["hand_size"] = min(drawn["hand_size"], (cards - 1 - drawn["face_up"]) // players)


@lru_cache(maxsize=64)
def _components(outlines: str, camps: str, seed: int) -> Components:
    choice: dict[str, Any] = {"outlines": outlines}
    if camps == "drawn":
        return Components.chosen(choice | {"camps": "drawn"})
    if camps == "shipped":
        return Components.chosen(choice)
    if camps == "random":
        camps_drawn = random.Random(f"camps {seed}").sample(OUTSIDE_CENTRE, CAMPS)
        return Components.chosen(choice | {"board": list(board_of(camps_drawn))})
    if camps == "none":
        return Components.chosen(choice | {"board": list(board_of(()))})
    (top, left), (bottom, right) = LOT_OF_A_FULL_BOARD
    rows = [["T"] * 16 for _ in range(12)]
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            rows[row][column] = "."
    return Components.chosen(choice | {"board": ["".join(row) for row in rows]})
