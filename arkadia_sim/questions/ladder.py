"""How strong bots are: each against all others, and who beats whom."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby, permutations
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.game import Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Fault, Several, check, repeated
from arkadia_sim.errors import did_you_mean
from arkadia_sim.plan.designs import OneAmong, Size, ladder_section, seats_of_ones
from arkadia_sim.plan.plan import DEALS_MOST, Section
from arkadia_sim.plots.figures import MeetingPoint, Point, draw_lines, draw_meetings
from arkadia_sim.questions.answers import places
from arkadia_sim.questions.estimates import Row, estimate_of, players_text
from arkadia_sim.questions.question import BotKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import rows_as_array
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from, mean_interval
from arkadia_sim.stats.verdicts import ALPHA, Evidence, difference_p, holm

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Values = NDArray[np.float64]
Pair = tuple[int, int]


class Ladder(BotKeys):
    """How strong bots are: one of each among others of each other kind, in every seat of the same deals."""

    design: Literal["ladder"] = "ladder"
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(min_length=2)
    slow: dict[str, Annotated[int, Field(ge=2, le=DEALS_MOST)]] = Field(
        default_factory=dict, description="fewer deals for the pairs of a slow bot"
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        faults: list[Fault] = [(("bots",), "each bot once")] if repeated(self.bots) else []
        unknown = next((bot for bot in self.slow if bot not in self.bots), None)
        if unknown is not None:
            hint = did_you_mean(unknown, self.bots)
            faults.append((("slow",), f"bots of the ladder; {unknown!r} is none of them{hint}"))
        check(faults)
        return self

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""
        slow = {replace(bot): deals for bot, deals in self.slow.items()}
        return super().with_bots(replace).model_copy(update={"slow": slow})

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """A section for all pairs with equally many deals, the most first.

        All begin with the same deal, so the deals of the pairs of slow bots are deals of all pairs.
        """
        by_deals: dict[int, list[OneAmong]] = {}
        for bot in range(len(self.bots)):
            others = [None] if setting.players == 1 else [other for other in range(len(self.bots)) if other != bot]
            for other in others:
                pair = [self.bots[place] for place in (bot, other) if place is not None]
                by_deals.setdefault(self.deals_of_pair(setting.players, *pair), []).append((bot, other))
        for deals, pairs in sorted(by_deals.items(), reverse=True):
            few = deals < self.deals_for(setting.players)
            section = ladder_section(setting, pairs, Size(deals, seating.compiled and not few, self.chunk_games))
            if few:
                slow = [bot for bot in self.bots if self.slow.get(bot) == deals]
                section = section.model_copy(update={"company": ", ".join(slow)})
            yield section

    def deals_of_pair(self, players: int, *bots: str) -> int:
        """How many deals these bots play against each other: fewer if one of them is slow."""
        return min([self.deals_for(players), *(self.slow[bot] for bot in bots if bot in self.slow)])

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The standings of a finished ladder, table by table, the best bot first.

        All pairs of all tables are judged as one family.
        """
        played = [
            (players, _values(run, manifest, [index for index, _ in parts], len(self.bots)))
            for players, parts in groupby(enumerate(manifest.sections), key=lambda place: place[1].players)
        ]
        pairs = [advantages(values[0]) if players > 1 else {} for players, values in played]
        families = surely_beats(pairs, manifest.alpha)
        family = f"one family of {sum(map(len, pairs))} pairs"
        rows: list[Row] = []
        drawn: dict[str, Callable[[], Figure]] = {}
        best: dict[str, list[str]] = {}
        for (players, values), beats in zip(played, families, strict=True):
            field = self._standings(manifest, players, values)
            met = list(self._meetings(manifest, players, values[0], beats, family)) if players > 1 else []
            rows += [*field, *met]
            main = [row for row in field if row.outcome == manifest.outcomes[0].column]
            drawn[f"ladder_{players}"] = lambda main=main: _ladder_figure(manifest, main)  # type: ignore[misc]
            if met:
                drawn[f"pairs_{players}"] = lambda main=main, met=met: _pairs_figure(manifest, main, met)  # type: ignore[misc]
                won = [self.bots[bot] for bot, _ in beats]
                winner = next((bot for bot in self.bots if won.count(bot) == len(self.bots) - 1), "No bot clearly")
                best.setdefault(winner, []).append(f"with {players_text(players)}")
        answer = (f"{bot} beats every other bot {places(wheres)}." for bot, wheres in best.items())
        return Results(run.root, manifest, tuple(rows), drawn, tuple(answer))

    def _standings(self, manifest: Manifest, players: int, values: Values) -> list[Row]:
        """Every bot's mean against all others in every outcome; alone at the table, its own mean."""
        standings = []
        for at, bot in enumerate(self.bots):
            own = np.eye(len(self.bots))[at]
            rows = []
            for outcome, cube in zip(manifest.outcomes, values, strict=True):
                estimate = field_interval(cube[at], own if players == 1 else 1.0 - own, manifest.level)
                estimate = _possible(estimate.scaled(outcome.scale), outcome)
                place = self.place(players=players, bot=bot, baseline="" if players == 1 else "all others")
                rows.append(Row.of("field", outcome, estimate, **place))
            standings.append(rows)
        standings.sort(key=lambda rows: -(rows[0].mean or 0.0))
        return [row for rows in standings for row in rows]

    def _meetings(
        self, manifest: Manifest, players: int, values: Values, beats: set[Pair], family: str
    ) -> Iterator[Row]:
        """The average of one bot among others of one kind, in the first outcome, and how much more that is than in
        the reverse pairing, in the same seats of the same deals."""
        outcome = manifest.outcomes[0]

        def estimate(of_deals: Values) -> Estimate:
            return mean_interval(of_deals[np.isfinite(of_deals)], manifest.level).scaled(outcome.scale)

        for bot, others in permutations(range(len(self.bots)), 2):
            place = self.place(players=players, bot=self.bots[bot], contrast=self.bots[others])
            yield Row.of("meeting", outcome, _possible(estimate(values[bot, others]), outcome), **place)
            more = estimate(values[bot, others] - values[others, bot]).with_unseen(*outcome.difference_bounds)
            verdict = "higher" if (bot, others) in beats else "lower" if (others, bot) in beats else "inconclusive"
            yield Row.of("beats", outcome, more, test=family, verdict=verdict, **place)


def _ladder_figure(manifest: Manifest, rows: Sequence[Row]) -> "Figure":
    """Every bot with its mean against all others."""
    outcome, players = manifest.outcomes[0], rows[0].players
    title = f"{outcome.axis}{'' if players == 1 else ' against all others'}"
    chance = outcome.chance(players)
    meaning = "" if chance is None else f"a fair share with {players_text(players)}"
    points = [Point(title, row.bot, "", estimate_of(row)) for row in rows]
    return draw_lines(points, {title: (chance or 0.0, meaning)})


def _pairs_figure(manifest: Manifest, standings: Sequence[Row], met: Sequence[Row]) -> "Figure":
    """The average of one of each bot among others of one kind."""
    points = [
        MeetingPoint(
            mean.bot,
            mean.contrast,
            mean.mean or 0.0,
            more.mean or 0.0,
            {"higher": "▲", "lower": "▼"}.get(more.verdict or "", ""),
        )
        for mean, more in zip(met[0::2], met[1::2], strict=True)
    ]
    table = players_text(standings[0].players)
    head = f"{manifest.outcomes[0].axis} of one bot (row) among others of one kind (column), {table}"
    return draw_meetings(points, [row.bot for row in standings], head)


def _values(run: RunFolder, manifest: Manifest, numbers: Sequence[int], bots: int) -> Values:
    """The means over the seats by outcome, one bot, others and deal, read chunk by chunk; NaN where not played.

    Alone at the table a bot is its own opponent.
    """
    outcomes = manifest.outcomes
    by_pair: dict[OneAmong, list[Values]] = {}
    for number in numbers:
        section = manifest.sections[number]
        places = {pair: tuple(np.array(seats).T) for pair, seats in seats_of_ones(section).items()}
        for file in run.section_files(number):
            rows = read_rows(file, [outcome.column for outcome in outcomes])
            values = rows_as_array(rows, section, outcomes)
            for pair, (lineups, seats) in places.items():
                by_pair.setdefault(pair, []).append(values[:, lineups, seats].mean(axis=1))
    of_pairs = {pair: np.concatenate(parts) for pair, parts in by_pair.items()}
    cube = np.full((len(outcomes), bots, bots, max(map(len, of_pairs.values()))), np.nan)
    for (bot, others), by_deal in of_pairs.items():
        cube[:, bot, bot if others is None else others, : len(by_deal)] = by_deal.T
    return cube


def _possible(estimate: Estimate, outcome: Outcome) -> Estimate:
    """An estimate in the outcome's unit, within what is possible; one of 0% or 100% keeps an interval."""
    return estimate.cut(*outcome.bounds).with_unseen(*outcome.bounds)


# -- from values of shape (one bot, others, deals) ---------------------------------------------------------------------
# All pairs share the deals, but a pair may have played only the first few of them. What was not played is NaN.


def field_interval(values: ArrayLike, weights: ArrayLike, level: float = LEVEL) -> Estimate:
    """One bot's weighted mean against a field of opponents, from results of shape (opponents, deals).

    The deal is the unit: residuals of all opponents in a deal are summed before they are squared, because they are not
    independent. With equally many deals this is :func:`mean_interval` of the deals' means over the opponents. ``n`` is
    the smallest number of deals of any opponent; if others have more, the interval is slightly too wide.
    """
    table, shares = np.asarray(values, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    if table.ndim != 2 or shares.shape != table.shape[:1] or not np.all(shares >= 0) or not np.any(shares > 0):
        raise ValueError("weights must hold one number of 0 or more for each opponent, at least one above 0")
    table, shares = table[shares > 0], shares[shares > 0] / shares.sum()
    counts = np.isfinite(table).sum(axis=1)
    fewest = int(counts.min())
    if fewest == 0:
        raise ValueError("an opponent with a weight above 0 has no deals")
    means = np.nansum(table, axis=1) / counts
    mean = float(shares @ means)
    if fewest == 1:
        return interval_from(mean, np.inf, 1, level)
    scale = shares / counts * np.sqrt(counts / (counts - 1))
    residuals = np.where(np.isfinite(table), (table - means[:, None]) * scale[:, None], 0.0).sum(axis=0)
    return interval_from(mean, sqrt(float(residuals @ residuals)), fewest, level)


def advantages(values: Values) -> dict[Pair, Evidence]:
    """For each pair ``a < b``: how much more one ``a`` gets among ``b`` than one ``b`` among ``a``, over deals.

    Pairs that were not played are left out. Differences below one in a billion are rounding and count as zero.
    """
    evidence = {}
    for a, b in combinations(range(len(values)), 2):
        differences = np.round(values[a, b] - values[b, a], 9)
        differences = differences[np.isfinite(differences)]
        if differences.size:
            changed = int(np.count_nonzero(differences))
            evidence[a, b] = Evidence(mean_interval(differences), tolerance=0.0, changed_deals=changed)
    return evidence


def surely_beats(families: Sequence[dict[Pair, Evidence]], alpha: float = ALPHA) -> list[set[Pair]]:
    """The pairs (winner, loser) that differ significantly; all pairs of all tables are one family (Holm).

    The probability that any of them is in truth equal is at most ``alpha``.
    """
    p_values = holm([difference_p(evidence) for family in families for evidence in family.values()])
    adjusted = iter(p_values)
    winners = []
    for family in families:
        judged = [(pair, evidence.effect.mean, float(next(adjusted))) for pair, evidence in family.items()]
        winners.append({(a, b) if mean > 0 else (b, a) for (a, b), mean, p in judged if p <= alpha})
    return winners
