"""What bots of a game see and may answer, told from the code: texts come from docstrings."""

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

from pydantic import BaseModel

from arkadia_sim.compiled.view import Entry, PlainKit
from arkadia_sim.core.cues import SITUATION, Cue, form


def topics(kit: PlainKit, cues: Sequence[Cue]) -> list[dict[str, Any]]:
    """What bots see, count (the game's cues) and answer, and where compiled ones find the same."""
    return [
        _topic("Decisions and names", f"All classes below come with: {kit.imports}", kit.words),
        *map(_class_topic, kit.classes),
        *(_columns(decision, cues) for decision in dict.fromkeys(cue.decision for cue in cues)),
        _topic("Compiled bots", f"They see records. The meaning of each field: {kit.state.__file__}", ()),
    ]


def _topic(title: str, about: str, entries: Sequence[Entry]) -> dict[str, Any]:
    return {"title": title, "about": about, "entries": [entry._asdict() for entry in entries]}


def _class_topic(kind: type) -> dict[str, Any]:
    """A class for bots: the fields of a dataclass, otherwise properties and methods."""
    if is_dataclass(kind):
        entries = [Entry(field.name, _type_text(field.type), "") for field in fields(kind)]
    elif issubclass(kind, BaseModel):
        entries = [Entry(name, _type_text(field.annotation), "") for name, field in kind.model_fields.items()]
    else:
        entries = list(_members(kind))
    return _topic(kind.__name__, _paragraph(kind.__doc__, whole=True), entries)


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


def _columns(decision: str, cues: Sequence[Cue]) -> dict[str, Any]:
    """The columns of the options of a decision."""
    title = "Options: columns of all decisions" if decision == SITUATION else f"Options: columns of the {decision}"
    about = "Arrays with a number for each option. The rules of a playbook count the same."
    return _topic(
        title, about, [Entry(cue.name, cue.unit, form(cue.phrase, 2)) for cue in cues if cue.decision == decision]
    )


def _paragraph(text: str | None, whole: bool = False) -> str:
    """A docstring's first paragraph, or all of it, as one line."""
    cleaned = inspect.cleandoc(text or "")
    return " ".join((cleaned if whole else cleaned.partition("\n\n")[0]).split()).replace("``", "`")


def _type_text(annotation: Any) -> str:
    """A type as written, without module names."""
    written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"~\w+", "a move", re.sub(r"\b(?:[a-z_]\w*\.)+(?=\w)", "", written))
