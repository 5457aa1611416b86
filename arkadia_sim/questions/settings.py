"""What rules do: the same players under several settings of the rules, measured and compared.

All settings of a table size play the same deals, and differences are taken deal by deal. That is valid whatever the
rules change: if they leave the shuffle alone, the luck of the deal drops out; if they do not, the games of a deal are
unrelated, and the intervals show it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.options import option_text
from arkadia_sim.core.stored import Fault, Several, Written, check, repeated
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plan.designs import table_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.plots.figures import Point, draw_response
from arkadia_sim.plots.style import percent
from arkadia_sim.questions.answers import clearly, possible, seat_options
from arkadia_sim.questions.differences import measured_differences, measured_means
from arkadia_sim.questions.estimates import Row, estimate_of, players_text
from arkadia_sim.questions.question import MeasureKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import widest
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import AMONG_SEVERAL, SEAT_ADVANTAGE, Measure, MeasuredDeals, measured_deals
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.verdicts import SAME

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class TableSetting(Written):
    """One of the settings that are compared: options of the rules on top of those of the experiment."""

    name: str = Field(min_length=1, max_length=200, description="its name in tables and figures")
    rules: dict[str, Any] = Field(default_factory=dict)


class Settings(MeasureKeys):
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

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Seats with values of their own where different bots change seats; and what does not fit the game."""
        if len(set(self.bots)) > 1:
            for players, setting in product(self.players, self.settings):
                for option in seat_options(game, self.rules | setting.rules, players):
                    allowed = (
                        "one bot for all seats, because the value belongs to the seat and different bots change seats; "
                        f"to see each bot in each seat: arkadia-sim play {' '.join(self.bots)} --rules {option} --seats"
                    )
                    yield "bots", str(BadValue(option, ", ".join(self.bots), allowed))
                    return
        yield from super().faults(game)

    def table_rules(self) -> Sequence[Mapping[str, Any]]:
        """The options of the rules of each setting."""
        return [self.rules | setting.rules for setting in self.settings]

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """One section: the players in every seat of each deal."""
        seated = self.bots if len(self.bots) > 1 else self.bots * setting.players
        yield table_section(setting, list(map(seating.number, seated)), self.size(setting.players, seating.compiled))

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The measures of a finished run under each setting, and their differences from the reference."""
        measures = self.measures_of(manifest)
        bots = manifest.names
        sizes: dict[int, list[list[MeasuredDeals]]] = {}
        for index, section in enumerate(manifest.sections):
            measured = measured_deals(run, index, section, bots, measures, manifest.ends)
            sizes.setdefault(section.players, []).append(measured)
        names = [setting.name for setting in self.settings]
        place = self.place(bot=", ".join(self.bots))
        means = measured_means(sizes, names, manifest.level, place)
        differences = measured_differences(
            sizes, names, names.index(self.reference_name), self.tolerances, manifest.level, self.between, place
        )
        within = [row for row in differences if row.setting in names]
        by_name = {measure.name: measure for measure in measures}
        figures = {"response": lambda: self._response(means, by_name, manifest.level)}
        answer = tuple(self._answer(within, by_name))
        return Results(run.root, manifest, (*means, *differences), figures, answer)

    def _answer(self, rows: Sequence[Row], measures: Mapping[str, Measure]) -> Iterator[str]:
        """Which measures change against the reference, each with its clearest change."""
        changed: list[str] = []
        same: list[str] = []
        alike: list[str] = []
        unclear: list[str] = []
        for name in dict.fromkeys(row.outcome for row in rows):
            differences = [row for row in rows if row.outcome == name]
            label = name.replace("_", " ") if name in AMONG_SEVERAL else measures[name].label
            clear = [change for change in differences if change.verdict in ("higher", "lower")]
            if clear:
                best = max(clear, key=lambda change: max(change.low or 0.0, -(change.high or 0.0)))
                often = f", and in {len(clear)} of {len(differences)} comparisons" if len(differences) > 1 else ""
                changed.append(f"{label} {_clearest(best, label)}{often}")
            elif all(row.verdict == "equivalent" and row.tolerance for row in differences):
                alike.append(label)
            elif all(change.note == SAME for change in differences):
                same.append(label)
            else:
                unclear.append(f"{label} ({possible(widest(differences), differences[0].unit)})")
        if changed:
            yield f"Compared with {self.reference_name}: {'; '.join(changed)}."
        if same:
            yield f"The same in all {min(row.n for row in rows):,} deals: {'; '.join(same)}."
        if alike:
            yield f"No difference that matters: {'; '.join(alike)}."
        if unclear:
            yield f"Cannot tell: {'; '.join(unclear)}."

    def _response(self, means: Sequence[Row], measures: Mapping[str, Measure], level: float) -> "Figure":
        """Curves over the values of one option; otherwise over the settings by name."""
        option = varied_option(self)
        rules = {setting.name: setting.rules for setting in self.settings}

        def panel(row: Row) -> str:
            """One for each measure, and for each table size where it has several parts."""
            axis = measures[row.outcome].axis
            return f"{axis}, {players_text(row.players)}" if row.contrast else axis

        points = [
            Point(
                panel=panel(mean),
                line=option_text(rules[mean.setting][option]) if option else mean.setting,
                series=mean.contrast or players_text(mean.players),
                estimate=estimate_of(mean),
            )
            for mean in means
        ]
        zero = list(dict.fromkeys(panel(mean) for mean in means if mean.outcome == SEAT_ADVANTAGE))
        head = f"Averages with {percent(level)} intervals; those of a measure hold together."
        return draw_response(points, option or "rules", head, zero)


def _clearest(row: Row, label: str) -> str:
    """The largest certain change of a measure, with its place."""
    more = "up" if row.verdict == "higher" else "down"
    size = clearly(estimate_of(row), "" if row.unit == label else row.unit)
    return f"{more} by {size} with {', '.join(filter(None, [row.setting, row.contrast, players_text(row.players)]))}"


def varied_option(question: Settings) -> str:
    """The option in which the settings differ, if it is one that each of them has a value for; otherwise empty."""
    rules = [setting.rules for setting in question.settings]
    names = dict.fromkeys(name for options in rules for name in options)
    varied = [name for name in names if len({option_text(options.get(name)) for options in rules}) > 1]
    return varied[0] if len(varied) == 1 and all(varied[0] in options for options in rules) else ""


SETTINGS_MOST = 400
"""More settings than this are no sweep that anybody reads."""

KNOBS_MOST = 2


@dataclass(frozen=True)
class Swept:
    """The settings that are played, by name; the one that the others are held against, and what was left out, why."""

    settings: Mapping[str, Mapping[str, Any]]
    reference: str
    left_out: tuple[str, ...]


def swept_settings(
    game: Game,
    knobs: Mapping[str, Sequence[Any]],
    players: Sequence[int],
    rules: Mapping[str, Any],
    components: Mapping[str, Any],
) -> Swept:
    """The settings of a sweep over one or two knobs, each checked by the game at every table size.

    The reference is what is played without the knobs: the game's own values, or those of ``rules``. Where the game has
    a word for its own, which may stand for another value at each table size, and none of the values is that, the word
    is played beside them; where it has a number that is not among them, the first of them is the reference. UsageError
    for an unknown knob, one without two values, or where fewer than two settings can be played.
    """
    own = {option.name: option.default for option in game.rule_options()}
    for name, values in knobs.items():
        if name not in own:
            raise UnknownName("rule", name, own)
        if len({option_text(value) for value in values}) != len(values) or len(values) < 2:
            raise BadValue(f"knob {name}", option_text(list(values)), "two values or more, each once")
        if name in rules and rules[name] not in values:
            raise BadValue(f"rule {name}", option_text(rules[name]), "one of the values that are swept, or none")
    if not 1 <= len(knobs) <= KNOBS_MOST:
        raise BadValue("knobs", ", ".join(knobs), "one or two: three make no picture")
    grid = [dict(zip(knobs, values, strict=True)) for values in product(*knobs.values())]
    if len(grid) > SETTINGS_MOST:
        raise BadValue("settings", len(grid), f"at most {SETTINGS_MOST}")

    def in_force(chosen: Mapping[str, Any]) -> list[dict[str, str]]:
        """All options as they are played at each table size; UsageError for what cannot be played."""
        played = (game.setting(size, {**rules, **chosen}, components).rules for size in players)
        return [{name: option_text(value) for name, value in options.items()} for options in played]

    settings: dict[str, Mapping[str, Any]] = {}
    left_out, same, usual = [], [], in_force({})
    for chosen in grid:
        name = _name(chosen)
        try:
            same += [name] if in_force(chosen) == usual else []
            settings[name] = chosen
        except UsageError as error:
            left_out.append(f"Left out: {name}: {error}")
    if len(settings) < 2:
        raise UsageError("\n".join(["fewer than two settings can be played", *left_out]))
    words = {name: own[name] for name in knobs}
    if not same and all(isinstance(word, str) for word in words.values()):
        settings, same = {_name(words): words} | settings, [_name(words)]
    return Swept(settings, (same or list(settings))[0], tuple(left_out))


def _name(chosen: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={option_text(value)}" for key, value in chosen.items())
