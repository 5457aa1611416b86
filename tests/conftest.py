"""What many tests look at, made once."""

import os
from collections.abc import Iterator
from functools import cache

import pytest
import typer.testing
from typer.main import get_command

from arkadia_sim import sources, system
from tests.support.runs import ONE_COMPANY, PAIRED, Runs, played, study_folder


@pytest.fixture(scope="session", autouse=True)
def _no_waste() -> Iterator[None]:
    """What tests write need not outlive a power cut, and the command line need not be built anew for each command."""
    with pytest.MonkeyPatch.context() as patch:
        system.collect_rarely()
        patch.setattr(os, "fsync", lambda file: None)
        patch.setattr(typer.testing, "_get_command", cache(get_command))
        yield


@pytest.fixture(autouse=True)
def _nothing_is_read_later() -> Iterator[None]:
    """While some bot may read data at any time, all bots are hashed anew for each chunk: that is not to slow others."""
    yield
    for file in [file for file in sources._named if not sources.is_own(file)]:
        del sources._named[file]


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """A paired run of the dice game, and a study of it with a run in one company."""
    folder = tmp_path_factory.mktemp("runs")
    paired = played(folder, "paired", PAIRED)
    played(folder, "weak", ONE_COMPANY, deals=60)
    return Runs(paired, study_folder(folder, ["paired", "weak"]))
