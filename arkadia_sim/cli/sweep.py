"""``arkadia-sim sweep``: how do the tables answer to a number of the rules?"""

from typing import Annotated, Any

import typer

from arkadia_sim.cli.options import (
    Cluster,
    DealsSeed,
    GameName,
    Memory,
    Pieces,
    Processes,
    ResultsAsJson,
    ResultsFolder,
    TableSizes,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME


def sweep(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="KNOB=VALUES [BOT]",
            help="An option of the rules (or two) with its values: 2..5, 2..10..2, 1,2,4, or 1,1/1,2 for values that "
            "are lists; and a bot, or one per seat.",
        ),
    ],
    players: TableSizes = None,
    measure: Annotated[
        list[str] | None, typer.Option(metavar="NAME,NAME…", help="What is measured: any measure of the game.")
    ] = None,
    tolerance: Annotated[
        list[str] | None, typer.Option(metavar="MEASURE=NUMBER", help="What is too small to matter, in its unit.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Deals at each table size and setting (4000, fewer with many settings).")
    ] = None,
    seed: DealsSeed = 1,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="An option that is the same everywhere, as often as needed."),
    ] = None,
    components: Pieces = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    game: GameName = DEFAULT_GAME,
    as_json: ResultsAsJson = False,
) -> None:
    """Play with each value of an option of the rules (of two: each pair), on the same deals, and draw what it does."""
    from arkadia_sim import api
    from arkadia_sim.cli.options import names_of, settings_of, table_sizes, tolerances_of
    from arkadia_sim.cli.settings import print_settings
    from arkadia_sim.errors import BadValue

    knobs = [word for word in words if "=" in word and ":" not in word.partition("=")[0]]
    bots = [word for word in words if word not in knobs]
    if not knobs:
        raise BadValue("knob", " ".join(words), "an option with values, such as option=2..5")
    results = api.sweep(
        _knobs(knobs),
        bots or None,
        None if players is None else table_sizes(players),
        measures=names_of(measure),
        deals=deals,
        seed=seed,
        tolerances=tolerances_of(tolerance or []),
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    picture = api.draw_settings(results)
    print_settings(results, as_json, picture)


def _knobs(texts: list[str]) -> dict[str, list[Any]]:
    """The values of each knob from texts such as ``option=2..5``."""
    from arkadia_sim.errors import BadValue

    found: dict[str, list[Any]] = {}
    for text in texts:
        name, _, values = (part.strip() for part in text.partition("="))
        if not name or not values or name in found:
            raise BadValue("knob", text, "OPTION=VALUES, each option once")
        found[name] = _values(text, values)
    return found


def _values(text: str, values: str) -> list[Any]:
    """``2..5``, ``2..10..2``, ``1,2,4`` or, where a value is a list itself, ``1,1/1,2``."""
    from arkadia_sim.analysis.sweeps import SETTINGS_MOST
    from arkadia_sim.core.options import option_value
    from arkadia_sim.errors import BadValue

    if "/" in values:
        return [option_value(one.strip()) for one in values.split("/")]
    if ".." not in values:
        return [option_value(one.strip()) for one in values.split(",")]
    try:
        low, high, *step = (int(part) for part in values.split(".."))
        found = range(low, high + 1, *step)
    except (ValueError, TypeError):
        raise BadValue("knob", text, "whole numbers, such as option=2..5 or option=2..10..2") from None
    if not 1 < len(found) <= SETTINGS_MOST:
        raise BadValue("knob", text, f"from the lower to the higher number, 2 to {SETTINGS_MOST} values")
    return list(found)
