"""A whole game that agrees with what a player knows, for bots that look ahead.

It is made only from the records that a bot sees, so it contains nothing that the player does not know. In Medina
everything is open, except the pieces of the others under ``holdings = hidden``, which are guessed. These parts are
exact:

* everybody's own roofs: those at the start, minus the palaces owned;
* the others' totals of each kind of building, of stables, walls and neutral roofs: those of all players at the start,
  minus those on the board and at hand; none of a closed colour;
* with two players, everything but the merchants.

The records do not say who placed which piece, which a perfect memory would know. So the others' pieces are dealt out at
random, nobody getting more than at the start. Merchants that left a tower's tile are assumed to be with players; if
there are neutral palaces, some may really be in the box.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.compiled.lessons import *  # noqa: F403 -- what is the same in all games
from arkadia_sim.compiled.lessons import Parts, looking_ahead, running_out_with
from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.rules import state, turn
from arkadia_sim.games.medina.rules.bitboard import load, size
from arkadia_sim.games.medina.rules.state import PHASE_NAMES
from arkadia_sim.games.medina.rules.turn import open_placement
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.kernels.candidates import keep_best as keep_best
from arkadia_sim.rng import below


@inlined
def imagine(table: Any, holdings: Any, game: Any, stream: Any) -> None:
    """Fill in a ``GAME`` record that agrees with what the player on turn knows, at any decision.

    ``table`` and ``holdings`` are the records that a bot sees; unknown parts are drawn from ``stream``. The account of
    this turn (``game["now"]``) begins at this decision.
    """
    game["table"] = table
    game["holdings"] = holdings
    if table["rules"]["hidden"] != 0:
        _guess_holdings(game, stream)
    now = game["now"]
    now["seat"] = table["seat"]
    now["n_placed"] = table["placed"]
    now["took_tea"] = 0
    now["alone"] = 0
    open_placement(game)


@inlined
def _guess_holdings(game: Any, stream: Any) -> None:
    table, pieces = game["table"], game["holdings"]["pieces"]
    seat, players, at_start = table["seat"], table["players"], table["rules"]["pieces"]
    for other in range(players):
        if other != seat:
            for kind in range(state.KINDS):
                pieces[other, kind] = 0
            pieces[other, state.ROOF] = at_start[state.ROOF]
            for colour in range(state.COLOURS):
                pieces[other, state.ROOF] -= (table["owned"][other] >> colour) & 1
    for kind in range(state.KINDS):
        if kind == state.ROOF or (kind < state.COLOURS and table["closed"][kind] != 0):
            continue
        left = at_start[kind] * players - _placed(table, kind) - pieces[seat, kind]
        most = left if kind == state.MERCHANT else at_start[kind]
        for _ in range(left):
            other = (seat + 1 + below(stream, players - 1)) % players
            for _ in range(players):
                if pieces[other, kind] < most and other != seat:
                    break
                other = (other + 1) % players
            pieces[other, kind] += 1


@inlined
def _placed(table: Any, kind: Any) -> Any:
    """How many pieces of a kind (except own roofs) were placed; for merchants, minus those that came from towers."""
    count = 0
    if kind == state.MERCHANT:
        count = size(load(table["merchants"])) - 1
        for tower in range(state.TOWERS):
            count += table["tower_merchants"][tower] - table["rules"]["tower_merchants"][tower]
    elif kind == state.WALL:
        for arm in range(state.ARMS):
            count += table["arm"][arm]
    else:
        for palace in range(table["n_palaces"]):
            if kind == state.STABLE:
                count += table["n_stables"][palace]
            elif kind == state.NEUTRAL_ROOF:
                count += 1 if table["owner"][palace] == state.NOBODY else 0
            elif table["colour"][palace] == kind:
                count += table["n_buildings"][palace]
    return count


PARTS = Parts(play, turn, limits, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
RANKED_DTYPE, ranker, describer, classroom = looking_ahead("medina", PHASE_NAMES, PARTS)
