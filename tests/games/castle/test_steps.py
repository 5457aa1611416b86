"""Steps of Once Upon a Castle: every candidate is one, with its words and its place on the board."""

import numpy as np

from arkadia_sim.core.compiled_table import CompiledTable
from arkadia_sim.core.table import Table
from arkadia_sim.games.castle.values import options_of

OTHER = {"version": "architect", "boards": "drawn", "build": "every_turn"}


def test_c12_steps_are_the_candidates_in_words() -> None:
    chance, squares = np.random.default_rng(3), 0
    table = Table.start("castle", 3, OTHER, seed=4)
    assert isinstance(table, CompiledTable)
    while table.seat_to_act is not None:
        legal = table.legal_actions()
        assert len(legal) == len(options_of(table.games[0]["table"])) >= 2
        words = [table.action_text(action) for action in legal]
        assert len(set(words)) == len(words) and all(words)
        if table.decision in ("use", "square"):
            board = table.scene(table.seat_to_act).boards[0]
            lit = [square for action in legal if (square := table.square_of(action)) is not None]
            taken = {mark.square for mark in board.marks}
            assert taken.isdisjoint(lit) and {square for area in board.areas for square in area.squares} >= set(lit)
            squares += len(lit)
        table.apply(int(chance.choice(legal)))
    assert squares > 50


def test_c5_nothing_can_be_taken_back_once_another_player_is_to_act() -> None:
    table = Table.start("castle", 2, seed=1)
    first = table.seat_to_act
    while table.seat_to_act == first:
        table.apply(table.legal_actions()[0])
    assert not table.can_undo
