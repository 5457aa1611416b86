"""The records that bots of all compiled games have: how a bot is set up, what its constraints leave, and its mind.

A game says how large they are, and adds fields of its own.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.kernels.rules import COUNTED, FOLLOWED, RULED_DTYPE
from arkadia_sim.rng import STREAM_WORDS

MEANINGS = {
    "random": "the seat's random stream",
    "temperature": "0 plays its best",
    "mixing": "probability that the decision of a phase is left to pure chance",
    "parameters": "see the bot's parameters",
    "rules": "its constraints and the rules that it follows, see kernels/rules.py",
    "limits": "what they leave of the decision at hand, found before the bot is asked",
    "scratch": "scratch, worthless between decisions",
    "counted": "what rules ask about: cues; see kernels/rules.py",
    "wanted": "scratch: which cues are to be counted, as bits; what else is counted does not matter",
    "ruled": "scratch of a bot that is a playbook: which of its rules hold, and the best option so far",
}
"""The fields of a mind that all games have; those of the settings are among them."""


def aligned(*fields: Any) -> np.dtype[Any]:
    """A record with these fields, as the machine likes them."""
    return np.dtype(list(fields), align=True)


def room_for(number: int, record: np.dtype[Any]) -> Callable[[], NDArray[Any]]:
    """A function that makes room for a number of records, all zero."""
    return partial(np.zeros, number, record)


def limits_of(options: int, *fields: Any) -> np.dtype[Any]:
    """What a bot's constraints and rules leave of the decision at hand; see ``kernels/limits.py``.

    Args:
        options: So many numbers its options have at most.
        fields: The game's own.
    """
    return aligned(
        ("bound", "u1"),  # something is taken away from the decision at hand; if not, the rest means nothing
        ("left", "u8", (-(-options // 64),)),  # the options that are left, a bit by number
        ("ruled", RULED_DTYPE),  # what the best of them are like
        *fields,
    )


def settings_of(decisions: int, parameters: int) -> np.dtype[Any]:
    """How a bot is set up, for so many kinds of decisions and at most so many parameters; see ``MEANINGS``."""
    return aligned(
        ("temperature", "f8"),
        ("mixing", "f8", (decisions,)),
        ("parameters", "f8", (parameters,)),
        ("rules", "f8", (FOLLOWED,)),
    )


def mind_of(settings: np.dtype[Any], limits: np.dtype[Any], scratch: int, *fields: Any) -> np.dtype[Any]:
    """What a bot has of its own while it decides; see ``MEANINGS``.

    Args:
        settings: The record of :func:`settings_of`, whose fields a mind has, too.
        limits: The record of :func:`limits_of`.
        scratch: Room for numbers of the bot's own.
        fields: The game's own.
    """
    return aligned(
        ("random", "u8", (STREAM_WORDS,)),
        *((name, settings[name]) for name in settings.names or ()),
        ("limits", limits),
        ("scratch", "f8", (scratch,)),
        ("counted", "f8", (COUNTED,)),
        ("wanted", "i8"),
        ("ruled", RULED_DTYPE),
        *fields,
    )
