"""What the rows say of a game's behaviours, counted again by hand from the game's record alone."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.arkadia.test_play import VARIANTS, variant_games

COUNTED = (
    "dearest_left_open",
    "turns_without_worker",
    "buildings_touched",
    "seals_sold",
    "castle_for_self",
    "castle_for_others",
)
PAID = ("paid_never", "paid_once", "paid_twice", "paid_three_times", "paid_four_times")
Square = tuple[int, int]


def neighbours(squares: set[Square]) -> set[Square]:
    """The squares orthogonally next to a set, some of them perhaps off the board."""
    around = {(row + down, column) for row, column in squares for down in (-1, 1)}
    around |= {(row, column + right) for row, column in squares for right in (-1, 1)}
    return around - squares


class Ledger:
    """The behaviours of each seat, kept turn by turn from what a record tells."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.rules = record["rules"]
        self.players = len(record["result"]["gold"])
        self.rows = [dict.fromkeys(COUNTED, 0) for _ in range(self.players)]
        self.top = list(record["lot_seals"])
        self.workers = [int(self.rules["start_workers"])] * self.players
        self.in_pool = [11 - int(self.rules["start_workers"])] * self.players
        self.seals = [dict.fromkeys(("red", "olive", "black", "silver"), 0) for _ in range(self.players)]
        self.open = {frozenset(map(tuple, placed["squares"])) for placed in record["placed"]}
        self.paid: list[dict[Square, int]] = [{} for _ in range(self.players)]
        for turn in record["turns"]:
            self.count(turn)

    def value(self, family: str) -> int:
        return self.top.count(family)

    def count(self, turn: Mapping[str, Any]) -> None:
        seat, must = turn["seat"], turn["must"] or {}
        row = self.rows[seat]
        row["turns_without_worker"] += self.workers[seat] == 0
        completed = [frozenset(map(tuple, building["squares"])) for building in turn["completed"]]
        if "build" in must:
            squares, family = frozenset(map(tuple, must["squares"])), must["build"].split("/")[1]
            self.open.add(squares)
            dearest = self.value(family) == max(map(self.value, self.seals[0]))
            row["dearest_left_open"] += dearest and squares not in completed
        for worker in must.get("workers", ()):
            if worker["owner"] == "own":
                self.workers[seat] -= 1
                self.paid[seat][tuple(worker["square"])] = 0
                row["buildings_touched"] += sum(
                    tuple(worker["square"]) in neighbours(set(building)) for building in self.open
                )
        self.open -= set(completed)
        for here in self.paid:
            here |= {
                square: paid + sum(square in neighbours(set(payout)) for payout in completed)
                for square, paid in here.items()
            }
        for building in turn["completed"]:
            for player, earned in enumerate(building["seals"]):
                self.seals[player][building["family"]] += earned
        for piece in turn["castle"]:
            before = [self.worth(player) for player in range(self.players)]
            self.top[piece["square"]] = piece["piece"]
            change = [self.worth(player) - before[player] for player in range(self.players)]
            row["castle_for_self"] += change[seat]
            row["castle_for_others"] += sum(change) - change[seat]
        if turn["banner"] is not None:
            brought = min(int(self.rules["workers_per_banner"]), self.in_pool[seat])
            self.in_pool[seat] -= brought
            self.workers[seat] += brought
            for family, number in turn["banner"]["sold"].items():
                self.seals[seat][family] -= number
                row["seals_sold"] += number

    def worth(self, player: int) -> int:
        return sum(number * self.value(family) for family, number in self.seals[player].items())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_behaviours_are_counted_as_the_record_tells_them(players: int, variant: str) -> None:
    result = variant_games(players, variant)
    for game, record in enumerate(result.records):
        ledger = Ledger(record)
        rows = ledger.rows
        for name in COUNTED:
            values = result.players[name][game * players :][:players].tolist()
            assert values == [row[name] for row in rows], (game, name)
        for times, name in enumerate(PAID):
            shares = [100 * list(paid.values()).count(times) / max(1, len(paid)) for paid in ledger.paid]
            assert result.players[name][game * players :][:players].tolist() == pytest.approx(shares), (game, name)


def test_derived_behaviours_follow_from_the_counts() -> None:
    rows = variant_games(3, "standard").players
    for i in range(len(rows["gold"])):
        used, sold = rows["own_workers_used"][i], rows["seals_sold"][i]
        assert rows["buildings_per_own_worker"][i] == pytest.approx(rows["buildings_touched"][i] / used if used else 0)
        assert rows["gold_per_seal_sold"][i] == pytest.approx(rows["sale_gold"][i] / sold if sold else 0)
        assert rows["sales"][i] == rows["banners_used"][i] - rows["banners_without_sale"][i]
