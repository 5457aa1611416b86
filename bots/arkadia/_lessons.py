"""How the learned player learns: what each weight counts in a candidate, and the classroom for lessons and practice.

A score is the sum of weights times counts. The counts are written independently of the player's own judgement, and the
tests compare the two; only the circumstances come from the player.
"""

import math
from typing import Any

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.kit import bitboard, castle, inlined, look_ahead, moves, outlook, state

from . import _player as player
from . import _policy, _position, learner
from .learner import BASE, BESIDE, EACH, OTHERS, OWN, PAIRS, PLAIN, REACHES, SEALS, SOLD, SWING, TERM, USE, VALUED

SWING_BY = (1.0, 1.1, 0.22, 0.242)
"""What castle pieces are valued by where the player who names the candidates is another one: as ``learner`` begins."""


@inlined
def _circumstances_of(table: Any, holdings: Any, mind: Any) -> Any:
    """What is the same for all candidates of a must: the turn, and the effect of the best castle piece."""
    outlook.look(table, mind)
    if _policy.is_learned(mind):
        return learner.turn_of(table, holdings), learner.swing_of(table, holdings, mind)
    player.note_weighed_gains(table, holdings, mind, SWING_BY)
    return learner.turn_of(table, holdings), player.best_swing(table, mind)


@inlined
def _count_building(
    table: Any, holdings: Any, of_turn: Any, family: Any, vacant: Any, beside: Any, sign: Any, counts: Any
) -> None:
    """Count a building; ``beside`` are own workers, others' workers and the seal."""
    mine, others, seal = beside
    turn, swing = of_turn
    r = min(vacant, REACHES - 1)
    value, held = 1.0 * table["value"][family], learner.seals_of(table, holdings, family)
    circumstances = learner.circumstances(table, holdings, turn, r)
    for first, there in ((OWN, mine), (OTHERS, others), (SEALS, seal), (BASE, 1.0), (PAIRS, mine * others)):
        much = sign * there
        for place in range(PLAIN):
            counts[first + REACHES * place + r] += much * circumstances[place]
        for place in range(VALUED):
            counts[first + REACHES * (PLAIN + place) + r] += much * value * circumstances[place]
        for place in range(2):
            counts[first + REACHES * (PLAIN + VALUED + place) + r] += much * held[place]
    counts[BESIDE + r] += sign * seal * mine
    counts[BESIDE + REACHES + r] += sign * seal * mine * value
    if r == 0:
        counts[SWING] += sign * swing
        counts[SWING + 1] += sign * swing * turn[1]


@inlined
def _count_term(turn: Any, number: Any, much: Any, counts: Any) -> None:
    progress, last, _, _, banners = turn
    first = TERM + EACH * number
    early = max(0.0, 1.0 - learner.EARLY * progress)
    for place, circumstance in enumerate((1.0, progress, last, early, banners)):
        counts[first + place] += much * circumstance


@inlined
def _count_must(table: Any, holdings: Any, mind: Any, choice: Any, of_turn: Any, counts: Any) -> None:
    """Add the counts of a build or worker placement."""
    board, turn, only = mind["outlook"], of_turn[0], -1
    own = bitboard.EMPTY
    if choice["kind"] == state.BUILD:
        card = choice["card"]
        family = state.family_of(card)
        squares = moves.building_squares(table, state.form_of(card), choice["orientation"], choice["anchor"])
        ring = bitboard.without(bitboard.neighbours(squares), squares)
        vacant = bitboard.size(bitboard.both(ring, bitboard.load(board["free"])))
        mine = 1.0 * bitboard.size(bitboard.both(ring, bitboard.load(board["my_workers"])))
        others = 1.0 * bitboard.size(bitboard.both(ring, bitboard.load(board["their_workers"])))
        seal = 1.0 if table["supply"][family] > 0 else 0.0
        camps = min(bitboard.size(bitboard.both(squares, bitboard.load(table["camps"]))), table["neutral_pool"])
        _count_building(table, holdings, of_turn, family, vacant, (mine, others, seal), 1.0, counts)
        _count_term(turn, 0, 1.0, counts)
        _count_term(turn, 1, 1.0 * bitboard.size(squares), counts)
        _count_term(turn, 2, 1.0 * table["value"][family] if vacant > 0 else 0.0, counts)
        _count_term(turn, 3, 1.0 * camps, counts)
    else:
        own, neutral = bitboard.load(choice["own"]), bitboard.load(choice["neutral"])
        squares = bitboard.either(own, neutral)
        n_own, at_hand = bitboard.size(own), holdings["workers"][table["seat"]]
        _count_term(turn, 4, 1.0 * n_own, counts)
        _count_term(turn, 5, 1.0 * bitboard.size(neutral), counts)
        _count_term(turn, 6, 1.0 if n_own == at_hand and at_hand > 0 else 0.0, counts)
        _count_term(turn, 7, 1.0 * max(0, n_own - 2), counts)
        if mind["scratch"][player.NARROW] != 0.0:
            only = player.best_reached(mind, squares, own)[0]
    for k in range(board["n"]):
        around = bitboard.load(board["vacant"][k])
        taken = bitboard.size(bitboard.both(around, squares))
        if taken > 0 and (only < 0 or k == only):
            family, vacant = board["family"][k], board["n_vacant"][k]
            mine, others, seal = 1.0 * board["mine"][k], 1.0 * board["others"][k], 1.0 * board["seal"][k]
            more = 1.0 * bitboard.size(bitboard.both(around, own))
            _count_building(table, holdings, of_turn, family, vacant - taken, (mine + more, others, seal), 1.0, counts)
            _count_building(table, holdings, of_turn, family, vacant, (mine, others, seal), -1.0, counts)


@inlined
def _count_banner(table: Any, holdings: Any, mind: Any, choice: Any, counts: Any) -> None:
    """Add the counts of a way to use a banner; without a banner they are zero."""
    if choice["use_banner"] == 0:
        return
    seat, progress, last = table["seat"], player.progress_of(table), learner.is_last(table)
    looks = not _policy.is_learned(mind) or mind["parameters"][learner.HANDS] != 0.0
    place = learner.place_of(table, holdings, looks)
    counts[USE + place] += 1.0
    counts[learner.USE_PROGRESS + place] += progress
    counts[learner.USE_LAST] += last
    counts[learner.BROUGHT] += learner.brought_by(table)
    banners = 1.0 * table["banners"][seat]
    for family in range(state.FAMILIES):
        seals, value = 1.0 * choice["sold"][family], 1.0 * table["value"][family]
        if seals > 0.0:
            of_each = (1.0, value, value * progress, progress, last, value * last, banners, value * banners, seals)
            for i, much in enumerate(of_each):
                counts[SOLD + i] += seals * much
            counts[SOLD + 9] += 1.0


@inlined
def _count_draw(table: Any, holdings: Any, hand: Any, choice: Any, counts: Any) -> None:
    """Add the counts of a draw."""
    value, squares, stack, held, again = learner.draw_counts(table, holdings, hand, choice["draw"])
    progress = player.progress_of(table)
    for place, much in ((learner.DRAW_VALUE, value), (learner.DRAW_SQUARES, squares), (learner.DRAW_STACK, stack)):
        counts[place] += much
        counts[place + 1] += much * progress
    counts[learner.DRAW_HELD] += held
    counts[learner.DRAW_AGAIN] += again


@inlined
def _count_family(table: Any, holdings: Any, mind: Any, family: Any, sign: Any, counts: Any) -> None:
    """Count one more gold, or one less, for the seals of a family."""
    seat, others, progress = table["seat"], table["players"] - 1, player.progress_of(table)
    board, own, theirs = mind["outlook"], sign * holdings["seals"][seat, family], 0.0
    for other in range(table["players"]):
        if other != seat and holdings["seals"][other, family] != state.UNKNOWN:
            theirs += sign * holdings["seals"][other, family] / others
    coming, their_coming = 0.0, 0.0
    for k in range(board["n"]):
        if board["family"][k] == family:
            coming += sign * board["mine"][k]
            their_coming += sign * board["others"][k] / others
    for i, much in enumerate((own, -theirs, coming, -their_coming)):
        counts[learner.CASTLE + i] += much
        counts[learner.CASTLE_PROGRESS + i] += much * progress


@inlined
def _count_piece(table: Any, holdings: Any, mind: Any, choice: Any, counts: Any) -> None:
    """Add the counts of a castle piece; call ``outlook.look_at_workers`` before."""
    hidden = table["top"][choice["castle_square"]]
    _count_family(table, holdings, mind, choice["family"], 1.0, counts)
    if hidden != state.NO_FAMILY:
        _count_family(table, holdings, mind, hidden, -1.0, counts)


@look_ahead.describer
def describe(table: Any, holdings: Any, hand: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in the counts of the taught weights for each candidate."""
    features[:n] = 0.0
    if table["phase"] == state.MUST:
        of_turn = _circumstances_of(table, holdings, mind)
        for i in range(n):
            _count_must(table, holdings, mind, ranked[i]["decision"], of_turn, features[i])
    elif table["phase"] == state.DRAW:
        for i in range(n):
            _count_draw(table, holdings, hand, ranked[i]["decision"], features[i])
    elif table["phase"] == state.CASTLE:
        outlook.look_at_workers(table, mind)
        for i in range(n):
            _count_piece(table, holdings, mind, ranked[i]["decision"], features[i])
    else:
        for i in range(n):
            _count_banner(table, holdings, mind, ranked[i]["decision"], features[i])


SITUATION = 12


@inlined
def _situate(game: Any, seat: Any, columns: Any) -> None:
    """What predicts a seat's result: its lead, the progress of the game, what it has at hand."""
    table, holdings = game["table"], game["holdings"]
    own, best = 0, -(1 << 20)
    for other in range(table["players"]):
        gold = holdings["gold"][other] + castle.worth(table, holdings, other)
        if other == seat:
            own = gold
        else:
            best = max(best, gold)
    progress, lead = player.progress_of(table), 0.1 * (own - best)
    winning, workers, banners = math.tanh(lead), 1.0 * holdings["workers"][seat], 1.0 * table["banners"][seat]
    columns[0], columns[1], columns[2] = progress, progress**2, 1.0 * holdings["neutrals"][seat]
    columns[3] = learner.is_last(table)
    for place, much in enumerate((lead, winning, workers, banners)):
        columns[4 + 2 * place], columns[5 + 2 * place] = much, much * progress


@inlined
def _is_taught(phase: Any) -> Any:
    return True


@inlined
def _wanders(phase: Any) -> Any:
    return phase == state.MUST


_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching(_policy, describe, _is_taught, _wanders),
    situate=_situate,
    situation=SITUATION,
    describe=_position.describe,
    described=_position.COLUMNS,
    weights=len(learner.WEIGHTS),
    row_of=kit.policy_for_playouts(_policy, "must", "master, rival or learner"),
    home=__file__,
)
give_lessons, practise_games, note_positions = _classroom.give, _classroom.practise, _classroom.note
