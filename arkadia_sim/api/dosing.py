"""How much of something is best: a parameter of a bot at several values, in one seat among others."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.api.finished import own_folder
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import BadValue, UnknownName

if TYPE_CHECKING:
    from arkadia_sim.analysis.dose import DoseResults
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Workers

DOSE_DEALS = 1_000
"""Deals at each table size, unless something else is asked for."""


def dose(
    bot: str,
    parameter: str,
    values: Sequence[float],
    among: str | Sequence[str] | None = None,
    players: int | Sequence[int] | None = None,
    *,
    reference: float | None = None,
    behaviour: str | None = None,
    deals: int | None = None,
    seed: int = 1,
    tolerances: Mapping[str, float] | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "DoseResults":
    """Try a parameter of a bot at several values, in each seat in turn among others who do not change.

    ``among`` are the companies: bots that sit in all other seats, the bot as it is if None. ``reference`` is the value
    that all others are held against: the bot's own if it is one of them, else the least. ``behaviour`` names a column
    that tells whether anything changed; without a sure change of it there is no verdict. ``players`` are table sizes,
    all from two on that the game has if None.
    """
    from arkadia_sim.analysis.dose import dose_file
    from arkadia_sim.analysis.results import doses_of
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.runner.parallel import resolve_game, rows_digest, run_plan

    resolved = resolve_game(game)
    companies = [among] if isinstance(among, str) else list(among or [bot])
    if players is None:
        sizes = [size for size in resolved.player_counts if size > 1]
    else:
        sizes = [players] if isinstance(players, int) else list(players)
    change = _change(bot, parameter, values, resolved.find_bot(bot).settings(), reference, behaviour)
    document = {
        "title": f"How much {parameter}?",
        "question": f"With which {parameter} does {bot} do best?",
        "noun": "parameter",
        "game": game,
        "seed": seed,
        "players": sizes,
        "deals": DOSE_DEALS if deals is None else deals,
        "companies": [
            {"name": f"company-{place}", "title": f"among {one}", "bot": one} for place, one in enumerate(companies, 1)
        ],
        "changes": [change],
        "rules": dict(rules or {}),
        "components": dict(components or {}),
        "tolerances": dict(tolerances or {}),
    }
    request = experiment_request(dose_file(document), resolved)
    folder = Path(out) if out is not None else own_folder("dose", (bot, *companies), seed, rows_digest(request))
    run_plan(request, folder, workers, progress)
    return doses_of(folder)


def _change(
    bot: str,
    parameter: str,
    values: Sequence[float],
    own: Mapping[str, float],
    reference: float | None,
    behaviour: str | None,
) -> dict[str, Any]:
    """The change of the experiment, from what a user named and the bot's ``own`` parameters."""
    from arkadia_sim.experiments.doses import LEAST_VALUES

    if parameter not in own:
        raise UnknownName(f"parameter of bot {bot}", parameter, own)
    tried = sorted({float(value) for value in values})
    if len(tried) < len(values) or len(tried) < LEAST_VALUES:
        raise BadValue(f"parameter {parameter}", ", ".join(map(str, values)), "two values or more, each once")
    usual = own[parameter] if own[parameter] in tried else tried[0]
    told = {} if behaviour is None else {"behaviour": behaviour, "behaviour_label": behaviour.replace("_", " ")}
    title = f"{parameter} of {bot}"
    return told | {
        "name": parameter,
        "title": title,
        "phrase": title,
        "player": bot,
        "parameter": parameter,
        "values": tried,
        "reference": usual if reference is None else reference,
    }


def draw_doses(results: "DoseResults") -> Path:
    """Draw the curves of the first change into the folder of the run; returns the picture's path (PNG)."""
    from arkadia_sim.plots.style import save
    from arkadia_sim.report.dose_page import dose_figure

    change = results.experiment.changes[0]
    return save(dose_figure(results.of_change(change)), results.folder / "figures", f"dose_{change.name}")[0]
