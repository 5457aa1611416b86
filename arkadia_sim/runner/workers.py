"""Who does the work: this process, worker processes of this machine, or the workers of a cluster."""

import os
import signal
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arkadia_sim.core import memory
from arkadia_sim.errors import ArkadiaSimError, BadValue, RunError, UsageError
from arkadia_sim.runner.child import WorkerDied
from arkadia_sim.runner.lifeline import lifeline, tie

if TYPE_CHECKING:
    from arkadia_sim.runner.cluster import Cluster

WORKERS_MOST = 512


@dataclass(frozen=True)
class Workers:
    """How games are to be played: by how many processes (one per usable core if None), and what memory each may take.

    ``memory`` is an amount such as "2GB"; None stands for an equal share of most of what the machine has.
    ``cluster`` is the address of a Dask scheduler ("tcp://scheduler:8786"), whose workers then play in place of ours.
    """

    count: int | None = None
    memory: str | None = None
    cluster: str | None = None


@dataclass(frozen=True)
class Crew:
    """Who plays: so many processes, each with so many bytes of memory at most.

    One alone is this process itself, which has no limit. Those of a ``cluster`` are its threads as they were found,
    each with a share of its worker's memory if there is no number here.
    """

    count: int
    memory: int | None = None
    cluster: "Cluster | None" = None

    def answers(
        self, task: Any, arguments: Iterable[Sequence[Any]], game: str, bots: Sequence[str], say: Callable[[str], None]
    ) -> Generator[Any, None, None]:
        """The answers of a task for many arguments, in the order in which they come; it plays a game with bots."""
        if self.cluster is None:
            return in_workers(task, arguments, self.count, self.memory)
        return self.cluster.answers(task, arguments, game, bots, self.memory, say)


def check_workers(workers: int | Workers | None) -> Crew:
    """Who does the work; None stands for one process per usable core, and so does no number of them.

    UsageError for a cluster that is not there.
    """
    asked = workers if isinstance(workers, Workers) else Workers(workers)
    most = None if asked.memory is None else memory.bytes_of(asked.memory)
    if asked.cluster is not None:
        return _crew_at(asked.cluster, asked.count, most)
    if asked.count is not None and not 1 <= asked.count <= WORKERS_MOST:
        raise BadValue("workers", asked.count, f"a whole number from 1 to {WORKERS_MOST}")
    count = asked.count or _cores()
    return Crew(count, most or memory.usual_limit(count))


def _crew_at(address: str, count: int | None, most: int | None) -> Crew:
    from arkadia_sim.runner.cluster import cluster_at

    if count is not None:
        raise UsageError("a cluster has workers of its own: leave --workers out, or --cluster")
    cluster = cluster_at(address)
    return Crew(cluster.threads(), most, cluster)


def _cores() -> int:
    from joblib import cpu_count

    return max(1, int(cpu_count()))


def in_workers(
    task: Any, arguments: Iterable[Sequence[Any]], workers: int, most: int | None = None
) -> Generator[Any, None, None]:
    """The answers of a task for many arguments, in the order in which the workers finish them.

    One worker is this process itself. ``most`` is the memory that each of several may take, in bytes.
    """
    if workers == 1:
        yield from (task(*one) for one in arguments)
        return
    # A worker that keeps much memory is replaced between two tasks, which is no matter of the user's; and where
    # warnings are errors, this one would end the thread that hands out the work, and we would wait for ever.
    warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given to the executor")
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    parallel = Parallel(
        n_jobs=workers,
        backend="loky",
        batch_size=1,
        return_as="generator_unordered",
        initializer=_begin,
        initargs=(*lifeline(), most),
    )
    here = os.getcwd()
    try:
        with _one_thread_each():
            yield from parallel(delayed(_in_worker)(task, tuple(one), here, os.getpid()) for one in arguments)
    except TerminatedWorkerError as error:
        raise WorkerDied(
            "a worker process died (out of memory, or killed). What is finished is kept: give the same command again "
            "to go on, with fewer --workers if memory was short"
        ) from error


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Have workers that start now write with one thread each: there is a worker per core already."""
    before = os.environ.get("POLARS_MAX_THREADS")
    os.environ["POLARS_MAX_THREADS"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["POLARS_MAX_THREADS"]
        else:
            os.environ["POLARS_MAX_THREADS"] = before


def _begin(parent: int, to_the_end: bool, most: int | None) -> None:
    """What a worker does first."""
    tie(parent, to_the_end)
    if most is not None:
        memory.limit_to(most)


def _in_worker(task: Any, arguments: tuple[Any, ...], folder: str, parent: int) -> Any:
    """Run a task where the user's relative paths mean what they mean to the user; Ctrl-C is the parent's to answer."""
    if os.getpid() != parent:
        with suppress(ValueError):  # only the first thread of a process may say what signals do
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getcwd() != folder:
        os.chdir(folder)
    try:
        return task(*arguments)
    except ArkadiaSimError as error:
        raise RunError(str(error)) from None  # its own kind may not survive the way back between processes
    except MemoryError:  # what is left of a process without memory is of no use: who it was is found out elsewhere
        os._exit(1)
