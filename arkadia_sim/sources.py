"""What a bot plays by: the files that decide how it plays, and their hashes.

A bot counts its own file, what it imports, and the code and data that it opens while its file is loaded. Names and
contents of these files decide, not where they lie: the same bot has the same hash in a checkout, in an installed
package and on another machine. The standard library and the libraries that the toolkit stands on (``LIBRARIES``) do
not count.

Import statements are read, and an audit hook hears what is opened from ``import arkadia_sim`` on. Refused are: a file
that is opened only while a bot plays, because nobody would notice its edit; a file that was edited after it had been
loaded; a module that may have opened files before anybody listened. Nobody hears what a library opens outside Python
(for such data there is :func:`data_file`), what another program reads, the network, or the environment.
"""

import ast
import hashlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_from_cache
from itertools import chain
from math import inf
from pathlib import Path
from threading import get_ident, main_thread
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from arkadia_sim.errors import UsageError

PACKAGE = Path(__file__).resolve().parent
SHIPPED_BOTS = (PACKAGE / "shipped" if (PACKAGE / "shipped" / "bots").is_dir() else PACKAGE.parent) / "bots"
"""In an installed package the shipped bots lie inside it, in a checkout beside it."""

LIBRARIES = frozenset({
    "llvmlite", "matplotlib", "numba", "numpy", "pandas", "polars", "pyarrow", "pydantic", "pydantic_core", "scipy",
    "typing_extensions",
})  # fmt: skip
"""Their files count for no bot. A run notes the versions of those that matter."""

_STANDARD = Path(ast.__file__).resolve().parent
_IMPORTING = ("import_module", "__import__")
_READER = PACKAGE / "core" / "user_files.py"
_ASKING = {PACKAGE / "core" / f"{name}.py" for name in ("asking", "simple_game", "simple_rules", "simple_table")}
"""Where bots and games of users are called while a game is played."""


def place_of(file: Path) -> str:
    """The name of a file of the toolkit, the same for every installation; of any other file, the last part."""
    for root, name in ((SHIPPED_BOTS, "bots"), (PACKAGE, PACKAGE.name)):
        if file.is_relative_to(root):
            return f"{name}/{file.relative_to(root).as_posix()}"
    return file.name


def digest_of(*parts: str, files: Iterable[tuple[str, Path]] = ()) -> str:
    """A short hash of texts and of files, each with its name; the order of the files does not matter."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() + b"\0")
    for name, content in sorted({(name, _content(file)) for name, file in files}):
        digest.update(f"{name}\0{content}\0".encode())
    return digest.hexdigest()[:16]


@cache
def game_of(file: Path) -> str | None:
    """The game that a file belongs to; None if it belongs to none."""
    games = PACKAGE / "games"
    return file.relative_to(games).parts[0] if file.is_relative_to(games) and file.parent != games else None


@cache
def is_engine(file: Path) -> bool:
    """Whether a file belongs to the games, or to what all compiled games share."""
    return any(file.is_relative_to(PACKAGE / name) for name in ("games", "kernels")) or file.parent == PACKAGE


def is_own(file: Path) -> bool:
    """Whether a file came with the toolkit, as an engine or a bot."""
    return is_engine(file) or file.is_relative_to(SHIPPED_BOTS)


def is_of_bots(name: str) -> bool:
    """Whether code of this file name belongs to a bot or a game of a user, or to a shipped bot."""
    return not name.startswith("<") and (_kind(name) in _OTHERS or _kind(name) == "shipped")


def _sources_of(*games: str) -> list[Path]:
    """All sources of these games."""
    return [file for game in games for file in (PACKAGE / "games" / game).rglob("*.py")]


def _holds_compiled_code(file: Path) -> bool:
    written = file.read_bytes()
    return b"from arkadia_sim.accelerate import" in written or b"home=__file__" in written


@cache
def engine_sources(*games: str) -> tuple[Path, ...]:
    """The sources that these games' machine code is made from; without a game, those that all games share."""
    shared = (
        *(PACKAGE / f"{name}.py" for name in ("accelerate", "compiler", "rng", "sources")),
        *(PACKAGE / "kernels").glob("*.py"),
    )
    own = {file: file.relative_to(PACKAGE.parent).with_suffix("").parts for file in _sources_of(*games)}
    by_name = {".".join(parts): file for file, parts in own.items()}
    waiting, counted = [file for file in own if _holds_compiled_code(file)], set[Path]()
    while waiting:  # a compiled function freezes the constants that its module imports
        file = waiting.pop()
        if file not in counted:
            counted.add(file)
            waiting += [by_name[name] for name in _imports(file, "", _written(file), False) if name in by_name]
    return (*shared, *(file for file in own if file in counted))


def places_of(files: Iterable[Path]) -> list[tuple[str, Path]]:
    """Files of the toolkit with their names."""
    return [(place_of(file), file) for file in files]


Stamp = tuple[int, int, int]
_heard: dict[Path, dict[Path, Stamp | None]] = {}
"""For each source, itself and what it opened while it was loaded, with their stamps at that time."""

_later: set[Path] = set()
"""The data that users' files have named because they open it later."""

_unheard: dict[Path, float] = {}
"""The modules of users that were loaded before anybody listened, with the lines up to which they had run."""


def data_file(source: str | Path, name: str) -> Path:
    """The path of the file ``name`` beside a source, which then counts as part of that source.

    What a bot opens while its file is loaded counts by itself. Use ``data_file(__file__, "weights.bin")`` for data that
    it opens later, or that a library opens outside Python.
    """
    file = Path(source).resolve()
    data = Path(os.path.abspath(file.parent / name))
    _heard.setdefault(file, {}).setdefault(data, None)
    _later.update([data] if _kind(str(file)) in _OTHERS else [])
    return data


def reads_later() -> bool:
    """Whether a file of the user may read data at any time, so that an edit matters as long as it plays."""
    return bool(_later)


# -- what a file imports -----------------------------------------------------------------------------------------------


def imported(file: Path) -> tuple[dict[str, Path], tuple[str, ...]]:
    """What a file plays by, and the games that it imports from, sorted.

    Returns:
        The file, all files it imports, directly or not, and what these opened while they were loaded, by name; without
        games and libraries. Import statements decide, because a compiled function freezes the functions and constants
        it imports.

    Raises:
        UsageError: A file was edited after it had been loaded, or nobody can know what it opened.
    """
    file = file.resolve()
    names: dict[Path, str] = {}
    games: set[str] = set()
    waiting = [(file, "")]
    while waiting:
        source, module = waiting.pop()
        if source in names:
            continue
        kind, module = _kind(str(source)), module or _module_at(source)
        names[source] = module
        waiting += [(path, "") for path in _opened_by(source)]
        own = kind == "user" or (kind == "installed" and file.parent in source.parents)
        for name in _names_in(source, module, own):
            loaded, beside = _file_of(sys.modules.get(name)), _found(name, str(file.parent)) if own else None
            path = _resolved(loaded) if loaded else beside or (_unloaded(name) if own else None)
            if path is not None:
                if beside not in (None, path) and _kind(str(path)) in _OTHERS:
                    raise UsageError(
                        f"{file.name} imports {beside}, but {path} has taken this name: rename one of them"
                    )
                games.update(game for game in [game_of(path)] if game)
                waiting += [(path, name)] if _counts(path, kind) else []
    named: dict[str, Path] = {}
    times = Counter[str]()
    for name, _, path in sorted((_name_of(path, file, names[path]), _content(path), path) for path in names):
        named[f"{name} ({times[name]})" if times[name] else name] = path
        times[name] += 1
    return named, tuple(sorted(games))


_modules: dict[Path, str] = {}
"""The modules that sources were last found to be loaded as."""


def _module_at(file: Path) -> str:
    """The name of the module that a source is loaded as; empty if it is not."""
    if file.suffix != ".py":
        return ""
    last = _modules.get(file, "")
    if last and _is_at(sys.modules.get(last), file):
        return last
    modules = list(sys.modules.items())  # to look where all of them lie takes 0.1 s
    alike = [(name, module) for name, module in modules if _file_of(module).endswith(file.name)]
    _modules[file] = next((name for name, module in chain(alike, modules) if _is_at(module, file)), "")
    return _modules[file]


def _is_at(module: Any, file: Path) -> bool:
    at = _file_of(module)
    return bool(at) and _resolved(at) == file


def _opened_by(source: Path) -> list[Path]:
    """What a source opened while it was loaded, as far as anybody can know; UsageError if that was edited since."""
    stamps = _heard.setdefault(source, {})
    for path in {source: None, **stamps}:
        try:
            now = _written(path)
            then = stamps.get(path) or now
            is_same = then == now or _contents.get((path, then)) == _content(path)
        except OSError as error:
            raise UsageError(f"{path} belongs to {source.name} and cannot be read: {error.strerror}") from None
        if not is_same:
            raise UsageError(f"{path.name} was edited after this program had loaded it: start the program again")
        stamps[path] = then
    if source in _unheard and _calls_before(source, stamps[source], _unheard[source]):
        raise UsageError(f"{source} was imported before arkadia_sim, so nobody knows what it opened: import it later")
    return [*stamps]


def _name_of(path: Path, root: Path, module: str) -> str:
    """The name of a file that the bot of a root file plays by, wherever the two lie."""
    if _kind(str(path)) in _OURS:
        return place_of(path)
    if module and path != root:
        parts = module.split(".")
        return "/".join([*(parts if path.name == "__init__.py" else parts[:-1]), path.name])
    return path.relative_to(root.parent).as_posix() if path.is_relative_to(root.parent) else path.name


def _above(name: str) -> Iterator[str]:
    """A module and the packages that it is in."""
    parts = name.split(".")
    return (".".join(parts[: number + 1]) for number in range(len(parts)))


def _written(file: Path) -> Stamp:
    """When a file was last written and changed in any way, and its size."""
    stat = file.stat()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size


_contents: dict[tuple[Path, Stamp], str] = {}


def _content(file: Path) -> str:
    """A hash of what is in a file; read again when the file has changed."""
    key = file, _written(file)
    if key not in _contents:
        _contents[key] = hashlib.sha256(file.read_bytes()).hexdigest()
    return _contents[key]


def _file_of(module: Any) -> str:
    name = getattr(module, "__file__", None)
    return name if isinstance(name, str) else ""


def _found(name: str, *folders: str) -> Path | None:
    """The file in one of these folders for a module that is imported only when somebody asks."""
    paths = [os.path.join(folder, *name.split(".")) for folder in folders if name]
    endings = (f"{os.sep}__init__.py", ".py", *EXTENSION_SUFFIXES)
    files = (path + ending for path in paths for ending in endings)
    return next((_resolved(file) for file in files if os.path.isfile(file)), None)


def _unloaded(name: str) -> Path | None:
    """The file of a module that nobody has imported yet."""
    package, _, last = name.rpartition(".")
    return (
        _found(last, *getattr(sys.modules[package], "__path__", ()))
        if package in sys.modules
        else _found(name, *sys.path)
    )


@cache
def _resolved(name: str) -> Path:
    """The resolved path of a module's file, or of the archive that it is in."""
    path = Path(name).resolve()
    return next((file for file in (path, *path.parents) if file.is_file()), path)


def _names_in(source: Path, module: str, later: bool) -> list[str]:
    """The modules that a file's imports may mean, and the packages that these and the file are in: these first."""
    if source.suffix != ".py":  # data, or compiled from another language
        return []
    package = module if source.name == "__init__.py" else module.rpartition(".")[0]
    names = _imports(source, package, _written(source), later)
    wild = [name.removesuffix(".*") for name in names if name.endswith(".*")]
    further = [f"{name}.{part}" for name in wild for part in getattr(sys.modules.get(name), "__all__", None) or ()]
    return _with_packages([*names, *further]) if further else names


def _with_packages(names: Iterable[str]) -> list[str]:
    """Names of modules with the packages that they are in: these first."""
    return sorted({above for name in names for above in _above(name)})


@cache
def _imports(source: Path, package: str, _stamp: Stamp, later: bool) -> list[str]:
    """The modules that a file's import statements may mean, and the packages that these and the file are in; read again
    when the file has changed.

    The toolkit and libraries import some modules only when somebody asks. Those do not count: whether they are loaded
    differs from process to process. In a user's files they count (``later``).
    """
    names = [package]
    try:
        tree = ast.parse(source.read_bytes())
    except (SyntaxError, ValueError):  # a file that was opened and is no code
        return _with_packages(names)

    def add(name: str, level: int, *parts: str) -> None:
        above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
        base = ".".join([*above, *([name] if name else [])])
        names.extend([base, *(f"{base}.{part}" for part in parts)])

    for node in ast.walk(tree) if later else _at_once(tree):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            add(node.module or "", node.level, *(alias.name for alias in node.names))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in _IMPORTING:
            for name in (str(part.value) for part in node.args[:1] if isinstance(part, ast.Constant)):
                add(name.lstrip("."), len(name) - len(name.lstrip(".")))
    return _with_packages(names)


@cache
def _calls_before(source: Path, _stamp: Stamp, line: float) -> bool:
    """Whether a module calls anything before a line while it is loaded, as it must to open a file."""
    parts = _at_once(ast.parse(source.read_bytes()))
    return any(isinstance(part, ast.Call) and part.lineno < line for part in parts)


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module that run when it is imported, without what only type checkers read."""
    for part in ast.iter_child_nodes(node):
        checked = isinstance(part, ast.If) and isinstance(part.test, ast.Name) and part.test.id == "TYPE_CHECKING"
        if not checked and not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield part
            yield from _at_once(part)


def _counts(path: Path, by: str) -> bool:
    """Whether a file counts that a file of this kind imports: not an engine, which counts as a whole, nor a library."""
    if by in _OURS or _kind(str(path)) in _OURS:
        return _kind(str(path)) in _OURS and not is_engine(path)
    return _kind(str(path)) in _OTHERS


def sources_of(game: str, *own: Path) -> Mapping[str, str]:
    """Everything that decides how a bot plays a game: a hash for the toolkit, and one for each file of the user.

    The toolkit's covers the sources of the game, of further games that are imported, and of what all games share. It is
    computed once: what was imported is what plays, even if a file changes later.

    Args:
        game: The game's name.
        own: The bot's file; for a game of the user's, its files before it.

    Raises:
        UsageError: As :func:`imported`.
    """
    files: dict[str, Path] = {}
    games = {game}
    for found, others in map(imported, own):
        for name, path in found.items():
            files[name if files.get(name, path) == path else f"{name} ({len(files)})"] = path
        games |= {*others}
    toolkit = {path for path in files.values() if place_of(path).startswith(f"{PACKAGE.name}/")}
    return {"arkadia_sim": _toolkit_hash(frozenset(games), frozenset(toolkit))} | {
        name: digest_of(files=[(name, path)]) for name, path in sorted(files.items()) if path not in toolkit
    }


@cache
def _toolkit_hash(games: frozenset[str], further: frozenset[Path]) -> str:
    files = {*engine_sources(), *_sources_of(*games), *(PACKAGE / "core").glob("*.py"), *further}
    return digest_of(files=places_of(files))


# -- what a file opens -------------------------------------------------------------------------------------------------

_OURS, _OTHERS = ("toolkit", "shipped"), ("installed", "user")
_MACHINE = ("/dev/", "/proc/", "/sys/", "/etc/", "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/share/")
"""What a machine brings, and no author wrote."""


@lru_cache(maxsize=8192)
def _kind(name: str) -> str:
    """Whose a file is: ``toolkit``, ``shipped`` (a bot), ``library`` (of Python or the toolkit), ``installed`` or of
    the ``user``."""
    path = Path(os.path.realpath(name))
    if path.is_relative_to(SHIPPED_BOTS):
        return "shipped"
    if path.is_relative_to(PACKAGE):  # what of it opens files for bots is a library to them
        return "library" if path.is_relative_to(PACKAGE / "kernels") else "toolkit"
    parts = path.parts
    places = [number for number, part in enumerate(parts) if part in ("site-packages", "dist-packages")]
    if places:
        package = "".join(parts[places[-1] + 1 : places[-1] + 2])
        return "library" if package.partition(".")[0] in LIBRARIES else "installed"
    return "library" if path.is_relative_to(_STANDARD) or str(path).startswith(_MACHINE) else "user"


_loaders: list[int] = []
"""The threads that load files of the user."""

_played: set[Path] = set()
"""The files that were loaded for bots and games."""


def is_loading() -> bool:
    """Whether files of the user are being loaded, so that nobody knows yet what else they will import and read."""
    return bool(_loaders)


@contextmanager
def loading() -> Iterator[None]:
    """While files of the user are loaded. They leave no bytecode: Python would take it for that of a file of one size
    that was written in the same second."""
    _loaders.append(get_ident())
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        _loaders.pop()


@cache
def listen() -> None:
    """Hear from now on what users' files open. Called when the toolkit is imported."""
    for module in list(sys.modules.values()):
        if _kind(name := _file_of(module)) == "user" and os.path.isfile(name):
            _unheard[_resolved(name)] = inf
            _heard[_resolved(name)] = {_resolved(name): _written(_resolved(name))}
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "<module>" and (file := _resolved(frame.f_code.co_filename)) in _unheard:
            _unheard[file] = frame.f_lineno
        frame = frame.f_back
    sys.addaudithook(_hear)


def _hear(
    event: str,
    arguments: tuple[Any, ...],
    heard: frozenset[str] = frozenset({"open", "sqlite3.connect", "ctypes.dlopen"}),
    is_ending: Callable[[], bool] = sys.is_finalizing,
) -> None:
    """Note a file that a user's file opens while it is loaded; UsageError if it does so while a game is played."""
    if event not in heard or is_ending():
        return
    name, mode, flags = arguments if event == "open" else (arguments[0], "", 0)
    if not isinstance(name, str | bytes | os.PathLike) or (flags or 0) & (os.O_WRONLY | os.O_TRUNC):
        return
    name = os.fsdecode(name)
    if event == "sqlite3.connect":
        name = name.removeprefix("file:").partition("?")[0]
    path = os.path.abspath(name)
    if _kind(os.path.dirname(path)) not in _OTHERS or path.endswith((".nbi", ".nbc")) or os.path.isdir(path):
        return
    if path.endswith(".pyc"):
        try:
            path = source_from_cache(path)
        except (ValueError, NotImplementedError):  # of another program, such as pytest, which rewrites it as it likes
            folder, _, bytecode = path.rpartition(os.sep)
            path = os.path.join(os.path.dirname(folder), f"{bytecode.partition('.')[0]}.py")
    kind = _kind(path)
    opener = _opener(sys._getframe(1), kind == "installed" and path.endswith(".py"))
    source = opener.loaded or opener.asked
    if source and mode is None and not os.path.isabs(name) and _kind(sys._getframe(1).f_code.co_filename) in _OTHERS:
        _refuse(f"{source.name} opens {name} by os.open, and nobody knows in which folder: give the whole path")
    if kind not in _OTHERS or not os.path.isfile(path):
        return
    if opener.asked is not None:
        if kind == "user" or not (opener.by_import or opener.loaded):
            _must_count(path, opener.asked)
        return
    if opener.by_import and kind == "user":
        file = _resolved(path)
        if opener.kind == "toolkit":  # a bot's file is loaded even if a script has imported it before
            _heard[file] = {}
        _heard.setdefault(file, {}).setdefault(file, _written(file))
        _played.update([file] if is_loading() else [])
    if source is not None and (kind == "user" or opener.kind == "user" or not opener.by_import):
        file = _placed(path, source)
        _heard.setdefault(source, {}).setdefault(file, _written(file))


def _must_count(path: str, asked: Path) -> None:
    """UsageError if a file that is opened while a game is played is none by which the asked bot plays."""
    if os.path.realpath(path) not in map(os.path.realpath, imported(asked)[0].values()):
        name = os.path.basename(path)
        _refuse(
            f"{asked.name} opens {name} while it plays, so nobody would notice an edit of that file: open it "
            f'outside all functions, or name it there by data_file(__file__, "{name}"), from arkadia_sim.sources'
        )


_refused: list[UsageError] = []
"""What users' files must not open, and opened: their code may catch the error."""


def _refuse(why: str) -> NoReturn:
    _refused.append(UsageError(why))
    raise _refused[-1]


def refusals() -> int:
    """How often a file was refused so far, for :func:`raise_refused`."""
    return len(_refused)


def raise_refused(since: int) -> None:
    """Raise the first error for a file that was refused since then, also if the code of the user caught it."""
    if len(_refused) > since:
        first = _refused[since]
        del _refused[since:]
        raise first


def _placed(path: str, source: Path) -> Path:
    """The path of what a source opened: of code the resolved one, of data one in the folder of the source if it can."""
    real = _resolved(path) if path.endswith(".py") else Path(os.path.realpath(path))
    is_inside = real.is_relative_to(source.parent) and not Path(path).is_relative_to(source.parent)
    return real if is_inside or path.endswith(".py") else Path(path)


class _Opener(NamedTuple):
    """Who opens a file: the kind of the file that does, the user's files that are loaded or asked, and the way."""

    kind: str = ""
    loaded: Path | None = None
    asked: Path | None = None
    by_import: bool = False


def _opener(frame: FrameType, only_user: bool) -> _Opener:
    """Who opens a file in this frame. For what the toolkit or a library opens by itself, nobody is loaded or asked.

    With ``only_user``, nor for what an installed package opens.
    """
    first, source, loaded, by_import, is_lent, is_loader = "", None, None, False, False, get_ident() in _loaders
    for name in _file_names(frame):
        if name.startswith("<frozen importlib"):
            if first and source is None:  # a library is loaded
                break
            by_import, loaded = by_import or not first, loaded or source
        elif not name.startswith("<"):
            kind = _kind(name)
            first, is_lent = first or kind, is_lent or _resolved(name) == _READER
            if kind == "toolkit" and not (is_loader and (source or is_lent)):
                is_asked = _resolved(name) in _ASKING or (loaded is None and source in _played)
                return _Opener(first, loaded, source if is_asked else None, by_import)
            if source is None and (kind == "shipped" or (only_user and kind == "installed")):
                break
            if kind in _OTHERS:
                source, first = _resolved(name), kind if source is None else first
    return _Opener(first, loaded, None, by_import)


def _file_names(frame: FrameType | None) -> Iterator[str]:
    """The files of a frame and of all that wait for it, also in the thread that loads files or began the program."""
    loader = _loaders[-1] if _loaders else main_thread().ident
    waits = sys._current_frames().get(loader) if loader and loader != get_ident() else None
    for begin in (frame, waits):
        while begin is not None:
            yield begin.f_code.co_filename
            begin = begin.f_back
