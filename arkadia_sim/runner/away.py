"""Work on another machine: what a worker of a cluster does.

Each thread of such a worker has games played in a process of its own (:class:`arkadia_sim.runner.keeper.Keeper`), so
that what a bot does to its process costs no worker, and one worker of many threads uses as many cores. The process has
the code that is installed when the run begins, however long the worker has been there.
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
from arkadia_sim.results.chunks import FILES
from arkadia_sim.runner.child import Child
from arkadia_sim.runner.keeper import Games, Keeper
from arkadia_sim.runner.kit import Kit, settle
from arkadia_sim.runner.parallel import play_chunk


class OtherCode(RunError):
    """A worker has other code than the program that the work comes from."""


@dataclass(frozen=True)
class Part:
    """A chunk that was played: its files by folder, or none where they lie in the run's own folder already."""

    chunk: Chunk
    files: Mapping[str, bytes] | None = None
    checksum: str = ""

    @classmethod
    def read(cls, root: Path, chunk: Chunk) -> "Part":
        """The files of a chunk that lies in a folder."""
        there = {name: root / name / f"{chunk.name}.{ending}" for name, ending in FILES.items()}
        files = {name: file.read_bytes() for name, file in there.items() if file.exists()}
        return cls(chunk, files, _checksum(files))

    @property
    def intact(self) -> bool:
        """Whether the files are what was sent."""
        return self.files is None or self.checksum == _checksum(self.files)


def _checksum(files: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in sorted(files.items()):
        found.update(f"{name} {len(content)}\0".encode() + content)
    return found.hexdigest()


@dataclass(frozen=True)
class Sees:
    """Asks whether a folder is the one of that path where the run was started: whether the token there is the same."""

    token: str
    says: str

    def __call__(self) -> bool:
        """Read the token."""
        try:
            return Path(self.token).read_text(encoding="utf-8") == self.says
        except (OSError, ValueError):
            return False


@dataclass(frozen=True)
class PlayAway:
    """Plays a chunk of a run into its folder where that is seen from here, else hands over its files."""

    plan: Plan
    run: str
    root: str
    shared: Sees

    def __call__(self, chunk: Chunk) -> Part:
        """Play it."""
        if self.shared():
            play_chunk(self.plan, chunk, self.root, self.run)
            return Part(chunk)
        with tempfile.TemporaryDirectory(prefix="arkadia-sim-") as own:
            play_chunk(self.plan, chunk, own, self.run)
            return Part.read(Path(own), chunk)


def packed(what: Any) -> bytes:
    """A kit or a task as it travels: small, for it goes with every piece of work, so that any worker can do that."""
    return zlib.compress(pickle.dumps(what))


@lru_cache(maxsize=8)
def opened(sent: bytes) -> Any:
    """What was packed."""
    return pickle.loads(zlib.decompress(sent))


def serve(kit: bytes, task: bytes, arguments: tuple[Any, ...]) -> Any:
    """Do a piece of work with a kit: a thread of a cluster's worker. OtherCode where this machine has other code."""
    work = opened(task)
    games = Games(work.plan, *arguments) if isinstance(work, PlayAway) else None
    return _post(kit).keeper.do(work, *arguments, games=games)


def dismiss(kit: bytes) -> None:
    """End the processes that play with a kit, whatever they are at: nobody waits for them any more."""
    for thread, post in list(_posts.items()):
        if post.kit == kit:
            del _posts[thread]
            post.leave()


class _Post:
    """Where a thread has its work done: a folder with the user's own files, and a process in it."""

    def __init__(self, kit: bytes) -> None:
        self.kit, self._folder = kit, tempfile.mkdtemp(prefix="arkadia-sim-", dir=_worker().local_directory)
        self.keeper = Keeper(self._child, opened(kit).seconds)

    def _child(self) -> Child:
        kit: Kit = opened(self.kit)
        child = Child(_share() if kit.memory is None else kit.memory)
        differs = child.do(settle, kit, self._folder)
        if differs:
            child.end()
            raise OtherCode(", ".join(differs))
        return child

    def leave(self) -> None:
        """End the process, for good, and remove the folder."""
        self.keeper.dismiss()
        shutil.rmtree(self._folder, ignore_errors=True)


_posts: dict[int, _Post] = {}
"""Of this worker's threads, by their numbers."""


def _post(kit: bytes) -> _Post:
    post = _posts.get(get_ident())
    if post is None or post.kit != kit:
        if post is not None:
            post.leave()
        post = _posts[get_ident()] = _Post(kit)
    return post


def _share() -> int:
    """What a thread's process may take: its part of the worker's memory, or of the machine's if that has no limit."""
    worker = _worker()
    whole, threads = worker.memory_manager.memory_limit, worker.state.nthreads
    return max(memory.LEAST, int(memory.SHARE * whole / threads)) if whole else memory.usual_limit(threads)


def _worker() -> Any:
    """The worker that this thread is of; it removes its own folder when it ends."""
    from distributed import get_worker

    return get_worker()
