"""From the folder of a finished run or study to a page for anyone: ``report.html``, figures and tables beside it."""

import os
from collections.abc import Callable
from pathlib import Path

from arkadia_sim.analysis.agreement import agreement
from arkadia_sim.analysis.dose import DoseResults
from arkadia_sim.analysis.ladder import LadderResults
from arkadia_sim.analysis.parts import Parts, read_parts, single
from arkadia_sim.analysis.results import PlayResults, analyse
from arkadia_sim.analysis.seats import SeatResults
from arkadia_sim.analysis.settings import SettingsResults
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.report.dose_page import dose_page
from arkadia_sim.report.experiment_page import experiment_page
from arkadia_sim.report.guide_page import guide_page
from arkadia_sim.report.ladder_page import ladder_page
from arkadia_sim.report.play_page import play_page
from arkadia_sim.report.seats_page import seats_page
from arkadia_sim.report.settings_page import settings_page
from arkadia_sim.results.study_folder import is_study


def build_report(folder: Path, against: Path | None = None) -> Path:
    """Write ``report.html``, ``figures/`` and ``tables/`` into the folder of a finished run or study.

    Returns the page's path. The page is one file that needs nothing else, and the same run gives the same bytes.
    ``against`` names the folder of the same run or study played with another seed: the page then says how far the two
    agree. Raises UsageError when a folder holds no run or one that is not complete, RunError when the page cannot be
    written.
    """
    found = read_parts(folder) if is_study(folder) else analyse(folder)
    if isinstance(found, PlayResults):
        if against is not None:
            raise UsageError(f"{folder} holds plain play; only experiments can be held against each other")
        return _written(folder, lambda: play_page(found, folder))
    if isinstance(found, LadderResults | SeatResults | SettingsResults | DoseResults):
        if against is not None:
            raise UsageError(
                f"{folder} has the design {found.experiment.design!r}; only experiments that try changes of play can "
                "be held against each other"
            )
        if isinstance(found, SeatResults):
            return _written(folder, lambda: seats_page(found, folder))
        if isinstance(found, DoseResults):
            return _written(folder, lambda: dose_page(found, folder))
        if isinstance(found, SettingsResults):
            return _written(folder, lambda: settings_page(found, folder))
        return _written(folder, lambda: ladder_page(found, folder))
    parts = found if isinstance(found, Parts) else single(found)
    compared = None if against is None else agreement(folder, against, parts)
    if parts.guide is not None:
        guide = parts.guide
        return _written(folder, lambda: guide_page(parts, guide, folder, compared, _part_page))
    return _written(folder, lambda: experiment_page(parts, folder, compared))


def _part_page(part: Parts | DoseResults, folder: Path) -> None:
    """The page of a part of a study, in its own folder."""
    if isinstance(part, DoseResults):
        _written(folder, lambda: dose_page(part, folder))
    else:
        _written(folder, lambda: experiment_page(part, folder, None))


def _written(folder: Path, page: Callable[[], str]) -> Path:
    """The page in its place, whole or not at all."""
    target, unfinished = folder / "report.html", folder / ".report.html.unfinished"
    try:
        unfinished.write_text(page(), encoding="utf-8")
        os.replace(unfinished, target)
    except OSError as error:
        raise RunError(f"the report cannot be written to {folder}: {error.strerror}") from None
    return target
