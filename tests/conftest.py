"""What many tests look at, made once."""

import os

import pytest

from tests.support.runs import ONE_COMPANY, PAIRED, Runs, played, study_folder

os.environ["LOKY_MAX_CPU_COUNT"] = "1"
"""Whoever names no number of workers plays in its own process: to start others takes seconds, many times over."""


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """A paired run of the dice game, and a study of it with a run in one company."""
    folder = tmp_path_factory.mktemp("runs")
    paired = played(folder, "paired", PAIRED)
    played(folder, "weak", ONE_COMPANY, deals=60)
    return Runs(paired, study_folder(folder, ["paired", "weak"]))
