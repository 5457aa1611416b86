"""Asking bots for one decision at a time: plain Python ones, and compiled ones outside the compiled loop.

An ask is a function ``ask(game, decision)`` that fills in the decision which the game's phase wants, for one seat. It
does what the compiled loop does: veils the holdings when they are hidden, mixes in chance at a raised temperature, and
leaves to the game's defaults what the bot does not decide itself.

A bot in plain Python is up to four functions ``must``, ``draw``, ``castle`` and ``banner``, and some of them may as
well be compiled ones, those of another bot for instance. Each in plain Python is handed a
:class:`~arkadia_sim.games.arkadia.bots_api.view.View` and returns

* must: ``Build`` or ``Introduce``,
* draw: a face-up place or ``"stack"``,
* castle: ``Piece``,
* banner: ``Banner``, or None for no banner.
"""

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.constraint import UNCONSTRAINED
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Choice, fill_decision
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.dice import Dice
from arkadia_sim.games.arkadia.bots_api.explain import explain
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    CASTLE,
    DRAW,
    MUST,
    PHASE_NAMES,
    new_game,
)
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.sight.finding import find, note_choice
from arkadia_sim.kernels.play_loop import Ask

_ASKED = (MUST, DRAW, CASTLE, BANNER)
_NO_REASON = ("R3", "the rules do not allow this")
_RULE_OF = {MUST: "R3.1", DRAW: "R4.5", CASTLE: "R7.2", BANNER: "R8"}


def ask(one: Seated, seat: int, minds: Any, components: Components) -> Ask:
    """The ask of a bot of either kind."""
    if one.bot.in_python:
        asking = ask_python(one, seat, minds, components)
    else:
        functions = [one.bot.decisions.get(PHASE_NAMES[p], DEFAULTS[PHASE_NAMES[p]]) for p in _ASKED]
        asking = ask_compiled(functions, seat, minds)
    return asking if one.constraints == UNCONSTRAINED else _limited(asking, seat, minds)


def _limited(asking: Ask, seat: int, minds: Any) -> Ask:
    """The ask of a bot with constraints, or one that is watched; RecordError for a choice that disregards them."""

    def ask(game: Any, decision: Any) -> None:
        table, holdings, hand, mind = _handed(game, seat, minds)
        find(table, holdings, hand, mind)
        asking(game, decision)
        if not note_choice(table, holdings, hand, mind, decision, game["now"]):
            raise RecordError(*play.FAULTS_OF_BOTS[play.DISREGARDED])

    return ask


def ask_compiled(functions: Sequence[Callable[..., None]], seat: int, minds: Any) -> Ask:
    """The ask of a compiled bot, from its four functions in the order must, draw, castle, banner.

    ``minds`` are the ``MIND`` records of all seats; that of this seat changes in place.
    """
    by_phase = dict(zip(_ASKED, functions, strict=True))

    def ask(game: Any, decision: Any) -> None:
        table, holdings, hand, mind = _handed(game, seat, minds)
        if not _decided_by_chance(table, holdings, hand, mind, decision):
            by_phase[int(table["phase"])](table, holdings, hand, mind, decision)

    return ask


def ask_python(seated: Seated, seat: int, minds: Any, components: Components) -> Ask:
    """The ask of a bot with decisions in plain Python; its random numbers come from the stream in ``minds[seat]`` and
    go on there.

    The ask raises RecordError, with the number of the rule, for an answer that does not fit the question or that the
    kernel refuses.
    """
    trial = new_game()

    def ask(game: Any, decision: Any) -> None:
        table, holdings, hand, mind = _handed(game, seat, minds)
        if _decided_by_chance(table, holdings, hand, mind, decision):
            return
        name = PHASE_NAMES[int(table["phase"])]
        function = seated.bot.decisions.get(name, DEFAULTS[name])
        if name not in seated.bot.plain:
            function(table, holdings, hand, mind, decision)
            return
        dice = Dice(mind["random"])
        choice = function(View(table, holdings, hand, dice, seated.settings(int(table["players"])), components))
        mind["random"] = dice.words
        _write_down(decision, choice, game, trial, components, seated.bot.name)

    return ask


def _handed(game: Any, seat: int, minds: Any) -> tuple[Any, Any, Any, Any]:
    """What a bot is handed: table, the holdings that it knows, its own hand, its mind."""
    table = game["table"]
    hidden = bool(table["rules"]["hidden"])
    if hidden:
        play.veil(game, seat)
    return table, game["veiled" if hidden else "holdings"], game["hands"][seat], minds[seat]


def _decided_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> bool:
    """Whether the temperature has taken this decision from the bot; it is filled in then."""
    probability = float(mind["mixing"][int(table["phase"])])
    if probability > 0.0 and play.next_uniform(mind["random"]) < probability:
        play.decide_by_chance(table, holdings, hand, mind, decision)
        return True
    return False


def _write_down(decision: Any, choice: Any, game: Any, trial: Any, components: Components, name: str) -> None:
    """Fill in the decision from the bot's answer; RecordError says which rule an answer breaks that is not legal.

    ``trial`` has room for one game, in which the kernel tries the answer out.
    """
    phase = int(game["table"]["phase"])
    if phase == BANNER and choice is None:
        choice = Banner(used=False)
    answer: Choice = int(choice) if isinstance(choice, Integral) else choice
    try:
        if isinstance(choice, bool):
            raise TypeError("neither yes nor no was asked for")
        fill_decision(decision, answer, game, components)
        trial[0] = game
        legal = step(trial[0], decision) == OK
        rule, fault = ("", "") if legal else explain(game, answer, components) or _NO_REASON
    except RecordError as error:
        rule, fault = error.rule, str(error)
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        rule, fault = _RULE_OF[phase], f"{choice!r} cannot be read as a choice ({error})"
    if rule:
        raise RecordError(rule, f"{rule}: bot {name} at its {PHASE_NAMES[phase]}: {fault}")
