"""A report is a document that a person wrote: Markdown with Jinja, in which claims and numbers are tested.

It begins with front matter between two lines ``---``: ``hero: FIGURE``, ``title: TEXT``, ``estimates: FILES`` for CSV
files beside it with more estimates. Its first heading is the answer.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any

import polars as pl
from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, meta, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markdown_it import MarkdownIt
from markupsafe import Markup

from arkadia_sim.core.scene import seat_text
from arkadia_sim.errors import UnknownName, UsageError, counted
from arkadia_sim.questions.estimates import read_estimates_csv
from arkadia_sim.questions.results import DOCUMENTS, Findings
from arkadia_sim.report import numbers
from arkadia_sim.report.claims import NESTED, Claims, ClaimTag
from arkadia_sim.report.contents import Contents
from arkadia_sim.report.numbers import FILTERS, Fragment, WrongValue, check_plain, markup_of, template_environment
from arkadia_sim.report.prose import UNTESTED, DefinitionTag, LineError, claiming_word, faults_of_prose, with_line_ends
from arkadia_sim.report.second_seed import compare_seeds
from arkadia_sim.results.files import write_whole
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.stats.verdicts import MINIMUM_DEALS

KEYS = ("hero", "title", "estimates")
"""The keys of front matter."""

VALUES = ("mean", "low", "high", "se", "p_difference", "p_equivalence")
"""Columns that no condition of a document may use: verdicts decide."""

JINJA_FILTERS = ("sort", "join", "length", "first", "last", "selectattr", "rejectattr")
"""Jinja's own filters that messages suggest."""

PAGE = "report.html"
"""The name of the file of a page."""

PICTURE = "hero.svg"
"""The name of the file beside it with its picture, which an index shows."""

_FRONT = re.compile(r"---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """A page, and what an index shows of it: the answer in one sentence as its title, the question, the picture as SVG
    ("" where there is none) and sentences about it.
    """

    name: str
    title: str
    question: str
    hero: str
    html: str
    facts: tuple[str, ...] = ()


def build(findings: Findings, document: Path | None = None, against: Findings | None = None) -> Page:
    """The page that a document makes of a finished run or study. The same input gives the same bytes. ``document`` is
    the one that the findings name if None; ``against`` is the same, played with another seed. UsageError: The document
    says what the estimates do not carry, or cannot be read; the message names the line."""
    return _Builder(findings, document or findings.document, against).page()


def write_page(page: Page, folder: Path) -> Path:
    """Write a page into a folder as ``report.html``, and its picture as ``hero.svg``. Returns the path of the page."""
    write_text(folder / PAGE, page.html)
    if page.hero:
        write_text(folder / PICTURE, page.hero)
    return folder / PAGE


def write_text(file: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    write_whole(file, lambda path: path.write_text(text, encoding="utf-8"), goes_on=False)


def check(findings: Findings, document: Path | None = None, against: Findings | None = None) -> Page:
    """The page without its figures; all claims of the document are tested. Raises what :func:`build` raises."""
    return _Builder(findings, document or findings.document, against, draw=False).page()


class _Builder:
    """Makes one page of one document."""

    def __init__(self, findings: Findings, document: Path, against: Findings | None, draw: bool = True) -> None:
        self._front, self._source = _read(document)
        names = self._front.get("estimates", "").split(",")
        self._further = [document.parent / name.strip() for name in names if name]
        if self._further:
            further = [read_estimates_csv(file) for file in self._further]
            findings = replace(findings, estimates=pl.concat([findings.estimates, *further]))
        self._findings, self._file, self._draw = findings, document, draw
        self._claims = Claims(findings)
        agreement = None if against is None else compare_seeds(findings, against)
        self._contents = Contents(findings, document.parent, agreement, draw=False)
        self._fragments = numbers.Fragments()
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._markdown.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
        self._markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")

    def page(self) -> Page:
        """The page."""
        faults = faults_of_prose(self._source, self._markdown)
        texts = [str(self._fault(fault, line)) for line, fault in faults]
        if texts:
            raise UsageError("\n".join(texts))
        template = self._template()
        self._run(template)
        self._claims.close()
        self._contents.draw = self._draw
        self._contents.used.clear()
        text = self._run(template)
        try:
            return self._laid_out(text)
        except LineError:
            raise
        except UsageError as error:
            raise UsageError(f"{self._file}: {error}") from None

    def _template(self) -> Template:
        """The document, compiled; all names in it are known."""
        environment = ImmutableSandboxedEnvironment(
            extensions=[ClaimTag, BlockTag, DefinitionTag],
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=self._forgiving(self._fragments.token),
        )
        environment.extend(claims=self._claims)
        environment.globals = {**self._contents.functions(), "failed": self._claims.failed}
        environment.filters.update({name: self._forgiving(show) for name, show in FILTERS.items()})
        try:
            tree = environment.parse(with_line_ends(self._source))
            self._check_names(tree, environment)
            code: CodeType = environment.compile(tree, filename=str(self._file))
        except TemplateSyntaxError as error:
            nested = any(f"unknown tag {tag!r}" in str(error) for tag in ("unclear", "otherwise", "endclaim"))
            raise self._fault(NESTED if nested else str(error.message), error.lineno) from None
        except LineError as error:
            raise self._fault(str(error), error.line) from None
        return Template.from_code(environment, code, environment.globals)

    def _forgiving(self, show: Callable[[object], Any]) -> Callable[[object], Any]:
        """The same, but silent about values that do not fit while claims are collected."""

        def show_or_skip(value: object) -> Any:
            try:
                return show(value)
            except WrongValue:
                if self._claims.collecting:
                    return ""
                raise

        return show_or_skip

    def _check_names(self, tree: nodes.Template, environment: ImmutableSandboxedEnvironment) -> None:
        for used in tree.find_all(nodes.Filter):
            if used.name not in environment.filters:
                choices = [*FILTERS, *JINJA_FILTERS]
                raise self._fault(str(UnknownName("filter", used.name, choices)), used.lineno)
        unknown = meta.find_undeclared_variables(tree) - environment.globals.keys()
        for node in tree.find_all(nodes.Name):
            if node.name in unknown:
                error = UnknownName("name", node.name, environment.globals)
                raise self._fault(str(error), node.lineno)
        for output in tree.find_all(nodes.Output):
            for constant in _printed_constants(output):
                if re.search(r"\d", str(constant.value)):
                    raise self._fault(f"{constant.value!r} is printed without an estimate", constant.lineno)
        for comparison in tree.find_all(nodes.Compare):
            for value in comparison.find_all(nodes.Getattr):
                self._check_no_value(value.attr, value.lineno)
        for chosen in tree.find_all(nodes.Filter):
            if chosen.name in ("selectattr", "rejectattr"):
                for constant in chosen.find_all(nodes.Const):
                    self._check_no_value(constant.value, constant.lineno)

    def _check_no_value(self, name: object, line: int) -> None:
        if name in VALUES:
            raise self._fault(f"nothing depends on {name!r}: ask the verdict in {{% claim %}}", line)

    def _run(self, template: Template) -> str:
        """The document as Markdown, with the values filled in."""
        try:
            return template.render()
        except LineError as error:
            raise UsageError(f"{self._file}: {error}") from None
        except UsageError as error:
            raise self._fault(str(error), self._line_of(error)) from None
        except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
            hint = "; estimates are compared in {% claim %}" if "'Row'" in str(error) else ""
            raise self._fault(f"{error}{hint}", self._line_of(error)) from None

    def _line_of(self, error: BaseException) -> int | None:
        """The line of the document in which an error was raised."""
        line, trace = None, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == str(self._file):
                line = trace.tb_lineno
            trace = trace.tb_next
        return line

    def _fault(self, message: str, line: int | None) -> UsageError:
        return UsageError(f"{self._file}{'' if line is None else f', line {line}'}: {message}")

    def _laid_out(self, text: str) -> Page:
        """The page with the text of the document."""
        self._contents.check_named()
        tokens = self._markdown.parse(text)
        if len(tokens) < 3 or tokens[0].type != "heading_open" or tokens[0].tag != "h1":
            raise UsageError("a document begins with its answer as a heading: '# TEXT'")
        render = self._markdown.renderer.render
        heading = self._fragments.fill(render(tokens[1:2], self._markdown.options, {})).strip()
        title = self._front.get("title") or self._fragments.text(heading)
        body = self._fragments.fill(render(tokens[3:], self._markdown.options, {}))
        name, hero = self._front.get("hero"), ""
        if name is not None:
            shown_in_text = f"figure {name}" in self._contents.used
            hero = self._contents.picture(name, title)
        html = (
            template_environment()
            .get_template("page.html.j2")
            .render(
                title=title,
                heading=Markup(heading),
                question=self._findings.question,
                answer=self._findings.answer if self._file.parent == DOCUMENTS else (),
                hero=Markup("" if name is None or shown_in_text else hero),
                body=Markup(body),
                warnings=warnings_of(self._findings.runs.values()),
                further=self._further,
                css=markup_of("style.css"),
                versions={name: text for run in self._findings.runs.values() for name, text in run.versions.items()},
            )
        )
        return Page(self._findings.name, title, self._findings.question, hero, html)


def warnings_of(runs: Iterable[Manifest]) -> list[str]:
    """What makes a page less reliable: failed games, and too few deals."""
    warnings = []
    for run in runs:
        if run.counts.failed:
            first = "".join(f" First: {game.bot} in {seat_text(game.seat)}: {game.reason}" for game in run.failures[:1])
            warnings.append(f"{run.counts.failed:,} of {counted(run.counts.games, 'game')} failed.{first}")
        if any(section.deals < MINIMUM_DEALS for section in run.sections):
            warnings.append("Too few deals: intervals are not reliable below 30 deals.")
    return list(dict.fromkeys(warnings))


class BlockTag(Extension):
    """Text that is not always shown.

    ``{% details "How we know" %} … {% enddetails %}`` is opened by the reader; ``{% sheet "To take along" %} …
    {% endsheet %}`` is shown in print alone, on a sheet of its own.
    """

    tags = {"details", "sheet"}  # noqa: RUF012

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The text between, as Markdown."""
        tag = next(parser.stream)
        kind = nodes.Const(tag.value)
        opened = self.call_method("_open", [kind, parser.parse_expression()], lineno=tag.lineno)
        body = parser.parse_statements((f"name:end{tag.value}",), drop_needle=True)
        closed = self.call_method("_close", [kind], lineno=tag.lineno)
        return [nodes.Output([opened], lineno=tag.lineno), *body, nodes.Output([closed], lineno=tag.lineno)]

    def _open(self, kind: str, title: str) -> Fragment:
        start = "<details><summary>{}</summary>" if kind == "details" else '<section class="sheet"><h2>{}</h2>'
        return Fragment(None, str(Markup(start).format(title)))

    def _close(self, kind: str) -> Fragment:
        return Fragment(None, "</details>" if kind == "details" else "</section>")


def _printed_constants(node: nodes.Node) -> Iterator[nodes.Const]:
    """The constants that are printed as they are, and not handed to a function."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Const):
            yield child
        elif isinstance(child, nodes.Concat | nodes.CondExpr | nodes.Add):
            yield from _printed_constants(child)


def _read(document: Path) -> tuple[Mapping[str, str], str]:
    """The front matter of a document, and the rest of it with every line in its place."""
    try:
        text = document.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
        raise UsageError(f"document {document} cannot be read: {reason}") from None
    check_plain(text)
    front = _FRONT.match(text)
    if front is None:
        return {}, text
    entries: dict[str, str] = {}
    for number, line in enumerate(front[1].splitlines(), start=2):
        if not line.strip():
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not value:
            raise UsageError(f"{document}, line {number}: front matter is 'name: value', not {line!r}")
        if key not in KEYS:
            raise UsageError(f"{document}, line {number}: {UnknownName('key of front matter', key, KEYS)}")
        entries[key] = _unquoted(value)
    if re.search(r"\d", re.sub(r"\bH[1-9]\b", "", entries.get("title", ""))):
        raise UsageError(f"{document}: the title has a figure without an estimate: {entries['title']!r}")
    if word := claiming_word(entries.get("title", "")):
        raise UsageError(f"{document}: {word} in the title {UNTESTED}")
    return entries, "\n" * front[0].count("\n") + text[front.end() :]


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
