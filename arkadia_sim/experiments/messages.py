"""What is wrong with an experiment file, in words: the key, what was written, what is allowed, the nearest match."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from arkadia_sim.errors import did_you_mean

Where = tuple[str | int, ...]
"""The way to a key: names of tables and places in lists, such as ``("changes", 0, "with")``."""

_TEXT = "a text that is not empty"
_BOT = (
    'a bot (`*` is the company\'s own, as in "*:parameter=1"), or a table with one for each company, such as '
    '{weak = "one_bot", strong = "another"}'
)
_NAME = "letters, digits, - and _, starting with a letter"
_SEED = "a whole number from 0 to 2**64 - 1"
_DIRECTION = '"more" or "fewer", or no such key where either would do'
ALLOWED: Mapping[str, str] = {
    "name": _NAME,
    "design": '"paired", "dose", "ladder", "seats", "settings", "crossed" or "study"',
    "seed": _SEED,
    "players": "a list of table sizes, each once, such as [2, 3, 4]",
    "deals": "a whole number from 2 to 1,000,000,000, or a table with one for each number of players, such as "
    "{2 = 4000, 3 = 2000}",
    "noun": _TEXT,
    "tolerances": "a table with a number above 0 for any of the game's outcomes, such as {score = 1.0}",
    "trace": "a share of the games from 0 to 1",
    "chunk_games": "a whole number from 1 to 1000000, or no such key",
    "until": '"decided", or no such key for a fixed number of deals',
    "error_rate": "a number above 0 and below 0.5",
    "first_look": "a whole number of deals from 50",
    "rules": "a table of the game's options, such as {my_option = true}",
    "components": "a table of pieces of the game, such as board = 'my_board.txt'",
    "notes": "a list of texts",
    "bots": "a list of two bots or more, each once (in the design ladder)",
    "groups": "a table with lists of `bots`, none in two of them and none with all, such as {twins = ['a', 'b']}",
    "slow": "a table with a whole number of deals from 2 for any of the `bots`, such as {my_bot = 20}",
    "measures": "a list of measures of the game, each once (in the designs settings and seats)",
    "swings": "a list of pictures of the game of the kind trajectory (in the design seats)",
    "settings": "a list of two tables [[settings]] or more, each with a name and a table of rules",
    "settings.name": "a text that is not empty, each name once",
    "settings.rules": "a table of the game's options, such as {my_option = true}",
    "reference": "the name of one of the settings",
    "between": "a list of pairs of different `players`, such as [[2, 4]]",
    "companies": "a list of tables [[companies]], each with a name, a title and a bot",
    "companies.name": "letters, digits, - and _, each name once",
    "changes": "a list of tables [[changes]], at least one",
    "changes.name": f"{_NAME}, each name once",
    "changes.behaviour_direction": _DIRECTION,
    "changes.without": _BOT,
    "changes.with": _BOT,
    "changes.player": _BOT,
    "changes.parameter": "a parameter of `player`",
    "changes.values": "a list of two numbers or more, ascending, such as [0, 0.5, 1, 2]",
    "changes.reference": "one of the `values`",
    "changes.behaviour_label": f"{_TEXT} where there is a behaviour, and only there",
    "parts": "a list of names of experiments, shipped ones or files beside this one, each once",
    "circumstances": "a list of tables [[circumstances]], two or more, each with a name and a title",
    "circumstances.name": f"{_NAME}, each name once",
    "circumstances.rules": "a table of the game's options, such as {my_option = true}",
    "circumstances.components": "a table of pieces of the game, such as board = 'my_board.txt'",
    "guide": "a table [guide] with a part, its strong companies, and [[guide.advice]]",
    "guide.part": "one of `parts`, of the design paired",
    "guide.strong": "a list of names of companies of that part",
    "guide.others": "a list of names of companies of that part",
    "guide.advice": "a list of tables [[guide.advice]], each with a deed",
    "guide.advice.says": '"do" or "do not", or no such key where the claim says neither',
}

TAKING_OVER: Mapping[str, tuple[str, ...]] = {"": ("extends", "only"), "changes": ("like",)}
"""Keys that a file may have too, by the table in which they stand; they are gone when a document is checked."""


RENAMED = {"fields": "[[companies]]", "field": "company"}
"""Keys of experiment files of version 0.1.0, and what they are called since."""


class Inconsistent(ValueError):
    """Keys that do not go together: for each the way to it, and what is allowed where ALLOWED does not say."""

    def __init__(self, faults: Sequence[tuple[Where, str | None]]) -> None:
        super().__init__(faults)
        self.faults = faults


def faults_of(error: ValidationError, document: Mapping[str, Any], model: type[BaseModel]) -> list[tuple[Where, str]]:
    """All the faults that a model found in a document, each once, with the way to the key that is to blame."""
    faults = (one for fault in error.errors() for one in _lines(fault, document, model))
    return [(where, text) for text, where in {text: where for where, text in faults}.items()]


def _lines(fault: Any, document: Mapping[str, Any], model: type[BaseModel]) -> Iterator[tuple[Where, str]]:
    where = tuple(_cleaned(fault["loc"], document))
    if fault["type"] == "value_error":
        for inner, allowed in fault["ctx"]["error"].faults:
            yield where + inner, _one(where + inner, allowed, document)
    elif fault["type"] == "too_short" and len(_value(where, document)[1]) >= fault["ctx"]["min_length"]:
        return  # only without the entries that are at fault, each of which is told
    elif fault["type"] == "extra_forbidden":
        yield where, _unknown(where, document, model)
    else:
        yield where, _one(where, None, document)


def _cleaned(loc: Sequence[str | int], document: Any) -> Iterator[str | int]:
    """The way through the document: without the names of types that were tried on the way."""
    for step in loc:
        if isinstance(document, Mapping) and (step in document or not re.match(r"dict\[|int$|str$|float$", str(step))):
            document = document.get(step)
        elif isinstance(document, list) and isinstance(step, int):
            document = document[step]
        else:
            return
        yield step


def _one(where: Where, allowed: str | None, document: Mapping[str, Any]) -> str:
    where = _worth_naming(where)
    key = _shown(where, document)
    kind = _kind(where)
    allowed = allowed or _of_deals(kind, document) or ALLOWED.get(kind, _TEXT)
    found, value = _value(where, document)
    if not found:
        return f"key {key!r} is missing (allowed: {allowed})"
    return f"{key} = {value!r} is not allowed (allowed: {allowed})"


def _worth_naming(where: Where) -> Where:
    """The way as far as a fault has to name it: the whole list or table of values, not one of them."""
    if where[0] == "guide":
        return where[:4]
    return where[:3] if where[0] in ("companies", "changes", "settings", "circumstances") else where[:1]


def _kind(where: Where) -> str:
    return ".".join(str(step) for step in where if not isinstance(step, int))


def _of_deals(kind: str, document: Mapping[str, Any]) -> str | None:
    if kind == "deals" and isinstance(document.get("deals"), dict):
        return f"exactly one whole number from 2 for each of players = {document.get('players')}"
    return None


def _shown(where: Where, document: Mapping[str, Any]) -> str:
    """The way as users read it: entries of a list by their name, or by their place counted from 1."""
    text = ""
    here: Any = document
    for step in where:
        here = here[step] if isinstance(step, int) else here.get(step) if isinstance(here, Mapping) else None
        if isinstance(step, int):
            name = here.get("name") if isinstance(here, Mapping) else None
            text += f".{name}" if isinstance(name, str) and name else f"[{step + 1}]"
        else:
            text += f".{step}" if text else step
    return text


def _value(where: Where, document: Mapping[str, Any]) -> tuple[bool, Any]:
    here: Any = document
    for step in where:
        if isinstance(here, Mapping) and step not in here:
            return False, None
        here = here[step]
    return True, here


def _unknown(where: Where, document: Mapping[str, Any], model: type[BaseModel]) -> str:
    table = _model_at(where, model)
    if isinstance(where[-1], str) and (now := _called_now(where[-1])):
        return f"unknown key {_shown(where, document)!r}: since version 0.2.0 it is {now}"
    besides = TAKING_OVER.get(_kind(where[:-1]), ()) if document.get("design") != "study" else ()
    known = sorted([*(field.alias or name for name, field in table.model_fields.items()), *besides])
    hint = did_you_mean(str(where[-1]), known)
    return f"unknown key {_shown(where, document)!r}{hint} (allowed: {', '.join(known)})"


def _called_now(key: str) -> str | None:
    """What a key of an older version is called now; None for others."""
    if key.startswith("margin_"):
        return "an entry of tolerances, by the column of an outcome, such as tolerances = { score = 1.0 }"
    return RENAMED.get(key)


def _model_at(where: Where, model: type[BaseModel]) -> type[BaseModel]:
    """The model of the table in which a key lies."""
    for step in where[:-1]:
        if isinstance(step, str):
            annotation: Any = model.model_fields[step].annotation
            model = next(
                one for one in (annotation, *getattr(annotation, "__args__", ())) if hasattr(one, "model_fields")
            )
    return model
