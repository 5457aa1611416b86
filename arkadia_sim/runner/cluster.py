"""Games played on more machines than this one: by the workers of a Dask cluster.

Work goes out a little at a time, so that scheduler and workers hold no more than a few pieces for each of their
threads, however long the run. Dask gives the piece of a worker that dies to another one. A chunk comes back through the
run's folder, where the worker sees that, or as bytes, and is looked at before it counts.
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
from arkadia_sim.results.chunks import chunk_fault
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.away import OtherCode, Part, PlayAway, Sees, dismiss, packed, serve
from arkadia_sim.runner.kit import Kit

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer."""

LONELY_SECONDS = 60.0
"""How long a run waits for a worker when none is left."""

SEEN_SECONDS = 10.0
"""How long a file that was written elsewhere may take to be seen here."""

AHEAD = 2
"""Pieces of work that are out at a time, for each thread of the workers."""

TRIES = 3
"""How often a chunk is played that does not come back whole."""

LOOK_EVERY = 1.0
"""Seconds between two looks at who is there."""

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):[0-9]{1,5}")
_GO_ON = "What is finished is kept: give the same command again to go on"
_LOST = (CancelledError, TimeoutError, OSError)

Say = Callable[[str], None]


class Cluster:
    """The workers of a Dask cluster, by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        """Find it; UsageError where there is none, nobody works for it, or Dask is not installed."""
        self.address = address
        self._client = _client(address)
        self._welcome: set[tuple[bytes, str]] = set()
        self._threads, self._looked = 0, -LOOK_EVERY
        begin = monotonic()
        while not self.threads():
            if monotonic() - begin > CONNECT_SECONDS:
                raise UsageError(f"the cluster at {address} has no workers: start some with dask worker {address}")
            sleep(LOOK_EVERY)

    @property
    def lost(self) -> bool:
        """Whether its scheduler has gone."""
        return str(self._client.status) != "running"

    def threads(self) -> int:
        """How many threads all workers have, as of a moment ago."""
        if monotonic() - self._looked >= LOOK_EVERY:
            self._threads = sum(self._called(self._client.nthreads).values())
            self._looked = monotonic()
        return self._threads

    def play(
        self, plan: Plan, chunks: Iterable[Chunk], folder: RunFolder, run: str, memory: int | None, say: Say
    ) -> Generator[int, None, None]:
        """Play chunks of a run, in processes that may take so much memory; the games of each that is there, whole."""
        kit = packed(Kit.of(plan.game, plan.bots, memory))
        with folder.token() as (token, says):
            task = PlayAway(plan, run, str(folder.root.resolve()), Sees(str(token.resolve()), says))
            missing = chunks
            for _ in range(TRIES):
                faulty: list[Chunk] = []
                with closing(self._answers(task, ((one,) for one in missing), kit, say)) as parts:
                    for part in parts:
                        fault = _taken_in(folder, part, run)
                        if fault is None:
                            yield part.chunk.count
                        else:
                            say(f"{fault}: these games are played again")
                            faulty.append(part.chunk)
                if not faulty:
                    return
                missing = faulty
        raise RunError(f"{faulty[0].name} does not come back whole from the cluster at {self.address}. {_GO_ON}")

    def answers(
        self,
        task: Any,
        arguments: Iterable[Sequence[Any]],
        game: str,
        bots: Sequence[str],
        memory: int | None,
        say: Say,
    ) -> Generator[Any, None, None]:
        """The answers of a task that plays a game with bots, for many arguments, in the order in which they come."""
        return self._answers(task, arguments, packed(Kit.of(game, bots, memory)), say)

    def _answers(
        self, task: Any, arguments: Iterable[Sequence[Any]], kit: bytes, say: Say
    ) -> Generator[Any, None, None]:
        work = packed(task)
        self._greet(kit, say)
        waiting, done, whole = iter(arguments), SimpleQueue[Any](), False
        out: set[Any] = set()
        try:
            while True:
                for one in islice(waiting, max(0, AHEAD * self.threads() - len(out))):
                    future = self._submit(serve, kit, work, tuple(one))
                    future.add_done_callback(done.put)
                    out.add(future)
                if not out:
                    whole = True
                    return
                future = self._next(done, say)
                out.remove(future)
                yield self._answer(future)
        finally:
            if not whole:
                self._withdraw(list(out), kit)

    def _submit(self, function: Any, *arguments: Any, **where: Any) -> Any:
        key = f"arkadia-sim-{uuid.uuid4().hex}"
        return self._called(self._client.submit, function, *arguments, key=key, pure=False, **where)

    def _greet(self, kit: bytes, say: Say) -> None:
        """Have every worker that is there make ready; UsageError with all those that have other code."""
        workers = [one for one in self._called(self._client.nthreads) if (kit, one) not in self._welcome]
        if workers:
            say(f"{len(workers)} worker(s) of the cluster at {self.address} make ready …")
        ready = packed(_ready)
        futures = {
            one: self._submit(serve, kit, ready, (), workers=[one], allow_other_workers=False) for one in workers
        }
        refused = []
        for worker, future in futures.items():
            error = self._error(future)
            if error is not None:
                refused.append(f"{worker}: {_difference(error)}")
        if refused:
            told = "\n".join(refused)
            raise UsageError(f"workers of the cluster have other code: install the same everywhere\n{told}")
        self._welcome |= {(kit, one) for one in workers}

    def _next(self, done: "SimpleQueue[Any]", say: Say) -> Any:
        """The next piece that is done; RunError where the cluster is lost, or nobody works for it any more."""
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
        """What a piece of work has raised, once it is done."""
        found: BaseException | None = self._called(future.exception)
        return found

    def _called(self, ask: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Ask the scheduler something; RunError where it is gone."""
        try:
            if not self.lost:
                return ask(*arguments, **more)
        except _LOST:
            pass
        raise RunError(f"the cluster at {self.address} is lost: its scheduler no longer answers. {_GO_ON}")

    def _withdraw(self, futures: list[Any], kit: bytes) -> None:
        """Take back what is out, and end those who are at it: the machines are free at once."""
        if self.lost:
            return
        with suppress(Exception):  # whatever has happened is told already
            self._client.cancel(futures, force=True)
            self._client.run(dismiss, kit, on_error="ignore")


@cache
def _known() -> dict[str, Cluster]:
    return {}


def cluster_at(address: str) -> Cluster:
    """The cluster of an address; one that was found before, and has not gone, is found again at once."""
    known = _known()
    if address not in known or known[address].lost:
        known[address] = Cluster(address)
    return known[address]


def _client(address: str) -> Any:
    if not _ADDRESS.fullmatch(address):
        raise BadValue("cluster", address, "the address of a Dask scheduler, such as tcp://scheduler:8786")
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs the packages dask and distributed: pip install 'arkadia-sim[dask]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told here, in words
    client = _within(CONNECT_SECONDS, lambda: Client(address, timeout=CONNECT_SECONDS, set_as_default=False))
    if client is None or isinstance(client, Exception):
        why = "" if client is None else f" ({raised_text(client).splitlines()[0]})"
        raise UsageError(f"no Dask scheduler answers at {address}; start one with dask scheduler{why}")
    atexit.register(client.close, 2)
    return client


def _within(seconds: float, make: Callable[[], Any]) -> Any:
    """What is made, or the exception that is raised; None where neither has come after so many seconds, for Dask itself
    waits much longer for somebody who listens and says nothing."""
    made: SimpleQueue[Any] = SimpleQueue()

    def try_it() -> None:
        try:
            made.put(make())
        except Exception as error:
            made.put(error)

    Thread(target=try_it, name="cluster", daemon=True).start()
    with suppress(Empty):
        return made.get(timeout=2 * seconds)


def _ready() -> None:
    """The first piece of work: whoever does it has the kit, and the same code."""


def _difference(error: BaseException) -> str:
    if isinstance(error, OtherCode):
        return str(error)
    if isinstance(error, ModuleNotFoundError | AttributeError | pickle.PickleError):
        return f"arkadia_sim is not installed there, or another version ({raised_text(error)})"
    return raised_text(error)


def _taken_in(folder: RunFolder, part: Part, run: str) -> str | None:
    """Have a chunk lie in the run's folder; what is wrong with it, None if it is there whole."""
    if not part.intact:
        return f"{part.chunk.name} was damaged on its way"
    if part.files is not None:
        folder.take_in(part.chunk, part.files)
        return chunk_fault(folder.root, part.chunk, run)
    begin = monotonic()
    while (fault := chunk_fault(folder.root, part.chunk, run)) and monotonic() - begin < SEEN_SECONDS:
        sleep(LOOK_EVERY / 4)  # folders of a network are not everywhere the same at once
    return fault
