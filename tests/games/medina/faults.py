"""One-line changes to the engine, each of which breaks a rule, and the games that bring it to light."""

from typing import Any

from tests.support.planted import Fault

SHORT: dict[str, Any] = {"decider": "builder", "buildings": 3, "merchants": 3, "walls": 8, "stables": 4, "players": 2}
PLAIN: dict[str, Any] = {"decider": "builder", "players": 2, "board": "small"}

FAULTS: tuple[Fault, ...] = (
    Fault(
        "M3.5",
        "the turn passes to the next player, whether he can place anything or not",
        "rules/turn.py",
        '        seat = (table["seat"] + steps) % players\n        if places.can_place(table, holdings, seat):',
        '        seat = (table["seat"] + 1) % players\n'
        '        if places.can_place(table, holdings, (table["seat"] + steps) % players):',
        {**SHORT, "walls": 0, "tower_merchants": [10, 0, 5, 0]},
        range(1, 9),
    ),
    Fault(
        "M3.6",
        "the duty to roof stands although others can place something",
        "rules/turn.py",
        'table["must_roof"] = 0 if _others_can_place(table, holdings, seat) else 1',
        'table["must_roof"] = 1',
        {**SHORT, "last_player": "roofs_first"},
    ),
    Fault(
        "M4.3",
        "a new palace may touch another by a corner",
        "rules/bitboard.py",
        "    return four_words.either(\n"
        "        row, four_words.either(four_words.toward_end(row, STRIDE), four_words.toward_start(row, STRIDE))\n"
        "    )",
        "    return four_words.either(a, beside(a))",
        SHORT,
    ),
    Fault(
        "M4.6",
        "a colour begins a new palace while an open one can grow",
        "rules/places.py",
        "        if sets.is_empty(squares):\n            squares = untouched",
        "        squares = sets.either(squares, untouched)",
        SHORT,
    ),
    Fault(
        "M5.1",
        "a stable may stand beside a stable alone",
        "rules/turn.py",
        '    table["n_stables"][palace] += 1\n',
        '    table["n_stables"][palace] += 1\n'
        '    store(table["beside_buildings"], either(load(table["beside_buildings"]), beside(single(square))))\n',
        {**SHORT, "stables": 8},
    ),
    Fault(
        "M6.1",
        "a player may own two palaces of a colour",
        "rules/places.py",
        '        if (owned >> colour) & 1 == 0:\n            count',
        "        if colour >= 0:\n            count",
        {**SHORT, "decider": "wild"},
    ),
    Fault(
        "M7.3",
        "a merchant may join other merchants beside the end of the street",
        "rules/places.py",
        '    squares = sets.without(sets.both(sets.beside(ends), vacant), sets.load(table["beside_merchants"]))',
        "    squares = sets.both(sets.beside(ends), vacant)",
        {**SHORT, "merchants": 20},
    ),
    Fault(
        "M7.4",
        "a new street keeps an end of the old one",
        "rules/turn.py",
        "        ends[0] = square\n        ends[1] = square\n",
        "        ends[0] = square\n",
        {**SHORT, "merchants": 20},
        range(1, 9),
    ),
    Fault(
        "M8.1",
        "walls close the gate",
        "rules/places.py",
        '- table["arm"][2 * side + 1] >= 2:',
        '- table["arm"][2 * side + 1] >= 1:',
        {**SHORT, "walls": 60},
    ),
    Fault(
        "M9.1",
        "a wall brings the tile of the tower at the other end of the side",
        "rules/turn.py",
        "        scoring.claim_towers(table, holdings, placement, palace, 1 << arm)",
        "        scoring.claim_towers(table, holdings, placement, palace, 1 << (arm ^ 1))",
        {**PLAIN, "walls": 20},
    ),
    Fault(
        "M9.1",
        "a stable beside an arm touched before claims the tile again",
        "rules/turn.py",
        '    return table["arms"][palace] & ~before',
        '    return table["arms"][palace]',
        {"decider": "wild", "players": 4, "board": "small", "walls": 20, "stables": 15, "tower_claim": "first_contact"},
        range(1, 9),
    ),
    Fault(
        "M9.3",
        "a palace of equal size wins the palace tile",
        "rules/scoring.py",
        "palace_size(table, palace) > palace_size(table, before)",
        "palace_size(table, palace) >= palace_size(table, before)",
        {**SHORT, "decider": "wild"},
        range(1, 9),
    ),
    Fault(
        "M10.1",
        "neutral roofs do not count for the tea",
        "rules/scoring.py",
        '    table["purple_roofs"] += 1\n',
        '    table["purple_roofs"] += 1 if table["owner"][palace] != state.NOBODY else 0\n',
        {**SHORT, "decider": "wild", "neutral_roofs": 3, "tea_tiles": [3, 2, 1]},
        range(1, 9),
    ),
    Fault(
        "M10.3",
        "tea of the same turn may always be used",
        "rules/turn.py",
        '    if table["rules"]["tea_same_turn"] == 0:',
        '    if table["rules"]["tea_same_turn"] == 2:',
        {**SHORT, "decider": "wild", "tea_same_turn": False, "tea_tiles": [9, 9]},
        range(1, 9),
    ),
    Fault(
        "M11.1",
        "one piece left over does not make a game stuck",
        "rules/turn.py",
        "        if pieces_left(holdings, seat) > 0:",
        "        if pieces_left(holdings, seat) > 1:",
        {**SHORT, "decider": "wild", "neutral_roofs": 0},
        range(1, 9),
    ),
    Fault(
        "M11.3",
        "the corners beside the well score",
        "rules/setup.py",
        "        along = sets.either(along, sets.either(sets.toward_start(along, 1), sets.toward_end(along, 1)))",
        "        along = sets.either(along, sets.either(sets.toward_start(along, 2), sets.toward_end(along, 2)))",
        {**PLAIN, "well_squares": "twelve", "well_points": 12},
        range(1, 13),
    ),
    Fault(
        "M11.6",
        "among the tied the youngest of the largest palaces decides",
        "rules/scoring.py",
        "(extent == largest and claimed < first)",
        "(extent == largest and claimed > first)",
        {"decider": "wild", "players": 4, "buildings": 1, "walls": 0, "merchants": 0, "stables": 0, "neutral_roofs": 0,
         "ties": "largest_palace", "palace_values": [0, 0, 0, 0], "tower_values": [0, 0, 0, 0], "well_points": 0},
        range(1, 13),
    ),
)  # fmt: skip
