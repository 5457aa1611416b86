"""Plays on the workers of a Dask cluster.

Only a few tasks for each thread are out at a time, however long the run. Dask gives the task of a worker that dies to
another worker. The files of a chunk come back as bytes.

joblib's own Dask backend is not used: it neither cancels tasks after Ctrl-C nor notices that no worker is left.
"""

import atexit
import logging
import pickle
import re
import uuid
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from functools import cache
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any

from arkadia_sim.errors import ArkadiaSimError, BadValue, RunError, UsageError, raised_text
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.cluster_worker import Kit, OtherCode, PlayChunk, packed, run_task, stop_tasks

CONNECT_SECONDS = 5.0
"""Seconds that a scheduler may take to answer."""

LONELY_SECONDS = 60.0
"""Seconds that a run waits for a worker when none is left."""

AHEAD = 2
"""Tasks that are out at a time, for each thread of the workers."""

LOOK_EVERY = 1.0
"""Seconds between two checks for the workers."""

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):[0-9]{1,5}")
_GO_ON = "What is finished is kept: give the same command again to go on"
_LOST = (CancelledError, TimeoutError, OSError)

Say = Callable[[str], None]


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler; UsageError if none answers, it has no workers, or Dask is not installed."""
        self.address = address
        self._client = _client(address)
        self._checked: set[tuple[bytes, str]] = set()
        self._threads, self._looked = 0, -LOOK_EVERY
        begin = monotonic()
        while not self.threads():
            if monotonic() - begin > CONNECT_SECONDS:
                raise UsageError(f"the cluster at {address} has no workers: start some with dask worker {address}")
            sleep(LOOK_EVERY)

    @property
    def lost(self) -> bool:
        """Whether the connection to the scheduler is lost."""
        return str(self._client.status) != "running"

    def threads(self) -> int:
        """The number of threads of all workers, at most a second old."""
        if monotonic() - self._looked >= LOOK_EVERY:
            self._threads = sum(self._called(self._client.nthreads).values())
            self._looked = monotonic()
        return self._threads

    def play(
        self, plan: Plan, chunks: Iterable[Chunk], folder: RunFolder, run: str, memory: int | None, say: Say
    ) -> Generator[Chunk, None, None]:
        """Play chunks of the run with that fingerprint into its folder; yield each as it finishes.

        ``memory`` is what a process may take, in bytes; None for a share of the worker's.

        Raises:
            UsageError: workers have other code.
            RunError: the games cannot be finished.
        """
        calls = ((chunk,) for chunk in chunks)
        with closing(self.answers(PlayChunk(plan, run), calls, plan.game, plan.bots, memory, say)) as answers:
            for chunk, files in answers:
                folder.take_in(chunk, files)
                yield chunk

    def answers(
        self,
        task: Any,
        arguments: Iterable[Sequence[Any]],
        game: str,
        bots: Sequence[str],
        memory: int | None,
        say: Say,
    ) -> Generator[Any, None, None]:
        """Run a task once for each tuple of arguments; as :meth:`arkadia_sim.runner.workers.Crew.answers`."""
        kit, work = packed(Kit.of(game, bots, memory)), packed(task)
        self._check_workers(kit, say)
        waiting, done, complete = iter(arguments), SimpleQueue[Any](), False
        out: set[Any] = set()
        try:
            while True:
                for call in islice(waiting, max(0, AHEAD * self.threads() - len(out))):
                    future = self._submit(run_task, kit, work, tuple(call))
                    future.add_done_callback(done.put)
                    out.add(future)
                if not out:
                    complete = True
                    return
                future = self._next(done, say)
                out.remove(future)
                yield self._answer(future)
        finally:
            if not complete:
                self._cancel(list(out), kit)

    def _submit(self, function: Any, *arguments: Any, **where: Any) -> Any:
        key = f"arkadia-sim-{uuid.uuid4().hex}"
        return self._called(self._client.submit, function, *arguments, key=key, pure=False, **where)

    def _check_workers(self, kit: bytes, say: Say) -> None:
        """Start a child on each worker; raise UsageError that names all workers with other code."""
        workers = [worker for worker in self._called(self._client.nthreads) if (kit, worker) not in self._checked]
        if workers:
            say(f"{len(workers)} worker(s) of the cluster at {self.address} make ready …")
        nothing = packed(_do_nothing)
        futures = {
            worker: self._submit(run_task, kit, nothing, (), workers=[worker], allow_other_workers=False)
            for worker in workers
        }
        refused = []
        for worker, future in futures.items():
            error = self._error(future)
            if error is not None:
                refused.append(f"{worker}: {_difference(error)}")
        if refused:
            lines = "\n".join(refused)
            raise UsageError(f"workers of the cluster have other code: install the same everywhere\n{lines}")
        self._checked |= {(kit, worker) for worker in workers}

    def _next(self, done: "SimpleQueue[Any]", say: Say) -> Any:
        """The next finished task; RunError if the cluster is lost or has no worker any more."""
        lonely = None
        while True:
            with suppress(Empty):
                return done.get(timeout=LOOK_EVERY)
            if self.threads():
                lonely = None
            elif lonely is None:
                say(f"the cluster has no worker left: waiting {LONELY_SECONDS:g} seconds for one")
                lonely = monotonic()
            elif monotonic() - lonely > LONELY_SECONDS:
                raise RunError(f"the cluster at {self.address} has no worker left. {_GO_ON}")

    def _answer(self, future: Any) -> Any:
        error = self._error(future)
        if isinstance(error, OtherCode):
            raise RunError(f"a worker that has come has other code: {error}. {_GO_ON}, without it")
        if isinstance(error, ArkadiaSimError):
            raise error
        if type(error).__name__ == "KilledWorker":
            raise RunError(f"workers died one after another at the same games (out of memory, or killed). {_GO_ON}")
        if error is not None:
            raise RunError(f"a worker of the cluster failed: {raised_text(error)}. {_GO_ON}")
        answer = self._called(future.result)
        future.release()
        return answer

    def _error(self, future: Any) -> BaseException | None:
        """What a finished task raised."""
        error: BaseException | None = self._called(future.exception)
        return error

    def _called(self, ask: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Call the scheduler; RunError if it is gone."""
        try:
            if not self.lost:
                return ask(*arguments, **more)
        except _LOST:
            pass
        raise RunError(f"the cluster at {self.address} is lost: its scheduler no longer answers. {_GO_ON}")

    def _cancel(self, futures: list[Any], kit: bytes) -> None:
        """Cancel tasks, and end the processes that work on them, so that the machines are free at once."""
        if self.lost:
            return
        with suppress(Exception):  # the error that led here is what the user must see
            self._client.cancel(futures, force=True)
            self._client.run(stop_tasks, kit, on_error="ignore")


@cache
def _connected() -> dict[str, Cluster]:
    return {}


def cluster_at(address: str) -> Cluster:
    """The cluster at an address. A connection that exists already is used again."""
    connected = _connected()
    if address not in connected or connected[address].lost:
        connected[address] = Cluster(address)
    return connected[address]


def _client(address: str) -> Any:
    if not _ADDRESS.fullmatch(address):
        raise BadValue("cluster", address, "the address of a Dask scheduler, such as tcp://scheduler:8786")
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs the packages dask and distributed: pip install 'arkadia-sim[dask]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # our own messages say what went wrong
    client = _within(CONNECT_SECONDS, lambda: Client(address, timeout=CONNECT_SECONDS, set_as_default=False))
    if client is None or isinstance(client, Exception):
        why = "" if client is None else f" ({raised_text(client).splitlines()[0]})"
        raise UsageError(f"no Dask scheduler answers at {address}; start one with dask scheduler{why}")
    atexit.register(client.close, 2)
    return client


def _within(seconds: float, make: Callable[[], Any]) -> Any:
    """Call a function in a thread; its result, or the exception that it raised, or None if it takes too long.

    Dask itself waits much longer for a port that accepts connections and never answers.
    """
    made: SimpleQueue[Any] = SimpleQueue()

    def try_it() -> None:
        try:
            made.put(make())
        except Exception as error:
            made.put(error)

    Thread(target=try_it, name="cluster", daemon=True).start()
    with suppress(Empty):
        return made.get(timeout=2 * seconds)


def _do_nothing() -> None:
    """The first task of a worker: to run it, the worker needs the kit and the same code."""


def _difference(error: BaseException) -> str:
    if isinstance(error, OtherCode):
        return str(error)
    if isinstance(error, ModuleNotFoundError | AttributeError | pickle.PickleError):
        return f"arkadia_sim is not installed there, or another version ({raised_text(error)})"
    return raised_text(error)
