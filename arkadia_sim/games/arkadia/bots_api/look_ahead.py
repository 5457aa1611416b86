"""What of Arkadia those need who look ahead in it: see :class:`arkadia_sim.kernels.look_ahead.Parts`."""

from typing import Any

from arkadia_sim.accelerate import inlined, spliced
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.play import decide_by_chance, holdings_for, moves_on
from arkadia_sim.games.arkadia.rules.state import (
    DECISION_DTYPE,
    END,
    GAME_DTYPE,
    MIND_DTYPE,
    OVER,
    SEATS_MAX,
)
from arkadia_sim.games.arkadia.rules.turn import step
from arkadia_sim.games.arkadia.sight.finding import find
from arkadia_sim.kernels import look_ahead
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search
from arkadia_sim.kernels.play_loop import by_chance

__all__ = ["PARTS", "TO_THE_END", "in_game", "known_holdings", "own_hand", "playing_on_with", "searching_with"]


@inlined
def known_holdings(game: Any) -> Any:
    """What the player on turn knows of everybody's holdings."""
    return holdings_for(game, game["table"]["seat"])


@inlined
def own_hand(game: Any) -> Any:
    """The hand of the player on turn."""
    return game["hands"][game["table"]["seat"]]


@spliced
def _imagine(known: Any, image: Any, stream: Any) -> None:
    table, holdings, hand = known
    imagine(table, holdings, hand, image, stream)


@spliced
def _imagine_from(game: Any, image: Any, stream: Any) -> None:
    imagine(game["table"], known_holdings(game), own_hand(game), image, stream)


PARTS = Parts(
    imagine=_imagine,
    imagine_from=_imagine_from,
    moves_on=inlined(moves_on),
    step=step,
    game=GAME_DTYPE,
    mind=MIND_DTYPE,
    decision=DECISION_DTYPE,
    seats=SEATS_MAX,
    end=END,
    over=OVER,
)


def asked_with(decide: Any) -> Any:
    """How a bot is asked whose ``decide(deciders, table, holdings, hand, mind, decision)`` takes what it is handed: its
    constraints are found before, and chance may decide in its place."""

    @spliced
    def ask(deciders: Any, game: Any, mind: Any, decision: Any) -> None:
        table, holdings, hand = game["table"], known_holdings(game), own_hand(game)
        left_to_chance = by_chance(mind, table["phase"])
        if mind["watched"] != 0:
            find(table, holdings, hand, mind)
        if left_to_chance:
            decide_by_chance(table, holdings, hand, mind, decision)
        else:
            decide(deciders, table, holdings, hand, mind, decision)

    return ask


def in_game(decide: Any) -> Any:
    """``decide(table, holdings, hand, mind, decision)``, the same for all seats and phases, as a decision in a game, as
    the kernels ask for it."""

    @spliced
    def alike(deciders: Any, table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> None:
        decide(table, holdings, hand, mind, decision)

    ask = asked_with(alike)

    @spliced
    def decide_in(game: Any, mind: Any, decision: Any) -> None:
        ask(0, game, mind, decision)

    return decide_in


def playing_on_with(decide: Any) -> Any:
    """A function ``play_on(games, minds, decisions, turns)`` for compiled code, with one compiled decision for all
    seats and phases, which it takes into itself. Who plays in which seat is told by the minds."""
    return look_ahead.playing_on_with(PARTS, in_game(decide))


def searching_with(seat_players: Any, decide: Any, value: Any) -> Search:
    """How candidates are compared by playing them out, all players deciding by ``decide``."""
    return look_ahead.searching_with(PARTS, seat_players, in_game(decide), value)
