"""Finding estimates by kind and columns, and what people call them."""

from collections.abc import Collection, Mapping, Sequence
from math import copysign, erfc, inf, sqrt
from typing import Any

from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.questions.estimates import KEYS, SCHEMA, Row, players_text, rows_of
from arkadia_sim.questions.results import Findings
from arkadia_sim.results.manifest import Manifest


def described(row: Row) -> str:
    """An estimate as a document names it: "effect(players=4, claim='H1', outcome='score')"."""
    given = {name: getattr(row, name) for name in KEYS if name not in ("study", "design", "kind")}
    named = (f"{name}={value!r}" for name, value in given.items() if value not in ("", None))
    return f"{row.kind}({', '.join(named)})"


def in_words(row: Row, names: "Names") -> str:
    """An estimate as a reader names it: "effect of H1, 4 players, among beginners, win rate"."""
    shown = {name: names.shown(row, name) for name in ("contrast", "company", "outcome")}
    what = " ".join(dict.fromkeys(text for text in (row.claim, shown["contrast"]) if text))
    sizes = players_text(row.players) if row.players else "over all table sizes"
    where = [sizes, row.variant, row.setting, shown["company"]]
    who = [f"seat {row.seat}" if row.seat is not None else "", row.bot if not what else ""]
    dose = f"value {row.value:g}" if row.value is not None else ""
    texts = [f"{row.kind} of {what}" if what else row.kind, dose, *who, *where, shown["outcome"]]
    return ", ".join(text for text in texts if text)


def z_score(estimate: Row, other: Row) -> float:
    """How far apart two independent estimates lie, in standard errors of their difference."""
    error = sqrt((estimate.se or 0.0) ** 2 + (other.se or 0.0) ** 2)
    difference = (estimate.mean or 0.0) - (other.mean or 0.0)
    if error == 0:
        return copysign(inf, difference) if difference else 0.0
    return difference / error


def z_test(score: float) -> float:
    """The two-sided p-value of a difference of that many standard errors."""
    return erfc(abs(score) / sqrt(2))


class Estimates:
    """The estimates of a run or study, found by kind and columns."""

    def __init__(self, findings: Findings) -> None:
        self.rows = rows_of(findings.estimates)
        manifests = findings.runs.values()
        self.main_outcome = next((run.outcomes[0].column for run in manifests if run.outcomes), "")

    def some(self, kind: str, columns: Mapping[str, Any]) -> list[Row]:
        """The estimates of a kind with these values, in the order of the table; UnknownName for what it does not have.
        A list of values allows each of them. Without ``outcome`` they are on the main outcome, if the kind has it."""
        rows = [row for row in self.rows if row.kind == kind]
        if not rows:
            raise UnknownName("kind of estimate", kind, {row.kind for row in self.rows})
        wanted = dict(columns)
        if "outcome" not in wanted and any(row.outcome == self.main_outcome for row in rows):
            wanted["outcome"] = self.main_outcome
        used: list[str] = []
        for name, value in wanted.items():
            if name not in SCHEMA:
                raise UnknownName("column of the estimates", name, SCHEMA)
            allowed = value if isinstance(value, Collection) and not isinstance(value, str) else [value]
            left = [row for row in rows if getattr(row, name) in allowed]
            if not left:
                known = {_text(getattr(row, name)) for row in rows}
                so_far = f" ({', '.join(used)})" if used else ""
                wrong = ", ".join(map(_text, allowed))
                raise UnknownName(f"{name} of {kind}{so_far}", wrong, known)
            rows = left
            used.append(f"{name}={value!r}")
        return rows

    def one(self, kind: str, columns: Mapping[str, Any]) -> Row:
        """The only estimate of a kind with these values; an error says what there is, or what tells several apart."""
        rows = self.some(kind, columns)
        if len(rows) > 1:
            named = ", ".join(f"{name}={value!r}" for name, value in columns.items())
            raise UsageError(f"{kind}({named}) fits {len(rows)} estimates: name {_apart(rows)}")
        return rows[0]


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _apart(rows: Sequence[Row]) -> str:
    """The columns that tell estimates apart, with their values."""
    texts = []
    for name in KEYS:
        values = list(dict.fromkeys(getattr(row, name) for row in rows))
        if len(values) > 1:
            texts.append(f"{name} ({', '.join(map(repr, values[:6]))}{', …' if len(values) > 6 else ''})")
    return " or ".join(texts)


class Names:
    """The names of a run or study, by part. A part whose circumstances are runs of their own takes theirs."""

    def __init__(self, runs: Mapping[str, Manifest]) -> None:
        self._titles: dict[tuple[str, str, str], str] = {}
        for part, run in runs.items():
            experiment = run.experiment or {}
            for change in experiment.get("changes", ()):
                self._titles[part, "contrast", change["name"]] = change["title"]
            for company in experiment.get("companies", ()):
                name = company.get("name", "")
                self._titles[part, "company", name] = company.get("title") or name
            self._titles |= {(part, "outcome", outcome.column): outcome.label for outcome in run.outcomes}
        self._titles |= {("", column, text): title for (_, column, text), title in self._titles.items()}

    def shown(self, row: Row, column: str) -> str:
        """What people call the text of a column of an estimate; the text itself if it has no other name."""
        text = str(getattr(row, column))
        gift = column == "contrast" and row.kind in ("worth", "chance")  # no change, though one may have its name
        usual = text.replace("_", " ") if gift or column == "outcome" else text
        title = self._titles.get((row.part, column, text)) or self._titles.get(("", column, text), usual)
        return usual if gift else title
