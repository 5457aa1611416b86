"""The designer's questions: which seat does better, and what the numbers of the rules do to a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.api.finished import RESULTS
from arkadia_sim.api.playing import own_folder
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.analysis.seats import SeatResults
    from arkadia_sim.runner.progress import Progress


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
    workers: int | None = None,
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
    from arkadia_sim.runner.parallel import fingerprint, resolve_game, run_plan

    resolved = resolve_game(game)
    sizes = _sizes(players, [size for size in resolved.player_counts if size > 1])
    file = seats_file(bot, sizes, deals, seed, until, rules or {}, components or {}, game, tolerances or {})
    request = experiment_request(file, resolved)
    folder = Path(out) if out is not None else RESULTS / own_folder("seats", (bot,), seed, fingerprint(request))
    run_plan(request, folder, workers, progress)
    return seats_of(folder)


def _sizes(players: int | Sequence[int] | None, all_of_them: Sequence[int]) -> Sequence[int]:
    if players is None:
        return all_of_them
    return [players] if isinstance(players, int) else players
