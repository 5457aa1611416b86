"""Why a bot did what it did: all that it could have done and thought worth a look, with what it thought of each."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from arkadia_sim.core.ranking import Ranking, ranking_mind, shown
from arkadia_sim.core.scene import Candidate
from arkadia_sim.games.arkadia.bots_api.choices import (
    Banner,
    Build,
    Choice,
    Introduce,
    Pass,
    blank_decision,
    fill_decision,
)
from arkadia_sim.games.arkadia.bots_api.ranking import RANKED_DTYPE
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.play import handed_by_hand
from arkadia_sim.games.arkadia.records.account import sold
from arkadia_sim.games.arkadia.records.form import RecordedTurn
from arkadia_sim.games.arkadia.records.notation import decided_must
from arkadia_sim.games.arkadia.rules.state import FAMILIES, new_game, new_minds
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.scenes.words import banner_words, must_words

EVERY = 1_000
"""More builds, and more worker placements, than nearly any position has."""


def judge_must(
    game: Any, ranking: Ranking, stream: Any, done: RecordedTurn, components: Components
) -> Iterator[Candidate]:
    """The candidates of the must that the game is at, before it is carried out; ``stream`` are the seat's random
    numbers, by which equals are told apart."""

    def meant(decision: Any) -> Build | Introduce | Pass | None:
        return _carried_out(game, decision, components)

    ranked, n = _ranked(game, ranking, stream, ranking.width)
    found = next((i for i in range(n) if _is_same(meant(ranked[i]["decision"]), done.must)), n)
    if found == n and ranking.search is None:  # many may be as good as what was done
        ranked, n = _ranked(game, ranking, stream, EVERY)
        found = next((i for i in range(n) if _is_same(meant(ranked[i]["decision"]), done.must)), n)
    n = _searched(game, ranking, ranked, n, found, done.must, components)
    told = [
        (must_words(must, game["table"], components), float(ranked[i]["score"]), i == found)
        for i in range(n)
        if (must := meant(ranked[i]["decision"])) is not None
    ]
    return shown("must", ranking.units["must"], told, must_words(done.must, game["table"], components))


def judge_banner(
    game: Any, ranking: Ranking, stream: Any, done: RecordedTurn, components: Components
) -> Iterator[Candidate]:
    """The candidates of the banner, when the game is at it."""

    def meant(decision: Any) -> Banner:
        return Banner(bool(decision["use_banner"]), sold(decision, components))

    wanted = Banner(done.banner.used, {family: number for family, number in done.banner.sold.items() if number})
    ranked, n = _ranked(game, ranking, stream, ranking.width)
    found = next((i for i in range(n) if meant(ranked[i]["decision"]) == wanted), n)
    n = _searched(game, ranking, ranked, n, found, wanted, components)
    told = [(banner_words(meant(ranked[i]["decision"])), float(ranked[i]["score"]), i == found) for i in range(n)]
    return shown("banner", ranking.units["banner"], told, banner_words(wanted))


def _ranked(game: Any, ranking: Ranking, stream: Any, width: int) -> tuple[Any, int]:
    """Candidates as ``RANKED`` records, with room for one more, and how many there are; ``width`` of each kind."""
    ranked = np.zeros(max(2 * width, FAMILIES + 2) + 1, RANKED_DTYPE)
    mind = ranking_mind(new_minds(), ranking.parameters, 0)
    mind["random"] = stream
    with np.errstate(over="ignore"):
        return ranked, int(
            ranking.rank(*handed_by_hand(game, int(game["table"]["seat"])), mind, blank_decision(), width, ranked[:-1])
        )


def _searched(
    game: Any, ranking: Ranking, ranked: Any, n: int, found: int, done: Choice, components: Components
) -> int:
    """Play the candidates out, if the ranking does; what was done joins them as number ``found`` if it was not named.

    Returns how many there are then.
    """
    if ranking.search is None:
        return n
    if found == n:
        fill_decision(ranked[n]["decision"], done, game, components)
        n += 1
    mind = ranking_mind(new_minds(), ranking.search_parameters, int(game["table"]["turn"]))
    with np.errstate(over="ignore"):
        ranking.search(*handed_by_hand(game, int(game["table"]["seat"])), mind, blank_decision(), n, ranked)
    return n


def _carried_out(game: Any, decision: Any, components: Components) -> Build | Introduce | Pass | None:
    """What a decision means, found by trying it in a copy of the game."""
    trial = new_game()
    trial[0] = game
    if step(trial[0], decision) != OK:
        return None
    return decided_must(trial[0]["now"], components)


def _is_same(one: Choice | None, other: Choice) -> bool:
    """Workers on the same squares are the same placement, next to whichever building they were put."""
    if isinstance(one, Introduce) and isinstance(other, Introduce):
        return one.workers == other.workers
    return one == other
