"""How functions are compiled: the compiler's options, the cache of machine code, switches.

* ``@inlined``: small helpers without a declared signature. They are compiled into their callers and never cached
  themselves, so they cost nothing if the caller comes from the cache.
* ``@replaceable``: the same for a rule of a game that a file of house rules may replace.
* ``@spliced``: the same for layers with one or two callers. They replace the call before anything is compiled.
* ``@compiled(signature)``: entry points, cached on disk, and compiled or loaded when they are first needed. What large
  functions have in common is best ``compiled``: then it is made once (``arkadia_sim/compiler.py``).

The cache can never be stale: its folder is named by a hash of all sources, versions and switches that the machine code
depends on. One game's sources never count for another. With ``NUMBA_DISABLE_JIT=1`` the same sources run as plain
Python and play the same games, slowly: for debugging, coverage and mutation testing.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba import types
from numba.core import caching
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic
from numba.np import linalg

from arkadia_sim import compiler, system
from arkadia_sim.compiler import EntryPoint, Helper, free_first
from arkadia_sim.errors import UsageError
from arkadia_sim.sources import digest_of, engine_sources, game_of, imported, is_engine, is_own, place_of, places_of

_intrinsic: Any = intrinsic
_linalg: Any = linalg
_numba_config: Any = numba.config
_Cache: Any = caching.FunctionCache
_CacheFile: Any = caching.IndexDataCacheFile
_CacheImpl: Any = caching.CompileResultCacheImpl
_CacheLocator: Any = caching._CacheLocator

JIT_ENABLED: bool = not _numba_config.DISABLE_JIT
"""False if NUMBA_DISABLE_JIT is set: everything below then runs as plain Python."""

# A board is four words with the same operations on each: LLVM's superword-level vectoriser makes them one
# instruction. numba switches it off by default; here it makes random play a fifth faster.
_numba_config.SLP_VECTORIZE = 1

# In each process numba would load the matrices of scipy, which takes 0.15 s, to see that they are there. They are, and
# are loaded when a function needs them.
_linalg.ensure_blas = lambda: None

# a table of bots is a tuple of first-class functions; numba warns at every use that these are experimental
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

UNUSED_AFTER_DAYS = 30
_USED = "used"
"""An empty file in each cache folder, touched whenever the folder is used."""


@cache
def engine_hash(*games: str) -> str:
    """A hash of everything that the machine code of these games depends on."""
    switches = [
        f"{name}={getattr(_numba_config, name)}"
        for name in ("BOUNDSCHECK", "OPT", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES")
    ]
    return digest_of(numba.__version__, sys.version, *switches, files=places_of(engine_sources(*games)))


class House(NamedTuple):
    """Rules of a user's in place of a game's: a hash of their sources, and the compiled functions by name."""

    digest: str = ""
    rules: Mapping[str, Callable[..., Any]] = {}


house = House()
"""The house rules of the modules that are imported now (``arkadia_sim/compiled/house_rules.py``)."""

RULES: dict[str, dict[str, Any]] = {}
"""By game: the rules that house rules may replace, by name."""


def cache_folder(source: Path, by_house: str = "") -> Path:
    """The folder for the machine code of a source file, named by a hash of all it depends on, house rules as well."""
    game = game_of(source)
    if game:
        made = engine_hash(game)
        return system.cache_root() / f"engine-{game}-{digest_of(made, by_house) if by_house else made}"
    files, games = imported(source)
    made = engine_hash(*games)
    digest = digest_of(made, by_house, files=files.items()) if by_house else digest_of(made, files=files.items())
    return system.cache_root() / f"bots-{source.stem}-{digest}"


class _Compiling:
    """Tells what is compiled in this process, part by part: entry points, with all that is compiled into them."""

    def __init__(self, tell: "Tell") -> None:
        self.tell, self.number, self.total = tell, 0, 0
        self._is_busy, self._pruned = False, False

    @contextmanager
    def announced(self, part: EntryPoint) -> Iterator[None]:
        """While a function is compiled; within another one, it is no part of its own."""
        if self._is_busy:
            yield
            return
        file = Path(part.py_func.__code__.co_filename)
        self._is_busy = True
        self.tell(_what(file), self.number, self.total)
        if not self._pruned and is_engine(file):
            self._pruned = True
            prune(system.cache_root(), keep=cache_folder(file))
        try:
            yield
        finally:
            self._is_busy = False
            if self.total == 0:
                self.tell("", 0, 0)


def _what(file: Path) -> str:
    """What a file belongs to, for the user."""
    return "the game" if is_engine(file) else "bots" if file.stem.startswith("_") else file.stem


Tell = Callable[[str, int, int], None]
_compiling = _Compiling(lambda *_: None)


def tell_of_compiling(tell: Tell) -> None:
    """Call ``tell`` whenever machine code begins to be compiled, for that takes a while. Folders unused for a month are
    deleted on the first occasion.

    ``tell`` gets what is compiled ("the game", or the name of a bot's file), its number among the parts that are to be
    compiled now and how many these are; both are 0 if that is not known. It gets ("", N, N) at the end.
    """
    global _compiling
    _compiling = _Compiling(tell)
    compiler.announced = _compiling.announced


def make(functions: Iterable[Any]) -> None:
    """Compile these functions, or load them from the cache, as far as they are entry points; otherwise that happens
    when they are first called."""
    parts, told = _entry_points(functions), _compiling
    missing = {id(part) for part in parts if not part.is_kept()}
    try:
        for part in free_first(parts):
            told.number, told.total = told.number + (id(part) in missing), len(missing)
            part.make()
    finally:
        told.number = told.total = 0
        if missing:
            told.tell("", len(missing), len(missing))


def _entry_points(functions: Iterable[Any]) -> list[EntryPoint]:
    return [function for function in functions if JIT_ENABLED and isinstance(function, EntryPoint)]


def are_kept(functions: Iterable[Any]) -> bool:
    """Whether the machine code of these functions is loaded or in the cache; nobody looks for that of their callees."""
    return all(part.is_kept() for part in _entry_points(functions))


@contextmanager
def second_process(program: str, *arguments: str) -> Iterator[None]:
    """Run a Python program that compiles in a process of its own meanwhile, if there is a core for it."""
    if not sys.executable or system.cores() < 2:
        yield
        return
    words, nothing = [sys.executable, "-P", "-c", program, *arguments], subprocess.DEVNULL
    with subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing) as process:
        try:
            yield
        finally:
            process.kill()


def prune(root: Path, keep: Path, unused_days: float = UNUSED_AFTER_DAYS) -> list[Path]:
    """Delete cache folders unused for ``unused_days``, as far as possible; returns the deleted ones."""
    limit = time.time() - unused_days * 86400
    removed = []
    for marker in sorted(root.glob(f"*/{_USED}")):
        folder = marker.parent
        ours = re.fullmatch(r"(engine|bots)(-.+)?-[0-9a-f]{16}(-checked)?", folder.name)
        if ours and folder != keep and marker.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _open_folder(folder: Path) -> Path:
    """Make a cache folder and mark it as used; UsageError if it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _USED).touch()
    except OSError as error:
        raise UsageError(
            f"machine code cannot be kept in {str(system.cache_root())!r} ({error.strerror or error}): "
            "set ARKADIA_SIM_CACHE to a folder that can be written"
        ) from None
    return folder


def inlined(function: Callable[..., Any], **options: Any) -> Any:
    """A small helper that is compiled into its callers.

    Explicit, because LLVM would call the larger ones instead, which makes a bot a tenth slower.
    """
    _mark(function)
    return Helper(function, **options) if JIT_ENABLED else function


def replaceable(function: Callable[..., Any]) -> Any:
    """A rule of a game that a file of house rules may replace by a function with its name and arguments.

    The first line of its docstring says what it decides. Its arguments are the ``game``, records in it by their names,
    and whole numbers. What it decides must leave all choices legal that bots may make by the game's own rules.
    """
    game = game_of(Path(function.__code__.co_filename).resolve())
    made = house.rules.get(function.__name__) or inlined(function)
    if not house.digest:
        RULES.setdefault(str(game), {})[function.__name__] = made
    return made


def _mark(function: Callable[..., Any]) -> None:
    """Give a function of house rules another name in machine code than the game's own has, which may be loaded, too."""
    if house.digest:
        function.__qualname__ += f"_{house.digest}"


def spliced(function: Callable[..., Any]) -> Any:
    """A layer between a few callers and much that it calls: its lines replace the call.

    Small helpers are better inlined, because types in a spliced function are inferred anew at each call.
    """
    return numba.njit(inline="always")(function)


def compiled(signature: Any, home: str = "", part: str = "") -> Callable[[Callable[..., Any]], Any]:
    """An entry point with one declared signature, compiled when it is first needed, or loaded from the cache.

    Args:
        signature: The numba signature.
        home: For an entry point that a factory of ``kernels`` puts together from the functions of a game or a bot: the
            ``__file__`` that these functions come from. The cache tells such entry points apart by their factory, their
            home and their part, and by nothing else.
        part: For a factory that a file uses more than once: another name each time.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if not JIT_ENABLED:
            return function
        source = Path(home or function.__code__.co_filename).resolve()
        checked = checks_bounds and not is_own(source)
        _mark(function)
        name, by_house = f"{_name_of(function)}:{place_of(source)}:{part}", house.digest

        def kept() -> tuple[str, Any]:
            folder = cache_folder(source, by_house)
            folder = _open_folder(folder.with_name(f"{folder.name}-checked") if checked else folder)
            return f"{name}:{folder.name}", _MachineCode(function, folder, name, by_code=bool(home))

        made = EntryPoint(function, signature, kept, {"boundscheck": True} if checked else {})
        if is_own(source):  # of a user's file, it is not known yet what else it will import and read
            made.settle()
        return made

    return decorate


class _Locator(_CacheLocator):
    """Leaves machine code in the folder itself: numba would name another one in it by where the source lies."""

    def __init__(self, folder: str, line: int) -> None:
        self._folder, self._line = folder, line

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Locator":
        """Called by numba."""
        return cls(_numba_config.CACHE_DIR, function.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        """The folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """Nothing: the folder's name says which source it is."""
        return ""

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return str(self._line)


class _MachineCodeOf(_CacheImpl):
    _locator_classes = (_Locator,)


class _MachineCode(_Cache):
    """The machine code of an entry point, in files of its own: numba mixes up what two processes add to one at once.

    ``folder`` is named by all that the machine code depends on, and ``name`` tells it from all others there.
    ``by_code``: by nothing else, as numba takes what a closure encloses into the key, and functions have another key in
    each process.
    """

    _impl_class = _MachineCodeOf

    def __init__(self, function: Callable[..., Any], folder: Path, name: str, by_code: bool) -> None:
        before, _numba_config.CACHE_DIR = _numba_config.CACHE_DIR, str(folder)
        try:
            super().__init__(function)
        finally:
            _numba_config.CACHE_DIR = before
        base = f"{self._impl.filename_base}-{digest_of(name, function.__module__)}"
        self._cache_file = _CacheFile(str(folder), base, "")
        self._code = hashlib.sha256(function.__code__.co_code).hexdigest() if by_code else ""

    def _index_key(self, types: Any, target: Any) -> Any:
        return (types, target.magic_tuple(), self._code) if self._code else super()._index_key(types, target)


checks_bounds = False
"""Whether functions of users are compiled with a check of each index from now on."""


def check_bounds() -> None:
    """Compile the functions of users' files that are imported from now on so that an index beyond the end of a record's
    field raises IndexError. The toolkit's own functions stay as they are."""
    global checks_bounds
    checks_bounds = True


def _name_of(function: Callable[..., Any]) -> str:
    """What tells a function from all others of the sources that it belongs to, wherever they lie."""
    code = function.__code__
    return f"{place_of(Path(code.co_filename).resolve())}:{code.co_firstlineno}:{function.__qualname__}"


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
