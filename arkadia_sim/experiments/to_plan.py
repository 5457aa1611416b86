"""From an experiment file to the run that it asks for. What only the game can judge is judged here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arkadia_sim.core.bot import BotDescription, is_compiled
from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.measures import AMONG_SEVERAL, find_measure
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.experiments.bot_designs import OF_BOTS
from arkadia_sim.experiments.doses import DESIGN as DOSE
from arkadia_sim.experiments.doses import doses
from arkadia_sim.experiments.files import ExperimentFile
from arkadia_sim.experiments.request import RunRequest
from arkadia_sim.experiments.schema import ERROR_RATE, FIRST_LOOK, Experiment
from arkadia_sim.plan.designs import (
    OneAmong,
    Size,
    Trial,
    crossed_section,
    ladder_section,
    paired_section,
    seats_section,
    table_section,
)
from arkadia_sim.plan.plan import Plan, Section
from arkadia_sim.plan.questions import Stopping, judged_outcomes


def experiment_request(file: ExperimentFile, game: Game) -> RunRequest:
    """The run that an experiment file asks for, and what its folder should say of it.

    UsageError tells all the faults that the game finds: bots, columns, outcomes, pieces, rules.
    """
    experiment = file.experiment
    settings, compiled, alike = _checked(file, game)
    tolerances = {
        one.column: experiment.tolerances.get(one.column, one.tolerance)
        for one in game.outcomes
        if one.judged or one.column in experiment.tolerances
    }
    several = len(set(experiment.bots)) > 1
    for name in experiment.measures:
        measure = find_measure(name, game.outcomes, game.player_columns, game.ends, several)
        tolerance = experiment.tolerances.get(measure.name, measure.tolerance)
        tolerances |= {} if tolerance is None else {measure.name: tolerance}
    complete = experiment.model_copy(update={"tolerances": tolerances})
    text, files = _portable(file, game)
    return RunRequest(
        _plan(experiment, settings, compiled, alike),
        "experiment",
        complete,
        text,
        files,
        stopping=experiment_stopping(complete, compiled),
    )


def _plan(experiment: Experiment, settings: Sequence[Setting], compiled: bool, alike: Mapping[str, str]) -> Plan:
    """The run; of bots that are ``alike`` but for their spelling the first plays for all."""
    sections = tuple(section for setting in settings for section in _sections(experiment, setting, compiled, alike))
    return Plan(
        game=experiment.game,
        seed=experiment.seed,
        bots=plan_bots(experiment, alike),
        sections=sections,
        trace=experiment.trace,
    )


def plan_bots(experiment: Experiment, alike: Mapping[str, str]) -> tuple[str, ...]:
    """The bots of the run in the order in which line-ups count them."""
    if experiment.design in OF_BOTS:
        return tuple(dict.fromkeys(experiment.bots))
    named = [
        bot
        for company in experiment.companies
        for bot in (company.bot or "", *(one for arms in experiment.arms(company) for one in arms))
    ]
    return tuple(dict.fromkeys(alike.get(bot, bot) for bot in named))


def _sections(experiment: Experiment, setting: Setting, compiled: bool, alike: Mapping[str, str]) -> Iterator[Section]:
    """The sections of one table size."""
    size = section_size(experiment, setting.players, compiled)
    if experiment.design == "ladder":
        yield from _ladder_sections(experiment, setting, compiled)
        return
    if experiment.design == "seats":
        yield seats_section(setting, 0, size)
        return
    if experiment.design == "crossed":
        yield crossed_section(setting, len(experiment.bots), size)
        return
    if experiment.design == "settings":
        seated = experiment.bots if len(experiment.bots) > 1 else experiment.bots * setting.players
        yield table_section(setting, [plan_bots(experiment, alike).index(bot) for bot in seated], size)
        return
    bots = plan_bots(experiment, alike)

    def number(bot: str) -> int:
        return bots.index(alike.get(bot, bot))

    for company in experiment.companies:
        trials = [Trial(number(without), number(with_)) for without, with_ in experiment.arms(company)]
        section = paired_section(setting, number(company.bot or ""), trials, size)
        yield section.model_copy(update={"company": company.name})


def _ladder_sections(experiment: Experiment, setting: Setting, compiled: bool) -> Iterator[Section]:
    """A ladder's sections of one table size: a section for all pairs with equally many deals, the most first.

    All begin with the same deal, so that the deals of the pairs of slow bots are deals of all pairs.
    """
    bots = experiment.bots
    by_deals: dict[int, list[OneAmong]] = {}
    for one in range(len(bots)):
        others = [None] if setting.players == 1 else [other for other in range(len(bots)) if other != one]
        for other in others:
            named = [bots[place] for place in (one, other) if place is not None]
            by_deals.setdefault(experiment.deals_of_pair(setting.players, *named), []).append((one, other))
    for deals, pairs in sorted(by_deals.items(), reverse=True):
        few = deals < experiment.deals_for(setting.players)
        section = ladder_section(setting, pairs, Size(deals, compiled and not few, experiment.chunk_games))
        if few:
            slow = [bot for bot in bots if experiment.slow.get(bot) == deals]
            section = section.model_copy(update={"company": ", ".join(slow)})
        yield section


def section_size(experiment: Experiment, players: int, compiled: bool) -> Size:
    """How much of a table size is played before anybody looks at it: everything, or the deals of the first look."""
    deals = experiment.deals_for(players)
    if experiment.until is not None:
        deals = min(deals, _first_look(experiment))
    return Size(deals, compiled, experiment.chunk_games)


def _first_look(experiment: Experiment) -> int:
    return FIRST_LOOK if experiment.first_look is None else experiment.first_look


def experiment_stopping(experiment: Experiment, compiled: bool) -> Stopping | None:
    """When a question of the experiment is asked no further; None where the number of deals is fixed."""
    if experiment.until is None:
        return None
    return Stopping(
        error_rate=ERROR_RATE if experiment.error_rate is None else experiment.error_rate,
        tolerances=experiment.tolerances,
        first_look=_first_look(experiment),
        most={players: experiment.deals_for(players) for players in experiment.players},
        compiled=compiled,
        wanted=experiment.chunk_games,
    )


def _bots_by_place(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """All bots of an experiment and the key of the file that names each."""
    yield from (("bots", bot) for bot in experiment.bots)
    for company in experiment.companies:
        yield f"companies{f'.{company.name}' if company.name else '[1]'}.bot", company.bot or ""
        if experiment.design == DOSE:
            for (change, _), arms in zip(doses(experiment), experiment.arms(company), strict=True):
                yield from ((f"changes.{change.name}", bot) for bot in arms)
            continue
        for change, (without, with_) in zip(experiment.changes, experiment.arms(company), strict=True):
            yield f"changes.{change.name}.without", without
            yield f"changes.{change.name}.with", with_


def _checked(file: ExperimentFile, game: Game) -> tuple[list[Setting], bool, dict[str, str]]:
    """The tables, one of each size and setting, and whether all bots play at full speed.

    Beside it, in the design ``dose``, for each bot the first that plays as it does: a parameter set to what it is
    anyway makes no other player, and its games need not be played again. UsageError tells all that is wrong.
    """
    check = _Check(game)
    for where, bot in _bots_by_place(file.experiment):
        check.bot(where, bot)
    check.behaviours(file.experiment)
    check.measures(file.experiment)
    check.swings(file.experiment)
    check.tolerances(file.experiment)
    settings = check.settings(file)
    if check.faults:
        raise UsageError("\n".join(file.fault_text(where, fault) for fault, where in check.faults.items()))
    alike = check.alike() if file.experiment.design == DOSE else {}
    return settings, all(map(is_compiled, ([one] for one in check.found.values()))), alike


@dataclass
class _Check:
    """What the game says to an experiment, gathered."""

    game: Game
    faults: dict[str, str] = field(default_factory=dict)  # where each was met
    found: dict[str, BotDescription] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)

    def alike(self) -> dict[str, str]:
        """For each bot the first that was met of those that play as it does, itself as a rule."""
        first: dict[str, str] = {}
        return {
            bot: first.setdefault(one.model_copy(update={"spec": ""}).model_dump_json(), bot)
            for bot, one in self.found.items()
        }

    def bot(self, where: str, bot: str) -> None:
        """Resolve a bot, once; one fault is told where it is met first."""
        if bot in self.tried:
            return
        self.tried.add(bot)
        try:
            self.found[bot] = self.game.describe_bots([bot])[0]
        except UsageError as error:
            self.faults.setdefault(str(error), where)

    def behaviours(self, experiment: Experiment) -> None:
        """See whether the columns that tell of a change of behaviour exist."""
        known = [column.name for column in self.game.player_columns]
        for change in experiment.changes:
            if change.behaviour is not None and change.behaviour not in known:
                fault = str(UnknownName("column", change.behaviour, known))
                self.faults.setdefault(fault, f"changes.{change.name}.behaviour")

    def tolerances(self, experiment: Experiment) -> None:
        """See whether the outcomes that have a tolerance are there, and whether anything can be above it."""
        any_may = experiment.design == "seats" and experiment.until is None  # there a tolerance asks for a verdict
        outcomes = self.game.outcomes if any_may else judged_outcomes(self.game.outcomes)
        known = {one.column: one for one in outcomes}
        for name, tolerance in experiment.tolerances.items():
            if name in experiment.measures and name not in known:
                continue
            if name not in known:
                self.faults.setdefault(str(UnknownName("outcome", name, known)), "tolerances")
                continue
            low, high = known[name].bounds
            if tolerance > high - low:
                allowed = f"a number of {known[name].unit} above 0, at most {high - low:g}"
                self.faults.setdefault(str(BadValue(name, tolerance, allowed)), "tolerances")

    def measures(self, experiment: Experiment) -> None:
        """See whether the game has the measures, and whether they mean anything at all tables."""
        several = len(set(experiment.bots)) > 1
        for name in experiment.measures:
            try:
                find_measure(name, self.game.outcomes, self.game.player_columns, self.game.ends, several)
                if name in AMONG_SEVERAL and min(experiment.players) < 2:
                    raise BadValue(f"players with {name}", min(experiment.players), "2 or more: alone there is none")
            except UsageError as error:
                self.faults.setdefault(str(error), "measures")

    def swings(self, experiment: Experiment) -> None:
        """See whether the game has the pictures that are to be told in numbers."""
        known = [one.name for one in self.game.pictures() if one.kind == "trajectory"]
        for name in experiment.swings:
            if name not in known:
                self.faults.setdefault(str(UnknownName("picture of numbers that move", name, known)), "swings")

    def settings(self, file: ExperimentFile) -> list[Setting]:
        """The tables, one of each size and setting; what is wrong with one leaves it out."""
        chosen = file.component_choice(self.game.component_options())
        found = []
        for players in file.experiment.players:
            try:
                if players not in self.game.player_counts:
                    allowed = f"for {self.game.name}: {', '.join(map(str, self.game.player_counts))}"
                    raise BadValue("players", players, allowed)
                found += [self.game.setting(players, rules, chosen) for rules in file.experiment.table_rules()]
            except UsageError as error:
                self.faults.setdefault(str(error), "")
        return found


def _portable(file: ExperimentFile, game: Game) -> tuple[str, tuple[Path, ...]]:
    """The experiment's text for the run's folder, and the files and folders that have to lie beside it there."""
    files = file.component_files(game.component_options())
    if not files:
        return file.text, ()
    beside = dict(file.experiment.components) | {name: path.name for name, path in files.items()}
    return file.experiment.model_copy(update={"components": beside}).as_toml(), tuple(files.values())
