"""One-line changes to the engine, each of which breaks a rule, and the games that bring it to light."""

from typing import Any

from tests.support.planted import Fault

PLAIN: dict[str, Any] = {
    "decider": "builder", "players": 2, "version": "apprentice", "boards": "shipped", "turn_limit": 120, "tokens": 10,
    "die": ["wood", "stone", "gold", "food", "residents", "?"], "build": "own_turn", "cash": "sequence",
    "waste": "free", "others_pass": False, "joker_powers": True, "finish": "at_once", "last_building": "all",
    "guest_room": "free", "cloud_limit": None, "residents_per_die": 2, "sun": 4, "cloud": 4, "ties": "shared",
}  # fmt: skip
GUESTS: dict[str, Any] = {**PLAIN, "version": "architect", "players": 3}
JOKERS: dict[str, Any] = {**GUESTS, "die": ["wood", "stone", "gold", "food", "?", "?"]}


def _fault(
    rule: str, breaks: str, file: str, old: str, new: str, fixed: dict[str, Any], most: int = 3, first: int = 1
) -> Fault:
    return Fault(rule, breaks, f"rules/{file}.py", old, new, fixed, range(first, first + most))


FAULTS: tuple[Fault, ...] = (
    _fault("C4.3", "others use both dice", "turn", 'table["active"] else 1', 'table["active"] else 2', PLAIN),
    _fault(
        "C5.2", "tokens are without number", "candidates", '>= table["rules"]["tokens"]', "> 12", {**PLAIN, "tokens": 4}
    ),
    _fault(
        "C5.3",
        "a lost die can be passed",
        "candidates",
        "if may_pass and picks != 0:",
        "if may_pass:",
        {**PLAIN, "others_pass": True},
    ),
    _fault(
        "C6.3",
        "a line broken and completed again counts as new",
        "candidates",
        'int(table["cashable"]) & ~int(table["cashed"])',
        "~0",
        {**JOKERS, "cash": "at_once", "decider": "wild"},
        12,
    ),
    _fault(
        "C6.4",
        "a tower that would be the fifth is useful",
        "candidates",
        '(gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX)',
        '(gifts["tower"] != 0)',
        {**PLAIN, "waste": "useful"},
    ),
    _fault(
        "C7.2", "the sun goes to the last who has four towers", "turn", ' and table["sun"] == state.NOBODY', "", PLAIN
    ),
    _fault(
        "C7.5",
        "the display is not filled up",
        "turn",
        '["display"][pick] = _next_card(game)',
        '["display"][pick] = NO_CARD',
        GUESTS,
    ),
    _fault(
        "C7.6",
        "any guest is reactivated",
        "turn",
        '["guests"]) & state.BOLTS, state.BOLT',
        '["guests"]), state.BOLT',
        JOKERS,
        6,
    ),
    _fault("C8.1", "the Miner is a Logger", "turn", "resource = state.STONE", "resource = state.WOOD", GUESTS, 6),
    _fault(
        "C8.1",
        "the Magician moves the same token twice",
        "turn",
        'if table["moved"] != state.NOTHING:',
        "if False:",
        GUESTS,
        6,
    ),
    _fault(
        "C8.2",
        "the Troll takes wood for stone, not stone for wood",
        "candidates",
        "if resource <= state.STONE and",
        "if resource < state.STONE and",
        GUESTS,
        8,
    ),
    _fault(
        "C8.5",
        "guests need no floors",
        "candidates",
        '>= castle["floors"]',
        "> 30",
        {**JOKERS, "guest_room": "floors"},
        8,
    ),
    _fault(
        "C8.6",
        "the Guard does not guard",
        "candidates",
        "guests & ~state.CROWNS if has(guests, state.GUARD) else guests",
        "guests",
        JOKERS,
        12,
    ),
    _fault("C9.1", "the finisher builds on", "turn", 'if table["rules"]["finish_turn"] == 0:', "if False:", PLAIN, 6),
    _fault(
        "C9.2",
        "the twelfth part breaks off a last building",
        "turn",
        'if table["stage"] == state.BUILDING and table["finisher"] == state.NOBODY and',
        'if table["stage"] >= state.BUILDING and',
        PLAIN,
        2,
        first=42,
    ),
    _fault(
        "C9.3",
        "effects in last buildings are free",
        "candidates",
        "if wasted or (without_effects and effect != state.NO_EFFECT):",
        "if wasted:",
        {**JOKERS, "last_building": "parts", "decider": "wild"},
        12,
    ),
    _fault("C10.1", "the group after the last resident scores", "scoring", "(residents - 1) //", "residents //", PLAIN),
    _fault(
        "C10.3",
        "the tied share in any case",
        "scoring",
        'wins = wins and parts_of(table["castles"][seat]) == parts',
        "wins = wins",
        {**PLAIN, "ties": "parts", "turn_limit": 16, "players": 4},
        2,
        first=44,
    ),
    _fault(
        "C13.6",
        "the residents of long walls begin at none",
        "drawing",
        "else 1 + below(stream, 4)",
        "else below(stream, 4)",
        {**PLAIN, "boards": "drawn", "turn_limit": 1},
    ),
)
