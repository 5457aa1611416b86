"""Result trees of a made-up game with a known truth, to test the report without playing anything.

The luck of a deal and of its seats decides most of the gold; the change adds ``effect_gold`` to the one who makes it,
and shakes everybody's gold by ``upheaval``, as a game takes another course after a single other move.
Gold becomes ranks, win rate and lead as in a real game. The folder has the shape that a run writes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.plan.plan import Chunk, chunks_of
from arkadia_sim.results.manifest import FORMAT, Manifest
from arkadia_sim.results.rows import ChunkRows
from arkadia_sim.results.store import RunFolder
from tests.support import toy_game

BOTS = ["greedy", "tent_camp"]
SEED = 5


@dataclass(frozen=True)
class Toy:
    """The truth of the toy model, and how much of it is played."""

    players: tuple[int, ...] = (2, 3, 4)
    deals: int = 400
    effect_gold: float = 3.0
    effect_camps: float = 0.7
    upheaval: float = 4.0
    company_follows: bool = False
    rules: tuple[dict[str, Any], ...] = ({"holdings": "open", "castle": "full"},)


CAMPS: dict[str, Any] = {
    "name": "tent_camps",
    "claim": "H1",
    "title": "Are tent camps worth covering?",
    "phrase": "covering tent camps",
    "behaviour": "camps_covered",
    "behaviour_label": "tent camps covered per game",
    "without": "greedy",
    "with": "tent_camp",
}
"""The change on trial, as a manifest tells it."""


def write_paired(folder: Path, toy: Toy | None = None, **overrides: Any) -> Path:
    """A finished paired run, greedy against tent_camp among greedy; ``overrides`` replace entries of the experiment or
    of its change."""
    keys = (CAMPS.keys() | {"behaviour_direction"}) - {"name", "title"}
    change = {key: value for key, value in overrides.items() if key in keys}
    experiment = {key: value for key, value in overrides.items() if key not in change}
    toy = toy or Toy()
    sections: list[dict[str, Any]] = []
    chunks: list[pl.DataFrame] = []
    first_game = 0
    for players in toy.players:
        for rules in toy.rules:
            lineups = _paired_lineups(players, company=int(toy.company_follows))
            section = _section(players, rules, lineups, toy.deals * len(lineups))
            section["comparisons"] = [_comparison(players, lineups)]
            chunks.append(_play(toy, len(sections), section, first_game, BOTS))
            first_game += section["games"]
            sections.append(section)
    manifest = _manifest(sections, chunks, BOTS)
    manifest["kind"] = "experiment"
    manifest["experiment"] = {
        "name": "tent_camps",
        "title": "Are tent camps worth covering?",
        "question": "Does a player who covers tent camps win more than one who ignores them?",
        "design": "paired",
        "seed": SEED,
        "tolerances": {"win_share": 1.0, "gold_lead": 1.0},
        "companies": [{"name": "", "title": "", "bot": BOTS[int(toy.company_follows)]}],
        "changes": [CAMPS | change],
        "players": list(toy.players),
        "deals": toy.deals,
        "notes": ["The positions of the camps are a reconstruction: their number is known, their squares are not."],
    } | experiment
    return _write(folder, manifest, chunks)


def write_rotation(folder: Path, bots: Sequence[str], games: int) -> Path:
    """A finished run of plain play: every bot in every seat of each deal, exactly so many games."""
    names = list(dict.fromkeys(bots))
    seats = [names.index(bot) for bot in bots]
    lineups: list[dict[str, Any]] = []
    for turn in range(len(seats)):
        rotated = seats[turn:] + seats[:turn]
        if rotated not in [lineup["bots"] for lineup in lineups]:
            lineups.append({"bots": rotated, "role": "rotation", "focus": None})
    section = _section(len(bots), {"holdings": "open"}, lineups, games)
    chunk = _play(Toy(), 0, section, 0, names)
    manifest = _manifest([section], [chunk], names)
    return _write(folder, manifest, [chunk])


def _paired_lineups(players: int, company: int) -> list[dict[str, Any]]:
    """Control and with line-ups; the ones of the company among its like collapse into a single game."""
    lineups: list[dict[str, Any]] = []
    for bot, role in ((0, "control"), (1, "with")):
        if bot == company:
            lineups.append({"bots": [bot] * players, "role": role, "focus": None})
            continue
        for seat in range(players):
            seats = [bot if other == seat else company for other in range(players)]
            lineups.append({"bots": seats, "role": role, "focus": seat})
    return lineups


def _comparison(players: int, lineups: list[dict[str, Any]]) -> dict[str, Any]:
    """Which seats of which line-ups are pairs: a line-up without focus serves all its seats."""
    arms: dict[str, list[list[int]]] = {}
    for arm in ("with", "control"):
        numbers = [number for number, lineup in enumerate(lineups) if lineup["role"] == arm]
        arms[arm] = [[numbers[seat % len(numbers)], seat] for seat in range(players)]
    return {"change": 0, **arms}


def _section(players: int, rules: dict[str, Any], lineups: list[dict[str, Any]], games: int) -> dict[str, Any]:
    return {
        "setting": {"players": players, "rules": rules, "components": {}},
        "lineups": lineups,
        "games": games,
        "chunk_games": games,
    }


def _play(toy: Toy, index: int, section: dict[str, Any], first_game: int, names: Sequence[str]) -> pl.DataFrame:
    """All games of a section, one row per player and game."""
    players, games = section["setting"]["players"], section["games"]
    lineups = np.array([lineup["bots"] for lineup in section["lineups"]])
    generator = np.random.default_rng([SEED, index])
    game, deals = np.arange(games), -(-games // len(lineups))
    deal, lineup = np.divmod(game, len(lineups))
    bots = lineups[lineup]
    luck = generator.normal(0, 5, (deals, 1)) + generator.normal(0, 6, (deals, players))
    calm = generator.poisson(0.8, (deals, players))
    follows = bots == 1
    gold = np.rint(45 + luck[deal] + toy.effect_gold * follows).astype(np.int64)
    gold += np.rint(toy.upheaval * generator.normal(0, 1, gold.shape) * follows.any(axis=1)[:, None]).astype(int)
    end = generator.choice(["castle", "stalemate", "failed"], p=[0.985, 0.014, 0.001], size=games)
    camps = calm[deal] + follows * generator.poisson(toy.effect_camps, gold.shape)
    return _rows(
        {"game": first_game + game, "deal": deal, "lineup": lineup, "end": end, "turns": 10 + players + deal % 5},
        {"bot": np.array(names)[bots], "gold": gold, "camps_covered": camps, **_outcomes(gold)},
        section=index,
    )


def _outcomes(gold: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Win rate, lead and rank of all seats from their gold."""
    best = gold.max(axis=1, keepdims=True)
    wins = (gold == best) / (gold == best).sum(axis=1, keepdims=True)
    others = np.stack([np.delete(gold, seat, axis=1).max(axis=1) for seat in range(gold.shape[1])], axis=1)
    rank = 1 + (gold[:, None, :] > gold[:, :, None]).sum(axis=2)
    return {"win_share": wins, "gold_lead": gold - others, "rank": rank}


def _rows(per_game: dict[str, Any], per_seat: dict[str, Any], section: int) -> pl.DataFrame:
    games, players = per_seat["gold"].shape
    columns = {name: np.repeat(values, players) for name, values in per_game.items()}
    columns |= {name: values.ravel() for name, values in per_seat.items()}
    columns["seat"] = np.tile(np.arange(players), games)
    return pl.DataFrame(columns).with_columns(
        pl.lit(section, dtype=pl.Int16).alias("section"),
        pl.lit(players, dtype=pl.Int8).alias("players"),
        pl.col("lineup").cast(pl.Int16),
        pl.col("seat").cast(pl.Int8),
    )


def _manifest(sections: list[dict[str, Any]], chunks: list[pl.DataFrame], names: Sequence[str]) -> dict[str, Any]:
    ends = pl.concat(chunks).filter(pl.col("seat") == 0)["end"].value_counts()
    by_end = {str(end): int(count) for end, count in sorted(ends.rows())}
    games = sum(section["games"] for section in sections)
    return {
        "format": FORMAT,
        "status": "complete",
        "kind": "play",
        "fingerprint": "0123456789abcdef",
        "game": "toy",
        "game_title": "The dice game",
        "rules_version": "1",
        "seed": SEED,
        "trace": 0.0,
        "record": False,
        "versions": {"arkadia_sim": "0.1.0", "python": "3.11.9", "numpy": "2.4.6"},
        "bots": [
            {
                "spec": name,
                "name": name,
                "plan": f"Plays like {name}.",
                "source": "a test",
                "compiled": True,
                "parameters": {},
                "file": f"{name}.py",
                "hash": "0",
            }
            for name in names
        ],
        "outcomes": [outcome.model_dump() for outcome in toy_game.ToyGame.outcomes],
        "ends": [
            {"name": "castle", "regular": True, "meaning": "as it should"},
            {"name": "stalemate", "regular": False, "meaning": "stuck"},
        ],
        "sections": sections,
        "columns": {},
        "counts": {
            "games": games,
            "player_rows": sum(map(len, chunks)),
            "failed": by_end.get("failed", 0),
            "ends": by_end,
        },
        "started": "2026-11-21T10:00:00+00:00",
        "finished": "2026-11-21T10:02:00+00:00",
        "seconds": 120.0,
        "workers": 2,
    }


def _write(folder: Path, manifest: dict[str, Any], chunks: list[pl.DataFrame]) -> Path:
    folder.mkdir(parents=True)
    run = RunFolder(folder)
    document = run.write_manifest(Manifest.model_validate(manifest))
    for chunk, rows in zip(chunks_of(document.sections), chunks, strict=True):
        write_rows(folder, chunk, rows)
    return folder


def write_rows(folder: Path, chunk: Chunk, rows: pl.DataFrame) -> None:
    """Put rows into the folder of a run as one of its chunks, with no turns."""
    run = RunFolder(folder)
    run.write_chunk(chunk, ChunkRows(rows, pl.DataFrame(), 0, (), ()), False, run.read_manifest().fingerprint)
    run.close()
