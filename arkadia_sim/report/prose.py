"""What the prose of a document may say, and where: figures, and words that claim something.

Words such as "every", "never", "best", "twice" or "more often" state a finding. They stand where a test carries them:
in a ``{% claim %}``, under ``{% unclear %}``, or under an ``{% otherwise %}`` that names what failed. Rules of the
game, and what something means, stand between ``{% definition %}`` and ``{% enddefinition %}``. Questions claim nothing.
Headings and first cells of tables only name what is compared.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markdown_it import MarkdownIt
from markdown_it.token import Token

from arkadia_sim.errors import UsageError

_NUMBER = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"

CLAIMING = re.compile(
    r"\b(?:none|nobody|no\s+one|nothing|never|always|every|everybody|everyone|everything|everywhere|worst)\b"
    r"|\bcannot\b(?!\s+(?:tell|know|say)\b)|(?<!\bat\s)\ball\b|\b(?:strong|weak)(?:er|est)?\b"
    r"|\b(?:clos|fair|fast|hard|slow)er\b|\b(?:clos|fair|fast|great|hard|high|larg|long|low|short|slow|small)est\b"
    r"|\bbest\b(?!\s+(?:opponent|of\s+the\s+others)\b)"  # the name of an outcome: the lead over the best opponent
    r"|(?<!\bat\s)\bmost\s+(?:of|\w+s)\b"
    r"|\b(?!rather\b|other\b)\w+er\s+than\b|\b(?:more|less|worse)\s+than\b|\b(?:more|less)\s+often\b"
    r"|\btwice\b|\b(?:half|third|quarter|times)\s+as\b|\bas\s+(?!soon\b|long\b|well\b|far\b|if\b)\w+\s+as\b"
    rf"|\b(?:{_NUMBER})\s+of\s+(?:the|these|those|them|our|{_NUMBER})\b",
    re.IGNORECASE,
)
"""Words for all or none of a kind, for how strong a bot is, comparisons, and counts of findings."""

SAME = re.compile(
    r"\bno\s+(?:difference|effect)\b|\b(?:do|does|did|would|will)\s+not\s+matter\b"
    r"|\bno\s+(?:\w+\s+)?(?:change|habit|hint)s?\s+(?:helps?|matters?|hurts?|pays?)\b"
    r"|\bmatters?\s+little\b|\b(?:changes?|makes?)\s+(?:little|nothing)\b",
    re.IGNORECASE,
)
"""Words that say that something makes no difference."""

UNKNOWING = re.compile(
    r"\b(?:(?:could|can|do|does|did)(?:\s+not|n['’]t)|cannot|can['’]t)\s+(?:yet\s+)?(?:tell|know|say)\b"
    r"|\bnot\s+(?:yet\s+)?(?:be\s+)?(?:clear|sure|certain|known|decided|settled)\b"
    r"|\b(?:unclear|inconclusive|undecided|unsettled|no\s+verdict|nobody\s+knows)\b",
    re.IGNORECASE,
)
"""Words that say that we do not know. Where an estimate has a clear verdict they would be false."""

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
_BRANCH = re.compile(
    r"\{%[-+]?\s*(claim|unclear|otherwise|endclaim|definition|enddefinition)\b(.*?)[-+]?%\}", re.DOTALL
)
_IN_TAGS = re.compile(r"(?:\b(?:caption|alt)=|\{%[-+]?\s*(?:details|sheet)\s+|\{\{[-+]?\s*)([\"'])(.*?)\1", re.DOTALL)

UNTESTED = (
    "states a finding that nothing tests: say it in a {% claim %}, or say less; a rule of the game, or what something "
    "means, stands between {% definition %} and {% enddefinition %}"
)
UNEQUAL = "takes a claim of equivalence: {% claim ESTIMATE ~ 0 %}"
CLEAR = "say it under {% unclear %}, which is printed where every estimate of its claims is inconclusive"


def faults_of_prose(source: str, markdown: MarkdownIt) -> list[tuple[int, str]]:
    """The lines at fault, by their numbers from 1, and what is wrong with each."""
    faults = [*_faults_of_figures(source, markdown), *_faults_of_words(source, markdown), *_faults_of_branches(source)]
    return sorted(dict.fromkeys(faults))


def claiming_word(text: str) -> str:
    """The first word of a text that claims something; "" if none does. Questions claim nothing."""
    found = next(_claiming(text), None)
    return "" if found is None else _quoted(found)


def _claiming(text: str) -> Iterator[re.Match[str]]:
    for pattern in (CLAIMING, SAME):
        for found in pattern.finditer(text):
            end = re.search(r"[.?!](?=\W|$)", text[found.end() :])
            if end is None or end[0] != "?":
                yield found


def _quoted(found: re.Match[str]) -> str:
    return repr(" ".join(found[0].split()))


def _faults_of_figures(source: str, markdown: MarkdownIt) -> Iterator[tuple[int, str]]:
    """A digit outside ``{{ }}`` and ``{% %}`` is a loose figure. Exempt are code, names of claims (H1 to H9), dates,
    targets of links, markers of lists and the headings of tables."""
    lines = source.splitlines()
    for paragraph in _paragraphs(source, markdown):
        for line, text in enumerate(paragraph.text.split("\n"), paragraph.line):
            shown = repr(lines[line - 1].strip()) if line <= len(lines) else repr(text)
            if _PICTURE in text:
                yield line, f"a picture from elsewhere in {shown}: use {{{{ figure(NAME) }}}}"
            elif _HTML.search(text):
                yield line, f"HTML in {shown}: a document is Markdown"
            elif paragraph.place != "heading" and _DIGIT.search(_EXEMPT.sub("", text)):
                yield line, f"a figure without an estimate in {shown}: print it by {{{{ }}}}, or write it as a word"


def _faults_of_words(source: str, markdown: MarkdownIt) -> Iterator[tuple[int, str]]:
    """Words that claim something where nothing tests it."""
    left = _without_tested(source)
    for paragraph in _paragraphs(left, markdown):
        if not paragraph.place:
            for found in _claiming(paragraph.text):
                yield paragraph.line + paragraph.text.count("\n", 0, found.start()), f"{_quoted(found)} {UNTESTED}"
    for tag in _IN_TAGS.finditer(left):
        if word := claiming_word(tag[2]):
            yield left.count("\n", 0, tag.start()) + 1, f"{word} {UNTESTED}"


def _faults_of_branches(source: str) -> Iterator[tuple[int, str]]:
    """What a branch of a claim may not say, whatever it tests."""
    for branch in _branches(source):
        text = _TAG.sub(_masked, source[branch.start : branch.end])
        line = source.count("\n", 0, branch.start) + 1
        under = "a claim" if branch.kind == "claim" else f"{{% {branch.kind} %}}"
        if branch.kind in ("claim", "otherwise"):
            for found in UNKNOWING.finditer(text):
                at = line + text.count("\n", 0, found.start())
                yield at, f"{_quoted(found)} under {under} can be false, as estimates may be clear: {CLEAR}"
        if branch.kind in ("claim", "otherwise", "unclear") and not re.search(r"~\s*0\b", branch.condition):
            for found in SAME.finditer(text):
                yield line + text.count("\n", 0, found.start()), f"{_quoted(found)} under {under} {UNEQUAL}"


@dataclass(frozen=True)
class _Branch:
    """A stretch of a document between two tags: what it stands under, and where."""

    kind: str
    condition: str
    start: int
    end: int


def _branches(source: str) -> Iterator[_Branch]:
    """The document in stretches: claims, other branches, definitions, and "" for what stands outside of all."""
    under, start = [("", "")], 0
    for tag in _BRANCH.finditer(source):
        yield _Branch(*under[-1], start, tag.start())
        start = tag.end()
        if tag[1] in ("unclear", "otherwise", "endclaim", "enddefinition") or under[-1][0] == "claim" == tag[1]:
            under = under[:-1] or [("", "")]
        if not tag[1].startswith("end"):
            under.append((tag[1], tag[2]))
    yield _Branch(*under[-1], start, len(source))


def _without_tested(source: str) -> str:
    """The document with an x for each letter that stands under a test or in a definition."""
    text = ""
    for branch in _branches(source):
        own = source[branch.start : branch.end]
        tested = branch.kind in ("claim", "unclear", "definition") or (branch.kind == "otherwise" and "failed()" in own)
        tag = source[len(text) : branch.start]
        text += tag + (re.sub(r"[^\W\d_]", "x", own) if tested else own)
    return text


class DefinitionTag(Extension):
    """``{% definition %} … {% enddefinition %}``: a rule of the game, or what something means. No number is printed."""

    tags = {"definition"}  # noqa: RUF012

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The text between."""
        next(parser.stream)
        body = parser.parse_statements(("name:enddefinition",), drop_needle=True)
        for output in nodes.Template(body).find_all(nodes.Output):
            for part in output.nodes:
                if not isinstance(part, nodes.TemplateData):
                    raise LineError("a definition prints no number: what was found stands in a claim", part.lineno)
        return body


class LineError(UsageError):
    """A fault of a document and its line; None if the message names the lines."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


def with_line_ends(source: str) -> str:
    """The same with line ends kept after a tag that ends a line of text; a line of tags alone leaves no line behind."""
    alone = [tags.span() for tags in _LINE_OF_TAGS.finditer(source)]

    def kept(end: re.Match[str]) -> str:
        return end[0] if any(start < end.end() <= stop for start, stop in alone) else f"+{end[0]}"

    return re.sub(r"(?<![-+])%\}(?=[ \t]*\n)", kept, source)


def _masked(tag: re.Match[str]) -> str:
    """Letters in place of a tag: what prints a number stands in a sentence like a word."""
    return re.sub(r"[^\n]", "x", tag[0])


@dataclass(frozen=True)
class _Paragraph:
    """The prose of a paragraph with its line ends, its first line, and whether it only names a line of a table."""

    text: str
    line: int
    place: str = ""


def _paragraphs(source: str, markdown: MarkdownIt) -> Iterator[_Paragraph]:
    masked = _TAG.sub(_masked, _LINE_OF_TAGS.sub(lambda tag: re.sub(r"[^\n]", " ", tag[0]), source))
    place, row = "", 0
    for token in markdown.parse(masked):
        if token.type == "tr_open":
            place = "first cell"
        elif token.type == "th_open":
            place = "heading"
        elif token.type in ("th_close", "td_close"):
            place = ""
        row = token.map[0] if token.map is not None else row
        if token.type == "inline":
            yield _Paragraph(_prose(token), row + 1, place)


def _prose(token: Token) -> str:
    """The prose of a paragraph, without code and addresses."""
    text, address = "", False
    for child in token.children or ():
        if child.type in ("softbreak", "hardbreak"):
            text += "\n"
        elif child.type == "image":
            text += _PICTURE
        elif child.type in ("link_open", "link_close"):
            address = child.type == "link_open" and child.markup == "autolink"
        elif child.type == "text" and not address:
            text += child.content
    return text
