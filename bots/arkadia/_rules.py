"""How a list of rules picks one of the options of a decision; the same for every game.

A rule is a row of FIELDS numbers, in the order below. Rules that keep the most or the least of a cue, or at least or
at most so much of it, are asked in their order; among options that they leave, points decide, and then a lot. A rule
that no option satisfies changes nothing. So options can be looked at one by one: the best so far is all that is kept.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import inlined

DECISION, KIND, CUE, NUMBER, WHEN, WAY, BOUND = range(7)
FIELDS = 7
"""A rule's numbers: decision (from 1; 0 ends the list), kind, cue, threshold or points, and the condition: a cue of the
situation (from 1; 0 for none), AT_LEAST or AT_MOST, threshold."""
MOST, LEAST, AT_LEAST, AT_MOST, POINTS = range(1, 6)
RULES_MAX = 32

# -- places in mind["scratch"] ----------------------------------------------------------------------------------------
SITUATION, CUES, ACTIVE, KEYS, TRIAL = 0, 32, 96, 256, 320
N_ACTIVE, TALLY, FOUND = 400, 401, 402


@inlined
def begin(mind: Any, decision: Any) -> None:
    """Note the rules that hold for a decision (0 for the first), after the situation has been counted."""
    p, s = mind["parameters"], mind["scratch"]
    n = 0
    for rule in range(RULES_MAX):
        at = FIELDS * rule
        if p[at] == 0.0:
            break
        if p[at + DECISION] != decision + 1.0:
            continue
        if p[at + WHEN] != 0.0:
            here = s[SITUATION + int(p[at + WHEN]) - 1]
            if here < p[at + BOUND] if p[at + WAY] == AT_LEAST else here > p[at + BOUND]:
                continue
        s[ACTIVE + 3 * n] = p[at + KIND]
        s[ACTIVE + 3 * n + 1] = p[at + CUE]
        s[ACTIVE + 3 * n + 2] = p[at + NUMBER]
        n += 1
    s[N_ACTIVE] = n
    s[FOUND] = 0.0


@inlined
def is_best(mind: Any, lot: Any) -> Any:
    """Whether the option whose cues have been counted is the best so far; it is then kept as such."""
    s = mind["scratch"]
    n, tally, ahead = int(s[N_ACTIVE]), lot, s[FOUND] == 0.0
    for i in range(n):
        kind, here, number = s[ACTIVE + 3 * i], s[CUES + int(s[ACTIVE + 3 * i + 1])], s[ACTIVE + 3 * i + 2]
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
            if key < s[KEYS + i]:
                return False
            ahead = key > s[KEYS + i]
        s[TRIAL + i] = key
    if not ahead and tally <= s[TALLY]:
        return False
    for i in range(n):
        s[KEYS + i] = s[TRIAL + i]
    s[TALLY] = tally
    s[FOUND] = 1.0
    return True
