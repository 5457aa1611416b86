"""A recorded game told turn by turn, from its record alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.ranking import Ranking, rankings_at
from arkadia_sim.core.scene import Candidate, Position
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.bots_api.choices import Build, Introduce
from arkadia_sim.games.arkadia.components.squares import castle_squares
from arkadia_sim.games.arkadia.records.form import RecordedTurn, read_turn
from arkadia_sim.games.arkadia.records.replay import Replay
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import BANNER, END_CASTLE, NOBODY, SEATS_MAX
from arkadia_sim.games.arkadia.scenes.drawing import draw_scene, open_view
from arkadia_sim.games.arkadia.scenes.judged import judge_banner, judge_must
from arkadia_sim.games.arkadia.scenes.words import (
    camps_words,
    castle_words,
    draw_words,
    listed,
    must_words,
    payout_words,
    sale_words,
)
from arkadia_sim.rng import STREAM_WORDS, seat_seeds, seed_stream


def tell(
    record: Mapping[str, Any], deck: Sequence[str] | None, name: str, judge: str | None = None
) -> Iterator[Position]:
    """The position before the first turn and after each, with what happened in between.

    ``name`` is that of the game, by which bots are found; ``judge`` is a bot that is asked about all candidates in
    place of those that played, or "" for nobody to be asked. Raises RecordError as a check of the record does, but does
    not hold what the record says came of a turn against what comes of it.
    """
    again = Replay.of_record(record, deck)
    bots = record["bots"]
    rankings, streams = rankings_at(bots, judge, name), _streams(record)
    begins = f"seat {record['first_seat']} begins"
    yield Position(0, None, (begins,), draw_scene(again.game, again.components, bots))
    for number, entry in enumerate(record["turns"], start=1):
        try:
            turn = read_turn(entry)
            had_begun = int(again.game["table"]["end_seat"]) != NOBODY
            candidates: list[Candidate] = []
            ranking = rankings[turn.seat] if 0 <= turn.seat < len(bots) else None
            words = _played(again, turn, ranking, streams, candidates)
            again.end_turn()
        except RecordError as error:
            error.turn = number - 1
            raise
        scene = draw_scene(again.game, again.components, bots, _changed(again, turn))
        words += _ending(again, had_begun)
        yield Position(number, turn.seat, tuple(words), scene, tuple(candidates), bots[turn.seat], judge or "")


def _streams(record: Mapping[str, Any]) -> NDArray[np.uint64]:
    """Where the random streams of the seats begin; a bot that draws nothing from its own stays there."""
    streams = np.zeros((SEATS_MAX, STREAM_WORDS), np.uint64)
    seed = record["seed"] if isinstance(record["seed"], int) else 0  # another program's may be a text
    seeds = seat_seeds(np.array([seed % (1 << 64)], np.uint64))[0]
    with np.errstate(over="ignore"):
        for seat, seed in enumerate(seeds):
            seed_stream(streams[seat], seed)
    return streams


def _played(
    again: Replay, turn: RecordedTurn, ranking: Ranking | None, streams: Any, candidates: list[Candidate]
) -> list[str]:
    """Play a turn but for its end: what happened in words. ``candidates`` take what the bot thought of before."""
    game, components = again.game, again.components
    before = open_view(game, components)
    left = int(game["table"]["stack_left"])
    top = card_name(components, int(game["stack"][left - 1])) if left else None
    must = must_words(turn.must, game["table"], components)
    if ranking is not None and "must" in ranking.units and isinstance(turn.must, Build | Introduce):
        candidates += judge_must(game, ranking, streams[turn.seat], turn, components)
    again.play_must(turn)
    camps, drawn = camps_words(int(game["now"]["camps"])), draw_words(turn, before.face_up, top)
    words = ["; ".join(part for part in (must, camps, drawn) if part)]
    paid = open_view(game, components)
    words += payout_words(turn, paid)
    again.play_castle(turn)
    words.append(castle_words(turn, paid, open_view(game, components)))
    if ranking is not None and "banner" in ranking.units and int(game["table"]["phase"]) == BANNER:
        candidates += judge_banner(game, ranking, streams[turn.seat], turn, components)
    again.play_banner(turn)
    words.append(sale_words(turn, int(game["now"]["workers_brought"])))
    return [one for one in words if one]


def _changed(again: Replay, turn: RecordedTurn) -> frozenset[tuple[int, int]]:
    """The squares of the board that a turn has changed: its building or workers, and its castle pieces."""
    squares: set[tuple[int, int]] = set()
    if isinstance(turn.must, Build):
        squares |= turn.must.squares
    elif isinstance(turn.must, Introduce):
        squares |= set(turn.must.workers)
    castle = castle_squares(open_view(again.game, again.components).lot.squares)
    return frozenset(squares | {castle[piece.square] for piece in turn.pieces})


def _ending(again: Replay, had_begun: bool) -> list[str]:
    """What there is to say of the end, when the turn has begun it or was the last (R9)."""
    table = again.game["table"]
    told = []
    if not had_begun and int(table["end_seat"]) != NOBODY:
        told.append("floor 2 of the castle is complete: the last round begins")
    if again.over:
        gold = [int(coins) for coins in again.game["holdings"]["gold"][: int(table["players"])]]
        winners = [f"seat {seat}" for seat, coins in enumerate(gold) if coins == max(gold)]
        why = "" if int(table["end"]) == END_CASTLE else ", for nobody can move any more"
        told.append(f"the game is over{why}: {listed(winners)} with {max(gold)} gold, all seals sold at today's values")
    return told
