"""What an experiment plays, without what its folder would say of it."""

from arkadia_sim.core.game import Game
from arkadia_sim.experiments.files import ExperimentFile
from arkadia_sim.experiments.to_plan import experiment_request
from arkadia_sim.plan.plan import Plan
from arkadia_sim.questions.paired import Paired


def experiment_plan(file: ExperimentFile, game: Game) -> Plan:
    """The plan of the run that an experiment file asks for: a section for each table size and company."""
    return experiment_request(file, game).plan


def paired(file: ExperimentFile) -> Paired:
    """The question of a file that tries changes of play."""
    assert isinstance(file.experiment, Paired)
    return file.experiment
