"""What workers elsewhere are handed: files of the user's own, and what tells other code."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arkadia_sim.core.user_code import VARIABLE
from arkadia_sim.runner.child import Child
from arkadia_sim.runner.cluster_worker import Kit, unpack_kit
from tests.runner.test_harmful_bots import BOTS
from tests.support.odd_game import NAME


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "numbers_of_mine", raising=False)
    (tmp_path / "mine").mkdir()
    Path("mine/bots.py").write_text(f"import numbers_of_mine\n{BOTS}")
    Path("mine/numbers_of_mine.py").write_text("HALF = 0.5\n")
    Path("kind.toml").write_text('[kind]\nplayer = "mine/bots.py:leaves"\nplan = "Is kind."\nsource = "a test"\n')


def test_files_below_the_current_folder_travel_with_all_that_they_import() -> None:
    kit = Kit.of(NAME, ["calm", "kind.toml:kind:temperature=2", "kind.toml"], None)
    assert kit.bots == ("calm", "kind.toml:kind", "kind.toml")
    assert list(kit.files) == ["kind.toml", "mine/bots.py", "mine/numbers_of_mine.py"]
    assert kit.files["mine/numbers_of_mine.py"] == b"HALF = 0.5\n"
    assert not Kit.of(NAME, ["calm"], None).files  # what came with the toolkit


def test_a_process_is_ready_where_the_code_is_the_same_and_tells_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "7")
    kit = Kit.of(NAME, ["calm", "mine/bots.py:leaves"], None)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    child = Child()
    try:
        assert child.run(unpack_kit, kit, str(elsewhere)) == []
        assert child.run(os.getcwd) == str(elsewhere)
        assert child.run(os.getenv, VARIABLE) == "7.0"
        other = replace(kit, code=dict(kit.code) | {"bot calm": "0123"})
        (told,) = child.run(unpack_kit, other, str(elsewhere))
        assert told.startswith("bot calm (") and told.endswith(" there, 0123 here)")
        (told,) = child.run(unpack_kit, replace(kit, bots=("nobody",)), str(elsewhere))
        assert "unknown bot 'nobody'" in told
    finally:
        child.close()
