"""What the rules do to a table: the same players under several settings, measured and compared.

All settings of a table size play the same deals, and differences are taken deal by deal. That is valid whatever the
rules change: where they leave the shuffle alone, the luck of the deal drops out; where they do not, the games of a deal
are unrelated, and the intervals show it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.measures import SEAT_ADVANTAGE, find_measure
from arkadia_sim.core.options import option_text
from arkadia_sim.core.written import Fault, Several, Written, check, repeated
from arkadia_sim.plan.designs import table_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.plan.request import judged_outcomes
from arkadia_sim.questions.differences import Difference, TableMean, measured_differences, measured_means
from arkadia_sim.questions.estimates import Row
from arkadia_sim.questions.labels import players_text
from arkadia_sim.questions.measured import faults_of_measures, with_measured_tolerances
from arkadia_sim.questions.question import Question, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.sections import section_games
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import MeasuredDeals, measured_deals
from arkadia_sim.results.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class TableSetting(Written):
    """One of the settings that are compared: options of the rules on top of those of the experiment."""

    name: str = Field(min_length=1, max_length=200, description="what it is called in tables and figures")
    rules: dict[str, Any] = Field(default_factory=dict)


class Settings(Question):
    """What the rules do to a table: the same players under several settings, on the same deals."""

    design: Literal["settings"] = "settings"
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(
        min_length=1, description="one bot, which sits in every seat, or one for each seat"
    )
    measures: Several[Annotated[str, Field(min_length=1)]] = Field(min_length=1, description="what is compared")
    settings: Several[TableSetting] = Field(min_length=2)
    reference: str | None = Field(None, description="name of the setting that all others are compared with; the first")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        names = [setting.name for setting in self.settings]
        faults: list[Fault] = [(("settings", place, "name"), "each name once") for place in repeated(names)]
        if self.reference is not None and self.reference not in names:
            faults.append((("reference",), f"the name of one of the settings: {', '.join(names)}"))
        if repeated(self.measures):
            faults.append((("measures",), "each measure once"))
        if len(self.bots) > 1 and any(len(self.bots) != players for players in self.players):
            faults.append((("bots",), "one bot, which sits in every seat, or one for each seat"))
        check(faults)
        return self

    @property
    def reference_name(self) -> str:
        """The name of the setting that all others are compared with."""
        return self.reference or self.settings[0].name

    def bots_by_key(self) -> Iterator[tuple[str, str]]:
        """The bots at the table."""
        yield from (("bots", bot) for bot in self.bots)

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""
        return self.model_copy(update={"bots": tuple(map(replace, self.bots))})

    def table_rules(self) -> Sequence[Mapping[str, Any]]:
        """The options of the rules of each setting."""
        return [self.rules | setting.rules for setting in self.settings]

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """One section: the players in every seat of each deal."""
        seated = self.bots if len(self.bots) > 1 else self.bots * setting.players
        yield table_section(setting, list(map(seating.number, seated)), self.size(setting.players, seating.compiled))

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Measures and tolerances that the game does not have."""
        yield from faults_of_measures(self, game)
        yield from self.faults_of_tolerances(judged_outcomes(game.outcomes), self.measures)

    def filled_in(self, game: Game) -> Self:
        """The same question with the tolerances of outcomes and measures."""
        return with_measured_tolerances(super().filled_in(game), game, self)

    def results(self, run: RunFolder, manifest: Manifest) -> "SettingsResults":
        """The measures of a finished run under each setting, and their differences from the reference."""
        several = len(set(self.bots)) > 1
        columns = manifest.columns["games"]
        measures = [find_measure(name, manifest.outcomes, columns, manifest.ends, several) for name in self.measures]
        bots = [bot.spec for bot in manifest.bots]
        sizes: dict[int, list[list[MeasuredDeals]]] = {}
        for index, section in enumerate(manifest.sections):
            measured = measured_deals(run, index, section, bots, measures, manifest.ends)
            sizes.setdefault(section.players, []).append(measured)
        names = [setting.name for setting in self.settings]
        return SettingsResults(
            run.root,
            manifest,
            section_games(run, manifest, self),
            self,
            measured_means(sizes, names, manifest.level),
            measured_differences(sizes, names, names.index(self.reference_name), self.tolerances, manifest.level),
        )


@dataclass(frozen=True)
class SettingsResults(Results):
    """A finished run of one table under several settings."""

    default_document: ClassVar[str] = "settings.md"

    question: Settings
    means: tuple[TableMean, ...]
    differences: tuple[Difference, ...]

    def estimates(self) -> Iterator[Row]:
        """The measures under each setting, then the differences from the reference and between table sizes."""
        place = {"part": self.name, "design": self.question.design, "bot": ", ".join(self.question.bots)}
        yield from (mean.row(place) for mean in self.means)
        yield from (difference.row(place) for difference in self.differences)

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``response``: every measure under every setting."""
        return {"response": self._response}

    def _response(self) -> "Figure":
        """Curves over the values of one option, maps over those of two; over the settings by name otherwise."""
        from arkadia_sim.plots.response import draw_map, draw_response, response_table
        from arkadia_sim.plots.style import percent

        options = varied_options(self.question)
        points = [self._point(mean, options) for mean in self.means]
        zero = list(dict.fromkeys(_panel(mean) for mean in self.means if mean.measure.name == SEAT_ADVANTAGE))
        head = f"Averages with {percent(self.manifest.level)} intervals; those of a measure hold together."
        if len(options) == 2:
            return draw_map(response_table(points), options[0], options[1], head, zero)
        return draw_response(response_table(points), options[0] if len(options) == 1 else "rules", head, zero)

    def _point(self, mean: TableMean, options: Sequence[str]) -> "Any":
        from arkadia_sim.plots.response import ResponsePoint

        rules = next(setting.rules for setting in self.question.settings if setting.name == mean.setting)
        values = [option_text(rules[name]) for name in options]
        place, row = (values[0], values[1]) if len(values) == 2 else (values[0] if values else mean.setting, "")
        return ResponsePoint(_panel(mean), mean.part or players_text(mean.players), place, row, mean.estimate)


def varied_options(question: Settings) -> list[str]:
    """The options by which the settings differ, if each setting has a value for each; else none."""
    rules = [setting.rules for setting in question.settings]
    names = list(dict.fromkeys(name for options in rules for name in options))
    if len(names) > 2 or not all(set(options) == set(names) for options in rules):
        return []
    return [name for name in names if len({option_text(options[name]) for options in rules}) > 1]


def _panel(mean: TableMean) -> str:
    """The panel of a mean: one for each measure, and for each table size where it has several parts."""
    return f"{mean.measure.axis}, {players_text(mean.players)}" if mean.part else mean.measure.axis
