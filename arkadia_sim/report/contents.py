"""The functions of documents: estimates, figures, tables, and who played under which rules."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from arkadia_sim.core.constraint import BARRED, FORCED, WATCHED
from arkadia_sim.core.options import option_text
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plots.figures import Point, draw_forest
from arkadia_sim.plots.scene_drawing import draw_board, svg_document
from arkadia_sim.plots.style import inline_svg, percent, svg_text
from arkadia_sim.questions.answers import listed
from arkadia_sim.questions.estimates import KEYS, SCHEMA, VERDICT_WORDS, Row, players_text
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.lookup import Estimates, Names, described
from arkadia_sim.report.numbers import MARKS, NO_VERDICT, Fragment, estimate_text, interval_text, legend, mark_of, plain
from arkadia_sim.report.second_seed import Agreement, agreement_text
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.record_file import record_at
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REQUIRED = ("bots", "setting")
"""The functions without which no page is made."""


HEEDED = {BARRED: "Never, if something else is possible", FORCED: "Whenever possible", WATCHED: "Only counted"}
"""What a constraint asks of a bot."""

SHORTHANDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "effect": ("effect", ("contrast",)), "dose": ("dose", ("contrast", "value")), "seat": ("advantage", ("seat",)),
    "mean": ("mean", ("outcome",)), "difference": ("difference", ("outcome",)), "share": ("share", ("contrast",)),
    "neighbour": ("neighbour", ()),
}  # fmt: skip
"""Functions for one estimate: its kind, and the columns that their arguments without a name stand for."""


class Contents:
    """The functions of a document; without ``draw`` it is only checked, and no figure is drawn. Files that it names lie
    in ``beside``."""

    def __init__(self, findings: Findings, beside: Path, agreement: Agreement | None, draw: bool) -> None:
        self._findings = findings
        self._beside = beside
        self._agreement = agreement
        self._estimates = Estimates(findings)
        self._names = Names(findings.runs)
        self._drawn: dict[str, str] = {}
        self.draw = draw
        self.used: set[str] = set()

    def functions(self) -> dict[str, Callable[..., Any]]:
        """All functions by name."""
        own = (
            "estimate", "estimates", "figure", "figures", "chart", "position", "table", "marks", "title", "parts",
            "games", "bots", "setting", "rules", "agreement", "habit",
        )  # fmt: skip
        kinds = {name: partial(self._of_kind, *of) for name, of in SHORTHANDS.items()}
        return {name: getattr(self, name) for name in own} | kinds

    def estimate(self, kind: str, **columns: Any) -> Row:
        """The only estimate of a kind with these values."""
        return self._estimates.one(kind, columns)

    def estimates(self, kind: str, **columns: Any) -> list[Row]:
        """All estimates of a kind with these values, for loops; a list of values allows each of them."""
        return self._estimates.some(kind, columns)

    def _of_kind(self, kind: str, positions: Sequence[str], *given: Any, **columns: Any) -> Row:
        """The only estimate of a kind: positional arguments name the columns that its function is about."""
        if len(given) > len(positions):
            raise UsageError(f"an estimate of kind {kind} is named by its columns, such as players=4")
        return self.estimate(kind, **dict(zip(positions, given, strict=False)), **columns)

    def habit(self, number: str, **columns: Any) -> Row:
        """A number about how the bot of a company plays, such as "turns.median"."""
        return self.estimate("habit", contrast=number, outcome=re.split("[./@]", number)[0], **columns)

    def chart(
        self, rows: Sequence[Row], caption: str = "", alt: str = "", axis: str = "", higher: str = "helps",
        lower: str = "hurts",
    ) -> Fragment:  # fmt: skip
        """A picture of the effects that the document chooses, on one scale. The first one is the figure ``chart``.
        ``axis`` names what changes, ``higher`` and ``lower`` what the marks of clear changes mean."""
        if not rows or len({row.outcome for row in rows}) > 1:
            raise UsageError("a chart shows one or more effects, all on the same outcome")
        known = sum(used.startswith("figure chart") for used in self.used)
        name = f"chart_{known + 1}" if known else "chart"
        self.used.add(f"figure {name}")
        if self.draw:
            self._drawn[name] = svg_text(self._forest(rows, axis, {"higher": higher, "lower": lower}))
        return self.figure(name, caption, alt)

    def _forest(self, rows: Sequence[Row], axis: str, words: Mapping[str, str]) -> "Figure":
        several = len({row.company for row in rows}) > 1
        points = []
        for row in rows:
            if row.mean is None or row.low is None or row.high is None:
                raise UsageError(f"{described(row)} has no interval: a chart cannot show it")
            points.append(
                Point(
                    panel=self._names.shown(row, "company") if several else "",
                    line=players_text(row.players) if row.players else "average",
                    series=self._names.shown(row, "contrast") or row.bot,
                    estimate=Estimate(row.mean, row.low, row.high, row.se or 0.0, row.n, row.level),
                    tolerance=row.tolerance or 0.0,
                    verdict=row.verdict,
                )
            )
        what = axis or f"effect on {self._names.shown(rows[0], 'outcome')}"
        return draw_forest(points, f"{what} ({rows[0].unit})", words)

    def figure(self, name: str, caption: str = "", alt: str = "") -> Fragment:
        """A figure by name, with a caption and a description for screen readers."""
        under = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        picture = self.picture(name, alt or caption or name)
        return Fragment(None, f'<figure><div class="scroll">{picture}</div>{under}</figure>')

    def position(self, file: str, turn: int, caption: str, line: int = 1) -> Fragment:
        """The boards of a game after a turn; ``file`` holds records of games and lies beside the document."""
        where, record = record_at(self._beside / file, line)
        pictures = []
        if self.draw:
            game = resolve_game(next(run.game for run in self._findings.runs.values()))
            position = next((found for found in game.positions(record, {}, "") if found.turn == turn), None)
            if position is None:
                raise UsageError(f"{where}: no position after turn {turn}")
            for number, board in enumerate(position.scene.boards):
                svg = svg_document(draw_board(board), told := f"board after turn {turn}")
                pictures.append(inline_svg(svg, f"{file} {line} {turn} {number}", told))
        under = f"<figcaption>{escape(caption)}</figcaption>"
        return Fragment(None, f'<figure class="board">{"".join(pictures)}{under}</figure>')

    def figures(self) -> list[str]:
        """The names of all figures, for loops."""
        return list(self._findings.figures)

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

        ``columns`` are in order, or have their headings; "estimate" is the number with its interval. ``where`` gives
        values of columns that rows must have; a list allows each of its values. The values of the column ``across``,
        such as "players", become columns of estimates marked by their verdicts.
        """
        names = columns if isinstance(columns, Mapping) else dict.fromkeys(columns, "")
        filters = dict(where or {})
        if "outcome" not in filters:
            on = dict.fromkeys(row.outcome for row in self._estimates.rows if row.kind == kind)
            filters |= {"outcome": list(on)} if on and "outcome" in (*names, across) else {}
        rows = self._estimates.some(kind, filters)
        if across:
            return Fragment(None, _cross_table(rows, names, across, self._names.shown, caption))
        return Fragment(None, _line_table(rows, names, self._names.shown, caption))

    def marks(self) -> Fragment:
        """What the marks of the filter ``marked`` mean."""
        return Fragment(escape(legend(self._estimates.rows)))

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
        asked = self._constraints()
        items = "".join(f"<dt>{escape(bot)}</dt><dd>{escape(plan)}</dd>" for bot, plan in [*plans.items(), *asked])
        return Fragment(named, f'<dl class="bots">{items}</dl>')

    def _constraints(self) -> "list[tuple[str, str]]":
        """What bots were barred from or forced to do, each once, as written and in words."""
        asked: dict[str, str] = {}
        for run in self._findings.runs.values():
            for way, names in (each for bot in run.bots for each in bot.constraints.items()):
                titles = {entry.name: entry.title for entry in resolve_game(run.game).constraints}
                asked |= {f"{way}={name}": f"{HEEDED[way]}: {titles[name]}." for name in names}
        return sorted(asked.items())

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
        """How many verdicts stayed the same with a second seed, or that there was none."""
        return agreement_text(again) if (again := self._agreement) else Fragment("Not played again with a second seed.")

    def check_named(self) -> None:
        """Refuse a page that does not name the bots or the rules."""
        missing = [f"{{{{ {name}() }}}}" for name in REQUIRED if name not in self.used]
        if missing:
            raise UsageError(f"the page does not say who played or under which rules: add {listed(missing)}")


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
    return listed(f"{deals:,} with {players_text(players)}" for players, deals in by_size.items())


def _failed(run: Manifest) -> str:
    return f"{run.counts.failed:,} of {run.counts.games:,}, by the fault of a bot" if run.counts.failed else ""


_FACTS: dict[str, Callable[[Manifest], str]] = {
    "Game": _game, "Table sizes": _sizes, "Rules": _rules, "Pieces": _pieces, "Seed": lambda run: str(run.seed),
    "Deals": _deals, "Failed games": _failed,
}  # fmt: skip
"""The facts about a run that :meth:`Contents.setting` lists."""


# -- tables ------------------------------------------------------------------------------------------------------------
ESTIMATE = "estimate"
"""The column with the number and its interval."""

_NUMERIC = (
    ESTIMATE, "players", "value", "seat", "n", "tolerance", "p_difference", "p_equivalence", "before", "after", "level",
)  # fmt: skip

Named = Callable[[Row, str], str]
"""What people call the text of a column of an estimate."""


def _line_table(rows: Sequence[Row], columns: Mapping[str, str], named: Named, caption: str = "") -> str:
    """A table with a line for each estimate, as HTML; a wide one scrolls inside its box. ``columns`` have their
    headings ("": their names); empty ones are left out. Without any: those in which rows differ."""
    differing = [name for name in KEYS if len({getattr(row, name) for row in rows}) > 1]
    columns = columns or dict.fromkeys([*differing, ESTIMATE, "verdict"], "")
    _check_names(columns, (*SCHEMA, ESTIMATE))
    filled = {name for name in columns for row in rows if getattr(row, name, 0) not in ("", None)}
    columns = {name: title for name, title in columns.items() if name in filled | {"verdict"}}
    units = {row.unit for row in rows}
    unit = f", {units.pop()}" if len(units) == 1 else ""
    usual = {name: name.replace("_", " ") for name in columns} | {ESTIMATE: f"{ESTIMATE}{unit} ({_levels(rows)} CI)"}
    heads = "".join(f"<th{_number(name)}>{escape(title or usual[name])}</th>" for name, title in columns.items())
    return _table(heads, ("".join(_cell(row, name, named) for name in columns) for row in rows), caption)


def _cross_table(rows: Sequence[Row], columns: Mapping[str, str], across: str, named: Named, caption: str = "") -> str:
    """A table with a column of estimates for each value of the column ``across``, marked by their verdicts. ``columns``
    name a line, each with its heading ("": its name). UsageError if two estimates belong into one cell."""
    _check_names((*columns, across), tuple(SCHEMA))
    lines: dict[tuple[object, ...], dict[object, Row]] = {}
    first: dict[object, Row] = {}
    for row in rows:
        cells = lines.setdefault(tuple(getattr(row, name) for name in columns), {})
        value = getattr(row, across)
        if value in cells:
            raise UsageError(
                f"the table has one cell for {described(cells[value])} and {described(row)}: add a column that tells "
                "them apart, or choose by `where`"
            )
        cells[value] = row
        first.setdefault(value, row)
    heads = "".join(f"<th>{escape(title or name.replace('_', ' '))}</th>" for name, title in columns.items())
    heads += "".join(f'<th class="n">{escape(_across_title(row, across, named))}</th>' for row in first.values())
    body = (
        "".join(_cell(next(iter(cells.values())), name, named) for name in columns)
        + "".join(_marked(cells.get(value)) for value in first)
        for cells in lines.values()
    )
    used = {row.verdict for row in rows}
    words = [f"{mark.strip()} {VERDICT_WORDS[word]}" for word, mark in MARKS.items() if word in used]
    if any(mark_of(row) == NO_VERDICT for row in rows):
        words.append(f"{NO_VERDICT.strip()} no verdict, as the play did not change as intended")
    key = f"; {', '.join(words)}" if words else ""
    return _table(heads, body, f"{caption} Below each number its {_levels(rows)} interval{key}.".strip())


def _check_names(names: Iterable[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise UnknownName("column of a table", name, known)


def _levels(rows: Sequence[Row]) -> str:
    return " or ".join(sorted({percent(row.level) for row in rows}))


def _table(heads: str, lines: Iterable[str], caption: str) -> str:
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    over = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="scroll"><table class="estimates">{over}<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>"
    )


def _across_title(row: Row, across: str, named: Named) -> str:
    value = getattr(row, across)
    if across == "players":
        return players_text(value) if value else "all table sizes"
    return named(row, across) if isinstance(value, str) else f"{across} {value:g}"


def _marked(row: Row | None) -> str:
    """A cell of estimates: the number with its mark, and its interval below."""
    if row is None or row.mean is None:
        return "<td></td>"
    title = f' title="{escape(row.note)}"' if row.note else ""
    return f'<td class="n"{title}>{estimate_text(row)}{mark_of(row)}{_below(row)}</td>'


def _below(row: Row) -> str:
    return "" if row.low is None else f"<br><small>{interval_text(row)}</small>"


def _cell(row: Row, name: str, named: Named) -> str:
    if name == ESTIMATE:
        return f'<td class="n">{estimate_text(row)}{_below(row)}</td>'
    value = getattr(row, name)
    if name == "verdict":
        text = VERDICT_WORDS[value]
        text = row.note if row.note and value is None else f"{text} ({row.note})" if row.note else text
    elif isinstance(value, str):
        text = named(row, name)
    else:
        text = "" if value is None else f"{value:,}" if isinstance(value, int) else plain(value)
    return f"<td{_number(name)}>{escape(text)}</td>"


def _number(column: str) -> str:
    return ' class="n"' if column in _NUMERIC else ""
