"""How much of a result is luck and how much is play: every line-up of some bots, each with each deal.

The variance of an outcome is split into the seat, the own bot, the others, the deal and the rest. The same games show
the effect of one bot on the players who sit after it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.game import NUMBERS, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Several, check, repeated
from arkadia_sim.errors import counted
from arkadia_sim.plan.designs import crossed_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.plots.figures import Point, draw_lines, draw_shares
from arkadia_sim.questions.differences import verdict_of
from arkadia_sim.questions.estimates import Row, estimate_of, number_fields, players_text
from arkadia_sim.questions.question import BotKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import averaged_by, column_values, outcome_values, piece_numbers
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import mean_interval
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

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """Shares of the variance, the average of one bot among others, and effects on neighbours."""
        shares: list[Row] = []
        apart: list[Row] = []
        main: dict[int, Values] = {}
        for index, section in enumerate(manifest.sections):
            values = outcome_values(run, index, section, manifest.outcomes)
            lineups = [lineup.bots for lineup in section.lineups]
            pieces = {piece: piece_numbers(run, index, section, piece) for piece in section.setting.shared}
            for number, outcome in enumerate(manifest.outcomes):
                if np.ptp(values[..., number]) > 0 and len(values) > 1:
                    split = _split(values[..., number], lineups, pieces, manifest.level)
                    shares += self._shares(section.players, outcome, split)
            main_values = values[..., 0] * manifest.outcomes[0].scale
            if len(pieces) < 2:  # deals that share two pieces are no groups
                main[index] = averaged_by(main_values, *pieces.values()) if pieces else main_values
            if self.apart:
                columns = column_values(run, index, section, self.apart)
                apart += self._apart(manifest, section, columns, next(iter(pieces.values()), None))
        alone = list(self._alone(manifest, main)) if main else []
        neighbours = list(self._neighbours(manifest, main)) if main else []
        figures = {"variance": lambda: _variance(manifest, shares)}
        if neighbours:
            figures["neighbours"] = lambda: _neighbours_figure(neighbours)
        return Results(run.root, manifest, (*shares, *alone, *neighbours, *apart), figures)

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Columns that the game does not have, or that hold no numbers; tolerances that do not fit."""
        known = [column.name for column in game.player_columns if column.dtype in (*NUMBERS, "bool")]
        yield from self.unknown("apart", "column", known)
        yield from super().faults(game)

    def _shares(self, players: int, outcome: Outcome, split: Split) -> Iterator[Row]:
        """How the variance of one outcome splits into parts at one table size."""
        place = self.place(players=players, kind="share", bot=", ".join(self.bots))
        place |= {"outcome": outcome.column, "unit": "% of the variance"}
        for part in split.parts:
            yield Row(**place | {"contrast": part} | number_fields(split.share(part).scaled(100.0)))

    def _alone(self, manifest: Manifest, of_main: Mapping[int, Values]) -> Iterator[Row]:
        """The average of one bot among others of one kind, in the first outcome; these intervals hold together."""
        outcome, bots = manifest.outcomes[0], [bot.spec for bot in manifest.bots]
        pairs = list(permutations(range(len(bots)), 2))
        places = [(index, section, *pair) for index, section in enumerate(manifest.sections) for pair in pairs]
        values: list[list[Taken]] = [
            [(_by_distance(of_main[index], section, bot, other)[0], 1.0, section.players)]
            for index, section, bot, other in places
        ]
        for (_, section, bot, other), estimate in zip(places, held_at_once(values, manifest.level)[0], strict=True):
            place = self.place(players=section.players, bot=bots[bot], contrast=bots[other])
            bounded = estimate.cut(*outcome.bounds).with_unseen(*outcome.bounds, len(places))
            yield Row.of("meeting", outcome, bounded, **place)

    def _neighbours(self, manifest: Manifest, of_main: Mapping[int, Values]) -> Iterator[Row]:
        """The effect on a player if one bot replaces one of the others, in the first outcome.

        That player is one of the others and sits some seats after the bot, in the same seats of the same deals; then
        that effect minus the one on the player before the bot. The intervals of a run hold together.
        """
        outcome, bots = manifest.outcomes[0], [bot.spec for bot in manifest.bots]
        places: list[dict[str, Any]] = []
        values: list[list[Taken]] = []
        ends: list[float] = []
        for index, section in enumerate(manifest.sections):
            players = section.players
            for bot, other in permutations(range(len(bots)), 2):
                among = _by_distance(of_main[index], section, bot, other)
                usual = _by_distance(of_main[index], section, other, other)[0]
                worth = {after: np.round(among[after] - usual, DECIMALS) for after in range(1, players)}
                effects = [(_seats_after(after), effect, 1.0) for after, effect in worth.items()]
                if players > 2:
                    both = f"{_seats_after(1)} minus {_seats_after(players - 1)}"
                    effects.append((both, worth[1] - worth[players - 1], 2.0))
                for position, effect, reach in effects:
                    named = {"bot": bots[bot], "baseline": bots[other], "contrast": position}
                    places.append(self.place(players=players) | named)
                    values.append([(effect, 1.0, players)])
                    ends.append(reach)
        tolerance = self.tolerances.get(outcome.column)
        estimates, _ = held_at_once(values, manifest.level)
        for place, ((by_deal, _, _),), plain, reach in zip(places, values, estimates, ends, strict=True):
            low, high = (end * reach for end in outcome.difference_bounds)
            bounded = plain.with_unseen(low, high, len(places))
            verdict, note = verdict_of(bounded, tolerance or 0.0, same=not np.any(by_deal))
            judged = {"test": "simultaneous, all neighbours of the run", "tolerance": tolerance}
            yield Row.of("neighbour", outcome, bounded, verdict=verdict, note=note, **place | judged)

    def _apart(
        self, manifest: Manifest, section: Section, columns: Values, numbers: NDArray[np.int64] | None
    ) -> Iterator[Row]:
        """How far two players differ in each column, on average, for each bot that fills a table.

        They sit in other seats of the same game, and if deals share boards, of two games on one board.
        """
        groups = np.arange(len(columns)) if numbers is None else numbers
        for at, lineup in enumerate(section.lineups):
            if len(set(lineup.bots)) > 1:
                continue
            for number, name in enumerate(self.apart):
                place = self.place(players=section.players, kind="apart", bot=manifest.bots[lineup.bots[0]].spec)
                place |= {"outcome": name, "unit": ""}
                same, other = gaps_between(columns[:, at, :, number], groups)
                known = np.isfinite(same if numbers is None else other)
                within = number_fields(mean_interval(same[known], manifest.level))
                yield Row(**place | within | {"setting": SAME_GAME})
                if numbers is None:
                    continue
                between = number_fields(mean_interval(other[known], manifest.level))
                yield Row(**place | between | {"setting": OTHER_GAME})
                step = number_fields(mean_interval((same - other)[known], manifest.level))
                sides = {"kind": "difference", "setting": SAME_GAME, "baseline": OTHER_GAME}
                yield Row(**place | step | sides)


def _split(values: Values, lineups: Sequence[Sequence[int]], pieces: Mapping[str, Any], level: float) -> Split:
    return shared_split(values, lineups, pieces, level) if pieces else variance_split(values, lineups, level)


def _variance(manifest: Manifest, rows: Sequence[Row]) -> "Figure":
    """The parts of each outcome, a bar for each table size."""
    points = [
        Point(outcome.axis, players_text(row.players), part_label(row.contrast), estimate_of(row).scaled(0.01))
        for outcome in manifest.outcomes
        for row in rows
        if row.outcome == outcome.column
    ]
    return draw_shares(points)


def _neighbours_figure(rows: Sequence[Row]) -> "Figure":
    """The effect of one bot on each of those after it: a panel for each pair of bots, a line for each seat."""
    effects = [row for row in rows if " minus " not in row.contrast]
    panels = {row: f"one {row.bot} player among {row.baseline} players" for row in effects}
    points = [
        Point(panel, f"{players_text(row.players)}: {row.contrast}", "", estimate_of(row))
        for row, panel in panels.items()
    ]
    lines = {panel: (0.0, f"as with another {row.baseline} player") for row, panel in panels.items()}
    return draw_lines(points, lines)


def _seats_after(seats: int) -> str:
    return f"{counted(seats, 'seat')} after"


def _by_distance(values: Values, section: Section, bot: int, other: int) -> list[Values]:
    """The result of the player 0, 1, 2 … seats after a bot, by deal: a mean over the seats of that lone bot."""
    numbers = {lineup.bots: number for number, lineup in enumerate(section.lineups)}
    seats = range(section.players)
    lineups = [numbers[tuple(bot if seat == place else other for seat in seats)] for place in seats]
    return [
        np.mean([values[:, lineups[place], (place + after) % section.players] for place in seats], axis=0)
        for after in seats
    ]
