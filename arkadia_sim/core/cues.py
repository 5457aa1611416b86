"""What a person can count in a position or in a possible move, and say in a word; rules of thumb are written in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Effort = Literal["glance", "count", "compute"]  # what a cue asks of a person: to look, to count, or to multiply and add

SITUATION = "situation"
"""Where a cue belongs that is the same for all options of a decision. Rules use such cues as conditions."""


@dataclass(frozen=True)
class Cue:
    """Something that a person can count."""

    name: str  # its name in a rule
    decision: str  # the decision whose options it describes, or SITUATION
    # what is counted, in words that fit after "the most" and, for one of them, after "each"; parts in which the two
    # differ are written ``{one|many}``. For a cue that is 0 or 1: what the player then does.
    phrase: str
    unit: str  # what it is counted in; "yes or no" for a cue that is 0 or 1
    effort: Effort = "count"  # what it asks of a person
    least: str = ""  # for a yes-or-no cue, what the player does if it is 0
    # for a situation, the conditions "at least t" and "at most t" in words, each with ``#`` for t; ``{one|many}`` as in
    # the phrase
    from_to: tuple[str, str] = ("", "")
    numbers: tuple[int, ...] = ()  # thresholds worth trying; none for a cue of which only more or less matters
    # better words for rules of some kinds, such as "most" or "at least": what to do, with ``#`` for t. With "per", what
    # is done at the decision if points decide.
    advice: tuple[tuple[str, str], ...] = ()
    # the count of an option in which there is nothing to count, such as the points of a prize if none is claimed; None
    # if there always is something
    nothing: float | None = None
    good: int = 0  # 1 if one wants more of it, -1 if less; 0 if that depends

    @property
    def is_flag(self) -> bool:
        """Whether it is 0 or 1."""
        return self.unit == YES_OR_NO


YES_OR_NO = "yes or no"


def flag(
    name: str,
    decision: str,
    phrase: str,
    least: str,
    numbers: tuple[int, ...] = (),
    advice: tuple[tuple[str, str], ...] = (),
) -> Cue:
    """What an option does or does not, seen at a glance; see :class:`Cue` for the arguments."""
    return Cue(name, decision, phrase, YES_OR_NO, "glance", least=least, numbers=numbers, advice=advice)


def situation(
    name: str,
    phrase: str,
    unit: str,
    from_to: tuple[str, str],
    numbers: tuple[int, ...] = (),
    effort: Effort = "glance",
) -> Cue:
    """What is the same for all options; see :class:`Cue` for the arguments."""
    return Cue(name, SITUATION, phrase, unit, effort, from_to=from_to, numbers=numbers)


def amount(
    name: str, phrase: str, unit: str, numbers: tuple[int, ...] = (), having: str = "", effort: Effort = "glance"
) -> Cue:
    """A situation told by how much of something there is: "with # or more …", in the words of the phrase or others."""
    what = having or phrase
    return situation(name, phrase, unit, (f"with # or more {what}", f"with # or fewer {what}"), numbers, effort)


def own_turns(*numbers: int) -> Cue:
    """The player's turns so far, with the thresholds worth trying."""
    return situation("turn", "own turns", "turns", ("from your turn # on", "in your first {turn|# turns}"), numbers)


def form(phrase: str, number: int) -> str:
    """A phrase for one or for several: ``{one|many}`` in it becomes one of the two."""
    return re.sub(r"\{(.*?)\|(.*?)\}", lambda found: found[1 if number == 1 else 2], phrase)


# -- how two options differ --------------------------------------------------------------------------------------------
DIFFERENCES = 2  # so many cues are named at most in which two options differ
SPEAKS = 0.4  # the least correlation with the score, in what other cues leave open, of a cue that is named


def more_or_less(cue: Cue, is_more: bool) -> str:
    """``more``, or ``fewer`` of what is counted one by one, or ``less``."""
    return "more" if is_more else "fewer" if cue.unit.split()[0].endswith("s") else "less"


def way(cue: Cue, is_more: bool) -> str:
    """What a player does who has more of a yes-or-no cue, or less of it."""
    return form(cue.phrase, 1) if is_more else cue.least or f"not: {form(cue.phrase, 1)}"


def differences(
    cues: Sequence[Cue], counts: NDArray[np.float64], scores: NDArray[np.float64], better: int, worse: int
) -> tuple[str, ...]:
    """In which cues the better of two options differs, in words, such as how many more of something it takes.

    Only cues count that speak for the better option: the difference is good in itself, if it can be, and over all
    options the score rises with it. The one that goes with the score most closely comes first, then the one that says
    most of what the first leaves open.
    """
    steps = counts[better] - counts[worse]
    open_cues = [
        place
        for place, cue in enumerate(cues)
        if steps[place] and cue.good * steps[place] >= 0 and cue.nothing not in counts[[better, worse], place]
    ]
    named: list[int] = []
    while len(named) < DIFFERENCES:
        left = _left_open(np.column_stack([counts, scores]), counts[:, named])
        speaking = {place: _agreement(left[:, place], left[:, -1]) * np.sign(steps[place]) for place in open_cues}
        place = max(speaking, key=lambda place: float(speaking[place]), default=-1)
        if place < 0 or speaking[place] < SPEAKS:
            break
        named.append(place)
        open_cues.remove(place)
    return tuple(_difference_words(cues[place], float(steps[place])) for place in named)


def _left_open(columns: NDArray[np.float64], known: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a straight line through the known columns does not explain of others."""
    base = np.column_stack([np.ones(len(columns)), known])
    left: NDArray[np.float64] = columns - base @ np.linalg.lstsq(base, columns, rcond=None)[0]
    return left


def _agreement(values: NDArray[np.float64], scores: NDArray[np.float64]) -> float:
    """The correlation of two columns; none if one of them is the same everywhere."""
    spreads = float(np.linalg.norm(values)), float(np.linalg.norm(scores))
    return float(values @ scores) / (spreads[0] * spreads[1]) if min(spreads) > 1e-9 else 0.0


def _difference_words(cue: Cue, difference: float) -> str:
    if cue.is_flag:
        return way(cue, difference > 0)
    amount = round(abs(difference), 1)
    return f"{amount:g} {more_or_less(cue, difference > 0)} {form(cue.phrase, 1 if amount == 1 else 2)}"
