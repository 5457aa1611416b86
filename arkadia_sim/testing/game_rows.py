"""What a game plays against what it declares: rows, turns, failures, and that only the deal decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from arkadia_sim.core.game import END, FAILED, NUMBERS, Batch, BatchResult, Column, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.results.rows import series_of
from arkadia_sim.rng import deal_seeds

SEED = 30_000
"""Where the deals of the checks come from."""

_ROUNDING = 1e-6  # of sums of outcomes, in their unit


@dataclass(frozen=True)
class Played:
    """A batch and what a game made of it."""

    game: Game
    batch: Batch
    result: BatchResult

    def again(self, **changes: Any) -> "Played":
        """The same batch played once more, with some of it changed."""
        batch = replace(self.batch, **changes)
        return Played(self.game, batch, self.game.play(batch))

    def some(self, games: Sequence[int]) -> "Played":
        """Some games of the batch, in this order, played as a batch of their own."""
        chosen = np.array(games, dtype=np.int64)
        parts = ("lineups", "deals", "traced", "recorded")
        return self.again(**{part: getattr(self.batch, part)[chosen].copy() for part in parts})

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.batch.deals)

    @cached_property
    def stories(self) -> tuple[dict[str, Any], ...]:
        """All results of each game of the batch, as plain values."""
        seats = self.batch.setting.players
        players = {name: plain(values) for name, values in self.result.players.items()}
        turns = {name: plain(values) for name, values in self.result.turns.items()}
        numbers = turns.pop("game", [])
        stories = []
        for game in range(self.games):
            story = {f"column {name}": rows[game * seats : (game + 1) * seats] for name, rows in players.items()}
            own = [row for row, number in enumerate(numbers) if number == game]
            story |= {f"column {name} of the turns": [rows[row] for row in own] for name, rows in turns.items()}
            failure = self.result.failures.get(game)
            stories.append(story | {"failure": None if failure is None else tuple(failure)})
        return tuple(stories)


def plain(value: Any) -> Any:
    """Values as plain Python, so that they can be compared; NaN equals itself here."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, str) or not isinstance(value, Iterable):
        return "NaN" if isinstance(value, float) and value != value else value
    return [plain(item) for item in value]


def plays(game: Game, setting: Setting, bots: Sequence[str], deals: int, played: list[Played]) -> list[str]:
    """Play a batch of bots, mixed and each in all seats, traced and recorded, and add it to ``played``."""
    sizes = np.arange(deals)
    alike, mixed = sizes[:, None] // 2, sizes[:, None] + np.arange(setting.players)[None, :]
    lineups = np.where(sizes[:, None] % 2 == 0, alike, mixed) % len(bots)
    batch = Batch(
        setting=setting,
        bots=tuple(bots),
        lineups=lineups.astype(np.int64),
        deals=deal_seeds(SEED, setting.players, 0, deals),
        traced=sizes % 3 != 1,
        recorded=np.ones(deals, dtype=np.bool_),
    )
    given = [batch.lineups.copy(), batch.deals.copy(), batch.traced.copy(), batch.recorded.copy()]
    game.warm_up(batch.bots)
    played.append(Played(game, batch, game.play(batch)))
    kept = [batch.lineups, batch.deals, batch.traced, batch.recorded]
    return [] if all(map(np.array_equal, given, kept)) else ["playing a batch changes the batch"]


def rows_are_declared(played: Played) -> list[str]:
    """Whether there is a row for every game and seat, in the declared columns, with possible ends and outcomes."""
    players = played.result.players
    rows = played.games * played.batch.setting.players
    faults = list(_columns("players", players, played.game.player_columns, rows))
    if faults:
        return faults
    if played.result.turns_played < played.games:
        faults.append(f"turns_played is {played.result.turns_played}: {played.games} games have a turn each at least")
    ends = np.array(plain(players[END]), dtype=object).reshape(played.games, -1)
    unknown = sorted({*ends.ravel()} - {end.name for end in played.game.ends} - {FAILED})
    faults += [f"a game ended as {name!r}, which is no declared end" for name in unknown]
    if (ends != ends[:, :1]).any():
        faults.append("a game ended in one way for one player and in another for another")
    if {*np.flatnonzero(ends[:, 0] == FAILED).tolist()} != {*played.result.failures}:
        faults.append("the games that ended as failed are not those of which failures says why")
    for outcome in played.game.outcomes:
        values = np.asarray(players[outcome.column], dtype=np.float64).reshape(played.games, -1) * outcome.scale
        faults += _values(outcome, values)
    return faults


def _columns(table: str, values: Mapping[str, Any], columns: Sequence[Column], rows: int) -> Iterator[str]:
    """Whether a table has the declared columns, all as long, of values that can be kept in a file."""
    names = [column.name for column in columns]
    for name in sorted({*values} ^ {*names}):
        yield f"column {name} of the {table} is {'declared and not there' if name in names else 'not declared'}"
    for column in columns:
        numbers = values.get(column.name, ())
        if column.name in values and len(numbers) != rows:
            yield f"column {column.name} of the {table} has {len(numbers)} rows in place of {rows}"
        try:
            kept = series_of(column, numbers)
        except (pl.exceptions.PolarsError, TypeError, ValueError, OverflowError) as error:
            yield f"column {column.name} of the {table} holds what is no {column.dtype}: {error}"
        else:
            if column.dtype in NUMBERS and not np.array_equal(kept.to_numpy(), numbers, equal_nan=True):
                yield f"column {column.name} of the {table} holds what is no {column.dtype}"


def _values(outcome: Outcome, values: Any) -> Iterator[str]:
    """What is wrong with an outcome, given one row per game, one column per seat, in its unit."""
    (low, high), name = outcome.bounds, f"outcome {outcome.column}"
    if not np.isfinite(values).all():
        yield f"{name} is not a finite number in some game"
        return
    for odd in (values.min(), values.max()):
        if not low - _ROUNDING <= odd <= high + _ROUNDING:
            yield f"{name} is {odd:g} {outcome.unit} in some game, outside {low:g} to {high:g}"
    sums = values.sum(axis=1)
    if outcome.total is not None and np.abs(sums - outcome.total).max() > _ROUNDING:
        odd = sums[np.abs(sums - outcome.total).argmax()]
        yield f"{name} of all players is {odd:g} {outcome.unit} in some game, not {outcome.total:g}"


def turns_are_declared(played: Played) -> list[str]:
    """Whether exactly the traced games have turns, in order, counted from 0 and in the declared columns."""
    turns, declared = played.result.turns, played.game.turn_columns
    if "game" not in turns:
        return ["the turns have no column 'game', which says of which game of the batch they are"] if declared else []
    numbers = np.asarray(turns["game"])
    faults = [*_columns("turns", {name: turns[name] for name in turns if name != "game"}, declared, len(numbers))]
    if (np.diff(numbers) < 0).any():
        faults.append("the turns are not in the order of the games")
    traced, told = {*np.flatnonzero(played.batch.traced).tolist()}, {*numbers.tolist()}
    if told - traced:
        faults.append("turns are told of a game that was not traced")
    if traced - told - {*played.result.failures}:
        faults.append("a traced game has no turns")
    seats = {*plain(turns.get("seat", ()))} - {*range(played.batch.setting.players)}
    faults += [f"a turn is told of seat {seat}, where nobody sits" for seat in sorted(seats)[:1]]
    begins = np.flatnonzero(np.diff(numbers, prepend=-1))
    for name in sorted({trajectory.turn for trajectory in played.game.trajectories} & {*turns}):
        if np.asarray(turns[name])[begins].any():
            faults.append(f"column {name} of the turns does not count from 0 within each game")
    return faults


# -- nothing but the deal ----------------------------------------------------------------------------------------------
def follows_from_the_deal(played: Played) -> list[str]:
    """Whether a game is the same when played again, alone, among other games, unrecorded, with bots reordered or with
    its setting read from JSON. A single game has no other order and is alone, so it is played again thrice only."""
    games, many = range(played.games), len(played.batch.bots)
    nothing = np.zeros(played.games, dtype=np.bool_)
    setting = Setting.model_validate_json(played.batch.setting.model_dump_json())
    ways: list[tuple[str, Played, Sequence[int]]] = [
        (
            "when its bots stand at other places of the list",
            played.again(bots=played.batch.bots[::-1], lineups=many - 1 - played.batch.lineups),
            games,
        ),
        ("when it is neither traced nor recorded", played.again(traced=nothing, recorded=nothing), games),
        ("when its setting was read from JSON", played.again(setting=setting), games),
    ]
    alone = [played.some([game]) for game in games] if len(games) > 1 else []
    ways += [("when it is played alone", single, [game]) for game, single in zip(games, alone)]
    if alone:
        ways += [
            ("when the same batch is played again", played.again(), games),
            ("when the batch is played in the opposite order", played.some(games[::-1]), games[::-1]),
        ]
    faults = [fault for what, other, order in ways for fault in _different(played, other, order, what)]
    together, apart = played.result.turns_played, sum(single.result.turns_played for single in alone)
    if alone and together != apart:
        faults.append(f"turns_played is {together} for a batch and {apart} for its games one by one")
    return list(dict.fromkeys(faults))


def _different(played: Played, other: Played, order: Sequence[int], what: str) -> list[str]:
    """Where a game is another in ``other``, whose games are these of ``one``, in this order."""
    for place, game in enumerate(order):
        first, second = played.stories[game], other.stories[place]
        traced = other.batch.traced[place]
        for key in first:
            if key.endswith("of the turns") and not traced:
                continue
            if first[key] != second.get(key):
                return [f"a game is another {what}: {key} is {first[key]}, then {second.get(key)}"]
    return []


def fails_with_a_reason(game: Game, failing: str, bots: Sequence[str], deals: int) -> list[str]:
    """Whether failed games stay in the rows, blame the right bot and change no other game."""
    faults, failed = [], 0
    for players in game.player_counts:
        seats = np.arange(players)
        lineups = np.where(seats == np.arange(deals)[:, None] % players, 0, 1 + seats % len(bots))
        no = np.zeros(deals, dtype=np.bool_)
        seeds = deal_seeds(SEED, players, 0, deals)
        batch = Batch(game.setting(players, {}, {}), (failing, *bots), lineups.astype(np.int64), seeds, no, no)
        played = Played(game, batch, game.play(batch))
        table_faults = rows_are_declared(played) or follows_from_the_deal(played)
        for number, (seat, reason) in played.result.failures.items():
            if batch.lineups[number, seat] != 0:
                fault = f"seat {seat} is blamed for a fault of bot {failing}, which sits elsewhere ({reason})"
                table_faults.append(fault)
        failed += len(played.result.failures)
        faults += [f"{players} players, with {failing}: {fault}" for fault in dict.fromkeys(table_faults)]
    return faults if failed else [*faults, f"no game with {failing} failed, though that bot is said to break rules"]
