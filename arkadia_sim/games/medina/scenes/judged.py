"""Why a bot did what it did: all that it could have done and thought worth a look, with what it thought of each."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from arkadia_sim.core.ranking import Ranking, ranking_mind, shown
from arkadia_sim.core.scene import Candidate
from arkadia_sim.games.medina.bots_api.choices import Choice, blank_decision, fill_decision
from arkadia_sim.games.medina.bots_api.ranking import RANKED_DTYPE
from arkadia_sim.games.medina.components.squares import square_name
from arkadia_sim.games.medina.play import handed_by_hand
from arkadia_sim.games.medina.rules.bitboard import bit_to_square
from arkadia_sim.games.medina.rules.places import palace_at
from arkadia_sim.games.medina.rules.state import KIND_NAMES, KINDS, PHASE_NAMES, PLACE, ROOF, TEA, new_minds

_NAMES = {PLACE: ("first piece", "second piece"), TEA: ("tea break", "tea break")}
"""What decisions are called, by phase and by how many pieces of the turn are placed."""


def judge(game: Any, ranking: Ranking, done: Choice) -> Iterator[Candidate]:
    """The candidates of the decision that the game is at, before ``done`` is carried out."""
    phase, placed = int(game["table"]["phase"]), int(game["table"]["placed"])
    wanted = blank_decision()
    fill_decision(wanted, done, game["table"])
    ranked = np.zeros(ranking.width + KINDS + 1, RANKED_DTYPE)
    mind = ranking_mind(new_minds(), ranking.parameters, 0)
    with np.errstate(over="ignore"):
        n = int(
            ranking.rank(
                *handed_by_hand(game, int(game["table"]["seat"])), mind, blank_decision(), ranking.width, ranked[:-1]
            )
        )
    found = next((i for i in range(n) if _is_same(game, ranked[i]["decision"], wanted)), n)
    if ranking.search is not None:
        if found == n:
            ranked[n]["decision"] = wanted
            n += 1
        mind = ranking_mind(new_minds(), ranking.search_parameters, int(game["table"]["turn"]))
        with np.errstate(over="ignore"):
            ranking.search(*handed_by_hand(game, int(game["table"]["seat"])), mind, blank_decision(), n, ranked)
    told = [(_words(game, ranked[i]["decision"]), float(ranked[i]["score"]), i == found) for i in range(n)]
    return shown(_NAMES[phase][placed], ranking.units[PHASE_NAMES[phase]], told, _words(game, wanted))


def _is_same(game: Any, one: Any, other: Any) -> bool:
    """A roof on the same palace is the same placement, whichever building it stands on."""
    table = game["table"]
    if table["phase"] != PLACE:
        return bool(one["take_tea"] == other["take_tea"])
    if one["kind"] != other["kind"] or one["kind"] < ROOF:
        return bool(one["kind"] == other["kind"] and one["square"] == other["square"])
    return int(palace_at(table, one["square"])) == int(palace_at(table, other["square"]))


def _words(game: Any, decision: Any) -> str:
    if game["table"]["phase"] != PLACE:
        return "takes a tea break" if decision["take_tea"] else "places a second piece"
    return placement_words(KIND_NAMES[int(decision["kind"])], square_name(bit_to_square(int(decision["square"]))))


def placement_words(piece: str, where: str) -> str:
    """What was put where; ``piece`` is a colour for a building of it, or the name of another piece."""
    name = f"{piece} building" if piece in KIND_NAMES[:4] else piece.replace("_", " ")
    return f"puts {'an' if name[0] in 'aeiou' else 'a'} {name} on {where}"
