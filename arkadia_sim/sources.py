"""What a bot plays by: the files that decide how it plays, and their hashes.

A bot counts its own file, what it imports, and the data that these files name by :func:`data_file`. Names and contents
of these files decide, not where they lie: the same bot has the same hash in a checkout, in an installed package and on
another machine. The standard library and the libraries that the toolkit stands on (``LIBRARIES``) do not count.

Import statements are read. An audit hook refuses data that files of the user open without naming them. What nobody
notices: files that a library opens without Python or in a thread, a module imported by a computed name, what another
program reads, the network, and the environment.
"""

import ast
import hashlib
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import FrameType
from typing import Any

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
_named: dict[Path, set[Path]] = {}
"""The data that sources have named."""

_first: dict[Path, str] = {}
"""A hash of each counted file as it was when it was first counted."""


def data_file(source: str | Path, name: str) -> Path:
    """The path of the file ``name`` beside a source, which then counts as part of that source.

    A bot names all data that it reads: ``data_file(__file__, "weights.bin")``.
    """
    file = Path(source).resolve()
    data = Path(os.path.abspath(file.parent / name))
    _named.setdefault(file, set()).add(data)
    return data


def reads_later() -> bool:
    """Whether a file of the user may read data at any time, so that an edit matters as long as it plays."""
    return any(_kind(str(file)) in _OTHERS for file in _named)


# -- what a file imports -----------------------------------------------------------------------------------------------
def imported(file: Path) -> tuple[dict[str, Path], tuple[str, ...]]:
    """What a file plays by, and the games that it imports from, sorted.

    That is the file, all files it imports, directly or not, and the data that these have named, by name; without games
    and libraries. Import statements decide, because a compiled function freezes the functions and constants it imports.
    UsageError: A file was edited after it had been loaded, or cannot be read.
    """
    file = file.resolve()
    names: dict[Path, str] = {}
    games: set[str] = set()
    waiting = [(file, _module_at(file))]
    while waiting:
        source, module = waiting.pop()
        if source in names:
            continue
        _check_unedited(source, file)
        kind, names[source] = _kind(str(source)), module
        waiting += [(data, "") for data in _named.get(source, ())]
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


def _module_at(file: Path) -> str:
    """The name of the module that a source is loaded as; empty if it is not."""
    loaded = [(name, _file_of(module)) for name, module in list(sys.modules.items())]
    return next((name for name, at in loaded if at.endswith(file.name) and _resolved(at) == file), "")


def _check_unedited(path: Path, root: Path) -> None:
    """UsageError if a file that a root file plays by cannot be read, or is another than when it was first counted."""
    try:
        content = _content(path)
    except OSError as error:
        raise UsageError(f"{path} belongs to {root.name} and cannot be read: {error.strerror}") from None
    if _first.setdefault(path, content) != content:
        raise UsageError(f"{path.name} was edited after this program had loaded it: start the program again")


def forget(file: Path) -> None:
    """Count a file anew that could not be loaded, as it may be edited now."""
    _first.pop(file.resolve(), None)


def _name_of(path: Path, root: Path, module: str) -> str:
    """The name of a file that the bot of a root file plays by, wherever the two lie."""
    if _kind(str(path)) in _OURS:
        return place_of(path)
    if module and path != root:
        parts = module.split(".")
        return "/".join([*(parts if path.name == "__init__.py" else parts[:-1]), path.name])
    return path.relative_to(root.parent).as_posix() if path.is_relative_to(root.parent) else path.name


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
    return _imports(source, package, _written(source), later)


def _with_packages(names: Iterable[str]) -> list[str]:
    """Names of modules with the packages that they are in: these first."""
    return sorted({name.rsplit(".", level)[0] for name in names for level in range(name.count(".") + 1)})


@cache
def _imports(source: Path, package: str, _stamp: Stamp, later: bool) -> list[str]:
    """The modules that a file's import statements may mean, and the packages that these and the file are in; read again
    when the file has changed. The toolkit and libraries import some modules only when somebody asks. Those do not
    count: whether they are loaded differs from process to process. In a user's files they count (``later``)."""
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
    computed once: what was imported is what plays, even if a file changes later. ``own`` are the bot's file and, before
    it, the files of a game of the user's.
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
    bases = (file for room in ("core", "compiled") for file in (PACKAGE / room).glob("*.py"))
    files = {*engine_sources(), *_sources_of(*games), *bases, *further}
    return digest_of(files=places_of(files))


# -- whose a file is ---------------------------------------------------------------------------------------------------
_OURS, _OTHERS = ("toolkit", "shipped"), ("installed", "user")


@lru_cache(maxsize=8192)
def _kind(name: str) -> str:
    """Whose a file is: ``toolkit``, ``shipped`` (a bot), ``library`` (of Python or the toolkit), ``installed`` or of
    the ``user``."""
    path = Path(os.path.realpath(name))
    if path.is_relative_to(SHIPPED_BOTS):
        return "shipped"
    if path.is_relative_to(PACKAGE):
        return "toolkit"
    parts = path.parts
    places = [number for number, part in enumerate(parts) if part in ("site-packages", "dist-packages")]
    if places:
        package = "".join(parts[places[-1] + 1 : places[-1] + 2])
        return "library" if package.partition(".")[0] in LIBRARIES else "installed"
    return "library" if path.is_relative_to(_STANDARD) else "user"


@contextmanager
def loading() -> Iterator[None]:
    """While files of the user are loaded. They leave no bytecode: Python would take it for that of a file of one size
    that was written in the same second. UsageError if they open data that they have not named."""
    _listen()
    since, before, sys.dont_write_bytecode = refusals(), sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        check_refused(since)


# -- data that nobody has named ----------------------------------------------------------------------------------------
_MACHINE = (
    "/dev/", "/proc/", "/sys/", "/etc/", "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/share/",
    *map(os.path.expanduser, ("~/.cache/", "~/.config/", "~/.local/share/", "~/Library/")),
)  # fmt: skip
"""What comes with the machine, and where libraries keep their settings."""
_MADE = (".pyc", ".nbi", ".nbc")
"""What is made of sources."""
_refused: list[UsageError] = []
"""The files that were refused: the code of the user may catch the error."""


def refusals() -> int:
    """How many files were refused so far, for :func:`check_refused`."""
    return len(_refused)


def check_refused(since: int) -> None:
    """Raise the first error for a file that was refused since then."""
    if len(_refused) > since:
        first = _refused[since]
        del _refused[since:]
        raise first


@cache
def _listen() -> None:
    """Hear from now on which files are opened."""
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    """UsageError if a bot or game of the user opens data that it has not named."""
    if event != "open" or sys.is_finalizing() or not isinstance(arguments[0], str | bytes | os.PathLike):
        return
    writes = (arguments[2] or 0) & (os.O_WRONLY | os.O_TRUNC)
    path = os.path.abspath(os.fsdecode(arguments[0]))
    if writes or path.endswith(_MADE) or path.startswith(_MACHINE) or not os.path.isfile(path):
        return
    reader = _reader(sys._getframe(1)) if _kind(path) == "user" else None
    if reader is None or os.path.realpath(path) in map(os.path.realpath, _counted()):
        return
    beside = os.path.relpath(path, reader.parent)
    _refused.append(
        UsageError(
            f"{reader.name} opens {beside} without naming it, so nobody would notice an edit of that file: open "
            f'data_file(__file__, "{beside}") instead, from arkadia_sim.sources'
        )
    )
    raise _refused[-1]


def _counted() -> Iterator[str | Path]:
    """The data that have been named, and the sources of all modules, which errors quote."""
    for named in list(_named.values()):
        yield from named
    yield from filter(None, map(_file_of, list(sys.modules.values())))


def _reader(frame: FrameType | None) -> Path | None:
    """The file of the user whose code opens a file in this frame, asked by the toolkit. None if somebody else opens it:
    the toolkit itself, an import, or a program of the user's own, which may read what it likes."""
    source: Path | None = None
    while frame is not None:
        name = frame.f_code.co_filename
        if source is None and name.startswith("<frozen importlib"):
            return None
        kind = "library" if name.startswith("<") or f"{PACKAGE.name}/kernels/" in name else _kind(name)
        if kind in _OURS:
            return source
        if kind == "user" and source is None:
            if frame.f_code.co_name == "setting" and hasattr(frame.f_locals.get("self"), "component_options"):
                return None  # what a game reads for a setting is part of the plan
            source = Path(name)
        frame = frame.f_back
    return None
