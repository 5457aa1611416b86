"""The bot ``planner``: looks ahead by playing candidates out, with the hidden cards dealt anew each time.

At each decision it takes candidates from another player, its policy: the best builds and worker placements; no banner,
a banner for workers, sales of the dearest families; all draws; castle pieces that change different values. For each
candidate it imagines how the game goes on, with the policy in its own seat and a model of the others in theirs, and
takes the candidate with the best average. Parameters say how much of this a decision gets. Draws and castle pieces are
the policy's own by default: searching them gains little or nothing.

A flat search plays to the end of the game. A search ahead plays some turns and asks a network what the position is
worth (``_position.py``): the luck of the rest of the game, which says nothing about the decision, is left out, and the
time goes into more playouts of more candidates.

* Honest: it plays on from imagined games that agree with what its seat knows, never from the true one. All candidates
  of a decision are tried on the same imagined games with the same random numbers (common random numbers: Law,
  Simulation Modeling and Analysis, 2015, 11.2).
* Thrifty: sequential halving (Karnin, Koren and Somekh, ICML 2013) drops the worse half of the candidates after equal
  shares of the budget, and so spends most of it on candidates that are hard to tell apart.
* Robust: the score of a candidate by ``expert``, which was fitted to such values, counts as some playouts beforehand,
  as an informed prior does (Gelly and Silver, Artificial Intelligence 175(11), 2011).
* Repeatable: the budget is a number of playouts, never time, so a game comes out the same on every machine.

A flat search is flat Monte Carlo on determinized games (Ginsberg, JAIR 14, 2001; its limits: Frank and Basin,
Artificial Intelligence 100, 1998). The players in an imagined game follow their policies, which know their own cards
only.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import Parameter, inlined, look_ahead, planning, state, weights_of

from . import _policy, _position, learner, novice, weigher

_TABLES = {"master": ("tuned.toml", "master"), "rival": ("tuned.toml", "rival"), "expert": ("expert.toml", "expert")}
_PLAYERS = {
    "novice": (_policy.BY_HINTS, novice.PARAMETERS),
    "weigher": (_policy.BY_WEIGHTS, weigher.WEIGHTS),
    "learner": (_policy.BY_LEARNING, learner.PARAMETERS),
}
POLICIES = tuple(_TABLES)
"""The players that can play on, by number."""
WEIGHTS = weights_of(__file__, _TABLES, _PLAYERS, state.PARAMETERS_MAX)
"""By policy and number of players from 2; read once, and part of the machine code."""

_SEARCH = Parameter(
    "search",
    float(planning.SEARCHES.index("ahead")),
    0.0,
    len(planning.SEARCHES) - 1.0,
    f"flat: games are played to the end; ahead: for {planning.TURNS_AHEAD} turns, or the horizon, and then judged",
    whole=True,
    names=planning.SEARCHES,
)
_SHARES = tuple(
    Parameter(f"{name}_share", share, 0.0, 4.0, f"playouts for a {name}, as a share of a must's; 0: not searched")
    for name, share in {"draw": 0.0, "castle": 0.0, "banner": 0.25}.items()
)
PARAMETERS = kit.planner_parameters(
    Parameter("playouts", 96.0, 0.0, 100_000.0, "games played out for a must; 0 plays as the policy does", whole=True),
    Parameter(
        "width", 4.0, 1.0, 32.0, "candidates of a must: so many builds and so many worker placements", whole=True
    ),
    POLICIES,
    counted="the seals are counted",
    unit="gold",
    further=(_SEARCH, *_SHARES),
    others="expert",
    prior=4.0,
)
NETWORK = look_ahead.read_network(kit.data_file(__file__, "position.npz"), kit.SIZES)
_judge = look_ahead.judging_with(_position.describe, _position.COLUMNS, NETWORK)


@inlined
def _value(game: Any, seat: Any, objective: Any) -> Any:
    if objective == planning.JUDGED:
        if game["table"]["phase"] != state.OVER:
            return _judge(game, seat)
        objective = planning.LEAD
    return _policy.value(game, seat, objective)


@inlined
def _room(phase: Any, width: Any) -> Any:
    return 2 * width if phase == state.CASTLE else _policy.room(width)  # of castle pieces as many as of a must


@inlined
def _share(phase: Any) -> Any:
    return phase - state.MUST


@inlined
def _is_fitted(phase: Any) -> Any:
    return phase == state.MUST or phase == state.BANNER


PLANNING = planning.planning_with(
    look_ahead.PARTS, _policy, WEIGHTS, POLICIES.index("expert"), __file__, _value, _room, _share, _is_fitted
)

planner = kit.Bot(
    name="planner",
    plan="Plays its best candidates out in its head, with the hidden cards dealt anew, and takes what comes out best.",
    source="Monte Carlo on imagined games with sequential halving; candidates and playouts by tuned players",
    decisions=dict.fromkeys(state.DECISIONS, PLANNING.decide),
    parameters=PARAMETERS,
    candidates=kit.planner_candidates(_policy.rank, PLANNING.rescore, WEIGHTS, ("must", "banner"), "gold"),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
