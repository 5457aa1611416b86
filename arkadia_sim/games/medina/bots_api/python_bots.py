"""Asking bots for one decision at a time: plain Python ones, and compiled ones outside the compiled loop.

An ask is a function ``ask(game, decision)`` that fills in the decision which the game's phase wants, for one seat. It
does what the compiled loop does: veils the holdings when they are hidden, mixes in chance at a raised temperature, and
leaves to the game's defaults what the bot does not decide itself.

A bot in plain Python is up to two functions, each of which is handed a
:class:`~arkadia_sim.games.medina.bots_api.view.View`: ``place`` returns a ``Place``, ``tea`` yes or no.
"""

from typing import Any

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.constraint import UNCONSTRAINED
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.bots_api.choices import Choice, fill_decision
from arkadia_sim.games.medina.bots_api.defaults import DEFAULTS
from arkadia_sim.games.medina.bots_api.explain import take
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.games.medina.rules.state import PHASE_NAMES, new_game
from arkadia_sim.games.medina.sight.finding import find, note_choice
from arkadia_sim.kernels.play_loop import Ask


def ask(one: Seated, seat: int, minds: Any) -> Ask:
    """The ask of a bot of either kind; ``minds`` are the records of all seats, that of this seat changes in place.

    The ask of a bot in plain Python raises RecordError, with the number of the rule, for an answer that does not fit
    the question or that the rules forbid, and for one that disregards constraints.
    """
    asking = _free(one, seat, minds)
    return asking if one.constraints == UNCONSTRAINED else _limited(asking, seat, minds)


def _limited(asking: Ask, seat: int, minds: Any) -> Ask:
    """The ask of a bot with constraints, or one that is watched."""

    def ask(game: Any, decision: Any) -> None:
        table, holdings, mind = *_handed(game, seat), minds[seat]
        find(table, holdings, mind)
        asking(game, decision)
        if not note_choice(table, holdings, mind, decision, game["now"]):
            raise RecordError(*play.FAULTS_OF_BOTS[play.DISREGARDED])

    return ask


def _handed(game: Any, seat: int) -> tuple[Any, Any]:
    """What a bot is handed: the table, and the holdings that it knows."""
    hidden = bool(game["table"]["rules"]["hidden"])
    if hidden:
        play.veil(game, seat)
    return game["table"], game["veiled" if hidden else "holdings"]


def _free(one: Seated, seat: int, minds: Any) -> Ask:
    trial = new_game()

    def ask(game: Any, decision: Any) -> None:
        table, holdings, mind = *_handed(game, seat), minds[seat]
        probability = float(mind["mixing"][int(table["phase"])])
        if probability > 0.0 and play.next_uniform(mind["random"]) < probability:
            play.decide_by_chance(table, holdings, mind, decision)
            return
        name = PHASE_NAMES[int(table["phase"])]
        function = one.bot.decisions.get(name, DEFAULTS[name])
        if name not in one.bot.plain:
            function(table, holdings, mind, decision)
            return
        luck = np.random.Generator(np.random.PCG64(_seed_of(mind)))
        choice = function(View(table, holdings, luck, one.settings(int(table["players"]))))
        _write_down(decision, choice, game, trial, one.bot.name)

    return ask


def _seed_of(mind: Any) -> int:
    """A seed from the seat's stream: a bot in plain Python draws with numpy, whatever the others draw."""
    return int(play.next_uniform(mind["random"]) * (1 << 53))


def _write_down(decision: Any, choice: Choice, game: Any, trial: Any, name: str) -> None:
    """Fill in the decision from the bot's answer; RecordError says which rule an answer breaks that is not legal.

    ``trial`` has room for one game, in which the kernel tries the answer out.
    """
    phase = PHASE_NAMES[int(game["table"]["phase"])]
    try:
        trial[0] = game
        take(trial[0], choice)
        fill_decision(decision, choice, game["table"])
    except RecordError as error:
        raise RecordError(error.rule, f"{error.rule}: bot {name} at its {phase}: {error}") from None
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        what = f"{choice!r} cannot be read as a choice ({error})"
        raise RecordError("M3.1", f"M3.1: bot {name} at its {phase}: {what}") from None
