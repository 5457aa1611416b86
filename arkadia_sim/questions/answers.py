"""What a run says in a sentence or two, from corrected verdicts and the intervals that belong to them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite

from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.plots.style import number, signed
from arkadia_sim.questions.estimates import Word
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import MINIMUM_DEALS


@dataclass(frozen=True)
class Part:
    """A part of an answer.

    Attributes:
        where: The place that it is about: "with 2 players".
        estimate: The difference, with the interval that tables show, too.
        verdict: The corrected verdict; None if there is none.
        tolerance: What is too small to matter, for a verdict of equivalence.
        why: Why there is no verdict.
    """

    where: str
    estimate: Estimate
    verdict: Word | None
    tolerance: float | None = None
    why: str = ""


def answer(parts: Sequence[Part], subject: str, baseline: str, unit: str) -> Iterator[str]:
    """A sentence for each verdict, in the order of the first place that has it.

    Args:
        parts: One for each place.
        subject: What is compared: "greedy's win rate".
        baseline: With what: "random's".
        unit: The unit of the numbers.
    """
    by_verdict: dict[Word | None, list[Part]] = {}
    for part in parts:
        by_verdict.setdefault(part.verdict, []).append(part)
    for verdict, same in by_verdict.items():
        if verdict in ("higher", "lower"):
            first, *others = same
            text = f"{first.where} {subject} is {clearly(first.estimate, unit)} {verdict} than {baseline}"
            more = (f", {part.where} {clearly(part.estimate, '')}" for part in others)
            yield f"{'Yes' if verdict == 'higher' else 'No'}: {text}{''.join(more)}."
        elif verdict == "equivalent" and (tolerance := same[0].tolerance) is not None:
            where = places([part.where for part in same])
            yield f"No difference that matters: {where} it is below {amount(tolerance, unit)}."
        elif verdict == "inconclusive":
            yield f"Cannot tell: {', '.join(f'{part.where} {possible(part.estimate, unit)}' for part in same)}."
        else:
            yield f"No verdict {places([part.where for part in same])}: {same[0].why.removeprefix('no verdict: ')}."


def clearly(estimate: Estimate, unit: str) -> str:
    """How large a significant difference is, and at least: "48 points (at least 42)"."""
    size, least = abs(estimate.mean), max(0.0, estimate.low, -estimate.high)
    digits = _digits(size)
    text = " ".join(filter(None, [number(size, digits), unit]))
    while least > 0 and digits < 4 and floor(least * 10**digits) == 0:
        digits += 1
    shown = floor(least * 10**digits) / 10**digits
    return f"{text} (at least {number(shown, digits)})" if shown > 0 else f"{text} (how much is uncertain)"


def possible(estimate: Estimate, unit: str) -> str:
    """What a difference may be: "between −2 and +5 points"."""
    if estimate.n < MINIMUM_DEALS:
        return f"{estimate.n} deals are too few (at least {MINIMUM_DEALS})"
    if not (isfinite(estimate.low) and isfinite(estimate.high)) or estimate.low == estimate.high:
        return "too little varied"
    digits = _digits(max(abs(estimate.low), abs(estimate.high)))
    low, high = floor(estimate.low * 10**digits) / 10**digits, ceil(estimate.high * 10**digits) / 10**digits
    return f"between {signed(low, digits)} and {signed(high, digits)} {unit}"


def _digits(size: float) -> int:
    return 0 if size >= 10 else 1 if size >= 0.2 else 2


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def places(wheres: Sequence[str]) -> str:
    """``with 2, 3 and 4 players``, or the places one after another where they are more than table sizes."""
    sizes = [re.fullmatch(r"with (\d+) players", where) for where in wheres]
    if len(wheres) > 1 and all(sizes):
        return f"with {listed([size[1] for size in sizes if size])} players"
    return listed(wheres)


def amount(size: float, unit: str) -> str:
    """A number with its unit, which has no plural s after 1: "1 point", "0.5 points"."""
    return f"{size:g} {unit.removesuffix('s') if size == 1 else unit}".strip()


def owned(name: str) -> str:
    """``greedy's``."""
    return f"{name}'s"


def seat_options(game: Game, rules: Mapping[str, object], players: int) -> list[str]:
    """The options that give each seat its own value, as users write them: one number by the rules, a list here."""
    usual = {option.name: option.default for option in game.rule_options()}
    return [
        f"{name}={option_text(value)}"
        for name, value in rules.items()
        if isinstance(value, list | tuple)
        and len(value) == players
        and len(set(map(str, value))) > 1
        and not isinstance(usual.get(name), list | tuple)
    ]


def seat_sentence(manifest: Manifest) -> str | None:
    """What a reader must know first where seats have values of their own and different bots change places."""
    from arkadia_sim.core.registry import find_game

    game = find_game(manifest.game)
    options = dict.fromkeys(
        option
        for section in manifest.sections
        if len({bot for lineup in section.lineups for bot in lineup.bots}) > 1
        for option in seat_options(game, section.setting.rules, section.players)
    )
    if not options:
        return None
    return f"Here {listed(list(options))} belongs to the seats: the bots change seats, and no bot keeps its own value."
