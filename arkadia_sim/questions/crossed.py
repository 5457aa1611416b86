"""How much of a result is luck and how much is play: every line-up of some bots, each with each deal.

The variance of an outcome is split into the seat, the own bot, the others, the deal and the rest. The same games show
the effect of one bot on the players who sit after it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.game import NUMBERS, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.written import Several, check, repeated
from arkadia_sim.errors import UnknownName
from arkadia_sim.plan.designs import crossed_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.plots.figures import Point, draw_lines, draw_shares
from arkadia_sim.questions.differences import verdict_of
from arkadia_sim.questions.estimates import Row, Word, number_fields
from arkadia_sim.questions.labels import players_text
from arkadia_sim.questions.question import BotKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import averaged_by, column_values, outcome_values, piece_numbers
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.stats.simultaneous import Taken, held_at_once
from arkadia_sim.stats.variance import PLAY, Split, gaps_between, shared_split, variance_split

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Values = NDArray[np.float64]

PART_LABELS: Mapping[str, str] = {
    "seat": "the seat",
    "own": "own play",
    "others": "the others' play",
    "deal": "the deal",
    "rest": "play and deal together",
}
"""The names of the parts of the variance in figures."""


def part_label(part: str) -> str:
    """The name of a part of the variance in figures: pieces that deals share have that of their component."""
    name = part.removesuffix(PLAY)
    return PART_LABELS.get(part) or (f"the {name}" if name == part else f"play and {name} together")


SAME_GAME, OTHER_GAME = "same game", "other game"
"""Of what two players are compared."""


class Crossed(BotKeys):
    """How much of a result is luck and how much is play: every line-up of some bots, each with each deal."""

    design: Literal["crossed"] = "crossed"
    players: Several[Annotated[int, Field(ge=2)]] = Field(min_length=1, description="table sizes, from 2")
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(min_length=2)
    apart: Several[str] = Field((), description="columns: how far two players of a game differ in them")

    @property
    def shares(self) -> int:
        """Two pieces, such as board and deck."""
        return 2

    @model_validator(mode="after")
    def _bots_differ(self) -> Self:
        check([(("bots",), "each bot once")] if repeated(self.bots) else [])
        return self

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """One section: every line-up with each deal."""
        yield crossed_section(setting, len(self.bots), self.size(setting.players, seating.compiled))

    def results(self, run: RunFolder, manifest: Manifest) -> "CrossedResults":
        """The split of the variance, and the effects on neighbours."""
        splits: list[OutcomeSplit] = []
        main: dict[int, Values] = {}
        gaps: list[Gap] = []
        for index, section in enumerate(manifest.sections):
            values = outcome_values(run, index, section, manifest.outcomes)
            lineups = [lineup.bots for lineup in section.lineups]
            pieces = {piece: piece_numbers(run, index, section, piece) for piece in section.setting.shared}
            for number, outcome in enumerate(manifest.outcomes):
                if np.ptp(values[..., number]) > 0 and len(values) > 1:
                    split = _split(values[..., number], lineups, pieces, manifest.level)
                    splits.append(OutcomeSplit(section.players, outcome, split))
            main_values = values[..., 0] * manifest.outcomes[0].scale
            if len(pieces) < 2:  # deals that share two pieces are no groups
                main[index] = averaged_by(main_values, *pieces.values()) if pieces else main_values
            if self.apart:
                columns = column_values(run, index, section, self.apart)
                gaps += _gaps(section, self.apart, columns, next(iter(pieces.values()), None), manifest.level)
        bots = [bot.spec for bot in manifest.bots]
        tolerance = self.tolerances.get(manifest.outcomes[0].column, 0.0)
        return CrossedResults(
            run.root,
            manifest,
            self,
            tuple(splits),
            tuple(_alone(manifest, bots, main)) if main else (),
            tuple(_neighbours(manifest, bots, main, tolerance)) if main else (),
            tuple(gaps),
        )

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Columns that the game does not have, or that hold no numbers; tolerances that do not fit."""
        known = [column.name for column in game.player_columns if column.dtype in (*NUMBERS, "bool")]
        for place, name in enumerate(self.apart):
            if name not in known:
                yield f"apart.{place}", str(UnknownName("column", name, known))
        yield from super().faults(game)


def _split(values: Values, lineups: Sequence[Sequence[int]], pieces: Mapping[str, Any], level: float) -> Split:
    return shared_split(values, lineups, pieces, level) if pieces else variance_split(values, lineups, level)


@dataclass(frozen=True)
class OutcomeSplit:
    """How the variance of one outcome splits into parts at one table size."""

    players: int
    outcome: Outcome
    split: Split


@dataclass(frozen=True)
class Neighbour:
    """The effect on a player if one ``bot`` replaces one of the ``others``, in the first outcome's unit.

    That player is one of the others and sits ``after`` seats after the bot, in the same seats of the same deals. With
    ``minus``, it is that effect minus the effect on the player ``minus`` seats after. The intervals of a run hold
    together.
    """

    players: int
    bot: str
    others: str
    after: int
    minus: int | None
    estimate: Estimate
    verdict: Word
    note: str

    @property
    def position(self) -> str:
        """Who is affected: ``1 seat after``."""
        first = _seats_after(self.after)
        return first if self.minus is None else f"{first} minus {_seats_after(self.minus)}"


@dataclass(frozen=True)
class Alone:
    """The average of one ``bot`` among ``others``, in the first outcome's unit; these intervals hold together."""

    players: int
    bot: str
    others: str
    estimate: Estimate


@dataclass(frozen=True)
class Gap:
    """How far two players differ in a column, on average, at tables of one ``bot`` alone.

    They sit in other seats of the ``same`` game, or of two games whose deals share a board; None if no boards are
    shared. ``step`` is the first minus the second.
    """

    players: int
    bot: int
    column: str
    same: Estimate
    other: Estimate | None
    step: Estimate | None


@dataclass(frozen=True)
class CrossedResults(Results):
    """A finished run of every line-up with each deal."""

    default_document: ClassVar[str] = "crossed.md"

    question: Crossed
    splits: tuple[OutcomeSplit, ...]
    alone: tuple[Alone, ...]
    neighbours: tuple[Neighbour, ...]
    gaps: tuple[Gap, ...] = ()

    def estimates(self) -> Iterator[Row]:
        """Shares of the variance, the average of one bot among others, and effects on neighbours."""
        place: dict[str, Any] = {"part": self.name, "design": self.question.design}
        bots = ", ".join(self.question.bots)
        for split in self.splits:
            for part in split.split.parts:
                share = number_fields(split.split.share(part).scaled(100.0))
                named = {"players": split.players, "contrast": part, "bot": bots}
                outcome = {"outcome": split.outcome.column, "unit": "% of the variance"}
                yield Row(**place | named | outcome | share | {"kind": "share"})
        main = {"outcome": self.manifest.outcomes[0].column, "unit": self.manifest.outcomes[0].unit}
        for alone in self.alone:
            named = {"players": alone.players, "bot": alone.bot, "contrast": alone.others}
            yield Row(**place | named | main | number_fields(alone.estimate) | {"kind": "meeting"})
        for neighbour in self.neighbours:
            named = {
                "players": neighbour.players,
                "bot": neighbour.bot,
                "baseline": neighbour.others,
                "contrast": neighbour.position,
            }
            judged = {
                "test": "simultaneous, all neighbours of the run",
                "tolerance": self.question.tolerances.get(main["outcome"]),
                "verdict": neighbour.verdict,
                "note": neighbour.note,
            }
            yield Row(**place | named | main | number_fields(neighbour.estimate) | judged | {"kind": "neighbour"})
        for gap in self.gaps:
            named = {"players": gap.players, "bot": self.manifest.bots[gap.bot].spec, "outcome": gap.column, "unit": ""}
            for setting, estimate in ((SAME_GAME, gap.same), (OTHER_GAME, gap.other)):
                if estimate is not None:
                    yield Row(**place | named | number_fields(estimate) | {"kind": "apart", "setting": setting})
            if gap.step is not None:
                sides = {"kind": "difference", "setting": SAME_GAME, "baseline": OTHER_GAME}
                yield Row(**place | named | number_fields(gap.step) | sides)

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``variance`` and ``neighbours``."""
        return {"variance": self._variance, "neighbours": self._neighbours}

    def _variance(self) -> "Figure":
        """The parts of each outcome, a bar for each table size."""
        points = [
            Point(outcome.axis, players_text(split.players), part_label(part), split.split.share(part))
            for outcome in self.manifest.outcomes
            for split in self.splits
            if split.outcome == outcome
            for part in split.split.parts
        ]
        return draw_shares(points)

    def _neighbours(self) -> "Figure":
        """The effect of one bot on each of those after it: a panel for each pair of bots, a line for each seat."""
        effects = [effect for effect in self.neighbours if effect.minus is None]
        others = {f"one {effect.bot} among {effect.others}": effect.others for effect in effects}
        points = [
            Point(
                f"one {effect.bot} among {effect.others}",
                f"{players_text(effect.players)}: {effect.position}",
                "",
                effect.estimate,
            )
            for effect in effects
        ]
        return draw_lines(points, {name: (0.0, f"as with another {other}") for name, other in others.items()})


def _gaps(
    section: Section, names: Sequence[str], columns: Values, numbers: NDArray[np.int64] | None, level: float
) -> Iterator[Gap]:
    """How far players differ in each column, for each bot that fills a table; boards are the groups, if there are."""
    groups = np.arange(len(columns)) if numbers is None else numbers
    for place, lineup in enumerate(section.lineups):
        if len(set(lineup.bots)) > 1:
            continue
        for number, name in enumerate(names):
            same, other = gaps_between(columns[:, place, :, number], groups)
            if numbers is None:
                yield Gap(section.players, lineup.bots[0], name, mean_interval(same, level), None, None)
                continue
            known = np.isfinite(other)
            estimates = [mean_interval(part[known], level) for part in (same, other, same - other)]
            yield Gap(section.players, lineup.bots[0], name, *estimates)


def _seats_after(seats: int) -> str:
    return f"{seats} seat{'' if seats == 1 else 's'} after"


def _alone(manifest: Manifest, bots: list[str], of_main: Mapping[int, Values]) -> Iterator[Alone]:
    names: list[tuple[int, str, str]] = []
    values: list[list[Taken]] = []
    for index, section in enumerate(manifest.sections):
        for bot, other in permutations(range(len(bots)), 2):
            names.append((section.players, bots[bot], bots[other]))
            values.append([(_by_distance(of_main[index], section, bot, other)[0], 1.0, section.players)])
    estimates, _ = held_at_once(values, manifest.level)
    possible = manifest.outcomes[0].bounds
    for name, estimate in zip(names, estimates, strict=True):
        yield Alone(*name, estimate.cut(*possible).with_unseen(*possible, len(names)))


def _neighbours(
    manifest: Manifest, bots: list[str], of_main: Mapping[int, Values], tolerance: float
) -> Iterator[Neighbour]:
    names: list[tuple[int, str, str, int, int | None]] = []
    values: list[list[Taken]] = []
    for index, section in enumerate(manifest.sections):
        players = section.players
        for bot, other in permutations(range(len(bots)), 2):
            among = _by_distance(of_main[index], section, bot, other)
            usual = _by_distance(of_main[index], section, other, other)[0]
            worth = {after: np.round(among[after] - usual, DECIMALS) for after in range(1, players)}
            steps: list[tuple[int, int | None]] = [(after, None) for after in worth]
            steps += [(1, players - 1)] if players > 2 else []
            for after, less in steps:
                names.append((players, bots[bot], bots[other], after, less))
                values.append([(worth[after] - (0.0 if less is None else worth[less]), 1.0, players)])
    estimates, _ = held_at_once(values, manifest.level)
    possible = manifest.outcomes[0].difference_bounds
    for name, ((by_deal, _, _),), plain in zip(names, values, estimates, strict=True):
        ends = [end * (1 if name[-1] is None else 2) for end in possible]
        bounded = plain.with_unseen(ends[0], ends[1], len(names))
        yield Neighbour(*name, bounded, *verdict_of(bounded, tolerance, same=not np.any(by_deal)))


def _by_distance(values: Values, section: Section, bot: int, other: int) -> list[Values]:
    """The result of the player 0, 1, 2 … seats after a bot, by deal: a mean over the seats of that lone bot."""
    numbers = {lineup.bots: number for number, lineup in enumerate(section.lineups)}
    seats = range(section.players)
    lineups = [numbers[tuple(bot if seat == place else other for seat in seats)] for place in seats]
    return [
        np.mean([values[:, lineups[place], (place + after) % section.players] for place in seats], axis=0)
        for after in seats
    ]
