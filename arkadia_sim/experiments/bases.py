"""What an experiment file inherits from another one: ``extends`` and ``only``.

The TOML documents are merged first, and the resulting experiment is checked afterwards:

- ``extends`` names the base: a shipped experiment, or a file beside this one. A base may have a base.
- A key of the file replaces the key of the base as a whole; tables are not merged. All other keys come from the base,
  except ``name``.
- ``changes`` are merged one by one. An entry with the name of a change in the base replaces some of its keys. An entry
  with another name is a new change, after those of the base.
- ``only`` lists the changes of the base to keep, in order.

A file whose name begins with ``_`` is only a base: it may be incomplete, and it cannot be run.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arkadia_sim.core.user_files import is_file, read_toml
from arkadia_sim.errors import UnknownName, UsageError, did_you_mean

EXTENDS, ONLY, CHANGES = "extends", "only", "changes"
EXTENDED_MOST = 50
"""The longest chain of files that extend each other."""

_OWN = ("name", EXTENDS, ONLY)  # never inherited

Table = dict[str, Any]


@dataclass(frozen=True)
class Document:
    """The content of an experiment file with everything that it inherits, and the file of each key.

    ``text`` is None if something was inherited, because then no file has it all. ``bases`` are the files it inherits
    from, the nearest first. ``hints`` has, for each new change, a similar name in the base.
    """

    path: Path
    entries: Table
    text: str | None
    bases: tuple[Path, ...] = ()
    hints: Mapping[str, str] = field(default_factory=dict)
    _keys: Mapping[str, Path] = field(default_factory=dict)
    _changes: tuple[Mapping[str, Path], ...] = ()

    def file_of(self, where: tuple[str | int, ...]) -> Path:
        """The file in which a key was written; this file if it is in none."""
        if len(where) > 2 and where[0] == CHANGES and isinstance(where[1], int) and where[1] < len(self._changes):
            return self._changes[where[1]].get(str(where[2]), self.path)
        return self._keys.get(str(where[0]), self.path)


def taken_from(document: Document) -> dict[str, Path]:
    """The inherited keys, such as ``seed`` or ``changes.NAME.with``, with their files."""
    files = {key: document.file_of((key,)) for key in document.entries}
    for place, change in enumerate(_named(document.entries.get(CHANGES))):
        files |= {f"{CHANGES}.{change.get('name')}.{key}": document.file_of((CHANGES, place, key)) for key in change}
    return {key: file for key, file in files.items() if file != document.path}


def is_base(path: Path) -> bool:
    """Whether a file is only a base for others."""
    return path.name.startswith("_")


def experiment_files(*folders: Path) -> dict[str, Path]:
    """The experiments in some folders by name; of two with the same name, the one in the later folder."""
    return {file.stem: file for folder in folders for file in sorted(folder.glob("*.toml")) if not is_base(file)}


def experiment_path(name: str, shipped: Path) -> Path:
    """The file of an experiment: by its path, or a shipped one by its name; UsageError if there is none."""
    path = Path(name)
    if path.suffix == ".toml" or is_file(path) or len(path.parts) > 1:
        if not is_file(path):
            read_toml(path, "experiment file")  # says why not
        return path
    choices = experiment_files(shipped)
    path = choices.get(name, shipped / f"{name}.toml")
    if not is_file(path):
        raise UnknownName("experiment", name, choices)
    return path


def read_document(path: Path, shipped: Path) -> Document:
    """The content of a file with everything that it inherits; UsageError if a file cannot be read or found."""
    return _resolved(path, shipped, ())


def _resolved(path: Path, shipped: Path, on_the_way: tuple[Path, ...]) -> Document:
    """The document of a file; ``on_the_way`` are the files that extend it."""
    written, text = read_toml(path, "experiment file")
    if path.resolve() in [extending.resolve() for extending in on_the_way]:
        raise UsageError(f"{path}: these files extend each other: {', '.join(map(str, on_the_way))}")
    if len(on_the_way) > EXTENDED_MOST:
        raise UsageError(f"{on_the_way[0]}: extends: more than {EXTENDED_MOST} files extend each other on the way")
    if written.get("design") == "study":
        if on_the_way:
            raise UsageError(f"{on_the_way[-1]}: extends: {path} is a study; only an experiment can be extended")
        return Document(path, written, text)
    base = None
    if EXTENDS in written:
        base = _resolved(_base_path(written[EXTENDS], path, shipped), shipped, (*on_the_way, path))
    return _taken_over(path, written, text, base)


def _base_path(name: Any, path: Path, shipped: Path) -> Path:
    """The file that a file extends. It is never the file itself, so a file may have the name of its shipped base."""
    if not isinstance(name, str) or not name:
        allowed = "the name of a shipped experiment, or of a file beside this one"
        raise UsageError(f"{path}: {EXTENDS} = {name!r} is not allowed (allowed: {allowed})")
    beside = path.parent / name
    if name.endswith(".toml") and is_file(beside):
        return beside
    files = [file for folder in (shipped, path.parent) for file in sorted(folder.glob("*.toml"))]
    choices = {file.stem: file for file in files if file.stem != path.stem or file.resolve() != path.resolve()}
    if name.endswith(".toml"):
        raise UnknownName(f"base of {path}:", name, sorted(file.name for file in path.parent.glob("*.toml")))
    if name not in choices:
        raise UnknownName(f"base of {path}:", name, choices)
    return choices[name]


def _taken_over(path: Path, written: Table, text: str, base: Document | None) -> Document:
    """The content of a file, merged with its base."""
    changes = written.get(CHANGES)
    if base is None and ONLY in written:
        raise UsageError(f"{path}: no key {ONLY!r} without {EXTENDS!r}: it chooses among the changes of another file")
    if base is None:
        return Document(path, written, text, _keys=dict.fromkeys(written, path))
    inherited, keys = _inherited(base)
    entries = inherited | {key: value for key, value in written.items() if key not in (EXTENDS, ONLY)}
    keys |= dict.fromkeys(written, path)
    mixed = _Changes(path, base, written.get(ONLY))
    mixed.add(_named(changes))
    readable = changes in (None, _named(changes))
    if readable and (mixed.tables or ONLY in written):
        entries[CHANGES], keys[CHANGES] = mixed.tables, path
    return Document(
        path,
        entries,
        None,
        (base.path, *base.bases),
        mixed.hints,
        keys,
        tuple(mixed.files) if readable else (),
    )


def _inherited(base: Document) -> tuple[Table, dict[str, Path]]:
    """The inherited keys of a base, with their files."""
    entries = {key: value for key, value in base.entries.items() if key not in _OWN}
    return entries, {key: base.file_of((key,)) for key in entries}


def _named(changes: Any) -> list[Table]:
    """The list of changes if all are tables with text as names, else an empty list: the later check reports faults."""
    if isinstance(changes, list) and all(
        isinstance(change, dict) and isinstance(change.get("name", ""), str) for change in changes
    ):
        return changes
    return []


class _Changes:
    """Merges the changes of a base with those of the file."""

    def __init__(self, path: Path, base: Document, only: Any) -> None:
        self._path = path
        self.tables: list[Table] = []
        self.files: list[dict[str, Path]] = []
        self.hints: dict[str, str] = {}
        self._of_base: dict[str, tuple[Table, dict[str, Path]]] = {}
        for place, change in enumerate(_named(base.entries.get(CHANGES))):
            files = {key: base.file_of((CHANGES, place, key)) for key in change}
            self._of_base[str(change.get("name"))] = (change, files)
        for name in self._wanted(only):
            change, files = self._of_base[name]
            self.tables.append(dict(change))
            self.files.append(dict(files))

    def _wanted(self, only: Any) -> list[str]:
        if only is None:
            return list(self._of_base)
        if not isinstance(only, list) or not all(isinstance(name, str) for name in only) or len(set(only)) != len(only):
            allowed = "a list of names of the base's changes, each once"
            raise UsageError(f"{self._path}: {ONLY} = {only!r} is not allowed (allowed: {allowed})")
        for name in only:
            if name not in self._of_base:
                raise UnknownName(f"change in {self._path}: {ONLY}:", name, self._of_base)
        return only

    def add(self, changes: list[Table]) -> None:
        """Add the changes of the file itself."""
        from_base = {change.get("name"): place for place, change in enumerate(self.tables)}
        for change in changes:
            name = change.get("name")
            place = from_base.pop(name, None)  # a second entry of that name stays a second one, which is a fault
            if place is None:
                self._add_new(change)
                continue
            self.tables[place] |= change
            self.files[place] |= dict.fromkeys(change, self._path)

    def _add_new(self, change: Table) -> None:
        name = change.get("name")
        if name in self._of_base and all(name != table.get("name") for table in self.tables):
            raise UsageError(f"{self._path}: changes.{name}: `{ONLY}` leaves this change out")
        self.tables.append(dict(change))
        self.files.append(dict.fromkeys(change, self._path))
        if isinstance(name, str) and (hint := did_you_mean(name, self._of_base)):
            self.hints[name] = f"{self._path}: the base has no change {name!r}{hint}"
