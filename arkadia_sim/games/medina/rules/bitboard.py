"""Sets of squares as bits: of the whole grid, the ring of wall spaces included. What is done with them is in
``kernels.four_words``.

The large board has 13 rows of 18 squares with its ring, the small one fewer of each. Each row takes 19 bits, the last
one or more of which are sentinels::

    square (row, column)  =  bit 19 * row + column         0 … 17 columns | 18 sentinel
    word of a bit         =  bit // 64                     247 bits in four 64-bit words

``beside`` and ``around`` may name sentinels too: whoever asks keeps what lies on the board.
"""

from collections.abc import Iterable
from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels import four_words
from arkadia_sim.kernels.four_words import (
    EMPTY,
    WORDS,
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

STRIDE = 19
ROWS_MAX = 13
COLUMNS_MAX = 18

__all__ = [
    "COLUMNS_MAX",
    "EMPTY",
    "ROWS_MAX",
    "STRIDE",
    "WORDS",
    "around",
    "beside",
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


def square_to_bit(square: tuple[int, int]) -> int:
    """The bit of a square."""
    return STRIDE * square[0] + square[1]


def bit_to_square(bit: int) -> tuple[int, int]:
    """The row and column of a bit."""
    return divmod(int(bit), STRIDE)


def words_of(squares: Iterable[tuple[int, int]]) -> list[int]:
    """The four words of a set of ``(row, column)`` squares, for storing in a record."""
    return words_of_bits(map(square_to_bit, squares))


def squares_of(words: Any) -> list[tuple[int, int]]:
    """The squares of a set, by row and then column."""
    return [bit_to_square(bit) for bit in bits_of(words)]


@inlined
def beside(a: Any) -> Any:
    """Squares that share an edge with a square of the set; may include squares of the set itself."""
    return four_words.beside(a, STRIDE)


@inlined
def around(a: Any) -> Any:
    """Squares that share an edge or a corner with a square of the set, and the set itself."""
    row = either(a, either(toward_end(a, 1), toward_start(a, 1)))
    return either(row, either(toward_end(row, STRIDE), toward_start(row, STRIDE)))
