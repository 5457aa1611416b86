"""From an experiment file to the run that it asks for. What only the game can judge is judged here."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.runner.designs import Size, Trial, adoption_section, factorial_section, paired_section
from arkadia_sim.runner.experiment import Experiment, Situation
from arkadia_sim.runner.experiment_file import ExperimentFile
from arkadia_sim.runner.parallel import RunRequest, is_compiled
from arkadia_sim.runner.plan import Plan, Section
from arkadia_sim.runner.sequential import Stopping


def experiment_request(file: ExperimentFile, game: Game) -> RunRequest:
    """The run that an experiment file asks for, and what its folder should say of it."""
    plan = experiment_plan(file, game)
    text, board = _portable(file)
    stopping = experiment_stopping(file.experiment, is_compiled(game.describe_bots(plan.bots)))
    return RunRequest(plan, "experiment", file.experiment.as_json(), text, board, stopping=stopping)


def experiment_plan(file: ExperimentFile, game: Game) -> Plan:
    """The run that an experiment file asks for: a section for each table size and company.

    UsageError tells all the faults that the game finds: bots, columns, rules.
    """
    experiment = file.experiment
    check = _Check(game)
    for where, bot in _bots_by_place(experiment):
        check.bot(where, bot)
    check.behaviours(experiment)
    settings = check.settings(file)
    if check.faults:
        raise UsageError("\n".join(file.fault_text(where, fault) for fault, where in check.faults.items()))
    sections = tuple(
        section for setting in settings for section in _sections(experiment, setting, all(check.compiled.values()))
    )
    return Plan(experiment.game, experiment.seed, plan_bots(experiment), sections, experiment.trace)


def plan_bots(experiment: Experiment) -> tuple[str, ...]:
    """The bots of the run in the order in which line-ups count them."""
    if experiment.design == "factorial":
        return experiment.factorial_bots()
    named = [
        bot
        for situation in experiment.situations()
        for bot in (_others(experiment, situation), *(one for arms in situation.arms for one in arms))
    ]
    return tuple(dict.fromkeys(bot for bot in named if bot is not None))


def _others(experiment: Experiment, situation: Situation) -> str | None:
    """The bot of the others; where a change spreads there are none but those with and without it."""
    return None if experiment.design == "adoption" else situation.bot


def _sections(experiment: Experiment, setting: Setting, compiled: bool) -> Iterator[Section]:
    """The sections of one table size."""
    size = section_size(experiment, setting.players, compiled)
    if experiment.design == "factorial":
        yield factorial_section(setting, [change.name for change in experiment.changes], size)
        return
    bots = plan_bots(experiment)
    for situation in experiment.situations():
        trials = [Trial(bots.index(without), bots.index(with_)) for without, with_ in situation.arms]
        if experiment.design == "adoption":
            section = adoption_section(setting, trials, size)
        else:
            section = paired_section(setting, bots.index(situation.bot or ""), trials, size)
        yield replace(section, field=situation.name, field_title=situation.title)


def section_size(experiment: Experiment, players: int, compiled: bool) -> Size:
    """How much of a table size is played before anybody looks at it: everything, or the deals of the first look."""
    deals = experiment.deals_for(players)
    return Size(
        deals if experiment.until is None else min(deals, experiment.first_look), compiled, experiment.chunk_games
    )


def experiment_stopping(experiment: Experiment, compiled: bool) -> Stopping | None:
    """When a question of the experiment is asked no further; None where the number of deals is fixed."""
    if experiment.until is None:
        return None
    return Stopping(
        error_rate=experiment.error_rate,
        margin_win_share=experiment.margin_win_share / 100,
        margin_gold=experiment.margin_gold,
        first_look=experiment.first_look,
        most={players: experiment.deals_for(players) for players in experiment.players},
        compiled=compiled,
        wanted=experiment.chunk_games,
    )


def _bots_by_place(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """All bots of an experiment and the key of the file that names each."""
    if experiment.design == "factorial":
        yield from _factorial_by_place(experiment)
        return
    short = len(experiment.changes) == 1 and all(not company.name for company in experiment.fields)
    for situation in experiment.situations():
        others = _others(experiment, situation)
        if others is not None:
            yield "field" if short else f"fields.{situation.name}.bot", others
        for change, (without, with_) in zip(experiment.changes, situation.arms):
            table = "" if short else f"changes.{change.name}."
            yield f"{table}without", without
            yield f"{table}with", with_


def _factorial_by_place(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """The base alone, then with each switch, then all combinations: a fault is told where it comes from."""
    yield "base", experiment.base or ""
    for change in experiment.changes:
        for alone in experiment.model_copy(update={"changes": [change]}).factorial_bots():
            yield f"changes.{change.name}.switch", alone
    yield from (("changes", bot) for bot in experiment.factorial_bots())


@dataclass
class _Check:
    """What the game says to an experiment, gathered."""

    game: Game
    faults: dict[str, str] = field(default_factory=dict)  # where each was met
    compiled: dict[str, bool] = field(default_factory=dict)

    def bot(self, where: str, bot: str) -> None:
        """Resolve a bot, once; one fault is told where it is met first."""
        if bot in self.compiled:
            return
        try:
            self.compiled[bot] = is_compiled(self.game.describe_bots([bot]))
        except UsageError as error:
            self.faults.setdefault(str(error), where)

    def behaviours(self, experiment: Experiment) -> None:
        """See whether the columns that tell of a change of behaviour exist."""
        known = [column.name for column in self.game.player_columns]
        for change in experiment.changes:
            if change.behaviour is not None and change.behaviour not in known:
                where = "behaviour" if len(experiment.changes) == 1 else f"changes.{change.name}.behaviour"
                self.faults.setdefault(str(UnknownName("column", change.behaviour, known)), where)

    def settings(self, file: ExperimentFile) -> list[Setting]:
        """The tables, one of each size; what is wrong with one leaves it out."""
        found = []
        for players in file.experiment.players:
            try:
                if players not in self.game.player_counts:
                    allowed = f"for {self.game.name}: {', '.join(map(str, self.game.player_counts))}"
                    raise BadValue("players", players, allowed)
                found.append(self.game.setting(players, file.experiment.rules, file.component_choice()))
            except UsageError as error:
                self.faults.setdefault(str(error), "")
        return found


def _portable(file: ExperimentFile) -> tuple[str, Path | None]:
    """The experiment's text for the run's folder, and the board file that has to lie beside it there, if any."""
    board = file.component_choice().get("board")
    if board is None:
        return file.text, None
    beside = file.experiment.components.model_copy(update={"board": Path(board).name})
    return file.experiment.model_copy(update={"components": beside}).as_toml(), Path(board)
