"""From the folder of a finished run or study to a page for anyone: ``report.html``, figures and tables beside it."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from arkadia_sim.analysis.across import AcrossResults, across_results
from arkadia_sim.analysis.across_agreement import across_agreement
from arkadia_sim.analysis.agreement import Agreement, agreement
from arkadia_sim.analysis.crossed import CrossedResults
from arkadia_sim.analysis.dose import DoseResults
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Part, Parts, read_parts, single
from arkadia_sim.analysis.results import Analysed, PlayResults, analyse
from arkadia_sim.analysis.seats import SeatResults
from arkadia_sim.analysis.settings import SettingsResults
from arkadia_sim.core.user_files import is_file, is_folder
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.report.across_page import across_page
from arkadia_sim.report.cards import Mixed, Results, Run
from arkadia_sim.report.crossed_page import crossed_page
from arkadia_sim.report.dose_page import dose_page
from arkadia_sim.report.experiment_page import experiment_page
from arkadia_sim.report.guide_page import guide_page
from arkadia_sim.report.ladder_page import ladder_page
from arkadia_sim.report.play_page import play_page
from arkadia_sim.report.seats_page import seats_page
from arkadia_sim.report.settings_page import settings_page
from arkadia_sim.report.study_page import PAGE, index_page, study_page
from arkadia_sim.results.store import RunFolder
from arkadia_sim.results.study_folder import is_study, read_study_manifest


def build_report(folder: Path, against: Path | None = None) -> Path:
    """Write ``report.html``, ``figures/`` and ``tables/`` into the folder of a finished run or study.

    Returns the page's path. The page is one file that needs nothing else, and the same run gives the same bytes. Of a
    study with parts of several designs each part gets its page in its own folder, too. A folder that holds neither, but
    folders of runs or studies, gets an index over those that are finished (``index.html``), and they the pages that
    they lack.
    ``against`` names the folder of the same run or study played with another seed: the page then says how far the two
    agree. Raises UsageError when a folder holds no run or one that is not complete, RunError when the page cannot be
    written.
    """
    inside = {} if _is_run(folder) or is_study(folder) else studies_in(folder)
    if any(inside.values()) and against is None:
        return _index(folder, inside)
    if against is None:
        return _own_page(folder, read_any(folder))
    if is_study(folder) and (study := read_study_manifest(folder)).circumstances:
        found = across_results(folder, study)
        compared = across_agreement(found, _across(against))
        return _written(folder, lambda: across_page(found, folder, compared))
    results = read_parts(folder) if is_study(folder) else _results(analyse(folder))
    if not isinstance(results, Parts):
        if isinstance(results, PlayResults):
            raise UsageError(f"{folder} holds plain play; only experiments can be held against each other")
        raise UsageError(
            f"{folder} has the design {results.experiment.design!r}; only experiments that try changes of play can "
            "be held against each other"
        )
    return _study(results, folder, agreement(folder, against, results))


def _across(folder: Path) -> AcrossResults:
    """The other play of a study under several circumstances."""
    study = read_study_manifest(folder) if is_study(folder) else None
    if study is None or not study.circumstances:
        raise UsageError(f"{folder} holds no study under several circumstances")
    return across_results(folder, study)


def read_any(folder: Path) -> Results | Mixed:
    """What a folder holds: a run, or a study. Raises what :func:`build_report` raises."""
    if not is_study(folder):
        return _results(analyse(folder))
    study = read_study_manifest(folder)
    if study.circumstances:
        return across_results(folder, study)
    if study.guide is not None:
        return read_parts(folder)
    found = {name: analyse(folder / name) for name in study.parts}
    alike = [Part(name, one) for name, one in found.items() if isinstance(one, PairedResults)]
    if len(alike) == len(found):
        return Parts(study.title, study.question, tuple(alike))
    return Mixed(study.title, study.question, {name: _results(one) for name, one in found.items()})


def _results(found: Analysed) -> Parts | Run:
    """What a page is made of."""
    return single(found) if isinstance(found, PairedResults) else found


def _own_page(folder: Path, found: Results | Mixed) -> Path:
    """The page about what a folder holds; of a study of several designs those of its parts first."""
    if isinstance(found, Parts):
        return _study(found, folder)
    if not isinstance(found, Mixed):
        return _written(folder, lambda: _page(found, folder))
    for name, one in found.parts.items():
        _own_page(folder / name, one)
    return _written(folder, lambda: study_page(found, folder))


def _study(parts: Parts, folder: Path, compared: Agreement | None = None) -> Path:
    """The page of an experiment that tries changes of play, or of a study whose parts all do."""
    if parts.guide is None:
        return _written(folder, lambda: experiment_page(parts, folder, compared))
    guide = parts.guide
    return _written(folder, lambda: guide_page(parts, guide, folder, compared, _own_page))


def _page(found: AcrossResults | Run, folder: Path) -> str:
    """The page of a run that does not try changes of play against each other, or of a study under circumstances."""
    if isinstance(found, PlayResults):
        return play_page(found, folder)
    if isinstance(found, AcrossResults):
        return across_page(found, folder)
    if isinstance(found, SeatResults):
        return seats_page(found, folder)
    if isinstance(found, CrossedResults):
        return crossed_page(found, folder)
    if isinstance(found, SettingsResults):
        return settings_page(found, folder)
    if isinstance(found, DoseResults):
        return dose_page(found, folder)
    return ladder_page(found, folder)


def studies_in(folder: Path) -> dict[Path, bool]:
    """The folders of studies and runs that lie in a folder, by name, and whether each is finished."""
    inside = sorted(path for path in folder.iterdir() if path.is_dir()) if is_folder(folder) else []
    return {path: _is_finished(path) for path in inside if is_study(path) or _is_run(path)}


def _is_finished(folder: Path) -> bool:
    """Whether a run is complete, or all parts of a study are."""
    runs = [folder / part for part in read_study_manifest(folder).parts] if is_study(folder) else [folder]
    return all(_is_run(one) and RunFolder(one).read_manifest().status == "complete" for one in runs)


def _index(folder: Path, inside: Mapping[Path, bool]) -> Path:
    """The index over the finished studies of a folder; a page that is not there yet is written first."""
    found = {path.name: read_any(path) for path, finished in inside.items() if finished}
    for name, one in found.items():
        if not is_file(folder / name / PAGE):
            _own_page(folder / name, one)
    left_out = [path.name for path, finished in inside.items() if not finished]
    return _written(folder, lambda: index_page(found, folder, left_out), "index.html")


def _is_run(folder: Path) -> bool:
    """Whether a folder holds a run, finished or not."""
    return is_file(RunFolder(folder).manifest_file)


def _written(folder: Path, page: Callable[[], str], name: str = PAGE) -> Path:
    """The page in its place, whole or not at all."""
    target, unfinished = folder / name, folder / f".{name}.unfinished"
    try:
        unfinished.write_text(page(), encoding="utf-8")
        os.replace(unfinished, target)
    except OSError as error:
        raise RunError(f"the report cannot be written to {folder}: {error.strerror}") from None
    return target
