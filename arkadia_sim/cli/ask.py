"""The builder of commands that ask a question: it adds the options that all of them share."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.options import (
    Cluster,
    GameName,
    Memory,
    Pieces,
    Processes,
    ResultsAsJson,
    ResultsFolder,
    Rules,
    Seed,
    TableSizes,
    Tolerances,
)
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.api.asking import Shared
    from arkadia_sim.questions.results import Results

Command = Callable[..., None]


def asks(
    deals: str, players: str | None = None, show: Callable[[Any, bool], None] | None = None
) -> Callable[[Callable[..., Any]], Command]:
    """Make a command of a function that asks a question.

    The function has the command's own arguments and takes the shared ones as ``**shared``. An option that it has itself
    is not added. Its results are shown in the way that all questions have, unless ``show`` is given.

    Args:
        deals: the help text of ``--deals``.
        players: the help text of ``--players``, where it is not the usual one.
        show: shows the results, as a table or as JSON.
    """
    helps = {"deals": Annotated[int | None, typer.Option(min=2, help=deals)]}
    if players is not None:
        helps["players"] = Annotated[list[str] | None, typer.Option(metavar="N,N…", help=players)]

    def command(ask: Callable[..., Any]) -> Command:
        own = {
            name: parameter
            for name, parameter in inspect.signature(ask).parameters.items()
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        }
        shared = {
            name: parameter.replace(annotation=helps.get(name, parameter.annotation))
            for name, parameter in inspect.signature(_shared).parameters.items()
            if name not in own
        }
        as_json = inspect.Parameter("as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=ResultsAsJson)
        parameters = [*own.values(), *shared.values(), as_json]

        @wraps(ask)
        def run(**given: Any) -> None:
            from arkadia_sim.cli.options import apart

            if "bots" in given and given.get("against") is None:
                given["bots"], given["rules"], given["components"] = apart(
                    given["bots"], given["rules"], given["components"]
                )
            keywords = _shared(**{name: given[name] for name in shared})
            results = ask(**{**keywords, **{name: given[name] for name in own}})
            (show or _show)(results, given["as_json"])

        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
        )
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return command


def _shared(
    *,
    players: TableSizes = None,
    deals: int | None = None,
    seed: Seed = 1,
    tolerance: Tolerances = None,
    rules: Rules = None,
    components: Pieces = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    game: GameName = DEFAULT_GAME,
) -> "Shared":
    """The options that all questions share, as the keywords of the API."""
    from arkadia_sim.cli.options import settings_of, table_sizes, tolerances_of, workers_of

    keywords: Shared = {
        "deals": deals,
        "seed": seed,
        "tolerances": tolerances_of(tolerance or []),
        "rules": settings_of("--rules", rules or []),
        "components": settings_of("--components", components or []),
        "workers": workers_of(workers, memory_per_worker, cluster),
        "out": out,
        "game": game,
    }
    if players is not None:
        keywords["players"] = table_sizes(players)
    return keywords


def _show(results: "Results", as_json: bool) -> None:
    from arkadia_sim.cli.show import show_results

    show_results(results, as_json)
