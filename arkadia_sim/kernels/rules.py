"""How rules of thumb pick among the options of a decision; the same for every game.

A rule is a row of FIELDS numbers, in the order below. Rules that keep the most or the least of a cue, or at least or
at most so much of it, are asked in their order; among options that they leave, points decide. A rule that no option
satisfies changes nothing. So options can be looked at one by one: the best so far is all that is kept.

A playbook asks its rules for one option (``is_best``). A bot that follows rules chooses for itself among all options
that are as good as the best by its rules (``is_as_good``); ``MIND`` then has them in its field ``rules``, and
``watched`` has the bit FOLLOWS.
"""

from typing import Any

from arkadia_sim.accelerate import inlined

DECISION, KIND, CUE, NUMBER, WHEN, WAY, BOUND = range(7)
FIELDS = 7
"""A rule's numbers: decision (from 1; 0 ends the list), kind, cue, threshold or points, and the condition: a cue of the
situation (from 1; 0 for none), AT_LEAST or AT_MOST, threshold."""
MOST, LEAST, AT_LEAST, AT_MOST, POINTS = range(1, 6)
RULES_MAX = 32
"""Rules of a playbook at most."""
FOLLOWED_MAX = 12
"""Rules that another bot can follow at most."""
FOLLOWED = FIELDS * FOLLOWED_MAX + 1
"""The length of a ``MIND`` record's field ``rules``."""
FOLLOWS = 1 << 40
"""The bit of ``watched`` that tells that a bot follows rules."""

# -- places in mind["counted"] ----------------------------------------------------------------------------------------
SITUATION, CUES, FREE, ACTIVE, KEYS, TRIAL = 0, 32, 96, 128, 256, 320
"""From FREE to ACTIVE, a game notes what it likes."""
N_ACTIVE, TALLY, TRIAL_TALLY, FOUND = 400, 401, 402, 403
COUNTED = 404
"""The length of a ``MIND`` record's field ``counted``."""


@inlined
def begin(mind: Any, rules: Any, decision: Any) -> None:
    """Note which of ``rules`` hold for a decision (0 for the first), after the situation has been counted."""
    counted = mind["counted"]
    n = 0
    for rule in range(len(rules) // FIELDS):
        at = FIELDS * rule
        if rules[at] == 0.0:
            break
        if n == RULES_MAX or rules[at + DECISION] != decision + 1.0:
            continue
        if rules[at + WHEN] != 0.0:
            here = counted[SITUATION + int(rules[at + WHEN]) - 1]
            if here < rules[at + BOUND] if rules[at + WAY] == AT_LEAST else here > rules[at + BOUND]:
                continue
        counted[ACTIVE + 3 * n] = rules[at + KIND]
        counted[ACTIVE + 3 * n + 1] = rules[at + CUE]
        counted[ACTIVE + 3 * n + 2] = rules[at + NUMBER]
        n += 1
    counted[N_ACTIVE] = n
    counted[FOUND] = 0.0


@inlined
def _compare(counted: Any, lot: Any) -> Any:
    """By how much the option whose cues have been counted differs from the best so far: its sign is what matters."""
    tally, ahead = lot, counted[FOUND] == 0.0
    for i in range(int(counted[N_ACTIVE])):
        kind, number = counted[ACTIVE + 3 * i], counted[ACTIVE + 3 * i + 2]
        here = counted[CUES + int(counted[ACTIVE + 3 * i + 1])]
        if kind == POINTS:
            tally += number * here
            continue
        if kind == MOST:
            key = here
        elif kind == LEAST:
            key = -here
        elif kind == AT_LEAST:
            key = 1.0 if here >= number else 0.0
        else:
            key = 1.0 if here <= number else 0.0
        if not ahead:
            if key < counted[KEYS + i]:
                return -1.0
            ahead = key > counted[KEYS + i]
        counted[TRIAL + i] = key
    counted[TRIAL_TALLY] = tally
    return 1.0 if ahead else tally - counted[TALLY]


@inlined
def is_best(mind: Any, lot: Any) -> Any:
    """Whether the option whose cues have been counted is the best so far; it is then kept as such."""
    counted = mind["counted"]
    if _compare(counted, lot) <= 0.0:
        return False
    for i in range(int(counted[N_ACTIVE])):
        counted[KEYS + i] = counted[TRIAL + i]
    counted[TALLY] = counted[TRIAL_TALLY]
    counted[FOUND] = 1.0
    return True


@inlined
def is_as_good(mind: Any) -> Any:
    """Whether the option whose cues have been counted is as good by the rules as the best that was kept."""
    return _compare(mind["counted"], 0.0) >= 0.0


@inlined
def take_rules(mind: Any, other: Any) -> None:
    """Have a mind follow the rules of another one, or of a ``SETTINGS`` record."""
    for i in range(len(mind["rules"])):
        mind["rules"][i] = other["rules"][i]
        if i % FIELDS == 0 and other["rules"][i] == 0.0:
            break
