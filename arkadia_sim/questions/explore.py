"""Explore: which changes of the rules give designers what they want of a game.

First each change is played alone, all on the same deals. Added up, their effects say which combinations look best.
These race on new deals, and those ahead race on. Deals that chose nothing test the three in front.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from math import inf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.options import RuleOption, option_text
from arkadia_sim.errors import BadValue, UnknownName, UsageError, counted
from arkadia_sim.plots.figures import draw_trade_offs
from arkadia_sim.questions.answers import adapted_sentences, listed
from arkadia_sim.questions.balance import ends_of
from arkadia_sim.questions.differences import RARE, share_mean
from arkadia_sim.results.course import LEADER_WINS, MOMENTS
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import SEAT_ADVANTAGE, Measure, MeasuredDeals
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.simultaneous import held_at_once
from arkadia_sim.stats.verdicts import MINIMUM_DEALS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Changes = Mapping[str, Any]
"""Options of the rules that are changed, with their new values."""
InForce = Callable[[Changes], Mapping[str, Any] | None]
"""All options of the rules under changes; None if these cannot be played."""
Play = Callable[[Sequence[Changes], int, int], list[list[MeasuredDeals]]]
"""Plays settings: their changes, the number of the run, its deals. Returns each goal's measure in each setting."""
Reach = Literal["yes", "no", "cannot tell"]

RACE_DEALS, CONFIRM_DEALS, LONGER = 2_000, 50_000, 3  # of races 1 and 2, and of the test; the factor of race 3
FOLLOWED = 4  # so many times fewer deals where a goal is read from the turns
RACES, APART = 3, 1_000  # how many races there are, and how far the seeds of two runs are apart
CHANGES_MOST, PER_SIZE, FINALISTS = 3, 12, 3  # changes at once; combinations of each size that race; those tested
EFFECTS_MOST = 60  # with more single changes there are no combinations of three
PRICE = 0.05  # what each unit of a change must bring, as a part of the way to a goal
SMALL = 12  # larger numbers change by tenths; an option with larger ones changes only if it is named

_TINY = 1e-9
_GOAL = re.compile(r"(\w+)\s*(?:([=<>])\s*(-?\d+(?:\.\d+)?)|([-+−])\s*(\d+(?:\.\d+)?)\s*(%?))")


@dataclass(frozen=True)
class Goal:
    """A goal: the measure, less ``amount`` and less ``share`` of what it was before, lies from ``low`` to ``high``."""

    text: str
    measure: Measure
    share: float
    amount: float
    low: float
    high: float

    def level(self, means: NDArray[np.float64]) -> float:
        """The number that the goal is about: of seats, the one that differs most."""
        return float(np.abs(means).max() if self.measure.name == SEAT_ADVANTAGE else means.mean())

    def missing(self, before: NDArray[np.float64], after: NDArray[np.float64], margin: float) -> float:
        """How far the goal is away, so that it is passed by a margin."""
        above = self.level(after) - self.share * self.level(before) - self.amount
        return max(0.0, self.low + margin - above, above - self.high + margin)

    def reached(self, low: float, high: float, deals: int) -> Reach:
        """Whether an interval of what must lie from ``low`` to ``high`` says that the goal is reached."""
        if deals >= MINIMUM_DEALS and self.low <= low and high <= self.high:
            return "yes"
        return "no" if deals >= MINIMUM_DEALS and (high < self.low or low > self.high) else "cannot tell"


def goals_of(texts: Iterable[str], find: Callable[[str], Measure], tolerances: Mapping[str, float]) -> list[Goal]:
    """Goals as users write them: ``seat_advantage=0,turns-10%``. A number is reached within its tolerance; with other
    signs, more is enough. Raises BadValue for what is no goal, and what ``find`` raises for an unknown measure."""
    goals: list[Goal] = []
    for text in (part.strip() for written in texts for part in written.split(",")):
        match = _GOAL.fullmatch(text)
        if match is None:
            raise BadValue(
                "--want", text, "goals with commas between, such as seat_advantage=0,turns-10%,margin+2,waiting<7"
            )
        name, sign, level, way, change, is_share = match.groups()
        measure, amount, share = find(name), float(level or change), 0.0
        if any(goal.measure.name == name for goal in goals):
            raise BadValue("--want", text, "one goal for each measure")
        least = _TINY if sign else 0.0  # a number itself is not below it
        low, high = (least, inf) if sign == ">" or way == "+" else (-inf, -least)
        if sign == "=":
            high = tolerances.get(name, measure.tolerance or 0.05 * abs(amount))
            low = -high
            if not high:
                raise UsageError(f"say how near to {amount:g} is near enough: --tolerance {name}=NUMBER")
        elif way:
            amount = amount if way == "+" else -amount
            share, amount = (1 + amount / 100, 0.0) if is_share else (1.0, amount)
        goals.append(Goal(text.replace("−", "-").replace(" ", ""), measure, share, amount, low, high))
    return goals


def values_near(option: RuleOption, in_force: InForce, players: int, seats: bool) -> list[Any]:
    """The values near an option's own that can be played, one or two units away; with ``seats`` also more for some
    seats than for others."""
    own: Any = (in_force({}) or {})[option.name]
    tried: list[Any] = [not own] if isinstance(own, bool) else re.findall(r"\w+", option.allowed)
    if _is_numbers(own) and isinstance(own, int):
        unit, seat = _unit(own), np.arange(players)
        tried = [value for step in (-2, -1, 1, 2) if (value := own + step * unit) >= min(0, own)]
        lines = [line for rise in (seat == players - 1, seat > 0, seat) for line in (rise, rise[::-1])]
        tried += [(own + units * unit * line).tolist() for line in lines for units in (1, 2)] if seats else []
    elif _is_numbers(own):
        tried = [[part + step for part in own] for step in (-1, 1)]
    played = {option_text(rules[option.name]): value
              for value in reversed(tried) if (rules := in_force({option.name: value}))}  # fmt: skip
    return [value for text, value in reversed(played.items()) if text != option_text(own)]


def _unit(own: Any) -> int:
    return 1 if np.max(own) <= SMALL else round(np.max(own) / 10)


def units_apart(own: Any, value: Any) -> float:
    """How many units a value is away from an option's own; 1 if they are no numbers to subtract."""
    alike = np.size(own) > 0 < np.size(value) and (
        np.size(own) == np.size(value) or 0 in (np.ndim(own), np.ndim(value))
    )
    if not (alike and _is_numbers(own) and _is_numbers(value)):
        return 1.0
    return float(np.abs(np.subtract(value, own)).max()) / _unit(own)


def _is_numbers(value: Any, most: float = inf) -> bool:
    return all(type(part) is int and part <= most for part in (value if isinstance(value, list | tuple) else [value]))


def knobs_of(
    options: Sequence[RuleOption], named: Mapping[str, Sequence[Any]], in_force: InForce, players: int, seats: bool
) -> dict[str, list[Any]]:
    """The options that may change, each with its values: those that are ``named``, or else numbers up to :data:`SMALL`
    (others are readings of the rules, or supplies). If fewer than two options are such numbers, all options."""
    by_name, found, own = {option.name: option for option in options}, dict[str, list[Any]](), in_force({}) or {}
    for name in named or by_name:
        if name not in by_name:
            raise UnknownName("rule", name, by_name)
        found[name] = list(named.get(name, ())) or values_near(by_name[name], in_force, players, seats)
        if named and not found[name]:
            raise UsageError(f"say which values of {name} to try: --knobs {name}=THIS/THAT ({by_name[name].allowed})")
        if named and (unplayed := [value for value in found[name] if in_force({name: value}) is None]):
            raise BadValue(f"--knobs {name}", ", ".join(map(option_text, unplayed)), by_name[name].allowed)
    small = [name for name, values in found.items() if values and _is_numbers(own[name], SMALL)]
    return {name: values for name, values in found.items() if values and (named or len(small) < 2 or name in small)}


def reduced(measured: MeasuredDeals) -> MeasuredDeals:
    """A measure as goals see it: each seat, the leader after a third of the game, or the whole table."""
    values = measured.values
    if measured.measure.name == SEAT_ADVANTAGE:
        return measured
    if measured.measure.name == LEADER_WINS:
        values = values[:, [MOMENTS.index("after a third")]]
    return MeasuredDeals(measured.measure, ("",), values.mean(axis=1, keepdims=True))


class Entry(NamedTuple):
    """A combination in the race: its changes, how far it is from all goals, and the level of each goal."""

    changes: Changes
    distance: float
    levels: tuple[float, ...]


class Race(NamedTuple):
    """A finished race: the finalists, best first; all that raced; and the options that changed nothing in any deal."""

    finalists: list[Entry]
    entries: list[Entry]
    idle: list[str]


def raced(
    play: Play, goals: Sequence[Goal], knobs: Mapping[str, Sequence[Any]], in_force: InForce, deals: int, confirm: int
) -> Race:
    """Race combinations of up to :data:`CHANGES_MOST` changes, in runs that each have deals of their own."""

    def run(settings: Sequence[Changes], number: int, count: int) -> list[list[NDArray[np.float64]]]:
        return [[goal.values for goal in setting] for setting in play([{}, *settings], number, count)]

    own = in_force({}) or {}
    singles = [{knob: value} for knob, values in knobs.items() for value in values]
    base, *played = run(singles, 1, deals)
    margins = [
        goal.high if goal.low > -inf and goal.high < inf else 3 / sqrt(confirm)
        * float(np.median([(values[place] - goal.share * base[place]).std(axis=0).max() for values in played]))
        for place, goal in enumerate(goals)
    ]  # fmt: skip

    def entry(changes: Changes, before: Sequence[Any], after: Sequence[Any]) -> Entry:
        """Distances count in parts of the way from the game as it is to each goal."""
        parts = [
            goal.missing(old, new, margin) / max(goal.missing(old, old, margin), margin, _TINY)
            for goal, margin, old, new in zip(goals, margins, before, after, strict=True)
        ]
        levels = tuple(goal.level(new) for goal, new in zip(goals, after, strict=True))
        price = PRICE * sum(units_apart(own[knob], value) for knob, value in changes.items())
        return Entry(changes, float(np.linalg.norm(parts)) + price, levels)

    means = [values.mean(axis=0) for values in base]
    effects = {place: [new.mean(axis=0) - old for new, old in zip(values, means, strict=True)]
               for place, values in enumerate(played) if any(map(np.any, map(np.subtract, values, base)))}  # fmt: skip
    if not effects:
        raise UsageError(f"{listed(knobs)} changed nothing in {deals:,} deals: name other options with --knobs")

    def predicted(places: tuple[int, ...]) -> Entry:
        changes = {knob: value for place in places for knob, value in singles[place].items()}
        after = [old + sum(effects[place][goal] for place in places) for goal, old in enumerate(means)]
        return entry(changes, means, after)

    chosen: list[Changes] = []
    for size in range(1, CHANGES_MOST + (len(effects) <= EFFECTS_MOST)):
        sums = [entry for entry in map(predicted, combinations(effects, size)) if len(entry.changes) == size]
        sums.sort(key=lambda entry: entry.distance)
        chosen += islice((entry.changes for entry in sums if in_force(entry.changes)), PER_SIZE)
    first = run(chosen, 2, deals)
    averages = [[values.mean(axis=0) for values in setting] for setting in first]
    entries = [entry(changes, averages[0], after) for changes, after in zip(chosen, averages[1:], strict=True)]
    order = sorted(range(len(chosen)), key=lambda place: entries[place].distance)[:PER_SIZE]
    second = run([chosen[place] for place in order], 3, LONGER * deals)
    start, *ends = [
        [np.concatenate(pair).mean(axis=0) for pair in zip(first[place], setting, strict=True)]
        for place, setting in zip([0, *(1 + place for place in order)], second, strict=True)
    ]
    leaders = [entry(chosen[place], start, after) for place, after in zip(order, ends, strict=True)]
    leaders.sort(key=lambda leader: leader.distance)
    finalists: list[Entry] = []
    for apart, leader in product((True, False), leaders):  # first those that change other options than better ones
        more = any(other.changes.items() <= leader.changes.items() for other in finalists)
        alike = any({*other.changes} == {*leader.changes} for other in finalists)
        if len(finalists) < FINALISTS and not more and not (apart and alike):
            finalists.append(leader)
    idle = [knob for knob in knobs if not any(knob in singles[place] for place in effects)]
    return Race(finalists, [*leaders, *(entries[place] for place in range(len(chosen)) if place not in order)], idle)


class Proposal(NamedTuple):
    """Changes on deals that did not choose them: each goal's number and whether it is reached."""

    changes: Changes
    levels: list[Estimate]
    reached: list[Reach]


def changes_text(changes: Changes, own: Mapping[str, Any] | None = None) -> str:
    """Changed options in words, with what they are in the game as it is."""
    now = {name: "" if own is None else f" (now {option_text(own[name])})" for name in changes}
    return listed([f"{name} = {option_text(value)}{now[name]}" for name, value in changes.items()] or ["as it is"])


def confirmed(
    goals: Sequence[Goal], changes: Sequence[Changes], played: Sequence[Sequence[MeasuredDeals]], level: float
) -> list[Proposal]:
    """What settings that played the same deals reach: the game as it is, then the best. All intervals hold at once."""
    values: dict[tuple[int, ...], NDArray[np.float64]] = {}  # of settings, goals and parts; relative ones without part
    for setting, (place, goal) in product(range(len(played)), enumerate(goals)):
        before, after = played[0][place].values, played[setting][place].values
        values |= {(setting, place, part): after[:, part] for part in range(after.shape[1])}
        if goal.share and after.shape[1] == 1 and np.count_nonzero(after != before) >= RARE:
            values[setting, place] = (after - goal.share * before)[:, 0]
    intervals = dict(zip(values, held_at_once([[(each, 1.0, 0)] for each in values.values()], level)[0], strict=True))
    proposals = []
    for setting, chosen in enumerate(changes):
        levels, reached = [], list[Reach]()
        for place, goal in enumerate(goals):
            first, last = (_level(goal, played[which][place], which, place, intervals) for which in (0, setting))
            low, high = last.low - goal.share * first.high, last.high - goal.share * first.low
            if paired := intervals.get((setting, place)):
                low, high = paired.low, paired.high
            elif goal.share and not setting:
                low = high = (1 - goal.share) * last.mean  # the same games
            levels.append(last)
            reached.append(goal.reached(low - goal.amount, high - goal.amount, last.n))
        proposals.append(Proposal(chosen, levels, reached))
    as_is, *found = proposals
    return [as_is, *sorted(found, key=lambda made: (-made.reached.count("yes"), made.reached.count("no")))]


def _level(
    goal: Goal, deals: MeasuredDeals, setting: int, place: int, intervals: Mapping[tuple[int, ...], Estimate]
) -> Estimate:
    """The number of a goal in a setting; of seats, how far the one that differs most differs."""
    limits, family = goal.measure.bounds, len(intervals)
    parts = [
        share_mean(deals, part, intervals[setting, place, part], family).cut(*limits).with_unseen(*limits, family)
        for part in range(len(deals.parts))
    ]
    if goal.measure.name != SEAT_ADVANTAGE:
        return parts[0]
    most = max(parts, key=lambda seat: abs(seat.mean))
    low = max(0.0, *(max(seat.low, -seat.high) for seat in parts))
    return replace(most, mean=abs(most.mean), low=low, high=max(max(-seat.low, seat.high) for seat in parts))


@dataclass(frozen=True)
class Explored:
    """Proposals for what a designer wants of the game, tested with new deals: first those that reach more goals.

    ``own`` are the options of the game as it is, ``before`` is what it reaches. ``runs`` are the races and the test.
    """

    folder: Path
    bots: list[str]
    goals: list[Goal]
    knobs: Mapping[str, Sequence[Any]]
    own: Mapping[str, Any]
    race: Race
    before: Proposal
    proposals: list[Proposal]
    runs: list[Manifest]

    @property
    def reached(self) -> Reach:
        """Whether a proposal reaches all goals; "no" if each of them clearly misses a goal."""
        if any({*proposal.reached} == {"yes"} for proposal in self.proposals):
            return "yes"
        return "no" if all("no" in proposal.reached for proposal in self.proposals) else "cannot tell"

    def answer(self) -> Iterator[str]:
        """Which changes reach the goals, and what limits the answer."""
        texts, manifest = [goal.text for goal in self.goals], self.runs[-1]
        goals = texts[0] if len(texts) == 1 else f"{'both' if len(texts) == 2 else 'all'} goals ({', '.join(texts)})"
        tested = "the proposal" if len(self.proposals) == 1 else f"the {len(self.proposals)} proposals"
        deals, best = f"by {self.before.levels[0].n:,} new deals", changes_text(self.proposals[0].changes, self.own)
        if {*self.before.reached} == {"yes"}:
            yield f"Yes: the game as it is already reaches {goals}, {deals}."
        elif self.reached == "yes":
            yield f"Yes: with {best} the game reaches {goals}, {deals}."
        elif self.reached == "no":
            each = tested if len(self.proposals) == 1 else f"each of {tested}"
            clear = f"{each} clearly misses {'it' if len(texts) == 1 else 'one'}, {deals}"
            yield f"No combination tried reaches {goals}: {clear}. Closest: {best}."
        else:
            yield f"Cannot tell whether a change reaches {goals}, {deals}. Closest: {best}."
            yield f"More new deals may tell: --confirm {4 * self.before.levels[0].n}."
        if self.reached != "yes" and (others := [name for name in self.own if name not in self.knobs]):
            yield f"Not tried: {listed(others)}. --knobs NAME,NAME tries the options that you name."
        alone = f"{counted(sum(map(len, self.knobs.values())), 'change')} of {listed(self.knobs)} played alone"
        raced = f"{len(self.race.entries)} combinations of up to {CHANGES_MOST} raced"
        yield f"{alone}, then {raced}. New deals tested {tested}."
        if self.race.idle:
            yield f"Without any effect on the goals: {listed(self.race.idle)}."
        yield from adapted_sentences(manifest)
        if not (manifest.experiment or {}).get("adapt"):
            yield f"{listed(self.bots)} did not practise under the changes. --adapt lets bots practise that can."

    def table(self) -> pl.DataFrame:
        """One row per proposal and goal: what to change, the number before and after, and whether it is reached."""
        rows = []
        for place, proposal in enumerate(self.proposals, 1):
            numbers = zip(self.goals, self.before.levels, proposal.levels, proposal.reached, strict=True)
            for goal, before, after, reached in numbers:
                row: dict[str, Any] = {"proposal": place, "change": changes_text(proposal.changes, self.own)}
                row |= {"goal": goal.text, "unit": goal.measure.unit}
                rows.append(row | ends_of("before", before) | ends_of("after", after) | {"reached": reached})
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """The results as plain values."""
        return {
            "answer": list(self.answer()), "reached": self.reached, "bots": self.bots,
            "players": self.runs[-1].sections[0].players, "knobs": dict(self.knobs),
            "as_it_is": dict(zip((goal.text for goal in self.goals), self.before.reached, strict=True)),
            "proposals": [dict(proposal.changes) for proposal in self.proposals], "rows": self.table().to_dicts(),
            "raced": [{"changes": dict(entry.changes), "levels": list(entry.levels)} for entry in self.race.entries],
            "games": sum(run.counts.games for run in self.runs), "seed": self.runs[0].seed,
            "level": self.runs[-1].level, "folder": str(self.folder),
        }  # fmt: skip

    def figure(self) -> "Figure":
        """Each pair of goals against each other: the game as it is, the proposals, and what else raced."""
        named = {changes_text(shown.changes): shown.levels for shown in (self.before, *self.proposals)}
        axes = [f"{goal.measure.name} ({goal.measure.unit}), wanted: {goal.text}" for goal in self.goals]
        shifts = [goal.amount + goal.share * was.mean for goal, was in zip(self.goals, self.before.levels, strict=True)]
        wanted = [(goal.low + shift, goal.high + shift) for goal, shift in zip(self.goals, shifts, strict=True)]
        return draw_trade_offs(named, [entry.levels for entry in self.race.entries], axes, wanted)
