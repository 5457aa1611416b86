"""Where the tests of the command line run."""

from pathlib import Path

import pytest

from arkadia_sim.runner import forecast


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(forecast, "LONG_SECONDS", 0.05)  # what is planned need not be timed well
