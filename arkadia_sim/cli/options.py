"""What users write on the command line: the options that several commands share, and how texts such as table sizes and
``KEY=VALUE`` are understood."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from arkadia_sim.runner.workers import Workers


class FailedGames(StrEnum):
    """What a failed game does."""

    COUNT = "count"
    STOP = "stop"


Rules = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="An option of the rules, as often as needed; see play --list-rules."),
]
Pieces = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="Another piece of the game; see play --list-components.")
]
RecordedPieces = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="What was played with, where a record cannot say.")
]
TableSizes = Annotated[list[str] | None, typer.Option(metavar="N,N…", help="Table sizes; all there are if not given.")]
DealsSeed = Annotated[int, typer.Option(min=0, help="Same seed, same deals.")]
Tolerances = Annotated[
    list[str] | None, typer.Option(metavar="OUTCOME=NUMBER", help="What is too small to matter, in its unit.")
]
Until = Annotated[str | None, typer.Option(metavar="decided", help="'decided': stop when the answers are sure.")]
Processes = Annotated[int | None, typer.Option("--workers", min=1, help="Processes; one per core if not given.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://scheduler:8786; see docs/cluster.md."),
]
Memory = Annotated[
    str | None,
    typer.Option(metavar="SIZE", help="What a process may take, such as 2GB; a share of the machine's if not given."),
]
WhenAGameFails = Annotated[
    FailedGames,
    typer.Option("--on-error", help="What a game does that a bot fails in: count as failed, or stop the run."),
]
ResultsFolder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Where the results go; a folder of its own if not given. Deals that it has are not played again.",
    ),
]
GameName = Annotated[str, typer.Option(metavar="GAME", help="Which game, by its name; see games.")]
ResultsAsJson = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]


def workers_of(processes: int | None, memory: str | None, cluster: str | None) -> "Workers":
    """Who plays, from the options that say so."""
    from arkadia_sim.runner.workers import Workers

    return Workers(processes, memory, cluster)


def table_sizes(texts: Iterable[str]) -> list[int]:
    """Table sizes from ``2,3,4``, or given one by one."""
    return [whole_number("--players", one, "table sizes such as 2,3,4") for text in texts for one in text.split(",")]


def whole_number(option: str, text: str, allowed: str = "a whole number") -> int:
    """A whole number that was given to an option, which is named in the message."""
    from arkadia_sim.errors import BadValue

    try:
        return int(text)
    except ValueError:
        raise BadValue(option, text, allowed) from None


def apart(
    words: list[str], rules: list[str] | None, components: list[str] | None
) -> tuple[list[str], list[str], list[str]]:
    """Bots, options of the rules and pieces; after ``--rules a=1`` (or ``--components``, if there are no ``--rules``)
    more of the kind may follow without another ``--rules``."""
    from arkadia_sim.core.spec import FILE_ENDINGS
    from arkadia_sim.errors import UsageError

    more = [word for word in words if "=" in word and ":" not in word and not word.endswith(FILE_ENDINGS)]
    if rules is None and components is None:
        if more:
            raise UsageError(f"{more[0]!r} is no bot: write --rules {more[0]}, or --components, to set an option")
        return words, [], []
    bots = [word for word in words if word not in more]
    if rules is None:
        return bots, [], [*(components or []), *more]
    return bots, [*rules, *more], components or []


def settings_of(option: str, texts: list[str]) -> dict[str, Any]:
    """Settings from texts such as ``open_hands=true`` or ``piles=3,3,1``; the game checks them.

    ``option`` is the option that they were given to, for messages.
    """
    from arkadia_sim.core.options import option_value
    from arkadia_sim.errors import BadValue

    settings: dict[str, Any] = {}
    for written in texts:
        key, equals, text = (part.strip() for part in written.partition("="))
        if not equals or not key or not text:
            raise BadValue(option, written, "KEY=VALUE")
        if key in settings:
            raise BadValue(f"{option} {key}", text, "one value for each option")
        settings[key] = option_value(text)
    return settings


def names_of(texts: list[str] | None) -> list[str] | None:
    """Names from ``this,that``, or given one by one; None where none are given."""
    from arkadia_sim.errors import BadValue

    if texts is None:
        return None
    names = [one.strip() for text in texts for one in text.split(",")]
    if not all(names):
        raise BadValue("--measure", ",".join(texts), "names such as this,that")
    return names


def tolerances_of(texts: list[str]) -> dict[str, float]:
    """What is too small to matter, by name, from texts such as ``score=0.5``."""
    from arkadia_sim.errors import BadValue

    found: dict[str, float] = {}
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        try:
            found[name] = float(value)
        except ValueError:
            raise BadValue("--tolerance", text, "NAME=NUMBER") from None
    return found
