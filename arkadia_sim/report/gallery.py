"""The index over a folder of studies: for each its picture, its answer in one sentence, and a link to its page."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from arkadia_sim.report.document import PAGE, Page
from arkadia_sim.report.templating import markup, markup_of, template_environment
from arkadia_sim.results.files import write_whole

INDEX = "index.html"
"""The name of the file of an index."""


def gallery(pages: Mapping[str, Page], unfinished: Sequence[str] = (), title: str = "What the studies found") -> str:
    """The index as HTML.

    Args:
        pages: The pages, by the name of the folder in which each lies as ``report.html``.
        unfinished: Folders of studies that are not finished.
        title: What stands over it.
    """
    entries = [
        {"link": f"{folder}/{PAGE}", "title": page.title, "question": page.question, "hero": markup(page.hero)}
        for folder, page in pages.items()
    ]
    return (
        template_environment()
        .get_template("gallery.html.j2")
        .render(title=title, css=markup_of("style.css"), pages=entries, unfinished=unfinished)
    )


def write_gallery(pages: Mapping[str, Page], folder: Path, unfinished: Sequence[str] = ()) -> Path:
    """Write the index into a folder as ``index.html``, whole or not at all. Returns its path."""
    target, html = folder / INDEX, gallery(pages, unfinished)
    write_whole(target, lambda file: file.write_text(html, encoding="utf-8"), goes_on=False)
    return target
