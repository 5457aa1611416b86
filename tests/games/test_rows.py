"""What rows and turns say of games, counted again by hand from the games' records alone."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.registry import GAMES, find_game
from tests.games.arkadia.twin import check_record as arkadia_twin
from tests.games.castle.twin import check_record as castle_twin
from tests.games.medina.twin import check_record as medina_twin
from tests.games.medina.twin.configurations import configuration as configuration_of_medina
from tests.support.recorded import play, played

Square = tuple[int, int]
Rows = Sequence[Mapping[str, float]]
PAID = ("paid_never", "paid_once", "paid_twice", "paid_three_times", "paid_four_times")


# -- Arkadia -----------------------------------------------------------------------------------------------------------


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
        self.rows: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.top = list(record["lot_seals"])
        self.workers = [int(self.rules["start_workers"])] * self.players
        self.in_pool = [11 - int(self.rules["start_workers"])] * self.players
        self.seals = [dict.fromkeys(("red", "olive", "black", "silver"), 0) for _ in range(self.players)]
        self.open = {frozenset(map(tuple, placed["squares"])) for placed in record["placed"]}
        self.camps = {(r, c) for r, row in enumerate(record["board"]) for c, sign in enumerate(row) if sign == "T"}
        self.neutrals = int(self.rules["neutral_workers"]) - self.start_neutrals() * self.players
        self.paid: list[dict[Square, int]] = [{} for _ in range(self.players)]
        for turn in record["turns"]:
            self.count(turn)
        for seat, row in enumerate(self.rows):
            row["gold"] = record["result"]["gold"][seat]
            row["final_gold"] = row["gold"] - row["sale_gold"]
            row["own_workers_left"] = self.workers[seat]
            for times, name in enumerate(PAID):
                row[name] = 100 * list(self.paid[seat].values()).count(times) / max(1, len(self.paid[seat]))  # type: ignore[assignment]

    def start_neutrals(self) -> int:
        return {2: 3, 3: 2, 4: 1}[self.players] if self.rules["setup"] == "first_game" else 0

    def value(self, family: str) -> int:
        return self.top.count(family)

    def count(self, turn: Mapping[str, Any]) -> None:
        seat, must = turn["seat"], turn["must"] or {}
        row = self.rows[seat]
        row["turns"] += 1
        row["turns_without_worker"] += self.workers[seat] == 0
        completed = [frozenset(map(tuple, building["squares"])) for building in turn["completed"]]
        row["payouts_triggered"] += len(completed)
        if "build" in must:
            squares, family = frozenset(map(tuple, must["squares"])), must["build"].split("/")[1]
            won = min(len(self.camps & squares), self.neutrals)
            self.neutrals -= won
            row["builds"] += 1
            row["camps_covered"] += won
            self.open.add(squares)
            dearest = self.value(family) == max(map(self.value, self.seals[0]))
            row["dearest_left_open"] += dearest and squares not in completed
        for worker in must.get("workers", ()):
            row[f"{worker['owner']}_workers_used"] += 1
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
            row["banners_used"] += 1
            row["sale_gold"] += turn["banner"]["gold"]
            for family, number in turn["banner"]["sold"].items():
                self.seals[seat][family] -= number
                row["seals_sold"] += number

    def worth(self, player: int) -> int:
        return sum(number * self.value(family) for family, number in self.seals[player].items())


COUNTED = {
    "stable": "stables_placed",
    "roof": "palaces_claimed",
    "building": "buildings_placed",
}


def rows_of_medina(record: Mapping[str, Any]) -> Rows:
    """Some measures of each seat."""
    rows: list[Counter[str]] = [Counter() for _ in range(record["players"])]
    for turn in record["turns"]:
        row = rows[turn["seat"]]
        row["turns"] += 1
        row["tea_breaks"] += turn["tea"]
        for action in turn["actions"]:
            row["pieces_placed"] += 1
            if action["place"] in COUNTED:
                row[COUNTED[action["place"]]] += 1
            for event in action["effects"]:
                to = event.get("to")
                if event["event"] == "tea" and to is not None:
                    rows[to]["tea_won"] += event["count"]
                elif event["event"] == "tower_tile" and to is not None:
                    rows[to]["tower_moves"] += 1
                    rows[to]["tower_merchants_won"] += event["merchants"]
    for number, score in enumerate(record["result"]["scores"]):
        palaces = [one for one in score["palaces"].values() if one]
        for points, column in (("buildings", "palace_buildings"), ("stables", "palace_stables")):
            rows[number][column] = sum(palace[points] for palace in palaces)
        for points in ("walls", "merchants", "well"):
            rows[number][f"palace_{points}"] = sum(palace[points] for palace in palaces)
        rows[number]["score"] = score["total"]
        rows[number]["tower_tiles_held"] = len(score["tower_tiles"])
        rows[number]["pieces_left"] = record["result"]["left"][number]
        rows[number]["order"] = (number - record["first_seat"]) % record["players"]
    return rows


def rows_of_castle(record: Mapping[str, Any]) -> Rows:
    """What is said of the board is the same for all seats."""
    board = record["board"]
    lines = board["lines"]
    tower = next(line for line in lines if line["tower"] >= 5)
    parts = [line for line in lines if line is not tower and (line["wall"] or line["tower"] or line["floor"])]
    expected = {
        "board_residents": board["group_size"] * len(board["group_points"]),
        "board_resident_points": board["group_points"][-1],
        "board_flag_points": sum(sum(line["flags"]) for line in lines),
        "board_first_flags": board["flag_room"][1],
        "board_card_points": sum(board.get("card_values") or [0]),
        "board_wall_residents": sum(line["residents"] for line in lines if line["wall"]),
        "board_walls": sum(line["wall"] for line in lines),
        "board_tower_crossings": sum(bool(set(tower["squares"]) & set(line["squares"])) for line in parts),
    }
    return [expected | {"score": score["total"]} for score in record["result"]["scores"]]


TABLES: dict[str, list[tuple[int, dict[str, Any], tuple[str, ...]]]] = {
    "arkadia": [
        (2, {}, ("random", "greedy", "tent_camp")),
        (3, {"setup": "first_game", "flip_tiles": True}, ("greedy:temperature=2", "random", "tent_camp", "casual")),
        (4, {"final_round": "others_only", "holdings": "hidden", "workers_at_castle": False}, ("random", "greedy")),
        (2, {"seals_per_family": 6, "neutral_workers": 4, "floor_pieces": [4, 3, 0]}, ("tent_camp", "random")),
    ],
    "medina": [
        (plan.players, plan.chosen, ("random", "greedy")) for plan in map(configuration_of_medina, range(6))
    ],
    "castle": [
        (2, {"version": "apprentice", "boards": "drawn"}, ("random",)),
        (3, {"version": "architect", "boards": "drawn"}, ("random", "greedy")),
    ],
}  # fmt: skip
"""By game tables: players, rules and bots."""
BY_RECORD: dict[str, Callable[[Any], Rows]] = {
    "arkadia": lambda record: Ledger(record).rows,
    "medina": rows_of_medina,
    "castle": rows_of_castle,
}
REFEREES = {"arkadia": arkadia_twin, "medina": medina_twin, "castle": castle_twin}


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in GAMES for number in range(len(TABLES[name]))])
def test_rows_tell_what_the_records_tell(name: str, number: int) -> None:
    """The independent referee accepts the records of the play loop; what turns tell last are the points at the end."""
    players, rules, bots = TABLES[name][number]
    game = find_game(name)
    result = play(game, players, 8, rules, bots)
    assert not result.failures
    columns = result.players
    for number, record in enumerate(result.records):
        REFEREES[name].check(dict(record))
        assert columns["end"][number * players] == record["result"]["end"]
        for seat, row in enumerate(BY_RECORD[name](record)):
            told = {column: columns[column][number * players + seat] for column in row}
            assert told == pytest.approx(dict(row)), (number, seat)
    assert np.allclose(columns["win_share"].reshape(-1, players).sum(axis=1), 1.0)
    points, leads = (columns[outcome.column].reshape(-1, players) for outcome in reversed(game.outcomes[1:]))
    for own, lead in zip(points, leads, strict=True):
        assert [value - max(np.delete(own, seat)) for seat, value in enumerate(own)] == lead.tolist()
    last = np.flatnonzero(np.diff(np.asarray(result.turns["game"]), append=-1))
    kind = "standing" if name == "arkadia" else "points"
    for seat in range(players):
        assert np.asarray(result.turns[f"{kind}_seat_{seat}"])[last].tolist() == points[:, seat].tolist()


def test_turns_add_up_to_rows() -> None:
    """Derived measures follow from the counts."""
    result = play(find_game("arkadia"), 3, 8, {}, ("random", "greedy", "tent_camp"))
    rows, turns = result.players, pl.DataFrame({name: list(of) for name, of in result.turns.items()}, strict=False)
    told = (
        turns.group_by("game", "seat")
        .agg(
            turns=pl.len(),
            builds=(pl.col("must") == "build").sum(),
            camps_covered=pl.col("camps").cast(pl.Int64).sum(),
            payouts_triggered=pl.col("completed").cast(pl.Int64).sum(),
            banners_used=pl.col("banner").sum(),
            sale_gold=pl.col("sale_gold").cast(pl.Int64).sum(),
        )
        .sort("game", "seat")
    )
    for name in told.columns[2:]:
        assert told[name].to_list() == rows[name].tolist(), name
    for i in range(len(rows["gold"])):
        used, sold = rows["own_workers_used"][i], rows["seals_sold"][i]
        assert rows["buildings_per_own_worker"][i] == pytest.approx(rows["buildings_touched"][i] / used if used else 0)
        assert rows["gold_per_seal_sold"][i] == pytest.approx(rows["sale_gold"][i] / sold if sold else 0)
        assert rows["sales"][i] == rows["banners_used"][i] - rows["banners_without_sale"][i]


def test_many_logged_games_fill_the_log_more_than_once() -> None:
    """130 traced games do not fit into the log at once; none is lost or mixed up."""
    result = played(find_game("arkadia"), ["random"], [[0, 0, 0, 0]] * 130, traced=True)
    counted = np.bincount(result.turns["game"])
    assert counted.tolist() == result.players["turns"].reshape(-1, 4).sum(axis=1).tolist() and len(counted) == 130


def test_most_turns_that_a_game_can_have_fit_into_the_log() -> None:
    """With more pieces than the board takes, everybody places until nothing more fits."""
    many = dict.fromkeys(("buildings", "stables", "merchants", "walls", "neutral_roofs"), 1000)
    result = play(find_game("medina"), 4, 4, {**many, "street_start": "anywhere", "short_first_turns": 4})
    assert set(result.players["end"]) == {"stuck"}
