"""All kinds of questions, and from the folder of a finished run to its results."""

from pathlib import Path

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.crossed import Crossed
from arkadia_sim.questions.dose import Dose
from arkadia_sim.questions.ladder import Ladder
from arkadia_sim.questions.paired import Paired
from arkadia_sim.questions.play import play_results
from arkadia_sim.questions.question import Question
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.run_command import run_command
from arkadia_sim.questions.seats import Seats
from arkadia_sim.questions.settings import Settings
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

QUESTIONS: tuple[type[Question], ...] = (Paired, Dose, Seats, Settings, Ladder, Crossed)
"""The kinds of questions. To add one, write its module and name it here."""

KINDS: dict[str, type[Question]] = {kind.model_fields["design"].default: kind for kind in QUESTIONS}
"""The kinds by the word that files use for them (``design``)."""


def question_of(manifest: Manifest) -> Question | None:
    """The question of a run; None for plain play."""
    written = manifest.experiment
    return None if written is None else KINDS[written["design"]].model_validate(written)


def analyse(folder: Path) -> Results:
    """The results of a finished run.

    Raises:
        UsageError: the folder holds no run, or one that is not finished or not whole.
    """
    run = RunFolder(folder)
    manifest = run.read_manifest()
    if manifest.status != "complete":
        raise UsageError(
            f"{folder} holds a run that is not finished; take it up again with: {run_command(manifest, folder)}"
        )
    run.check_whole(manifest, f"play it again with: {run_command(manifest, folder)}")
    question = question_of(manifest)
    return play_results(run, manifest) if question is None else question.results(run, manifest)
