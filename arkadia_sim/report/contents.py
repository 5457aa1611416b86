"""The functions of documents: estimates, figures, tables, and who played under which rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from arkadia_sim.core.options import option_text
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plots.effects import ForestPoint, draw_forest
from arkadia_sim.plots.style import inline_svg, svg_text
from arkadia_sim.questions.estimates import WORDS, Row
from arkadia_sim.questions.labels import players_text
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.estimate_table import cross_table, table_markup
from arkadia_sim.report.fragments import listed
from arkadia_sim.report.lookup import Estimates, Names, described
from arkadia_sim.report.numbers import LEGEND, Fragment
from arkadia_sim.report.second_seed import Agreement, agreement_text
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REQUIRED = ("bots", "setting")
"""The functions without which no page is made."""


class Contents:
    """The functions of a document.

    Args:
        findings: What the document is about.
        agreement: The comparison with a second seed, if there is one.
        draw: Whether figures are drawn; without, a document is only checked.
    """

    def __init__(self, findings: Findings, agreement: Agreement | None, draw: bool) -> None:
        self._findings = findings
        self._agreement = agreement
        self._estimates = Estimates(findings)
        self._names = Names(findings.runs)
        self._drawn: dict[str, str] = {}
        self.draw = draw
        self.used: set[str] = set()

    def functions(self) -> dict[str, Callable[..., Any]]:
        """All functions by name."""
        return {
            name: getattr(self, name)
            for name in (
                "estimate", "estimates", "effect", "dose", "seat", "mean", "difference", "share",
                "neighbour", "habit", "figure", "chart", "table", "marks", "title", "parts", "games", "bots", "setting",
                "rules", "agreement",
            )
        }  # fmt: skip

    def estimate(self, kind: str, **columns: Any) -> Row:
        """The only estimate of a kind with these values."""
        return self._estimates.one(kind, columns)

    def estimates(self, kind: str, **columns: Any) -> list[Row]:
        """All estimates of a kind with these values, for loops; a list of values allows each of them."""
        return self._estimates.some(kind, columns)

    def effect(self, change: str | None = None, **columns: Any) -> Row:
        """The effect of a change: with it minus without it. ``claim="H1"`` may name it instead of ``change``."""
        return self.estimate("effect", **_named(columns, contrast=change))

    def dose(self, change: str, value: float, **columns: Any) -> Row:
        """The effect of a value of a parameter against the reference."""
        return self.estimate("dose", **_named(columns, contrast=change, value=value))

    def seat(self, seat: int, **columns: Any) -> Row:
        """The advantage of a seat, counted from 1, over the average of its table."""
        return self.estimate("advantage", **_named(columns, seat=seat))

    def mean(self, measure: str, **columns: Any) -> Row:
        """The average of a measure."""
        return self.estimate("mean", **_named(columns, outcome=measure))

    def difference(self, measure: str | None = None, **columns: Any) -> Row:
        """A setting minus the reference, or one table size minus another."""
        return self.estimate("difference", **_named(columns, outcome=measure))

    def share(self, part: str, **columns: Any) -> Row:
        """A part of the variance, by its name in the table, such as "own"."""
        return self.estimate("share", **_named(columns, contrast=part))

    def neighbour(self, **columns: Any) -> Row:
        """The effect of a bot on the player some seats after it."""
        return self.estimate("neighbour", **columns)

    def habit(self, number: str, **columns: Any) -> Row:
        """A number about how the bot of a company plays, such as "turns.median"."""
        return self.estimate("habit", **_named(columns, contrast=number, outcome=re.split("[./@]", number)[0]))

    def chart(self, rows: Sequence[Row], caption: str = "", alt: str = "") -> Fragment:
        """A picture of the effects that the document chooses, on one scale. The first one is the figure ``chart``."""
        if not rows or len({row.outcome for row in rows}) > 1:
            raise UsageError("a chart shows one or more effects, all on the same outcome")
        known = sum(used.startswith("figure chart") for used in self.used)
        name = f"chart_{known + 1}" if known else "chart"
        self.used.add(f"figure {name}")
        if self.draw:
            self._drawn[name] = svg_text(self._forest(rows))
        return self.figure(name, caption, alt)

    def _forest(self, rows: Sequence[Row]) -> "Figure":
        several = len({row.company for row in rows}) > 1
        points = []
        for row in rows:
            if row.mean is None or row.low is None or row.high is None:
                raise UsageError(f"{described(row)} has no interval: a chart cannot show it")
            verdict = next((verdict for verdict, word in WORDS.items() if word == row.verdict), None)
            points.append(
                ForestPoint(
                    self._names.shown(row, "contrast"), self._names.shown(row, "company") if several else "",
                    players_text(row.players), Estimate(row.mean, row.low, row.high, row.se or 0.0, row.n, row.level),
                    row.tolerance or 0.0, verdict,
                )
            )  # fmt: skip
        return draw_forest(points, f"effect on {self._names.shown(rows[0], 'outcome')} ({rows[0].unit})")

    def figure(self, name: str, caption: str = "", alt: str = "") -> Fragment:
        """A figure by name, with a caption and a description for screen readers."""
        under = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        picture = self.picture(name, alt or caption or name)
        return Fragment(None, f'<figure><div class="scroll">{picture}</div>{under}</figure>')

    def picture(self, name: str, description: str) -> str:
        """A figure as SVG. Two calls for the same one draw it once."""
        if name not in self._findings.figures and f"figure {name}" not in self.used:
            raise UnknownName("figure", name, self._findings.figures)
        self.used.add(f"figure {name}")
        if not self.draw:
            return ""
        if name not in self._drawn:
            self._drawn[name] = svg_text(self._findings.figures[name]())
        return inline_svg(self._drawn[name], f"{self._findings.name}/{name}", description)

    def table(
        self,
        kind: str,
        columns: Sequence[str] | Mapping[str, str] = (),
        where: Mapping[str, Any] | None = None,
        caption: str = "",
        across: str = "",
    ) -> Fragment:
        """A table of the estimates of a kind.

        Args:
            kind: Kind of estimate.
            columns: Columns in order, or columns with their headings. "estimate" is the number with its interval; the
                name of an outcome puts the estimate on it into a column of its own.
            where: Values of columns that rows must have; a list allows each of its values.
            caption: The caption.
            across: A column, such as "players", whose values become columns of estimates marked by their verdicts.
        """
        names = columns if isinstance(columns, Mapping) else dict.fromkeys(columns, "")
        filters = dict(where or {})
        if "outcome" not in filters:
            on = [row.outcome for row in self._estimates.rows if row.kind == kind]
            chosen = [name for name in dict.fromkeys(on) if name in names or "outcome" in names]
            if chosen:
                filters["outcome"] = chosen
        rows = self._estimates.some(kind, filters)
        if across:
            return Fragment(None, cross_table(rows, names, across, self._names.shown, caption))
        return Fragment(None, table_markup(rows, names, self._names.shown, caption))

    def marks(self) -> Fragment:
        """What the marks of the filter ``marked`` mean."""
        return Fragment(escape(LEGEND))

    def title(self) -> str:
        """The title of the experiment or study."""
        return self._findings.title

    def parts(self) -> list[Fragment]:
        """The parts of a study: a link to the page of each, and its question."""
        texts = []
        for name, run in self._findings.runs.items():
            written = run.experiment or {}
            link = f'<a href="{quote(name)}/report.html">{escape(written.get("title", name))}</a>'
            texts.append(Fragment(f"{link}: {escape(written.get('question', ''))}"))
        return texts

    def games(self) -> int:
        """How many games were played."""
        return sum(run.counts.games for run in self._findings.runs.values())

    def bots(self) -> Fragment:
        """The bots with their plans: a list, or within a sentence their names."""
        self.used.add("bots")
        plans = {bot.name: bot.plan for run in self._findings.runs.values() for bot in run.bots}
        named = listed(f'<span class="bot" title="{escape(plan)}">{escape(bot)}</span>' for bot, plan in plans.items())
        items = "".join(f"<dt>{escape(bot)}</dt><dd>{escape(plan)}</dd>" for bot, plan in plans.items())
        return Fragment(named, f'<dl class="bots">{items}</dl>')

    def rules(self, bot: str, players: int) -> Fragment:
        """The rules that a bot follows at a table with this many players, as a numbered list."""
        played = {entry.spec: entry.rules for run in self._findings.runs.values() for entry in run.bots if entry.rules}
        if bot not in played:
            raise UnknownName("bot that follows rules", bot, played)
        rules = played[bot].get(f"{players} players") or played[bot].get("all", ())
        return Fragment(None, f"<ol>{''.join(f'<li>{escape(rule)}</li>' for rule in rules)}</ol>")

    def setting(self) -> Fragment:
        """The game, rules and deals: a list, or within a sentence the same as text."""
        self.used.add("setting")
        facts = [(name, _once(self._findings.runs, fact)) for name, fact in _FACTS.items()]
        caveats = dict.fromkeys(text for run in self._findings.runs.values() for text in run.caveats)
        facts += [("Please note", list(caveats))]
        known = [(name, texts) for name, texts in facts if texts]
        inline = "; ".join(f"{name.lower()}: {listed(texts)}" for name, texts in known if name != "Please note")
        items = "".join(f"<dt>{escape(name)}</dt><dd>{'<br>'.join(map(escape, texts))}</dd>" for name, texts in known)
        return Fragment(escape(inline), f"<dl>{items}</dl>")

    def agreement(self) -> Fragment:
        """How many verdicts stayed the same with a second seed; empty without a second seed."""
        return Fragment("") if self._agreement is None else agreement_text(self._agreement)

    def check_named(self) -> None:
        """Refuse a page that does not name the bots or the rules."""
        missing = [f"{{{{ {name}() }}}}" for name in REQUIRED if name not in self.used]
        if missing:
            raise UsageError(f"the page does not say who played or under which rules: add {listed(missing)}")


def _named(columns: Mapping[str, Any], **own: Any) -> dict[str, Any]:
    """The columns that a function sets, then the other ones; None sets nothing."""
    return {name: value for name, value in own.items() if value is not None} | dict(columns)


def _once(runs: Mapping[str, Manifest], fact: Callable[[Manifest], str]) -> list[str]:
    """A fact about runs: once if it is the same for all, otherwise part by part."""
    texts = {part: fact(run) for part, run in runs.items()}
    distinct = list(dict.fromkeys(texts.values()))
    if len(distinct) == 1:
        return [text for text in distinct if text]
    parts = {text: [part for part, own in texts.items() if own == text] for text in distinct if text}
    return [f"{text} ({listed(names)})" for text, names in parts.items()]


def _game(run: Manifest) -> str:
    return f"{run.game_title}, rules version {run.rules_version}"


def _sizes(run: Manifest) -> str:
    sizes = sorted({section.players for section in run.sections})
    return players_text(1) if sizes == [1] else f"{listed(map(str, sizes))} players"


def _rules(run: Manifest) -> str:
    """The options that the experiment or its settings set; otherwise those of the game."""
    experiment = run.experiment or {}
    chosen, settings = experiment.get("rules", {}), experiment.get("settings", ())
    texts = [_options(chosen)] if chosen else []
    texts += [
        f"{setting['name']}: {_options(setting.get('rules', {})) or 'as the game has them'}" for setting in settings
    ]
    return "; ".join(texts) or "as the game has them"


def _pieces(run: Manifest) -> str:
    chosen = run.chosen if run.experiment is None else run.experiment.get("components", {})
    return _options(chosen) or "those of the box"


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {option_text(value)}" for name, value in options.items())


def _deals(run: Manifest) -> str:
    by_size: dict[int, int] = {}
    for section in run.sections:
        by_size[section.players] = max(by_size.get(section.players, 0), section.deals)
    if len(set(by_size.values())) == 1:
        return f"{next(iter(by_size.values())):,} at each table size"
    return listed(f"{deals:,} with {players} players" for players, deals in by_size.items())


def _failed(run: Manifest) -> str:
    return f"{run.counts.failed:,} of {run.counts.games:,}, by the fault of a bot" if run.counts.failed else ""


_FACTS: dict[str, Callable[[Manifest], str]] = {
    "Game": _game,
    "Table sizes": _sizes,
    "Rules": _rules,
    "Pieces": _pieces,
    "Seed": lambda run: str(run.seed),
    "Deals": _deals,
    "Failed games": _failed,
}
"""The facts about a run that :meth:`Contents.setting` lists."""
