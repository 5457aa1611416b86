"""How bots for Arkadia are tested: in which ways they play, and what they may not know."""

from typing import Any

import numpy as np

from arkadia_sim.core.engine import BotTrials, Change, Variant
from arkadia_sim.games.arkadia.rules.setup import redeal
from arkadia_sim.games.arkadia.rules.state import BANNER, BUILD, CASTLE, DRAW, FAMILIES, MUST, SEATS_MAX, WORKERS
from arkadia_sim.rng import STREAM_WORDS

VARIANTS = (
    Variant(4),
    Variant(3, {"holdings": "hidden", "flip_tiles": True, "final_round": "others_only"}),
    Variant(2, {"setup": "first_game", "holdings": "hidden"}),
    Variant(4, {"setup": "first_game", "final_round": "others_only", "seal_supply": "unlimited"}),
    Variant(2, {}, {"outlines": "square"}),
    Variant(4, {"holdings": "hidden", "workers_at_castle": False, "seals_per_family": 5}),
    Variant(3, {"hand_size": 8, "face_up": 8, "banners": 5, "workers_per_banner": 1, "start_workers": 6}),
    Variant(2, {"hand_size": 1, "face_up": 1, "banners": 0, "neutral_workers": 0, "floor_pieces": [3, 3, 0]}),
    Variant(3, {"setup": "first_game", "start_workers": 0, "banners": 1, "workers_per_banner": 11}),
    Variant(4, {"start_workers": [0, 3, 1, 2], "start_gold": [0, 5, 0, 40]}),
)
"""Every number of players, both set-ups and each option both ways, and small and large numbers."""


def fields_that_count(decision: Any, phase: int) -> tuple[str, ...]:
    """The fields of a filled-in decision that the kernel reads in that phase."""
    if phase == MUST:
        if decision["kind"] == BUILD:
            return ("kind", "card", "orientation", "anchor")
        return ("kind", "building", "own", "neutral") if decision["kind"] == WORKERS else ("kind",)
    if phase == BANNER:
        return ("use_banner", "sold") if decision["use_banner"] else ("use_banner",)
    return {DRAW: ("draw",), CASTLE: ("family", "castle_square")}[phase]


def unknown(game: Any) -> list[tuple[str, Change]]:
    """What a seat cannot know: cards that it has not seen, and the others' holdings where they are hidden."""
    ways: list[tuple[str, Change]] = [("cards that it cannot see are dealt again (R10.3)", _deal_again)]
    if game["table"]["rules"]["hidden"]:
        ways.append(("the hidden holdings of others change (R10.2)", _change_holdings))
    return ways


def _deal_again(game: Any, seat: int, chance: np.random.Generator) -> None:
    with np.errstate(over="ignore"):
        redeal(game, seat, chance.integers(1, 1 << 63, STREAM_WORDS, np.uint64))


def _change_holdings(game: Any, seat: int, chance: np.random.Generator) -> None:
    """Give all other seats something else to hold."""
    holdings = game["holdings"]
    for other in range(SEATS_MAX):
        if other != seat:
            holdings["gold"][other] = chance.integers(0, 300)
            holdings["seals"][other] = chance.integers(0, 31, FAMILIES)
            holdings["workers"][other] = chance.integers(0, 12)
            holdings["neutrals"][other] = chance.integers(0, 25)


def _bound(mind: Any, chance: np.random.Generator) -> None:
    mind["n_candidates"] = chance.integers(0, len(mind["candidates"]))
    mind["outlook"]["n"] = chance.integers(0, len(mind["outlook"]["vacant"]))


BOT_TRIALS = BotTrials(
    variants=VARIANTS,
    fields_that_count=fields_that_count,
    unknown=unknown,
    optional=frozenset({"own", "neutral", "sold"}),
    bound=_bound,
)
