"""What many tests look at, made once."""

import pytest

from tests.support.runs import ADOPTION, PAIRED, SWITCHES, Runs, played, study_folder


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """A paired run of the dice game, and a study of it with an adoption and a factorial run."""
    folder = tmp_path_factory.mktemp("runs")
    paired = played(folder, "paired", PAIRED)
    played(folder, "adoption", ADOPTION, deals=60)
    played(folder, "factorial", SWITCHES, deals=400)
    return Runs(paired, study_folder(folder, ["paired", "adoption", "factorial"]))
