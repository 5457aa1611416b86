"""Claims: the tag that prints a sentence only if the estimates support it, and the tests behind it.

``{% claim seat(1, players=2) > 0 %} … {% claim … %} … {% unclear %} … {% otherwise %} … {% endclaim %}`` prints the
first branch whose claim holds, ``unclear`` where every estimate that the claims name is inconclusive, and ``otherwise``
in all other cases. A claim asks the corrected verdict of an estimate, never its value. Two estimates of independent
deals are compared by a z-test, corrected (Holm) for all such comparisons in the document.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jinja2 import nodes
from jinja2.ext import Extension

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.estimates import VERDICT_WORDS, Row
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.lookup import Names, described, in_words, z_score, z_test
from arkadia_sim.report.prose import LineError
from arkadia_sim.stats.verdicts import holm

if TYPE_CHECKING:
    from jinja2.parser import Parser

_SIGNS = {"gt": ">", "lt": "<"}
ALLOWED = "ESTIMATE > 0, < 0, ~ 0 or > ESTIMATE, joined by and, or, not"
NESTED = "no claim is open here: claims do not nest, a {% claim %} within another is its next branch"
FAILURES_NAMED = 6
"""How many estimates ``failed()`` names."""


@dataclass(frozen=True)
class Tested:
    """Whether a claim holds, whether any estimate that it names is clear, and what it says of each. ``parts`` are the
    verdicts on them as a reader names both, each with whether it is as claimed."""

    holds: bool
    clear: bool
    parts: dict[str, bool]


class Claims:
    """What is claimed of the estimates of a run or study. A document is rendered twice. While ``collecting``, every
    claim is read and none is answered, which shows how many estimates are compared with each other; then :meth:`close`
    corrects for their number."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._differences = [row for row in findings.estimates.iter_rows(named=True) if row["kind"] == "difference"]
        self._p_values: dict[frozenset[Row], float] = {}
        self._names = Names(findings.runs)
        self.collecting = True
        self.failing: tuple[str, ...] = ()

    @property
    def alpha(self) -> float:
        """The error rate of the comparisons: that of the run, the smallest where there are several."""
        return min((run.alpha for run in self._findings.runs.values()), default=0.05)

    def failed(self) -> str:
        """Which parts of the first claim of the block failed, for ``otherwise``: "Play loud, 4 players: lower"."""
        more = len(self.failing) - FAILURES_NAMED
        return "; ".join([*self.failing[:FAILURES_NAMED], *([f"and {more} more"] if more > 0 else [])])

    def close(self) -> None:
        """Correct the p-values for the number of comparisons, and answer from now on."""
        adjusted = holm(list(self._p_values.values()))
        self._p_values = {pair: float(p) for pair, p in zip(self._p_values, adjusted, strict=True)}
        self.collecting = False

    def compare(self, left: object, sign: str, right: object) -> Tested:
        """The answer to ``left sign right``. A list of estimates must fit one by one."""
        if isinstance(left, list) and left and not isinstance(right, list):
            return _joined([self.compare(row, sign, right) for row in left], all)
        if isinstance(right, Row) and not isinstance(left, Row):
            left, right, sign = right, left, {">": "<", "<": ">"}.get(sign, sign)
        if not isinstance(left, Row):
            raise UsageError(f"a claim compares estimates (allowed: {ALLOWED})")
        if isinstance(right, Row):
            if sign == "~":
                named = self._named(left, right)
                raise UsageError(f"whether two estimates are equivalent takes an estimate of their difference{named}")
            return self._larger(left, right) if sign == ">" else self._larger(right, left)
        if isinstance(right, bool) or not isinstance(right, int | float) or right != 0:
            raise UsageError(f"an estimate is compared with 0 or another estimate, not {right!r} (allowed: {ALLOWED})")
        if left.verdict is None and not left.test and not left.note:  # if a test gave no verdict, its note says why
            raise UsageError(f"{described(left)} was never tested: it cannot be compared with 0")
        wanted = {">": "higher", "<": "lower", "~": "equivalent"}[sign]
        holds = left.verdict == wanted
        shown = f"{in_words(left, self._names)}: {VERDICT_WORDS[left.verdict] if left.verdict else left.note}"
        return Tested(holds, left.verdict not in (None, "inconclusive"), {shown: holds})

    def _larger(self, one: Row, other: Row) -> Tested:
        """Whether one estimate is larger than another one of independent deals."""
        if one.unit != other.unit:
            raise UsageError(f"{described(one)} is in {one.unit}, {described(other)} in {other.unit}")
        if not self._independent(one, other):
            raise UsageError(
                f"{described(one)} and {described(other)} share deals, so they cannot be compared as independent"
                f"{self._named(one, other)}"
            )
        for row in (one, other):
            if row.mean is None or row.se is None:
                raise UsageError(f"{described(row)} has no standard error: it cannot be compared")
        pair = frozenset((one, other))
        if self.collecting:
            self._p_values[pair] = z_test(z_score(one, other))
        if pair not in self._p_values:
            both = f"{described(one)} and {described(other)}"
            raise UsageError(f"{both} are compared only where another claim holds: put the claim outside of {{% if %}}")
        p = self._p_values[pair]
        difference = (one.mean or 0.0) - (other.mean or 0.0)
        verdict = "inconclusive" if p > self.alpha else "higher" if difference > 0 else "lower"
        shown = f"{in_words(one, self._names)} against {in_words(other, self._names)}: {VERDICT_WORDS[verdict]}"
        return Tested(verdict == "higher", verdict != "inconclusive", {shown: verdict == "higher"})

    def _independent(self, one: Row, other: Row) -> bool:
        """Whether two estimates rest on different deals: of another seed or table size, and on other boards."""
        runs = [self._findings.runs.get(row.part) for row in (one, other)]
        settings = [section.setting for run in runs if run is not None for section in run.sections[:1]]
        if len(settings) == 2 and settings[0].overlaps(settings[1]):
            return False
        seeds = [None if run is None else run.seed for run in runs]
        if seeds[0] != seeds[1]:
            return None not in seeds
        sizes = {one.players, other.players}
        return len(sizes) == 2 and 0 not in sizes and "difference" not in (one.kind, other.kind)

    def _named(self, one: Row, other: Row) -> str:
        """The row of the table that answers how two estimates differ, as the end of a message."""
        sides = {one.setting, other.setting}
        for row in self._differences:
            same_outcome = row["outcome"] == one.outcome and row["part"] in (one.part, other.part)
            same_size = row["players"] in (one.players, other.players)
            same_change = row["contrast"] in ("", one.contrast, other.contrast)
            same_sides = len(sides) == 1 or {row["setting"], row["baseline"]} == sides
            if same_outcome and same_size and same_change and same_sides:
                return f"; {described(Row(**row))} answers that"
        return "; the table has no such difference"


def _joined(several: Sequence[Tested], how: Callable[[list[bool]], bool]) -> Tested:
    parts = {text: fits for tested in several for text, fits in tested.parts.items()}
    return Tested(how([tested.holds for tested in several]), any(tested.clear for tested in several), parts)


@dataclass
class _Block:
    """Claims that are the branches of one block: their lines, and what came of them."""

    lines: list[int] = field(default_factory=list)
    printed: bool = False
    clear: bool = False
    joint: bool = False
    failing: tuple[str, ...] = ()
    tested: list[str] = field(default_factory=list)


class ClaimTag(Extension):
    """The tag ``claim``. The environment's ``claims`` answer it."""

    tags = {"claim"}  # noqa: RUF012

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self._blocks: list[_Block] = []
        self._headings: set[int] = set()

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Note the lines of headings."""
        lines = enumerate(source.splitlines(), start=1)
        self._headings = {number for number, line in lines if line.lstrip().startswith("#")}
        return source

    def parse(self, parser: "Parser") -> list[nodes.Node]:
        """All branches, one after the other: the first that holds prints itself."""
        number, first = len(self._blocks), parser.stream.current.lineno
        self._blocks.append(block := _Block())
        branch_nodes: list[nodes.Node] = []
        tag = next(parser.stream)
        while tag.value == "claim":
            block.lines.append(tag.lineno)
            claim = self._claim(parser.parse_expression(), tag.lineno)
            test = self.call_method("_opens", [nodes.Const(number), nodes.Const(len(block.lines) - 1), claim])
            body = parser.parse_statements(("name:claim", "name:unclear", "name:otherwise", "name:endclaim"))
            branch_nodes.append(nodes.If(test, body, [], [], lineno=tag.lineno))
            tag = next(parser.stream)
        if tag.value == "unclear":
            test = self.call_method("_unclear", [nodes.Const(number)])
            body = parser.parse_statements(("name:otherwise", "name:endclaim"))
            branch_nodes.append(nodes.If(test, body, [], [], lineno=tag.lineno))
            tag = next(parser.stream)
        if tag.value == "otherwise":
            body = parser.parse_statements(("name:endclaim",), drop_needle=True)
            silent = first not in self._headings and _says(body) and not _names_failed(body)
            test = self.call_method("_otherwise", [nodes.Const(number), nodes.Const(silent)], lineno=tag.lineno)
            branch_nodes.append(nodes.If(test, body, [], [], lineno=tag.lineno))
        else:
            branch_nodes.append(nodes.ExprStmt(self.call_method("_close", [nodes.Const(number)]), lineno=first))
        for node in branch_nodes:
            node.set_lineno(first) if node.lineno is None else None
        return branch_nodes

    def _claim(self, node: nodes.Node, line: int) -> nodes.Expr:
        """The expression of a claim with its signs as tests; all parts are tested, whatever the first one says."""
        if isinstance(node, nodes.And | nodes.Or):
            sides = [self._claim(side, line) for side in (node.left, node.right)]
            return self.call_method("_joined", [*sides, nodes.Const(isinstance(node, nodes.And))], lineno=line)
        if isinstance(node, nodes.Not):
            return self.call_method("_not", [self._claim(node.node, line)], lineno=line)
        if isinstance(node, nodes.Concat) and len(node.nodes) == 2:
            return self.call_method("_compare", [node.nodes[0], nodes.Const("~"), node.nodes[1]], lineno=line)
        if isinstance(node, nodes.Compare) and len(node.ops) == 1 and node.ops[0].op in _SIGNS:
            sign = nodes.Const(_SIGNS[node.ops[0].op])
            return self.call_method("_compare", [node.expr, sign, node.ops[0].expr], lineno=line)
        raise LineError(f"this claim is not understood (allowed: {ALLOWED})", line)

    def _compare(self, left: object, sign: str, right: object) -> Tested:
        return self._claims.compare(left, sign, right)

    def _joined(self, left: Tested, right: Tested, both: bool) -> Tested:
        return _joined([left, right], all if both else any)

    def _not(self, tested: Tested) -> Tested:
        parts = {text: not fits for text, fits in tested.parts.items()}
        return Tested(not tested.holds, tested.clear, parts)

    @property
    def _claims(self) -> Claims:
        claims: Claims = self.environment.claims  # type: ignore[attr-defined]
        return claims

    def _opens(self, number: int, branch: int, tested: Tested) -> bool:
        """Whether a branch is printed: its claim holds, and no earlier one did."""
        block = self._blocks[number]
        if branch == 0:
            block.printed, block.tested, block.clear = False, [], False
            block.failing = tuple(text for text, fits in tested.parts.items() if not fits)
            block.joint = len(tested.parts) > 1
        block.tested.append(f"line {block.lines[branch]}: this claim does not hold: {'; '.join(tested.parts)}")
        block.clear = block.clear or tested.clear
        return self._prints(block, tested.holds)

    def _prints(self, block: _Block, holds: bool) -> bool:
        opens = holds and not block.printed
        block.printed = block.printed or opens
        return opens or self._claims.collecting

    def _unclear(self, number: int) -> bool:
        """Whether no claim holds and no estimate of the block is clear."""
        block = self._blocks[number]
        return self._prints(block, not block.clear)

    def _otherwise(self, number: int, silent: bool) -> bool:
        """Whether no branch was printed. ``silent``: the text does not say what failed, which joint claims need."""
        block = self._blocks[number]
        if silent and block.joint:
            raise UsageError(
                f"the claim of line {block.lines[0]} is about several estimates: say under {{% otherwise %}} which of "
                "them failed, by {{ failed() }}, or say nothing"
            )
        self._claims.failing = block.failing
        return self._claims.collecting or not block.printed

    def _close(self, number: int) -> None:
        block = self._blocks[number]
        if not self._claims.collecting and not block.printed:
            tests = "\n".join(block.tested)
            raise LineError(f"no claim of this block holds, and it has no {{% otherwise %}}:\n{tests}", None)


def _says(body: list[nodes.Node]) -> bool:
    """Whether a branch prints anything."""
    outputs = nodes.Template(body).find_all(nodes.Output)
    parts = [part for output in outputs for part in output.nodes]
    return any(not isinstance(part, nodes.TemplateData) or part.data.strip() for part in parts)


def _names_failed(body: list[nodes.Node]) -> bool:
    """Whether a branch prints ``failed()``."""
    return any(name.name == "failed" for name in nodes.Template(body).find_all(nodes.Name))
