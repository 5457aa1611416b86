"""Pieces of HTML that our own functions made, and how they pass through Markdown untouched.

Everything that a document prints by ``{{ }}`` is a token in its Markdown, which is replaced after Markdown is rendered.
So all HTML on a page comes from our functions: HTML of authors or in names of experiment files is shown as text.
"""

import re
from collections.abc import Iterable
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.estimates import Row
from arkadia_sim.report.numbers import Fragment, amount, plain

if TYPE_CHECKING:
    from jinja2 import Environment


_OPEN, _CLOSE = "\ue000", "\ue001"
_TOKEN = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
_ALONE = re.compile(f"<p>{_OPEN}([0-9]+){_CLOSE}</p>")


class Fragments:
    """The pieces of one page, by their tokens."""

    def __init__(self) -> None:
        self._all: dict[Fragment, int] = {}

    def token(self, value: object) -> str:
        """The token in the Markdown for a value that a document prints.

        Raises:
            UsageError: The value cannot be shown.
        """
        if isinstance(value, Markup):  # Markdown of a macro, in which all values are tokens
            return value
        fragment = _fragment(value)
        number = self._all.setdefault(fragment, len(self._all))
        token = f"{_OPEN}{number}{_CLOSE}"
        return f"\n\n{token}\n\n" if fragment.inline is None else token

    def fill(self, html: str) -> str:
        """The HTML with all pieces in their places.

        Raises:
            UsageError: A piece that needs a paragraph of its own is within a sentence, or a piece is within a link.
        """
        known = list(self._all)

        def block(token: re.Match[str]) -> str:
            fragment = known[int(token[1])]
            if fragment.block is not None:
                return fragment.block
            return f"<p>{fragment.inline}</p>" if fragment.inline else ""

        def inline(token: re.Match[str]) -> str:
            fragment = known[int(token[1])]
            if fragment.inline is None:
                raise UsageError("figures, tables and details stand in paragraphs of their own, not within a sentence")
            return fragment.inline

        while _OPEN in html:
            html = _TOKEN.sub(inline, _ALONE.sub(block, html))
        if "%EE%80%80" in html:
            raise UsageError("the target of a link is written out: nothing is printed into it by {{ }}")
        return html

    def text(self, html: str) -> str:
        """The same without tags."""
        return " ".join(unescape(re.sub(r"<[^>]*>", "", self.fill(html))).split())


def check_plain(source: str) -> None:
    """Refuse a source with the characters that tokens are made of."""
    if _OPEN in source or _CLOSE in source:
        raise UsageError("a document holds no signs of the private use area")


def _fragment(value: object) -> Fragment:
    if isinstance(value, Fragment):
        return value
    if isinstance(value, Row):
        return amount(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UsageError(f"a document prints estimates, numbers and text, not {type(value).__name__} {str(value)[:60]}")
    if isinstance(value, str):
        return Fragment(escape(value))
    return Fragment(f"{value:,}" if isinstance(value, int) else plain(value))


def listed(texts: Iterable[str]) -> str:
    """Several texts as a list: "a, b and c"."""
    *first, last = list(texts) or [""]
    return f"{', '.join(first)} and {last}" if first else last


TEMPLATES = Path(__file__).parent / "templates"


def template_environment() -> "Environment":
    """Where templates are found, and how they are read."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def markup_of(name: str) -> Any:
    """A file beside the templates (styles, a script) as it is, to stand in a page."""
    return markup((TEMPLATES / name).read_text(encoding="utf-8"))


def markup(text: str) -> Any:
    """A text that is markup already, all that came from elsewhere being escaped in it."""
    from markupsafe import Markup

    return Markup(text)
