"""``arkadia-sim run``, ``plan`` and ``report``: experiments and studies from their files."""

from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim import api, shipped
from arkadia_sim.cli.options import Processes, sharing
from arkadia_sim.cli.terminal import console, number_table, say, shown
from arkadia_sim.core.user_files import is_file, is_folder
from arkadia_sim.errors import UsageError, command_line, counted
from arkadia_sim.experiments.bases import experiment_path
from arkadia_sim.runner.progress import clock

if TYPE_CHECKING:
    from arkadia_sim.api import Result, StudyResult
    from arkadia_sim.runner.forecast import Forecast

ExperimentName = Annotated[
    str, typer.Argument(metavar="EXPERIMENT", help="A .toml file, or a shipped experiment by its name.")
]
OtherSeed = Annotated[int | None, typer.Option(min=0, help="A seed in place of the one in the file.")]


def _show_run(result: "Result | StudyResult", given: dict[str, Any]) -> None:
    from arkadia_sim.cli import show
    from arkadia_sim.runner.one_game import misleads_text

    parts = result.parts if isinstance(result, api.StudyResult) else {"": result}
    broken = [name for name, part in parts.items() if part.manifest.counts.mislead]
    for name, part in parts.items():
        show.tell_failures(part.manifest)
        say((f"{name}: " if name else "") + show.games_sentence(part.manifest))
        if name in broken:
            say(misleads_text(shown(result.folder)))
    if not broken:
        _tell_answer(result.folder)
    say(show.where(result.folder))
    if broken:
        raise typer.Exit(1)


def _tell_answer(folder: Path) -> None:
    """Print the answer, or a fault of the user's own document: the games were played all the same."""
    from arkadia_sim.report.builder import answer_of

    try:
        for sentence in answer_of(folder):
            say(sentence)
    except UsageError as error:
        say(error, err=True)


@sharing(_show_run, "workers")
def run(
    experiment: ExperimentName,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go. results/NAME if left out.")
    ] = None,
    seed: OtherSeed = None,
    deals: Annotated[
        int | None,
        typer.Option(min=2, help="Deals at each table size, whatever the file says. Missing ones are added."),
    ] = None,
    **shared: Any,
) -> "Result | StudyResult":
    """Play an experiment or a study. Goes on with one that was stopped, and adds deals to a finished one."""
    _check_name(experiment)
    return api.run(experiment, out, seed=seed, deals=deals, **shared)


def _check_name(experiment: str) -> None:
    """Report a wrong name before anything is loaded that takes time."""
    if is_file(Path(experiment, "manifest.json")):
        from arkadia_sim.questions.registry import run_command
        from arkadia_sim.results.store import RunFolder

        again = run_command(RunFolder(Path(experiment)).read_manifest(), experiment)
        page = command_line("report", Path(experiment))
        raise UsageError(f"{experiment} holds a run, and is no experiment. To go on with it: {again}\nA page: {page}")
    experiment_path(experiment, shipped.folder("experiments"))


# -- plan --------------------------------------------------------------------------------------------------------------
def plan(
    experiment: ExperimentName,
    workers: Processes = None,
    seed: OtherSeed = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Deals at each table size, in place of the number in the file.")
    ] = None,
) -> None:
    """Estimate how long an experiment takes and how narrow its intervals will be, from a few test games."""
    _check_name(experiment)
    forecasts = api.forecast(experiment, workers, seed=seed, deals=deals)
    for forecast in forecasts:
        _print_forecast(forecast)
    games, minutes, tried = (
        sum(getattr(forecast, name) for forecast in forecasts) for name in ("games", "minutes", "pilot_games")
    )
    say(
        f"in all {counted(games, 'game')}, {clock(ceil(60 * minutes))} with {counted(forecasts[0].workers, 'worker')}, "
        f"not counting their start; estimated from {counted(tried, 'test game')}\n"
        "±: half the length of the widest 95% confidence interval"
    )


def _print_forecast(forecast: "Forecast") -> None:
    """A line for each section; a dash where nothing is compared or known."""
    first = forecast.outcomes[0]
    widths = [f"{outcome.label}, {outcome.unit}" for outcome in forecast.outcomes]
    needed = f"deals for ±{forecast.tolerances[first.column]:g} {first.unit}"
    headings = ("players", "company", "deals", "games", "time", *widths, needed)
    table = number_table(forecast.name, headings, ("company",))
    for section in forecast.sections:
        half_widths = [section.half_width[outcome.column] for outcome in forecast.outcomes]
        deals = section.deals_needed[first.column]
        table.add_row(
            str(section.players), section.company or "-", f"{section.deals:,}", f"{section.games:,}",
            clock(ceil(60 * section.minutes)), *("-" if width is None else f"± {width:.2f}" for width in half_widths),
            "-" if deals is None else f"{deals:,}",
        )  # fmt: skip
    console().print(table)


# -- report ------------------------------------------------------------------------------------------------------------
def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a finished run or study, or one that holds several.")
    ],
    against: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The same experiment with another seed: show where results agree."),
    ] = None,
    document: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your own document in Markdown, in place of the experiment's.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only test the claims of the document, and write no page.")
    ] = False,
) -> None:
    """Write the report of a finished run or study as one HTML file that works offline.

    For a folder that holds several runs and studies: a report of each, and an index.
    """
    for path in (folder, against):
        if path is not None and not is_folder(path):  # reported before anything is loaded that takes time
            raise UsageError(f"{path} holds no run: there is no such folder")
    if document is not None and not is_file(document):
        raise UsageError(f"{document} is not a file")
    from arkadia_sim.report.builder import build_report, check_document

    if check:
        check_document(folder, against, document)
        say("all claims of the document hold")
        return
    say(f"report in {shown(build_report(folder, against, document, say))}")
