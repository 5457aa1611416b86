"""The designer's questions: which seat does better, and what the numbers of the rules do to a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.api.finished import own_folder
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.analysis.seats import SeatResults
    from arkadia_sim.analysis.settings import SettingsResults
    from arkadia_sim.core.game import Game
    from arkadia_sim.experiments.files import ExperimentFile
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Workers


COMPARED_DEALS = 10_000
"""Deals at each table size where two settings are held against each other, unless something else is asked for."""

SWEPT_DEALS, SWEPT_GAMES = 4_000, 200_000
"""Deals at each table size and setting of a sweep, and the games in all that this may come to."""


def seats(
    bot: str,
    players: int | Sequence[int] | None = None,
    *,
    deals: int | None = None,
    seed: int = 1,
    until: str | None = None,
    tolerances: Mapping[str, float] | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "SeatResults":
    """Let one bot sit in every seat, one game a deal, and say which seat does better, and whether it matters.

    ``players`` are table sizes, all from two on that the game has if None. ``deals`` are 10,000 at each, or with
    ``until="decided"`` 200,000 at most. ``tolerances`` say by outcome what is too small to matter.
    """
    from arkadia_sim.analysis.results import seats_of
    from arkadia_sim.analysis.seats import seats_file
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.runner.parallel import resolve_game, rows_digest, run_plan

    resolved = resolve_game(game)
    sizes = _sizes(players, [size for size in resolved.player_counts if size > 1])
    file = seats_file(bot, sizes, deals, seed, until, rules or {}, components or {}, game, tolerances or {})
    request = experiment_request(file, resolved)
    folder = Path(out) if out is not None else own_folder("seats", (bot,), seed, rows_digest(request))
    run_plan(request, folder, workers, progress)
    return seats_of(folder)


def compare_rules(
    bots: str | Sequence[str],
    rules: Mapping[str, Any],
    against: Mapping[str, Any],
    players: int | Sequence[int] | None = None,
    *,
    measures: Sequence[str] | None = None,
    deals: int | None = None,
    seed: int = 1,
    tolerances: Mapping[str, float] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "SettingsResults":
    """Let the same players play under ``rules`` and under the rules ``against`` them, with the same deals.

    ``bots`` is one bot, which sits in every seat, or one for each seat. ``measures`` are what is held against each
    other: seat advantage, margin, shared wins, turns and stuck games if None. ``deals`` are 10,000 a table size.
    Differences are ``rules`` minus ``against``; between two table sizes it is also told how they differ.
    """
    from arkadia_sim.analysis.settings import settings_file
    from arkadia_sim.core.options import option_text
    from arkadia_sim.errors import UsageError

    resolved_game = _game(game)
    seated = [bots] if isinstance(bots, str) else list(bots)
    sizes = _sizes(players, resolved_game.player_counts if len(seated) == 1 else [len(seated)])
    names = [", ".join(f"{key}={option_text(value)}" for key, value in one.items()) for one in (rules, against)]
    if dict(rules) == dict(against):
        raise UsageError(f"the rules are held against themselves ({names[0] or 'no option on either side'})")
    chosen = list(measures) if measures else _usual(resolved_game, sizes, seated)
    shown = [name or "the game's own rules" for name in names]
    document = {
        "game": game,
        "seed": seed,
        "players": list(sizes),
        "deals": COMPARED_DEALS if deals is None else deals,
        "bots": seated,
        "measures": chosen,
        "settings": [{"name": name, "rules": dict(one)} for name, one in zip(shown, (rules, against), strict=True)],
        "reference": shown[1],
        "components": dict(components or {}),
        "tolerances": dict(tolerances or {}),
    }
    file = settings_file(f"{shown[0]} or {shown[1]}", f"What does {shown[0]} instead of {shown[1]} do?", document)
    return _played(file, "compare", seated, workers, out, progress)


def sweep(
    knobs: Mapping[str, Sequence[Any]],
    bots: str | Sequence[str] | None = None,
    players: int | Sequence[int] | None = None,
    *,
    measures: Sequence[str] | None = None,
    deals: int | None = None,
    seed: int = 1,
    tolerances: Mapping[str, float] | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "SettingsResults":
    """Play with each value of one option of the rules, or each pair of values of two, and measure the tables.

    ``knobs`` are the values by option (``{"my_option": range(2, 6)}``); what cannot be played is left out, and the
    notes of the experiment say so. ``bots`` is one bot (the game's usual one if None), which sits in every seat, or one
    for each seat; ``measures`` as in :func:`compare_rules`. ``deals`` are as many as 200,000 games have room for, 4,000
    at most for each table size and setting. Differences are taken from the game's own values (a word where it has one
    for them), or from the first.
    """
    from arkadia_sim.analysis.settings import settings_file
    from arkadia_sim.analysis.sweeps import swept_settings

    resolved = _game(game)
    seated = [resolved.default_bot] if bots is None else [bots] if isinstance(bots, str) else list(bots)
    sizes = _sizes(players, resolved.player_counts if len(seated) == 1 else [len(seated)])
    found = swept_settings(resolved, knobs, sizes, rules or {}, components or {})
    games = len(found.settings) * len(sizes) * len(set(seated))
    document = {
        "game": game,
        "seed": seed,
        "players": list(sizes),
        "deals": swept_deals(games) if deals is None else deals,
        "bots": seated,
        "measures": list(measures or _usual(resolved, sizes, seated)),
        "settings": [{"name": name, "rules": dict(values)} for name, values in found.settings.items()],
        "reference": found.reference,
        "rules": dict(rules or {}),
        "components": dict(components or {}),
        "tolerances": dict(tolerances or {}),
        "notes": list(found.left_out),
    }
    varied = " and ".join(knobs)
    file = settings_file(f"What {varied} does", f"How do the tables answer to {varied}?", document)
    return _played(file, "sweep", seated, workers, out, progress)


def swept_deals(games: int) -> int:
    """How many deals a sweep plays of each table and setting, where a deal of all of them is so many games."""
    return min(SWEPT_DEALS, max(2, SWEPT_GAMES // games))


def draw_settings(results: "SettingsResults") -> Path:
    """Draw how the measures answer to the settings, into the folder of the run; returns the picture's path (PNG)."""
    from arkadia_sim.plots.style import save
    from arkadia_sim.report.settings_page import response_figure

    return save(response_figure(results), results.folder / "figures", "response")[0]


def _played(
    file: "ExperimentFile",
    kind: str,
    bots: Sequence[str],
    workers: "int | Workers | None",
    out: str | Path | None,
    progress: "Progress | None",
) -> "SettingsResults":
    """Play a table in several settings, in a folder of its own if none is named."""
    from arkadia_sim.analysis.results import settings_of
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.runner.parallel import rows_digest, run_plan

    request = experiment_request(file, _game(file.experiment.game))
    own = own_folder(kind, bots, file.experiment.seed, rows_digest(request))
    folder = Path(out) if out is not None else own
    run_plan(request, folder, workers, progress)
    return settings_of(folder)


def _usual(game: "Game", sizes: Sequence[int], bots: Sequence[str]) -> list[str]:
    """What is measured where nobody says what."""
    from arkadia_sim.core.measures import usual_measures

    return usual_measures(game.outcomes, game.player_columns, min(sizes), len(set(bots)) > 1)


def _game(name: str) -> "Game":
    from arkadia_sim.runner.parallel import resolve_game

    return resolve_game(name)


def _sizes(players: int | Sequence[int] | None, all_of_them: Sequence[int]) -> Sequence[int]:
    if players is None:
        return all_of_them
    return [players] if isinstance(players, int) else players
