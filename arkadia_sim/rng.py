"""Random numbers: the seed tree and the compiled random stream.

One number, the experiment's seed, fixes everything. It gives the seeds of the deals (one per player count and deal).
A deal's seed starts the stream that shuffles and deals, and gives each seat a stream of its own. So a bot that draws
more numbers changes neither the deal nor its opponents' luck. These common random numbers make paired comparisons
sharp. The seats' seeds come from the deal's through BLAKE2b, which cannot be reversed: a bot that looks at its own
stream learns nothing about the cards or the others' luck.

Generators: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) for seeding and mixing, xoroshiro128++ (Blackman and Vigna,
ACM TOMS 47, 2021) for the streams. Whole numbers below a bound are exactly uniform (Lemire, ACM TOMACS 29, 2019).
"""

from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import inlined

STREAM_WORDS = 2
"""The state of a stream: this many uint64, not all zero."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""Multiples of it lie far apart."""
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_U11, _U17, _U21, _U27, _U28, _U30, _U31, _U32 = (np.uint64(n) for n in (11, 17, 21, 27, 28, 30, 31, 32))
_U15, _U36, _U47, _U49 = (np.uint64(n) for n in (15, 36, 47, 49))
_UNIT = 1.0 / (1 << 53)


@inlined
def mix(word: Any) -> Any:
    """Scramble 64 bits so that neighbouring inputs give unrelated outputs (the output function of SplitMix64)."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@inlined
def seed_stream(state: Any, seed: Any) -> None:
    """Start the stream in ``state`` (``STREAM_WORDS`` uint64, changed in place) from a uint64 seed, by SplitMix64."""
    for i in range(STREAM_WORDS):
        seed = seed + GOLDEN
        state[i] = mix(seed)


@inlined
def next_word(state: Any) -> Any:
    """The next 64 random bits of a xoroshiro128++ stream; ``state`` changes in place."""
    s0, s1 = state[0], state[1]
    total = s0 + s1
    result = ((total << _U17) | (total >> _U47)) + s0
    s1 = s1 ^ s0
    state[0] = ((s0 << _U49) | (s0 >> _U15)) ^ s1 ^ (s1 << _U21)
    state[1] = (s1 << _U28) | (s1 >> _U36)
    return result


@inlined
def below(state: Any, bound: Any) -> Any:
    """A whole number from 0 to ``bound - 1``, each equally likely; 1 <= bound < 2**32."""
    limit = np.uint64(bound)
    product = (next_word(state) >> _U32) * limit
    if (product & _LOW_32) < limit:
        threshold = (_U2_32 - limit) % limit
        while (product & _LOW_32) < threshold:
            product = (next_word(state) >> _U32) * limit
    return np.int64(product >> _U32)


_U2_32 = np.uint64(1 << 32)


@inlined
def shuffle(items: Any, n: Any, state: Any) -> None:
    """Put the first ``n`` entries into a random order, all equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        items[i], items[j] = items[j], items[i]


@inlined
def uniform(state: Any) -> Any:
    """A float of at least 0 and less than 1, with 53 random bits."""
    return np.float64(next_word(state) >> _U11) * _UNIT


def deal_seeds(seed: int, players: int, first_deal: int, count: int) -> NDArray[np.uint64]:
    """The seeds of consecutive deals at tables of one size: one uint64 for each of ``count``, from ``first_deal`` on.
    ``seed`` is the experiment's, from 0 to 2**64 - 1."""
    with np.errstate(over="ignore"):
        root = _plain_child(np.uint64(seed), np.uint64(players))
        numbers = np.arange(first_deal, first_deal + count, dtype=np.uint64)
        return np.asarray(_plain_child(root, numbers), dtype=np.uint64)


def seat_seeds(deals: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The seeds of the seats' streams, of shape (deals, 4), from the deals' seeds."""
    numbers = np.asarray(deals).astype("<u8").tobytes()
    begun, digests = blake2b(digest_size=32, person=b"arkadia_sim seat"), []
    for at in range(0, len(numbers), 8):
        hashed = begun.copy()  # takes half the time of a fresh start
        hashed.update(numbers[at : at + 8])
        digests.append(hashed.digest())
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64).reshape(len(deals), 4)


def _plain_child(seed: Any, number: Any) -> Any:
    """The seed of branch ``number`` (0, 1, 2 …) of a node of the seed tree; both are uint64."""
    plain_mix = getattr(mix, "py_func", mix)
    return plain_mix(plain_mix(seed + GOLDEN) + (number + _ONE) * GOLDEN)


# -- for bots in plain Python ------------------------------------------------------------------------------------------
Item = TypeVar("Item")

_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1


class Dice:
    """A seat's own stream of random numbers: xoroshiro128++, number by number the same as the compiled one.

    ``words`` are the two 64-bit words of its state; they change with every number drawn.
    """

    __slots__ = ("words",)

    def __init__(self, words: Iterable[int]) -> None:
        self.words = [int(word) for word in words]

    def word(self) -> int:
        """The next 64 random bits."""
        s0, s1 = self.words
        scrambled = (_turn(s0 + s1 & _WORD, 17) + s0) & _WORD
        s1 ^= s0
        self.words = [_turn(s0, 49) ^ s1 ^ (s1 << 21 & _WORD), _turn(s1, 28)]
        return scrambled

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``, all equally likely."""
        if not 1 <= bound <= _HALF:
            raise ValueError(f"cannot draw a number from 0 to below {bound!r}; the bound must be 1 to {_HALF}")
        product = (self.word() >> 32) * bound
        if (product & _HALF) < bound:
            threshold = (_HALF + 1 - bound) % bound
            while (product & _HALF) < threshold:
                product = (self.word() >> 32) * bound
        return product >> 32

    def uniform(self) -> float:
        """A number from 0 to below 1, with 53 random bits."""
        return (self.word() >> 11) * _UNIT

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, all equally likely."""
        if not items:
            raise ValueError("there is nothing to choose from")
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put the items into a random order, in place; all orders are equally likely."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _turn(word: int, left: int) -> int:
    """The word with its bits rotated to the left."""
    return (word << left | word >> (64 - left)) & _WORD
