"""Single numbers, counts, intervals and lists, as a page writes them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isfinite

from arkadia_sim.core.spec import number_text
from arkadia_sim.plots import style
from arkadia_sim.plots.style import percent, signed
from arkadia_sim.stats.intervals import Estimate

_COUNT_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(count: int) -> str:
    """Small numbers from one as words, others as digits."""
    return _COUNT_WORDS[count - 1] if 1 <= count <= len(_COUNT_WORDS) else f"{count:,}"


def none_or_words(count: int) -> str:
    """The same, and "none" for zero."""
    return in_words(count) if count else "none"


def listed(texts: Iterable[str]) -> str:
    """a; a and b; a, b and c; nothing for nothing."""
    *front, last = list(texts) or [""]
    return f"{', '.join(front)} and {last}" if front else last


def players_in_words(sizes: Sequence[int]) -> str:
    """Table sizes in a sentence: "one player"; "two, three and four players"."""
    return f"{listed(map(in_words, sizes))} {'player' if list(sizes) == [1] else 'players'}"


def joined(*texts: str) -> str:
    """The texts that are not empty, one after another."""
    return " ".join(text for text in texts if text)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def deals_text(count: int) -> str:
    """1 deal; 2,000 deals."""
    return f"{count:,} {'deal' if count == 1 else 'deals'}"


def digits_for(estimate: Estimate) -> int:
    """How many decimals the estimate is given with."""
    return style.digits_for(estimate.low, estimate.high)


def size_text(estimate: Estimate) -> str:
    """An effect with its sign and as many decimals as its interval allows: "+6.1"."""
    return signed(estimate.mean, digits_for(estimate))


def interval_text(estimate: Estimate) -> str:
    """The interval in words, "5.2 to 7.0"; "unknown" when there are too few deals."""
    known = isfinite(estimate.low) and isfinite(estimate.high)
    return style.span(estimate.low, estimate.high) if known else "unknown"


def within_text(estimate: Estimate) -> str:
    """The interval with its level: "95%: 5.2 to 7.0"."""
    return f"{percent(estimate.level)}: {interval_text(estimate)}"


def upright(estimate: Estimate) -> Estimate:
    """How much it is, more or less: an estimate below 0 turned round, with its interval."""
    if estimate.mean >= 0:
        return estimate
    return replace(estimate, mean=-estimate.mean, low=-estimate.high, high=-estimate.low)


def effect_text(estimate: Estimate) -> str:
    """An effect with its interval: "+6.1 (95%: 5.2 to 7.0)"."""
    return f"{size_text(estimate)} ({within_text(estimate)})"


def tolerance_text(tolerance: float) -> str:
    """What is too small to matter, as it was written: "±1", "±0.25"."""
    return f"±{number_text(tolerance)}"


def clear_of_zero(estimate: Estimate) -> bool:
    """Whether the interval holds no zero."""
    return estimate.low > 0 or estimate.high < 0


def within(estimate: Estimate, tolerance: float) -> bool:
    """Whether the whole interval is too small to matter."""
    return -tolerance < estimate.low and estimate.high < tolerance
