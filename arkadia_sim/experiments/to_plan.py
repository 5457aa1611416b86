"""From an experiment file to the run that it asks for, checked by the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arkadia_sim.core.bot import BotDescription, is_compiled
from arkadia_sim.core.game import Game, Setting
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.experiments.files import ExperimentFile, as_toml
from arkadia_sim.plan.plan import Plan
from arkadia_sim.plan.request import RunRequest
from arkadia_sim.questions.question import Question, Seating


def experiment_request(file: ExperimentFile, game: Game) -> RunRequest:
    """The run that an experiment file asks for.

    Raises:
        UsageError: all the faults that the game finds: bots, columns, outcomes, pieces, rules.
    """
    question = file.experiment
    check = _Check(game)
    for key, bot in question.bots_by_key():
        check.bot(key, bot)
    for key, fault in question.faults(game):
        check.faults.setdefault(fault, key)
    settings = check.settings(file)
    if check.faults:
        raise UsageError("\n".join(file.fault_text(key, fault) for fault, key in check.faults.items()))
    alike = check.alike() if question.merges_alike else {}
    compiled = all(is_compiled([bot]) for bot in check.described.values())
    seating = Seating(tuple(dict.fromkeys(alike.get(bot, bot) for _, bot in question.bots_by_key())), alike, compiled)
    complete = question.filled_in(game)
    text, files = _portable(file, game)
    return RunRequest(
        Plan(
            game=question.game,
            seed=question.seed,
            bots=seating.bots,
            sections=tuple(section for setting in settings for section in question.sections(setting, seating)),
            trace=question.trace,
        ),
        "experiment",
        complete.document(),
        text,
        files,
    )


@dataclass
class _Check:
    """The faults that the game finds in an experiment, with their keys, and the bots that it knows."""

    game: Game
    faults: dict[str, str] = field(default_factory=dict)
    described: dict[str, BotDescription] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)

    def bot(self, key: str, bot: str) -> None:
        """Look a bot up, once; a fault is reported where the bot is named first."""
        if bot in self.tried:
            return
        self.tried.add(bot)
        try:
            self.described[bot] = self.game.describe_bots([bot])[0]
        except UsageError as error:
            self.faults.setdefault(str(error), key)

    def alike(self) -> Mapping[str, str]:
        """For each bot, the first bot that plays exactly like it, usually itself."""
        first: dict[str, str] = {}
        return {
            bot: first.setdefault(description.model_copy(update={"spec": ""}).model_dump_json(), bot)
            for bot, description in self.described.items()
        }

    def settings(self, file: ExperimentFile) -> list[Setting]:
        """The tables to play at, one for each size and set of rules; those with a fault are left out."""
        question: Question = file.experiment
        chosen = file.component_choice(self.game.component_options())
        settings = []
        for players in question.players:
            try:
                if players not in self.game.player_counts:
                    allowed = f"for {self.game.name}: {', '.join(map(str, self.game.player_counts))}"
                    raise BadValue("players", players, allowed)
                tables = [self.game.setting(players, rules, chosen) for rules in question.table_rules()]
                tables[0].refuse_shared(f"the design {question.design}", question.shares)
                settings += tables
            except UsageError as error:
                self.faults.setdefault(str(error), "")
        return settings


def _portable(file: ExperimentFile, game: Game) -> tuple[str, tuple[Path, ...]]:
    """The experiment's text for the folder of the run, and the files and folders to copy beside it."""
    files = file.component_files(game.component_options())
    if not files:
        return file.text, ()
    beside = dict(file.experiment.components) | {name: path.name for name, path in files.items()}
    return as_toml(file.experiment.model_copy(update={"components": beside})), tuple(files.values())
