"""The contract that every bot of a compiled game keeps, as checks that anyone can run on a bot of their own.

>>> from arkadia_sim.testing.bots import check_bot            # doctest: +SKIP
>>> check_bot("my_bot.py:my_bot:greed=2")                     # doctest: +SKIP

A bot

* plays by the rules at every number of players, with every option and also at a raised temperature;
* is deterministic: the same position with the same random numbers gets the same answer;
* keeps nothing: what it did in other games, or left in its scratch space, changes nothing;
* changes nothing that it is handed but its own mind;
* cannot be moved by what it may not know: when all that is hidden from its seat is drawn anew, it answers the same;
* fills in every field of a decision that its answer needs.

Each check is a function that returns the faults it finds, in plain words; ``check_bot`` runs them all. What they need
of a game, the game says in its ``bot_trials``.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import TEMPERATURE, Seated
from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.constraint import BARRED, FORCED, Constraints
from arkadia_sim.core.engine import Variant
from arkadia_sim.core.game import Batch, BatchResult, Setting
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.driving import Moment, Sitting, Understudy, understudies

Moments = Sequence[tuple[Variant, Moment]]
"""Decisions that a bot is asked for, with the ways to play in which they came up."""

SHOWN = 3
"""Faults of one kind that are told."""

_MIND_TO_KEEP = ("parameters", "temperature", "mixing", "rules")

SEED = 20_000
"""Where the deals of the checks come from."""


def check_bot(spec: str, decisions: int = 200, redeals: int = 100, game: str = DEFAULT_GAME) -> None:
    """Raise AssertionError with all faults if a bot breaks the contract.

    Args:
        spec: The bot as users write it.
        decisions: How many positions to test.
        redeals: How often everything hidden is drawn again at each position.
        game: The name of a compiled game.
    """
    played = find_game(game)
    assert isinstance(played, CompiledGame), f"{game} is no compiled game: its bots are for check_any_bot"
    bot = played.find_bot(spec)
    moments = collect(played, bot, decisions)
    faults = changes_nothing(played, bot, moments)
    if not faults:  # a bot that spoils the table might never come to an end
        faults += is_deterministic(played, bot, moments)
        if not faults:  # what changes by itself would seem to depend on everything
            faults += sees_nothing_hidden(played, bot, moments, redeals)
            faults += needs_no_scratch(played, bot, moments)
            faults += fills_in_decisions(played, bot, moments)
        faults += plays_by_the_rules(played, spec, deals=1 if bot.bot.in_python else 2)
        faults += keeps_nothing(played, spec)
    if faults:
        lines = "".join(f"\n  - {fault}" for fault in faults)
        raise AssertionError(f"bot {spec} does not keep the contract of bots:{lines}")


def checks(game: CompiledGame, spec: str, brief: bool = False) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The same checks one by one, with titles, as ``arkadia-sim check-bot`` runs them: few positions, in seconds.

    With ``brief`` even fewer, for a bot that takes long.
    """
    bot = game.find_bot(spec)
    moments, others = collect(game, bot, 12 if brief else 24), game.bot_trials.variants[1::2]
    yield "changes nothing that it is handed", partial(changes_nothing, game, bot, moments)
    yield "gives the same answer to the same question", partial(is_deterministic, game, bot, moments)
    yield "sees nothing that is hidden from it", partial(sees_nothing_hidden, game, bot, moments, 4)
    yield "needs nothing that other decisions left behind", partial(needs_no_scratch, game, bot, moments)
    yield "fills in its decisions", partial(fills_in_decisions, game, bot, moments)
    title = "plays by the rules with other options and pieces"
    yield title, partial(plays_by_the_rules, game, spec, 1, others[:3] if brief else others, brief)
    if not bot.is_free or not bot.bot.heeds or not bot.bot.plain:
        return
    yield "heeds the constraints that it says it heeds", partial(heeds, game, bot, moments)


def collect(game: CompiledGame, bot: Seated, decisions: int) -> list[tuple[Variant, Moment]]:
    """Decisions of the bot from games of all variants, in all seats and against ``random`` by turns."""
    variants = game.bot_trials.variants
    share = -(-decisions // len(variants))
    moments: list[tuple[Variant, Moment]] = []
    for variant in variants:
        moments += islice(((variant, moment) for moment in _decisions_of(game, bot, variant)), share)
    return moments[:decisions]


def _decisions_of(game: CompiledGame, bot: Seated, variant: Variant) -> Iterator[Moment]:
    """Every fifth decision of the bot, over eight games at most."""
    chance = game.find_bot("random")
    asked = 0
    for number, deal in enumerate(deal_seeds(SEED, variant.players, 0, 8)):
        alone, own = number % 2 == 0, number // 2 % variant.players
        seated = [bot if alone or seat == own else chance for seat in range(variant.players)]
        sitting = Sitting(game, seated, _setting(game, variant))
        for moment in sitting.drive(int(deal)):
            if seated[moment.seat] is bot:
                asked += 1
                if asked % 5 == 1:
                    yield moment.keep()


# -- checks at positions -----------------------------------------------------------------------------------------------


def changes_nothing(game: CompiledGame, bot: Seated, moments: Moments) -> list[str]:
    """Whether the bot leaves everything unchanged that it gets: the records, its parameters and its temperature."""

    def fault(bot: Understudy, moment: Moment) -> str:
        bot.take(moment)
        game.engine.handed(bot.game, moment.seat)  # hides now what asking the bot would hide
        before, mind = bot.game.copy(), bot.mind.copy()
        bot.answer()
        parts = [part for part in before.dtype.names if part != "now"]  # its account is kept of who is watched
        changed = [_changed(before[part], bot.game[part], part) for part in parts]
        changed += [_changed(mind[part], bot.mind[part], f"mind.{part}") for part in _MIND_TO_KEEP]
        names = " and ".join(part for part in changed if part)
        return f"changes {names}" if names else ""

    return _faults_at(game, bot, moments, fault)


def is_deterministic(game: CompiledGame, bot: Seated, moments: Moments) -> list[str]:
    """Whether the bot gives the same answer when asked again, at once and after all other questions."""
    first: dict[int, tuple[Any, ...]] = {}

    def again(bot: Understudy, moment: Moment) -> str:
        answer = first[id(moment)] = bot.take(moment).answer()
        other = bot.take(moment).answer()
        message = f"asked twice with the same random numbers, it answers {_shown(answer)} and then {_shown(other)}"
        return message if other != answer else ""

    def later(bot: Understudy, moment: Moment) -> str:
        answer, other = first[id(moment)], bot.take(moment).answer()
        message = (
            f"remembers earlier decisions: its answer {_shown(answer)} becomes {_shown(other)} when asked again later"
        )
        return message if other != answer else ""

    return _faults_at(game, bot, moments, again) or _faults_at(game, bot, list(reversed(moments)), later)


def sees_nothing_hidden(game: CompiledGame, bot: Seated, moments: Moments, redeals: int = 100) -> list[str]:
    """Whether the answer stays the same if everything that the seat cannot know is drawn again."""
    chance = np.random.Generator(np.random.PCG64(SEED))

    def fault(bot: Understudy, moment: Moment) -> str:
        ways = game.bot_trials.unknown(moment.game)
        answer = bot.take(moment).answer()
        for number in range(redeals if ways else 0):
            what, change = ways[number % len(ways)]
            change(bot.take(moment).game, moment.seat, chance)
            other = bot.answer()
            if other != answer:
                return f"knows what it may not: its answer {_shown(answer)} becomes {_shown(other)} when {what}"
        return ""

    return _faults_at(game, bot, moments, fault)


def needs_no_scratch(game: CompiledGame, bot: Seated, moments: Moments) -> list[str]:
    """Whether the bot's answer is independent of what other decisions or games left in its scratch space."""
    chance = np.random.Generator(np.random.PCG64(SEED))

    def fault(bot: Understudy, moment: Moment) -> str:
        answers = [bot.take(moment).answer()]
        for _ in range(3):
            _soil(game, bot.take(moment).mind, chance)
            answers.append(bot.answer())
        message = f"keeps something in its scratch space: its answer is {_shown(answers[0])} or "
        return next((message + _shown(other) for other in answers[1:] if other != answers[0]), "")

    return _faults_at(game, bot, moments, fault)


def fills_in_decisions(game: CompiledGame, bot: Seated, moments: Moments) -> list[str]:
    """Whether a compiled bot sets every field that its answer needs, instead of relying on earlier content."""
    if bot.bot.in_python:
        return []

    def fault(bot: Understudy, moment: Moment) -> str:
        answer = bot.take(moment).answer()
        for field, value in answer:
            if field in game.bot_trials.optional or field == "raises":
                continue
            bot.take(moment)
            bot.decision[field] = value + 77 if value < 50 else value - 77
            if bot.answer() != answer:
                return f"does not fill in `{field}` of its decision"
        return ""

    return _faults_at(game, bot, moments, fault)


def heeds(game: CompiledGame, bot: Seated, moments: Moments) -> list[str]:
    """Whether the bot heeds each constraint that it says it heeds, at positions of the decision that it is about."""
    faults = []
    for constraint in game.constraints:
        for way in (way for way in (BARRED, FORCED) if way in constraint.ways and constraint.name in bot.bot.heeds):
            limited = replace(bot, constraints=Constraints.parse(bot.bot.name, {way: constraint.name}))
            at = [entry for entry in moments if entry[1].decision == bot.bot.heeds[constraint.name]]
            found = _faults_at(game, limited, at[:3], lambda bot, moment: _fault_of(bot.take(moment).answer()))
            faults += [f"{way}={constraint.name}: {fault}" for fault in found]
    return faults[:SHOWN]


def _fault_of(answer: tuple[Any, ...]) -> str:
    return f"raises {answer[1]}" if answer[0] == "raises" else ""


def slowest_turn(game: CompiledGame, spec: str, against: str, players: int) -> float:
    """How long the bot thinks at most in a turn of a game against another, in seconds."""
    bot, other, spent = game.find_bot(spec), game.find_bot(against), dict[int, float]()
    sitting = Sitting(game, [bot, *[other] * (players - 1)], game.setting(players, {}, {}))
    begin, turn, own = perf_counter(), 0, False
    for moment in sitting.drive(int(deal_seeds(SEED, players, 0, 1)[0])):
        if own:
            spent[turn] = spent.get(turn, 0.0) + perf_counter() - begin
        begin, turn, own = perf_counter(), int(moment.game["table"]["turn"]), moment.seat == 0
    return max(spent.values(), default=0.0)


def _faults_at(
    game: CompiledGame, bot: Seated, moments: Moments, fault: Callable[[Understudy, Moment], str]
) -> list[str]:
    """The first fault at each kind of decision, and where it was found."""
    faults: dict[str, str] = {}
    bots: dict[int, list[Understudy]] = {}
    for variant, moment in moments:
        if moment.decision in faults or len(faults) == SHOWN:
            continue
        if id(variant) not in bots:
            bots[id(variant)] = understudies(game, bot, _setting(game, variant))
        message = fault(bots[id(variant)][moment.seat], moment)
        if message:
            faults[moment.decision] = f"{message}; at the {moment}, {variant}"
    return list(faults.values())


# -- checks over games -------------------------------------------------------------------------------------------------


def plays_by_the_rules(
    game: CompiledGame, spec: str, deals: int = 2, variants: Sequence[Variant] | None = None, brief: bool = False
) -> list[str]:
    """Whether no game fails: the bot in all seats, and in each seat against ``random``, in all variants.

    With ``brief``, in one seat alone.
    """
    faults = []
    for variant in game.bot_trials.variants if variants is None else variants:
        for bot in (spec,) if brief else (spec, hotter(spec)):
            lineups = [[0] * variant.players] + [
                [0 if seat == own else 1 for seat in range(variant.players)] for own in range(variant.players)
            ]
            lineups = lineups[1:2] if brief else lineups
            seeds = np.repeat(_deals(variant, deals), len(lineups))
            batch = _batch(game, variant, [bot, "random"], lineups * deals, seeds)
            failures = game.play(batch).failures
            for number, (seat, reason) in islice(failures.items(), 1):
                who = "the bot" if batch.lineups[number, seat] == 0 else "random"
                share = f"{len(failures)} of {len(batch.deals)} games"
                faults.append(
                    f"{who} breaks the rules: {reason}; {bot} in {share}, {variant}, first in {seat_text(seat)}"
                )
    return faults[:SHOWN]


def keeps_nothing(game: CompiledGame, spec: str) -> list[str]:
    """Whether a deal gives the same result whatever the bot has played since it was imported."""
    _forget(game, spec)
    alone = [game.play(_after(game, spec, variant, 1)) for variant in game.bot_trials.variants[:3]]
    _forget(game, spec)
    for first, variant in zip(alone, game.bot_trials.variants[:3], strict=True):
        after = game.play(_after(game, spec, variant, 4))
        column = _difference(first, after, slice(None), slice(-variant.players, None))
        if column:
            return [f"remembers earlier games: column {column} of a game differs when played after others; {variant}"]
    return []


def _after(game: CompiledGame, spec: str, variant: Variant, deals: int) -> Batch:
    """Deals with the bot in all seats, the first deal last."""
    return _batch(game, variant, [spec], [[0] * variant.players] * deals, _deals(variant, deals)[::-1])


def _batch(
    game: CompiledGame,
    variant: Variant,
    bots: Sequence[str],
    lineups: Sequence[Sequence[int]],
    deals: NDArray[np.uint64],
) -> Batch:
    no = np.zeros(len(lineups), np.bool_)
    return Batch(_setting(game, variant), bots, np.array(lineups, np.int64), deals, no, no)


def _setting(game: CompiledGame, variant: Variant) -> Setting:
    return game.setting(variant.players, variant.rules, variant.components)


def _deals(variant: Variant, count: int) -> NDArray[np.uint64]:
    return deal_seeds(SEED, variant.players, 100, count)


def _difference(a: BatchResult, b: BatchResult, rows_a: slice, rows_b: slice) -> str:
    """The first column in which these rows of two results differ, or nothing."""
    for name, column in a.players.items():
        if not np.array_equal(column[rows_a], b.players[name][rows_b], equal_nan=column.dtype.kind == "f"):
            return name
    return ""


def _forget(game: CompiledGame, spec: str) -> None:
    """Make the next lookup import the bot's file again."""
    file = game.find_bot(spec).python_file
    for name, module in list(sys.modules.items()):
        source = getattr(module, "__file__", None)
        if source and source.endswith(file.name) and Path(source).resolve() == file.resolve():
            del sys.modules[name]


def hotter(spec: str, temperature: float = 1.0) -> str:
    """The same bot at a raised temperature, unless the user has set one."""
    bot = BotSpec.parse(spec)
    return spec if TEMPERATURE.name in dict(bot.settings) else str(bot.with_settings({TEMPERATURE.name: temperature}))


def _soil(game: CompiledGame, mind: Any, chance: np.random.Generator) -> None:
    """Fill the parts of a mind that mean nothing between decisions with random bytes."""
    clean = mind.copy()
    remains = np.frombuffer(chance.bytes(mind.dtype.itemsize), mind.dtype)[0]
    for field in mind.dtype.names:
        mind[field] = (clean if field in (*_MIND_TO_KEEP, "random", "limits") else remains)[field]
    game.bot_trials.bound(mind, chance)


def _changed(before: Any, after: Any, called: str) -> str:
    """The first field that differs between two records, such as ``table.pools``, or nothing."""
    if before.dtype.names is None:
        return "" if before.tobytes() == after.tobytes() else called
    parts = (_changed(before[name], after[name], f"{called}.{name}") for name in before.dtype.names)
    return next((part for part in parts if part), "")


def _shown(answer: tuple[Any, ...]) -> str:
    """An answer in a line."""
    if answer[0] == "raises":
        return f"an error ({answer[1]})"
    return "{" + ", ".join(f"{field}: {value}" for field, value in answer) + "}"
