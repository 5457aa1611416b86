"""One-line changes to the engine, each of which breaks a rule, and the games that bring it to light."""

from typing import Any

from tests.support.planted import Fault

WILD: dict[str, Any] = {"decider": "wild", "hand_size": 2, "face_up": 1}
BUSY: dict[str, Any] = {**WILD, "camps": "everywhere", "neutral_workers": 200, "start_workers": 11, "banners": 1}
CROWDED: dict[str, Any] = {**WILD, "players": 4, "start_workers": 11, "banners": 1, "neutral_workers": 6}
"""Tables with many camps or many own workers, at which buildings are completed all the time."""

FAULTS: tuple[Fault, ...] = (
    Fault(
        "R4.3",
        "a building may also touch by a corner",
        "rules/moves.py",
        '    beside = sets.neighbours(sets.load(table["occupied"]))',
        '    beside = sets.load(table["occupied"])\n'
        "    beside = sets.either(sets.neighbours(beside), sets.both(sets.BOARD, sets.toward_start(beside, 18)))",
        WILD,
    ),
    Fault(
        "R4.1",
        "buildings may always be turned over",
        "rules/setup.py",
        "turned = box.orientations(rows, flip)",
        "turned = box.orientations(rows, True)",
        {**WILD, "flip_tiles": False, "hand_size": 5},
    ),
    Fault(
        "R5.1",
        "workers of one turn may touch different buildings",
        "rules/moves.py",
        "if sets.is_empty(squares) or not sets.is_within(squares, worker_squares(table, building, vacant(table))):",
        "if sets.is_empty(squares) or not sets.is_within(squares, vacant(table)):",
        WILD,
        range(1, 9),
    ),
    Fault(
        "R5.2",
        "workers may be put at the lot although that is forbidden",
        "rules/moves.py",
        'if building == LOT and table["rules"]["workers_at_castle"] == 0:',
        'if building == LOT and table["rules"]["workers_at_castle"] == 2:',
        {**WILD, "workers_at_castle": False},
    ),
    Fault(
        "R6.1",
        "the upper edge of the board does not enclose",
        "rules/turn.py",
        'if is_empty(both(load(table["ring"][building]), free)):',
        'if is_empty(both(load(table["ring"][building]), free)) and not int(table["squares"][building, 0]) & 0xFFFF:',
        BUSY,
    ),
    Fault(
        "R6.2",
        "neutral workers earn seals, for everybody",
        "rules/turn.py",
        'served, size(both(load(table["own"][served]), ring)))',
        'served, size(both(load(table["own"][served]), ring)) + size(both(load(table["neutral"]), ring)))',
        BUSY,
    ),
    Fault(
        "R6.3",
        "a short supply serves the first seat first, not the player on turn",
        "rules/turn.py",
        "    served = seat\n",
        "    served = 0\n",
        {**CROWDED, "seal_supply": "finite", "seals_per_family": 5},
        range(1, 9),
    ),
    Fault(
        "R6.3",
        "of several buildings completed at once, the youngest is paid first",
        "rules/turn.py",
        '    table["open"][table["n_open"]] = building\n',
        '    table["open"][table["n_open"]], table["open"][0] = table["open"][0], building\n',
        BUSY,
        range(1, 9),
    ),
    Fault(
        "R7.2",
        "a castle square may get two pieces of one floor",
        "rules/castle.py",
        'return table["pools"][table["floor"], family] > 0 and table["covered"][square] == 0',
        'return table["pools"][table["floor"], family] > 0',
        BUSY,
    ),
    Fault(
        "R7.3",
        "pieces left over when a floor is complete are lost",
        "rules/castle.py",
        'table["pools"][TOP_FLOOR, other] += table["pools"][floor, other]',
        'table["pools"][TOP_FLOOR, other] += 0',
        BUSY,
    ),
    Fault(
        "R7.5",
        "a seal that a castle piece hides still counts",
        "rules/castle.py",
        'table["value"][hidden] -= covering(table, hidden)',
        'table["value"][hidden] -= 0',
        BUSY,
    ),
    Fault(
        "R8.2",
        "seals sold do not go back to the supply",
        "rules/turn.py",
        'table["supply"][family] += sold',
        'table["supply"][family] += 0',
        {**BUSY, "seal_supply": "finite", "seals_per_family": 30},
        range(1, 9),
    ),
    Fault(
        "R9.2",
        "the last round is one turn too long",
        "rules/turn.py",
        'table["turns_left"] = players - table["rules"]["others_only"]',
        'table["turns_left"] = players + 1 - table["rules"]["others_only"]',
        BUSY,
    ),
    Fault(
        "R9.3",
        "a stuck game ends one pass too late",
        "rules/turn.py",
        '    elif table["passes"] == players:',
        '    elif table["passes"] == players + 1:',
        {**WILD, "start_workers": 0, "banners": 0, "neutral_workers": 0, "camps": "none"},
    ),
    Fault(
        "R3.1",
        "a player may pass by choice",
        "rules/turn.py",
        '    if table["must_pass"] == 0:\n        return ILLEGAL_PASS',
        '    if table["must_pass"] == 2:\n        return ILLEGAL_PASS',
        WILD,
    ),
)
