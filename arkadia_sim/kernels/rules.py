"""How rules of thumb pick among the options of a decision; the same for every game.

A rule is a row of FIELDS numbers, in the order below. Rules that keep the most or the least of a cue, or at least or
at most so much of it, are asked in their order; among options that they leave, points decide. A rule that no option
satisfies changes nothing. So options can be looked at one by one: the best so far is all that is kept.

A bar or a force is a rule of this kind, too: "at most 0 camps", "at least 1 camps". They are asked before all others,
and counted: see ``kernels/limits.py``.

A playbook asks its rules for one option (``is_best``). A bot that follows rules, or has constraints, chooses for itself
among all options that are as good as the best by its rules (``is_as_good``); ``MIND`` then has them in its field
``rules``.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined

DECISION, KIND, CUE, NUMBER, WHEN, WAY, BOUND = range(7)
FIELDS = 7
"""A rule's numbers: decision (from 1; 0 ends the list), kind, cue, threshold or points, and the condition: a cue of the
situation (from 1; 0 for none), AT_LEAST or AT_MOST, threshold."""
MOST, LEAST, AT_LEAST, AT_MOST, POINTS = range(1, 6)
KINDS = 8
"""A constraint adds so many times its use to the kind of its rule."""
BARRED, FORCED, WATCHED, UNCOUNTED = range(1, 5)
"""The uses of a constraint. Its rule says what a bot that is forced does, or what one that is barred does instead. One
that is watched takes nothing away, and one that is uncounted is heeded alone."""
RULES_MAX = 32
"""Rules of a playbook, or of another bot, at most."""
FOLLOWED = FIELDS * RULES_MAX + 1
"""The length of a ``MIND`` record's field ``rules``."""

# -- places in mind["counted"] ----------------------------------------------------------------------------------------
SITUATION, CUES, FREE = 0, 32, 96
COUNTED = 128
"""The length of a ``MIND`` record's field ``counted``. From FREE on, a game notes what it likes."""
EVERY_CUE = -1
"""The ``wanted`` of a mind that wants all cues counted. A game may leave out what a mind does not want: bit by cue."""

RULED_DTYPE = np.dtype(
    [
        ("n", "i8"),  # the rules that hold for the decision at hand
        *((name, "i8", (RULES_MAX,)) for name in ("kind", "use", "cue")),
        ("seen", "i8", (RULES_MAX,)),  # of a constraint, whether an option satisfies its rule (1), or fails it (2)
        *((name, "f8", (RULES_MAX,)) for name in ("number", "best", "trial")),  # of each, the best option, the one seen
        ("tally", "f8"),
        ("trial_tally", "f8"),
        ("found", "u1"),  # some option has been seen
        ("narrows", "u1"),  # some option is worse than another
        ("follows", "u1"),  # there are other rules than constraints (1), and some of them hold (2)
    ],
    align=True,
)
"""The rules that hold for a decision, and the best option so far."""


@inlined
def begin(mind: Any, decision: Any) -> None:
    """Note which rules of a playbook, the mind's parameters, hold for a decision; the situation is counted before."""
    note_rules(mind["ruled"], mind, mind["parameters"], decision, False)


@inlined
def note_rules(ruled: Any, mind: Any, rules: Any, decision: Any, with_constraints: Any) -> None:
    """Note which of ``rules`` hold for a decision (0 for the first), after the situation has been counted."""
    n = 0
    ruled["found"], ruled["narrows"], ruled["follows"] = 0, 0, 0
    for rule in range(len(rules) // FIELDS):
        at = FIELDS * rule
        if rules[at] == 0.0:
            break
        use = int(rules[at + KIND]) // KINDS
        if use == 0:
            ruled["follows"] = max(1, ruled["follows"])
        if n == RULES_MAX or rules[at + DECISION] != decision + 1.0 or (use != 0 and not with_constraints):
            continue
        if rules[at + WHEN] != 0.0:
            here = mind["counted"][SITUATION + int(rules[at + WHEN]) - 1]
            if here < rules[at + BOUND] if rules[at + WAY] == AT_LEAST else here > rules[at + BOUND]:
                continue
        cue = int(rules[at + CUE])
        ruled["kind"][n], ruled["use"][n], ruled["cue"][n] = int(rules[at + KIND]) % KINDS, use, cue
        ruled["number"][n], ruled["seen"][n] = rules[at + NUMBER], 0
        if use == 0:
            ruled["follows"] = 2
        mind["wanted"] |= 1 << cue
        n += 1
    ruled["n"] = n


@inlined
def _key(ruled: Any, counted: Any, i: Any) -> Any:
    """How well the option whose cues have been counted does by a rule that keeps options."""
    kind, here = ruled["kind"][i], counted[CUES + ruled["cue"][i]]
    if kind == MOST:
        return here
    if kind == LEAST:
        return -here
    if kind == AT_LEAST:
        return 1.0 if here >= ruled["number"][i] else 0.0
    return 1.0 if here <= ruled["number"][i] else 0.0


@inlined
def _compare(ruled: Any, counted: Any, lot: Any, heeds: Any) -> Any:
    """By how much the option whose cues have been counted differs from the best so far: its sign is what matters. If it
    ``heeds``, it is no worse by any constraint, even where it is better by another."""
    tally, ahead = lot, ruled["found"] == 0
    for i in range(ruled["n"]):
        if ruled["kind"][i] == POINTS:
            tally += ruled["number"][i] * counted[CUES + ruled["cue"][i]]
            continue
        if ruled["use"][i] == WATCHED:
            continue
        key = _key(ruled, counted, i)
        if not ahead or (heeds and ruled["use"][i] != 0):
            if key < ruled["best"][i]:
                return -1.0
            ahead = ahead or key > ruled["best"][i]
        ruled["trial"][i] = key
    ruled["trial_tally"] = tally
    return 1.0 if ahead else tally - ruled["tally"]


@inlined
def is_best(mind: Any, lot: Any) -> Any:
    """Whether the option whose cues have been counted is the best so far by the rules of a playbook; it is then kept as
    such."""
    return _is_best(mind["ruled"], mind["counted"], lot)


@inlined
def _is_best(ruled: Any, counted: Any, lot: Any) -> Any:
    difference = _compare(ruled, counted, lot, False)
    if difference != 0.0 and ruled["found"] != 0:
        ruled["narrows"] = 1
    if difference <= 0.0:
        return False
    for i in range(ruled["n"]):
        ruled["best"][i] = ruled["trial"][i]
    ruled["tally"], ruled["found"] = ruled["trial_tally"], 1
    return True


@inlined
def consider(ruled: Any, counted: Any) -> None:
    """Keep the option whose cues have been counted if it is the best so far, and note what constraints say of it."""
    for i in range(ruled["n"]):
        if ruled["use"][i] != 0:
            ruled["seen"][i] |= 1 if _key(ruled, counted, i) == 1.0 else 2
    _is_best(ruled, counted, 0.0)


@inlined
def is_as_good(ruled: Any, counted: Any) -> Any:
    """Whether the option whose cues have been counted is as good by the rules as the best that was kept."""
    return _compare(ruled, counted, 0.0, True) >= 0.0


@inlined
def count_chances(ruled: Any, counted: Any, now: Any) -> None:
    """Count in the account of the turn what a choice, whose cues have been counted, does of all that is constrained or
    watched, where it could be done and also be left."""
    for i in range(ruled["n"]):
        use = ruled["use"][i]
        if use != 0 and use != UNCOUNTED and ruled["seen"][i] == 3:
            now["chances"] += 1
            now["chances_taken"] += 1 if (_key(ruled, counted, i) == 1.0) != (use == BARRED) else 0


@inlined
def take_rules(mind: Any, other: Any, watched: Any) -> None:
    """Have a mind follow the rules of another one, or of a ``SETTINGS`` record; those that are only ``watched`` too, or
    not."""
    rules, its, n = mind["rules"], other["rules"], 0
    for rule in range(RULES_MAX):
        if its[FIELDS * rule] == 0.0:
            break
        if watched or int(its[FIELDS * rule + KIND]) // KINDS != WATCHED:
            for i in range(FIELDS):
                rules[n + i] = its[FIELDS * rule + i]
            n += FIELDS
    rules[n] = 0.0
