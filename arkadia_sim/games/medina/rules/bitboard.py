"""Sets of squares as bits: of the whole grid, the ring of wall spaces included. What is done with them is in
``kernels.four_words``.

The large board has 13 rows of 18 squares with its ring, the small one fewer of each. Each row takes 19 bits, the last
one or more of which are sentinels::

    square (row, column)  =  bit 19 * row + column         0 … 17 columns | 18 sentinel
    word of a bit         =  bit // 64                     247 bits in four 64-bit words

``beside`` and ``around`` may name sentinels too: whoever asks keeps what lies on the board.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels import four_words
from arkadia_sim.kernels.four_words import *  # noqa: F403 -- what is done with sets, under one name with the board's own

STRIDE = 19
ROWS_MAX = 13
COLUMNS_MAX = 18
_GRID = four_words.Grid(STRIDE)
square_to_bit, bit_to_square = _GRID.bit_of, _GRID.square_of
words_of, squares_of = _GRID.words_of, _GRID.squares_of


@inlined
def beside(a: Any) -> Any:
    """Squares that share an edge with a square of the set; may include squares of the set itself."""
    return four_words.beside(a, STRIDE)


@inlined
def around(a: Any) -> Any:
    """Squares that share an edge or a corner with a square of the set, and the set itself."""
    row = four_words.either(a, four_words.either(four_words.toward_end(a, 1), four_words.toward_start(a, 1)))
    return four_words.either(
        row, four_words.either(four_words.toward_end(row, STRIDE), four_words.toward_start(row, STRIDE))
    )
