"""A recorded game retold turn by turn, with what bots thought of their options."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import ranking as ranks
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.engine import Engine, thoughts
from arkadia_sim.core.ranking import Ranking, Thinker, rankings_at
from arkadia_sim.core.scene import Candidate, Position, seat_text
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.bots_api.choices import (
    Banner,
    Build,
    Choice,
    Introduce,
    Pass,
    Piece,
    blank_decision,
    building_card,
    fill_decision,
    find_building,
)
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.arkadia.bots_api.python_bots import Answers
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square, castle_squares
from arkadia_sim.games.arkadia.play import handed_by_hand
from arkadia_sim.games.arkadia.records.account import result_of, sold
from arkadia_sim.games.arkadia.records.form import RecordedTurn, read_turn
from arkadia_sim.games.arkadia.records.replay import Replay, must_of
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import (
    END_CASTLE,
    FAMILIES,
    LOT,
    MUST,
    NO_FAMILY,
    NOBODY,
    PHASE_NAMES,
    SEATS_MAX,
    new_game,
    new_minds,
)
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.scenes.drawing import draw_scene, open_view
from arkadia_sim.rng import STREAM_WORDS, seat_seeds, seed_stream

EVERY = 1_000
"""More builds, and more worker placements, than nearly any position has."""


def tell(
    record: Mapping[str, Any], deck: Sequence[str] | None, name: str, engine: Engine, judge: str | None = None
) -> Iterator[Position]:
    """The position before the first turn and after each turn, with the events in between.

    Args:
        record: The record.
        deck: The cards it must have been played with; any if None.
        name: The game's name, to find bots by.
        engine: Its compiled code, to ask bots in plain Python.
        judge: A bot that scores all candidates instead of the bots that played; "" for none.

    Raises:
        RecordError: A decision is illegal. Payouts and results that the record states are not checked.
    """
    replay = Replay.of_record(record, deck)
    bots = record["bots"]
    rankings, streams = rankings_at(bots, judge, name), _streams(record)
    begins = f"{seat_text(record['first_seat'])} begins"
    yield Position(0, None, (begins,), draw_scene(replay.game, replay.components, bots))
    for number, entry in enumerate(record["turns"], start=1):
        try:
            turn = read_turn(entry)
            end_had_begun = int(replay.game["table"]["end_seat"]) != NOBODY
            candidates: list[Candidate] = []
            ranking = rankings[turn.seat] if 0 <= turn.seat < len(bots) else None
            if ranking is not None:
                replay.before = partial(_think, replay, engine, ranking, streams[turn.seat], candidates)
            words = _play(replay, turn)
            replay.end_turn()
        except RecordError as error:
            error.turn = number - 1
            raise
        scene = draw_scene(replay.game, replay.components, bots, changed(replay.game["table"], turn))
        words += _ending(replay, end_had_begun)
        yield Position(number, turn.seat, tuple(words), scene, tuple(candidates), bots[turn.seat], judge or "")


def told_turn(game: Any, turn: RecordedTurn, components: Components) -> list[str]:
    """A turn in words that everybody may hear; it is played once more in ``game``, a ``GAME`` record before it."""
    replay, end_had_begun = Replay(game, components), int(game["table"]["end_seat"]) != NOBODY
    words = _play(replay, turn, secret=True)
    replay.end_turn()
    return words + _ending(replay, end_had_begun)


def _streams(record: Mapping[str, Any]) -> NDArray[np.uint64]:
    """The random streams of the seats at the start; a bot that draws nothing from its own stays there."""
    streams = np.zeros((SEATS_MAX, STREAM_WORDS), np.uint64)
    seed = record["seed"] if isinstance(record["seed"], int) else 0  # other programs may write a text
    seeds = seat_seeds(np.array([seed % (1 << 64)], np.uint64))[0]
    with np.errstate(over="ignore"):
        for seat, seed in enumerate(seeds):
            seed_stream(streams[seat], seed)
    return streams


def _play(replay: Replay, turn: RecordedTurn, secret: bool = False) -> list[str]:
    """Play a turn except for its end; returns it in words, in which a card from the stack may stay ``secret``."""
    game, components = replay.game, replay.components
    before = open_view(game, components)
    left = int(game["table"]["stack_left"])
    top = "a card" if secret or not left else card_name(components, int(game["stack"][left - 1]))
    must = must_words(turn.must, game["table"], components)
    replay.play_must(turn)
    camps, drawn = _camps_words(int(game["now"]["camps"])), _draw_words(turn, before.face_up, top)
    words = ["; ".join(part for part in (must, camps, drawn) if part)]
    after_payout = open_view(game, components)
    words += _payout_words(turn, after_payout)
    replay.play_castle(turn)
    words.append(_castle_words(turn, after_payout, open_view(game, components)))
    replay.play_banner(turn)
    words.append(_sale_words(turn, int(game["now"]["workers_brought"])))
    return [sentence for sentence in words if sentence]


def changed(table: Any, turn: RecordedTurn) -> frozenset[Square]:
    """The squares of the board that a turn has changed: its building or workers, and its castle pieces."""
    squares: set[Square] = set()
    if isinstance(turn.must, Build):
        squares |= turn.must.squares
    elif isinstance(turn.must, Introduce):
        squares |= set(turn.must.workers)
    castle = castle_squares(squares_of(table["squares"][LOT]))
    return frozenset(squares | {castle[piece.square] for piece in turn.pieces})


def _ending(replay: Replay, end_had_begun: bool) -> list[str]:
    """What to say if the end has just begun, or if the game is over (R9)."""
    table = replay.game["table"]
    sentences = []
    if not end_had_begun and int(table["end_seat"]) != NOBODY:
        sentences.append("floor 2 of the castle is complete: the last round begins")
    if replay.over:
        result = result_of(replay.game)
        winners = _listed([seat_text(seat) for seat in result["winners"]])
        why = "" if int(table["end"]) == END_CASTLE else ", because nobody can move any more"
        most = max(result["gold"])
        sentences.append(f"the game is over{why}: {winners} with {most} gold, all seals sold at their current values")
    return sentences


# -- what bots thought -------------------------------------------------------------------------------------------------


def _think(
    replay: Replay, engine: Engine, thinker: Thinker, stream: Any, candidates: list[Candidate], choice: Choice
) -> None:
    """Add the candidates of a decision, before ``choice`` is carried out; ``stream`` are the seat's random numbers."""
    game, components = replay.game, replay.components
    name = PHASE_NAMES[int(game["table"]["phase"])]
    words, is_done = partial(_choice_words, game["table"], components), partial(_is_same, choice)
    if isinstance(thinker, Seated):
        thought = thoughts(engine, Answers(components), thinker, game, stream)
        candidates += ranks.told(name, thought, is_done, words, words(choice))
    elif name in thinker.units and not isinstance(choice, Pass):
        candidates += _judge(name, replay, engine, thinker, stream, choice)


def _is_same(choice: Choice, other: Choice) -> bool:
    """Whether two choices mean the same: workers on the same squares, next to whichever building; equal sales."""
    if isinstance(choice, Introduce) and isinstance(other, Introduce):
        return choice.workers == other.workers
    if isinstance(choice, Banner) and isinstance(other, Banner):
        return banner_words(choice) == banner_words(other)
    return choice == other


def _judge(
    name: str, replay: Replay, engine: Engine, ranking: Ranking, stream: Any, choice: Choice
) -> Iterator[Candidate]:
    """The candidates of a compiled bot."""
    game, done = replay.game, blank_decision()
    table, components, wide = game["table"], replay.components, EVERY if name == PHASE_NAMES[MUST] else 0
    fill_decision(done, choice, table, components)

    def option_of(decision: Any) -> Choice | None:
        if name == PHASE_NAMES[MUST]:
            return _must_of(replay, decision)
        return Banner(bool(decision["use_banner"]), sold(decision, components))

    def is_done(decision: Any) -> bool:
        option = option_of(decision)
        return option is not None and _is_same(choice, option)

    def words(decision: Any) -> str | None:
        option = option_of(decision)
        return None if option is None else _choice_words(table, components, option)

    def records(width: int) -> tuple[Any, Any]:
        return new_minds()[0], np.zeros(max(2 * width, FAMILIES + 2) + 1, RANKED_DTYPE)

    handed, unit = handed_by_hand(game, int(table["seat"])), ranking.units[name]
    done_words = _choice_words(table, components, choice)
    sight = engine.sight(CUES, name, handed)
    return ranks.judge(name, unit, ranking, handed, records, done, is_done, words, done_words, stream, wide, sight)


def _must_of(replay: Replay, decision: Any) -> Build | Introduce | Pass | None:
    """What a decision means, found by trying it in a copy of the game; None if it is illegal."""
    trial = new_game()
    trial[0] = replay.game
    return must_of(trial[0]["now"], replay.components) if step(trial[0], decision) == OK else None


# -- words -------------------------------------------------------------------------------------------------------------


def _choice_words(table: Any, components: Components, choice: Choice) -> str:
    """A choice, without its subject."""
    if isinstance(choice, Banner):
        return banner_words(choice)
    if isinstance(choice, Piece):
        hidden = int(table["top"][choice.square])
        return _piece_words(choice, None if hidden == NO_FAMILY else components.families[hidden])
    if isinstance(choice, Build | Introduce | Pass):
        return must_words(choice, table, components)
    if choice == "stack":
        return "draws from the stack"
    return f"takes {card_name(components, int(table['face_up'][int(choice)]))} from the open cards"


def squares_words(squares: Iterable[Square]) -> str:
    """Squares as ``row,column``, in order."""
    return " ".join(f"{row},{column}" for row, column in sorted(squares))


def _counted(number: int, what: str) -> str:
    """A number of things: ``1 seal``, ``2 seals``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _listed(parts: Sequence[str]) -> str:
    """Words with commas between them and an ``and`` before the last."""
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + list(parts[-1:]))


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def must_words(must: Build | Introduce | Pass, table: Any, components: Components) -> str:
    """A must, without its subject: "lays out …"."""
    if isinstance(must, Build):
        return f"lays out {must.card} on {squares_words(must.squares)}"
    if isinstance(must, Introduce):
        return f"puts {_workers_words(must)} next to {building_words(must.building, table, components)}"
    return "can neither build nor introduce a worker, and passes"


def _workers_words(must: Introduce) -> str:
    """How many workers of which kind, and where."""
    kinds = {"own": "own worker", "neutral": "neutral worker"}
    parts = []
    for owner, kind in kinds.items():
        squares = [square for square, whose in must.workers.items() if whose == owner]
        if squares:
            parts.append(f"{_counted(len(squares), kind)} on {squares_words(squares)}")
    return _listed(parts)


def building_words(squares: Iterable[Square], table: Any, components: Components) -> str:
    number = find_building(table, squares)
    card = None if number is None else building_card(table, number, components)
    return "the castle lot" if card is None else f"{card} on {squares_words(squares)}"


def banner_words(banner: Banner) -> str:
    """A banner or none, without its subject: "uses a banner and sells …"."""
    if not banner.used:
        return "uses no banner"
    sold = _listed([f"{number} {family}" for family, number in banner.sold.items() if number])
    return f"uses a banner and sells {sold}" if sold else "uses a banner for its workers alone"


def _camps_words(camps: int) -> str:
    """What the tent camps under a building brought (R4.4); empty if there were none."""
    return f"the camps below bring {_counted(camps, 'neutral worker')}" if camps else ""


def _draw_words(turn: RecordedTurn, face_up: Sequence[str | None], top: str) -> str:
    """The card drawn (R4.5); empty if none was."""
    if turn.draw is None:
        return ""
    return (
        f"draws {top} from the stack"
        if turn.draw == "stack"
        else f"takes {face_up[int(turn.draw)]} from the open cards"
    )


def _payout_words(turn: RecordedTurn, view: View) -> list[str]:
    """What each completed building paid, at the values before the castle pieces (R6), which ``view`` shows."""
    sentences = []
    for payout in turn.completed:
        card = next(building.card for building in view.buildings if building.squares == payout.squares)
        paid = [f"{seat_text(seat)} {_counted(seals, 'seal')}" for seat, seals in enumerate(payout.seals) if seals]
        worth = f", {view.values[payout.family]} gold each now" if paid else ""
        sentences.append(
            f"completes {card} on {squares_words(payout.squares)}: {_listed(paid) or 'pays nobody'}{worth}"
        )
    return sentences


def _castle_words(turn: RecordedTurn, before: View, after: View) -> str:
    """Where castle pieces went, over what, and the new values of seals (R7); empty if there were none."""
    top = list(before.castle.top)
    parts = []
    for piece in turn.pieces:
        parts.append(_piece_words(piece, top[piece.square]))
        top[piece.square] = piece.family
    if not parts:
        return ""
    moved = [name for name in after.families if after.values[name] != before.values[name]]
    changed = _listed([f"{name} from {before.values[name]} to {after.values[name]}" for name in moved])
    return f"puts {_listed(parts)} into the castle" + (f": {changed} gold a seal" if changed else "")


def _piece_words(piece: Piece, hidden: str | None) -> str:
    """A castle piece, where it goes, and over which family."""
    over = f" over {hidden}" if hidden is not None else ""
    return f"{_article(piece.family)} {piece.family} piece on castle square {piece.square}{over}"


def _sale_words(turn: RecordedTurn, brought: int) -> str:
    """What a banner was used for (R8); empty if none was. ``brought`` is the number of own workers it brought."""
    if not turn.banner.used:
        return ""
    gold = f" for {turn.gold} gold" if any(turn.banner.sold.values()) else ""
    return f"{banner_words(turn.banner)}{gold}; {_counted(brought, 'worker')} come{'s' if brought == 1 else ''} along"
