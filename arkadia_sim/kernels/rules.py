"""How rules of thumb pick among the options of a decision; the same for every game.

A rule is a row of FIELDS numbers, in the order below. Rules that keep the most or the least of a cue, or at least or
at most so much of it, are asked in their order; among options that they leave, points decide. A rule that no option
satisfies changes nothing. So options can be looked at one by one: the best so far is all that is kept.

A bar or a force is a rule of this kind, too: "at most 0 cards", "at least 1 cards". They are asked before all others,
and counted. Before a bot is asked, ``find`` goes through all options, keeps the best by the mind's rules, and notes in
``mind["limits"]`` which options are as good, by number, if that takes anything away. What it cannot number, such as one
of thousands of placements, a bot asks about one by one (``is_left``).

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
        (
            "rules",
            [
                *((name, "i8") for name in ("kind", "use", "cue")),
                ("seen", "i8"),  # of a constraint: some option satisfies its rule (1), some fails it (2)
                *((name, "f8") for name in ("number", "best", "trial")),  # for the best option, and that looked at
                ("here", "f8"),  # the cue of the option considered last
            ],
            (RULES_MAX,),
        ),
        ("tally", "f8"),
        ("trial_tally", "f8"),
        ("difference", "f8"),  # of the option considered last
        ("found", "u1"),  # some option has been looked at
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
        held = ruled["rules"][n]
        held["kind"], held["use"], held["cue"] = int(rules[at + KIND]) % KINDS, use, cue
        held["number"], held["seen"] = rules[at + NUMBER], 0
        if use == 0:
            ruled["follows"] = 2
        mind["wanted"] |= 1 << cue
        n += 1
    ruled["n"] = n


@inlined
def _key(rule: Any, counted: Any) -> Any:
    """How well the option whose cues have been counted does by a rule that keeps options."""
    kind, here = rule["kind"], counted[CUES + rule["cue"]]
    if kind == MOST:
        return here
    if kind == LEAST:
        return -here
    if kind == AT_LEAST:
        return 1.0 if here >= rule["number"] else 0.0
    return 1.0 if here <= rule["number"] else 0.0


@inlined
def _compare(ruled: Any, counted: Any, lot: Any, heeds: Any) -> Any:
    """By how much the option whose cues have been counted differs from the best so far: its sign is what matters. If it
    ``heeds``, it is no worse by any constraint, even where it is better by another."""
    tally, ahead = lot, ruled["found"] == 0
    for i in range(ruled["n"]):
        rule = ruled["rules"][i]
        if rule["kind"] == POINTS:
            tally += rule["number"] * counted[CUES + rule["cue"]]
            continue
        key = _key(rule, counted)
        if rule["use"] == WATCHED:
            continue
        if not ahead or (heeds and rule["use"] != 0):
            if key < rule["best"]:
                return -1.0
            ahead = ahead or key > rule["best"]
        rule["trial"] = key
    ruled["trial_tally"] = tally
    return 1.0 if ahead else tally - ruled["tally"]


@inlined
def _keep_best(ruled: Any) -> None:
    """Keep the option that was compared last as the best so far."""
    for i in range(ruled["n"]):
        ruled["rules"][i]["best"] = ruled["rules"][i]["trial"]
    ruled["tally"], ruled["found"] = ruled["trial_tally"], 1


@inlined
def is_best(mind: Any, lot: Any) -> Any:
    """Whether the option whose cues have been counted is the best so far by the rules of a playbook; it is then kept as
    such."""
    if _compare(mind["ruled"], mind["counted"], lot, False) <= 0.0:
        return False
    _keep_best(mind["ruled"])
    return True


@inlined
def consider(ruled: Any, counted: Any) -> Any:
    """Compare the option whose cues have been counted with the best so far, and keep it as such if it is better; note
    what constraints say of it. Returns a number above 0 if it is better, 0 if it is as good."""
    is_new = ruled["found"] == 0
    for i in range(ruled["n"]):
        rule = ruled["rules"][i]
        is_new = is_new or counted[CUES + rule["cue"]] != rule["here"]
    if not is_new:  # most options are like the last one
        return min(0.0, ruled["difference"])
    for i in range(ruled["n"]):
        rule = ruled["rules"][i]
        rule["here"] = counted[CUES + rule["cue"]]
        if rule["use"] != 0:
            rule["seen"] |= 1 if _key(rule, counted) == 1.0 else 2
    difference = _compare(ruled, counted, 0.0, False)
    ruled["difference"] = difference
    if difference != 0.0 and ruled["found"] != 0:
        ruled["narrows"] = 1
    if difference > 0.0:
        _keep_best(ruled)
    return difference


@inlined
def is_as_good(ruled: Any, counted: Any) -> Any:
    """Whether the option whose cues have been counted is as good by the rules as the best that was kept."""
    return _compare(ruled, counted, 0.0, True) >= 0.0


@inlined
def count_chances(ruled: Any, counted: Any, now: Any) -> None:
    """Count in the account of the turn what a choice, whose cues have been counted, does of all that is constrained or
    watched, where it could be done and also be left."""
    for i in range(ruled["n"]):
        rule = ruled["rules"][i]
        use = rule["use"]
        if use != 0 and use != UNCOUNTED and rule["seen"] == 3:
            now["chances"] += 1
            now["chances_taken"] += 1 if (_key(rule, counted) == 1.0) != (use == BARRED) else 0


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


# -- what is left of a decision ----------------------------------------------------------------------------------------
DISREGARDED = 100
"""The fault of a bot that has not heeded its constraints."""
FAULT_OF_DISREGARD = ("constraint", "this bot has not heeded what it is barred from or forced to")


@inlined
def release(mind: Any) -> None:
    """Free a mind of all constraints and rules."""
    mind["rules"][0] = 0.0
    mind["limits"]["bound"] = 0


@inlined
def hand_on(mind: Any, other: Any) -> None:
    """Put another mind under the constraints and rules of this one, to be heeded and not counted."""
    take_rules(other, mind, False)
    other["limits"]["bound"] = 0


@inlined
def has_rules(mind: Any) -> Any:
    """Whether a mind has constraints or rules, so that there is something to find or to count."""
    return mind["rules"][0] != 0.0


@inlined
def has_rules_at(mind: Any, decision: Any) -> Any:
    """Free a decision of all limits; returns whether any rule is about it."""
    mind["limits"]["bound"], mind["limits"]["ruled"]["n"] = 0, 0
    for rule in range(RULES_MAX):
        about = mind["rules"][FIELDS * rule + DECISION]
        if about == 0.0 or about == decision + 1.0:
            return about != 0.0
    return False


@inlined
def open_limits(mind: Any, decision: Any, with_constraints: Any) -> Any:
    """Begin to find what is left of a decision, after the situation has been counted; returns whether any rule holds.
    From then on, the mind wants only those cues counted that its rules are about."""
    mind["limits"]["bound"], mind["wanted"] = 0, 0
    note_rules(mind["limits"]["ruled"], mind, mind["rules"], decision, with_constraints)
    return mind["limits"]["ruled"]["n"] != 0


@inlined
def look_at(mind: Any) -> Any:
    """Look at an option whose cues have been counted. It is to be kept if it is as good as the best so far; a better
    one takes all others away."""
    difference = consider(mind["limits"]["ruled"], mind["counted"])
    if difference > 0.0:
        leave_none(mind)
    return difference >= 0.0


@inlined
def close_limits(mind: Any) -> None:
    """Note whether anything is taken away, after all options have been looked at. Rules that a bot follows count as
    taking something away even where they do not."""
    ruled = mind["limits"]["ruled"]
    if ruled["found"] != 0 and (ruled["narrows"] != 0 or ruled["follows"] == 2):
        mind["limits"]["bound"] = 1


@inlined
def leave_none(mind: Any) -> None:
    """Take all options away, for some to be kept."""
    left = mind["limits"]["left"]
    for word in range(len(left)):
        left[word] = np.uint64(0)


@inlined
def keep(mind: Any, number: Any) -> None:
    """Note that the option with this number is left."""
    mind["limits"]["left"][number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@inlined
def may_choose(mind: Any, number: Any) -> Any:
    """Whether the option with this number is left."""
    left = mind["limits"]["left"][number >> 6] >> np.uint64(number & 63)
    return mind["limits"]["bound"] == 0 or left & np.uint64(1) != np.uint64(0)


@inlined
def is_left(mind: Any) -> Any:
    """Whether an option whose cues have been counted is left."""
    return mind["limits"]["bound"] == 0 or is_as_good(mind["limits"]["ruled"], mind["counted"])


@inlined
def heeds(mind: Any, now: Any) -> Any:
    """Count what a choice, whose cues have been counted, does of all that is watched; returns whether it is left."""
    count_chances(mind["limits"]["ruled"], mind["counted"], now)
    return is_left(mind)
