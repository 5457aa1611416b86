"""How pages show estimates and text: rounded to what intervals support, with the exact numbers in a tooltip.

Everything that a document prints by ``{{ }}`` is a token in its Markdown, which is replaced after Markdown is rendered.
So all HTML on a page comes from our functions: HTML of authors or in names of experiment files is shown as text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape, unescape
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from arkadia_sim.errors import UsageError, counted
from arkadia_sim.plots.style import number, percent, signed
from arkadia_sim.questions.estimates import Row

if TYPE_CHECKING:
    from jinja2 import Environment

MINUS = "−"


@dataclass(frozen=True)
class Fragment:
    """A piece of HTML that our own functions made. ``inline`` stands within a sentence; None if it needs a paragraph of
    its own. ``block`` stands in a paragraph of its own, if that differs."""

    inline: str | None
    block: str | None = None

    def __str__(self) -> str:
        raise UsageError("what a function shows is printed as it is: it cannot be joined to other text by ~")


class WrongValue(UsageError):
    """An estimate whose value does not fit a filter. That is no fault in a sentence that is not printed."""


def decimals(mean: float, half_width: float | None) -> int:
    """How many decimals of an estimate its interval supports. None from 10 on, or where the interval reaches 1 or more
    to either side; else down to the first digit of the half-width, at most 2 digits after the point or, of numbers
    below 1, 2 digits in all. Without an interval 2 digits are kept."""
    size = floor(log10(abs(mean))) if mean else 0
    if size >= 1:
        return 0
    most = 2 if size >= 0 else 1 - size
    if half_width is None:
        return max(0, 1 - size)
    if half_width >= 1:
        return 0
    return most if half_width == 0 else min(most, ceil(-log10(half_width)))


def rounded(row: Row, sign: bool = False) -> str:
    """An estimate as text in a sentence, without its unit."""
    if row.mean is None:
        raise WrongValue(f"the {row.kind} on {row.outcome} with {row.players} players is not known: it has no number")
    digits = _rounding(row)
    text = number(row.mean, digits).replace(MINUS, "-")
    text = f"{float(text):,.{digits}f}".replace("-", MINUS)
    return f"+{text}" if sign and not text.startswith(MINUS) and float(text.replace(",", "")) else text


def exact(row: Row) -> str:
    """An estimate with its interval and deals: "14.4 (95% CI 12.6 to 16.2), 4,000 deals"."""
    return f"{estimate_text(row)} ({percent(row.level)} CI {interval_text(row)}), {counted(row.n, 'deal')}"


def estimate_text(row: Row) -> str:
    """An estimate as text in a table: one digit more than in a sentence."""
    return "unknown" if row.mean is None else number(row.mean, _digits(row))


def interval_text(row: Row) -> str:
    """Its interval: "12.6 to 16.2", with signs where it reaches below zero."""
    return _between(row, _digits(row))


def _between(row: Row, digits: int) -> str:
    """From where to where the interval of an estimate reaches."""
    if row.low is None or row.high is None:
        return "unknown"
    write = signed if row.low < 0 else number
    return f"{write(row.low, digits)} to {write(row.high, digits)}"


def _rounding(row: Row) -> int:
    return 0 if _whole(row) else decimals(row.mean or 0.0, _half_width(row))


def _digits(row: Row) -> int:
    return 0 if _whole(row) else _rounding(row) + 1


def _half_width(row: Row) -> float | None:
    """Half the width of the interval; None if an end is not known."""
    return None if row.low is None or row.high is None else (row.high - row.low) / 2


def _whole(row: Row) -> bool:
    """Whether an estimate and its interval are whole numbers, as medians of counts are."""
    return all(value is None or value == int(value) for value in (row.mean, row.low, row.high))


def with_unit(amount: str, unit: str) -> str:
    """An amount with its unit: "14 points", "1 point", "18%", "18% of games"."""
    if unit.startswith("%"):
        return f"{amount}{unit}"
    if amount.lstrip(f"+{MINUS}") == "1":
        head, space, tail = unit.partition(" per ")
        unit = (head if head.endswith("ss") else head.removesuffix("s")) + space + tail
    return f"{amount} {unit}".rstrip()


def _shown(text: str, row: Row) -> Fragment:
    """A number in a sentence, with the exact numbers as its tooltip."""
    return Fragment(f'<span class="number" title="{escape(exact(row))}">{escape(text)}</span>')


def _checked(value: object, filter_name: str) -> Row:
    if not isinstance(value, Row):
        raise UsageError(f"|{filter_name} shows one estimate, not {type(value).__name__} {str(value)[:40]!r}")
    return value


def amount(value: object) -> Fragment:
    """An estimate in its own unit: "14 points"."""
    row = _checked(value, "amount")
    return _shown(with_unit(rounded(row), row.unit), row)


def signed_amount(value: object) -> Fragment:
    """The same with its sign: "+14 points"."""
    row = _checked(value, "signed")
    return _shown(with_unit(rounded(row, sign=True), row.unit), row)


def loss(value: object) -> Fragment:
    """How much an estimate lies below zero, without the minus: "costs 6 points"; WrongValue if it is above."""
    row = _checked(value, "loss")
    text = rounded(row)
    if (row.mean or 0.0) > 0:
        raise WrongValue(f"|loss shows an estimate below 0, not {exact(row)}")
    return _shown(with_unit(text.removeprefix(MINUS), row.unit), row)


def points(value: object) -> Fragment:
    """An estimate that is counted in points."""
    row = _checked(value, "points")
    if "point" not in row.unit:
        raise _other_unit(row, "points")
    return _shown(with_unit(rounded(row), "points"), row)


def share(value: object) -> Fragment:
    """An estimate that is a percentage, or a win rate as such: "18%"."""
    row = _checked(value, "percent")
    if not row.unit.startswith("%") and (row.kind not in WIN_RATES or row.outcome != "win_share"):
        raise _other_unit(row, "percent")
    return _shown(f"{rounded(row)}%", row)


WIN_RATES = ("meeting", "field")
"""The kinds of estimates in points that are no changes, but win rates as such."""

MARKS = {"higher": " ▲", "lower": " ▼", "equivalent": " ="}
"""The marks of estimates in tables, by their verdicts."""
NO_VERDICT = " –"
"""The mark of an estimate without a verdict, because the play did not change as intended."""


def mark_of(row: Row) -> str:
    """The mark of an estimate in a table."""
    return MARKS.get(row.verdict, "") if row.verdict else NO_VERDICT if row.note.startswith("no verdict") else ""


def legend(rows: Iterable[Row]) -> str:
    """What the marks of these estimates mean."""
    dashed = any(mark_of(row) == NO_VERDICT for row in rows)
    return (
        "▲ and ▼ mark clear gains and losses, even small ones. = marks a difference that is too small to matter."
        " Without a mark, we cannot tell."
        + (" – means no verdict, because the play did not change as intended." if dashed else "")
        + " Hover over a number for its interval."
    )


def marked(value: object) -> Fragment:
    """An estimate in a table, with its sign and the mark of its verdict: "+14 ▲"."""
    row = _checked(value, "marked")
    text = rounded(row, sign=True)
    return _shown((text if "point" in row.unit else with_unit(text, row.unit)) + mark_of(row), row)


def interval(value: object) -> Fragment:
    """The interval of an estimate in a table, rounded as the estimate is: "13 to 16"."""
    row = _checked(value, "interval")
    return _shown(_between(row, _rounding(row)), row)


FILTERS = {
    "marked": marked, "interval": interval, "points": points, "percent": share, "amount": amount,
    "signed": signed_amount, "loss": loss,
}  # fmt: skip
"""The filters of documents for numbers."""


def _other_unit(row: Row, name: str) -> UsageError:
    return UsageError(f"|{name} does not fit an estimate in {row.unit!r}: use |amount")


def plain(value: float) -> str:
    """A number that is no estimate, such as the value of a parameter: 3 digits at most, no exponent."""
    if value == 0:
        return "0"
    digits = max(0, 2 - floor(log10(abs(value))))
    text = number(value, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


# -- how all of it passes through Markdown -----------------------------------------------------------------------------
_OPEN, _CLOSE = "\ue000", "\ue001"
_TOKEN = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
_ALONE = re.compile(f"<p>{_OPEN}([0-9]+){_CLOSE}</p>")


class Fragments:
    """The pieces of one page, by their tokens."""

    def __init__(self) -> None:
        self._all: dict[Fragment, int] = {}

    def token(self, value: object) -> str:
        """The token in the Markdown for a value that a document prints; UsageError if it cannot be shown."""
        if isinstance(value, Markup):  # Markdown of a macro, in which all values are tokens
            return value
        fragment = _fragment(value)
        number = self._all.setdefault(fragment, len(self._all))
        token = f"{_OPEN}{number}{_CLOSE}"
        return f"\n\n{token}\n\n" if fragment.inline is None else token

    def fill(self, html: str) -> str:
        """The HTML with all pieces in their places. UsageError: A piece that needs a paragraph of its own is within a
        sentence, or a piece is within a link."""
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


def markup_of(name: str) -> Markup:
    """A file beside the templates (styles, a script) as it is, to stand in a page."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))
