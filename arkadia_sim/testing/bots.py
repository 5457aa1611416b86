"""The contract of bots of compiled games, as checks that return the faults they find, in plain words.

What they need of a game, the game says in its ``bot_trials``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np

from arkadia_sim.compiled.engine import Variant
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.bot import TEMPERATURE, Seated
from arkadia_sim.core.game import Batch, Setting
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.driving import Moment, Sitting, Understudy, understudies

Moments = Sequence[tuple[Variant, Moment]]
"""Decisions that a bot is asked for, with the ways to play in which they came up."""

Check = tuple[str, Callable[[], list[str]]]
"""What is checked, in words, and a function that returns the faults, in words too."""

SHOWN = 3
"""Faults of one kind that are told."""

_MIND_TO_KEEP = ("parameters", "temperature", "mixing", "rules")

SEED = 20_000
"""Where the deals of the checks come from."""


def checks(
    game: CompiledGame, spec: str, brief: bool = False, decisions: int = 24, redeals: int = 4
) -> Iterator[Check]:
    """All checks one by one, with titles; as they are, they take seconds. ``decisions`` positions are looked at, half
    as many with ``brief`` (for a bot that takes long), and at each of them everything hidden is drawn again ``redeals``
    times."""
    bot, variants = game.find_bot(spec), game.bot_trials.variants[1::2]
    moments = collect(game, bot, decisions // 2 if brief else decisions)
    yield "changes nothing that it is handed", partial(changes_nothing, game, bot, moments)
    yield "gives the same answer to the same question", partial(is_deterministic, game, bot, moments)
    yield "sees nothing that is hidden from it", partial(sees_nothing_hidden, game, bot, moments, redeals)
    yield "needs nothing that other decisions left behind", partial(needs_no_scratch, game, bot, moments)
    title = "plays by the rules with other options and pieces"
    yield title, partial(plays_by_the_rules, game, spec, variants[: 3 if brief else None], brief)


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


def sees_nothing_hidden(game: CompiledGame, bot: Seated, moments: Moments, redeals: int) -> list[str]:
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
def plays_by_the_rules(game: CompiledGame, spec: str, variants: Sequence[Variant], brief: bool) -> list[str]:
    """Whether no game fails: the bot in all seats, and in each seat against ``random``, in some variants. With
    ``brief``, in one seat alone."""
    faults = []
    for variant in variants:
        for bot in (spec,) if brief else (spec, hotter(spec)):
            lineups = np.vstack([np.zeros(variant.players, np.int64), 1 - np.eye(variant.players, dtype=np.int64)])
            lineups = lineups[1:2] if brief else lineups
            seeds = np.repeat(deal_seeds(SEED, variant.players, 100, 1), len(lineups))
            no = np.zeros(len(lineups), np.bool_)
            failures = game.play(Batch(_setting(game, variant), [bot, "random"], lineups, seeds, no, no)).failures
            for number, (seat, reason) in islice(failures.items(), 1):
                who = "the bot" if lineups[number, seat] == 0 else "random"
                share = f"{len(failures)} of {len(lineups)} games"
                faults.append(
                    f"{who} breaks the rules: {reason}; {bot} in {share}, {variant}, first in {seat_text(seat)}"
                )
    return faults[:SHOWN]


def _setting(game: CompiledGame, variant: Variant) -> Setting:
    return game.setting(variant.players, variant.rules, variant.components)


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
