"""What players count of a must, a draw and a castle piece is what the rules engine says comes of it."""

from collections import Counter
from typing import Any

import numpy as np

from arkadia_sim.core.dice import Dice
from arkadia_sim.core.registry import find_bot
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
from arkadia_sim.games.arkadia.values import Build
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
    for variant, moment in collect(GAME, find_bot("casual"), 120):
        if moment.decision == "banner":
            continue
        language = GAME.speaks(GAME.prepared(GAME.setting(*variant)), moment.game)
        handed = ENGINE.handed(np.frombuffer(bytearray(moment.game.tobytes()), moment.game.dtype)[0], moment.seat)
        options = language.view({}, handed, Dice(moment.mind["random"])).options()
        for number in range(0, len(options), 1 + len(options) // 25):
            for name, count in what_comes(moment, options[number], options._decision(number).copy()).items():
                assert options[name][number] == count, (name, str(moment))
                varied.setdefault(name, set()).add(count)
        seen[moment.decision] += 1
    assert len(seen) == 3 and not [name for name, counts in varied.items() if len(counts) < 2]
