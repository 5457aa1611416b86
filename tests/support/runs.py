"""Small runs of the dice game in all designs, and what a report makes of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arkadia_sim import api
from arkadia_sim.questions.estimates import Row
from arkadia_sim.questions.registry import analyse
from arkadia_sim.runner.progress import Silent
from tests.support.toy_game import COMPANIES, NAME

NUMBERS = f'game = "{NAME}"\nplayers = [2, 3]\ntrace = 0.1\n'
LUCK = """
[[changes]]
name = "luck"
claim = "H1"
title = "Be lucky"
phrase = "being lucky"
behaviour = "gold"
behaviour_label = "gold in a game"
without = "plain"
with = "lucky:extra=2"
"""
HARM = LUCK.replace("luck", "harm").replace("H1", "H2").replace("being harmy", "being harmed")
HARM = HARM.replace('"harmy:extra=2"', '"lucky:extra=-3"')
NOTHING = """
[[changes]]
name = "nothing"
claim = "H3"
title = "Change nothing"
phrase = "changing nothing"
behaviour = "sixes"
behaviour_label = "sixes thrown"
without = "plain"
with = "slow"
"""
PAIRED = COMPANIES + LUCK + HARM + NOTHING
ONE_COMPANY = COMPANIES.split('[[companies]]\nname = "strong"')[0] + LUCK


def played(folder: Path, name: str, text: str, seed: int = 7, deals: int = 200, numbers: str = NUMBERS) -> Path:
    """A run of an experiment with this name, played into the folder of this name."""
    head = f'name = "{name}"\ntitle = "The {name} run"\nquestion = "Does it pay?"\nseed = {seed}\ndeals = {deals}\n'
    file = folder / f"{name}.toml"
    file.write_text(head + text.replace("[[", numbers + "[[", 1), encoding="utf-8")
    api.run(file, folder / name, 1, progress=Silent())
    return folder / name


def study_folder(runs: Path, parts: Sequence[str]) -> Path:
    """A study of runs that are there, in a folder beside them."""
    folder = runs / "_".join(["study", *parts])
    folder.mkdir()
    for name in parts:
        (folder / name).symlink_to(runs / name)
    document = {"format": "arkadia-sim-study/1", "name": "all", "title": "Which hints help?", "question": "Which?"}
    (folder / "study.json").write_text(json.dumps(document | {"parts": list(parts)}), encoding="utf-8")
    return folder


def effects_of(folder: Path, name: str, outcome: str = "win_share") -> list[Row]:
    """The effects of one change of a run on one outcome."""
    rows = analyse(folder).estimates
    return [row for row in rows if (row.kind, row.contrast, row.outcome) == ("effect", name, outcome)]


@dataclass(frozen=True)
class Runs:
    """The folders of the runs that many tests look at; nobody changes them."""

    paired: Path
    study: Path

    def part(self, name: str) -> Path:
        """The run of a part of the study."""
        return self.study / name
