"""A reference for bot authors, made from the code: classes and records with their fields.

A game gives the topics (:class:`arkadia_sim.core.game.Workshop`). The text for a field comes from its docstring or the
comment beside its declaration.
"""

import ast
import inspect
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from pydantic import BaseModel

from arkadia_sim.core.cues import SITUATION, Cue, form


@dataclass(frozen=True)
class Entry:
    """One field or method: its name, its type with its shape, and its meaning."""

    name: str
    shape: str
    meaning: str


@dataclass(frozen=True)
class Topic:
    """A group of entries with a title and a text ``about`` all of them, for bots in plain Python or compiled ones."""

    title: str
    about: str
    entries: tuple[Entry, ...]
    compiled: bool = False


def class_topic(kind: type) -> Topic:
    """A class for bots in plain Python: the fields of a dataclass, otherwise properties and methods."""
    if is_dataclass(kind):
        entries = [Entry(field.name, _type_text(field.type), "") for field in fields(kind)]
    elif issubclass(kind, BaseModel):
        entries = [Entry(name, _type_text(field.annotation), "") for name, field in kind.model_fields.items()]
    else:
        entries = list(_members(kind))
    return Topic(kind.__name__, _paragraph(kind.__doc__, whole=True), tuple(entries))


def _members(kind: type) -> Iterator[Entry]:
    members = {name: member for base in reversed(kind.__mro__[:-1]) for name, member in vars(base).items()}
    own = vars(kind)
    for name, member in sorted(members.items(), key=lambda entry: entry[0] not in own):
        if name.startswith("_"):
            continue
        if isinstance(member, property | cached_property):
            function: Any = member.fget if isinstance(member, property) else member.func
            yield Entry(name, _type_text(inspect.signature(function).return_annotation), _paragraph(function.__doc__))
        elif isinstance(member, FunctionType):
            signature = inspect.signature(member)
            arguments, meaning = ", ".join(list(signature.parameters)[1:]), _paragraph(inspect.getdoc(member))
            yield Entry(f"{name}({arguments})", _type_text(signature.return_annotation), meaning)


def record_topic(
    title: str, module: ModuleType, name: str, about: str = "", meanings: Mapping[str, str] | None = None
) -> Topic:
    """A record of compiled code: the fields of the dtype ``name`` in a module, with the comments beside them.

    A field without a comment gets the one above its group; ``meanings`` has those of fields declared elsewhere.
    """
    comments = {**(meanings or {}), **_comments_of(module, name)}
    record: np.dtype[Any] = getattr(module, name)
    entries = tuple(Entry(field, _dtype_text(record[field]), comments.get(field, "")) for field in record.names or ())
    return Topic(title, about, entries, compiled=True)


@dataclass(frozen=True)
class PlainKit:
    """What bots in plain Python are offered by a game.

    Attributes:
        imports: The statement that imports it all.
        words: What a bot decides, and how things are named.
        classes: The classes that it sees and answers with.
        state: The module of the records that compiled bots see.
        records: Of each record: how code names it, the name of its dtype in ``state``, and what it is.
    """

    imports: str
    words: tuple[Entry, ...]
    classes: tuple[type, ...]
    state: ModuleType
    records: tuple[tuple[str, str, str], ...]

    def topics(self, cues: Sequence[Cue]) -> list[Topic]:
        """What bots in plain Python see, count (the game's cues) and answer, then the records of compiled bots."""
        from arkadia_sim.kernels.minds import MEANINGS  # numba takes its time, and short commands need none

        shared = (
            ("table['rules']", "RULES_DTYPE", "The options and numbers of the rules."),
            ("choice", "DECISION_DTYPE", "The decision to fill in, for the phase of the table."),
        )
        mind = "The bot's parameters, random numbers and scratch space."
        return [
            Topic("Decisions and names", f"All classes below come with: {self.imports}", self.words),
            *map(class_topic, self.classes),
            *(_columns(decision, cues) for decision in dict.fromkeys(cue.decision for cue in cues)),
            *(record_topic(title, self.state, name, about) for title, name, about in (*self.records, *shared)),
            record_topic("mind", self.state, "MIND_DTYPE", mind, MEANINGS),
        ]


def _columns(decision: str, cues: Sequence[Cue]) -> Topic:
    """The columns of the options of a decision."""
    title = "Options: columns of all decisions" if decision == SITUATION else f"Options: columns of the {decision}"
    about = "Arrays with a number for each option. The rules of a playbook count the same."
    entries = (Entry(cue.name, cue.unit, form(cue.phrase, 2)) for cue in cues if cue.decision == decision)
    return Topic(title, about, tuple(entries))


def _comments_of(module: ModuleType, name: str) -> dict[str, str]:
    """For each field, the comment at the end of its line, otherwise the last comment line above it."""
    source = inspect.getsource(module)
    node = next(node for node in ast.parse(source).body if isinstance(node, ast.Assign) and _assigns(node, name))
    assert isinstance(node.value, ast.Call), f"{name} is not a list of fields"
    field_at = {field.end_lineno: str(ast.literal_eval(field.elts[0])) for field in _tuples(node.value.args)}
    lines = iter(source.splitlines(keepends=True))
    comments: dict[str, str] = {}
    heading = ""
    for token in tokenize.generate_tokens(lambda: next(lines, "")):
        line = token.start[0]
        if token.type != tokenize.COMMENT:
            if line in field_at:
                comments.setdefault(field_at[line], heading)
        elif line in field_at:
            comments[field_at[line]] = token.string.lstrip("# ")
        elif node.lineno < line <= (node.end_lineno or line):
            heading = token.string.lstrip("# ")
    return comments


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _tuples(nodes: Sequence[ast.expr]) -> list[ast.Tuple]:
    return [node for node in nodes if isinstance(node, ast.Tuple)]


def _paragraph(text: str | None, whole: bool = False) -> str:
    """A docstring's first paragraph, or all of it, as one line."""
    cleaned = inspect.cleandoc(text or "")
    return " ".join((cleaned if whole else cleaned.partition("\n\n")[0]).split()).replace("``", "`")


def _type_text(annotation: Any) -> str:
    """A type as written, without module names."""
    written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"~\w+", "a move", re.sub(r"\b(?:[a-z_]\w*\.)+(?=\w)", "", written))


def _dtype_text(kind: np.dtype[Any]) -> str:
    """The type of a field with its shape, such as ``int16 (4, 3)``."""
    base, shape = kind.subdtype or (kind, ())
    name = "record" if base.names else str(base)
    return f"{name} ({', '.join(map(str, shape))})" if shape else name
