"""Games side by side, as arrays with an entry for each game: what programs learn in."""

from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.table import Table, check_bots
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.kernels.actions import DEAL, pick_by_chance
from arkadia_sim.rng import STREAM_WORDS, deal_seeds


def batch(
    game: str,
    players: int,
    games: int = 1,
    seed: int | None = None,
    bots: Sequence[str | None] | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    outcome: str | None = None,
    turned: bool = False,
    goes_on: bool = True,
) -> "ArrayBatch":
    """Games side by side, dealt and ready for the first action in each.

    Args:
        game: Name of the game.
        players: How many sit at a table.
        games: How many games are played at once.
        seed: Game ``i`` plays the deals i, i + games, i + 2 * games … of ``play`` with this seed. None for deals that
            nobody knows.
        bots: A bot for each seat, which is played inside; None for a seat whose actions are given. Left out: all
            actions are given.
        rules: Options of the rules by name.
        components: Pieces that replace the game's own, by name.
        outcome: The outcome that is the reward at the end of a game. Left out: the goal of the game.
        turned: Let the first of ``bots`` sit in another seat in each deal, by lot, and the others behind it.
        goes_on: Deal the next game at once where one is over. Otherwise it stays until :meth:`ArrayBatch.deal`.
    """
    played = resolve_game(game)
    setting = played.setting(players, rules or {}, components or {})
    seats = [None] * players if bots is None else list(bots)
    check_bots(played, setting, seats)
    names = [declared.column for declared in played.outcomes]
    if games < 1:
        raise BadValue("games", games, "a whole number from 1")
    if outcome is not None and outcome not in names:
        raise BadValue("outcome", outcome, ", ".join(names))
    if None not in seats:
        raise UsageError("a batch needs a seat whose actions are given: None in place of a bot")
    table: Table = played.table(setting, 0, seats)
    if turned and table.setting != setting:
        raise UsageError("bots with a head start have seats of their own and cannot be turned")
    made: ArrayBatch = (table.array_batch or ArrayBatch)(table, games, outcome or names[0], turned, goes_on)
    made.reset(randbits(63) if seed is None else seed)
    return made


class ArrayBatch:
    """Games side by side, here at tables; :func:`batch` makes them.

    What ``observe``, ``mask``, ``seat`` and ``over`` return changes with the next step: copy what you keep. ``deals``
    has the seed of each game's deal.
    """

    def __init__(self, table: Table, games: int, outcome: str, turned: bool, goes_on: bool) -> None:
        self.game, self.setting, self.bots, self.space = table.game, table.setting, table.bots, table.space
        self.observed, self.games, self.outcome = table.observed, games, outcome
        self._turned, self._goes_on, self._dealt = turned, goes_on, np.zeros(games, np.int64)
        self._words = np.zeros((games, -(-table.space.size // 8)), np.uint64)
        self._mask, self._stream = self._words.view(np.uint8), np.zeros(STREAM_WORDS, np.uint64)
        self._arrays: dict[str, NDArray[Any]]
        self._open(table)

    def _open(self, table: Table) -> None:
        """Make room for the games."""
        self.deals = np.zeros(self.games, np.uint64)
        self._seats, self._over, self._tables = *np.zeros((2, self.games), np.int64), [table] * self.games
        self._arrays = {array.name: np.zeros((self.games, *array.shape), np.float32) for array in self.observed}

    # -- what is seen --------------------------------------------------------------------------------------------------
    def observe(self) -> dict[str, NDArray[Any]]:
        """What the seat to act may know in each game, as arrays by name, with a row for each game."""
        return self._arrays

    def mask(self) -> NDArray[np.bool_]:
        """For each game and each action whether it is legal; none is in a game that is over."""
        return self._mask[:, : self.space.size].view(np.bool_)

    def seat(self) -> NDArray[np.int64]:
        """The seat to act in each game, or that acted last if it is over."""
        return self._seats

    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self._over != 0

    def seen_by(self, game: int, seat: int) -> Mapping[str, NDArray[Any]]:
        """What any seat may know in a game."""
        return self._tables[game].observation(seat)

    def _first(self, game: int) -> int:
        """The seat of the first bot."""
        return int(self.deals[game] % np.uint64(len(self.bots))) if self._turned else 0

    def lineup(self, game: int) -> list[str | None]:
        """The bot in each seat of a game, None where actions are given."""
        return [self.bots[(seat - self._first(game)) % len(self.bots)] for seat in range(len(self.bots))]

    def table(self, game: int) -> Table:
        """A table at which a game can be played again from its deal, with the same bots."""
        table: Table = self.game.table(self.setting, int(self.deals[game]), self.lineup(game))
        table.let_bots_play()
        return table

    # -- what is done --------------------------------------------------------------------------------------------------
    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
        actions = np.zeros(self.games, np.int64)
        with np.errstate(over="ignore"):
            pick_by_chance(self._words, self._mask, self._stream, actions)
        return actions

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Carry out an action in each game, and let bots play up to the next one.

        Returns the rewards by game and seat, zero but at the end of a game, and which games ended. If an action is not
        legal, BadValue says so, and nothing has changed.
        """
        before, rewards = self._over != 0, np.zeros((self.games, len(self.bots)), np.float32)
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise BadValue("shape of the actions", chosen.shape, f"({self.games},): one for each game")
        self._play(np.arange(self.games), chosen)
        ended = (self._over != 0) & ~before
        if ended.any():
            which = np.flatnonzero(ended)
            rewards[which] = self._rewards(which)
            if self._goes_on:
                self.deal(which)
        return rewards, ended

    def reset(self, seed: int) -> None:
        """Begin all games anew, with the first deals of a seed."""
        if not 0 <= seed < 1 << 64:
            raise BadValue("seed", seed, "a whole number from 0 to 2**64 - 1")
        self._seed, self._dealt[:], self._stream[:] = seed, 0, deal_seeds(seed, 0, 0, STREAM_WORDS)
        self.deal(np.arange(self.games))

    def deal(self, which: NDArray[np.int64]) -> None:
        """Deal the next game in these places. Games that end before an action is asked for are passed over."""
        while len(which):
            for place in which.tolist():
                number = place + self.games * int(self._dealt[place])
                self.deals[place] = deal_seeds(self._seed, len(self.bots), number, 1)[0]
            self._dealt[which] += 1
            self._play(which, np.full(len(which), DEAL))
            which = which[self._over[which] != 0]

    def _play(self, which: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Carry out an action in each of these games, or DEAL."""
        for place, action in zip(which.tolist(), actions.tolist(), strict=True):
            if action != DEAL and not self._over[place] and action not in self._tables[place].legal_actions():
                raise BadValue("action", action, f"one that is legal in game {place}")
        for place, action in zip(which.tolist(), actions.tolist(), strict=True):
            table = self._tables[place] = self.table(place) if action == DEAL else self._tables[place]
            if action != DEAL and not self._over[place]:
                table.apply(action)
                table.let_bots_play()
            seat, self._mask[place, : self.space.size] = table.seat_to_act, table.mask()
            self._over[place], self._seats[place] = seat is None, self._seats[place] if seat is None else seat
            for name, array in table.observation(int(self._seats[place])).items():
                self._arrays[name][place] = array

    def _rewards(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        """The outcome of games that are over, by seat."""
        return np.array([self._tables[place].outcomes()[self.outcome] for place in which.tolist()])
