"""A dealer for the twin: games set up without the engine.

It reads the data files of the shipped game as plain data; they are the one thing shared with the engine.
"""

import json
import random
from functools import cache
from typing import Any

from tests.games.arkadia.twin.ground import Square, lot_places
from tests.support.paths import ROOT

DATA = ROOT / "arkadia_sim" / "games" / "arkadia" / "components" / "data"

STANDARD_RULES: dict[str, Any] = {
    "setup": "standard",
    "seal_supply": "finite",
    "flip_tiles": False,
    "workers_at_castle": True,
    "final_round": "trigger_last",
    "holdings": "open",
    "start_workers": 3,
    "banners": 4,
    "workers_per_banner": 2,
    "hand_size": 4,
    "face_up": 3,
    "neutral_workers": 24,
    "seals_per_family": 30,
    "floor_pieces": [3, 3, 1],
}


@cache
def _components() -> dict[str, Any]:
    def read(name: str) -> Any:
        return json.loads((DATA / name).read_text(encoding="utf-8"))

    castle = read("castle.json")
    return {
        "board": (DATA / "board.txt").read_text(encoding="utf-8").split(),
        "shapes": read("shapes.json"),
        "cards": read("cards.json"),
        "lot_seals": castle["lot_seals"],
        "first_game": read("first_game.json"),
    }


def random_head(players: int, seed: int, **rules: Any) -> dict[str, Any]:
    """Set up and deal a game of the shipped components (R2); `rules` are the options that differ from the default."""
    rng = random.Random(f"deal {seed}")
    components = _components()
    options = {**STANDARD_RULES, **rules}
    deck: list[str] = list(components["cards"])
    placed: list[dict[str, Any]] = []
    if options["setup"] == "first_game":  # R2.2
        lot: list[Square] = [(row, column) for row, column in components["first_game"]["lot"]]
        placed = [dict(item) for item in components["first_game"]["placed"]]
        for item in placed:
            deck.remove(item["card"])
    else:
        lot = sorted(rng.choice(lot_places(components["board"])))  # R1.2
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(options["hand_size"])] for _ in range(players)]
    face_up = [deck.pop() for _ in range(options["face_up"])]
    return {
        "players": players,
        "rules": options,
        "shapes": components["shapes"],
        "board": components["board"],
        "lot": [list(square) for square in lot],
        "lot_seals": components["lot_seals"],
        "placed": placed,
        "hands": hands,
        "face_up": face_up,
        "stack": deck,
        "first_seat": rng.randrange(players),
    }
