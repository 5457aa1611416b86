"""The records that bots of all compiled games have: how a bot is set up, what its constraints leave, and its mind; and
players as values: a row of weights that says how a bot plays, to be put into any mind.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.rules import COUNTED, FOLLOWED, RULED_DTYPE, release
from arkadia_sim.rng import STREAM_WORDS
from arkadia_sim.sources import data_file


def aligned(*fields: Any) -> np.dtype[Any]:
    """A record with these fields, as the machine likes them."""
    return np.dtype(list(fields), align=True)


def room_for(number: int, record: np.dtype[Any]) -> Callable[[], NDArray[Any]]:
    """A function that makes room for a number of records, all zero."""
    return partial(np.zeros, number, record)


def limits_of(options: int, *fields: Any) -> np.dtype[Any]:
    """What a bot's constraints and rules leave of the decision at hand; see ``kernels/rules.py``.

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
    """How a bot is set up, for so many kinds of decisions and at most so many parameters."""
    return aligned(
        ("temperature", "f8"),  # 0 plays its best
        ("mixing", "f8", (decisions,)),  # probability that the decision of a phase is left to pure chance
        ("parameters", "f8", (parameters,)),  # see the bot's parameters
        ("rules", "f8", (FOLLOWED,)),  # its constraints and the rules that it follows, see kernels/rules.py
    )


def mind_of(settings: np.dtype[Any], limits: np.dtype[Any], scratch: int, *fields: Any) -> np.dtype[Any]:
    """What a bot has of its own while it decides.

    Args:
        settings: The record of :func:`settings_of`, whose fields a mind has, too.
        limits: The record of :func:`limits_of`.
        scratch: Room for numbers of the bot's own.
        fields: The game's own.
    """
    return aligned(
        ("random", "u8", (STREAM_WORDS,)),  # the seat's random stream
        *((name, settings[name]) for name in settings.names or ()),
        ("limits", limits),  # what constraints leave of the decision at hand, found before the bot is asked
        ("scratch", "f8", (scratch,)),  # worthless between decisions
        ("counted", "f8", (COUNTED,)),  # what rules ask about: cues; see kernels/rules.py
        ("wanted", "i8"),  # scratch: which cues are to be counted, as bits; what else is counted does not matter
        ("ruled", RULED_DTYPE),  # scratch of a playbook: which of its rules hold, and the best option so far
        *fields,
    )


# -- policies ----------------------------------------------------------------------------------------------------------
SIZES = (2, 3, 4)
"""The numbers of players that policies have weights for."""


def policy_row(length: int, who: float, parameters: Sequence[float]) -> NDArray[np.float64]:
    """A policy's row of weights: the parameters of a bot and, in the last place, the number of ``who`` weighs with
    them. A row is as long as the parameters of a mind."""
    row = np.zeros(length)
    row[: len(parameters)] = parameters
    row[-1] = who
    return row


def weights_of(
    source: str,
    policies: Mapping[str, tuple[str, str]],
    players: Mapping[str, tuple[float, Sequence[Any]]],
    length: int,
) -> NDArray[np.float64]:
    """The weights of tuned or learned bots, to be part of machine code.

    Args:
        source: The ``__file__`` that asks for them.
        policies: By name of a policy the data file beside ``source`` and the name of its table there.
        players: By name of a bot that such a table may name as its player: its number, and its ``Parameter`` records.
        length: How many parameters a mind holds.

    Returns:
        Rows as of :func:`policy_row`, by policy and by number of players.
    """

    def rows(file: str, name: str) -> list[NDArray[np.float64]]:
        table = tomllib.loads(data_file(source, file).read_text(encoding="utf-8"))[name]
        number, parameters = players[table["player"]]
        by_size = [table.get("parameters", {}) | table.get("by_players", {}).get(str(size), {}) for size in SIZES]
        return [policy_row(length, number, [own.get(p.name, p.default) for p in parameters]) for own in by_size]

    return np.array([rows(*policies[name]) for name in policies])


@inlined
def sit_down(mind: Any, weights: Any) -> None:
    """Make a mind that of the policy with these weights, playing its best and free of constraints; its random stream
    stays as it is."""
    release(mind)
    mind["temperature"] = 0.0
    for phase in range(len(mind["mixing"])):
        mind["mixing"][phase] = 0.0
    for i in range(len(mind["parameters"])):
        mind["parameters"][i] = weights[i]
