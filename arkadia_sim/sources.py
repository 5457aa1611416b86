"""What a bot plays by: the files that decide how it plays, and their hashes.

A bot counts its own file, what it imports, and the data that it reads while its file is loaded. Names and contents of
these files decide, not where they lie: the same bot has the same hash in a checkout, in an installed package and on
another machine. The standard library and the libraries that the toolkit stands on (``LIBRARIES``) do not count.

A bot that reads a file only while it plays is refused, because nobody would notice an edit of that file. An audit hook
hears both. It does not hear what a library opens by itself outside Python; for such data there is :func:`data_file`.
"""

import ast
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from stat import S_ISREG
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
    for name, content in sorted({(name, file.read_bytes()) for name, file in files}):
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


def game_of(file: Path) -> str | None:
    """The game that a file belongs to; None if it belongs to none."""
    games = PACKAGE / "games"
    return file.relative_to(games).parts[0] if file.is_relative_to(games) and file.parent != games else None


def is_engine(file: Path) -> bool:
    """Whether a file belongs to the games, or to what all compiled games share."""
    return any(file.is_relative_to(PACKAGE / name) for name in ("games", "kernels")) or file.parent == PACKAGE


def is_own(file: Path) -> bool:
    """Whether a file came with the toolkit, as an engine or a bot."""
    return is_engine(file) or file.is_relative_to(SHIPPED_BOTS)


def _is_shipped(file: Path) -> bool:
    return file.is_relative_to(PACKAGE) or file.is_relative_to(SHIPPED_BOTS)


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


_data_files: dict[Path, set[Path]] = {}
"""For each source, the data files that it uses."""


def data_file(source: str | Path, name: str) -> Path:
    """The path of the file ``name`` beside a source, which then counts as part of that source.

    What a bot opens while its file is loaded counts by itself. Use ``data_file(__file__, "weights.bin")`` for data that
    it opens later, or that a library opens outside Python.
    """
    file = Path(source).resolve()
    data = file.parent / name
    _data_files.setdefault(file, set()).add(data)
    return data


# -- what a file imports -----------------------------------------------------------------------------------------------


def imported(file: Path) -> tuple[dict[str, Path], tuple[str, ...]]:
    """What a file plays by, and the games that it imports from, sorted.

    Returns:
        The file, all files it imports, directly or not, and their data files, by name; without games and libraries.
        Import statements decide, because a compiled function freezes the functions and constants it imports.
    """
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
        if source.suffix != ".py":  # compiled from another language
            continue
        package, shipped = getattr(modules.get(source), "__package__", None) or "", _is_shipped(source)
        own = source.is_relative_to(file.parent) and not shipped
        names = {
            above for name in (package, *_imports(source, package, _written(source), own)) for above in _above(name)
        }
        for name in sorted(names):  # a package is loaded before what is in it
            loaded, beside = _file_of(sys.modules.get(name)), _beside(name, file.parent) if own else None
            path = _resolved(loaded) if loaded else beside
            if path is not None:
                if beside not in (None, path) and not _is_shipped(path) and not _is_library(str(path)):
                    raise UsageError(
                        f"{file.name} imports {beside}, but {path} has taken this name: rename one of them"
                    )
                games.update(game for game in [game_of(path)] if game)
                waiting += [path] if _counts(name, path, shipped) else []
    files |= {path for source in files for path in _data_files.get(source, ())}
    named: dict[str, Path] = {}
    for path in sorted(files):
        name = _name_of(path, file.parent, modules)
        named[f"{name} ({len(named)})" if name in named else name] = path
    return named, tuple(sorted(games))


def _name_of(path: Path, folder: Path, modules: Mapping[Path, Any]) -> str:
    """The name of a file that a bot in a folder plays by, wherever that folder lies."""
    if _is_shipped(path):
        return place_of(path)
    if path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    return str(modules[path].__name__) if path in modules else path.name


def _above(name: str) -> Iterator[str]:
    """A module and the packages that it is in."""
    parts = name.split(".")
    return (".".join(parts[: number + 1]) for number in range(len(parts)))


def _written(source: Path) -> tuple[int, int]:
    """When a file was last written, and its size."""
    stat = source.stat()
    return stat.st_mtime_ns, stat.st_size


def _file_of(module: Any) -> str:
    name = getattr(module, "__file__", None)
    return os.path.abspath(name) if isinstance(name, str) and not name.endswith(".pyc") else ""


def _beside(name: str, folder: Path) -> Path | None:
    """The file in a folder for a module that is imported only when somebody asks."""
    path = folder.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if name and file.is_file()), None)


@cache
def _resolved(name: str) -> Path:
    """The resolved path of a module's file. Cached, because every compiled function asks for all modules."""
    return Path(name).resolve()


@cache
def _imports(source: Path, package: str, _stamp: tuple[int, int], later: bool) -> tuple[str, ...]:
    """The modules that a file's import statements may mean; read again when the file has changed.

    The toolkit and libraries import some modules only when somebody asks. Those do not count: whether they are loaded
    differs from process to process. In a bot's own folder they count (``later``).
    """
    names: list[str] = []
    tree = ast.parse(source.read_bytes())
    for node in ast.walk(tree) if later else _at_once(tree):
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


def _counts(name: str, path: Path, by_shipped: bool) -> bool:
    """Whether a file counts that a user's file imports, or a shipped one: not an engine, which counts as a whole, nor a
    library of the toolkit."""
    if by_shipped or _is_shipped(path):
        return _is_shipped(path) and not is_engine(path)
    return name.split(".")[0] not in LIBRARIES and not _is_standard(path)


@cache
def sources_of(game: str, *own: Path) -> Mapping[str, str]:
    """Everything that decides how a bot plays a game: a hash for the toolkit, and one for each file of the user.

    The toolkit's covers the sources of the game, of further games that are imported, and of what all games share. It is
    computed once: what was imported is what plays, even if a file changes later.

    Args:
        game: The game's name.
        own: The bot's file; for a game of the user's, its file before it.
    """
    files: dict[str, Path] = {}
    games = {game}
    for found, others in map(imported, own):
        for name, path in found.items():
            files[name if files.get(name, path) == path else f"{name} ({len(files)})"] = path
        games |= {*others}
    toolkit = {*engine_sources(), *_sources_of(*games), *(PACKAGE / "core").glob("*.py")}
    toolkit |= {path for path in files.values() if place_of(path).startswith(f"{PACKAGE.name}/")}
    return {"arkadia_sim": digest_of(files=places_of(toolkit))} | {
        name: digest_of(files=[(name, path)]) for name, path in sorted(files.items()) if path not in toolkit
    }


# -- what a file reads -------------------------------------------------------------------------------------------------

_loading: list[Path] = []
_users: set[Path] = set()
"""Folders of users' files, which may lie among installed libraries."""


def is_loading() -> bool:
    """Whether files of the user are being loaded, so that nobody knows yet what else they will import and read."""
    return bool(_loading)


@contextmanager
def loading(folder: Path) -> Iterator[None]:
    """While files of the user in this folder are loaded, count the data that they open."""
    _listen()
    _users.add(folder)
    _loading.append(folder)
    try:
        yield
    finally:
        _loading.pop()


@cache
def _listen() -> None:
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    """Note a file that a user's file opens while it is loaded; UsageError if it does so while a game is played."""
    if event != "open" or not isinstance(arguments[0], str | bytes) or (arguments[2] or 0) & os.O_WRONLY:
        return
    frame = _opener(sys._getframe(1))
    if frame is None or not _is_data(path := Path(os.path.abspath(os.fsdecode(arguments[0])))):
        return
    source, is_asked = _charged(frame)
    real = Path(os.path.realpath(path))
    path = real if real.is_relative_to(source.parent) else path
    if _loading:
        _data_files.setdefault(source, set()).add(path)
    elif is_asked and path not in imported(source)[0].values():
        raise UsageError(
            f"{source.name} opens {path.name} while it plays, so nobody would notice an edit of that file: open it "
            f'outside all functions, or name it there by data_file(__file__, "{path.name}")'
        )


def _opener(frame: FrameType | None) -> FrameType | None:
    """The user's function that opens a file, directly or by a library; None if the toolkit or an import does."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith("<frozen importlib") or _resolved(name).is_relative_to(PACKAGE):
            return None
        if not name.startswith("<") and not _is_library(name):
            return None if _resolved(name).is_relative_to(SHIPPED_BOTS) else frame
        frame = frame.f_back
    return None


def _charged(frame: FrameType | None) -> tuple[Path, bool]:
    """The user's file that is loaded or asked when a function of the user's runs; and whether it is asked in a game."""
    source = Path()
    while frame is not None and not (name := frame.f_code.co_filename).startswith("<frozen importlib"):
        if _resolved(name).is_relative_to(PACKAGE):
            return source, _resolved(name) in _ASKING
        source = source if name.startswith("<") or _is_library(name) else _resolved(name)
        frame = frame.f_back
    return source, False


def _is_library(name: str) -> bool:
    """Whether a file belongs to Python or to a library that was installed, and not to the user."""
    path, roots = Path(name), [root for root in sys.path if root.endswith(("-packages", ".zip"))]
    for root in filter(path.is_relative_to, roots):
        return not any(path.is_relative_to(folder) for folder in _users if folder.is_relative_to(root))
    return _is_standard(path)


def _is_standard(path: Path) -> bool:
    """Whether a file belongs to Python itself."""
    return path.is_relative_to(_STANDARD) and not {"site-packages", "dist-packages"} & {*path.parts}


def _is_data(path: Path) -> bool:
    """Whether an opened file holds data that an author wrote: not code, nor what machine and libraries bring."""
    if path.suffix in {".py", ".pyc", ".so", ".pyd", ".nbi", ".nbc"} or "__pycache__" in path.parts:
        return False
    if any(path.is_relative_to(root) for root in ("/dev", "/proc", "/sys", "/etc")):
        return False
    if _is_library(str(path)):
        return False
    try:
        return S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False
