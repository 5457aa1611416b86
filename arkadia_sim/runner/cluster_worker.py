"""What runs on the workers of a Dask cluster, and the kit that they need before they play.

Each thread of a worker plays in a child process (:class:`arkadia_sim.runner.supervisor.Supervisor`). So a bot that ends
its process costs no worker, a worker with many threads uses as many cores, and the code is the one that is installed
when the run starts.

Rows depend on plan, bots and code, so a worker with other code would play other games. The package must be installed on
every machine. Bots and games of the user that are in the current folder, or below it, are sent along.
"""

import os
import pickle
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from threading import get_ident
from typing import Any

from arkadia_sim import __version__, shipped
from arkadia_sim.core import memory
from arkadia_sim.core.game import Game
from arkadia_sim.core.registry import files_of, resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_code import VARIABLE, decision_seconds
from arkadia_sim.errors import ArkadiaSimError, RunError
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.store import FILES
from arkadia_sim.runner.child import Child
from arkadia_sim.runner.supervisor import Games, Supervisor, play_chunk
from arkadia_sim.sources import PACKAGE, digest_of, imported, place_of


class OtherCode(RunError):
    """A worker has other code than the program that sends the work."""


@dataclass(frozen=True)
class PlayChunk:
    """Plays a chunk of the run with that fingerprint and returns it with its files, by folder."""

    plan: Plan
    run: str

    def __call__(self, chunk: Chunk) -> tuple[Chunk, Mapping[str, bytes]]:
        """Play it."""
        with tempfile.TemporaryDirectory(prefix="arkadia-sim-") as folder:
            play_chunk(self.plan, chunk, folder, self.run)
            paths = {name: Path(folder, name, f"{chunk.name}.{ending}") for name, ending in FILES.items()}
            return chunk, {name: path.read_bytes() for name, path in paths.items() if path.exists()}


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


@dataclass(frozen=True)
class Kit:
    """What a worker needs to play.

    Attributes:
        game: name of the game.
        bots: names of the bots.
        code: version or hash of each thing that must be the same on every machine, by its name.
        files: the user's own files, by their paths from the current folder.
        seconds: how long a bot may compute for one decision.
        memory: the memory that a process may take, in bytes; None for a share of the worker's.
    """

    game: str
    bots: tuple[str, ...]
    code: Mapping[str, str]
    files: Mapping[str, bytes]
    seconds: float
    memory: int | None

    @classmethod
    def of(cls, game: str, bots: Sequence[str], memory: int | None) -> "Kit":
        """The kit for a game and bots, found from the current folder. The bots' parameters do not matter."""
        names = tuple(dict.fromkeys(BotSpec.parse(bot).name for bot in bots))
        files = dict(sorted(_own_files(resolve_game(game), names)))
        return cls(game, names, _code(game, names), files, decision_seconds(), memory)


def unpack_kit(kit: Kit, folder: str) -> list[str]:
    """Make this process ready to play with a kit, in an empty folder.

    Returns:
        What is other code here than in the kit, as texts; empty if all is the same.
    """
    os.chdir(folder)
    os.environ[VARIABLE] = str(kit.seconds)
    for name, content in kit.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)
    try:
        here = _code(kit.game, kit.bots)
    except ArkadiaSimError as error:
        return [str(error)]
    both = [(name, here.get(name, "missing"), kit.code.get(name, "missing")) for name in {**kit.code, **here}]
    return [f"{name} ({there} there, {code} here)" for name, there, code in both if there != code]


def _code(name: str, bots: Sequence[str]) -> dict[str, str]:
    game = resolve_game(name)
    return {
        "arkadia_sim": __version__,
        "the sources of arkadia_sim": _sources_hash(),
        f"the rules of {game.title}": game.rules_version,
        **{f"{file} of bot {bot.spec}": code for bot in game.describe_bots(bots) for file, code in bot.sources.items()},
    }


@cache
def _sources_hash() -> str:
    """A hash of this package's sources without bots: checkouts of one version can differ."""
    files = ((place_of(file), file) for file in PACKAGE.rglob("*.py"))
    return digest_of(files=((name, file) for name, file in files if name.startswith(f"{PACKAGE.name}/")))


def _own_files(game: Game, bots: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The user's own files that game and bots are made of, with their paths from the current folder."""
    here, installed = Path.cwd().resolve(), (PACKAGE, shipped.folder("bots").resolve())
    for file in _files(game, bots):
        own = not any(file.is_relative_to(folder) for folder in installed) and "site-packages" not in file.parts
        if own and file.is_relative_to(here):
            yield file.relative_to(here).as_posix(), file.read_bytes()


def _files(game: Game, bots: Sequence[str]) -> Iterator[Path]:
    for file in files_of(game):
        yield from imported(file)[0].values()
    for seated in map(game.find_bot, bots):
        yield seated.file.resolve()
        yield from imported(seated.python_file)[0].values()
