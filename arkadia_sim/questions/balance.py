"""Balance: the value of an option of the rules for each seat that makes all seats equally good."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import Game
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.plots.style import number, signed, span
from arkadia_sim.questions.answers import adapted_sentences, listed, possible
from arkadia_sim.questions.estimates import Row, estimate_of
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import Evenness, advantages_of, by_place, evenness, widest
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import outcome_values
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.balancing import Needs, fitted_response, needs, neighbours, rivals, whole_values
from arkadia_sim.stats.intervals import Estimate, known
from arkadia_sim.stats.simultaneous import moments

SEARCH_DEALS, CONFIRM_DEALS = 20_000, 20_000
"""Deals of each step of the search, the same for all steps; and new deals that test the result."""

ROUNDS_MOST, STEPS_MOST = 6, 30
"""So many steps follow a fitted line at most; and so many there are in all, with those from neighbour to neighbour."""

FIRST_STEP = 4
"""The most that the second step gives a seat; after it the value of one unit is known."""

REACH = 40
"""The largest distance from the game's own value that is tried."""


class Reached(StrEnum):
    """The outcome of a search."""

    NOT_NEEDED = "no seat differs by an amount that matters"
    YES = "the seats are even"
    OPEN = "inconclusive"
    NO = "the seats still differ"
    UNMOVED = "the option does not move the seats significantly"


@dataclass(frozen=True)
class Step:
    """A setting that was tried: the values by seat, and each seat's advantage over the mean, in the outcome's unit."""

    values: tuple[int, ...]
    advantages: tuple[float, ...]


@dataclass(frozen=True)
class Found:
    """The result of a search. ``at_end`` says that balance needs more than the option allows; ``is_least``, that one
    unit more or less for any seat was tried and was no better. ``rivals`` are settings that were tried and are not
    clearly worse."""

    values: tuple[int, ...]
    steps: tuple[Step, ...]
    needs: Needs
    at_end: bool
    is_least: bool
    rivals: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class BalanceResults:
    """The values of ``knob`` that make the seats of a table equally good, found on some deals and tested on others.

    ``before`` are the seats with the usual value for all. If no seat differs there by an amount that matters, there was
    no search: ``found`` and ``confirmed`` are None.
    """

    folder: Path
    knob: str
    usual: int
    before: Results
    found: Found | None
    confirmed: Results | None

    @property
    def values(self) -> tuple[int, ...]:
        """The values that were found, seat by seat; the usual ones without a search."""
        return (self.usual,) * self.players if self.found is None else self.found.values

    @property
    def last(self) -> Results:
        """The last results of the seats."""
        return self.before if self.confirmed is None else self.confirmed

    @property
    def seats_before(self) -> list[Row]:
        """The advantage of each seat with the usual value."""
        return _advantages(self.before)

    @property
    def seats(self) -> list[Row]:
        """The last advantage of each seat."""
        return _advantages(self.last)

    @property
    def evenness(self) -> Evenness:
        """The last verdict on all seats."""
        return evenness(self.seats[0], self.last.manifest.alpha)

    @property
    def runs(self) -> tuple[Manifest, ...]:
        """The manifests of all runs: each step of the search, then the test with new deals."""
        steps = 1 if self.found is None else len(self.found.steps)
        search = [RunFolder(self.folder / f"step-{number}").read_manifest() for number in range(1, steps + 1)]
        return (*search, *([] if self.confirmed is None else [self.confirmed.manifest]))

    @property
    def outcome(self) -> Outcome:
        """The goal of the game."""
        return self.before.manifest.outcomes[0]

    @property
    def players(self) -> int:
        """The table size."""
        return self.before.manifest.sections[0].players

    @property
    def bots(self) -> list[str]:
        """The bot in every seat, or the bots that change seats, without what they start with."""
        manifest = self.before.manifest
        specs = [manifest.names[bot] for bot in manifest.sections[0].lineups[0].bots]
        one = len(set(specs)) == 1 and len(manifest.sections[0].lineups) == 1
        return specs[:1] if one else [str(BotSpec.parse(spec).without_settings(self.knob)) for spec in specs]

    def _told(self, text: str) -> str:
        """A text about seats, of players where several bots change seats."""
        return text if len(self.bots) == 1 else re.sub(r"\bseat(s?)\b", r"player\1", text)

    @property
    def named(self) -> str:
        """The values that were found, of each seat or bot."""
        if len(self.bots) == 1:
            return f"{self.knob} = {', '.join(map(str, self.values))} (from seat 1 on)"
        pairs = dict.fromkeys(f"{value} for {bot}" for bot, value in zip(self.bots, self.values, strict=True))
        return f"{self.knob} = {listed(pairs)}"

    @property
    def reached(self) -> Reached:
        """The outcome, by the test with new deals."""
        if self.found is None or self.confirmed is None:
            return Reached.NOT_NEEDED
        if self.evenness is Evenness.EVEN:
            return Reached.YES
        if self.found.needs.slope.low <= 0 <= self.found.needs.slope.high:
            return Reached.UNMOVED
        return Reached.NO if self.evenness is Evenness.UNEVEN else Reached.OPEN

    @property
    def worth(self) -> Estimate | None:
        """The value of one unit more for one seat alone, in the outcome's unit."""
        if self.found is None:
            return None
        return self.found.needs.slope.scaled(1 - 1 / self.players)  # it raises the mean of the table, too

    @property
    def coarse(self) -> float | None:
        """The value of half a unit, if that is more than the tolerance: whole numbers may leave such a difference."""
        tolerance, worth = self.seats[0].tolerance, self.worth
        half = 0.0 if worth is None else abs(worth.mean) / 2
        return half if tolerance is not None and half > tolerance else None

    def answer(self) -> Iterator[str]:
        """Whether the seats are equally good, what one unit is worth, and what limits the result."""
        yield from map(self._told, self._answer())
        yield from adapted_sentences(self.before.manifest)

    def _answer(self) -> Iterator[str]:
        found, confirmed, worth, unit = self.found, self.confirmed, self.worth, self.outcome.unit
        deals = self.before.manifest.sections[0].deals
        if found is None or confirmed is None or worth is None:
            yield f"Yes: {self.knob} = {', '.join(map(str, self.values))} already: {self.reached}."
            return
        what = self.named
        far = f" From the average, each seat: {possible(widest(self.seats), unit)}."
        if self.reached is Reached.OPEN:
            yield f"Cannot tell whether {what} makes the seats even, by {self.seats[0].n:,} new deals.{far}"
        else:
            head = {Reached.YES: "Yes", Reached.NO: "No"}.get(self.reached, "Cannot tell")
            far = far if self.reached is Reached.NO else ""
            yield f"{head}: with {what} {self.reached}, by {self.seats[0].n:,} new deals.{far}"
        if (self.usual,) * self.players in found.rivals:
            yield f"With {self.usual} for all they may be as even, so it is not shown that a change helps."
        yield f"One more {self.knob} is worth {signed(worth.mean)} ({span(worth.low, worth.high)}) {unit} to a seat."
        if self.reached is Reached.UNMOVED:
            yield f"That may be nothing, so {self.knob} may not help any seat."
        elif found.at_end:
            yield f"The seats need more than {self.knob} allows, so this option alone is not enough."
        elif self.coarse is not None and self.reached is not Reached.YES:
            yield f"Half a {self.knob} is worth {number(self.coarse)} {unit}. The seats may still differ by as much."
        if found.is_least and self.reached is not Reached.UNMOVED:
            yield f"On the {deals:,} deals of the search, one more or one less for any seat was no better."
        if found.rivals and self.reached is not Reached.UNMOVED:
            more = "" if self.reached is Reached.YES else f" More deals tell them apart: --deals {4 * deals}."
            yield f"Not clearly worse: {'; '.join(', '.join(map(str, values)) for values in found.rivals)}.{more}"

    def table(self) -> pl.DataFrame:
        """One row per seat, from 1: its value, what it needs before rounding, and its advantage before and after."""
        return pl.DataFrame(self._rows(), infer_schema_length=None)

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for seat, before in enumerate(self.seats_before):
            who = {"bot": self.bots[seat]} if len(self.bots) > 1 else {"seat": seat + 1}
            row: dict[str, Any] = {"players": self.players, **who, self.knob: self.values[seat]}
            row |= ends_of("needed", None if self.found is None else self.found.needs.needed[seat])
            row |= ends_of("advantage_before", estimate_of(before))
            after = None if self.confirmed is None else estimate_of(self.seats[seat])
            rows.append(row | ends_of("advantage", after))
        return rows

    def as_json(self) -> dict[str, Any]:
        """The results as plain values."""
        steps = () if self.found is None else self.found.steps
        return {
            "answer": list(self.answer()), "knob": self.knob, "players": self.players, "bots": self.bots,
            "outcome": self.outcome.column,
            "seats_before": str(evenness(self.seats_before[0], self.before.manifest.alpha)),
            "values": list(self.values), "reached": str(self.reached),
            "at_end": self.found is not None and self.found.at_end, "coarse": self.coarse,
            "not_clearly_worse": [] if self.found is None else [list(values) for values in self.found.rivals],
            "worth_of_one": ends_of("mean", self.worth), "seats": self._rows(),
            "steps": [{"values": list(step.values), "advantages": list(step.advantages)} for step in steps],
            "confirmed": None if self.confirmed is None else self.confirmed.as_json(), "folder": str(self.folder),
        }  # fmt: skip


def _advantages(results: Results) -> list[Row]:
    """The advantage of each seat, or of the bot that is named for it."""
    rows, manifest = advantages_of(results.estimates, results.manifest), results.manifest
    if rows[0].seat is not None:
        return rows
    by_bot = {row.bot: row for row in rows}
    return [by_bot[manifest.names[bot]] for bot in manifest.sections[0].lineups[0].bots]


def knob_range(
    game: Game, knob: str, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]
) -> tuple[int, int, int]:
    """The game's own value of an option (or that of ``rules``), and the least and greatest that one seat may have.

    Raises UsageError for an option that takes no number for each seat.
    """
    own = rules.get(knob, next(option.default for option in game.rule_options() if option.name == knob))
    if not isinstance(own, int) or isinstance(own, bool):
        raise BadValue(f"knob {knob}", own, "an option that is one whole number for all seats to begin with")

    def fault(value: int) -> UsageError | None:
        try:
            game.setting(players, {**rules, knob: [own] * (players - 1) + [value]}, components)
        except UsageError as error:
            return error
        return None

    low = high = own
    while high < own + REACH and fault(high + 1) is None:
        high += 1
    while low > own - REACH and fault(low - 1) is None:
        low -= 1
    if low == high:
        raise UsageError(f"knob {knob} takes no other number for one seat: {fault(own + 1)}")
    return own, low, high


def takes_seats(game: Game, option: str, players: int) -> bool:
    """Whether an option of the rules takes a number for each seat."""
    try:
        knob_range(game, option, players, {}, {})
    except UsageError:
        return False
    return True


def seat_advantages(results: Results) -> NDArray[np.float64]:
    """Each seat's advantage over the mean of its table in the goal of the game, deal by deal, in the outcome's unit."""
    manifest = results.manifest
    outcome = manifest.outcomes[0]
    section = manifest.sections[0]
    values = by_place(outcome_values(RunFolder(results.folder), 0, section, [outcome]), section)[:, :, 0]
    above: NDArray[np.float64] = outcome.scale * (values - values.mean(axis=1, keepdims=True))
    return above


def sought(
    play: Callable[[tuple[int, ...], int], NDArray[np.float64]],
    players: int,
    own: int,
    low: int,
    high: int,
    alike: Sequence[object] = (),
) -> Found:
    """Search the values: the usual ones, a first step, then what the response fitted so far suggests.

    ``play(values, number)`` plays a setting with the same deals each time and returns each seat's advantage over the
    mean, deal by deal. Then all neighbours of the best setting are played, as what one seat gets does not take the same
    from all others, until none of them is better, or after :data:`STEPS_MOST` settings. Seats that are ``alike`` have
    the same value.
    """
    tried: dict[tuple[int, ...], NDArray[np.float64]] = {}
    chosen, at_end = (own,) * players, False
    while chosen not in tried and len(tried) < ROUNDS_MOST:
        tried[chosen] = play(chosen, len(tried) + 1)
        if len(tried) == 1:
            chosen = first_probe(tried[chosen].mean(axis=0), own, low, high)
            continue
        response = fitted_response(list(tried), [advantages.mean(axis=0) for advantages in tried.values()])
        chosen, at_end = whole_values(response, low, high, own), float(response.needed.max()) > high - low
    is_least = False
    while not is_least and len(tried) < STEPS_MOST:
        for values in (chosen, *neighbours(chosen, low, high, own, alike)):
            if values not in tried:
                tried[values] = play(values, len(tried) + 1)
        best = min(tried, key=lambda values: (np.abs(tried[values].mean(axis=0)).max(), values != chosen))
        chosen, is_least = best, best == chosen
    played = moments([np.concatenate(list(tried.values()), axis=1)])
    steps = tuple(Step(values, tuple(advantages.mean(axis=0).tolist())) for values, advantages in tried.items())
    tested = (played.mean, played.covariance, played.n)
    return Found(chosen, steps, needs(list(tried), *tested), at_end, is_least, rivals(list(tried), chosen, *tested))


def first_probe(advantages: NDArray[np.float64], own: int, low: int, high: int) -> tuple[int, ...]:
    """The second setting to try: the worse a seat did, the more it gets, as far as the option allows."""
    reach = min(FIRST_STEP, max(high - own, own - low))
    behind = (advantages.max() - advantages) / max(float(np.ptp(advantages)), 1e-12)
    steps = np.rint(reach * behind).astype(int)
    if not steps.any():
        steps[0] = reach
    base = own if high - own >= reach else own - reach
    return tuple(int(base + step) for step in steps)


def ends_of(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    """An estimate as columns of a table: its mean and both ends."""
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: estimate.mean, f"{name}_low": known(estimate.low), f"{name}_high": known(estimate.high)}
