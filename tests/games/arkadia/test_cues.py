"""What players count of their options is what the rules engine says comes of it, by today's prices or by their own."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.box import neighbours
from arkadia_sim.games.arkadia.game import ENGINE, GAME
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.state import (
    CASTLE,
    DECISION_DTYPE,
    DRAW,
    FROM_STACK,
    MUST,
    family_of,
    new_game,
)
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.sight.cues import UNSEEN
from arkadia_sim.games.arkadia.values import Banner, Build
from arkadia_sim.rng import Dice
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment


def after(game: Any, decision: Any) -> Any:
    """The game after a decision; buildings are completed after the draw (R3)."""
    games = new_game()
    games[0] = game
    assert step(games[0], decision) == OK
    if game["table"]["phase"] == MUST and games[0]["table"]["phase"] == DRAW:
        draw = np.zeros(1, DECISION_DTYPE)[0]
        draw["draw"] = next((i for i, card in enumerate(games[0]["table"]["face_up"]) if card >= 0), FROM_STACK)
        assert step(games[0], draw) == OK
    return games[0]


def moments(number: int) -> Iterator[tuple[Moment, View]]:
    """So many decisions in games by different rules, each with what its player sees."""
    for _, moment in collect(GAME, find_bot("casual"), number):
        handed = ENGINE.handed(np.frombuffer(bytearray(moment.game.tobytes()), moment.game.dtype)[0], moment.seat)
        table, holdings, hand = handed
        yield moment, View(table, holdings, hand, Dice(moment.mind["random"]), {})


def worth(game: Any, seat: int) -> int:
    return int((game["holdings"]["seals"][seat] * game["table"]["value"]).sum())


def what_comes(moment: Moment, move: Any, decision: Any) -> dict[str, float]:
    """Cues of a move, from what comes of its decision and from plain sets of squares."""
    game, table, seat = moment.game, moment.game["table"], moment.seat
    later = after(game, decision)
    if moment.phase == CASTLE:
        return {"own_gain": worth(later, seat) - worth(game, seat)}
    if moment.phase == DRAW:
        place = int(decision["draw"])
        card = None if place == FROM_STACK else int(table["face_up"][place])
        return {"stack": card is None} | ({} if card is None else {"price": float(table["value"][family_of(card)])})
    now, value, gold = later["now"], table["value"], np.zeros(int(table["players"]))
    for i in range(now["n_completed"]):
        family = family_of(int(later["table"]["card"][int(now["completed"][i])]))
        gold += now["paid"][i][: len(gold)] * float(value[family])
    workers = game["holdings"]["workers"][seat] - later["holdings"]["workers"][seat]
    counts = {
        "building": float(isinstance(move, Build)),
        "camps": float(now["camps"]),
        "finished": float(now["n_completed"]),
        "gold_now": gold[seat],
        "others_now": gold.sum() - gold[seat],
        "workers_down": float(workers),
    }
    if isinstance(move, Build):
        squares = move.squares
        ring = {(r + down, c + right) for r, c in squares for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        free = {(r, c) for r, c in ring if 0 <= r < 12 and 0 <= c < 16} - squares - set(squares_of(table["occupied"]))
        counts |= {"gaps": float(len(free)), "squares": float(len(squares))}
    return counts


def test_every_option_counts_what_comes_of_it() -> None:
    varied: dict[str, set[float]] = {}
    seen = Counter[str]()
    for moment, view in moments(120):
        if moment.decision == "banner":
            continue
        options = view.options()
        for number in range(0, len(options), 1 + len(options) // 25):
            for name, count in what_comes(moment, options[number], options._decision(number).copy()).items():
                assert options[name][number] == count, (name, str(moment))
                varied.setdefault(name, set()).add(count)
        seen[moment.decision] += 1
    assert len(seen) == 3 and not [name for name, counts in varied.items() if len(counts) < 2]


# -- what a move leaves, and a player's own estimates ------------------------------------------------------------------


def beside_workers(view: View, seats: set[Any]) -> int:
    """The free squares beside these players' workers, those beside several workers counted for each."""
    return sum(len(neighbours({square}) & view.vacant) for square, owner in view.workers.items() if owner in seats)


def left_to_next(view: View, later: View, prices: dict[str, float]) -> float:
    """What the next player may be paid at a building that their workers at hand can finish."""
    seat = (view.seat + 1) % view.players
    held = view.holdings(seat)
    hands = UNSEEN if held is None else held.workers + held.neutrals
    offers = [0.0]
    for building in later.buildings:
        if building.family and not building.complete and 0 < len(building.vacant) <= hands:
            theirs = sum(later.workers.get(square) == seat for square in building.neighbours)
            offers.append(prices[building.family] * (building.has_seal + theirs))
    return 0.0 if view.turns_left == 0 else max(offers)


def coming(view: View, seat: int, prices: dict[str, float], chances: list[float]) -> float:
    """What a player has coming at unfinished buildings."""
    return sum(
        prices[building.family]
        * chances[min(len(building.vacant), len(chances)) - 1]
        * sum(view.workers.get(square) == seat for square in building.neighbours)
        for building in view.buildings
        if building.family and not building.complete
    )


def test_what_a_move_leaves_is_what_lies_on_the_table_after_it() -> None:
    chances, varied = [0.75, 0.25], Counter[str]()
    for moment, view in moments(120):
        if moment.phase != MUST:
            continue
        prices, others = dict(zip(view.families, (1.0, 10.0, 100.0, 1000.0))), {*range(view.players)} - {view.seat}
        usual, reply = view.options(), view.options().reply
        options = view.options([*prices.values()], chances)
        for number in range(0, len(options), 1 + len(options) // 10):
            later = view.after(usual[number])
            counts = {
                "room": beside_workers(later, {view.seat}) - beside_workers(view, {view.seat}),
                "others_room": beside_workers(later, others) - beside_workers(view, others),
                "reply": left_to_next(view, later, prices),
                "gold_coming": coming(later, view.seat, prices, chances) - coming(view, view.seat, prices, chances),
            }
            for name, count in counts.items():
                assert options[name][number] == pytest.approx(count), (name, str(moment))
                varied[name] += count != 0
            assert reply[number] == left_to_next(view, later, dict(view.values))
        assert (usual.gold_coming == view.options((), [0.5]).gold_coming).all()
        assert view.best(np.arange(len(options), 0.0, -1.0)) == usual[0]
    assert len(varied) == 4 and min(varied.values()) > 0


def test_a_sale_gains_what_it_brings_beyond_the_prices_expected() -> None:
    sales = 0
    for moment, view in moments(120):
        if moment.decision != "banner":
            continue
        usual, expected = view.options(), view.options([1.0, 2.0, 3.0, 4.0])
        for number, way in enumerate(usual):
            assert isinstance(way, Banner)
            gold = sum(view.values[family] * seals for family, seals in way.sold.items())
            later = sum(price * way.sold.get(family, 0) for price, family in enumerate(view.families, 1))
            assert usual.sale_gain[number] == gold - 2.5 * sum(way.sold.values())
            assert expected.sale_gain[number] == gold - later
            sales += gold > 0
    assert sales


def test_the_best_castle_piece_is_counted_before_it_is_earned() -> None:
    leads = set[float]()
    for moment, view in moments(120):
        if moment.phase == CASTLE:
            options = view.options()
            best = (options.own_gain - options.others_gain / (view.players - 1)).max()
            assert options.piece_lead[0] == pytest.approx(best)
            leads.add(best)
    assert max(leads) > 0
