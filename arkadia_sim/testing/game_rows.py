"""Compare what a game plays with what it declares: rows, turns, failures, and that only the deal decides.

The checks of :func:`arkadia_sim.testing.games.check_game` for tables; each returns its faults.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from arkadia_sim.core.game import END, FAILED, Batch, BatchResult, Column, Game, Setting
from arkadia_sim.core.outcome import Outcome
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
    setting_given = setting.model_dump(mode="json")
    game.warm_up(batch.bots, str)
    played.append(Played(game, batch, game.play(batch)))
    kept = [batch.lineups, batch.deals, batch.traced, batch.recorded]
    if not all(map(np.array_equal, given, kept)) or setting.model_dump(mode="json") != setting_given:
        return ["playing a batch changes the batch"]
    return []


# -- rows --------------------------------------------------------------------------------------------------------------


def rows_are_declared(played: Played) -> list[str]:
    """Whether there is a row for every game and seat, in the declared columns, with possible ends and outcomes."""
    players = played.result.players
    faults = _columns("players", players, played.game.player_columns, played.games * played.batch.setting.players)
    if faults:
        return faults
    turns = played.result.turns_played
    if not isinstance(turns, int) or turns < played.games:
        faults.append(f"turns_played is {turns!r}: {played.games} games have a turn each at the least")
    faults += _ends(played)
    for outcome in played.game.outcomes:
        values = np.asarray(players[outcome.column], dtype=np.float64).reshape(played.games, -1) * outcome.scale
        faults += _values(outcome, values)
    return faults


def _columns(table: str, values: Mapping[str, Any], columns: Sequence[Column], rows: int) -> list[str]:
    names = [column.name for column in columns]
    faults = [f"column {name} of the {table} is declared and not there" for name in names if name not in values]
    faults += [f"column {name} of the {table} is there and not declared" for name in values if name not in names]
    for column in columns:
        if column.name in values:
            numbers = values[column.name]
            if len(numbers) != rows:
                faults.append(f"column {column.name} of the {table} has {len(numbers)} rows in place of {rows}")
            misfit = next((value for value in _misfits(column.dtype, plain(numbers))), None)
            if misfit is not None:
                faults.append(f"column {column.name} of the {table} holds {misfit!r}, which is no {column.dtype}")
    return faults


def _misfits(dtype: str, values: Iterable[Any]) -> Iterator[Any]:
    """The values that do not fit this type; a text may be missing (None), a number may not."""
    if dtype.startswith("list["):
        inner = dtype.removeprefix("list[").removesuffix("]")
        for value in values:
            yield from [value] if not isinstance(value, list) else _misfits(inner, value)
    elif dtype == "string":
        yield from (value for value in values if not (value is None or isinstance(value, str)))
    elif dtype == "bool":
        yield from (value for value in values if not isinstance(value, bool))
    elif dtype.startswith("float"):
        yield from (value for value in values if not (isinstance(value, int | float) or value == "NaN"))
    else:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        for value in values:
            if not isinstance(value, int | float) or value != value // 1 or not low <= value <= high:
                yield value


def _ends(played: Played) -> list[str]:
    ends = np.array(plain(played.result.players[END]), dtype=object).reshape(played.games, -1)
    known, failures, faults = {end.name for end in played.game.ends} | {FAILED}, played.result.failures, []
    for game, names in enumerate(ends):
        if len(set(names)) > 1:
            faults.append(f"a game ended as {names[0]!r} for one player and as {sorted(set(names))[-1]!r} for another")
        if names[0] not in known:
            faults.append(f"a game ended as {names[0]!r}, which is no declared end ({', '.join(sorted(known))})")
        if (names[0] == FAILED) != (game in failures):
            reason_given = "failures does not say why" if names[0] == FAILED else "failures says that it failed"
            faults.append(f"a game ended as {names[0]!r}, and {reason_given}")
    for game, (seat, reason) in failures.items():
        if not 0 <= game < played.games or not 0 <= seat < played.batch.setting.players or not reason:
            faults.append(f"failures names game {game}, seat {seat}, reason {reason!r}: not all of that can be")
    return list(dict.fromkeys(faults))


def _values(outcome: Outcome, values: Any) -> list[str]:
    """What is wrong with an outcome, given one row per game, one column per seat, in its unit."""
    low, high = outcome.bounds
    name = f"outcome {outcome.column}"
    if not np.isfinite(values).all():
        return [f"{name} is not a finite number in some game"]
    faults = []
    if values.min() < low - _ROUNDING or values.max() > high + _ROUNDING:
        odd = values.min() if values.min() < low - _ROUNDING else values.max()
        faults.append(f"{name} is {odd:g} {outcome.unit} in some game, outside {low:g} to {high:g}")
    if outcome.total is not None:
        sums = values.sum(axis=1)
        odd = sums[np.abs(sums - outcome.total).argmax()]
        if abs(odd - outcome.total) > _ROUNDING:
            faults.append(f"{name} of all players is {odd:g} {outcome.unit} in some game, not {outcome.total:g}")
    return faults


# -- turns -------------------------------------------------------------------------------------------------------------


def turns_are_declared(played: Played) -> list[str]:
    """Whether exactly the traced games have turns, in order and in the declared columns."""
    turns, declared = played.result.turns, played.game.turn_columns
    if not declared:
        return ["turns are told of, but none of their columns is declared"] if turns else []
    if "game" not in turns:
        return ["the turns have no column 'game', which says of which game of the batch they are"]
    numbers = plain(turns["game"])
    faults = _columns("turns", {name: turns[name] for name in turns if name != "game"}, declared, len(numbers))
    if numbers != sorted(numbers):
        faults.append("the turns are not in the order of the games")
    untraced = sorted(set(numbers) - set(np.flatnonzero(played.batch.traced).tolist()))
    if untraced:
        faults.append("turns are told of a game that was not traced")
    missing = set(np.flatnonzero(played.batch.traced).tolist()) - set(numbers) - set(played.result.failures)
    if missing:
        faults.append("a traced game has no turns")
    if len(numbers) > played.result.turns_played:
        faults.append(f"{len(numbers)} turns are told of, and only {played.result.turns_played} are said to be played")
    seats = [seat for seat in plain(turns.get("seat", ())) if seat not in range(played.batch.setting.players)]
    if seats:
        faults.append(f"a turn is told of seat {seats[0]}, where nobody sits")
    return faults or _turns_count(played, numbers)


def _turns_count(played: Played, numbers: Sequence[int]) -> list[str]:
    """Whether the columns that trajectories use as turn numbers count from 0 in every game."""
    faults = []
    for name in sorted({trajectory.turn for trajectory in played.game.trajectories} & set(played.result.turns)):
        counted = plain(played.result.turns[name])
        for row, (game, turn) in enumerate(zip(numbers, counted)):
            first = row == 0 or numbers[row - 1] != game
            if (first and turn != 0) or (not first and turn < counted[row - 1]):
                faults.append(f"column {name} of the turns does not count from 0 within each game")
                break
    return faults


# -- nothing but the deal ----------------------------------------------------------------------------------------------


def follows_from_the_deal(played: Played) -> list[str]:
    """Whether a game is the same when played again, alone, among other games, unrecorded or with bots reordered.

    A single game has no other order and is alone, so it is played again twice only.
    """
    games, many = range(played.games), len(played.batch.bots)
    nothing = np.zeros(played.games, dtype=np.bool_)
    ways: list[tuple[str, Played, Sequence[int]]] = [
        (
            "when its bots stand at other places of the list",
            played.again(bots=played.batch.bots[::-1], lineups=many - 1 - played.batch.lineups),
            games,
        ),
        ("when it is neither traced nor recorded", played.again(traced=nothing, recorded=nothing), games),
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


def goes_through_json(played: Played) -> list[str]:
    """Whether a setting that was written as JSON and read back plays the same games."""
    setting = Setting.model_validate_json(played.batch.setting.model_dump_json())
    return _different(played, played.again(setting=setting), range(played.games), "when its setting was read from JSON")


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


# -- failures ----------------------------------------------------------------------------------------------------------


def fails_with_a_reason(game: Game, failing: str, bots: Sequence[str], deals: int) -> list[str]:
    """Whether failed games stay in the rows, blame the right bot and change no other game."""
    faults, failed = [], 0
    for players in game.player_counts:
        seats = np.arange(players)
        lineups = np.where(seats == np.arange(deals)[:, None] % players, 0, 1 + seats % len(bots))
        batch = Batch(
            setting=game.setting(players, {}, {}),
            bots=(failing, *bots),
            lineups=lineups.astype(np.int64),
            deals=deal_seeds(SEED, players, 0, deals),
            traced=np.zeros(deals, dtype=np.bool_),
            recorded=np.zeros(deals, dtype=np.bool_),
        )
        played = Played(game, batch, game.play(batch))
        table_faults = rows_are_declared(played)
        table_faults += follows_from_the_deal(played) if not table_faults else []
        for number, (seat, reason) in played.result.failures.items():
            if batch.lineups[number, seat] != 0:
                table_faults.append(
                    f"seat {seat} is blamed for a fault of bot {failing}, which sits elsewhere ({reason})"
                )
        failed += len(played.result.failures)
        faults += [f"{players} players, with {failing}: {fault}" for fault in dict.fromkeys(table_faults)]
    return faults if failed else [*faults, f"no game with {failing} failed, though that bot is said to break rules"]
