"""The only place that talks to the compiler: options, where machine code is kept, switches.

Two kinds of compiled functions, and no third:

* ``@inlined``: small helpers without a declared signature. They become part of whoever calls them, are never cached on
  their own and cost nothing when their caller comes from the cache.
* ``@compiled(signature)``: entry points with exactly one declared signature, cached on disk. One signature per function
  is what makes the cache safe: two processes that fill it at the same moment write the same thing.

The cache can never be stale: its folder is named by a hash of everything that the machine code depends on. For the
engine these are the sources of this package that hold compiled code, the versions of numba and Python and the
switches; for a bot the same and its own file (with the files beside it that it imports). Folders that nobody used
for a month are pruned.

With ``NUMBA_DISABLE_JIT=1`` the same sources run as plain Python and play the same games, slowly: for debugging,
coverage and mutation testing.
"""

import hashlib
import os
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

_intrinsic: Any = intrinsic
_numba_config: Any = numba.config

JIT_ENABLED: bool = not _numba_config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT is set: everything below then runs as plain Python."""

# Boards are four words on which the same is done: LLVM's superword-level vectoriser turns that into one
# instruction. numba leaves it off by default; here it makes random play a fifth faster.
_numba_config.SLP_VECTORIZE = 1

# a table of bots is a tuple of first-class functions; numba says at every use that these are experimental
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

PACKAGE = Path(__file__).resolve().parent
UNUSED_AFTER_DAYS = 30


def cache_root() -> Path:
    """Where machine code is kept: ``ARKADIA_SIM_CACHE`` if set, else the user's cache folder."""
    chosen = os.environ.get("ARKADIA_SIM_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("arkadia_sim", appauthor=False))


def _digest(*parts: str, files: Iterator[Path] | tuple[Path, ...] = ()) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() + b"\0")
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def _engine_sources() -> tuple[Path, ...]:
    games = (file for file in sorted((PACKAGE / "games").rglob("*.py")) if _holds_compiled_code(file))
    return (Path(__file__).resolve(), PACKAGE / "rng.py", *games)


@cache
def engine_hash() -> str:
    """A hash of all that the engine's machine code depends on."""
    switches = [
        f"{name}={getattr(_numba_config, name)}"
        for name in ("BOUNDSCHECK", "OPT", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES")
    ]
    return _digest(numba.__version__, sys.version, *switches, files=_engine_sources())


def _holds_compiled_code(file: Path) -> bool:
    return b"from arkadia_sim.accelerate import" in file.read_bytes()


def _bot_sources(file: Path) -> tuple[Path, ...]:
    """A bot's file and the Python files beside it, from which it may import."""
    return tuple(sorted(file.resolve().parent.glob("*.py")))


def sources_hash(file: Path) -> str:
    """A hash of the sources that decide how a bot plays: the engine's, its own and those beside it; of no machine."""
    return _digest(file.name, files=(*_engine_sources(), *_bot_sources(file)))


def cache_folder(source: Path) -> Path:
    """The folder that holds the machine code of one source file, made if it is not there."""
    source = source.resolve()
    in_engine = source.is_relative_to(PACKAGE / "games") or source.parent == PACKAGE
    name = (
        f"engine-{engine_hash()}"
        if in_engine
        else f"bots-{source.stem}-{_digest(engine_hash(), source.name, files=_bot_sources(source))}"
    )
    return cache_root() / name


def is_warm() -> bool:
    """Whether the engine has been compiled before on this machine, so that a start takes seconds."""
    return JIT_ENABLED and (cache_root() / f"engine-{engine_hash()}" / "complete").exists()


def mark_complete() -> None:
    """Note that the engine's machine code is all there, and prune folders that nobody has used for a month."""
    if not JIT_ENABLED:
        return
    root = cache_root()
    folder = root / f"engine-{engine_hash()}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "complete").touch()
    prune(root, keep=folder)


def prune(root: Path, keep: Path, unused_days: float = UNUSED_AFTER_DAYS) -> list[Path]:
    """Remove cache folders not used for ``unused_days``; a folder that cannot be removed is left alone."""
    limit = time.time() - unused_days * 86400
    removed = []
    for folder in sorted(root.glob("*-*")):
        if folder != keep and folder.is_dir() and _last_use(folder) < limit:
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _last_use(folder: Path) -> float:
    marker = folder / "used"
    return marker.stat().st_mtime if marker.exists() else folder.stat().st_mtime


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    before = _numba_config.CACHE_DIR
    _numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _numba_config.CACHE_DIR = before


def inlined(function: Callable[..., Any]) -> Any:
    """A small helper that is compiled into whoever calls it."""
    return numba.njit(function)


def compiled(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """An entry point with one declared signature, compiled when its module is imported, or loaded from the cache."""

    def decorate(function: Callable[..., Any]) -> Any:
        if not JIT_ENABLED:
            return function
        folder = cache_folder(Path(function.__code__.co_filename))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "used").touch()
        with _cache_in(folder):
            return numba.njit(signature, cache=True)(function)

    return decorate


@_intrinsic
def _count_bits(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@_intrinsic
def _lowest_bit(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.uint64(types.uint64), build


if JIT_ENABLED:

    @inlined
    def count_bits(word: Any) -> Any:
        """How many bits of a 64-bit word are set."""
        return numba.int64(_count_bits(word))

    @inlined
    def lowest_bit(word: Any) -> Any:
        """The place of the lowest set bit of a 64-bit word, 0 to 63; undefined for zero."""
        return numba.int64(_lowest_bit(word))

else:

    def count_bits(word: Any) -> Any:
        """How many bits of a 64-bit word are set."""
        return int(word).bit_count()

    def lowest_bit(word: Any) -> Any:
        """The place of the lowest set bit of a 64-bit word, 0 to 63; undefined for zero."""
        word = int(word)
        return (word & -word).bit_length() - 1
