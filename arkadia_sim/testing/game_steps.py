"""Checks of games that are played step by step; each returns its faults."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from arkadia_sim.compiled.table import CompiledTable
from arkadia_sim.core.table import LONGEST, Table
from arkadia_sim.testing.game_rows import Played, plain

GAMES = 2
"""Games that are compared, at every number of players."""

LOOKS = 10
"""Positions of a random game that are looked at closely."""


def plays_in_steps_what_it_plays(played: Played, most: int = GAMES) -> list[str]:
    """Whether bots that decide step by step play the same games, to the last letter of the record."""
    if not played.game.in_steps:
        return []
    batch, faults = played.batch, []
    games = [game for game in range(played.games) if game not in played.result.failures]
    for game, record in list(zip(games, played.result.records))[:most]:
        bots = [batch.bots[number] for number in batch.lineups[game]]
        table = played.game.table(batch.setting, int(batch.deals[game]), bots)
        while table.bot_to_act is not None:
            table.ask_bot()
        if plain(table.record()) != plain(record):
            faults.append(f"bots that play deal {batch.deals[game]} step by step play another game")
    return faults


def any_steps_make_a_game(played: Played) -> list[str]:
    """Whether a game of random steps can be replayed, taken back step by step, saved and resumed, and looked at."""
    if not played.game.in_steps:
        return []
    chance, setting = np.random.default_rng(played.batch.setting.players), played.batch.setting
    table = played.game.table(setting, int(played.batch.deals[0]), [None] * setting.players)
    looks = {0, *chance.integers(0, 12, LOOKS // 2).tolist(), *chance.integers(0, 250, LOOKS // 2).tolist()}
    for count in range(LONGEST):
        if table.seat_to_act is None:
            return _finished(table)
        if count in looks and (faults := list(_looked_at(table))):
            return faults
        action = int(chance.choice(table.legal_actions()))
        before = _state(table) if count in looks else None
        table.apply(action)
        if before is not None and table.can_undo:
            table.undo()
            if _state(table) != before:
                return ["taking an action back changes the position"]
            table.apply(action)
    return [f"a game has no end after {LONGEST:,} steps"]


def _state(table: Table) -> Any:
    """Everything that can be seen of a game."""
    seats = range(table.setting.players)
    legal = table.legal_actions()
    return (
        table.seat_to_act,
        table.decision,
        [(action, table.action_text(action)) for action in legal],
        list(table.actions),
        [list(table.told()), *(table.scene(seat) for seat in seats)],
        [{name: array.tolist() for name, array in table.observation(seat).items()} for seat in seats],
    )


def _looked_at(table: Table) -> Iterator[str]:
    """Faults of one position."""
    legal = table.legal_actions()
    if not legal:
        yield "somebody is to act, and nothing is legal"
    if np.flatnonzero(table.mask()).tolist() != legal:
        yield "the mask marks other actions than the legal ones"
    for action in legal:
        if not table.action_text(action).strip():
            yield f"action {action} has no text"
        if table.space.action(table.space.step(action)) != action:
            yield f"action {action} is another step"
    for seat in range(table.setting.players):
        arrays = table.observation(seat)
        if set(arrays) != {declared.name for declared in table.observed}:
            yield f"an observation has the arrays {', '.join(arrays)}, not those declared"
            continue
        for declared in table.observed:
            array = arrays[declared.name]
            if array.shape != declared.shape:
                yield f"the array {declared.name} has shape {array.shape}, not {declared.shape}"
            elif array.size and not (declared.low <= array.min() and array.max() <= declared.high):
                beyond = f"beyond {declared.low} to {declared.high}"
                yield f"the array {declared.name} goes from {array.min()} to {array.max()}, {beyond}"
    resumed = Table.resume(json.loads(json.dumps(table.saved())), table.game)
    if _state(resumed)[:4] != _state(table)[:4] or resumed.saved() != table.saved():
        yield "a game that is saved and resumed is another"
    yield from _hidden(table)


def _hidden(table: Table) -> Iterator[str]:
    """Whether a seat sees something that it cannot know: what is hidden from it is drawn again, and it looks again."""
    if not isinstance(table, CompiledTable):
        return
    chance = np.random.default_rng(len(table.actions))
    true = table.games.copy()
    for what, draw_again in table.hidden():
        for seat in range(table.setting.players):
            before = _seen(table, seat)
            draw_again(table.games[0], seat, chance)
            if _seen(table, seat) != before:
                yield f"seat {seat + 1} sees what it cannot know: {what}"
            table.games[0] = true[0]


def _seen(table: Table, seat: int) -> Any:
    legal = table.legal_actions() if seat == table.seat_to_act else []
    arrays = {name: array.tolist() for name, array in table.observation(seat).items()}
    return table.scene(seat), arrays, [table.action_text(action) for action in legal]


def _finished(table: Table) -> list[str]:
    """Faults of a finished game."""
    record = json.loads(json.dumps(plain(table.record())))
    try:
        outcomes = table.game.replay(record, {}).outcomes
    except Exception as error:  # the game's own, whatever it is
        return [f"the record of a game of random steps cannot be replayed: {type(error).__name__}: {error}"]
    if plain(outcomes) != plain(table.outcomes()):
        return [f"a game of random steps ends with {table.outcomes()}, and its record with {outcomes}"]
    return [] if table.told() else ["no turn of a game is told"]
