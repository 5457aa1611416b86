"""Who plays: this process, or worker processes of this machine (joblib)."""

import os
import signal
import warnings
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import ArkadiaSimError, BadValue, portable
from arkadia_sim.runner.audit import checked, plays_by, user_bots
from arkadia_sim.runner.child import AS_FINISHED, IN_ORDER, WorkerDied, end_with_parent, lifeline
from arkadia_sim.system import collect_rarely, cores

WORKERS_MOST = 512


@dataclass(frozen=True)
class Crew:
    """Who plays."""

    count: int
    """Number of processes, of which 1 is this process itself."""

    def answers(
        self, task: Any, arguments: Iterable[Sequence[Any]], game: str, bots: Sequence[str]
    ) -> Generator[Any, None, None]:
        """Run a task that plays a game with bots, once per tuple of arguments; yield the results in this order."""
        resolved, specs = resolve_game(game), list(dict.fromkeys(bots))
        known = plays_by(game, resolved.describe_bots(specs))
        if user_bots(resolved, specs):
            from arkadia_sim.runner.supervisor import in_children  # it loads numba, and short commands need none

            calls = ((None, (checked, known, task, *call)) for call in arguments)
            return in_children(game, specs, calls, self.count, IN_ORDER)
        return in_workers(partial(checked, known, task), arguments, self.count, IN_ORDER)


def check_workers(workers: int | None) -> Crew:
    """The crew for the number of processes that a user asked for, one per usable core if None."""
    if workers is not None and not 1 <= workers <= WORKERS_MOST:
        raise BadValue("workers", workers, f"a whole number from 1 to {WORKERS_MOST}")
    return Crew(workers or min(cores(), int(os.environ.get("LOKY_MAX_CPU_COUNT", WORKERS_MOST))))


def in_workers(
    task: Any, arguments: Iterable[Sequence[Any]], workers: int, order: str = AS_FINISHED
) -> Generator[Any, None, None]:
    """Run a task once for each tuple of arguments; yield the results. One worker is this process itself.

    Raises:
        WorkerDied: a worker process ended.
        UsageError, RunError: the task raised an error that is meant for the user.
    """
    if workers == 1:
        yield from (task(*call) for call in arguments)
        return
    # joblib replaces a worker that keeps much memory, and warns. Users need not know. Where warnings are errors, the
    # warning would end joblib's own thread, and the run would wait forever.
    warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given to the executor")
    _hush_cleaner()
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    parallel = Parallel(
        n_jobs=workers, backend="loky", batch_size=1, return_as=order, initializer=_begin, initargs=lifeline(),
    )  # fmt: skip
    here = os.getcwd()
    try:
        yield from parallel(delayed(_in_worker)(task, tuple(call), here, os.getpid()) for call in arguments)
    except TerminatedWorkerError as error:
        raise WorkerDied(
            "a worker process died (out of memory, or killed). What is finished is kept: give the same command again "
            "to go on, with fewer --workers if memory was short"
        ) from error


def _hush_cleaner() -> None:
    """Stop the warnings of joblib's process that cleans up after this one if it is killed. Users need not know."""
    known, quiet = os.environ.get("PYTHONWARNINGS", ""), "ignore:resource_tracker:UserWarning"
    if quiet not in known:
        os.environ["PYTHONWARNINGS"] = f"{known},{quiet}".lstrip(",")


def _begin(parent: int, by_kernel: bool) -> None:
    """Set up a new worker."""
    os.environ["POLARS_MAX_THREADS"] = "1"  # there is a worker for each core already
    end_with_parent(parent, by_kernel)
    collect_rarely()


def _in_worker(task: Any, arguments: tuple[Any, ...], folder: str, parent: int) -> Any:
    """Run a task in a worker, in the user's current folder. The parent handles Ctrl-C."""
    if os.getpid() != parent:
        with suppress(ValueError):  # only the main thread may set signal handlers
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getcwd() != folder:
        os.chdir(folder)
    try:
        return task(*arguments)
    except ArkadiaSimError as error:
        raise portable(error) from None
