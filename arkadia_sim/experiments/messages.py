"""The faults of an experiment file in words: the key, the value, what is allowed, the nearest match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from arkadia_sim.core.written import Inconsistent, Key
from arkadia_sim.errors import did_you_mean
from arkadia_sim.questions.registry import KINDS

TAKING_OVER: Mapping[str, tuple[str, ...]] = {"": ("extends", "only"), "changes": ("like",)}
"""Further keys of a file, by table; they are resolved before the document is checked."""

RENAMED = {"fields": "[[companies]]", "field": "company"}
"""Keys of experiment files of version 0.1.0, and their names since."""

TYPES = ("int", "str", "float", "dict")
"""Names of types in the paths of pydantic."""


PLAIN = {
    "tuple_type": "should be a list",
    "dict_type": "should be a table",
    "string_pattern_mismatch": "should be letters, digits, _ and -, beginning with a letter",
}
"""Messages of pydantic that speak of Python, in the words of a file."""


def faults_of(error: ValidationError, document: Mapping[str, Any], model: type[BaseModel]) -> list[tuple[Key, str]]:
    """All faults that a model finds in a document, each once, with the path to its key."""
    faults = error.errors()
    keys = [tuple(_within(fault["loc"], document)) for fault in faults]
    texts = (
        text
        for place, (fault, key) in enumerate(zip(faults, keys, strict=True))
        if not (fault["type"].endswith("_type") and _said_better(key, keys, place))
        for text in _texts(fault, key, document, model)
    )
    return [(key, text) for text, key in {text: key for key, text in texts}.items()]


def _said_better(key: Key, keys: Sequence[Key], place: int) -> bool:
    """Whether another fault says more: a union reports a wrong type for each type that it allows."""
    deeper = any(len(other) > len(key) and other[: len(key)] == key for other in keys)
    return deeper or key in keys[:place]


def _texts(fault: Any, key: Key, document: Mapping[str, Any], model: type[BaseModel]) -> Iterator[tuple[Key, str]]:
    problem = fault.get("ctx", {}).get("error")
    if isinstance(problem, Inconsistent):
        for inner, allowed in problem.faults:
            yield key + inner, _text(key + inner, f"allowed: {allowed}", document)
    elif fault["type"] == "too_short" and len(_value(key, document)[1]) >= fault["ctx"]["min_length"]:
        return  # only without the entries at fault, each of which is reported
    elif fault["type"] == "extra_forbidden":
        yield key, _unknown(key, document, model)
    else:
        reason = PLAIN.get(fault["type"], str(fault["msg"]).removeprefix("Input "))
        yield key, _text(key, reason, document)


def _within(loc: Iterable[str | int], document: Any) -> Iterator[str | int]:
    """The path through the document, without the names of types that were tried on the way."""
    for step in loc:
        listed = isinstance(document, list) and isinstance(step, int) and step < len(document)
        if listed or (isinstance(document, Mapping) and step in document):
            document = document[step]
        elif isinstance(document, Mapping) and str(step).isidentifier() and step not in TYPES:
            document = None
        else:
            continue
        yield step


def _text(key: Key, reason: str, document: Mapping[str, Any]) -> str:
    exists, value = _value(key, document)
    if not exists:
        return f"key {_shown(key, document)!r} is missing"
    return f"{_shown(key, document)} = {value!r} is not allowed ({reason})"


def _shown(key: Key, document: Mapping[str, Any]) -> str:
    """The key as users read it: entries of a list by their name, or by their place counted from 1."""
    text = ""
    here: Any = document
    for step in key:
        if isinstance(step, int):
            here = here[step]
            name = here.get("name") if isinstance(here, Mapping) else None
            text += f".{name}" if isinstance(name, str) and name else f"[{step + 1}]"
        else:
            here = here.get(step) if isinstance(here, Mapping) else None
            text += f".{step}" if text else step
    return text


def _value(key: Key, document: Mapping[str, Any]) -> tuple[bool, Any]:
    here: Any = document
    for step in key:
        if isinstance(here, Mapping) and step not in here:
            return False, None
        here = here[step]
    return True, here


def _unknown(key: Key, document: Mapping[str, Any], model: type[BaseModel]) -> str:
    name = str(key[-1])
    if renamed := _renamed(name):
        return f"unknown key {_shown(key, document)!r}: since version 0.2.0 it is {renamed}"
    table = _model_at(key, model)
    tables = ".".join(step for step in key[:-1] if isinstance(step, str))
    more = TAKING_OVER.get(tables, ()) if document.get("design") != "study" else ()
    known = sorted([*(field.alias or name for name, field in table.model_fields.items()), *more])
    owners = [f'"{design}"' for design, kind in KINDS.items() if len(key) == 1 and name in kind.model_fields]
    owner = f": it belongs to design = {' or '.join(owners)}" if owners else did_you_mean(name, known)
    return f"unknown key {_shown(key, document)!r}{owner} (allowed: {', '.join(known)})"


def _renamed(key: str) -> str | None:
    """The name today of a key of an older version; None for others."""
    if key.startswith("margin_"):
        return "an entry of tolerances, by the column of an outcome, such as tolerances = { score = 1.0 }"
    return RENAMED.get(key)


def _model_at(key: Key, model: type[BaseModel]) -> type[BaseModel]:
    """The model of the table in which a key lies."""
    for step in key[:-1]:
        if isinstance(step, str):
            annotation: Any = model.model_fields[step].annotation
            model = next(
                kind for kind in (annotation, *getattr(annotation, "__args__", ())) if hasattr(kind, "model_fields")
            )
    return model
