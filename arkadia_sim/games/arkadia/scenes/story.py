"""A recorded game retold turn by turn, with what bots thought of their options."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import ranking as ranks
from arkadia_sim.core.ranking import Ranking, rankings_at
from arkadia_sim.core.scene import Candidate, Position
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.bots_api.choices import (
    Banner,
    Build,
    Choice,
    Introduce,
    Pass,
    blank_decision,
    fill_decision,
)
from arkadia_sim.games.arkadia.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.arkadia.components.squares import castle_squares
from arkadia_sim.games.arkadia.play import handed_by_hand
from arkadia_sim.games.arkadia.records.account import result_of, sold
from arkadia_sim.games.arkadia.records.form import RecordedTurn, read_turn
from arkadia_sim.games.arkadia.records.replay import Replay, must_of
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import BANNER, END_CASTLE, FAMILIES, NOBODY, SEATS_MAX, new_game, new_minds
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.scenes.drawing import draw_scene, open_view
from arkadia_sim.games.arkadia.scenes.words import (
    banner_words,
    camps_words,
    castle_words,
    draw_words,
    listed,
    must_words,
    payout_words,
    sale_words,
)
from arkadia_sim.rng import STREAM_WORDS, seat_seeds, seed_stream

EVERY = 1_000
"""More builds, and more worker placements, than nearly any position has."""


def tell(
    record: Mapping[str, Any], deck: Sequence[str] | None, name: str, judge: str | None = None
) -> Iterator[Position]:
    """The position before the first turn and after each turn, with the events in between.

    Args:
        record: The record.
        deck: The cards it must have been played with; any if None.
        name: The game's name, to find bots by.
        judge: A bot that scores all candidates instead of the bots that played; "" for none.

    Raises:
        RecordError: A decision is illegal. Payouts and results that the record states are not checked.
    """
    replay = Replay.of_record(record, deck)
    bots = record["bots"]
    rankings, streams = rankings_at(bots, judge, name), _streams(record)
    begins = f"seat {record['first_seat']} begins"
    yield Position(0, None, (begins,), draw_scene(replay.game, replay.components, bots))
    for number, entry in enumerate(record["turns"], start=1):
        try:
            turn = read_turn(entry)
            end_had_begun = int(replay.game["table"]["end_seat"]) != NOBODY
            candidates: list[Candidate] = []
            ranking = rankings[turn.seat] if 0 <= turn.seat < len(bots) else None
            words = _play(replay, turn, ranking, streams, candidates)
            replay.end_turn()
        except RecordError as error:
            error.turn = number - 1
            raise
        scene = draw_scene(replay.game, replay.components, bots, _changed(replay, turn))
        words += _ending(replay, end_had_begun)
        yield Position(number, turn.seat, tuple(words), scene, tuple(candidates), bots[turn.seat], judge or "")


def _streams(record: Mapping[str, Any]) -> NDArray[np.uint64]:
    """The random streams of the seats at the start; a bot that draws nothing from its own stays there."""
    streams = np.zeros((SEATS_MAX, STREAM_WORDS), np.uint64)
    seed = record["seed"] if isinstance(record["seed"], int) else 0  # other programs may write a text
    seeds = seat_seeds(np.array([seed % (1 << 64)], np.uint64))[0]
    with np.errstate(over="ignore"):
        for seat, seed in enumerate(seeds):
            seed_stream(streams[seat], seed)
    return streams


def _play(
    replay: Replay, turn: RecordedTurn, ranking: Ranking | None, streams: Any, candidates: list[Candidate]
) -> list[str]:
    """Play a turn except for its end; returns it in words. Adds to ``candidates`` what the bot thought before."""
    game, components = replay.game, replay.components
    before = open_view(game, components)
    left = int(game["table"]["stack_left"])
    top = card_name(components, int(game["stack"][left - 1])) if left else None
    must = must_words(turn.must, game["table"], components)
    if ranking is not None and "must" in ranking.units and isinstance(turn.must, Build | Introduce):
        candidates += _judge_must(replay, ranking, streams[turn.seat], turn.must)
    replay.play_must(turn)
    camps, drawn = camps_words(int(game["now"]["camps"])), draw_words(turn, before.face_up, top)
    words = ["; ".join(part for part in (must, camps, drawn) if part)]
    after_payout = open_view(game, components)
    words += payout_words(turn, after_payout)
    replay.play_castle(turn)
    words.append(castle_words(turn, after_payout, open_view(game, components)))
    if ranking is not None and "banner" in ranking.units and int(game["table"]["phase"]) == BANNER:
        candidates += _judge_banner(replay, ranking, streams[turn.seat], turn.banner)
    replay.play_banner(turn)
    words.append(sale_words(turn, int(game["now"]["workers_brought"])))
    return [sentence for sentence in words if sentence]


def _changed(replay: Replay, turn: RecordedTurn) -> frozenset[tuple[int, int]]:
    """The squares of the board that a turn has changed: its building or workers, and its castle pieces."""
    squares: set[tuple[int, int]] = set()
    if isinstance(turn.must, Build):
        squares |= turn.must.squares
    elif isinstance(turn.must, Introduce):
        squares |= set(turn.must.workers)
    castle = castle_squares(open_view(replay.game, replay.components).lot.squares)
    return frozenset(squares | {castle[piece.square] for piece in turn.pieces})


def _ending(replay: Replay, end_had_begun: bool) -> list[str]:
    """What to say if the end has just begun, or if the game is over (R9)."""
    table = replay.game["table"]
    sentences = []
    if not end_had_begun and int(table["end_seat"]) != NOBODY:
        sentences.append("floor 2 of the castle is complete: the last round begins")
    if replay.over:
        result = result_of(replay.game)
        winners = listed([f"seat {seat}" for seat in result["winners"]])
        why = "" if int(table["end"]) == END_CASTLE else ", because nobody can move any more"
        most = max(result["gold"])
        sentences.append(f"the game is over{why}: {winners} with {most} gold, all seals sold at their current values")
    return sentences


# -- what bots thought -------------------------------------------------------------------------------------------------


def _judge_must(replay: Replay, ranking: Ranking, stream: Any, must: Build | Introduce) -> Iterator[Candidate]:
    """The candidates of the must, before it is carried out; ``stream`` are the seat's random numbers."""
    table, components = replay.game["table"], replay.components

    def words(decision: Any) -> str | None:
        option = _must_of(replay, decision)
        return None if option is None else must_words(option, table, components)

    def is_done(decision: Any) -> bool:
        option = _must_of(replay, decision)
        if isinstance(option, Introduce) and isinstance(must, Introduce):  # next to whichever building
            return option.workers == must.workers
        return option == must

    return _judge("must", replay, ranking, stream, must, is_done, words, must_words(must, table, components), EVERY)


def _judge_banner(replay: Replay, ranking: Ranking, stream: Any, banner: Banner) -> Iterator[Candidate]:
    """The candidates of the banner, before it is used or not."""
    done = Banner(banner.used, {family: number for family, number in banner.sold.items() if number})

    def option_of(decision: Any) -> Banner:
        return Banner(bool(decision["use_banner"]), sold(decision, replay.components))

    def is_done(decision: Any) -> bool:
        return option_of(decision) == done

    def words(decision: Any) -> str:
        return banner_words(option_of(decision))

    return _judge("banner", replay, ranking, stream, done, is_done, words, banner_words(done))


def _judge(
    name: str,
    replay: Replay,
    ranking: Ranking,
    stream: Any,
    choice: Choice,
    is_done: Callable[[Any], bool],
    words: Callable[[Any], str | None],
    done_words: str,
    wide: int = 0,
) -> Iterator[Candidate]:
    game, done = replay.game, blank_decision()
    fill_decision(done, choice, game, replay.components)

    def records(width: int) -> tuple[Any, Any]:
        return new_minds()[0], np.zeros(max(2 * width, FAMILIES + 2) + 1, RANKED_DTYPE)

    handed = handed_by_hand(game, int(game["table"]["seat"]))
    unit = ranking.units[name]
    return ranks.judge(name, unit, ranking, handed, records, done, is_done, words, done_words, stream, wide)


def _must_of(replay: Replay, decision: Any) -> Build | Introduce | Pass | None:
    """What a decision means, found by trying it in a copy of the game; None if it is illegal."""
    trial = new_game()
    trial[0] = replay.game
    return must_of(trial[0]["now"], replay.components) if step(trial[0], decision) == OK else None
