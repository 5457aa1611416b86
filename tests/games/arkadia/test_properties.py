"""What holds in every game whatever is decided: nothing appears or vanishes, nothing overlaps, every game ends."""

import os
from collections import Counter
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.components.squares import neighbours, on_board
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.options import OWN_WORKERS
from arkadia_sim.games.arkadia.rules.state import SEATS_MAX, TURNS_MAX, UNLIMITED_SUPPLY, new_minds
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.values import Piece, blank_decision, write
from arkadia_sim.rng import STREAM_WORDS
from tests.games.arkadia.twin.compare import SideBySide
from tests.games.arkadia.twin.configurations import VALUES, Configuration, configuration
from tests.games.arkadia.twin.deciders import ask
from tests.games.arkadia.twin.engine_view import EngineView
from tests.games.arkadia.twin.ground import FAMILIES

SETTINGS = st.builds(
    lambda number, fixed: configuration(number, **fixed),
    st.integers(0, 10_000),
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items() if name != "decider"}),
)
"""Any table: every option and every knob at any of its values, the ordinary game being the simplest example."""


class Ledger:
    """Counts everything in a game and holds the sums against what was there at the start."""

    def __init__(self, plan: Configuration, view: EngineView) -> None:
        self.plan, self.view = plan, view
        rules = plan.rules
        self.seals = UNLIMITED_SUPPLY if rules.seal_supply == "unlimited" else rules.seals_per_family
        self.cards = Counter(plan.components.cards)
        self.placed: Counter[str] = Counter()
        self.gold = [0] * plan.players

    def check(self) -> None:
        """Nothing has appeared or vanished, and nothing lies on anything else."""
        state = self.view.snapshot()
        self._check_workers(state)
        self._check_seals(state)
        self._check_cards(state)
        self._check_castle(state)
        self._check_board(state)
        assert all(now >= before for now, before in zip(state["gold"], self.gold, strict=True))
        self.gold = state["gold"]

    def _check_workers(self, state: dict[str, Any]) -> None:
        on_the_board = Counter(state["workers"].values())
        for seat in range(self.plan.players):
            parts = state["own_at_hand"][seat], state["own_pool"][seat], on_the_board[seat]
            assert min(parts) >= 0
            assert sum(parts) == OWN_WORKERS
            assert 0 <= state["banners"][seat] <= self.plan.rules.banners
        neutral = [*state["neutral_at_hand"], state["neutral_pool"], on_the_board["neutral"]]
        assert min(neutral) >= 0
        assert sum(neutral) == self.plan.rules.neutral_workers

    def _check_seals(self, state: dict[str, Any]) -> None:
        supply = self.view.table["supply"].tolist()
        for i, family in enumerate(FAMILIES):
            held = [seals[family] for seals in state["seals"]]
            lying = sum(one["seal"] and one["card"].endswith(f"/{family}") for one in state["buildings"])
            assert min(held) >= 0
            assert supply[i] >= 0
            assert sum(held) + lying + supply[i] == self.seals

    def _check_cards(self, state: dict[str, Any]) -> None:
        cards = [card for hand in state["hands"] for card in hand] + state["stack"]
        cards += [card for card in state["face_up"] if card is not None]
        cards += [one["card"] for one in state["buildings"][1:]]
        assert Counter(cards) == self.cards
        for hand, known in zip(state["hands"], state["known"], strict=True):
            assert Counter(known) <= Counter(hand)

    def _check_castle(self, state: dict[str, Any]) -> None:
        for family in FAMILIES:
            left = [pool[family] for pool in state["pools"]]
            assert min(left) >= 0
            assert sum(left) + self.placed[family] == sum(self.plan.rules.floor_pieces)
        shown = sum(top is not None for top in state["castle_top"])
        assert sum(state["values"].values()) == shown
        assert not all(state["castle_covered"]) or state["floor"] == 3

    def _check_board(self, state: dict[str, Any]) -> None:
        squares = [(row, column) for one in state["buildings"] for row, column in one["squares"]]
        squares += list(state["workers"])
        assert all(map(on_board, squares))
        assert len(set(squares)) == len(squares)
        assert squares_of(self.view.table["occupied"]) == sorted(squares)

    def check_enclosed(self) -> None:
        """At the end of a turn exactly the enclosed buildings are complete (R6.1)."""
        state = self.view.snapshot()
        occupied = {(row, column) for one in state["buildings"] for row, column in one["squares"]} | set(
            state["workers"]
        )
        for one in state["buildings"][1:]:
            around = neighbours((row, column) for row, column in one["squares"])
            assert one["complete"] == (around <= occupied)
            assert not (one["complete"] and one["seal"])


def play_and_check(plan: Configuration) -> None:
    """Play a game by chance, with everything counted after every step."""
    view = SideBySide.dealt(plan).view
    ledger, table = Ledger(plan, view), view.table
    minds = new_minds()
    minds["random"] = np.random.default_rng(plan.number).integers(1, 1 << 63, (SEATS_MAX, STREAM_WORDS), np.uint64)
    longest = plan.players * (
        len(plan.components.cards) + plan.players * (OWN_WORKERS + plan.rules.banners) + plan.rules.neutral_workers + 1
    )
    assert longest < TURNS_MAX
    while view.phase != "over":
        ledger.check()
        decision = blank_decision()
        if view.phase == "end":
            ledger.check_enclosed()
        else:
            choice = ask(view, minds, play.decide_by_chance)
            write(decision, choice, view.game["table"], plan.components)
            if isinstance(choice, Piece):
                ledger.placed[choice.family] += 1
        with np.errstate(over="ignore"):
            assert step(view.game, decision) == OK
        assert int(table["turn"]) < longest
    ledger.check()


@settings(
    max_examples=40,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(SETTINGS)
def test_nothing_appears_vanishes_or_overlaps_and_every_game_ends(plan: Configuration) -> None:
    """Own and neutral workers, seals, cards and castle pieces add up after every step; no square is taken twice; no
    turn leaves an enclosed building open; gold only grows; a game ends within the turns that its supplies allow."""
    play_and_check(plan)
