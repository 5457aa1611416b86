"""What a game plays, held against what it declares: rows, turns, failures, and that nothing but the deal decides.

The checks of :func:`arkadia_sim.testing.games.check_game` that look at tables; each returns the faults found.
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
        """All that is told of each game of the batch, in plain values."""
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
    """Values as Python's own, so that they can be compared; what is not a number is equal to itself here."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, str) or not isinstance(value, Iterable):
        return "NaN" if isinstance(value, float) and value != value else value
    return [plain(one) for one in value]


def plays(game: Game, setting: Setting, bots: Sequence[str], deals: int, played: list[Played]) -> list[str]:
    """Play a batch of bots among their like and among each other, traced and recorded; it goes into ``played``."""
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


def rows_are_declared(one: Played) -> list[str]:
    """Whether there is a row for every game and seat, in the declared columns, with possible ends and outcomes."""
    players = one.result.players
    faults = _columns("players", players, one.game.player_columns, one.games * one.batch.setting.players)
    if faults:
        return faults
    turns = one.result.turns_played
    if not isinstance(turns, int) or turns < one.games:
        faults.append(f"turns_played is {turns!r}: {one.games} games have a turn each at the least")
    faults += _ends(one)
    for outcome in one.game.outcomes:
        values = np.asarray(players[outcome.column], dtype=np.float64).reshape(one.games, -1) * outcome.scale
        faults += _values(outcome, values)
    return faults


def _columns(table: str, values: Mapping[str, Any], columns: Sequence[Column], rows: int) -> list[str]:
    names = [column.name for column in columns]
    faults = [f"column {name} of the {table} is declared and not there" for name in names if name not in values]
    faults += [f"column {name} of the {table} is there and not declared" for name in values if name not in names]
    for column in columns:
        if column.name in values:
            found = values[column.name]
            if len(found) != rows:
                faults.append(f"column {column.name} of the {table} has {len(found)} rows in place of {rows}")
            misfit = next((one for one in _misfits(column.dtype, plain(found))), None)
            if misfit is not None:
                faults.append(f"column {column.name} of the {table} holds {misfit!r}, which is no {column.dtype}")
    return faults


def _misfits(dtype: str, values: Iterable[Any]) -> Iterator[Any]:
    """The values that cannot be kept as this type; a text may be missing (None), a number may not."""
    if dtype.startswith("list["):
        inner = dtype.removeprefix("list[").removesuffix("]")
        for one in values:
            yield from [one] if not isinstance(one, list) else _misfits(inner, one)
    elif dtype == "string":
        yield from (one for one in values if not (one is None or isinstance(one, str)))
    elif dtype == "bool":
        yield from (one for one in values if not isinstance(one, bool))
    elif dtype.startswith("float"):
        yield from (one for one in values if not (isinstance(one, int | float) or one == "NaN"))
    else:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        for one in values:
            if not isinstance(one, int | float) or one != one // 1 or not low <= one <= high:
                yield one


def _ends(one: Played) -> list[str]:
    ends = np.array(plain(one.result.players[END]), dtype=object).reshape(one.games, -1)
    known, failures, faults = {end.name for end in one.game.ends} | {FAILED}, one.result.failures, []
    for game, told in enumerate(ends):
        if len(set(told)) > 1:
            faults.append(f"a game ended as {told[0]!r} for one player and as {sorted(set(told))[-1]!r} for another")
        if told[0] not in known:
            faults.append(f"a game ended as {told[0]!r}, which is no declared end ({', '.join(sorted(known))})")
        if (told[0] == FAILED) != (game in failures):
            said = "failures does not say why" if told[0] == FAILED else "failures says that it failed"
            faults.append(f"a game ended as {told[0]!r}, and {said}")
    for game, (seat, reason) in failures.items():
        if not 0 <= game < one.games or not 0 <= seat < one.batch.setting.players or not reason:
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


def turns_are_declared(one: Played) -> list[str]:
    """Whether the traced games, and no others, have their turns, in order and in the declared columns."""
    turns, declared = one.result.turns, one.game.turn_columns
    if not declared:
        return ["turns are told of, but none of their columns is declared"] if turns else []
    if "game" not in turns:
        return ["the turns have no column 'game', which says of which game of the batch they are"]
    numbers = plain(turns["game"])
    faults = _columns("turns", {name: turns[name] for name in turns if name != "game"}, declared, len(numbers))
    if numbers != sorted(numbers):
        faults.append("the turns are not in the order of the games")
    untraced = sorted(set(numbers) - set(np.flatnonzero(one.batch.traced).tolist()))
    if untraced:
        faults.append("turns are told of a game that was not traced")
    missing = set(np.flatnonzero(one.batch.traced).tolist()) - set(numbers) - set(one.result.failures)
    if missing:
        faults.append("a traced game has no turns")
    if len(numbers) > one.result.turns_played:
        faults.append(f"{len(numbers)} turns are told of, and only {one.result.turns_played} are said to be played")
    seats = [seat for seat in plain(turns.get("seat", ())) if seat not in range(one.batch.setting.players)]
    if seats:
        faults.append(f"a turn is told of seat {seats[0]}, where nobody sits")
    return faults or _turns_count(one, numbers)


def _turns_count(one: Played, numbers: Sequence[int]) -> list[str]:
    """Whether the columns that pictures take for the number of the turn count from 0 in every game."""
    faults = []
    for name in sorted({picture.turn for picture in one.game.pictures() if picture.turn in one.result.turns}):
        counted = plain(one.result.turns[name])
        for row, (game, turn) in enumerate(zip(numbers, counted)):
            first = row == 0 or numbers[row - 1] != game
            if (first and turn != 0) or (not first and turn < counted[row - 1]):
                faults.append(f"column {name} of the turns does not count from 0 within each game")
                break
    return faults


# -- nothing but the deal ----------------------------------------------------------------------------------------------


def follows_from_the_deal(one: Played) -> list[str]:
    """Whether a game is the same again, among other games, alone, not looked at, and with its bots listed otherwise."""
    games, many = range(one.games), len(one.batch.bots)
    nothing = np.zeros(one.games, dtype=np.bool_)
    ways: list[tuple[str, Played, Sequence[int]]] = [
        ("when the same batch is played again", one.again(), games),
        ("when the batch is played in the opposite order", one.some(games[::-1]), games[::-1]),
        (
            "when its bots stand at other places of the list",
            one.again(bots=one.batch.bots[::-1], lineups=many - 1 - one.batch.lineups),
            games,
        ),
        ("when it is neither traced nor recorded", one.again(traced=nothing, recorded=nothing), games),
    ]
    alone = [one.some([game]) for game in games]
    ways += [("when it is played alone", single, [game]) for game, single in zip(games, alone)]
    faults = [fault for what, other, order in ways for fault in _different(one, other, order, what)]
    together, apart = one.result.turns_played, sum(single.result.turns_played for single in alone)
    if together != apart:
        faults.append(f"turns_played is {together} for a batch and {apart} for its games one by one")
    return list(dict.fromkeys(faults))


def goes_through_json(one: Played) -> list[str]:
    """Whether a setting that was written to a manifest and read back plays the same games."""
    setting = Setting.model_validate_json(one.batch.setting.model_dump_json())
    return _different(one, one.again(setting=setting), range(one.games), "when its setting was read from JSON")


def _different(one: Played, other: Played, order: Sequence[int], what: str) -> list[str]:
    """Where a game is another in ``other``, whose games are these of ``one``, in this order."""
    for place, game in enumerate(order):
        first, second = one.stories[game], other.stories[place]
        traced = other.batch.traced[place]
        for key in first:
            if key.endswith("of the turns") and not traced:
                continue
            if first[key] != second.get(key):
                return [f"a game is another {what}: {key} is {first[key]}, then {second.get(key)}"]
    return []


# -- failures ----------------------------------------------------------------------------------------------------------


def fails_with_a_reason(game: Game, failing: str, bots: Sequence[str], deals: int) -> list[str]:
    """Whether games that a bot cuts short stay, with that bot blamed, and change no other game."""
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
        one = Played(game, batch, game.play(batch))
        found = rows_are_declared(one)
        found += follows_from_the_deal(one) if not found else []
        for number, (seat, reason) in one.result.failures.items():
            if batch.lineups[number, seat] != 0:
                found.append(f"seat {seat} is blamed for a fault of bot {failing}, which sits elsewhere ({reason})")
        failed += len(one.result.failures)
        faults += [f"{players} players, with {failing}: {fault}" for fault in dict.fromkeys(found)]
    return faults if failed else [*faults, f"no game with {failing} failed, though that bot is said to break rules"]
