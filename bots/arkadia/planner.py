"""The bot ``planner``: looks ahead by playing candidates out, with the hidden cards dealt anew each time.

At a must and at a banner it asks another player, its policy, for candidates: the best builds, the best worker
placements; no banner, a banner for workers, sales of the dearest families. For each candidate it imagines the rest of
the game, with the policy in its own seat and a model of the others in theirs, and takes the one that comes out best on
average. Draws and castle pieces are the policy's own: searching them has been tried and brought little or nothing.

* Honest: what it plays on from is a game in agreement with what its seat knows, never the true one, and all candidates
  of a decision are tried on the same imagined games with the same random numbers: common random numbers, so that
  differences are sharp (Law, Simulation Modeling and Analysis, 2015, 11.2).
* Thrifty: sequential halving (Karnin, Koren and Somekh, ICML 2013) drops the worse half of the candidates after equal
  shares of the budget, so that most of it goes to those that are hard to tell apart.
* Not led astray by luck: what ``expert`` thinks of a candidate, which was fitted to such values, counts as some
  playouts beforehand, as an informed prior does (Gelly and Silver, Artificial Intelligence 175(11), 2011).
* The budget is a number of playouts, never time, so a game comes out the same on every machine.

To play candidates out on dealt hidden cards and average is flat Monte Carlo on determinized games (Ginsberg, JAIR 14,
2001; its limits: Frank and Basin, Artificial Intelligence 100, 1998): in each imagined game the players go on as their
policies do, which know their own cards only, so that nobody plays by cards that he could not know.

What it is worth, and against whom, the README says.
"""

from importlib import import_module
from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import (
    HEEDABLE,
    Bot,
    Parameter,
    decision,
    find_limits,
    limits,
    look_ahead,
    planner_candidates,
    planner_parameters,
    planning,
    ranking,
    sit_down,
    spliced,
    state,
)

from . import _policy
from ._value import LEAD, value
from ._weights import POLICIES, WEIGHTS

PARAMETERS = planner_parameters(
    Parameter("playouts", 96.0, 0.0, 100_000.0, "games played out for a must; 0 plays as the policy does", whole=True),
    Parameter(
        "width", 4.0, 1.0, 32.0, "candidates of a must: so many builds and so many worker placements", whole=True
    ),
    POLICIES,
    counted="the seals are counted",
    unit="gold",
)
EXPERT = POLICIES.index("expert")

BANNER_SHARE, BANNER_LEAST = 0.25, 16.0
"""Share of the playouts for a must that a banner gets, and how many at least (if a must gets as many)."""


SEARCH = look_ahead.searching_with(planning.seating_with(WEIGHTS), _policy.decide, value)
_best = SEARCH.best


@spliced
def _list_candidates(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any, width: Any) -> Any:
    """The candidates of a must or a banner, the policy's own choice among them; it is also written into ``choice``."""
    minds = np.empty(1, state.MIND_DTYPE)
    sit_down(minds[0], WEIGHTS[int(mind["parameters"][planning.POLICY] + 0.5), table["players"] - 2])
    for word in range(len(mind["random"])):  # its lots are this seat's; it draws nothing
        minds[0]["random"][word] = mind["random"][word]
    limits.hand_on(mind, minds[0])
    find_limits(table, holdings, hand, minds[0])
    return _policy.rank(table, holdings, hand, minds[0], choice, width, ranked)


@decision
def decide(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The candidate that comes out best; where there is nothing to search, the policy's own decision."""
    p = mind["parameters"]
    playouts, width = p[planning.PLAYOUTS], int(p[planning.WIDTH] + 0.5)
    ranked = np.empty(_policy.room(width), ranking.RANKED_DTYPE)
    n = _list_candidates(table, holdings, hand, mind, choice, ranked, width)
    if table["phase"] == state.BANNER:
        playouts = max(playouts * BANNER_SHARE, min(playouts, BANNER_LEAST))
    if n > 1 and playouts >= 1.0:
        objective = planning.objective_of(mind)
        prior = p[planning.PRIOR] if int(p[planning.POLICY] + 0.5) == EXPERT and objective == LEAD else 0.0
        handed = (table, holdings, hand)
        best = _best(handed, mind, ranked, n, int(playouts), prior, planning.turns_to_play(mind), objective)
        ranking.choose(ranked, best, choice)


def _search() -> Any:
    return import_module(f"{__package__}._searched").search


planner = Bot(
    name="planner",
    plan="Plays its best candidates out in its head, with the hidden cards dealt anew, and takes what comes out best.",
    source="flat Monte Carlo on imagined games with sequential halving; candidates and playouts by tuned players",
    decisions={"must": decide, "draw": decide, "castle": decide, "banner": decide},
    parameters=PARAMETERS,
    candidates=planner_candidates(_policy.rank, _search, WEIGHTS, ("must", "banner"), "gold"),
    heeds=HEEDABLE,
    cues=CUES,
)
