"""What prose may not hold: figures that no estimate stands behind, HTML, and pictures from elsewhere."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

_DIGIT = re.compile("[0-9½⅓⅔¼¾]|\\d")
_EXEMPT = re.compile(
    r"\bH[1-9]\b"  # names of claims
    r"|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b"  # dates
)
_HTML = re.compile("</?[A-Za-z][^<>]*>")
_PICTURE = "\ufffc"
_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_BLOCK = r"\{%(?:(?!%\}).)*%\}|\{#(?:(?!#\}).)*#\}"
_LINE_OF_TAGS = re.compile(rf"^[ \t]*(?:(?:{_BLOCK})[ \t]*)+$", re.MULTILINE | re.DOTALL)


def faults_of_prose(source: str, markdown: MarkdownIt) -> Iterator[tuple[int, str]]:
    """The lines at fault, by their numbers from 1, and what is wrong with each.

    A digit outside ``{{ }}`` and ``{% %}`` is a loose figure. Exempt are code, names of claims (H1 to H9), dates,
    targets of links, markers of lists and the headings of tables.
    """
    lines = source.splitlines()
    masked = _TAG.sub(_masked, _LINE_OF_TAGS.sub(lambda tag: re.sub(r"[^\n]", " ", tag[0]), source))
    heading_of_table, row = False, 0
    for token in markdown.parse(masked):
        if token.type in ("th_open", "th_close"):
            heading_of_table = token.type == "th_open"
        row = token.map[0] if token.map is not None else row
        if token.type != "inline":
            continue
        for line, text in _lines(token, row + 1):
            shown = repr(lines[line - 1].strip()) if line <= len(lines) else repr(text)
            if _PICTURE in text:
                yield line, f"a picture from elsewhere in {shown}: use {{{{ figure(NAME) }}}}"
            elif _HTML.search(text):
                yield line, f"HTML in {shown}: a document is Markdown"
            elif not heading_of_table and _DIGIT.search(_EXEMPT.sub("", text)):
                yield line, f"a figure without an estimate in {shown}: print it by {{{{ }}}}, or write it as a word"


def with_line_ends(source: str) -> str:
    """The same with line ends kept after a tag that ends a line of text; a line of tags alone leaves no line behind."""
    alone = [tags.span() for tags in _LINE_OF_TAGS.finditer(source)]

    def kept(end: re.Match[str]) -> str:
        return end[0] if any(start < end.end() <= stop for start, stop in alone) else f"+{end[0]}"

    return re.sub(r"(?<![-+])%\}(?=[ \t]*\n)", kept, source)


def _masked(tag: re.Match[str]) -> str:
    """Letters in place of a tag: what prints a number stands in a sentence like a word."""
    return re.sub(r"[^\n]", "x", tag[0])


def _lines(token: Token, first: int) -> Iterator[tuple[int, str]]:
    """The prose of a paragraph line by line."""
    line, text, address = first, "", False
    for child in token.children or ():
        if child.type in ("softbreak", "hardbreak"):
            yield line, text
            line, text = line + 1, ""
        elif child.type == "image":
            text += _PICTURE
        elif child.type in ("link_open", "link_close"):
            address = child.type == "link_open" and child.markup == "autolink"
        elif child.type == "text" and not address:
            text += child.content
    yield line, text
