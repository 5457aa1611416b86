"""Steps of Medina: every legal decision can be made in steps, and nothing else."""

import numpy as np

from arkadia_sim.core.compiled_table import CompiledTable
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.table import Step, Table
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.games.medina.rules.bitboard import bit_to_square
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, KIND_NAMES, PLACE


def test_m3_all_placements_and_no_others_can_be_made_in_steps() -> None:
    chance = np.random.default_rng(4)
    table = Table.start("medina", 3, seed=2, rules={"neutral_roofs": 1})
    assert isinstance(table, CompiledTable)
    looked = 0
    while table.seat_to_act is not None:
        if not table._path and table._table["phase"] == PLACE and chance.random() < 0.2:
            looked += 1
            game = table.games[0]
            handed = table._handed(int(game["table"]["seat"]))
            view = View(game["table"], game["holdings"], Dice((1, 1)), {})
            buildings = {min(palace.buildings): palace.buildings for palace in view.palaces}
            wanted = set()
            for place in view.placements():
                roof = place.piece in ("roof", "neutral_roof")
                wanted |= {(place.piece, square) for square in (buildings[place.square] if roof else [place.square])}
            made = set()
            for piece in table.language.options(handed, ()):
                for square in table.language.options(handed, (piece,)):
                    decision = np.zeros(1, DECISION_DTYPE)[0]
                    table.language.fill(handed, (piece, square), decision)
                    assert table.language.path_of(handed, decision) == [piece, square]
                    made.add((KIND_NAMES[int(decision["kind"])], bit_to_square(int(decision["square"]))))
            assert made == wanted
        table.apply(int(chance.choice(table.legal_actions())))
    assert looked > 10


def test_m10_3_a_tea_break_is_a_step() -> None:
    table = Table.start("medina", 2, seed=2)
    assert table.space.step(table.space.action(Step("tea", 1))) == Step("tea", 1)


def test_m3_a_first_piece_can_be_taken_back_and_a_whole_turn_cannot() -> None:
    table = Table.start("medina", 2, seed=2, rules={"short_first_turns": 0})
    seat = table.seat_to_act
    for taken in range(3):
        assert table.can_undo == (taken > 0)
        table.apply(table.legal_actions()[0])
    while table.can_undo:
        table.undo()
    assert table.actions == [] and table.seat_to_act == seat
