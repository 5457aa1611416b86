"""What users write on the command line: the options that several commands share, and how their texts are read."""

import inspect
import re
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.spec import FILE_ENDINGS
from arkadia_sim.errors import BadValue, UsageError

DOSES_MOST = 40
"""More values of a parameter than this make no curve that anybody reads."""


Rules = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="An option of the rules; repeat for more. See play --list-rules."),
]
Pieces = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="Replace a part of the game. See play --list-components.")
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME,NAME…",
        help="What is measured, such as margin; feel: how a game feels. List: arkadia-sim columns.",
    ),
]
Processes = Annotated[
    int | None, typer.Option("--workers", min=1, help="How many processes play. One per core if left out.")
]
SaveAs = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE.toml", help="Save the bot to this file. Then you can play it as FILE.toml."),
]
GameName = Annotated[
    str, typer.Option(metavar="GAME", help="The game to play. List: arkadia-sim games.", is_eager=True)
]
"""The game, which is read before options that list what it has."""

HouseRules = Annotated[
    Path | None,
    typer.Option("--variant", metavar="FILE.py", help="Play by the house rules of this file. See new-variant."),
]
RecordedGame = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game, if it is one of your own. List: arkadia-sim games."),
]


def _shared(
    *,
    deals: int | None = None,
    tolerance: Annotated[
        list[str] | None, typer.Option(metavar="NAME=NUMBER", help="Smallest difference that matters, in its own unit.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where the results go. A new folder in results/ if left out. Deals in it are not played again.",
        ),
    ] = None,
    save: SaveAs = None,
    save_estimates: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.csv", help="Save the estimates, to be used in a report.")
    ] = None,
    rules: Rules = None,
    components: Pieces = None,
    adapt: Annotated[
        bool, typer.Option("--adapt", help="Let bots practise under each set of rules first. Takes minutes, once each.")
    ] = False,
    variant: HouseRules = None,
    players: Annotated[
        list[str] | None, typer.Option(metavar="N,N…", help="Table sizes, such as 2,3. All of the game if left out.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same deals.")] = 1,
    workers: Processes = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """The options that several commands share, in the order of their help."""


TABLE_OPTIONS = ("players", "seed", "workers", "game", "as_json")
RULE_OPTIONS = ("rules", "components", "variant")


def sharing(
    show: Callable[[Any, dict[str, Any]], None], *shared: str, **annotations: Any
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Make a command of a function that has only its own arguments and takes shared ones as keywords of the API.

    ``show`` prints what came out, given also all that was typed. ``annotations`` are other types of shared options.
    """

    def command(ask: Callable[..., Any]) -> Callable[..., None]:
        own = dict(inspect.signature(ask).parameters)
        own = {name: parameter for name, parameter in own.items() if parameter.kind is not parameter.VAR_KEYWORD}
        others = {
            name: parameter.replace(annotation=annotations.get(name, parameter.annotation))
            for name, parameter in inspect.signature(_shared).parameters.items()
            if name in shared and name not in own
        }
        parameters = {**own, **others}

        @wraps(ask)
        def run(**given: Any) -> None:
            only_bots(given.get("bots") or [])
            keywords = keywords_of({name: given[name] for name in others})
            show(ask(**keywords, **{name: given[name] for name in own}), given)

        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters.values()]
        )
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters.values()}
        return run

    return command


def keywords_of(typed: dict[str, Any]) -> dict[str, Any]:
    """Keywords of the API, from shared options as they were typed; without what is about printing."""
    keywords = {name: value for name, value in typed.items() if name not in ("as_json", "save_estimates")}
    for name in ("rules", "components"):
        if name in keywords:
            keywords[name] = settings_of(f"--{name}", keywords[name] or [])
    if "variant" in keywords:
        keywords["game"] = by_variant(keywords["game"], keywords.pop("variant"))
    if keywords.get("players") is not None:
        keywords["players"] = table_sizes(keywords["players"])
    if "tolerance" in keywords:
        keywords["tolerances"] = tolerances_of(keywords.pop("tolerance") or [])
    return keywords


def by_variant(game: str | None, variant: Path | None) -> Any:
    """The name of a game, by the house rules of a file if one is given, which other folders find, too."""
    return game if variant is None else f"{game or DEFAULT_GAME}@{variant.resolve()}"


def table_sizes(texts: Iterable[str]) -> list[int]:
    """Table sizes from ``2,3,4``, or given one by one."""
    sizes = [size for text in texts for size in text.split(",")]
    return [whole_number("--players", size, "table sizes such as 2,3,4") for size in sizes]


def whole_number(option: str, text: str, allowed: str = "a whole number") -> int:
    """A whole number that was given to an option, which is named in the message."""
    try:
        return int(text)
    except ValueError:
        raise BadValue(option, text, allowed) from None


def only_bots(words: list[str]) -> list[str]:
    """The same words; UsageError if one of them is ``key=value``, an option of the rules."""
    for word in words:
        if "=" in word and ":" not in word and not word.endswith(FILE_ENDINGS):
            raise UsageError(f"{word!r} is not a bot: write --rules {word}, or --components, to set an option")
    return words


def settings_of(option: str, texts: list[str]) -> dict[str, Any]:
    """Settings from texts of an option, such as ``open_hands=true`` or ``piles=3,3,1``; the game checks them."""
    from arkadia_sim.core.options import option_value

    settings: dict[str, Any] = {}
    for written in texts:
        key, equals, text = (part.strip() for part in written.partition("="))
        if not equals or not key or not text:
            raise BadValue(option, written, "KEY=VALUE")
        joined = re.search(r",\s*(?=[a-z_]+=)", text) if option != "--components" else None
        if joined is not None:
            apart = f"{written[: -len(text)]}{text[: joined.start()]} {option} {text[joined.end() :]}"
            raise BadValue(option, written, f"one KEY=VALUE each: {option} {apart}")
        if key in settings:
            raise BadValue(f"{option} {key}", text, "one value for each option")
        settings[key] = option_value(text)
    return settings


def names_of(texts: list[str] | None, option: str = "--measure") -> list[str] | None:
    """Names from ``this,that``, or given one by one; None where none are given."""
    if texts is None:
        return None
    names = [name.strip() for text in texts for name in text.split(",")]
    if not all(names):
        raise BadValue(option, ",".join(texts), "names such as this,that")
    return names


def tolerances_of(texts: list[str]) -> dict[str, float]:
    """Tolerances by name, from texts such as ``score=0.5``."""
    tolerances: dict[str, float] = {}
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        try:
            tolerances[name] = float(value)
        except ValueError:
            raise BadValue("--tolerance", text, "NAME=NUMBER") from None
    return tolerances


def bots_with_deals(texts: list[str]) -> list[tuple[str, str]]:
    """Both sides of the last ``=`` of texts such as ``planner=30``: a bot may have others."""
    pairs: list[tuple[str, str]] = []
    for text in texts:
        bot, equals, deals = (part.strip() for part in text.rpartition("="))
        if not equals or not bot or not deals or bot in dict(pairs):
            raise BadValue("--slow", text, "BOT=DEALS, each once")
        pairs.append((bot, deals))
    return pairs


def swept_values(texts: list[str]) -> dict[str, list[Any]]:
    """The values of each option of the rules, from texts such as ``option=2..5``."""
    from arkadia_sim.core.options import option_value
    from arkadia_sim.questions.settings import SETTINGS_MOST

    options: dict[str, list[Any]] = {}
    for text in texts:
        name, _, values = (part.strip() for part in text.partition("="))
        if not name or not values or name in options:
            raise BadValue("knob", text, "OPTION=VALUES, each option once")
        if ".." in values:
            options[name] = list(map(int, _stepped("knob", text, values, SETTINGS_MOST, whole=True)))
        else:  # where each value is a list, 1,1/1,2
            options[name] = [option_value(value.strip()) for value in values.split("/" if "/" in values else ",")]
    return options


def dosed_values(text: str) -> tuple[str, list[float]]:
    """The name and the values of a parameter, from ``name=0,0.5,2`` or ``name=0..6..1``."""
    name, _, listed = (part.strip() for part in text.partition("="))
    if ".." in listed:
        return name, _stepped("--parameter", text, listed, DOSES_MOST)
    try:
        values = [float(part) for part in listed.split(",")]
    except ValueError:
        values = []
    if not name or not 2 <= len(values) <= DOSES_MOST:
        raise BadValue("--parameter", text, f"NAME=0,0.5,2 or NAME=0..6..1, 2 to {DOSES_MOST} values")
    return name, values


def _stepped(option: str, text: str, values: str, most: int, whole: bool = False) -> list[float]:
    """The values of ``2..5`` or ``2..10..2``."""
    try:
        low, high, step = (int(part) if whole else float(part) for part in [*values.split(".."), "1"][:3])
        count = int((high - low) / step + 1e-9) + 1 if step > 0 else 0
    except (ValueError, OverflowError):
        count = 0
    if not 2 <= count <= most:
        numbers = "whole numbers " if whole else ""
        raise BadValue(option, text, f"{numbers}from low to high, such as 0..6 or 0..6..2, 2 to {most} values")
    return [round(low + place * step, 9) for place in range(count)]
