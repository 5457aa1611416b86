"""Learns what positions are worth: games are played, and a small network is fitted to what positions in them led to.

A planner that searches ahead plays a few turns on and asks this network instead of playing to the end. The network has
one hidden layer and is fitted by Adam (Kingma and Ba, ICLR 2015) with a step that falls along a cosine. Positions of
one deal in twenty are left out of the fit and say how good it is.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from arkadia_sim.core.lessons import PositionBatch, PositionPlan, PositionRows
from arkadia_sim.core.options import Setting
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.user_files import is_folder
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.learning.dataset import lessons_of
from arkadia_sim.results.files import write_whole
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew
from arkadia_sim.tuning.arena import table_sizes

Numbers = NDArray[np.float32]

BRANCH = 14 << 40
"""The branch of the seed tree for the deals of these games."""
CHUNK_GAMES = 1_000
LEAST_GAMES, MOST_GAMES = 200, 1_000_000
UNITS, EPOCHS, BATCH, RATE = 64, 12, 2_048, 2e-3
"""Units of the hidden layer, passes over the positions, positions in a step, and the size of the first step."""
LEAST_STEPS = 64
"""A pass over few positions makes so many smaller steps."""
FILE_ENDING = ".npz"
KEPT_OUT = 20
"""One deal in so many says how good the fit is."""
_FIRST, _SECOND = 0.9, 0.999
"""How long Adam remembers the gradient and its square."""


@dataclass(frozen=True)
class Judgement:
    """A network for one number of players: see :class:`arkadia_sim.kernels.planning.Network`.

    Attributes:
        players: The number of players.
        positions: How many positions it was fitted to and tested by, each from the view of one seat.
        explained: The share of the variance of results that it explains at deals left out of the fit.
        linear: The same for a weighted sum of the columns, for comparison.
        hidden: Weights of the hidden layer.
        out: Weights of its output.
    """

    players: int
    positions: int
    explained: float
    linear: float
    hidden: Numbers
    out: Numbers


@dataclass(frozen=True)
class PositionTask:
    """The games that one worker plays at a time."""

    number: int
    game: str
    bot: str
    batch: PositionBatch


def note_task(task: PositionTask) -> tuple[int, PositionRows]:
    """Play the games of a task; a worker's part."""
    note = lessons_of(task.game, task.bot).note
    assert note is not None
    return task.number, note(task.batch)


def check_request(
    game: str, bot: str, teachers: Sequence[str], players: Sequence[int], games: int, seed: int, file: Path
) -> None:
    """UsageError for what cannot be learned, or not be saved."""
    if file.suffix != FILE_ENDING or not is_folder(file.parent) or is_folder(file):
        raise BadValue("save", file, f"a file whose name ends with {FILE_ENDING}, in a folder that is there")
    if not teachers:
        raise UsageError("name at least one teacher (--teacher BOT)")
    resolve_game(game).describe_bots(list(teachers))
    if lessons_of(game, bot).note is None:
        raise UsageError(f"bot {bot} does not describe positions, so no judge can learn from it")
    table_sizes(resolve_game(game), players, seed)
    if not LEAST_GAMES <= games <= MOST_GAMES:
        raise BadValue("games", games, f"a whole number from {LEAST_GAMES} to {MOST_GAMES:,}")


def learn_positions(
    game: str, bot: str, teachers: Sequence[str], players: int, games: int, seed: int, crew: Crew, progress: Progress
) -> Judgement:
    """Learn what positions are worth at one table size; the same with any number of workers.

    Args:
        game: The game.
        bot: The bot whose lessons describe positions.
        teachers: Who plays; each seat's is drawn anew for each game.
        players: The number of players.
        games: How many games are played.
        seed: Same seed, same games and weights.
        crew: Who plays.
        progress: Shows how many games were played.
    """
    setting: Setting = resolve_game(game).setting(players, {}, {})
    seeds = deal_seeds(seed, BRANCH + players, 0, games)
    tasks = [
        PositionTask(
            number,
            game,
            bot,
            PositionBatch(setting, first, seeds[first : first + CHUNK_GAMES], tuple(teachers), PositionPlan()),
        )
        for number, first in enumerate(range(0, games, CHUNK_GAMES))
    ]
    results: dict[int, PositionRows] = {}
    arguments = ((task,) for task in tasks)
    with closing(crew.answers(note_task, arguments, game, (bot, *teachers), progress.say)) as answers:
        for number, rows in answers:
            results[number] = rows
            progress.advance(len(tasks[number].batch.deals))
    parts = [results[number] for number in range(len(tasks))]
    together = PositionRows(
        np.concatenate([part.deal for part in parts]),
        np.concatenate([part.columns for part in parts]),
        np.concatenate([part.values for part in parts]),
    )
    with threadpool_limits(1):  # rounding of products depends on the number of threads
        return fit_positions(together, players, seed)


def fit_positions(rows: PositionRows, players: int, seed: int) -> Judgement:
    """Fit a network to positions. Their columns are scaled in place: there may be gigabytes of them."""
    scaled, values = rows.columns, rows.values.astype(np.float32)
    is_tested = rows.deal % KEPT_OUT == 0
    tested, fitted = np.flatnonzero(is_tested), np.flatnonzero(~is_tested)
    mean = scaled.mean(axis=0, dtype=np.float64).astype(np.float32)
    scaled -= mean
    spread = np.sqrt(np.einsum("ij,ij->j", scaled, scaled) / len(scaled))
    spread[spread < 1e-6] = 1.0
    scaled /= spread
    weights = _fitted(scaled, values, fitted, np.random.Generator(np.random.PCG64(seed)))
    hidden, added, out, last = weights
    variance = max(float(values[tested].var()), 1e-12)
    off = _chances(scaled[tested], weights)[1] - values[tested]
    line = _line(scaled, values, fitted)
    return Judgement(
        players=players,
        positions=len(values),
        explained=1.0 - float((off**2).mean()) / variance,
        linear=1.0 - float(((scaled[tested] @ line[:-1] + line[-1] - values[tested]) ** 2).mean()) / variance,
        hidden=np.vstack([hidden / spread[:, None], added - (mean / spread) @ hidden]).astype(np.float32),
        out=np.concatenate([out, last]).astype(np.float32),
    )


def _line(scaled: Numbers, values: Numbers, fitted: NDArray[np.intp]) -> NDArray[np.float64]:
    """The weights of the best weighted sum of the columns, what is always added last."""
    size = scaled.shape[1] + 1
    products, sums = np.zeros((size, size)), np.zeros(size)
    for first in range(0, len(fitted), BATCH):
        chosen = fitted[first : first + BATCH]
        columns = np.column_stack([scaled[chosen], np.ones(len(chosen))])
        products += columns.T @ columns
        sums += columns.T @ values[chosen]
    line: NDArray[np.float64] = np.linalg.lstsq(products, sums)[0]
    return line


def _chances(scaled: Numbers, weights: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """The hidden layer's output and the chances."""
    hidden, added, out, last = weights
    layer = np.maximum(scaled @ hidden + added, 0.0)
    return layer, 1.0 / (1.0 + np.exp(-(layer @ out + last[0])))


def _fitted(
    scaled: Numbers, values: Numbers, fitted: NDArray[np.intp], generator: np.random.Generator
) -> list[Numbers]:
    """The weights of a network for the positions that ``fitted`` numbers."""
    count, columns = len(fitted), scaled.shape[1]
    batch = min(BATCH, max(1, count // LEAST_STEPS))
    weights = [
        (generator.standard_normal((columns, UNITS)) / np.sqrt(columns)).astype(np.float32),
        np.zeros(UNITS, np.float32),
        (generator.standard_normal(UNITS) / np.sqrt(UNITS)).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    firsts, seconds = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    steps, step = EPOCHS * (count // batch), 0
    for _ in range(EPOCHS):
        order = generator.permutation(count)
        for first in range(0, count - batch + 1, batch):
            chosen = fitted[order[first : first + batch]]
            step += 1
            rate = RATE * 0.5 * (1.0 + np.cos(np.pi * step / steps))
            gradients = _gradients(scaled[chosen], values[chosen], weights)
            for weight, one, two, gradient in zip(weights, firsts, seconds, gradients, strict=True):
                one += (1.0 - _FIRST) * (gradient - one)
                two += (1.0 - _SECOND) * (gradient**2 - two)
                weight -= rate * (one / (1.0 - _FIRST**step)) / (np.sqrt(two / (1.0 - _SECOND**step)) + 1e-8)
    return weights


def _gradients(scaled: Numbers, values: Numbers, weights: Sequence[Numbers]) -> list[Numbers]:
    """The gradients of the cross-entropy, averaged over positions."""
    layer, chances = _chances(scaled, weights)
    off = (chances - values) / len(values)
    back = np.outer(off, weights[2]) * (layer > 0.0)
    return [scaled.T @ back, back.sum(axis=0), layer.T @ off, off.sum(keepdims=True)]


def save_judgements(judgements: Sequence[Judgement], file: Path) -> None:
    """Write networks to a file that planners read."""
    arrays = {f"hidden_{judgement.players}": judgement.hidden for judgement in judgements}
    arrays |= {f"out_{judgement.players}": judgement.out for judgement in judgements}

    def write(path: Path) -> None:
        with path.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **arrays)

    write_whole(file, write)
