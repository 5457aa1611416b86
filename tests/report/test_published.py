"""The published pages say what their documents say, given the estimates that are published beside them."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from arkadia_sim import sources
from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import StudyFile, find_experiment
from arkadia_sim.experiments.to_plan import experiment_request
from arkadia_sim.questions.estimates import read_estimates_csv
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.document import _Builder, check
from arkadia_sim.runner.parallel import _new_manifest
from tests.support.findings import draw
from tests.support.paths import ROOT

EXPERIMENTS = ROOT / "experiments"
STUDIES = sorted(page.parent.name for page in (ROOT / "reports").glob("*/report.html"))


@pytest.fixture(autouse=True)
def _plans_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played, so nothing need be prepared for games, and no source changes."""
    monkeypatch.setattr(CompiledGame, "prepared", lambda game, setting: None)
    monkeypatch.setattr(sources, "imported", IMPORTED)


IMPORTED = cache(sources.imported)


class Figures(dict):  # type: ignore[type-arg]
    """Whatever figure a document names: what they show is not asked here."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: object) -> object:
        return draw


def published(study: str) -> Findings:
    """What a page was made of, with nothing played: the stored estimates, and what the experiments plan."""
    file = find_experiment(study, EXPERIMENTS)
    parts = file.parts if isinstance(file, StudyFile) else (file,)
    about = file.study if isinstance(file, StudyFile) else file.experiment
    runs = {}
    for part in parts:
        game = find_game(part.experiment.game)
        manifest = _new_manifest(experiment_request(part.with_bots_found(), game), game)
        runs[part.experiment.name] = manifest.model_copy(update={"status": "complete"})
    folder = ROOT / "reports" / study
    estimates = read_estimates_csv(folder / "estimates.csv")
    document = EXPERIMENTS / f"{study}.md"
    return Findings(study, about.title, about.question, folder, estimates, Figures(), runs, document)


def sentences(page: str) -> Iterator[str]:
    """The headings, paragraphs and items of a page, without what the reader opens."""
    shown = re.sub(r"<svg.*?</svg>|<details>.*?</details>", "", page[page.index("<main>") :], flags=re.DOTALL)
    for text in re.findall(
        r"<(?:h1|h2|p|li|figcaption)[ >].*?(?=</?(?:h1|h2|p|li|ul|ol|figcaption)[ >])", shown, re.DOTALL
    ):
        yield " ".join(unescape(re.sub(r"<[^>]*>", "", text)).split())


@pytest.mark.parametrize("study", STUDIES)
def test_a_published_page_says_what_its_document_says_of_the_published_estimates(study: str) -> None:
    made = _Builder(published(study), EXPERIMENTS / f"{study}.md", None, draw=False).page()
    page = (ROOT / "reports" / study / "report.html").read_text(encoding="utf-8")
    there = list(sentences(made.html))
    assert len(there) > 5
    assert there == list(sentences(page))
    assert f"{study}/report.html" in (ROOT / "reports" / "index.html").read_text(encoding="utf-8")
    assert made.title in unescape((ROOT / "reports" / "index.html").read_text(encoding="utf-8"))


def test_a_false_sentence_that_was_published_is_refused(tmp_path: Path) -> None:
    """`first_game` said that we could not tell about camps, which cost both players some eight points."""
    document = tmp_path / "first_game.md"
    document.write_text(
        '# The first game\n\n{% claim estimates("difference", part="first_game_hints", contrast="camps") < 0 and '
        'estimates("difference", part="first_game_hints", contrast="castle") > 0 %}\nBoth.\n'
        "{% unclear %}\nWe could not tell whether camps and castle pieces matter more or less.\n{% endclaim %}\n\n"
        "{{ bots() }}\n\n{{ setting() }}\n",
        encoding="utf-8",
    )
    with pytest.raises(UsageError, match=r"contrast='camps', .* is lower"):
        check(published("first_game"), document)
