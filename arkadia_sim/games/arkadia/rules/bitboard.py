"""Sets of squares of the board as bits; what is done with them is in ``kernels.four_words``.

The board has 12 rows of 16 squares. Each row takes 17 bits, its squares and one sentinel::

    square (row, column)  =  bit 17 * row + column         0 … 15 columns | 16 sentinel
    word of a bit         =  bit // 64                     204 bits in four 64-bit words
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.box import COLUMNS, ROWS
from arkadia_sim.kernels import four_words
from arkadia_sim.kernels.four_words import *  # noqa: F403 -- what is done with sets, under one name with the board's own

STRIDE = COLUMNS + 1
_GRID = four_words.Grid(STRIDE)
square_to_bit, bit_to_square = _GRID.bit_of, _GRID.square_of
words_of, squares_of = _GRID.words_of, _GRID.squares_of

BOARD = tuple(map(np.uint64, words_of((row, column) for row in range(ROWS) for column in range(COLUMNS))))


@inlined
def neighbours(a: Any) -> Any:
    """Squares of the board orthogonally next to a square of the set; may include squares of the set itself."""
    return four_words.both(four_words.beside(a, STRIDE), BOARD)
