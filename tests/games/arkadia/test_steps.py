"""Steps of Arkadia: every legal decision can be made in steps, and nothing else."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.compiled_table import CompiledTable
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.table import Step, Table
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.moves import building_squares
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import BANNER, form_of, new_game
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.values import blank_decision

BOX = Components.shipped()


def decisions(table: CompiledTable, path: Sequence[Step] = ()) -> Iterator[Any]:
    """Every decision that steps can make now, but for workers, which have too many."""
    handed = table._handed(int(table._table["seat"]))
    options = table.language.options(handed, path)
    for option in options:
        if option.kind != "building":
            yield from decisions(table, (*path, option))
    if not options:
        decision = blank_decision()
        table.language.fill(handed, path, decision)
        assert table.language.path_of(handed, decision) == list(path)
        yield decision


def moments(phase: str) -> Iterator[CompiledTable]:
    """Some tables at which a phase wants a decision."""
    chance = np.random.default_rng(4)
    for seed in range(3):
        table = Table.start("arkadia", 2, seed=seed)
        assert isinstance(table, CompiledTable)
        while table.seat_to_act is not None:
            if not table._path and table.decision == phase and chance.random() < 0.2:
                yield table
            table.apply(int(chance.choice(table.legal_actions())))


def test_r4_all_builds_and_no_others_can_be_made_in_steps() -> None:
    for number, table in enumerate(moments("must")):
        game = table.games[0]
        seat = int(game["table"]["seat"])
        view = View(game["table"], game["holdings"], game["hands"][seat], Dice((1, 1)), {}, BOX)
        made = set()
        for decision in decisions(table):
            card, turned, anchor = (int(decision[field]) for field in ("card", "orientation", "anchor"))
            with np.errstate(over="ignore"):
                squares = building_squares(game["table"], form_of(card), turned, anchor)
            made.add((card_name(BOX, card), frozenset(squares_of(squares))))
        assert made == {(build.card, build.squares) for build in view.legal_builds()}
        if number == 8:
            break


@pytest.mark.parametrize(("phase", "ways"), [("draw", {5, 6, 4, 3, 2, 1}), ("castle", None)])
def test_the_kernel_allows_what_steps_offer(phase: str, ways: Any) -> None:
    for number, table in enumerate(moments(phase)):
        made = list(decisions(table))
        for decision in made:
            trial = new_game()
            trial[0] = table.games[0]
            with np.errstate(over="ignore"):
                assert step(trial[0], decision) == OK
        if phase == "castle":
            bare = 10 - int(table._table["n_covered"])
            pools = table._table["pools"][int(table._table["floor"])]
            assert len(made) == bare * int((pools > 0).sum())
        if number == 5:
            break


def test_r8_any_number_of_seals_can_be_sold() -> None:
    table = next(moments("banner"))
    seat = int(table._table["seat"])
    table.games[0]["holdings"]["seals"][seat] = [70, 0, 2, 31]
    for sold in ([65, 0, 1, 31], [62, 0, 0, 0], [70, 0, 2, 30], [0, 0, 0, 0]):
        decision = blank_decision()
        decision["use_banner"], decision["sold"] = 1, sold
        handed = table._handed(seat)
        path = table.language.path_of(handed, decision)
        for length in range(len(path)):
            assert path[length] in table.language.options(handed, path[:length])
        assert list(table.language.options(handed, path)) == []
        again = blank_decision()
        table.language.fill(handed, path, again)
        assert int(table._table["phase"]) == BANNER and again["sold"].tolist() == sold


def test_r10_3_a_card_from_the_stack_is_told_to_nobody() -> None:
    table = Table.start("arkadia", 2, seed=1, bots=["random", "random"])
    while table.bot_to_act is not None:
        table.ask_bot()
    draws = [words for told in table.told() for words in told.words if "from the stack" in words]
    assert draws and all("draws a card from the stack" in words for words in draws)


def test_r4_a_building_covers_the_squares_that_a_placement_names() -> None:
    tables = [next(moments("must"))]
    for action in tables[0].legal_actions():
        tables[0].apply(action)
        placements = tables[0].placements()
        assert (tables[0].space.step(action).kind == "card") == bool(placements)
        for placement in placements[::40]:
            for laid in placement.actions:
                tables[0].apply(laid)
            covered = squares_of(tables[0].games[0]["now"]["squares"])
            assert sorted(covered) == sorted(placement.squares)
            while tables[0].path != [action]:
                tables[0].undo()
        tables[0].undo()
