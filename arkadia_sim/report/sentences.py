"""The answers in plain words, made from the numbers and from nothing else."""

from collections.abc import Callable, Iterable, Sequence
from math import isfinite, isinf

from arkadia_sim.plots import style
from arkadia_sim.plots.style import number, percent, signed
from arkadia_sim.report.analysis import PlaySection, PlayStudy
from arkadia_sim.report.effects import Behaved, Effect, Finding, PairedStudy, finding
from arkadia_sim.report.factorial import FactorEffect, Interaction
from arkadia_sim.report.sections import SectionGames
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS, Verdict
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect

WIDE = 2.0
"""Half an interval beyond this many win-share points is too wide for an answer: the page says so first."""

MANY_STALEMATES = 0.1
"""Where a larger share of the games got stuck than this, the page says so beside the answers."""

WIDE_MOST = 4
"""So many intervals that are too wide are named one by one; more are counted."""

_SURE = (Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE)

_COUNT_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(count: int) -> str:
    """Small numbers from one as words, others as digits."""
    return _COUNT_WORDS[count - 1] if 1 <= count <= len(_COUNT_WORDS) else f"{count:,}"


def listed(texts: Iterable[str]) -> str:
    """a; a and b; a, b and c."""
    *front, last = list(texts)
    return f"{', '.join(front)} and {last}" if front else last


def digits_for(estimate: Estimate) -> int:
    """How many decimals the estimate is given with."""
    return style.digits_for(estimate.low, estimate.high)


def interval_text(estimate: Estimate) -> str:
    """The interval in words, "5.2 to 7.0"; "unknown" when there are too few deals."""
    known = isfinite(estimate.low) and isfinite(estimate.high)
    return style.span(estimate.low, estimate.high) if known else "unknown"


def effect_text(estimate: Estimate) -> str:
    """An effect with its interval: "+6.1 (95%: 5.2 to 7.0)"."""
    return f"{signed(estimate.mean, digits_for(estimate))} ({percent(estimate.level)}: {interval_text(estimate)})"


def with_players(section: Effect | FactorEffect | Interaction | SectionGames | PlaySection) -> str:
    """Where an answer holds: "with three players", and the options where they set sections apart."""
    _, _, options = section.label.partition(", ")
    return f"with {in_words(section.players)} players" + (f" ({options})" if options else "")


def place(effect: Effect) -> str:
    """In which company and at which table: "among beginners with two players"."""
    return " ".join(text for text in (effect.field_title, with_players(effect)) if text)


def opponents(effect: Effect) -> str:
    """Who else sits at the table: "against a greedy player", "among greedy players"."""
    field = effect.field_bot
    return f"against {a_player(field)}" if effect.players == 2 else f"among {field} players"


def a_player(name: str) -> str:
    """A player by the name of its bot, with the right article."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name} player"


def answer(study: PairedStudy, section: Effect) -> str:
    """The answer for one table size: the effect on win share, its interval, and what that means."""
    hint, where = section.change.phrase, capital(with_players(section))
    if section.behaved is not Behaved.AS_SAID:
        return f"{where}, there is no verdict: {no_verdict(section)}"
    effect, verdict = section.win_share.effect, section.win_share_judgement.verdict
    subject, table = a_player(section.without_bot), opponents(section)
    digits = digits_for(effect)
    interval = f"{percent(effect.level)}: {interval_text(effect)}"
    if verdict is Verdict.HELPS:
        points = signed(effect.mean, digits)
        return f"{where}, {hint} is worth {points} win-share points to {subject} {table} ({interval})."
    if verdict is Verdict.HURTS:
        loss = effect.scaled(-1)
        interval = f"{percent(effect.level)}: {interval_text(loss)}"
        return f"{where}, {hint} costs {subject} {table} {number(loss.mean, digits)} win-share points ({interval})."
    points = f"{signed(effect.mean, digits)} win-share points ({interval})"
    if verdict is Verdict.NO_DIFFERENCE:
        margin = number(section.win_share_judgement.margin)
        return (
            f"{where}, {hint} makes no difference that matters to {subject} {table}: {points}; anything surely "
            f"within ±{margin} was named beforehand as too small to matter."
        )
    reason = why_open(section, study.questions)
    return f"{where}, it is open what {hint} is worth to {subject} {table}: {points}. {reason}"


def gold_answer(section: Effect) -> str:
    """The same for gold, in one short sentence; empty where there is no verdict."""
    if section.behaved is not Behaved.AS_SAID:
        return ""
    margin, gold = section.gold_margin.effect, section.gold.effect
    verdict, size = section.gold_margin_judgement.verdict, number(section.gold_margin_judgement.margin)
    comment = {
        Verdict.HELPS: "helps there",
        Verdict.HURTS: "hurts there",
        Verdict.NO_DIFFERENCE: f"no difference that matters: surely within ±{size}",
        Verdict.NOT_SETTLED: "open"
        + (", taken together with the other questions of this experiment" if clear_of_zero(margin) else ""),
    }[verdict]
    return (
        f"In gold: {effect_text(margin)} on the lead over the best opponent ({comment}), "
        f"{effect_text(gold)} on the player's own gold."
    )


def headline(study: PairedStudy) -> str:
    """All table sizes in one sentence, grouped by verdict."""
    return verdicts_text(study.changes[0].phrase, study.effects, with_all)


def verdicts_text(phrase: str, effects: Sequence[Effect], where: Callable[[list[Effect]], str]) -> str:
    """All verdicts on a change in one sentence, the sure ones first: "Covering camps helps …; it is open whether …"."""
    groups: dict[Finding, list[Effect]] = {one: [] for one in (*_SURE, Verdict.NOT_SETTLED, *Behaved)}
    for effect in effects:
        groups[finding(effect)].append(effect)
    parts: list[str] = []
    for found, some in groups.items():
        if some:
            parts.append(came_out(found, "it" if parts else phrase, where(some)))
    return f"{capital('; '.join(parts))}."


def came_out(found: Finding, subject: str, where: str) -> str:
    """What came out about a change (or "it") in some places, as a sentence without its stop."""
    if isinstance(found, Verdict):
        if found is Verdict.NOT_SETTLED:
            comma = "," if where.startswith("whether") else ""
            return f"it is open whether {subject} helps or hurts{comma} {where}".strip()
        return f"{subject} {found} {where}".strip()
    if subject == "it":
        return f"{where} {no_verdict_because(found)}".strip()
    return no_verdict_because(found, f" on {subject} {where}".rstrip())


def no_verdict_because(found: Behaved, of: str = "") -> str:
    """That there is no verdict, and why."""
    why = "the behaviour did not surely change" if found is Behaved.UNSURE else str(found)
    return f"there is no verdict{of}: {why}"


def wide_warning(effects: Sequence[Effect], part: str = "") -> str:
    """What is said before all else when intervals are too wide for an answer; empty when all are narrow enough.

    ``part`` names the part of a study that they belong to.
    """
    of = f" of “{part}”" if part else ""
    wide = [effect for effect in effects if not effect.win_share.effect.half_width <= WIDE]
    if not wide:
        return ""
    if len(effects) > WIDE_MOST:
        widest = max(effect.win_share.effect.half_width for effect in wide)
        reach = f"the widest is ±{number(widest)}" if isfinite(widest) else "some are of unknown width"
        which = f"{in_words(len(wide))} of {in_words(len(effects))} intervals{of} are"
    else:
        reach = listed(f"{_reach(effect.win_share.effect)} {place(effect)}" for effect in wide)
        which = f"the intervals{of} are"
        if not any(isfinite(effect.win_share.effect.half_width) for effect in wide):
            return f"Read with care: the intervals{of} for win share are {reach}. More deals would tell."
    return (
        f"Read with care: {which} wider than ±{number(WIDE, 0)} win-share points ({reach}), so the sizes given there "
        "are rough. More deals would make them sharper."
    )


def few_deals_warning(sections: Sequence[Effect | SectionGames | PlaySection]) -> str:
    """What the page says first when there are too few deals for intervals; empty when there are enough.

    Of paired runs it takes the effects: where questions stopped early, their deals lie in several sections.
    """
    few = [section for section in sections if section.deals < MINIMUM_DEALS]
    if not few:
        return ""
    where = listed(dict.fromkeys(f"{_deals(section.deals)} {with_players(section)}" for section in few))
    return f"There are too few deals for the intervals to be trusted: {where}, and it takes at least {MINIMUM_DEALS}."


def failures_warning(study: PlayStudy) -> str:
    """What a page of plain play says before all else when games failed: how many, and whose bot; else empty."""
    games = sum(section.counts.games for section in study.sections)
    failed = sum(section.counts.failed for section in study.sections)
    if not failed:
        return ""
    text = f"{failed:,} of {games:,} {'game' if games == 1 else 'games'} failed"
    if not study.at_fault:
        return f"{text}."
    at_fault = "the bot at fault was" if len(study.at_fault) == 1 else "the bots at fault were"
    return f"{text}; {at_fault} {listed(study.at_fault)}."


def all_failed(section: PlaySection) -> bool:
    """Whether no game came to an end without a fault, so that there is no winner to name."""
    return section.counts.failed == section.counts.games


def bootstrap_text(disagreement: float | None) -> str:
    """How far the bootstrap is from the t interval: "differs by at most 0.12 win-share points at any end"."""
    if disagreement is None:
        return "differs by an unknown amount"
    return f"differs by at most {number(disagreement, 2)} win-share points at any end"


def behaviour_answer(study: PairedStudy) -> str:
    """How far the behaviour changed, for all table sizes in one sentence."""
    texts = []
    for effect in study.effects:
        if effect.behaviour is not None:
            before, after = number(effect.behaviour.control.mean, 2), number(effect.behaviour.with_change.mean, 2)
            texts.append(f"from {before} to {after} {with_players(effect)}" + _unsure(effect))
    return f"{capital(study.changes[0].behaviour_label)}: {'; '.join(texts)}."


def play_answer(study: PlayStudy, section: PlaySection) -> str:
    """Who wins most in plain play, and how surely; names nobody where all games failed."""
    where = capital(with_players(section))
    if all_failed(section):
        return f"{where}, every game failed."
    if len(section.bots) == 1:
        gold = section.bots[0].gold
        text = f"{where}, {section.bots[0].bot} played against itself and earned {number(gold.mean)} gold on average"
        return f"{text} ({percent(gold.level)}: {interval_text(gold)})."
    best, share = section.bots[0], section.bots[0].win_share
    near = [other for other in section.bots[1:] if not share.low > other.win_share.high]
    numbers = (
        f"{number(share.mean)}% of the games per seat, ties shared ({percent(share.level)}: {interval_text(share)}); "
        f"chance gives {number(100 / section.players)}%."
    )
    if section.deals < MINIMUM_DEALS:
        return f"{where}, no winner is settled with {_deals(section.deals)}: {best.bot} comes first with {numbers}"
    if near:
        first = near[0]
        return (
            f"{where}, no winner is settled: {best.bot} comes first with {numbers} "
            f"Its interval is not clear of that of {first.bot} ({interval_text(first.win_share)})."
        )
    return f"{where}, {best.bot} wins most: {numbers}"


def stalemate_text(sections: Sequence[SectionGames]) -> str:
    """At which tables many games got stuck; empty where nowhere more than :data:`MANY_STALEMATES` of them did."""
    games: dict[tuple[str, str], list[int]] = {}
    for one in sections:
        counted = games.setdefault((one.field_title, with_players(one)), [0, 0])
        counted[0] += one.counts.stalemate
        counted[1] += one.counts.games
    many = {where: stuck / all_ for where, (stuck, all_) in games.items() if stuck > MANY_STALEMATES * all_}
    if not many:
        return ""
    told = listed(
        f"{number(100 * share, 0)}% {' '.join(text for text in where if text)}" for where, share in many.items()
    )
    return (
        f"Many games got stuck before their regular end (stalemate): {told}. Their results count like any other, so "
        "these answers are also about games that get stuck."
    )


def counts_sentence(sections: Sequence[SectionGames | PlaySection]) -> str:
    """How many games were played and how many went wrong; none is left out."""
    games = sum(section.counts.games for section in sections)
    failed = sum(section.counts.failed for section in sections)
    stalemate = sum(section.counts.stalemate for section in sections)
    return (
        f"{games:,} games were played; {stalemate:,} of them ended in stalemate and {failed:,} failed. "
        "All of them count: none was dropped."
    )


def gain_text(gain: float) -> str:
    """How many games of unpaired play teach as much as one of the paired design: "3.1 games"."""
    if isinf(gain):
        return "any number of games"
    return f"{number(gain)} games" if gain > 0 else "an unknown number of games"


def no_verdict(effect: Effect | FactorEffect) -> str:
    """Why there is no verdict where the behaviour did not surely change, or changed the wrong way."""
    change = effect.behaviour.effect if isinstance(effect.behaviour, PairedEffect) else effect.behaviour
    seen = "" if change is None else f", {effect_text(change)}"
    label, nothing = effect.change.behaviour_label, f"so these games say nothing about {effect.change.phrase}"
    if effect.behaved is Behaved.UNSURE:
        return f"no sure change was seen in {label}{seen}, {nothing}."
    if effect.behaved is Behaved.HARDLY:
        return f"{effect.behaved} ({label}{seen}), {nothing}."
    moved = "more" if effect.change.direction < 0 else "less"
    wanted = "less" if effect.change.direction < 0 else "more"
    return f"{effect.behaved} ({label}: {moved} and not {wanted}{seen}), {nothing}."


def why_open(section: Effect, questions: int) -> str:
    """Why the question of win share is open, in a sentence."""
    deals, effect = _deals(section.deals), section.win_share
    together = f"taken together with the other questions of this experiment ({questions} in all)"
    if clear_of_zero(effect.effect):
        if effect.effect.n < MINIMUM_DEALS or effect.changed_deals < MINIMUM_CHANGED_DEALS:
            return (
                f"The interval is clear of 0, but it rests on {effect.changed_deals:,} deals that came out otherwise, "
                f"of {deals}: too few to be sure; more may tell."
            )
        return (
            f"Taken alone, the interval is clear of 0; {together}, the effect is not sure with {deals}; more deals may "
            "tell."
        )
    margin = section.win_share_judgement.margin
    if within(effect.effect, margin):
        alone = f"Taken alone, the interval lies within {margin_text(margin)}, too small to matter"
        return f"{alone}; {together}, that is not sure with {deals}; more deals may tell."
    return f"With {deals}, neither an effect nor the lack of one that matters is sure; more deals may tell."


def _deals(count: int) -> str:
    return f"{count:,} {'deal' if count == 1 else 'deals'}"


def clear_of_zero(estimate: Estimate) -> bool:
    """Whether the interval holds no zero."""
    return estimate.low > 0 or estimate.high < 0


def within(estimate: Estimate, margin: float) -> bool:
    """Whether the whole interval is too small to matter."""
    return -margin < estimate.low and estimate.high < margin


def margin_text(margin: float) -> str:
    """What is too small to matter: "±1", "±0.5"."""
    return f"±{number(margin, 0 if margin == int(margin) else 1)}"


def _unsure(section: Effect) -> str:
    return {
        Behaved.AS_SAID: "",
        Behaved.UNSURE: " (no sure change)",
        Behaved.HARDLY: " (hardly a change)",
        Behaved.ASTRAY: " (the wrong way)",
    }[section.behaved]


def _reach(estimate: Estimate) -> str:
    """± half the interval, with two decimals where one would hide that it is too wide."""
    if not isfinite(estimate.half_width):
        return "of unknown width"
    return f"±{number(estimate.half_width, 1 if estimate.half_width >= WIDE + 0.05 else 2)}"


def with_all(sections: Sequence[Effect]) -> str:
    """with two, three and four players; with the options where they matter."""
    if all("," not in section.label for section in sections):
        return f"with {listed(in_words(section.players) for section in sections)} players"
    return listed(with_players(section) for section in sections)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
