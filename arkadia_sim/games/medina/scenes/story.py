"""A recorded game told turn by turn, from its record alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from arkadia_sim.core.ranking import Ranking, rankings_at
from arkadia_sim.core.record_form import fields_of, list_of, square_in
from arkadia_sim.core.scene import Candidate, Position
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.bots_api.choices import Choice, blank_decision
from arkadia_sim.games.medina.bots_api.explain import take
from arkadia_sim.games.medina.components.squares import square_name
from arkadia_sim.games.medina.records.account import BUILDING, result_of, tell_turn
from arkadia_sim.games.medina.records.checks import set_up
from arkadia_sim.games.medina.records.form import COUNTS, TURN_FIELDS, read_placement
from arkadia_sim.games.medina.records.setup import read_setup
from arkadia_sim.games.medina.rules.state import OVER, PHASE_NAMES, TEA, TURN_DTYPE
from arkadia_sim.games.medina.scenes.drawing import draw_scene
from arkadia_sim.games.medina.scenes.judged import judge as judged
from arkadia_sim.games.medina.scenes.judged import placement_words
from arkadia_sim.games.medina.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE


def tell(record: Mapping[str, Any], name: str, judge: str | None = None) -> Iterator[Position]:
    """The position before the first turn and after each, with what happened in between.

    ``name`` is that of the game, by which bots are found; ``judge`` is a bot that is asked about all candidates in
    place of those that played. Raises RecordError as a check of the record does, but does not hold what the record says
    came of a turn against what comes of it.
    """
    setup = read_setup(record)
    games, bots = set_up(setup), record["bots"]
    rankings = rankings_at(bots, judge, name)
    begins = f"seat {setup.first_seat} begins; the well is on {square_name(setup.well)}"
    nothing = [0] * setup.players
    yield Position(0, None, (begins,), draw_scene(games[0], bots, nothing, frozenset()))
    for number, entry in enumerate(record["turns"], start=1):
        try:
            candidates: list[Candidate] = []
            told, standings = _played(games, entry, rankings, candidates)
        except RecordError as error:
            error.turn = number - 1
            raise
        fresh = frozenset(tuple(one["square"]) for one in told["actions"])
        words = [*_words(told), *_ending(games[0])]
        scene = draw_scene(games[0], bots, standings, fresh)
        seat = told["seat"]
        yield Position(number, seat, tuple(words), scene, tuple(candidates), bots[seat], judge or "")


def _played(
    games: Any, entry: Any, rankings: Sequence[Ranking | None], candidates: list[Candidate]
) -> tuple[dict[str, Any], list[int]]:
    """Play a turn: what happened as a record tells it, and what everybody would have if the game ended after it.
    ``candidates`` take what the bot thought of before each decision."""
    fields_of(entry, TURN_FIELDS, "a turn", COUNTS)
    game, players = games[0], len(rankings)
    if game["table"]["phase"] == OVER or entry["seat"] != game["table"]["seat"]:
        raise RecordError("M3.5", f"seat {entry['seat']!r} is not on turn")
    ranking = rankings[entry["seat"]]

    def decide(choice: Choice) -> None:
        if ranking is not None and PHASE_NAMES[int(game["table"]["phase"])] in ranking.units:
            candidates.extend(judged(game, ranking, choice))
        take(game, choice)

    with np.errstate(over="ignore"):
        for action in list_of(entry["actions"], "actions"):
            if game["table"]["phase"] == TEA:
                decide(False)
            decide(read_placement(action))
        if game["table"]["phase"] == TEA:
            decide(bool(entry["tea"]))
        told = tell_turn(game["now"], players)
        log, rows = np.zeros(1, TURN_DTYPE), np.zeros(players, ROW_DTYPE)
        play.advance(games, blank_decision(), rows, 0, log, np.zeros(1, PROGRESS_DTYPE))
    return told, [int(one) for one in log[0]["standing"][:players]]


# -- words -------------------------------------------------------------------------------------------------------------


def _words(told: Mapping[str, Any]) -> Iterator[str]:
    """What was put where, and what it brought, a sentence for each piece; then the tea break."""
    for action in told["actions"]:
        piece = action["colour"] if action["place"] == BUILDING else action["place"]
        where = square_name(square_in(action["square"], "square"))
        yield "; ".join([placement_words(piece, where), *(_effect(one) for one in action["effects"])])
    if told["tea"]:
        yield "takes a tea break in place of a second piece"


def _effect(event: Mapping[str, Any]) -> str:
    """What an event of a record says, in words."""
    kind = event["event"]
    if kind == "claim":
        return f"claims the {event['colour']} palace of {event['size']} pieces{_for(event['to'], 'as a neutral one')}"
    if kind == "tea":
        return f"{_count(event['count'], 'tea tile')}{_to(event['to'])}"
    if kind == "tower_tile":
        merchants = f" with {_count(event['merchants'], 'merchant')}" if event["merchants"] else ""
        return f"the tile of tower {event['tower']}{merchants}{_to(event['to'])}"
    if kind == "palace_tile":
        return f"the tile for {event['colour']} palaces{_to(event['to'])}"
    returned = _listed(event["returned"])
    return f"{event['colour']} is closed: buildings back to the box, by seat: {returned}"


def _to(seat: int | None) -> str:
    return " goes out of the game" if seat is None else f" goes to seat {seat}"


def _for(seat: int | None, neutral: str) -> str:
    return f" {neutral}" if seat is None else f" for seat {seat}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _ending(game: Any) -> list[str]:
    """How the game ended, when the turn was its last."""
    if game["table"]["phase"] != OVER:
        return []
    result = result_of(game)
    totals = _listed([one["total"] for one in result["scores"]])
    winners = " and ".join(f"seat {seat}" for seat in result["winners"])
    return [f"the game is over ({result['end']}), by seat {totals} points: {winners} wins"]
