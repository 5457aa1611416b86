"""A race: many candidates play a few deals, the best third of them more, and so on until one is left.

All play the same deals, so differences are paired. Candidates are tables of a bot file, which the workers read.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeVar

import numpy as np
import tomli_w
from numpy.typing import NDArray

from arkadia_sim.coach.advice_file import AdviceFile
from arkadia_sim.coach.playbook_file import PlaybookFile
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.runner.progress import Progress, Shown
from arkadia_sim.runner.workers import Workers, check_workers
from arkadia_sim.tuning.arena import Arena, CandidateResults, Match
from arkadia_sim.tuning.search_file import SearchFolder

LAST_DEALS = 512
KEPT = 1 / 3
CANDIDATES = "candidates.toml"

Candidate = Mapping[str, Any]
"""What a candidate's table in the file says besides plan and source."""


@dataclass(frozen=True)
class Finisher:
    """A candidate that came in early: its place in the list, and its gain in score over the first with its error."""

    place: int
    gain: float
    error: float
    score: float


@dataclass(frozen=True)
class Raced:
    """A race as it ended: the best first, the deals and games that it took."""

    finishers: tuple[Finisher, ...]
    deals: int
    games: int


def games_of_race(candidates: int, deals: int, seats: int, last: int = 1) -> int:
    """How many games a race takes, in which every candidate plays ``seats`` games a deal."""
    games = 0
    while True:
        games += seats * deals * (candidates + 1)
        if deals >= LAST_DEALS or candidates <= last:
            return games
        candidates, deals = max(last, round(KEPT * candidates)), min(LAST_DEALS, 2 * deals)


@dataclass
class Track:
    """Where races are run: a folder for the file of candidates, and the branch of the seed tree with their deals."""

    folder: Path
    branch: int
    seed: int
    deals: int = field(default=0)
    """Deals that were played so far; every race goes on with new ones."""

    def play(
        self, arena: Arena, candidates: Sequence[Candidate], branch: int, first: int, deals: int
    ) -> CandidateResults:
        """Let candidates play the same deals."""
        file = self.folder / CANDIDATES
        tables = {
            f"candidate_{number}": {"plan": "A candidate.", "source": "a search", **candidate}
            for number, candidate in enumerate(candidates)
        }
        file.write_text(tomli_w.dumps(tables), encoding="utf-8")
        return arena.play([f"{file}:{name}" for name in tables], branch, first, deals)

    def race(
        self, arena: Arena, base: Candidate, candidates: Sequence[Candidate], deals: int, number: int, last: int = 1,
        seconds: float = inf,
    ) -> Raced:  # fmt: skip
        """Race candidates against each other and against ``base``.

        Args:
            arena: The tables and workers.
            base: What gains are counted from.
            candidates: At least one.
            deals: Deals of the first heat; each further heat has twice as many.
            number: The number of the race; candidates that do equally well are told apart by lot.
            last: How many finishers are wanted.
            seconds: No heat begins that would probably end later.
        """
        began = monotonic()
        places = list(range(len(candidates)))
        Random(f"{self.seed} {arena.tables[0].players} {number}").shuffle(places)
        scores: NDArray[np.float64] = np.zeros((0, 1 + len(places)))
        games = 0
        while True:
            heat, alive = monotonic(), [base, *(candidates[place] for place in places)]
            played = self.play(arena, alive, self.branch, self.deals, deals)
            self.deals += deals
            games += played.games
            scores = np.concatenate([scores, played.scores.mean(axis=0)])
            order = np.argsort(-scores[:, 1:].mean(axis=0), kind="stable")
            if deals >= LAST_DEALS or len(order) <= last:
                break
            kept = order[: max(last, round(KEPT * len(order)))]
            more = min(LAST_DEALS, 2 * deals)
            next_heat = (monotonic() - heat) * (1 + len(kept)) * more / (len(alive) * deals)
            if monotonic() - began + next_heat > seconds:
                break
            places, scores = [places[i] for i in kept], scores[:, [0, *(1 + kept)]]
            deals = more
        gains = scores[:, 1:] - scores[:, :1]
        finishers = tuple(
            Finisher(
                places[i],
                float(gains[:, i].mean()),
                float(gains[:, i].std(ddof=1) / sqrt(len(gains))),
                float(scores[:, 1 + i].mean()),
            )
            for i in order[:last]
        )
        return Raced(finishers, self.deals, games)


File = TypeVar("File", AdviceFile, PlaybookFile)


def run_search(
    new: File,
    out: Path,
    workers: int | Workers | None,
    progress: Progress | None,
    bots: Sequence[str],
    compiled: bool,
    expected: int,
    search: Callable[[SearchFolder[File], File, Arena], File],
    note: str = "",
) -> File:
    """Search at each table size, or go on with a search that was stopped; returns the finished file.

    Args:
        new: The file of the search before its first game.
        out: Its folder.
        workers: One process for each usable core if None.
        progress: Where progress is reported; on stderr if None.
        bots: All bots that play.
        compiled: Whether many games are played in one go.
        expected: About how many games it takes.
        search: Searches at one table size.
        note: What is said of the time that it takes.
    """
    crew = check_workers(workers)
    folder = SearchFolder(out, type(new))
    file = folder.open(new)
    if file.status == "running":
        game = resolve_game(file.game)
        with Shown(progress) as shown:
            game.warm_up(bots, shown.say)
            if note:
                shown.say(note)
            shown.start(max(expected, file.games + 1), file.games)
            for players in file.players:
                tables = tuple(Match(game.setting(players, {}, {}), opponent) for opponent in file.against)
                arena = Arena(file.game, tables, file.outcome, file.climbed, file.seed, compiled, crew, shown)
                file = search(folder, file, arena)
        file = folder.save(file.model_copy(update={"status": "complete"}))
        (out / CANDIDATES).unlink(missing_ok=True)
    folder.close()
    return file
