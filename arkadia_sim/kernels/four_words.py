"""Sets of squares as bits, so that "every place where a piece fits" is a handful of machine instructions.

A set has room for 256 bits, in four 64-bit words; which square is which bit is each game's own. Each row of a board
takes a bit more than it has squares, a sentinel that never belongs to a set, so that nothing that is moved goes round a
corner from the right edge to the left one.

In compiled code a set is a tuple of four ``uint64`` (it stays in registers); in a record it is a row of four.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from arkadia_sim.accelerate import count_bits, inlined, lowest_bit
from arkadia_sim.kernels.bits import members

__all__ = [
    "EMPTY", "WORDS", "both", "drop_first", "either", "exclusive", "first_bit", "has", "is_empty", "is_within", "load",
    "mark_squares", "meet", "nth_bit", "single", "size", "store", "toward_end", "toward_start", "without",
]  # fmt: skip
"""What a game's own module about its board offers beside."""

WORDS = 4

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_63 = np.uint64(63)
_64 = np.uint64(64)

EMPTY = (_ZERO, _ZERO, _ZERO, _ZERO)


class Grid(NamedTuple):
    """Squares of a board as bits: each row takes ``stride`` bits, its squares and one sentinel or more."""

    stride: int

    def bit_of(self, square: tuple[int, int]) -> int:
        """The bit of a square, ``(row, column)``."""
        return self.stride * square[0] + square[1]

    def square_of(self, bit: int) -> tuple[int, int]:
        """The row and column of a bit."""
        return divmod(int(bit), self.stride)

    def words_of(self, squares: Iterable[tuple[int, int]]) -> list[int]:
        """The four words of a set of squares, for storing in a record."""
        every = 0
        for square in squares:
            every |= 1 << self.bit_of(square)
        return [every >> (64 * word) & (1 << 64) - 1 for word in range(WORDS)]

    def squares_of(self, words: Any) -> list[tuple[int, int]]:
        """The squares of a set, by row and then column."""
        return [self.square_of(bit) for bit in members(sum(int(words[word]) << (64 * word) for word in range(WORDS)))]


@inlined
def load(words: Any) -> Any:
    """The set kept in a row of four words."""
    return (words[0], words[1], words[2], words[3])


@inlined
def store(words: Any, board: Any) -> None:
    """Keep a set in a row of four words."""
    words[0] = board[0]
    words[1] = board[1]
    words[2] = board[2]
    words[3] = board[3]


@inlined
def both(a: Any, b: Any) -> Any:
    """Squares in both sets."""
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


@inlined
def either(a: Any, b: Any) -> Any:
    """Squares in at least one of the sets."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3])


@inlined
def without(a: Any, b: Any) -> Any:
    """Squares of ``a`` that are not in ``b``."""
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3])


@inlined
def exclusive(a: Any, b: Any) -> Any:
    """Squares in exactly one of the sets."""
    return (a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3])


@inlined
def is_empty(a: Any) -> Any:
    """Whether no square is in the set."""
    return (a[0] | a[1] | a[2] | a[3]) == _ZERO


@inlined
def meet(a: Any, b: Any) -> Any:
    """Whether the sets have a square in common."""
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != _ZERO


@inlined
def is_within(a: Any, b: Any) -> Any:
    """Whether every square of ``a`` is in ``b``."""
    return ((a[0] & ~b[0]) | (a[1] & ~b[1]) | (a[2] & ~b[2]) | (a[3] & ~b[3])) == _ZERO


@inlined
def size(a: Any) -> Any:
    """How many squares are in the set."""
    return count_bits(a[0]) + count_bits(a[1]) + count_bits(a[2]) + count_bits(a[3])


@inlined
def has(a: Any, bit: Any) -> Any:
    """Whether the square of that bit is in the set."""
    place = np.uint64(bit) & _63
    word = bit >> 6
    chosen = a[0] if word == 0 else (a[1] if word == 1 else (a[2] if word == 2 else a[3]))
    return ((chosen >> place) & _ONE) != _ZERO


@inlined
def single(bit: Any) -> Any:
    """The set of one square."""
    flag = _ONE << (np.uint64(bit) & _63)
    word = bit >> 6
    return (
        flag if word == 0 else _ZERO,
        flag if word == 1 else _ZERO,
        flag if word == 2 else _ZERO,
        flag if word == 3 else _ZERO,
    )


@inlined
def toward_start(a: Any, steps: Any) -> Any:
    """The set moved ``steps`` bits toward the top left; 1 to 63."""
    right = np.uint64(steps)
    left = _64 - right
    return (
        (a[0] >> right) | (a[1] << left),
        (a[1] >> right) | (a[2] << left),
        (a[2] >> right) | (a[3] << left),
        a[3] >> right,
    )


@inlined
def toward_end(a: Any, steps: Any) -> Any:
    """The set moved ``steps`` bits toward the bottom right; 1 to 63."""
    left = np.uint64(steps)
    right = _64 - left
    return (
        a[0] << left,
        (a[1] << left) | (a[0] >> right),
        (a[2] << left) | (a[1] >> right),
        (a[3] << left) | (a[2] >> right),
    )


@inlined
def beside(a: Any, stride: Any) -> Any:
    """Squares that share an edge with a square of the set, on a board whose rows take ``stride`` bits; may include
    squares of the set itself, and sentinels."""
    row = either(toward_end(a, 1), toward_start(a, 1))
    return either(row, either(toward_end(a, stride), toward_start(a, stride)))


@inlined
def first_bit(a: Any) -> Any:
    """The lowest bit of a set that is not empty."""
    if a[0] != _ZERO:
        return lowest_bit(a[0])
    if a[1] != _ZERO:
        return 64 + lowest_bit(a[1])
    if a[2] != _ZERO:
        return 128 + lowest_bit(a[2])
    return 192 + lowest_bit(a[3])


@inlined
def drop_first(a: Any) -> Any:
    """The set without its lowest bit; the set must not be empty."""
    if a[0] != _ZERO:
        return (a[0] & (a[0] - _ONE), a[1], a[2], a[3])
    if a[1] != _ZERO:
        return (a[0], a[1] & (a[1] - _ONE), a[2], a[3])
    if a[2] != _ZERO:
        return (a[0], a[1], a[2] & (a[2] - _ONE), a[3])
    return (a[0], a[1], a[2], a[3] & (a[3] - _ONE))


@inlined
def nth_bit(a: Any, rank: Any) -> Any:
    """The bit with ``rank`` lower ones in the set; 0 <= rank < size."""
    base = 0
    word = a[0]
    count = count_bits(word)
    if rank >= count:
        rank -= count
        base, word = 64, a[1]
        count = count_bits(word)
        if rank >= count:
            rank -= count
            base, word = 128, a[2]
            count = count_bits(word)
            if rank >= count:
                rank -= count
                base, word = 192, a[3]
    for _ in range(rank):
        word = word & (word - _ONE)
    return base + lowest_bit(word)


@inlined
def mark_squares(marks: Any, first: Any, a: Any, stride: Any) -> None:
    """Mark the squares of a set by 1; ``marks`` has the board's squares row by row, without sentinels, from ``first``
    on."""
    for word in range(WORDS):
        rest = a[word]
        while rest != _ZERO:
            bit = 64 * word + lowest_bit(rest)
            marks[first + bit - bit // stride] = 1
            rest = rest & (rest - _ONE)
