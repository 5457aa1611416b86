"""Sets of squares of the board as bits; what is done with them is in ``kernels.four_words``.

The board has 12 rows of 16 squares. Each row takes 17 bits, its squares and one sentinel::

    square (row, column)  =  bit 17 * row + column         0 … 15 columns | 16 sentinel
    word of a bit         =  bit // 64                     204 bits in four 64-bit words
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.four_words import (
    EMPTY,
    WORDS,
    beside,
    bits_of,
    both,
    drop_first,
    either,
    exclusive,
    first_bit,
    has,
    is_empty,
    is_within,
    load,
    meet,
    nth_bit,
    single,
    size,
    store,
    toward_end,
    toward_start,
    without,
    words_of_bits,
)

ROWS = 12
COLUMNS = 16
STRIDE = COLUMNS + 1

__all__ = [
    "BOARD",
    "COLUMNS",
    "EMPTY",
    "ROWS",
    "STRIDE",
    "WORDS",
    "bit_to_square",
    "both",
    "drop_first",
    "either",
    "exclusive",
    "first_bit",
    "has",
    "is_empty",
    "is_within",
    "load",
    "meet",
    "neighbours",
    "nth_bit",
    "single",
    "size",
    "square_to_bit",
    "squares_of",
    "store",
    "toward_end",
    "toward_start",
    "without",
    "words_of",
]


def square_to_bit(row: int, column: int) -> int:
    """The bit of a square."""
    return STRIDE * row + column


def bit_to_square(bit: int) -> tuple[int, int]:
    """The row and column of a bit."""
    return divmod(bit, STRIDE)


def words_of(squares: Iterable[tuple[int, int]]) -> list[int]:
    """The four words of a set of ``(row, column)`` squares, for storing in a record."""
    return words_of_bits(square_to_bit(row, column) for row, column in squares)


def squares_of(words: Any) -> list[tuple[int, int]]:
    """The squares of a set, by row and then column."""
    return [bit_to_square(bit) for bit in bits_of(words)]


BOARD = tuple(map(np.uint64, words_of((row, column) for row in range(ROWS) for column in range(COLUMNS))))


@inlined
def neighbours(a: Any) -> Any:
    """Squares of the board orthogonally next to a square of the set; may include squares of the set itself."""
    return both(beside(a, STRIDE), BOARD)
