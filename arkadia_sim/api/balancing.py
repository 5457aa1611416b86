"""Balances the seats: finds a value of an option for each seat that makes all seats equally good."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.api.asking import seats
from arkadia_sim.api.finished import own_folder
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.questions.balance import BalanceResults
    from arkadia_sim.questions.seats import SeatsResults
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Workers


def balance(
    knob: str,
    bot: str | None = None,
    players: int = 4,
    *,
    target: str = "seat_advantage",
    deals: int | None = None,
    confirm: int | None = None,
    seed: int = 1,
    tolerances: Mapping[str, float] | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "BalanceResults":
    """Find out what each seat needs so that all seats do equally well.

    Example: how much more does seat 4 need at the start to make up for going last? First the seats are compared
    with the value that all have by the rules. If no seat differs by an amount that matters, the search ends there.
    Otherwise it tries values on the same deals and confirms the best ones on new deals.

    Args:
        knob: The option of the rules to change. It must take a whole number for each seat.
        bot: The bot in every seat. None: the game's usual bot.
        players: The table size.
        target: What should be equal. Only ``seat_advantage`` is possible.
        deals: Deals for each step of the search. None: 10,000.
        confirm: New deals that confirm the result. None: 20,000.
        seed: Seed of the search; the next seed confirms.
        tolerances: How small a difference between seats does not matter, for the game's first outcome only.
        rules: Options of the rules by name; ``arkadia-sim play --list-rules`` shows them.
        components: Pieces that replace the game's own, by name; see ``arkadia-sim play --list-components``.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        out: Folder for the results. None: a folder of its own under ``results``.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The values by seat, the steps of the search and the confirmation. ``table()`` gives them as a data frame.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from arkadia_sim.core.measures import SEAT_ADVANTAGE
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.errors import BadValue
    from arkadia_sim.plan.plan import SEED_LIMIT, digest
    from arkadia_sim.questions.balance import (
        CONFIRM_DEALS,
        SEARCH_DEALS,
        BalanceResults,
        evenness_of,
        knob_range,
        seat_advantages,
        sought,
    )
    from arkadia_sim.questions.seats import Evenness
    from arkadia_sim.runner.progress import for_stderr

    resolved, chosen = resolve_game(game), dict(rules or {})
    if target != SEAT_ADVANTAGE:
        raise BadValue("target", target, f"{SEAT_ADVANTAGE}: seats are what a number for each of them can even out")
    if players < 2 or players not in resolved.player_counts:
        allowed = ", ".join(str(size) for size in resolved.player_counts if size > 1)
        raise BadValue("players", players, f"for {resolved.name}: {allowed}")
    seated = resolved.default_bot if bot is None else bot
    resolved.describe_bots([seated])
    own, low, high = knob_range(resolved, knob, players, chosen, components or {})
    for name in tolerances or {}:
        if name != resolved.outcomes[0].column:
            raise BadValue("tolerance", name, f"of {resolved.outcomes[0].column}, in which the seats are evened out")
    chosen_pieces = dict(components or {})
    resolved.setting(players, chosen | {knob: [own] * players}, chosen_pieces)  # report faults before the first game
    pieces = {key: str(piece) for key, piece in (components or {}).items()}
    named = digest([game, knob, players, deals, confirm, chosen, pieces, dict(tolerances or {})])
    folder = Path(out) if out is not None else own_folder("balance", (seated, knob), seed, named)
    _check_as_many(folder / "step-1", deals or SEARCH_DEALS)

    def played(values: Sequence[int], where: str, count: int, with_seed: int) -> "SeatsResults":
        text = ", ".join(map(str, values))
        (progress or for_stderr()).say(f"{where.replace('-', ' ')}: {knob} = {text}, seat by seat")
        return seats(
            seated,
            players=[players],
            deals=count,
            seed=with_seed,
            tolerances=tolerances,
            rules=chosen | {knob: list(values)},
            components=components,
            workers=workers,
            out=folder / where,
            game=game,
            progress=progress,
        )

    before = played((own,) * players, "step-1", deals or SEARCH_DEALS, seed)
    if evenness_of(before) is Evenness.EVEN:
        return BalanceResults(folder, knob, own, before, None, None)
    solution = sought(
        lambda values, number: seat_advantages(
            before if number == 1 else played(values, f"step-{number}", deals or SEARCH_DEALS, seed)
        ),
        players, own, low, high,
    )  # fmt: skip
    confirmed = played(solution.values, "confirmed", confirm or CONFIRM_DEALS, (seed + 1) % SEED_LIMIT)
    return BalanceResults(folder, knob, own, before, solution, confirmed)


def _check_as_many(first_step: Path, deals: int) -> None:
    """UsageError if the folder holds a search with another number of deals per step."""
    from arkadia_sim.core.user_files import is_file
    from arkadia_sim.errors import UsageError
    from arkadia_sim.results.store import RunFolder

    run = RunFolder(first_step)
    there = run.read_manifest().sections[0].deals if is_file(run.manifest_file) else deals
    if there != deals:
        raise UsageError(
            f"{first_step.parent} holds a search with {there:,} deals a step, and {deals:,} are asked for: with other "
            "deals it may lead elsewhere; name another folder with --out"
        )
