"""A recorded game retold turn by turn, with what bots thought of their options."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.core.engine import Engine
from arkadia_sim.core.ranking import Thinker, considered, rankings_at
from arkadia_sim.core.record_form import fields_of, list_of, square_in
from arkadia_sim.core.scene import Candidate, Position, seat_text
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.bots_api.choices import Choice, blank_decision, fill_decision, take
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.python_bots import Answers
from arkadia_sim.games.medina.components.box import square_name
from arkadia_sim.games.medina.records.account import BUILDING, END_LABELS, result_of, tell_turn
from arkadia_sim.games.medina.records.form import COUNTS, TURN_FIELDS, read_placement, read_setup
from arkadia_sim.games.medina.records.replay import set_up
from arkadia_sim.games.medina.rules.bitboard import bit_to_square
from arkadia_sim.games.medina.rules.places import palace_at
from arkadia_sim.games.medina.rules.state import (
    KIND_NAMES,
    KINDS,
    OVER,
    PLACE,
    ROOF,
    TEA,
    TURN_DTYPE,
)
from arkadia_sim.games.medina.scenes.drawing import draw_scene
from arkadia_sim.games.medina.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE

_DECISION_NAMES = {PLACE: ("first piece", "second piece"), TEA: ("tea break", "tea break")}
"""Names of decisions, by phase and number of pieces already placed this turn."""


def tell(record: Mapping[str, Any], name: str, engine: Engine, judge: str | None = None) -> Iterator[Position]:
    """The position before the first turn and after each turn, with the events in between.

    Args:
        record: The record.
        name: The game's name, to find bots by.
        engine: Its compiled code, to ask bots in plain Python.
        judge: A bot that scores all candidates instead of the bots that played; "" for none.

    Raises:
        RecordError: An action is illegal. Effects that the record states are not checked.
    """
    setup = read_setup(record)
    games, bots = set_up(setup), record["bots"]
    rankings = rankings_at(bots, judge, name)
    begins = f"{seat_text(setup.first_seat)} begins; the well is on {square_name(setup.well)}"
    table, holdings = games[0]["table"], games[0]["holdings"]
    yield Position(0, None, (begins,), draw_scene(table, holdings, bots, [0] * setup.players, frozenset()))
    for number, entry in enumerate(record["turns"], start=1):
        try:
            candidates: list[Candidate] = []
            turn, standings = _play(games, engine, entry, rankings, candidates)
        except RecordError as error:
            error.turn = number - 1
            raise
        fresh = frozenset(tuple(action["square"]) for action in turn["actions"])
        words = [*turn_words(turn), *ending_words(games[0])]
        scene = draw_scene(table, holdings, bots, standings, fresh)
        seat = turn["seat"]
        yield Position(number, seat, tuple(words), scene, tuple(candidates), bots[seat], judge or "")


def _play(
    games: Any, engine: Engine, entry: Any, thinkers: Sequence[Thinker | None], candidates: list[Candidate]
) -> tuple[dict[str, Any], list[int]]:
    """Play a turn; returns it as a record has it, and the score of each seat if the game ended after it.

    Adds to ``candidates`` what the bot thought before each decision.
    """
    fields_of(entry, TURN_FIELDS, "a turn", COUNTS)
    game, players = games[0], len(thinkers)
    if game["table"]["phase"] == OVER or entry["seat"] != game["table"]["seat"]:
        raise RecordError("M3.5", f"seat {entry['seat']!r} is not on turn")
    thinker = thinkers[entry["seat"]]

    def decide(choice: Choice) -> None:
        table, done = game["table"], blank_decision()
        fill_decision(done, choice, table)
        title = _DECISION_NAMES[int(table["phase"])][int(table["placed"])]
        words, is_same = partial(decision_words, table), partial(_is_same, table, done)
        candidates.extend(considered(title, thinker, engine, Answers(), CUES, game, done, is_same, words, KINDS + 1))
        take(game, choice)

    with np.errstate(over="ignore"):
        for action in list_of(entry["actions"], "actions"):
            if game["table"]["phase"] == TEA:
                decide(False)
            decide(read_placement(action))
        if game["table"]["phase"] == TEA:
            decide(bool(entry["tea"]))
        turn = tell_turn(game["now"], players)
        log, rows = np.zeros(1, TURN_DTYPE), np.zeros(players, ROW_DTYPE)
        play.PLAY.advance(games, blank_decision(), rows, 0, log, np.zeros(1, PROGRESS_DTYPE))
    return turn, [int(points) for points in log[0]["standing"][:players]]


def _is_same(table: Any, decision: Any, other: Any) -> bool:
    """Whether two decisions mean the same: roofs on the same palace do, whichever building they name."""
    if table["phase"] != PLACE:
        return bool(decision["take_tea"] == other["take_tea"])
    if decision["kind"] != other["kind"] or decision["kind"] < ROOF:
        return bool(decision["kind"] == other["kind"] and decision["square"] == other["square"])
    return int(palace_at(table, decision["square"])) == int(palace_at(table, other["square"]))


# -- words -------------------------------------------------------------------------------------------------------------


def decision_words(table: Any, decision: Any) -> str:
    if table["phase"] != PLACE:
        return "takes a tea break" if decision["take_tea"] else "places a second piece"
    return _placement_words(KIND_NAMES[int(decision["kind"])], square_name(bit_to_square(int(decision["square"]))))


def _placement_words(piece: str, where: str) -> str:
    """A placement; ``piece`` is a colour for a building, or the name of another piece."""
    return f"puts {piece_words(piece)} on {where}"


def piece_words(piece: str) -> str:
    """A piece with its article; a colour is a building."""
    name = f"{piece} building" if piece in KIND_NAMES[:4] else piece.replace("_", " ")
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def turn_words(turn: Mapping[str, Any]) -> Iterator[str]:
    """One sentence for each placement with its effects, then the tea break."""
    for action in turn["actions"]:
        piece = action["colour"] if action["place"] == BUILDING else action["place"]
        where = square_name(square_in(action["square"], "square"))
        yield "; ".join([_placement_words(piece, where), *map(_effect_words, action["effects"])])
    if turn["tea"]:
        yield "takes a tea break in place of a second piece"


def _effect_words(event: Mapping[str, Any]) -> str:
    kind = event["event"]
    if kind == "claim":
        owner = "as a neutral one" if event["to"] is None else f"for {seat_text(event['to'])}"
        return f"claims the {event['colour']} palace of {_count(event['size'], 'piece')} {owner}"
    if kind == "closed":
        returned = _listed(event["returned"])
        return f"{event['colour']} is closed: buildings returned to the box, by seat: {returned}"
    if kind == "tea":
        prize = _count(event["count"], "tea tile")
    elif kind == "tower_tile":
        merchants = f" with {_count(event['merchants'], 'merchant')}" if event["merchants"] else ""
        prize = f"the tile of tower {event['tower']}{merchants}"
    else:
        prize = f"the tile for {event['colour']} palaces"
    goes = "go" if kind == "tea" and event["count"] > 1 else "goes"
    to = "out of the game" if event["to"] is None else f"to {seat_text(event['to'])}"
    return f"{prize} {goes} {to}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def ending_words(game: Any) -> list[str]:
    """How the game ended, if it did."""
    if game["table"]["phase"] != OVER:
        return []
    result = result_of(game)
    totals = _listed([score["total"] for score in result["scores"]])
    winners = " and ".join(seat_text(seat) for seat in result["winners"])
    return [f"the game is over, with {END_LABELS[result['end']]}, by seat {totals} points: {winners} wins"]
