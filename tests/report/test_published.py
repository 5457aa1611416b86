"""The published pages say what their documents say, given the estimates that are published beside them."""

import re
import runpy
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import sources
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import StudyFile, experiment_request, find_experiment
from arkadia_sim.questions.estimates import Row, read_estimates_csv
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.document import Page, _Builder, check
from arkadia_sim.report.lookup import Estimates, described
from arkadia_sim.report.prose import claiming_word
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.study_folder import played_name
from arkadia_sim.runner.parallel import _new_manifest
from arkadia_sim.stats.verdicts import Verdict
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


Asked = dict[tuple[object, ...], list[Row]]
"""Estimates by the question that each answers."""


@cache
def made(study: str) -> tuple[Page, Asked]:
    """The page of a study, and the estimates that it shows or tests."""
    rows: set[Row] = set()
    found = published(study)
    with pytest.MonkeyPatch.context() as patch:
        some = Estimates.some

        def noted(estimates: Estimates, kind: str, columns: Mapping[str, Any]) -> list[Row]:
            rows.update(several := some(estimates, kind, columns))
            return several

        patch.setattr(Estimates, "some", noted)
        page = _Builder(found, found.document, None, draw=False).page()
    questions: Asked = {}
    for row in rows:
        under = found.runs.get(played_name(row.part, row.setting))
        run = under or found.runs.get(row.part)
        if run is not None:
            question, answer = _asked(row, run, under is not None)
            questions.setdefault(question, []).append(answer)
    return page, questions


def sentences(page: str) -> Iterator[str]:
    """The headings, paragraphs and items of a page, without what the reader opens."""
    shown = re.sub(r"<svg.*?</svg>|<details>.*?</details>", "", page[page.index("<main>") :], flags=re.DOTALL)
    for text in re.findall(
        r"<(?:h1|h2|p|li|figcaption)[ >].*?(?=</?(?:h1|h2|p|li|ul|ol|figcaption)[ >])", shown, re.DOTALL
    ):
        yield " ".join(unescape(re.sub(r"<[^>]*>", "", text)).split())


@pytest.mark.parametrize("study", STUDIES)
def test_a_published_page_says_what_its_document_says_of_the_published_estimates(study: str) -> None:
    again, _ = made(study)
    page = (ROOT / "reports" / study / "report.html").read_text(encoding="utf-8")
    there = list(sentences(again.html))
    assert len(there) > 5
    assert there == list(sentences(page))
    assert f"{study}/report.html" in (ROOT / "reports" / "index.html").read_text(encoding="utf-8")
    assert again.title in unescape((ROOT / "reports" / "index.html").read_text(encoding="utf-8"))


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
    with pytest.raises(UsageError, match=r"difference of .*: lower"):
        check(published("first_game"), document)


@pytest.mark.parametrize(
    ("study", "ladder", "weaker", "stronger"),
    [
        ("ladder", "ladder_bots", "casual", "master"),
        ("ladder", "ladder_bots", "master", "expert"),
        ("ladder", "ladder_bots", "master", "expert_2"),
        ("ladder", "ladder_bots", "master", "expert_3"),
        ("medina", "medina_ladder", "casual", "expert"),
        ("castle", "castle_ladder_apprentice", "casual", "expert_apprentice"),
        ("castle", "castle_ladder_architect", "casual", "expert"),
    ],
)
def test_whom_pages_call_an_expert_beats_whom_they_call_casual(
    study: str, ladder: str, weaker: str, stronger: str
) -> None:
    """These are words of the ladder: each beats the one before, at each table."""
    met = Estimates(published(study)).some("beats", {"part": ladder, "bot": stronger, "contrast": weaker})
    assert {row.players for row in met} == {2, 3, 4}
    assert {row.verdict for row in met} == {"higher"}


def test_a_page_shows_the_boards_of_a_recorded_game(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes((EXPERIMENTS / "recipe_positions.jsonl").read_bytes())
    document = tmp_path / "page.md"
    text = '# Look\n\n{{ position("games.jsonl", line=2, turn=TURN, caption="Here") }}\n\n{{ bots() }}{{ setting() }}'
    document.write_text(text.replace("TURN", "4"), encoding="utf-8")
    page = _Builder(published("recipe"), document, None, draw=True).page().html
    assert page.count('aria-label="board after turn 4"') == 1
    assert len(re.findall(r"<circle[^>]*><title>a worker of seat 1</title>", page)) == 10  # five, each with a ring
    document.write_text(text.replace("TURN", "400"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"page\.md, line 3: .*no position after turn 400"):
        _Builder(published("recipe"), document, None, draw=True).page()


def _quotable(study: str) -> str:
    """All that a published page says, as plain text."""
    page = (ROOT / "reports" / study / "report.html").read_text(encoding="utf-8")
    shown = re.sub(r"<svg.*?</svg>", "", page[page.index("<h1>") : page.index("<footer>")], flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", shown)).split())


LINKED = "\ufffc"
"""Stands before the text of a link to a published page."""


def _claimed(text: str) -> Iterator[str]:
    """The sentences of a Markdown file that state a finding, as plain text, without code: those with a word that claims
    something or with points, in tables, too, and those outside of tables that link to a published page."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    prose = re.sub(r"!?\[([^\]]*)\]\([^)]*reports/\w+/[^)]*\)", rf"{LINKED}\1", prose)
    prose = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", prose).replace("*", "")
    prose = re.sub(r"^\|.*", lambda row: row[0].replace("|", "\n\n").replace(LINKED, ""), prose, flags=re.MULTILINE)
    for paragraph in re.split(r"\n\s*\n|^[ ]*- |^#+ ", prose, flags=re.MULTILINE):
        for sentence in re.split(rf"(?<=[.!?:])\s+(?={LINKED}?[A-Z])", " ".join(paragraph.split())):
            if claiming_word(sentence) or re.search(rf"\d points|{LINKED}", sentence):
                yield sentence.replace(LINKED, "").rstrip(".")


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))])
def test_readme_and_documentation_say_of_findings_what_a_page_says(page: str) -> None:
    """So they are tested as the pages are. What is no finding needs no word such as "every" there."""
    said = [_quotable(study) for study in STUDIES]
    strangers = [
        text for text in _claimed((ROOT / page).read_text(encoding="utf-8")) if not any(text in s for s in said)
    ]
    assert strangers == []


def test_a_finding_that_no_page_states_is_found() -> None:
    text = (
        "# T\n\n| a |\n| - |\n| Best to wait | [T](reports/t/report.html) |\n\n"
        "- **Far stronger players\n  cannot do without.** They win `more often` by 3 points. Is it never so?\n"
        "- [Camps pay](reports/t/report.html) and [so on](docs/t.md).\n"
    )
    found = ["Best to wait", "Far stronger players cannot do without", "They win by 3 points", "Camps pay and so on"]
    assert list(_claimed(text)) == found


def _loose_numbers(text: str, numbers: Mapping[str, Iterable[float]]) -> list[str]:
    """The numbers of a Markdown file that stand in a paragraph with a link to a published page, or in the table below,
    and are no number of that page, rounded."""
    loose = []
    for paragraph in re.split(r"\n\s*\n(?!\|)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        studies = re.findall(r"\]\([^)]*reports/(\w+)/report", paragraph)
        known = [value for study in studies for value in numbers[study]]
        for number in _NUMBER.findall(re.sub(r"\]\([^)]*\)|`[^`]*`", "", paragraph)) if studies else ():
            places = len(number.partition(".")[2])
            if not any(round(value, places) == float(number.replace(",", "")) for value in known):
                loose.append(number)
    return loose


_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def test_numbers_beside_a_link_to_a_page_are_numbers_of_that_page() -> None:
    numbers = {}
    for study in STUDIES:
        shown = [float(number.replace(",", "")) for number in _NUMBER.findall(_quotable(study))]
        rows = read_estimates_csv(ROOT / "reports" / study / "estimates.csv").iter_rows(named=True)
        numbers[study] = [*shown, *(abs(row[key]) for row in rows for key in ("mean", "before", "after") if row[key])]
    assert _loose_numbers("[Here](reports/tent_camps/report.html), 2.8 times.\n\n| 31 |", numbers) == ["2.8"]
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    loose = {page.name: _loose_numbers(page.read_text(encoding="utf-8"), numbers) for page in pages}
    assert {name: found for name, found in loose.items() if found} == {}


def _names_as_second_seed(page: str, study: str) -> bool:
    """Whether a page says that it asks what another one asks, on other deals."""
    return re.search(rf"second seed of [^.]*\b{study}\b", page) is not None


TURNED: Mapping[Verdict | None, Verdict] = {"higher": "lower", "lower": "higher"}
CHANGE, MEAN = ("effect", "", None, ""), ("mean", "", None, "")
"""The kinds of estimates that several designs have."""


def _player(bot: BotDescription) -> str:
    """Two names of one player are one. What a bot in plain Python does is in its file."""
    if not bot.compiled:
        return bot.spec.rpartition("/")[2]
    return repr((sorted(bot.parameters.items()), bot.by_players, bot.constraints, bot.rules))


def _asked(row: Row, run: Manifest, under: bool) -> tuple[tuple[object, ...], Row]:
    """Who plays what among whom, under which rules, and what is measured; and the answer. A dose is a change, whatever
    its name, and so is a change undone, which is turned round. A habit may be a mean. ``under``: the setting is a
    circumstance of the whole run, so its rules say all."""
    experiment = run.experiment or {}
    bots = {bot.spec.rpartition("/")[2]: _player(bot) for bot in run.bots}
    if row.kind == "dose":  # a player as it is has no parameters in its name, but the dose has
        bots |= {name: bots[name.partition(":")[0]] for name in {row.bot, row.baseline} - bots.keys()}
    company = next((bot["bot"] for bot in experiment.get("companies", ()) if bot.get("name", "") == row.company), "")
    settings = {setting["name"]: setting for setting in experiment.get("settings", ())}
    usual = {option.name: option.default for option in find_game(run.game).rule_options()}
    rules, components = (
        experiment.get(what, {}) | settings.get(row.setting, {}).get(what, {}) for what in ("rules", "components")
    )
    chosen = {name: value for name, value in rules.items() if value != usual[name]}
    kind = (row.kind, row.contrast, row.value, "" if under or row.setting in settings else row.setting)
    baseline = "" if under or row.kind == "advantage" else row.baseline  # of the usual circumstance, of the table
    if row.kind == "mean" or (row.kind == "habit" and row.contrast.endswith(".mean")):
        kind, company = MEAN, company or row.bot
    if row.kind in ("effect", "dose") and row.baseline != "":  # averages over table sizes name no baseline
        if bots[row.bot] > bots[row.baseline]:
            verdict = TURNED.get(row.verdict, row.verdict)
            row = replace(row, bot=row.baseline, baseline=row.bot, mean=-(row.mean or 0), verdict=verdict)
        kind, baseline = CHANGE, row.baseline
    who = (bots.get(name, name) for name in (row.bot, baseline, company))
    where = (run.game, repr((sorted(chosen.items()), sorted(components.items()))))
    return (*where, row.players, row.variant, row.seat, row.outcome, *kind, *who), row


def differing(said: Mapping[str, str], asked: Mapping[str, Asked]) -> dict[tuple[str, str], list[str]]:
    """Questions with several answers, by the pages that give them; ``said`` is what each page says."""
    found: dict[tuple[str, str], list[str]] = {}
    for one, other in combinations_with_replacement(said, 2):
        if _names_as_second_seed(said[one], other) or _names_as_second_seed(said[other], one):
            continue
        for question in asked[one].keys() & asked[other].keys():
            rows = asked[one][question] + asked[other][question]
            answers = {(round(row.mean or 0, 6), row.verdict, row.n): row for row in rows}
            if len(answers) > 1:
                texts = (f"{described(row)} = {row.mean} ({row.verdict}, n={row.n})" for row in answers.values())
                found.setdefault((one, other), []).append(" but ".join(texts))
    return found


def test_one_question_has_one_number_on_all_pages() -> None:
    """Two pages that ask the same on other deals get other numbers, and readers would take them for a contradiction."""
    asked = {study: made(study)[1] for study in STUDIES}
    assert differing({study: _quotable(study) for study in STUDIES}, asked) == {}


def test_pages_that_share_a_part_publish_the_same_estimates_of_it() -> None:
    found: dict[str, dict[str, set[str]]] = {}
    for study in STUDIES:
        rows = read_estimates_csv(ROOT / "reports" / study / "estimates.csv").iter_rows(named=True)
        for row in rows:
            found.setdefault(row["part"], {}).setdefault(study, set()).add(repr(row | {"study": ""}))
    shared = {part: list(pages.values()) for part, pages in found.items() if part and len(pages) > 1}
    assert "hints_worth" in shared
    assert [part for part, pages in shared.items() if any(page != pages[0] for page in pages)] == []


@pytest.mark.parametrize("other", [{"mean": 1.5}, {"verdict": "equivalent"}, {"n": 40}])
def test_two_answers_to_one_question_are_found(other: dict[str, Any]) -> None:
    here, there = made("tent_camps")[1], made("hints")[1]
    shared = [(question, row) for question in here.keys() & there.keys() for row in there[question]]
    question, answer = next((question, row) for question, row in shared if row.part == "hints_worth")
    planted = there | {question: [replace(answer, **other)]}
    unsaid = {"tent_camps": "", "hints": ""}
    assert differing(unsaid, {"tent_camps": here, "hints": there}) == {}
    (texts,) = differing(unsaid, {"tent_camps": here, "hints": planted}).values()
    assert len(texts) == 1 and "effect(part='tent_camps'" in texts[0] and "effect(part='hints_worth'" in texts[0]
    said = {"tent_camps": "", "hints": "They are a second seed of tent_camps."}
    assert differing(said, {"tent_camps": here, "hints": planted}) == {}


def test_rows_that_pages_borrow_stand_in_the_study_that_played_them() -> None:
    borrowed = (EXPERIMENTS / "medina_experts.csv").read_text(encoding="utf-8").splitlines()[1:]
    (study,) = {row.partition(",")[0] for row in borrowed}
    there = (ROOT / "reports" / study / "estimates.csv").read_text(encoding="utf-8").splitlines()
    assert borrowed and set(borrowed) <= set(there)


def test_signs_count_what_a_palace_in_medina_scores_when_it_gets_its_roof() -> None:
    """Seat 0 claims a building beside a merchant and by the well: six. Seat 1 claims seven pieces, and one too late."""

    def turn(seat: int, **squares: tuple[int, int]) -> dict[str, Any]:
        return {"seat": seat, "actions": [{"place": place, "square": square} for place, square in squares.items()]}

    small = [turn(0, building=(4, 4), roof=(4, 4))]
    large = [turn(1, building=(8, column)) for column in range(1, 7)] + [turn(1, stable=(8, 7), roof=(8, 1))]
    late = [turn(1, stable=(9, 7))] + [turn(1)] * 2 + [turn(1, building=(1, 9), roof=(1, 9))]
    record = {"players": 2, "well": (2, 4), "merchant": (4, 5), "turns": small + large + late}
    signs = runpy.run_path(str(EXPERIMENTS / "_medina_signs.py"))["signs"]
    assert signs(record) == [(True, True, False), (False, True, True)]


def test_the_list_that_counts_all_at_the_castle_is_the_published_one_but_for_that() -> None:
    def rules(file: Path, name: str) -> dict[str, set[str]]:
        table = tomllib.loads(file.read_text(encoding="utf-8"))[name]
        return {size: {*each} for size, each in {"": table["rules"], **table["rules_by_players"]}.items()}

    own, whole = rules(ROOT / "bots/arkadia/playbook.toml", "playbook"), rules(EXPERIMENTS / "_lists.toml", "whole")
    counted = {"castle: +1 per own_gain", "castle: -1 per others_gain"}
    assert whole == {size: each - {"castle: most lead"} | counted for size, each in own.items()}


def test_a_change_undone_is_the_same_question() -> None:
    found = published("hints")
    row = next(row for row in Estimates(found).some("effect", {"part": "hints_worth", "contrast": "camps"}))
    undone = replace(row, bot=row.baseline, baseline=row.bot, mean=-(row.mean or 0), verdict="lower")
    (question, answer), again = (_asked(each, found.runs["hints_worth"], under=False) for each in (row, undone))
    assert again[0] == question
    assert (again[1].mean, again[1].verdict) == (answer.mean, answer.verdict)
