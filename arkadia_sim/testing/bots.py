"""The contract that every bot for Arkadia keeps, as checks that anyone can run on a bot of their own.

>>> from arkadia_sim.testing.bots import check_bot            # doctest: +SKIP
>>> check_bot("my_bot.py:my_bot:greed=2")                     # doctest: +SKIP

A bot

* plays by the rules at every number of players, with every option and also at a raised temperature;
* is deterministic: the same position with the same random numbers gets the same answer;
* keeps nothing: what it did in other games, or left in its scratch space, changes nothing;
* changes nothing that it is handed but its own mind;
* cannot be moved by what it may not know: when the hidden cards are dealt again in agreement with what its seat
  knows, and with ``holdings = hidden`` when the others hold something else, it answers the same;
* fills in every field of a decision that its answer needs.

Each check is a function that returns the faults found, in plain words; ``check_bot`` runs them all.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import TEMPERATURE, Seated
from arkadia_sim.core.game import Batch, BatchResult
from arkadia_sim.core.registry import find_bot
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.setup import redeal
from arkadia_sim.games.arkadia.rules.state import PHASE_NAMES
from arkadia_sim.rng import STREAM_WORDS, deal_seeds
from arkadia_sim.testing.driving import Moment, Sitting, Understudy, understudies


class Variant(NamedTuple):
    """A way to play in which bots are tested."""

    players: int
    rules: Mapping[str, Any] = {}
    components: Mapping[str, Any] = {}

    def __str__(self) -> str:
        chosen = {**self.rules, **self.components}
        return f"{self.players} players" + "".join(f", {name} = {value}" for name, value in chosen.items())


VARIANTS = (
    Variant(4),
    Variant(3, {"holdings": "hidden", "flip_tiles": True, "final_round": "others_only"}),
    Variant(2, {"setup": "first_game", "holdings": "hidden"}),
    Variant(4, {"setup": "first_game", "final_round": "others_only", "seal_supply": "unlimited"}),
    Variant(2, {}, {"outlines": "square"}),
    Variant(4, {"holdings": "hidden", "workers_at_castle": False, "seals_per_family": 5}),
    Variant(3, {"hand_size": 8, "face_up": 8, "banners": 5, "workers_per_banner": 1, "start_workers": 6}),
    Variant(2, {"hand_size": 1, "face_up": 1, "banners": 0, "neutral_workers": 0, "floor_pieces": [3, 3, 0]}),
    Variant(3, {"setup": "first_game", "start_workers": 0, "banners": 1, "workers_per_banner": 11}),
    Variant(4, {"start_workers": [0, 3, 1, 2], "start_gold": [0, 5, 0, 40]}),
)
"""Every number of players, both set-ups and each option both ways, and small and large numbers."""

SHOWN = 3
"""Faults of one kind that are told."""

_MIND_TO_KEEP = ("parameters", "temperature", "mixing", "barred", "forced", "watched")

SEED = 20_000
"""Where the deals of the checks come from."""


def check_bot(spec: str, decisions: int = 200, redeals: int = 100) -> None:
    """Raise AssertionError with all faults found, if the bot does not keep the contract.

    ``spec`` is the bot as one writes it on the command line. ``decisions`` positions from the variants' games are
    looked at, with ``redeals`` new deals of the hidden cards at each.
    """
    one = find_bot(spec)
    moments = collect(one, decisions)
    faults = changes_nothing(one, moments)
    if not faults:  # a bot that spoils the table might never come to an end
        faults += is_deterministic(one, moments)
        if not faults:  # what changes by itself would seem to depend on everything
            faults += sees_nothing_hidden(one, moments, redeals)
            faults += needs_no_scratch(one, moments)
            faults += fills_in_decisions(one, moments)
        faults += plays_by_the_rules(spec, deals=1 if one.bot.in_python else 2)
        faults += repeats_games(spec)
        faults += keeps_nothing(spec)
    if faults:
        told = "".join(f"\n  - {fault}" for fault in faults)
        raise AssertionError(f"bot {spec} does not keep the contract of bots:{told}")


def checks(spec: str, decisions: int = 24, redeals: int = 4) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The same one by one, in words, as ``arkadia-sim check-bot`` makes them: at few positions, in seconds."""
    one = find_bot(spec)
    moments = collect(one, decisions)
    yield "changes nothing that it is handed", partial(changes_nothing, one, moments)
    yield "gives the same answer to the same question", partial(is_deterministic, one, moments)
    yield "sees nothing that is hidden from it", partial(sees_nothing_hidden, one, moments, redeals)
    yield "needs nothing that other decisions left behind", partial(needs_no_scratch, one, moments)
    yield "fills in its decisions", partial(fills_in_decisions, one, moments)
    yield "plays by the rules with other options and pieces", partial(plays_by_the_rules, spec, 1, VARIANTS[1::2])


def collect(one: Seated, decisions: int) -> list[tuple[Variant, Moment]]:
    """Decisions of the bot from games of all variants, it alone at the table and with ``random`` by turns."""
    share = -(-decisions // len(VARIANTS))
    found: list[tuple[Variant, Moment]] = []
    for variant in VARIANTS:
        found += islice(((variant, moment) for moment in _decisions_of(one, variant)), share)
    return found[:decisions]


def _decisions_of(one: Seated, variant: Variant) -> Iterator[Moment]:
    """Every fifth decision of the bot, over eight games at most."""
    chance = find_bot("random")
    asked = 0
    for game, deal in enumerate(deal_seeds(SEED, variant.players, 0, 8)):
        seated = [
            one if game % 2 == 0 or seat == game // 2 % variant.players else chance for seat in range(variant.players)
        ]
        sitting = Sitting(seated, _setting(variant))
        for moment in sitting.drive(int(deal)):
            if seated[moment.seat] is one:
                asked += 1
                if asked % 5 == 1:
                    yield moment.keep()


# -- checks at positions -----------------------------------------------------------------------------------------------


def changes_nothing(one: Seated, moments: Sequence[tuple[Variant, Moment]]) -> list[str]:
    """Whether table, holdings, hand, parameters and temperature are the same after a decision as before."""

    def fault(bot: Understudy, moment: Moment) -> str:
        bot.take(moment)
        if bot.game["table"]["rules"]["hidden"]:
            play.veil(bot.game, moment.seat)
        game, mind = bot.game.copy(), bot.mind.copy()
        bot.answer()
        seat = moment.seat
        changed = [_changed(game[part], bot.game[part], part) for part in ("table", "holdings", "veiled")]
        changed.append(_changed(game["hands"][seat], bot.game["hands"][seat], "hand"))
        changed += [_changed(mind[part], bot.mind[part], f"mind.{part}") for part in _MIND_TO_KEEP]
        told = " and ".join(part for part in changed if part)
        return f"changes {told}" if told else ""

    return _faults_at(one, moments, fault)


def is_deterministic(one: Seated, moments: Sequence[tuple[Variant, Moment]]) -> list[str]:
    """Whether the bot answers the same when asked again, at once and after it was asked all the other questions."""
    first: dict[int, tuple[Any, ...]] = {}

    def again(bot: Understudy, moment: Moment) -> str:
        answer = first[id(moment)] = bot.take(moment).answer()
        other = bot.take(moment).answer()
        told = f"asked twice with the same random numbers, it answers {_shown(answer)} and then {_shown(other)}"
        return told if other != answer else ""

    def later(bot: Understudy, moment: Moment) -> str:
        answer, other = first[id(moment)], bot.take(moment).answer()
        told = (
            f"remembers earlier decisions: its answer {_shown(answer)} becomes {_shown(other)} when asked again later"
        )
        return told if other != answer else ""

    return _faults_at(one, moments, again) or _faults_at(one, list(reversed(moments)), later)


def sees_nothing_hidden(one: Seated, moments: Sequence[tuple[Variant, Moment]], redeals: int = 100) -> list[str]:
    """Whether the answer stays when all that the seat cannot know is drawn anew (R10)."""
    stream = np.arange(1, STREAM_WORDS + 1, dtype=np.uint64)
    chance = np.random.Generator(np.random.PCG64(SEED))

    def fault(bot: Understudy, moment: Moment) -> str:
        answer = bot.take(moment).answer()
        hidden = bool(moment.game["table"]["rules"]["hidden"])
        for k in range(redeals):
            bot.take(moment)
            with np.errstate(over="ignore"):
                redeal(bot.game, moment.seat, stream)
            what = "cards that it cannot see are dealt again (R10.3)"
            if hidden and k % 2:
                bot.take(moment)
                _change_holdings(bot.game["holdings"], moment.seat, chance)
                what = "the hidden holdings of others change (R10.2)"
            other = bot.answer()
            if other != answer:
                return f"knows what it may not: its answer {_shown(answer)} becomes {_shown(other)} when {what}"
        return ""

    return _faults_at(one, moments, fault)


def needs_no_scratch(one: Seated, moments: Sequence[tuple[Variant, Moment]]) -> list[str]:
    """Whether it is all the same to the bot what other decisions or games have left in its scratch space."""
    chance = np.random.Generator(np.random.PCG64(SEED))

    def fault(bot: Understudy, moment: Moment) -> str:
        answers = [bot.take(moment).answer()]
        for _ in range(3):
            _soil(bot.take(moment).mind, chance)
            answers.append(bot.answer())
        told = f"keeps something in its scratch space: with other remains in it, its answer is {_shown(answers[0])} or "
        return next((told + _shown(other) for other in answers[1:] if other != answers[0]), "")

    return _faults_at(one, moments, fault)


def fills_in_decisions(one: Seated, moments: Sequence[tuple[Variant, Moment]]) -> list[str]:
    """Whether a compiled bot sets every field that its answer needs, and does not trust what happens to be there.

    ``own``, ``neutral`` and ``sold`` it may leave alone: no workers, no seals.
    """
    if one.bot.in_python:
        return []

    def fault(bot: Understudy, moment: Moment) -> str:
        answer = bot.take(moment).answer()
        for field, value in answer:
            if field in ("own", "neutral", "sold", "raises"):
                continue
            bot.take(moment)
            bot.decision[field] = value + 77 if value < 50 else value - 77
            if bot.answer() != answer:
                return f"does not fill in `{field}` of its decision"
        return ""

    return _faults_at(one, moments, fault)


def _faults_at(
    one: Seated, moments: Sequence[tuple[Variant, Moment]], fault: Callable[[Understudy, Moment], str]
) -> list[str]:
    """The first fault that a check finds at each kind of decision, with where it found it."""
    found: dict[str, str] = {}
    bots: dict[int, list[Understudy]] = {}
    for variant, moment in moments:
        phase = PHASE_NAMES[moment.phase]
        if phase in found or len(found) == SHOWN:
            continue
        at_table = bots.get(id(variant))
        if at_table is None:
            components = Sitting([one] * variant.players, _setting(variant)).components
            at_table = bots[id(variant)] = understudies(one, components)
        told = fault(at_table[moment.seat], moment)
        if told:
            found[phase] = f"{told}; at the {moment}, {variant}"
    return list(found.values())


# -- checks over games -------------------------------------------------------------------------------------------------


def plays_by_the_rules(spec: str, deals: int = 2, variants: Sequence[Variant] = VARIANTS) -> list[str]:
    """Whether no game fails: the bot alone at the table, and in each seat among ``random``, in all variants."""
    faults = []
    for variant in variants:
        for bot in (spec, _hotter(spec)):
            lineups = [[0] * variant.players] + [
                [0 if seat == own else 1 for seat in range(variant.players)] for own in range(variant.players)
            ]
            batch = _batch(variant, [bot, "random"], lineups * deals, np.repeat(_deals(variant, deals), len(lineups)))
            failures = GAME.play(batch).failures
            for game, (seat, reason) in islice(failures.items(), 1):
                who = "the bot" if batch.lineups[game, seat] == 0 else "random"
                where = (
                    f"{bot} in {len(failures)} of {len(batch.deals)} games, {variant}, the first time in seat {seat}"
                )
                faults.append(f"{who} breaks the rules: {reason}; {where}")
    return faults[:SHOWN]


def repeats_games(spec: str, deals: int = 3) -> list[str]:
    """Whether the same deals give the same rows when played twice."""
    for variant in VARIANTS[:3]:
        batch = _batch(variant, [spec], [[0] * variant.players] * deals, _deals(variant, deals))
        first, second = GAME.play(batch), GAME.play(batch)
        column = _difference(first, second, slice(None), slice(None))
        if column:
            return [f"plays the same deals in two ways: column {column} of the rows differs; {variant}"]
    return []


def keeps_nothing(spec: str, deals: int = 4) -> list[str]:
    """Whether a deal comes out the same whatever the bot has played since it was imported: nothing or the games of
    other variants alone, and other deals before it."""
    _forget(spec)
    alone = [GAME.play(_after(spec, variant, 1)) for variant in VARIANTS[:3]]
    _forget(spec)
    for first, variant in zip(alone, VARIANTS[:3], strict=True):
        after = GAME.play(_after(spec, variant, deals))
        column = _difference(first, after, slice(None), slice(-variant.players, None))
        if column:
            return [f"remembers earlier games: column {column} of a game differs when played after others; {variant}"]
    return []


def _after(spec: str, variant: Variant, deals: int) -> Batch:
    """So many deals of a bot among its like, the first one last."""
    return _batch(variant, [spec], [[0] * variant.players] * deals, _deals(variant, deals)[::-1])


def _batch(variant: Variant, bots: Sequence[str], lineups: Sequence[Sequence[int]], deals: NDArray[np.uint64]) -> Batch:
    no = np.zeros(len(lineups), np.bool_)
    return Batch(_setting(variant), bots, np.array(lineups, np.int64), deals, no, no)


def _setting(variant: Variant) -> Any:
    return GAME.setting(variant.players, variant.rules, variant.components)


def _deals(variant: Variant, count: int) -> NDArray[np.uint64]:
    return deal_seeds(SEED, variant.players, 100, count)


def _difference(a: BatchResult, b: BatchResult, rows_a: slice, rows_b: slice) -> str:
    """The first column in which these rows of two results differ, or nothing."""
    for name, column in a.players.items():
        if not np.array_equal(column[rows_a], b.players[name][rows_b], equal_nan=column.dtype.kind == "f"):
            return name
    return ""


def _forget(spec: str) -> None:
    """Have the bot's file imported anew when it is next looked up."""
    file = find_bot(spec).python_file
    for name, module in list(sys.modules.items()):
        found = getattr(module, "__file__", None)
        if found and found.endswith(file.name) and Path(found).resolve() == file.resolve():
            del sys.modules[name]


def _hotter(spec: str) -> str:
    """The same bot at a raised temperature."""
    read = BotSpec.parse(spec)
    return spec if TEMPERATURE.name in dict(read.settings) else str(read.with_settings({TEMPERATURE.name: 1.0}))


def _soil(mind: Any, chance: np.random.Generator) -> None:
    """Fill everything in a mind that is worthless between decisions with random remains; what constraints leave of a
    decision is found before the bot is asked."""
    clean = mind.copy()
    remains = np.frombuffer(chance.bytes(mind.dtype.itemsize), mind.dtype)[0]
    for field in mind.dtype.names:
        mind[field] = (clean if field in (*_MIND_TO_KEEP, "random", "limits") else remains)[field]
    mind["n_candidates"] = chance.integers(0, len(mind["candidates"]))
    mind["outlook"]["n"] = chance.integers(0, len(mind["outlook"]["vacant"]))


def _change_holdings(holdings: Any, seat: int, chance: np.random.Generator) -> None:
    """Give all other seats something else to hold."""
    for other in range(len(holdings["gold"])):
        if other != seat:
            holdings["gold"][other] = chance.integers(0, 300)
            holdings["seals"][other] = chance.integers(0, 31, 4)
            holdings["workers"][other] = chance.integers(0, 12)
            holdings["neutrals"][other] = chance.integers(0, 25)


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
