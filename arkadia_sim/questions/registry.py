"""All kinds of questions, and from the folder of a finished run to its results."""

from pathlib import Path

from pydantic import ValidationError

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.options import setting_words
from arkadia_sim.errors import UnknownName, UsageError, command_line
from arkadia_sim.plan import TRACE
from arkadia_sim.questions.crossed import Crossed
from arkadia_sim.questions.dose import Dose
from arkadia_sim.questions.feel import Feel
from arkadia_sim.questions.ladder import Ladder
from arkadia_sim.questions.paired import Paired
from arkadia_sim.questions.play import play_results
from arkadia_sim.questions.question import Question
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import Seats
from arkadia_sim.questions.settings import Settings
from arkadia_sim.results.files import first_fault
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.one_game import check_sound

QUESTIONS: tuple[type[Question], ...] = (Paired, Dose, Seats, Feel, Settings, Ladder, Crossed)
"""The kinds of questions. To add one, write its module and name it here."""

KINDS: dict[str, type[Question]] = {kind.model_fields["design"].default: kind for kind in QUESTIONS}
"""The kinds by the word that files use for them (``design``)."""


def question_of(manifest: Manifest) -> Question | None:
    """The question of a run; None for plain play."""
    written = manifest.experiment
    if written is None:
        return None
    design = str(written.get("design"))
    if design not in KINDS:
        raise UnknownName("design in manifest.json", design, KINDS)
    try:
        return KINDS[design].model_validate(written)
    except ValidationError as error:
        raise UsageError(f"manifest.json was edited: its experiment has a fault at {first_fault(error)}") from None


def analyse(folder: Path) -> Results:
    """The results of a finished run.

    Raises:
        UsageError: the folder holds no run, or one that is not finished or not whole.
        RunError: more than 1% of its games failed.
    """
    run = RunFolder(folder)
    manifest = run.read_manifest()
    if manifest.status != "complete":
        raise UsageError(
            f"{folder} holds a run that is not finished; take it up again with: {run_command(manifest, folder)}"
        )
    run.check_whole(manifest, f"play it again with: {run_command(manifest, folder)}")
    question = question_of(manifest)
    check_sound(manifest, folder)
    return play_results(run, manifest) if question is None else question.results(run, manifest)


def run_command(manifest: Manifest, folder: Path | str, out: Path | str | None = None) -> str:
    """The command that plays a run: again in its own folder, which finishes what is missing, or into ``out``."""
    target = folder if out is None else out
    if manifest.kind == "experiment":
        return command_line("run", Path(folder) / "experiment.toml", "--out", target)
    section = manifest.sections[0]
    words: list[object] = ["play", *(manifest.bots[index].spec for index in section.lineups[0].bots)]
    words += ["--games", section.games, "--seed", manifest.seed]
    words += setting_words(section.setting.rules, manifest.chosen)
    words += [] if manifest.trace == TRACE else ["--trace", manifest.trace]
    words += ["--record", _record_file(target)] if manifest.record else []
    words += [] if manifest.game == DEFAULT_GAME else ["--game", manifest.game]
    return command_line(*words, "--out", target)


def _record_file(folder: Path | str) -> str:
    """A file for records beside a folder, which need not exist yet."""
    path = Path(folder)
    return str(path.parent / f"{path.name or 'games'}.jsonl")
