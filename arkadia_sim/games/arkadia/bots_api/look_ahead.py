"""What bots need to look ahead or give lessons: records for ranked candidates, and the functions of the game.

``imagine`` makes a whole game that agrees with what a player knows. It is made from the records that a bot sees alone.
The cards that the player has not seen are shuffled and dealt to the other hands and the stack, all arrangements being
equally likely, whatever the others' play may reveal.

Under ``holdings = hidden`` the others' holdings are guessed. Exact are everybody's own workers at hand, the totals of
the others' seals of each family and of their neutral workers, and the seals that workers next to complete buildings
have earned (R6.2), except what a short supply kept back. The records do not say who took the seal of a building, who
covered a camp, or what was sold when. So these seals and neutral workers are dealt to random players, a player who has
used no banner has sold nothing, and of the seals that the others got, those still held are drawn at random. The gold
follows from the seals sold, ``SOLD_AT`` for each.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.compiled.lessons import *  # noqa: F403 -- what is the same in all games
from arkadia_sim.compiled.lessons import Parts, looking_ahead, running_out_with
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.rules import state, turn
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, both, load, size, store
from arkadia_sim.games.arkadia.rules.options import OWN_WORKERS
from arkadia_sim.games.arkadia.rules.turn import open_account
from arkadia_sim.games.arkadia.sight import limits
from arkadia_sim.kernels import candidates
from arkadia_sim.rng import below, shuffle

SOLD_AT = 4  # the assumed gold for each sold seal


@inlined
def imagine(table: Any, holdings: Any, hand: Any, game: Any, stream: Any) -> None:
    """Fill in a ``GAME`` record that agrees with what the player on turn knows, at any decision; unknown parts are
    drawn from ``stream``. The account of this turn (``game["now"]``) begins at this decision."""
    game["table"] = table
    game["holdings"] = holdings
    game["hands"][table["seat"]] = hand
    open_account(game)
    store(game["now"]["squares"], EMPTY)
    store(game["now"]["own"], EMPTY)
    store(game["now"]["neutral"], EMPTY)
    if table["phase"] != state.MUST and table["must_pass"] == 0:
        game["now"]["kind"] = state.BUILD
    _deal_unseen(game, stream)
    if table["rules"]["hidden"] != 0:
        _guess_holdings(game, stream)


@inlined
def _list_unseen(game: Any, unseen: Any) -> Any:
    """List the cards that the player on turn has not seen, in order; returns their number."""
    table = game["table"]
    hand = game["hands"][table["seat"]]
    left = np.empty(state.CARD_KINDS, np.int64)
    for card in range(state.CARD_KINDS):
        left[card] = table["deck"][card]
    for building in range(state.LOT + 1, table["n_buildings"]):
        left[table["card"][building]] -= 1
    for place in range(table["rules"]["face_up"]):
        if table["face_up"][place] >= 0:
            left[table["face_up"][place]] -= 1
    for i in range(hand["n"]):
        left[hand["cards"][i]] -= 1
    for other in range(table["players"]):
        if other != table["seat"]:
            for i in range(table["n_known"][other]):
                left[table["known"][other, i]] -= 1
    n = 0
    for card in range(state.CARD_KINDS):
        for _ in range(left[card]):
            unseen[n] = card
            n += 1
    return n


@inlined
def _deal_unseen(game: Any, stream: Any) -> None:
    """Deal the unseen cards to the other hands, after the known ones, and to the stack."""
    table = game["table"]
    unseen = np.empty(state.CARDS_MAX, np.int8)
    n = _list_unseen(game, unseen)
    shuffle(unseen, n, stream)
    for i in range(table["stack_left"]):
        n -= 1
        game["stack"][i] = unseen[n]
    for other in range(table["players"]):
        if other == table["seat"]:
            continue
        hand, n_known = game["hands"][other], table["n_known"][other]
        hand["n"] = table["hand_count"][other]
        for i in range(n_known):
            hand["cards"][i] = table["known"][other, i]
        for i in range(n_known, hand["n"]):
            n -= 1
            hand["cards"][i] = unseen[n]


# -- holdings = hidden -------------------------------------------------------------------------------------------------
@inlined
def _guess_holdings(game: Any, stream: Any) -> None:
    table, holdings = game["table"], game["holdings"]
    seat, players = table["seat"], table["players"]
    for other in range(players):
        if other != seat:
            on_board = size(load(table["own"][other]))
            holdings["workers"][other] = OWN_WORKERS - table["own_pool"][other] - on_board
            holdings["neutrals"][other] = 0
            holdings["gold"][other] = table["rules"]["start_gold"][other]
    for other in range(players, state.SEATS_MAX):
        holdings["workers"][other] = 0
        holdings["neutrals"][other] = 0
        holdings["gold"][other] = 0
        for family in range(state.FAMILIES):
            holdings["seals"][other, family] = 0
    neutrals = table["rules"]["neutral_workers"] - table["neutral_pool"] - size(load(table["neutral"]))
    for _ in range(neutrals - holdings["neutrals"][seat]):
        holdings["neutrals"][_another(stream, seat, players)] += 1
    for family in range(state.FAMILIES):
        _guess_seals(game, family, stream)


@inlined
def _another(stream: Any, seat: Any, players: Any) -> Any:
    return (seat + 1 + below(stream, players - 1)) % players


@inlined
def _guess_seals(game: Any, family: Any, stream: Any) -> None:
    """Distribute the seals of a family among the others, and add the gold for those sold."""
    table, holdings = game["table"], game["holdings"]
    seat, players, seals = table["seat"], table["players"], holdings["seals"]
    left = state.UNLIMITED_SUPPLY if table["rules"]["unlimited"] != 0 else table["rules"]["seals_per_family"]
    left -= table["supply"][family] + seals[seat, family]
    taken = np.zeros(state.SEATS_MAX, np.int64)
    from_buildings = 0
    for building in range(state.LOT + 1, table["n_buildings"]):
        if state.family_of(table["card"][building]) != family:
            continue
        left -= table["has_seal"][building]
        if table["complete"][building] != 0:
            from_buildings += 1
            for other in range(players):
                taken[other] += size(both(load(table["own"][other]), load(table["ring"][building])))
    taken[seat] = 0
    total = 0
    for other in range(players):
        if other == seat:
            continue
        certain = taken[other] if table["banners"][other] == table["rules"]["banners"] else 0
        seals[other, family] = min(certain, left)
        left -= seals[other, family]
        taken[other] -= seals[other, family]
        total += taken[other]
    for _ in range(from_buildings):
        taker = below(stream, players)
        if taker != seat or total < left:
            taken[taker if taker != seat else _another(stream, seat, players)] += 1
            total += 1
    while left > 0:
        other = _weighted_seat(taken, total, stream) if total > 0 else _another(stream, seat, players)
        seals[other, family] += 1
        taken[other] -= 1
        total -= 1
        left -= 1
    for other in range(players):
        if table["banners"][other] < table["rules"]["banners"]:
            holdings["gold"][other] += SOLD_AT * max(taken[other], 0)


@inlined
def _weighted_seat(counts: Any, total: Any, stream: Any) -> Any:
    """A random seat, with probability proportional to its count."""
    rank = below(stream, total)
    for other in range(state.SEATS_MAX):
        if counts[other] > 0:
            if rank < counts[other]:
                return other
            rank -= counts[other]
    return 0


# -- candidates and searches -------------------------------------------------------------------------------------------
PARTS = Parts(play, turn, limits, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
RANKED_DTYPE, ranker, describer, classroom = looking_ahead("arkadia", state.PHASE_NAMES, PARTS)


@inlined
def keep_best(ranked: Any, n: Any, score: Any, decision: Any) -> Any:
    """``kernels.candidates.keep_best``, but workers on the same squares next to another building are kept once."""
    for i in range(n):
        if _is_same_placement(ranked[i]["decision"], decision):
            return n
    return candidates.keep_best(ranked, n, score, decision)


@inlined
def choose(ranked: Any, number: Any, choice: Any) -> None:
    limits.copy_choice(ranked[number]["decision"], choice)


@inlined
def _is_same_placement(decision: Any, other: Any) -> Any:
    if decision["kind"] != state.WORKERS or other["kind"] != state.WORKERS:
        return False
    return load(decision["own"]) == load(other["own"]) and load(decision["neutral"]) == load(other["neutral"])
