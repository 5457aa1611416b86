"""Learns what positions are worth: games are played, and a small network is fitted to what positions in them led to.

A planner that searches ahead plays a few turns on and asks this network instead of playing to the end. The network has
one hidden layer and is fitted by Adam (Kingma and Ba, ICLR 2015) with a step that falls along a cosine. Positions of
one deal in twenty are left out of the fit and say how good it is.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from arkadia_sim.core.lessons import LessonBatch, LessonPlan, PositionRows
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.user_files import is_folder
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.results.files import write_whole
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.bench import table_sizes, worked_off
from arkadia_sim.search.lessons import lessons_of

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


class Judgement(NamedTuple):
    """A network for one number of players (see :class:`arkadia_sim.kernels.planning.Network`), how many positions it
    was fitted to and tested by, and the share of the variance of results that it explains at deals left out."""

    players: int
    positions: int
    explained: float
    hidden: Numbers
    out: Numbers


PLAN = LessonPlan(share=0.05, wander=0.15)
"""How positions are noted: at the beginning of this share of turns."""


def note_batch(game: str, bot: str, batch: LessonBatch) -> PositionRows:
    """Play the games of a batch; a worker's part."""
    note = lessons_of(game, bot).note
    assert note is not None
    return note(batch)


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
    """Learn what positions are worth at one table size, from games of the teachers; ``bot`` describes positions.

    The same with any number of workers.
    """
    setting, seeds = resolve_game(game).setting(players, {}, {}), deal_seeds(seed, BRANCH + players, 0, games)
    batches = [
        LessonBatch(setting, first, seeds[first : first + CHUNK_GAMES], tuple(teachers), PLAN)
        for first in range(0, games, CHUNK_GAMES)
    ]
    parts = list(worked_off(note_batch, game, bot, batches, (bot, *teachers), crew, progress))
    together = PositionRows(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("deal", "columns", "values"))
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
    off = _chances(scaled[tested], weights)[1] - values[tested]
    return Judgement(
        players=players,
        positions=len(values),
        explained=1.0 - float((off**2).mean()) / max(float(values[tested].var()), 1e-12),
        hidden=np.vstack([hidden / spread[:, None], added - (mean / spread) @ hidden]).astype(np.float32),
        out=np.concatenate([out, last]).astype(np.float32),
    )


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
