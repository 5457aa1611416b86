"""Where searches compare candidates: all play the same deals against the same opponents, in matches or in races.

Each candidate sits in every seat of each deal in turn, with one opponent in all other seats.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from math import inf, sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import numpy as np
import tomli_w
from numpy.typing import NDArray

from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.game import Batch, BatchResult, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.plan.designs import CHUNK_GAMES, SLOW_CHUNK_GAMES
from arkadia_sim.plan.plan import SEED_LIMIT
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.parallel import stop_if_used_up
from arkadia_sim.runner.progress import Progress, Shown
from arkadia_sim.runner.workers import Crew, check_workers
from arkadia_sim.search.files import File, Journal, climbed_outcome, search_in, write_search

Numbers = NDArray[np.float64]
Result = TypeVar("Result")
_TASKS_PER_WORKER = 4
_LEAST_GAMES = 128  # per task: with fewer, handing it over takes longer than playing it
LAST_DEALS = 512
KEPT = 1 / 3
CANDIDATES = "candidates.toml"

Candidate = str | Mapping[str, Any]
"""A bot as a user writes it, or what its table in a bot file says besides plan and source."""


def worked_off(
    work: Callable[[str, str, Any], Result], game: str, bot: str, batches: Sequence[Any], bots: Sequence[str],
    crew: Crew, progress: Progress,
) -> Iterator[Result]:  # fmt: skip
    """What all workers together make of batches with deals, in their order: ``work(game, bot, batch)`` of each."""
    with closing(crew.answers(work, ((game, bot, batch) for batch in batches), game, bots)) as answers:
        for batch, result in zip(batches, answers, strict=True):
            progress.advance(len(batch.deals))
            yield result


@dataclass(frozen=True)
class Match:
    """A number of players with their setting, and the bot in all seats but the candidate's."""

    setting: Setting
    opponent: str

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setting.players


class Task(NamedTuple):
    """What a worker plays at a time: some deals of one match with all candidates."""

    game: str
    match: Match
    outcome: Outcome
    climbed: Outcome
    candidates: tuple[str, ...]
    deals: NDArray[np.uint64]


class CandidateResults(NamedTuple):
    """How the candidates did: averages over seats, of shape (matches, deals, candidates).

    ``scores`` are those of the outcome that the search climbs, ``values`` the reported outcome as the rows count it.
    """

    scores: Numbers
    values: Numbers
    games: int
    failed: int

    def mean_scores(self) -> Numbers:
        """One score for each candidate; every match counts the same."""
        means: Numbers = self.scores.mean(axis=1).mean(axis=0)
        return means


class Finisher(NamedTuple):
    """A candidate that came in early: its place in the list, and its gain in score over the first with its error."""

    place: int
    gain: float
    error: float
    score: float


class Raced(NamedTuple):
    """A race as it ended: the best first, and the deals that it took."""

    finishers: tuple[Finisher, ...]
    deals: int


@dataclass(frozen=True)
class Bench:
    """What searches play with: the game and its name, whether all its bots are compiled, the seed of all deals, the
    workers and the journal."""

    name: str
    game: Game
    compiled: bool
    seed: int
    crew: Crew
    journal: Journal

    def arena(self, settings: Sequence[Setting], against: Sequence[str]) -> "Arena":
        """Where candidates play in these settings against these opponents."""
        matches = tuple(Match(setting, opponent) for setting in settings for opponent in against)
        return Arena(self, matches, self.game.outcomes[0], climbed_outcome(self.game.outcomes))

    def usual_arena(self, players: Sequence[int], against: Sequence[str]) -> "Arena":
        """The same at tables of these sizes, by the usual rules."""
        return self.arena([self.game.setting(size, {}, {}) for size in players], against)

    def say(self, text: str) -> None:
        """Tell the user."""
        self.journal.progress.say(text)


@dataclass(frozen=True)
class Arena:
    """Where candidates are compared. ``outcome`` is the reported outcome, ``climbed`` the one whose score ranks them.

    What was played before is read from the journal.
    """

    bench: Bench
    matches: tuple[Match, ...]
    outcome: Outcome
    climbed: Outcome

    @property
    def games_of_deal(self) -> int:
        """How many games a candidate plays of each deal, at all tables together."""
        return sum(match.players for match in self.matches)

    def play(self, candidates: Sequence[Candidate], branch: int, first_deal: int, deals: int) -> CandidateResults:
        """Let all candidates play the same deals of every match: ``deals`` from ``first_deal`` on of a branch of the
        seed tree. The same with any number of workers."""
        games = deals * len(candidates) * self.games_of_deal
        matches = [[match.players, match.opponent] for match in self.matches]
        outcomes = [outcome.model_dump(mode="json") for outcome in (self.outcome, self.climbed)]
        asked = [[c if isinstance(c, str) else dict(c) for c in candidates], matches, outcomes, branch, first_deal]
        journal = self.bench.journal
        entry = journal.entry("play", games, asked)
        kept = journal.read(entry)
        if kept is None:
            kept = journal.keep(entry, self._played(self._named(candidates), branch, first_deal, deals))
        journal.games += games
        journal.failed += int(kept["failed"])
        return CandidateResults(kept["scores"], kept["values"], games, int(kept["failed"]))

    def _named(self, candidates: Sequence[Candidate]) -> list[str]:
        """The candidates as bots; workers read the tables from a file."""
        file = self.bench.journal.root / CANDIDATES
        tables = {
            f"candidate_{number}": {"plan": "A candidate.", "source": "a search", **candidate}
            for number, candidate in enumerate(candidates)
            if not isinstance(candidate, str)
        }
        if tables:
            file.write_text(tomli_w.dumps(tables), encoding="utf-8")
        return [c if isinstance(c, str) else f"{file}:candidate_{number}" for number, c in enumerate(candidates)]

    def _played(self, bots: Sequence[str], branch: int, first_deal: int, deals: int) -> dict[str, Any]:
        bench, played = self.bench, list[tuple[Numbers, Numbers, int]]()
        tasks = list(self._tasks(tuple(bots), branch, first_deal, deals))
        all_bots = (*bots, *(match.opponent for match in self.matches))
        with closing(bench.crew.answers(play_task, ((task,) for task in tasks), bench.name, all_bots)) as answers:
            for task, part in zip(tasks, answers, strict=True):
                played.append(part)
                bench.journal.progress.advance(part[0].size * task.match.players)
        scores, values, failed = zip(*played, strict=True)
        shape = (len(self.matches), deals, len(bots))
        joined = {"scores": np.concatenate(scores), "values": np.concatenate(values)}
        return {name: numbers.reshape(shape) for name, numbers in joined.items()} | {"failed": sum(failed)}

    def _tasks(self, candidates: tuple[str, ...], branch: int, first_deal: int, deals: int) -> Iterator[Task]:
        """Enough tasks for all workers, none of them too small or too large."""
        bench = self.bench
        fair = -(-deals * len(self.matches) // (_TASKS_PER_WORKER * bench.crew.count))
        least, most = (_LEAST_GAMES, CHUNK_GAMES) if bench.compiled else (1, SLOW_CHUNK_GAMES)
        for match in self.matches:
            seeds = deal_seeds(bench.seed, branch + match.players, first_deal, deals)
            games_per_deal = len(candidates) * match.players
            size = max(1, min(max(fair, least // games_per_deal), most // games_per_deal))
            for first in range(0, deals, size):
                deals_of_task = seeds[first : first + size]
                yield Task(bench.name, match, self.outcome, self.climbed, candidates, deals_of_task)

    def race(
        self, base: Candidate, candidates: Sequence[Candidate], branch: int, first: int, deals: int, number: int,
        last: int = 1, seconds: float = inf,
    ) -> Raced:  # fmt: skip
        """Race candidates against each other and against ``base``, from which gains are counted: all play a few
        deals, the best third of them more, and so on until ``last`` are left.

        The first heat has ``deals`` deals, from ``first`` on; each further heat has twice as many. Candidates that do
        equally well are told apart by lot, by the ``number`` of the race. No heat begins that would probably end later
        than after so many seconds.
        """
        began, begun = monotonic(), first
        places = list(range(len(candidates)))
        Random(f"{self.bench.seed} {self.matches[0].players} {number}").shuffle(places)
        scores: Numbers = np.zeros((0, 1 + len(places)))
        while True:
            heat, alive = monotonic(), [base, *(candidates[place] for place in places)]
            scores = np.concatenate([scores, self.play(alive, branch, first, deals).scores.mean(axis=0)])
            first += deals
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
        return Raced(finishers, first - begun)


def games_of_race(candidates: int, deals: int, seats: int, last: int = 1) -> int:
    """How many games a race takes, in which every candidate plays ``seats`` games a deal."""
    games = 0
    while True:
        games += seats * deals * (candidates + 1)
        if deals >= LAST_DEALS or candidates <= last:
            return games
        candidates, deals = max(last, round(KEPT * candidates)), min(LAST_DEALS, 2 * deals)


def table_sizes(game: Game, wanted: Sequence[int] | None, seed: int, least: int = 2) -> tuple[int, ...]:
    """The table sizes to search for, all from ``least`` on if none is named; BadValue for an odd size or seed."""
    if not 0 <= seed < SEED_LIMIT:
        raise BadValue("seed", seed, "a whole number from 0 to 2**64 - 1")
    offered = [size for size in game.player_counts if size >= least]
    sizes = tuple(sorted(set(wanted or offered)))
    for size in sizes:
        if size not in offered:
            raise BadValue("players", size, ", ".join(map(str, offered)))
    return sizes


def opponents(named: Sequence[str]) -> tuple[str, ...]:
    """The bots that a search plays against, each once; UsageError if there are none."""
    if not named:
        raise UsageError("name at least one bot to play against (--among BOT)")
    return tuple(dict.fromkeys(named))


def play_task(task: Task) -> tuple[Numbers, Numbers, int]:
    """Play one task in a worker: scores and values by deal and candidate, and how many games failed."""
    players, candidates = task.match.players, len(task.candidates)
    lineups = np.full((candidates, players, players), candidates, dtype=np.int64)  # the opponent is the last bot
    seats = np.arange(players)
    lineups[:, seats, seats] = np.arange(candidates)[:, None]
    games = len(task.deals) * candidates * players
    batch = Batch(
        setting=task.match.setting,
        bots=(*task.candidates, task.match.opponent),
        lineups=np.tile(lineups.reshape(-1, players), (len(task.deals), 1)),
        deals=np.repeat(task.deals, candidates * players),
        traced=np.zeros(games, dtype=np.bool_),
        recorded=np.zeros(games, dtype=np.bool_),
    )
    result = resolve_game(task.game).play(batch)
    stop_if_used_up(result.faults(batch))
    shape = (len(task.deals), candidates, players)
    scores, values = (numbers.reshape(shape).mean(axis=2) for numbers in _of_candidates(result, task, games))
    return scores, values, len(result.failures)


def _of_candidates(result: BatchResult, task: Task, games: int) -> tuple[Numbers, Numbers]:
    """The candidate's score and its value of the reported outcome, for each game.

    A failed game was not finished, so a smoothed score means nothing there. If the reported outcome has bounds, the
    value's place between them counts instead.
    """
    players, game = task.match.players, np.arange(games)
    values, climbed = (
        np.asarray(result.players[outcome.column], dtype=np.float64).reshape(games, players)[game, game % players]
        for outcome in (task.outcome, task.climbed)
    )
    scores = task.climbed.score(climbed)
    if task.climbed.smoothing is not None and task.outcome.widest is not None and task.outcome.low is not None:
        failed = list(result.failures)
        scores[failed] = (values[failed] - task.outcome.low / task.outcome.scale) / task.outcome.widest
    return scores, values


def searched(
    new: File, out: Path, workers: int | None, progress: Progress | None, bots: Sequence[str],
    expected: int, search: Callable[[File, Bench], Mapping[str, Any]], note: str = "",
) -> File:  # fmt: skip
    """Search in the folder ``out``, or go on with a search that was stopped there; returns the finished file.

    ``search`` finds the fields of the file that were not known before. The result depends neither on the number of
    workers nor on interruptions. About ``expected`` games are played; ``bots`` are all that play.
    """
    crew, there = check_workers(workers), search_in(out, new)
    if there is not None and there.status == "complete":
        return there
    file, game = there or write_search(out, new), resolve_game(new.game)
    with Shown(progress) as shown:
        journal = Journal(out, shown)
        if note:
            shown.say(note)
        game.warm_up(bots)
        done = journal.games_there()
        shown.start(max(expected, done + 1), done)
        try:
            compiled = is_compiled(game.describe_bots(bots))
            found = search(file, Bench(file.game, game, compiled, file.seed, crew, journal))
        except UsageError:
            if there is None and not journal.games_there():
                _undo_start(out, file.SAVED.command)
            raise
    found = {**found, "games": journal.games, "failed": journal.failed, "status": "complete"}
    file = write_search(out, file.model_copy(update=found))
    journal.remove()
    (out / CANDIDATES).unlink(missing_ok=True)
    return file


def _undo_start(out: Path, command: str) -> None:
    """Remove a start at which nothing could be played, so that the folder is free again."""
    (out / f"{command}.json").unlink()
    with suppress(OSError):  # anything else in there stays
        out.rmdir()
