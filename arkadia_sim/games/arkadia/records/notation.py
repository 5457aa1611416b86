"""Game records written: the games that were played, told so that a replay needs no more than the record.

Beside this module ``form`` knows the fields of a record, ``setup`` and ``checks`` the rules behind them, ``replay``
plays a record again, ``account`` tells a game in its words, ``bots_api.explain`` says which rule forbids a decision.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import RecordError, RunError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Introduce, Owner, Pass, Piece
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.records.account import draw_text, result_of, sold, tell_setup, tell_turn
from arkadia_sim.games.arkadia.records.form import FORMAT, FORMAT_OF_SEATS, RecordedTurn
from arkadia_sim.games.arkadia.records.replay import Replay
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, card_name, played_components
from arkadia_sim.games.arkadia.rules.state import BUILD, WORKERS, new_game, new_minds
from arkadia_sim.games.arkadia.tables.metrics import ROW_DTYPE


def record_game(
    components: Components,
    prepared: Prepared,
    rules: Mapping[str, Any],
    log: NDArray[Any],
    deal: int,
    bots: Sequence[str],
) -> dict[str, Any]:
    """The record of a finished game, from the seed of its deal and the log of its turns (``TURN`` records).

    The game is dealt and played once more through the kernel; what the record states comes from there, the log gives
    the decisions alone. RunError when the log does not lead to the end of that game.
    """
    game = _dealt(prepared, deal, len(bots))
    components = played_components(components, game)
    again = Replay(game, components)
    dealt = tell_setup(game, components)
    turns = []
    try:
        for entry in log:
            again.play_turn(_decided(entry, components))
            turns.append(tell_turn(game, components))
            again.end_turn()
        again.check_over()
    except RecordError as error:
        raise RunError(f"turn {len(turns)} of the log of deal {deal} does not replay: {error.rule}: {error}") from None
    played = RuleSet.from_mapping(rules)
    return {
        "format": FORMAT if played.plain else FORMAT_OF_SEATS,
        "players": len(bots),
        "rules": played.as_record(),
        **dealt,
        "bots": list(bots),
        "seed": int(deal),
        "turns": turns,
        "result": result_of(game),
    }


def _dealt(prepared: Prepared, deal: int, players: int) -> Any:
    """The ``GAME`` record of a deal before its first turn, dealt as for play."""
    games = new_game()
    play.deal_by_hand(games, prepared, new_minds(), deal, np.zeros(players, ROW_DTYPE))
    return games[0]


def _decided(entry: Any, components: Components) -> RecordedTurn:
    """What was decided in a logged turn."""
    pieces = tuple(
        Piece(components.families[int(entry["piece_family"][i])], int(entry["piece_square"][i]))
        for i in range(int(entry["n_pieces"]))
    )
    banner = Banner(True, sold(entry, components)) if entry["used_banner"] else Banner(False)
    must = decided_must(entry, components)
    return RecordedTurn(int(entry["seat"]), must, draw_text(int(entry["draw"])), pieces=pieces, banner=banner)


def decided_must(entry: Any, components: Components) -> Build | Introduce | Pass:
    """The must of a ``TURN`` record, as a person would write it."""
    squares = frozenset(squares_of(entry["squares"]))
    if entry["kind"] == BUILD:
        return Build(card_name(components, int(entry["card"])), squares)
    if entry["kind"] == WORKERS:
        workers: dict[Square, Owner] = dict.fromkeys(squares_of(entry["own"]), "own")
        workers |= dict.fromkeys(squares_of(entry["neutral"]), "neutral")
        return Introduce(squares, workers)
    return Pass()
