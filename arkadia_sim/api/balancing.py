"""What makes up for a seat: an option of the rules, seat by seat, so that all seats do alike."""

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
    """Find the values of an option of the rules, one for each seat, with which all seats of a table do alike.

    First it is asked whether the seats differ with the value that all have; where none differs by what matters, that is
    the answer. ``bot`` (the game's usual one if None) sits in every seat. ``deals`` (10,000) are played with each
    setting that is tried, the same for all; what is found is then played with ``confirm`` (20,000) deals of the next
    seed, which the search has not seen. ``target`` is what is to be the same for all seats: ``seat_advantage``, in the
    first outcome, of which alone ``tolerances`` may say what does not matter. UsageError for an option that takes no
    number for each seat.
    """
    from arkadia_sim.core.measures import SEAT_ADVANTAGE
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
    from arkadia_sim.runner.parallel import resolve_game
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
    pieces = {key: str(one) for key, one in (components or {}).items()}
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
    found = sought(
        lambda values, number: seat_advantages(
            before if number == 1 else played(values, f"step-{number}", deals or SEARCH_DEALS, seed)
        ),
        players, own, low, high,
    )  # fmt: skip
    confirmed = played(found.values, "confirmed", confirm or CONFIRM_DEALS, (seed + 1) % SEED_LIMIT)
    return BalanceResults(folder, knob, own, before, found, confirmed)


def _check_as_many(first_step: Path, deals: int) -> None:
    """UsageError where a search lies whose steps have another number of deals: with more it may lead elsewhere."""
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
