"""The engine finds as many moves as the tables say: games counted by the twin, positions counted with a pencil."""

import json
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim.games.arkadia.bots_api.choices import (
    Banner,
    Build,
    Choice,
    Introduce,
    Owner,
    Pass,
    Piece,
    fill_decision,
)
from arkadia_sim.games.arkadia.bots_api.choices import blank_decision as blank
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square, neighbours
from arkadia_sim.games.arkadia.rules.bitboard import words_of
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import card_number, open_first_turn, prepare
from arkadia_sim.games.arkadia.rules.state import BANNER, CASTLE, DRAW, END, FAMILIES, LOT, MUST, OVER
from arkadia_sim.games.arkadia.rules.turn import OK, step
from tests.games.arkadia.twin.engine_calls import count_worker_options

FOLDER = Path(__file__).resolve().parent / "data" / "move_counts"
TABLES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
BY_HAND: list[dict[str, Any]] = json.loads((FOLDER / "by_hand.json").read_text(encoding="utf-8"))


class Replay:
    """A recorded game in the engine, set up from the head of its record and led on turn by turn."""

    def __init__(self, head: dict[str, Any]) -> None:
        shipped = Components.shipped()
        named = {"board": head["board"], "shapes": head["shapes"], "lot_seals": head["lot_seals"]}
        self.components = Components.from_json(shipped.as_json() | named)
        rules = RuleSet.from_mapping(head["rules"])
        self.games = prepare(self.components, rules, head["players"]).start.copy()
        self.game, self.table = self.games[0], self.games[0]["table"]
        self._stand([head["lot"], *(item["squares"] for item in head["placed"])])
        for building, item in enumerate(head["placed"], start=1):
            card = card_number(self.components, item["card"])
            self.table["card"][building] = card
            self.table["has_seal"][building] = 1
            self.table["supply"][card % FAMILIES] -= 1
        seals = [None if seal is None else self.components.families.index(seal) for seal in head["lot_seals"]]
        self.table["top"] = [-1 if seal is None else seal for seal in seals]
        self.table["value"] = [seals.count(family) for family in range(FAMILIES)]
        self._deal(head)
        open_first_turn(self.game)

    def _stand(self, places: list[list[Square]]) -> None:
        table = self.table
        covered: set[Square] = set()
        for building, listed in enumerate(places):
            squares = [(row, column) for row, column in listed]
            covered.update(squares)
            table["squares"][building] = words_of(squares)
            table["ring"][building] = words_of(neighbours(squares))
        table["occupied"] = words_of(covered)
        table["n_buildings"] = len(places)
        table["n_open"] = len(places) - 1
        table["open"][: len(places) - 1] = range(LOT + 1, len(places))

    def _deal(self, head: dict[str, Any]) -> None:
        def numbers(cards: list[str]) -> list[int]:
            return [card_number(self.components, card) for card in cards]

        for seat, hand in enumerate(head["hands"]):
            self.game["hands"][seat]["cards"][: len(hand)] = numbers(hand)
            self.game["hands"][seat]["n"] = self.table["hand_count"][seat] = len(hand)
        self.table["face_up"][: len(head["face_up"])] = numbers(head["face_up"])
        self.game["stack"][: len(head["stack"])] = numbers(head["stack"][::-1])
        self.table["stack_left"] = len(head["stack"])
        self.table["seat"] = self.table["first_seat"] = head["first_seat"]

    def apply(self, choice: Choice) -> None:
        """Carry out a choice, which must be legal."""
        decision = blank()
        fill_decision(decision, choice, self.game["table"], self.components)
        with np.errstate(over="ignore"):
            assert step(self.game, decision) == OK, choice

    def counts(self) -> str:
        """How many choices the phase offers, as the tables write it."""
        table = self.table
        if table["phase"] == MUST:
            hand = self.game["hands"][int(table["seat"])]
            return f"must {int(hand['n_builds'])} {int(count_worker_options(self.game))}"
        if table["phase"] == DRAW:
            return f"draw {sum(self._allowed(draw) for draw in (*range(8), 'stack'))}"
        if table["phase"] == CASTLE:
            pieces = [Piece(family, square) for family in self.components.families for square in range(10)]
            return f"castle {sum(self._allowed(piece) for piece in pieces)}"
        seals = self.game["holdings"]["seals"][int(table["seat"])]
        return f"banner {1 + prod(int(held) + 1 for held in seals)}"

    def _allowed(self, choice: Choice) -> bool:
        trial, decision = self.games.copy(), blank()
        fill_decision(decision, choice, trial[0]["table"], self.components)
        return int(step(trial[0], decision)) == OK

    def play_turn(self, entry: dict[str, Any]) -> Iterator[str]:
        """Play a recorded turn; yields the counts at each of its decisions."""
        pieces = iter(entry["castle"])
        while self.table["phase"] not in (END, OVER):
            phase = int(self.table["phase"])
            if phase != MUST or not self.table["must_pass"]:
                yield self.counts()
            else:
                yield "must 0 0"
            if phase == MUST:
                self.apply(_must(entry["must"]))
            elif phase == DRAW:
                self.apply(entry["draw"])
            elif phase == CASTLE:
                piece = next(pieces)
                self.apply(Piece(piece["piece"], piece["square"]))
            else:
                assert phase == BANNER
                self.apply(Banner(entry["banner"] is not None, (entry["banner"] or {"sold": {}})["sold"]))
        step(self.game, blank())


def _must(must: dict[str, Any] | None) -> Choice:
    if must is None:
        return Pass()
    if "build" in must:
        return Build(must["build"], frozenset((row, column) for row, column in must["squares"]))
    workers: dict[Square, Owner] = {
        (worker["square"][0], worker["square"][1]): worker["owner"] for worker in must["workers"]
    }
    return Introduce(frozenset((row, column) for row, column in must["building"]), workers)


@pytest.mark.parametrize("name", TABLES)
def test_the_engine_counts_what_the_twin_counted(name: str) -> None:
    """Builds, worker options, draws, castle options and ways to use a banner, at every decision of a whole game."""
    record = json.loads((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    expected = [line for line in text.splitlines() if not line.startswith("#")]
    replay = Replay(record)
    found = [f"{turn} {counts}" for turn, entry in enumerate(record["turns"]) for counts in replay.play_turn(entry)]
    assert found == expected
    assert replay.table["phase"] == OVER
    assert replay.game["holdings"]["gold"][: record["players"]].tolist() == record["result"]["gold"]


@pytest.mark.parametrize("position", BY_HAND, ids=lambda position: position["name"])
def test_the_engine_counts_what_a_pencil_counted(position: dict[str, Any]) -> None:
    """Builds and worker options in three positions; the reasoning is written out in by_hand.txt."""
    replay = Replay(position["head"])
    for entry in position.get("turns", []):
        for _ in replay.play_turn(entry):
            pass
    assert replay.counts() == f"must {position['builds']} {position['worker_options']}"
