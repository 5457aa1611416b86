"""By what one sees in Medina how the others play: makes ``medina_signs.csv`` from recorded games.

Sixty games of each player of ``medina_ladder`` among its like, such as

    arkadia-sim play casual casual casual --game medina --games 60 --seed 21 --record signs/casual_3.jsonl

Then ``python _medina_signs.py signs/*_[234].jsonl > medina_signs.csv``. A sign is what a player does in the first eight
of its turns.
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import mean, stdev
from typing import Any

from arkadia_sim.questions.estimates import SCHEMA

TURNS = 8
SIGNS = ("roof_below_seven", "roof_below_nine", "two_stables")
Square = tuple[int, int]


def beside(squares: Iterable[Square]) -> set[Square]:
    """The squares next to any of these."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(row + down, column + right) for row, column in squares for down, right in steps}


def signs(record: Mapping[str, Any]) -> list[tuple[float, ...]]:
    """Of each seat of a recorded game, whether it shows each of ``SIGNS``."""
    pieces, outside = set[Square](), {tuple(record["merchant"])}
    row, column = record["well"]
    well = {(row + 2, column), (row - 2, column), (row, column + 2), (row, column - 2)}
    turns, stables = Counter[int](), Counter[int]()
    worths: list[list[int]] = [[99] for _ in range(record["players"])]
    for turn in record["turns"]:
        seat = turn["seat"]
        turns[seat] += 1
        for action in turn["actions"]:
            square, early = tuple(action["square"]), turns[seat] <= TURNS
            if action["place"] in ("building", "stable"):
                pieces.add(square)
                stables[seat] += early and action["place"] == "stable"
            elif action["place"] in ("wall", "merchant"):
                outside.add(square)
            elif action["place"] == "roof" and early:
                palace = {square}
                while more := beside(palace) & pieces - palace:
                    palace |= more
                worths[seat].append(len(palace) + len(beside(palace) & outside) + 4 * len(palace & well))
    return [(min(worths[s]) < 7, min(worths[s]) < 9, stables[s] >= 2) for s in range(record["players"])]


def main() -> None:
    """Print a row for each sign, player and table size."""
    out = csv.DictWriter(sys.stdout, SCHEMA, restval="", lineterminator="\n")
    out.writeheader()
    for file in sys.argv[1:]:
        with open(file, encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        games, about = len(records), records[0]
        seen = [signs(record) for record in records]
        for number, sign in enumerate(SIGNS):
            shares = [100.0 * mean(seat[number] for seat in game) for game in seen]
            share, error = mean(shares), stdev(shares) / games**0.5
            unsure = 100.0 * (1.0 - 0.025 ** (1.0 / games)) if error == 0 else 1.96 * error  # if all games are alike
            out.writerow(
                {"part": "medina_signs", "design": "play", "kind": "chance", "players": about["players"],
                 "setting": "first eight turns", "contrast": sign, "bot": about["bots"][0], "outcome": "chance",
                 "unit": "%", "n": games, "mean": share, "low": max(0.0, share - unsure),
                 "high": min(100.0, share + unsure), "se": error, "level": 0.95}
            )  # fmt: skip


if __name__ == "__main__":
    main()
