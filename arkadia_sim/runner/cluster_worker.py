"""What runs on the workers of a Dask cluster.

Each thread of a worker plays in a child process (:class:`arkadia_sim.runner.supervisor.Supervisor`). So a bot that ends
its process costs no worker, one worker with many threads uses as many cores, and the code is that which is installed
when the run starts, however long the worker has been running.
"""

import hashlib
import pickle
import shutil
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import get_ident
from typing import Any

from arkadia_sim.core import memory
from arkadia_sim.errors import RunError
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.store import FILES
from arkadia_sim.runner.child import Child
from arkadia_sim.runner.kit import Kit, unpack_kit
from arkadia_sim.runner.supervisor import Games, Supervisor
from arkadia_sim.runner.tasks import play_chunk


class OtherCode(RunError):
    """A worker has other code than the program that sends the work."""


@dataclass(frozen=True)
class PlayedChunk:
    """A chunk that a worker played: its files by folder, or None if they are in the run's folder already."""

    chunk: Chunk
    files: Mapping[str, bytes] | None = None
    checksum: str = ""

    @classmethod
    def read(cls, root: Path, chunk: Chunk) -> "PlayedChunk":
        """Read the files of a chunk from a folder."""
        paths = {name: root / name / f"{chunk.name}.{ending}" for name, ending in FILES.items()}
        files = {name: path.read_bytes() for name, path in paths.items() if path.exists()}
        return cls(chunk, files, _checksum(files))

    @property
    def intact(self) -> bool:
        """Whether the files arrived as they were sent."""
        return self.files is None or self.checksum == _checksum(self.files)


def _checksum(files: Mapping[str, bytes]) -> str:
    checksum = hashlib.sha256()
    for name, content in sorted(files.items()):
        checksum.update(f"{name} {len(content)}\0".encode() + content)
    return checksum.hexdigest()


@dataclass(frozen=True)
class PlayChunk:
    """Plays a chunk into the run's folder if this worker sees it, else returns the chunk's files.

    The worker sees the folder if the file ``token`` there has the text ``says``.
    """

    plan: Plan
    run: str
    root: str
    token: str
    says: str

    def __call__(self, chunk: Chunk) -> PlayedChunk:
        """Play it."""
        if self._sees_folder():
            play_chunk(self.plan, chunk, self.root, self.run)
            return PlayedChunk(chunk)
        with tempfile.TemporaryDirectory(prefix="arkadia-sim-") as folder:
            play_chunk(self.plan, chunk, folder, self.run)
            return PlayedChunk.read(Path(folder), chunk)

    def _sees_folder(self) -> bool:
        try:
            return Path(self.token).read_text(encoding="utf-8") == self.says
        except (OSError, ValueError):
            return False


def packed(content: Any) -> bytes:
    """A kit or a task as bytes. It goes along with each call, so that any worker can do the work."""
    return zlib.compress(pickle.dumps(content))


@lru_cache(maxsize=8)
def unpacked(content: bytes) -> Any:
    """What was packed."""
    return pickle.loads(zlib.decompress(content))


def run_task(kit: bytes, task: bytes, arguments: tuple[Any, ...]) -> Any:
    """Run a packed task with a packed kit in this thread's child; OtherCode if the code here is not that of the kit."""
    work = unpacked(task)
    games = Games(work.plan, *arguments) if isinstance(work, PlayChunk) else None
    return _thread(kit).supervisor.run(work, *arguments, games=games)


def stop_tasks(kit: bytes) -> None:
    """End the children that work with a kit: nobody waits for their answers any more."""
    for number, thread in list(_threads.items()):
        if thread.kit == kit:
            del _threads[number]
            thread.stop()


class _Thread:
    """What a thread of the worker works with: a kit, a folder for the user's own files, and a child in that folder."""

    def __init__(self, kit: bytes) -> None:
        self.kit, self._folder = kit, tempfile.mkdtemp(prefix="arkadia-sim-", dir=_worker().local_directory)
        self.supervisor = Supervisor(self._start, unpacked(kit).seconds)

    def _start(self) -> Child:
        kit: Kit = unpacked(self.kit)
        child = Child(_memory_share() if kit.memory is None else kit.memory)
        differences = child.run(unpack_kit, kit, self._folder)
        if differences:
            child.close()
            raise OtherCode(", ".join(differences))
        return child

    def stop(self) -> None:
        """End the child for good and remove the folder."""
        self.supervisor.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


_threads: dict[int, _Thread] = {}
"""By the thread's identifier."""


def _thread(kit: bytes) -> _Thread:
    thread = _threads.get(get_ident())
    if thread is None or thread.kit != kit:
        if thread is not None:
            thread.stop()
        thread = _threads[get_ident()] = _Thread(kit)
    return thread


def _memory_share() -> int:
    """What the child of a thread may take: its share of the worker's memory, or of the machine's."""
    worker = _worker()
    whole, threads = worker.memory_manager.memory_limit, worker.state.nthreads
    return max(memory.LEAST, int(memory.SHARE * whole / threads)) if whole else memory.usual_limit(threads)


def _worker() -> Any:
    """The Dask worker of this thread. It removes its own folder when it ends."""
    from distributed import get_worker

    return get_worker()
