"""More deals for a run that is there: every command that writes one adds them to those that it has."""

from pathlib import Path

import pytest

from arkadia_sim import api
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.progress import Silent
from tests.plan.test_designs import GENERAL, ONE_COMPANY, PLAIN_CHANGES
from tests.support.command import call
from tests.support.toy_game import NAME


@pytest.fixture(autouse=True)
def _experiments() -> None:
    Path("mine.toml").write_text(GENERAL + ONE_COMPANY + PLAIN_CHANGES)
    Path("few.toml").write_text(GENERAL.replace('"luck"', '"few"') + ONE_COMPANY + PLAIN_CHANGES)
    Path("both.toml").write_text(
        'name = "both"\ntitle = "Both"\nquestion = "What?"\ndesign = "study"\nparts = ["mine", "few"]\n'
    )


COMMON = ("--workers", "1", "--game", NAME)
COMMANDS = {
    "play": (("play", "plain", "lucky", *COMMON), "--games", "games"),
    "compare": (("compare", "plain", "lucky", "--among", "plain", *COMMON), "--deals", "deals"),
    "run": (("run", "mine.toml", "--workers", "1"), "--deals", "deals"),
    "seats": (("seats", "plain", *COMMON), "--deals", "deals"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_more_are_added_and_fewer_are_refused(command: str) -> None:
    words, option, noun = COMMANDS[command]
    for number in ("50", "71"):
        call(*words, option, number, "--out", "grown")
    call(*words, option, "71", "--out", "whole")
    grown, whole = RunFolder(Path("grown")), RunFolder(Path("whole"))
    assert grown.scan().collect().equals(whole.scan().collect())
    assert len(grown.read_manifest().stood) == 1
    before = Path("grown/manifest.json").read_bytes()
    refused = call(*words, option, "70", "--out", "grown", code=2)
    assert f"holds this run with 71 {noun}, but you asked for 70: {noun} can be added, not removed" in refused.output
    assert Path("grown/manifest.json").read_bytes() == before


def test_what_names_no_folder_has_one_for_each_number_of_deals() -> None:
    words, option, _ = COMMANDS["compare"]
    for number in ("50", "71", "60"):
        call(*words, option, number)
    assert len(list(Path("results").iterdir())) == 3


def test_all_parts_of_a_study_are_topped_up_and_none_where_one_has_more_deals() -> None:
    for deals in (50, 71):
        api.run("both.toml", "grown", 1, deals=deals, progress=Silent())
    api.run("both.toml", "whole", 1, deals=71, progress=Silent())
    for part in ("luck", "few"):
        rows = [RunFolder(Path(folder) / part).scan().collect() for folder in ("grown", "whole")]
        assert rows[0].equals(rows[1])
    api.run("few.toml", "grown/few", 1, deals=90, progress=Silent())
    before = Path("grown/luck/manifest.json").read_bytes()
    call("run", "both.toml", "--deals", "80", "--out", "grown", "--workers", "1", code=2)
    assert Path("grown/luck/manifest.json").read_bytes() == before
