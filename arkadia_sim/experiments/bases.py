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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arkadia_sim.core.user_files import is_file, read_toml
from arkadia_sim.errors import UnknownName, UsageError

EXTENDS, ONLY, CHANGES = "extends", "only", "changes"
EXTENDED_MOST = 50
"""The longest chain of files that extend each other."""

_OWN = ("name", EXTENDS, ONLY)  # never inherited

Table = dict[str, Any]


@dataclass(frozen=True)
class Document:
    """The content of an experiment file with everything that it inherits.

    ``text`` is None if something was inherited, because then no file has it all. ``bases`` are the files it inherits
    from, the nearest first. ``beside`` is the file in which the components were written, if another one.
    """

    path: Path
    entries: Table
    text: str | None
    bases: tuple[Path, ...] = ()
    beside: Path | None = None

    def fault_text(self, fault: str) -> str:
        """A fault with the file that was read, and the files in which it may lie, too."""
        return with_files(self.path, self.bases, fault)


def with_files(path: Path, bases: Sequence[Path], fault: str) -> str:
    """A fault in a file that may lie in one of its bases."""
    return f"{path}: {fault}" + (f"; it extends {', '.join(map(str, bases))}" if bases else "")


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
    if base is None and ONLY in written:
        raise UsageError(f"{path}: no key {ONLY!r} without {EXTENDS!r}: it chooses among the changes of another file")
    if base is None:
        return Document(path, written, text)
    entries = {key: value for key, value in base.entries.items() if key not in _OWN}
    entries |= {key: value for key, value in written.items() if key not in (EXTENDS, ONLY)}
    changes = written.get(CHANGES)
    merged = _merged_changes(path, base, written.get(ONLY), _named(changes))
    if changes in (None, _named(changes)) and (merged or ONLY in written):
        entries[CHANGES] = merged
    beside = path if "components" in written else base.beside or base.path
    return Document(path, entries, None, (base.path, *base.bases), beside)


def _named(changes: Any) -> list[Table]:
    """The list of changes if all are tables with text as names, else an empty list: the later check reports faults."""
    if isinstance(changes, list) and all(
        isinstance(change, dict) and isinstance(change.get("name", ""), str) for change in changes
    ):
        return changes
    return []


def _merged_changes(path: Path, base: Document, only: Any, changes: list[Table]) -> list[Table]:
    """The changes of a base with those of a file."""
    of_base = {str(change.get("name")): change for change in _named(base.entries.get(CHANGES))}
    merged = [dict(of_base[name]) for name in _wanted(path, only, of_base)]
    places = {change.get("name"): place for place, change in enumerate(merged)}
    for change in changes:
        name = change.get("name")
        place = places.pop(name, None)  # a second entry of that name stays a second one, which is a fault
        if place is not None:
            merged[place].update(change)
        elif name in of_base and all(name != table.get("name") for table in merged):
            raise UsageError(f"{path}: changes.{name}: `{ONLY}` leaves this change out")
        else:
            merged.append(dict(change))
    return merged


def _wanted(path: Path, only: Any, of_base: Mapping[str, object]) -> list[str]:
    """The names of the base's changes to keep."""
    if only is None:
        return list(of_base)
    if not isinstance(only, list) or not all(isinstance(name, str) for name in only) or len(set(only)) != len(only):
        allowed = "a list of names of the base's changes, each once"
        raise UsageError(f"{path}: {ONLY} = {only!r} is not allowed (allowed: {allowed})")
    for name in only:
        if name not in of_base:
            raise UnknownName(f"change in {path}: {ONLY}:", name, of_base)
    return only
