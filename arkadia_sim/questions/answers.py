"""What a run says in a sentence or two, from corrected verdicts and the intervals that belong to them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor, isfinite

from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.errors import counted
from arkadia_sim.plots.style import number, signed, span
from arkadia_sim.questions.estimates import Row, estimate_of, players_text, table_of
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.search.adapt import Adapted, rules_text
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import MINIMUM_DEALS, Verdict


def answer(
    rows: Sequence[Row], subject: str, baseline: str, unit: str, companies: Mapping[str, str] = {}
) -> Iterator[str]:
    """A sentence for each verdict, in the order of the first row that has it.

    ``subject`` is what is compared ("greedy's win rate"), ``baseline`` with what ("random's"); ``companies`` are the
    titles of those that must be told apart.
    """
    by_verdict: dict[Verdict | None, list[Row]] = {}
    for row in rows:
        by_verdict.setdefault(row.verdict, []).append(row)
    for verdict, same in by_verdict.items():
        estimates = [
            (f"with {table_of(row)} {companies.get(row.company, '')}".rstrip(), estimate_of(row)) for row in same
        ]
        where, first = estimates[0]
        if verdict in ("higher", "lower"):
            text = f"{where}{',' if companies else ''} {subject} is {clearly(first, unit)} {verdict} than {baseline}"
            more = (f", {where} {clearly(estimate, '')}" for where, estimate in estimates[1:])
            yield f"{'Yes' if verdict == 'higher' else 'No'}: {text}{''.join(more)}."
        elif verdict == "equivalent" and (tolerance := same[0].tolerance) is not None:
            within = f"it is below {amount(tolerance, unit)}"
            yield f"No difference that matters: {places([where for where, _ in estimates])} {within}."
        elif verdict == "inconclusive":
            ends = (f"{where} {possible(estimate, unit)}" for where, estimate in estimates)
            yield f"Cannot tell: {', '.join(ends)}."
        else:
            why = same[0].note.removeprefix("no verdict: ")
            yield f"No verdict {places([where for where, _ in estimates])}: {why}."


def adapted_sentences(manifest: Manifest) -> Iterator[str]:
    """Which adapted players played at the tables of each setting, and what adapting gained."""
    lines: dict[tuple[str, str], list[str]] = {}
    for player in map(Adapted.model_validate, (manifest.experiment or {}).get("adapted", ())):
        gain, size = player.gain, players_text(player.players)
        better = "as it was, because practice was no clear gain" if player.plays == player.bot else "adapted"
        by = "" if gain is None else f", {signed(gain[0])} ({span(*gain[1:])}) {player.unit}"
        lines.setdefault((player.bot, rules_text(player.rules)), []).append(f"{size} {better}{by}")
    for (bot, rules), sizes in lines.items():
        yield f"Who played under {rules}: {bot}, {'; '.join(sizes)}."
    if lines:
        yield "Each number is what practice gained, over the bot as it was, among such bots under these rules."


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
        return f"{counted(estimate.n, 'deal')} {'is' if estimate.n == 1 else 'are'} too few (at least {MINIMUM_DEALS})"
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
    """A number with its unit, which has no plural s after 1: "1 point", "0.5 points", "1 % of games"."""
    return f"{size:g} {unit.removesuffix('s') if size == 1 and '%' not in unit else unit}".strip()


def seat_options(game: Game, rules: Mapping[str, object], players: int) -> list[str]:
    """The options that give each seat its own value, as users write them: one number by the rules, a list here."""
    usual = {option.name: option.default for option in game.rule_options()}
    return [
        f"{name}={option_text(value)}"
        for name, value in rules.items()
        if isinstance(value, list | tuple)
        and len(value) == players
        and len(set(map(str, value))) > 1
        and isinstance(usual.get(name), int | float)
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
