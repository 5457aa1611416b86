"""Players for the twin that roll dice, and a dealer: complete games without the engine.

The dealer reads the data files of the shipped game as plain data; they are the one thing shared with the engine.
"""

import json
import random
from functools import cache
from typing import Any

from tests.games.arkadia.twin.ground import FAMILIES, Square, lot_places
from tests.games.arkadia.twin.head import record_format
from tests.games.arkadia.twin.twin import Twin
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

# How often the dice prefer what, so that games reach their end by the castle about as often as they get stuck.
CHANCE_TO_BUILD = 0.5
CHANCE_TO_COMPLETE = 0.5
CHANCE_OF_BANNER = 0.35


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


def play_out(head: dict[str, Any], seed: int) -> dict[str, Any]:
    """Play a dealt game to its end at random; gives back the complete game record."""
    rng = random.Random(f"play {seed}")
    twin = Twin(head)
    turns: list[dict[str, Any]] = []
    while twin.phase != "over":
        random_turn(twin, rng)
        turns.append(twin.last_turn)
    return record_of(head, turns, twin.result(), seed)


def record_of(head: dict[str, Any], turns: list[dict[str, Any]], result: dict[str, Any], seed: int) -> dict[str, Any]:
    """A game record of these parts, in the order of the format's table."""
    return {
        "format": record_format(head["rules"]),
        **head,
        "bots": ["twin-dice"] * head["players"],
        "seed": seed,
        "turns": turns,
        "result": result,
    }


def random_turn(twin: Twin, rng: random.Random) -> None:
    """Play one whole turn: the must, and whatever decisions follow from it."""
    random_must(twin, rng)
    while twin.phase in ("draw", "castle", "banner"):
        if twin.phase == "draw":
            twin.draw(rng.choice(twin.draw_options()))
        elif twin.phase == "castle":
            twin.place_piece(*rng.choice(twin.castle_options()))
        else:
            twin.banner(_random_sale(twin, rng))


def random_must(twin: Twin, rng: random.Random) -> None:
    """Play the must at random: a building, workers, or the pass where nothing else is left."""
    # Sets come in an order that changes from run to run, hence the sorting: a seed must mean the same game always.
    builds = sorted(twin.legal_builds(), key=lambda build: (build[0], sorted(build[1])))
    places = sorted(twin.worker_places().items(), key=lambda place: sorted(place[0]))
    if not builds and not places:
        twin.pass_must()
    elif builds and (not places or rng.random() < CHANCE_TO_BUILD):
        twin.build(*_random_build(builds, rng))
    else:
        own, neutral = twin.own_at_hand[twin.seat], twin.neutral_at_hand[twin.seat]
        building, vacant = rng.choice(places)
        size = rng.randint(1, min(len(vacant), own + neutral))
        if rng.random() < CHANCE_TO_COMPLETE:  # the smallest gap that the workers at hand can fill
            building, vacant = min(places, key=lambda place: len(place[1]))
            size = min(len(vacant), own + neutral)
        squares = rng.sample(sorted(vacant), size)
        crew = rng.sample(["own"] * own + ["neutral"] * neutral, size)
        twin.introduce(building, dict(zip(squares, crew, strict=True)))


def _random_build(builds: list[tuple[str, frozenset[Square]]], rng: random.Random) -> tuple[str, frozenset[Square]]:
    """Choose a card, then a place, so that cards with many places are not played more often."""
    card = rng.choice(sorted({card for card, _ in builds}))
    return rng.choice([build for build in builds if build[0] == card])


def _random_sale(twin: Twin, rng: random.Random) -> dict[str, int] | None:
    """Mostly no banner at all; otherwise any part of the seals, sometimes nothing, sometimes everything."""
    if rng.random() >= CHANCE_OF_BANNER:
        return None
    seals = twin.seals[twin.seat]
    mood = rng.randrange(3)
    if mood == 0:
        return {}
    if mood == 1:
        return dict(seals)
    return {family: rng.randint(0, seals[family]) for family in FAMILIES if rng.random() < 0.7}
