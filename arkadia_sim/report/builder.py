"""From the folder of a finished run or study to a page: ``report.html``, with the estimates beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from arkadia_sim.core.user_files import is_file, is_folder
from arkadia_sim.errors import RunError, UsageError, printable
from arkadia_sim.questions.estimates import write_estimates
from arkadia_sim.questions.results import DOCUMENTS, Findings
from arkadia_sim.questions.study import findings_of
from arkadia_sim.report.document import PAGE, PICTURE, Page, build, check, write_page, write_text
from arkadia_sim.report.numbers import markup_of, template_environment
from arkadia_sim.results.store import RunFolder
from arkadia_sim.results.study_folder import is_study, read_study_manifest


def build_report(
    folder: Path, against: Path | None = None, document: Path | None = None, say: Callable[[str], Any] = str
) -> Path:
    """Write ``report.html``, ``estimates.parquet`` and ``estimates.csv`` into the folder of a finished run or study.

    The page is one file that needs nothing else, and the same run gives the same bytes. The parts of a study without a
    document of its own get pages in their own folders. A folder of several runs or studies gets an index over the
    finished ones (``index.html``). ``against`` holds the same, played with another seed; ``document`` takes the place
    of the experiment's own. ``say`` hears the answer: the title of a document, or the question's own. Returns the path
    of the page.

    UsageError: a folder holds no finished run, or the document says what the estimates do not carry. RunError: the page
    cannot be written.
    """
    try:
        if not is_study(folder) and not _is_run(folder) and (inside := list(studies_in(folder))):
            if against is not None or document is not None:
                raise UsageError(f"{folder} holds several studies: name one of them")
            return _index(folder, inside)
        findings = findings_of(folder)
        page = _write(folder, findings, against, document)
        for sentence in _answer(findings, page, document):
            say(sentence)
        return folder / PAGE
    except OSError as error:
        raise RunError(f"the report cannot be written to {folder}: {error.strerror}") from None


def check_document(folder: Path, against: Path | None = None, document: Path | None = None) -> None:
    """Test the claims of a document without writing a page. Raises what :func:`build_report` raises."""
    check(findings_of(folder), document, None if against is None else findings_of(against))


def answer_of(folder: Path) -> Sequence[str]:
    """What :func:`build_report` tells ``say``, without writing a page. Raises the same."""
    findings = findings_of(folder)
    return _answer(findings, check(findings))


def _answer(findings: Findings, page: Page, document: Path | None = None) -> Sequence[str]:
    """The title of a document that a person wrote; otherwise the answers of the question, or of a study's parts."""
    if document is not None or findings.document.parent != DOCUMENTS:
        return [page.title]
    of_parts = [f"{name}: {sentence}" for name, part in findings.parts.items() for sentence in part.answer]
    return findings.answer or of_parts


def studies_in(folder: Path) -> Iterator[Path]:
    """The folders of studies and runs that lie in a folder, by name."""
    for path in sorted(folder.iterdir()) if is_folder(folder) else ():
        if path.is_dir() and (is_study(path) or _is_run(path)):
            yield path


def _write(folder: Path, findings: Findings, against: Path | None = None, document: Path | None = None) -> Page:
    """The page of a run or study and its estimates; of a study without a document of its own its parts' pages too."""
    other = None if against is None else findings_of(against)
    if is_study(folder) and document is None and findings.document.parent == DOCUMENTS:
        for name, part in findings.parts.items():
            _write(folder / name, part)
    page = build(findings, document, other)
    write_estimates(findings.estimates, folder)
    write_page(page, folder)
    return page


def _index(folder: Path, inside: list[Path]) -> Path:
    """The index over the finished studies of a folder, whose pages are written first."""
    finished = [path for path in inside if _is_finished(path)]
    if not finished:
        raise UsageError(f"{folder} holds no finished run or study whose games went well")
    pages = {}
    for path in finished:
        findings = findings_of(path)
        page = _write(path, findings)
        own = findings.document.parent == DOCUMENTS  # its title is the same for all runs of a kind
        title = findings.title if findings.question else printable(path.name)
        pages[path.name] = replace(page, html="", title=title if own else page.title, facts=_facts(findings))
    return write_gallery(pages, folder, [printable(path.name) for path in inside if path not in finished])


def _facts(findings: Findings) -> tuple[str, ...]:
    """The answer, then who played how many deals at which table sizes."""
    sections = [section for run in findings.runs.values() for section in run.sections]
    bots = dict.fromkeys(printable(bot.spec) for run in findings.runs.values() for bot in run.bots)
    more = f" and {len(bots) - BOTS_NAMED} more" if len(bots) > BOTS_NAMED else ""
    named = ", ".join(list(bots)[:BOTS_NAMED]) + more
    sizes = ", ".join(map(str, sorted({section.players for section in sections})))
    deals = sorted({section.deals for section in sections})
    count = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    return *findings.answer, f"{named}; players: {sizes}; deals: {count} each"


BOTS_NAMED = 6
"""How many bots an entry of an index names."""


def _is_finished(folder: Path) -> bool:
    """Whether a run is complete, or all parts of a study are, and no more than 1% of the games failed."""
    runs = [folder / part for part in read_study_manifest(folder).parts] if is_study(folder) else [folder]
    manifests = [RunFolder(run).read_manifest() for run in runs if _is_run(run)]
    complete = len(manifests) == len(runs) and all(manifest.status == "complete" for manifest in manifests)
    return complete and not any(manifest.counts.mislead for manifest in manifests)


def _is_run(folder: Path) -> bool:
    """Whether a folder holds a run, finished or not."""
    return is_file(RunFolder(folder).manifest_file)


INDEX = "index.html"
"""The name of the file of an index."""


def write_gallery(pages: Mapping[str, Page], folder: Path, unfinished: Sequence[str] = ()) -> Path:
    """Write the index over a folder of studies: of each its picture, its answer in one sentence, a link to its page.
    ``pages`` are by the folder in which each lies; ``unfinished`` are folders of studies without one."""
    entries = [
        {
            "link": quote(f"{folder}/{PAGE}", errors="surrogateescape"),
            "title": page.title,
            "question": page.question or "What does each bot get when they play each other?",
            "facts": page.facts,
            "picture": quote(f"{folder}/{PICTURE}", errors="surrogateescape") if page.hero else "",
        }
        for folder, page in pages.items()
    ]
    template = template_environment().get_template("gallery.html.j2")
    css = markup_of("style.css")
    title = "What the studies found"
    write_text(folder / INDEX, template.render(title=title, css=css, pages=entries, unfinished=unfinished))
    return folder / INDEX
