"""Dice for bots in plain Python: the random numbers of ``arkadia_sim.rng``, computed with Python's own integers.

A bot that uses no other random numbers plays the same game again from the same seed, compiled or not.
"""

from collections.abc import Iterable, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1
_UNIT = 1.0 / (1 << 53)


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

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely."""
        if not items:
            raise ValueError("there is nothing to choose from")
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a random order, in place; all orders are equally likely."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _turn(word: int, left: int) -> int:
    """The word with its bits rotated to the left."""
    return (word << left | word >> (64 - left)) & _WORD
