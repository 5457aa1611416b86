"""How functions are compiled: the compiler's options, the cache of machine code, switches.

There are three kinds of compiled functions:

* ``@inlined``: small helpers without a declared signature. They are compiled into their callers and never cached
  themselves, so they cost nothing if the caller comes from the cache.
* ``@spliced``: the same for layers, functions with one or two callers that call much themselves. They replace the call
  before anything is compiled.
* ``@compiled(signature)``: entry points with exactly one declared signature, cached on disk. They are compiled, or
  loaded, when they are first called or called for by what is compiled; not by the import of their module. An entry
  point that a factory makes for a game or a bot names the file that asked for it, its ``home``.

What large functions have in common is best ``compiled``: then it is made once, and takes no part in the making of its
callers (``arkadia_sim/compiler.py``).

The cache can never be stale: its folder is named by a hash of everything that the machine code depends on. For a game
these are its sources that hold compiled code or that such code imports, what all games share (``kernels``), the
versions of numba and Python, and the switches. For a bot these are the same for every game it imports from, its own
file, every file it imports and the data files named with ``data_file``. One game's sources never count for another.
Folders unused for a month are deleted.

With ``NUMBA_DISABLE_JIT=1`` the same sources run as plain Python and play the same games, slowly: for debugging,
coverage and mutation testing.
"""

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba import types
from numba.core import event as compiler_events
from numba.core.caching import IndexDataCacheFile
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from arkadia_sim import compiler, system
from arkadia_sim.compiler import EntryPoint, Helper, free_first
from arkadia_sim.errors import UsageError

_intrinsic: Any = intrinsic
_numba_config: Any = numba.config
_Listener: Any = compiler_events.Listener
_CacheFile: Any = IndexDataCacheFile

JIT_ENABLED: bool = not _numba_config.DISABLE_JIT
"""False if NUMBA_DISABLE_JIT is set: everything below then runs as plain Python."""

# A board is four words with the same operations on each: LLVM's superword-level vectoriser makes them one
# instruction. numba switches it off by default; here it makes random play a fifth faster.
_numba_config.SLP_VECTORIZE = 1

# a table of bots is a tuple of first-class functions; numba warns at every use that these are experimental
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

PACKAGE = Path(__file__).resolve().parent
UNUSED_AFTER_DAYS = 30
_USED = "used"
"""An empty file in each cache folder, touched whenever the folder is used."""


def cache_root() -> Path:
    """The folder for machine code: ``ARKADIA_SIM_CACHE`` if set, otherwise the user's cache folder.

    If that cannot be written, a folder of the user's own under the temporary folder.
    """
    chosen = os.environ.get("ARKADIA_SIM_CACHE")
    return Path(chosen) if chosen else _usual_root()


@cache
def _usual_root() -> Path:
    usual = Path(platformdirs.user_cache_dir("arkadia_sim", appauthor=False))
    if system.can_write(usual):
        return usual
    own = system.private_folder("arkadia-sim")
    if own is None:
        return usual  # the message says that it cannot be written
    print(f"{usual} cannot be written: machine code is kept in {own}", file=sys.stderr)
    os.environ["ARKADIA_SIM_CACHE"] = str(own)  # the processes that play are told once
    for variable in ("MPLCONFIGDIR", "XDG_CACHE_HOME"):  # the libraries' own folders are no better
        os.environ.setdefault(variable, str(own))
    return own


def _digest(*parts: str, files: Iterable[Path] = ()) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() + b"\0")
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _holds_compiled_code(file: Path) -> bool:
    written = file.read_bytes()
    return b"from arkadia_sim.accelerate import" in written or b"home=__file__" in written


def _game_of(file: Path) -> str | None:
    """The game that a file belongs to; None if it belongs to none."""
    games = PACKAGE / "games"
    return file.relative_to(games).parts[0] if file.is_relative_to(games) and file.parent != games else None


def _sources_of(*games: str) -> list[Path]:
    """All sources of these games, sorted within each."""
    return [file for game in games for file in sorted((PACKAGE / "games" / game).rglob("*.py"))]


@cache
def engine_sources(*games: str) -> tuple[Path, ...]:
    """The sources that these games' machine code is made from; without a game, those that all games share."""
    shared = (
        Path(__file__).resolve(),
        PACKAGE / "compiler.py",
        PACKAGE / "rng.py",
        *sorted((PACKAGE / "kernels").glob("*.py")),
    )
    own = {file: file.relative_to(PACKAGE.parent).with_suffix("").parts for file in _sources_of(*games)}
    by_name = {".".join(parts): file for file, parts in own.items()}
    waiting, counted = [file for file in own if _holds_compiled_code(file)], set[Path]()
    while waiting:  # a compiled function freezes the constants that its module imports
        file = waiting.pop()
        if file not in counted:
            counted.add(file)
            waiting += [by_name[name] for name in _imports(file, "", _written(file)) if name in by_name]
    return (*shared, *(file for file in own if file in counted))


@cache
def engine_hash(*games: str) -> str:
    """A hash of everything that the machine code of these games depends on."""
    switches = [
        f"{name}={getattr(_numba_config, name)}"
        for name in ("BOUNDSCHECK", "OPT", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES")
    ]
    return _digest(numba.__version__, sys.version, *switches, files=engine_sources(*games))


def _is_engine(file: Path) -> bool:
    return any(file.is_relative_to(PACKAGE / name) for name in ("games", "kernels")) or file.parent == PACKAGE


_data_files: dict[Path, set[Path]] = {}
"""For each source, the data files that it uses."""


def data_file(source: str | Path, name: str) -> Path:
    """The path of the file ``name`` beside a source, which then counts as part of that source.

    Call it as ``data_file(__file__, "weights.toml")`` above the compiled functions that use the data. An edit of the
    data then counts like an edit of an imported file, for the cache and for resuming runs.
    """
    file = Path(source).resolve()
    data = file.parent / name
    _data_files.setdefault(file, set()).add(data)
    return data


def imported_sources(file: Path) -> tuple[Path, ...]:
    """A file, all files it imports, directly or not, and their data files, sorted; without games and libraries.

    Import statements decide, because a compiled function freezes the functions and constants it imports.
    """
    return _imported(file)[0]


def games_imported(file: Path) -> tuple[str, ...]:
    """The games that a file imports from, directly or through other files of its own, sorted."""
    return _imported(file)[1]


def _imported(file: Path) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    file = file.resolve()
    modules = {_resolved(name): module for module in list(sys.modules.values()) if (name := _file_of(module))}
    files: set[Path] = set()
    games: set[str] = set()
    waiting = [file]
    while waiting:
        source = waiting.pop()
        if source in files:
            continue
        files.add(source)
        package = getattr(modules.get(source), "__package__", None) or ""
        names = (_file_of(sys.modules.get(name)) for name in _imports(source, package, _written(source)))
        imported = [_resolved(name) for name in names if name]
        games.update(game for path in imported if (game := _game_of(path)))
        waiting += [path for path in imported if _is_local(path, file)]
    data = {path for source in files for path in _data_files.get(source, ())}
    return tuple(sorted(files | data)), tuple(sorted(games))


def _written(source: Path) -> tuple[int, int]:
    """When a file was last written, and its size."""
    stat = source.stat()
    return stat.st_mtime_ns, stat.st_size


def _file_of(module: Any) -> str:
    name = getattr(module, "__file__", None)
    return os.path.abspath(name) if isinstance(name, str) and name.endswith(".py") else ""


@cache
def _resolved(name: str) -> Path:
    """The resolved path of a module's file. Cached, because every compiled function asks for all modules."""
    return Path(name).resolve()


@cache
def _imports(source: Path, package: str, _stamp: tuple[int, int]) -> tuple[str, ...]:
    """The modules that a file's import statements may mean; read again when the file has changed.

    The package's own files import some modules only when somebody asks. Those do not count: whether they are loaded
    differs from process to process.
    """
    names: list[str] = []
    tree = ast.parse(source.read_bytes())
    for node in _at_once(tree) if source.is_relative_to(PACKAGE) else ast.walk(tree):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return tuple(names)


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module that run when it is imported, without what only type checkers read."""
    for part in ast.iter_child_nodes(node):
        checked = isinstance(part, ast.If) and isinstance(part.test, ast.Name) and part.test.id == "TYPE_CHECKING"
        if not checked and not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield part
            yield from _at_once(part)


def _is_local(path: Path, file: Path) -> bool:
    """Whether an imported file belongs with the importing one: not an engine, standard library or other package."""
    if _is_engine(path):
        return False
    for root in (_resolved(entry) for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))):
        if path.is_relative_to(root):
            return file.is_relative_to(root / path.relative_to(root).parts[0])
    return not path.is_relative_to(_resolved(str(ast.__file__)).parent)


@cache
def sources_hash(file: Path, game: str) -> str:
    """A hash of everything that decides how a bot plays this game, independent of the machine.

    It covers the sources of the game and of further games that the bot imports from, the bot's file and its data. It is
    computed once per file: what was imported is what plays, even if the file changes later.
    """
    games = sorted({game, *games_imported(file)})
    core = sorted((PACKAGE / "core").glob("*.py"))
    return _digest(files=(*engine_sources(), *_sources_of(*games), *core, *imported_sources(file)))


def cache_folder(source: Path) -> Path:
    """The folder for the machine code of a source file, named by a hash of everything that it depends on."""
    game = _game_of(source)
    if game:
        return cache_root() / f"engine-{game}-{engine_hash(game)}"
    files, games = _imported(source)
    digest = _digest(engine_hash(*games), files=files)
    return cache_root() / f"bots-{source.stem}-{digest}"


class _Compiling(_Listener):
    """Tells what is compiled in this process, part by part: entry points, with all that is compiled into them."""

    def __init__(self, tell: "Tell") -> None:
        self.tell, self.number, self.total = tell, 0, 0
        self._depth, self._pruned = 0, False

    def wait(self, part: EntryPoint, seconds: int) -> None:
        """For so long has another process compiled a part; without ``seconds``, the wait is over."""
        self.tell(_what(_source_of(part)) if seconds else "", self.number, self.total, seconds)

    def on_start(self, event: Any) -> None:
        """A function begins to be compiled; within another one, it is no part of its own."""
        self._depth += 1
        file = _source_of(event.data["dispatcher"])
        if self._depth == 1:
            self.tell(_what(file), self.number, self.total, 0)
        if not self._pruned and _is_engine(file):
            self._pruned = True
            prune(cache_root(), keep=cache_folder(file))

    def on_end(self, event: Any) -> None:
        """It is compiled."""
        self._depth -= 1
        if self._depth == self.total == 0:
            self.tell("", 0, 0, 0)


def _source_of(dispatcher: Any) -> Path:
    return Path(dispatcher.py_func.__code__.co_filename)


def _what(file: Path) -> str:
    """What a file belongs to, for the user."""
    return "the game" if _is_engine(file) else "bots" if file.stem.startswith("_") else file.stem


Tell = Callable[[str, int, int, int], None]
_compiling: _Compiling | None = None


def tell_of_compiling(tell: Tell) -> None:
    """Call ``tell`` whenever machine code begins to be compiled, for that takes a while. Folders unused for a month are
    deleted on the first occasion.

    Args:
        tell: Gets what is compiled ("the game", or the name of a bot's file), its number among the parts that are to be
            compiled now, and how many these are. Both numbers are 0 if that is not known. The last number is for how
            many seconds another process has compiled this part; 0 if this one does. Gets ("", N, N, 0) at the end.
    """
    global _compiling
    if _compiling is not None:
        compiler_events.unregister("numba:compile", _compiling)
    _compiling = _Compiling(tell)
    compiler.tell_of_wait = _compiling.wait
    compiler_events.register("numba:compile", _compiling)


def make(functions: Iterable[Any]) -> None:
    """Compile these functions, or load them from the cache, as far as they are entry points; otherwise that happens
    when they are first called."""
    parts = _entry_points(functions)
    told = _compiling
    if told is None:
        for part in free_first(parts):
            part.make()
        return
    missing = {id(part) for part in parts if not part.is_kept()}
    try:
        for part in free_first(parts):
            told.number, told.total = told.number + (id(part) in missing), len(missing)
            part.make()
    finally:
        told.number = told.total = 0
        if missing:
            told.tell("", len(missing), len(missing), 0)


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
            f"machine code cannot be kept in {str(cache_root())!r} ({error.strerror or error}): "
            "set ARKADIA_SIM_CACHE to a folder that can be written"
        ) from None
    return folder


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    before = _numba_config.CACHE_DIR
    _numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _numba_config.CACHE_DIR = before


def inlined(function: Callable[..., Any]) -> Any:
    """A small helper that is compiled into its callers.

    Explicit, because LLVM would call the larger ones instead, which makes a bot a tenth slower.
    """
    return Helper(function) if JIT_ENABLED else function


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
        folder, checked = cache_folder(source), checks_bounds and not is_own(source)
        folder = _open_folder(folder.with_name(f"{folder.name}-checked") if checked else folder)
        options = {"boundscheck": True} if checked else {}
        made = EntryPoint(function, signature, f"{_symbol_of(function, source)}:{part}", options)
        with _cache_in(folder):
            made.enable_caching()
        if home:  # numba takes what a closure encloses into the key, and functions have another key in each process
            code = hashlib.sha256(function.__code__.co_code).hexdigest()
            made._cache._index_key = lambda types, target: (types, target.magic_tuple(), (code, source.name, part))
            _keep_apart(made, _digest(source.name, part))
        return made

    return decorate


def _keep_apart(part: EntryPoint, name: str) -> None:
    """Keep what a factory made in files of its own: numba mixes up what two processes add to one file at once."""
    numbas = part._cache._cache_file
    base = f"{part._cache._impl.filename_base}-{name}"
    part._cache._cache_file = _CacheFile(numbas._cache_path, base, numbas._source_stamp)


checks_bounds = False
"""Whether functions of users are compiled with a check of each index from now on."""


def check_bounds() -> None:
    """Compile the functions of users' files that are imported from now on so that an index beyond the end of a record's
    field raises IndexError. The toolkit's own functions stay as they are."""
    global checks_bounds
    checks_bounds = True


def is_own(source: Path) -> bool:
    """Whether a file came with the toolkit."""
    return _is_engine(source) or any(
        source.is_relative_to(place / "bots") for place in (PACKAGE / "shipped", PACKAGE.parent)
    )


def _symbol_of(function: Callable[..., Any], source: Path) -> str:
    """What tells a function from all others: its place, and the file that asked a factory for it."""
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}:{function.__qualname__}:{source}"


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
