"""Games that a game has played and recorded, and what is found wrong with a record."""

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from arkadia_sim.core.game import Batch, BatchResult, Game
from arkadia_sim.errors import RecordError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.game_rows import plain
from tests.support.refereeing import RuleError


def play(
    game: Game,
    players: int,
    games: int,
    rules: dict[str, Any],
    bots: tuple[str, ...] = ("random",),
    pieces: dict[str, Any] | None = None,
    seed: int = 11,
) -> BatchResult:
    """Some games, traced and recorded, with the bots going round the seats."""
    lineups = (np.arange(games)[:, None] + np.arange(players)) % len(bots)
    return played(game, bots, lineups, rules, pieces, seed, traced=True, recorded=True)


def played(
    game: Game,
    bots: Sequence[str],
    lineups: Any,
    rules: Mapping[str, Any] | None = None,
    pieces: Mapping[str, Any] | None = None,
    seed: int = 11,
    first: int = 0,
    traced: bool = False,
    recorded: bool = False,
) -> BatchResult:
    """Games of these line-ups, one deal each from deal ``first`` of a seed on."""
    seated = np.array(lineups, np.int64)
    games, players = seated.shape
    setting, deals = game.setting(players, rules or {}, pieces or {}), deal_seeds(seed, players, first, games)
    return game.play(Batch(setting, bots, seated, deals, np.full(games, traced), np.full(games, recorded)))


def record_of(game: Game, bots: Sequence[str], rules: Mapping[str, Any] | None = None, deal: int = 0) -> Any:
    """The record of one game, as it is read from a file."""
    seats = [list(range(len(bots)))]
    return json.loads(json.dumps(plain(played(game, bots, seats, rules, first=deal, recorded=True).records[0])))


def records(game: Game, players: int, games: int, **rules: Any) -> list[dict[str, Any]]:
    """The records of some random games, as they are read from a file."""
    return [json.loads(json.dumps(plain(record))) for record in play(game, players, games, rules).records]


def first_fault(
    check: Callable[[Any], object], error: type[RecordError] | type[RuleError], record: Any
) -> tuple[str, int | None] | None:
    """Rule and turn of the first fault that a referee finds in a record, by the error that it raises."""
    try:
        check(record)
    except error as fault:
        return fault.rule, fault.turn
    return None


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All single values of a document with their paths."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    else:
        yield path, value


def refused_by_both(record: Any, ours: Callable[[Any], Any], twins: Callable[[Any], Any], changes: int) -> int:
    """Check that two referees, who find the first fault, agree on copies of a record with one other value each.

    Returns:
        How many of the copies are refused.
    """
    dice, refused = random.Random(7), 0
    values = [(path, value) for path, value in leaves(record) if path[0] not in ("bots", "seed")]
    for path, old in dice.sample(values, changes):
        spoilt = copy.deepcopy(record)
        place = spoilt
        for key in path[:-1]:
            place = place[key]
        other = dice.choice(values)[1]  # what stands elsewhere in a record is most likely to be missed
        place[path[-1]] = dice.choice([None, "x", 0, 2.0, True, [], str(old), other, other, other])
        if isinstance(old, int) and dice.random() < 0.5:
            place[path[-1]] = old + dice.choice([-1, 1])
        faults = ours(spoilt), twins(spoilt)
        assert (faults[0] is None) == (faults[1] is None), (path, place[path[-1]], faults)
        refused += faults[0] is not None
    return refused
