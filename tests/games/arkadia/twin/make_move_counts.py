"""Makes the move-count tables: four fixed games, and how many choices there were at each of their decisions.

Run as `python -m tests.games.arkadia.twin.make_move_counts` from the root of the repository. The games are
dealt from the data files and played by the twin's dice, so they change with either; then the tables have to
be made anew.
"""

import json
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

from tests.games.arkadia.twin.check_record import replay_must
from tests.games.arkadia.twin.players import play_out, random_head
from tests.games.arkadia.twin.twin import Twin

FOLDER = Path(__file__).resolve().parents[1] / "data" / "move_counts"

# name, players, seed of deal and play, options that differ from the default
GAMES: list[tuple[str, int, int, dict[str, Any]]] = [
    ("standard_2", 2, 102, {}),
    ("standard_3", 3, 103, {}),
    ("standard_4", 4, 104, {}),
    ("first_game_3_flipped", 3, 203, {"setup": "first_game", "flip_tiles": True}),
]

HEADER = """\
# Choices at every decision of the game in {name}.jsonl ({players} players, {options}).
# Made by `python -m tests.games.arkadia.twin.make_move_counts`: dealt and played by the twin's dice with seed {seed},
# counted by the twin. A table may be trusted as far as the twin is: by_hand.txt was counted without a program.
# Columns: turn (from 0), phase, count, and for the must a second count.
#   must    distinct pairs of card and squares to build; distinct ways to introduce workers (owner by square)
#   draw    places a card can be drawn from
#   castle  distinct pairs of piece and castle square, for one piece
#   banner  ways to decide: 1 without it, and the product over the families of (seals held + 1)
# Phases without a decision have no line.
"""


def decision_lines(record: dict[str, Any]) -> Iterator[str]:
    """One line per decision of a recorded game, counted by the twin before it plays what the record says."""
    twin = Twin(record)
    for turn, entry in enumerate(record["turns"]):
        pieces = iter(entry["castle"])
        while twin.turn == turn and twin.phase != "over":
            if twin.phase == "must":
                yield f"{turn} must {len(twin.legal_builds())} {twin.count_worker_options()}"
                replay_must(twin, entry["must"])
            elif twin.phase == "draw":
                yield f"{turn} draw {len(twin.draw_options())}"
                twin.draw(entry["draw"])
            elif twin.phase == "castle":
                yield f"{turn} castle {len(twin.castle_options())}"
                piece = next(pieces)
                twin.place_piece(piece["piece"], piece["square"])
            else:
                yield f"{turn} banner {1 + prod(count + 1 for count in twin.seals[twin.seat].values())}"
                twin.banner(None if entry["banner"] is None else entry["banner"]["sold"])


def main() -> None:
    """Play the games and write their records and tables."""
    for name, players, seed, rules in GAMES:
        record = play_out(random_head(players, seed, **rules), seed)
        options = ", ".join(f"{option} {json.dumps(value)}" for option, value in rules.items()) or "all options default"
        header = HEADER.format(name=name, players=players, options=options, seed=seed)
        (FOLDER / f"{name}.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
        (FOLDER / f"{name}.txt").write_text(header + "\n".join(decision_lines(record)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
