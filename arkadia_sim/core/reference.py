"""What a bot is told and may answer, as a reference that is made from the code itself: classes and records.

A game gives its topics (:class:`arkadia_sim.core.game.Workshop`); what is said of a field is said where it is declared,
in a docstring or in the comment beside it, and nowhere else.
"""

import ast
import inspect
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Entry:
    """One thing that is told: what it is called, its type with its shape, and what it means, rules by their number."""

    name: str
    shape: str
    meaning: str


@dataclass(frozen=True)
class Topic:
    """Several things that are told together: what they are, ``about`` all of them, and each."""

    title: str
    about: str
    entries: tuple[Entry, ...]


def class_topic(kind: type) -> Topic:
    """A class as a bot in plain Python meets it: the fields of a dataclass, else its properties and methods."""
    if is_dataclass(kind):
        entries = [Entry(one.name, _type_text(one.type), "") for one in fields(kind)]
    else:
        entries = list(_members(kind))
    return Topic(kind.__name__, _paragraph(kind.__doc__, whole=True), tuple(entries))


def _members(kind: type) -> Iterator[Entry]:
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property | cached_property):
            function: Any = member.fget if isinstance(member, property) else member.func
            yield Entry(name, _type_text(inspect.signature(function).return_annotation), _paragraph(function.__doc__))
        elif isinstance(member, FunctionType):
            asked = inspect.signature(member)
            named = ", ".join(list(asked.parameters)[1:])
            yield Entry(f"{name}({named})", _type_text(asked.return_annotation), _paragraph(member.__doc__))


def record_topic(title: str, module: ModuleType, name: str, about: str = "") -> Topic:
    """A record of compiled code: the fields of the ``name`` of a module, a dtype, with the comments beside them there.

    A field without a comment of its own has that which stands above its group.
    """
    said = _comments_of(module, name)
    record: np.dtype[Any] = getattr(module, name)
    entries = tuple(Entry(field, _dtype_text(record[field]), said.get(field, "")) for field in record.names or ())
    return Topic(title, about, entries)


def _comments_of(module: ModuleType, name: str) -> dict[str, str]:
    """By field, the comment at the end of its line, else the last one that has a line of its own above it."""
    source = inspect.getsource(module)
    node = next(one for one in ast.parse(source).body if isinstance(one, ast.Assign) and _assigns(one, name))
    assert isinstance(node.value, ast.Call), f"{name} is no list of fields"
    own = {field.end_lineno: str(ast.literal_eval(field.elts[0])) for field in _tuples(node.value.args)}
    lines = iter(source.splitlines(keepends=True))
    said: dict[str, str] = {}
    heading = ""
    for token in tokenize.generate_tokens(lambda: next(lines, "")):
        line = token.start[0]
        if token.type != tokenize.COMMENT:
            if line in own:
                said.setdefault(own[line], heading)
        elif line in own:
            said[own[line]] = token.string.lstrip("# ")
        elif node.lineno < line <= (node.end_lineno or line):
            heading = token.string.lstrip("# ")
    return said


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _tuples(nodes: Sequence[ast.expr]) -> list[ast.Tuple]:
    return [one for one in nodes if isinstance(one, ast.Tuple)]


def _paragraph(text: str | None, whole: bool = False) -> str:
    """A docstring's first paragraph, or all of it, in one line."""
    said = inspect.cleandoc(text or "")
    return " ".join((said if whole else said.partition("\n\n")[0]).split()).replace("``", "`")


def _type_text(annotation: Any) -> str:
    """A type as it is written, without the modules that its names come from."""
    written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:[a-z_]\w*\.)+(?=\w)", "", written)


def _dtype_text(kind: np.dtype[Any]) -> str:
    """The type of a field with its shape, such as ``int16 (4, 3)``."""
    base, shape = kind.subdtype or (kind, ())
    name = "record" if base.names else str(base)
    return f"{name} ({', '.join(map(str, shape))})" if shape else name
