"""What to do, in words: advice from what a deed is worth to those who may, and who must do it at every chance."""

from collections.abc import Mapping, Sequence
from math import isnan
from string import Formatter

from arkadia_sim.analysis.effects import Behaved, Finding, finding_on
from arkadia_sim.analysis.guide import GuideResults, Shown, Told, Worth
from arkadia_sim.core.constraint import WAYS
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.scene import Position
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.experiments.guide import DO, MEAN, MEDIAN, MIDDLE, RATIO, SHARE
from arkadia_sim.plots.style import number, percent, signed, span
from arkadia_sim.report.wording.numbers import capital, in_words, listed, players_in_words, size_text
from arkadia_sim.report.wording.places import company_list
from arkadia_sim.report.wording.sentences import no_verdict_because
from arkadia_sim.stats.equivalence import Verdict

HELPS, HURTS, SAME = Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE
_ADVICE: Mapping[tuple[Verdict | None, Verdict | None], str] = {
    (HELPS, HELPS): "{deed}, and oftener than these players do",
    (HELPS, HURTS): "{deed} where it fits, but not at every chance",
    (HELPS, SAME): "{deed} whenever you can",
    (HELPS, None): "{deed} where it fits",
    (SAME, HELPS): "{deed} at every chance: these players do too little of it",
    (SAME, HURTS): "no need to {deed}, and at every chance it costs",
    (SAME, SAME): "whether you {deed} makes no difference that matters",
    (SAME, None): "no need to {deed}",
    (HURTS, HELPS): "{deed} at every chance or never: now and then, as these players do, is worse than not at all",
    (HURTS, HURTS): "do not {deed}",
    (HURTS, SAME): "do not {deed}",
    (HURTS, None): "do not {deed}",
    (None, HELPS): "{deed} at every chance",
    (None, HURTS): "do not {deed} at every chance; whether now and then is open",
    (None, SAME): "it is open whether to {deed}; at every chance does no worse",
    (None, None): "it is open whether to {deed}",
}
"""What to do, by what came out for being allowed to and for having to at every chance; None where it is open."""


_ALWAYS_ALONE: Mapping[Verdict | None, str] = {
    HELPS: "{deed}",
    HURTS: "do not {deed}",
    SAME: "whether you {deed} makes no difference that matters",
    None: "it is open whether to {deed}",
}
"""The same where only doing it at every chance was tried."""


def advice_text(told: Told) -> str:
    """What to do, as a sentence; only what players do, where no change was tried."""
    possible, always = _verdict(told.possible), _verdict(told.always)
    if told.possible is None:
        text = "{deed}" if told.always is None else _ALWAYS_ALONE[always]
    else:
        text = _ADVICE[possible, always]
    if possible is HELPS and told.always is not None and always is None:
        text += "; whether at every chance is open"
    return f"{capital(text.format(deed=told.advice.deed))}."


def open_text(told: Told) -> str:
    """What is open, in a list of what is."""
    return f"Whether to {told.advice.deed}."


def is_sure(told: Told) -> bool:
    """Whether anything surely came out."""
    return _verdict(told.possible) is not None or _verdict(told.always) is not None


def _verdict(worth: Worth | None) -> Verdict | None:
    found: Finding | None = None if worth is None else worth.finding
    return found if isinstance(found, Verdict) and found is not Verdict.NOT_SETTLED else None


_VERDICT_ON: Mapping[str, Mapping[Verdict | None, str]] = {
    "free": {HELPS: "needed", HURTS: "harmful", SAME: "of no matter", None: "open"},
    "forced": {HELPS: "better still", HURTS: "too much", SAME: "no worse", None: "open"},
    "warned of": {HELPS: "wrong", HURTS: "right", SAME: "of no matter", None: "open"},
}
"""What becomes of a deed that a claim asks for, and of a claim that warns of it, by what came out for being free to and
for having to."""


def claim_text(claim: str, tolds: Sequence[Told]) -> str:
    """Whether a claim is true of a deed that it asks for or warns of: as advice and to the letter, by table size."""
    advice = tolds[0].advice
    if advice.says is None:
        return ""
    asked = advice.says == DO
    free = _by_verdict("free" if asked else "warned of", [(one.players, one.possible) for one in tolds])
    forced = _by_verdict("forced" if asked else "warned of", [(one.players, one.always) for one in tolds])
    if asked:
        texts = (free and f"to be able to is {free}", forced and f"at every chance it is {forced}")
        return f"{claim} asks you to {advice.deed}: {'; '.join(filter(None, texts))}."
    texts = (
        free and f"as a rule, never to do it, it is {free}",
        forced and f"against doing it at every chance, {forced}",
    )
    return f"{claim} warns you not to {advice.deed}: {'; '.join(filter(None, texts))}."


def _by_verdict(held: str, found: Sequence[tuple[int, Worth | None]]) -> str:
    """needed at every table; wrong with two players and open with three and four."""
    groups: dict[str, list[int]] = {}
    for players, worth in found:
        if worth is not None:
            groups.setdefault(_VERDICT_ON[held][_verdict(worth)], []).append(players)
    if len(groups) == 1 and len(found) > 1 and all(worth is not None for _, worth in found):
        return f"{next(iter(groups))} at every table"
    return listed(f"{word} with {players_in_words(several)}" for word, several in groups.items())


def worth_text(worth: Worth) -> str:
    """What it is worth, with the range over all strong companies: "+8.1 (7.2 to 9.3)"; where they are surely not alike,
    how far they lie apart."""
    means = sorted(one.main.estimate.mean for one in worth.effects)
    apart = max(one.main.estimate.low for one in worth.effects) > min(one.main.estimate.high for one in worth.effects)
    told = f"{signed(means[0])} to {signed(means[-1])} by player" if apart else signed(worth.mean)
    return f"{told} ({span(worth.low, worth.high)})"


def worth_sentence(told: Told) -> str:
    """What it is worth to be free to do it, and to have to at every chance."""
    texts = []
    if told.possible is not None:
        texts.append(f"to be free to: {worth_text(told.possible)}")
    if told.always is not None:
        texts.append(f"at every chance: {worth_text(told.always)}")
    return capital("; ".join(texts)) + "." if texts else ""


def reading(found: GuideResults) -> list[str]:
    """How the page is to be read: who the strong players are, and what the numbers mean."""
    outcome = found.part.manifest.outcomes[0]
    bots = {one.name: one.bot or one.name for one in found.part.experiment.companies}
    strong = [bots[name] for name in found.guide.strong]
    several = len(strong) > 1
    who = f"Strong players are {listed(strong)}" if several else f"The strong player is {strong[0]}"
    others = [f"{name}, who is {bots[name]}" if bots[name] != name else name for name in found.guide.others]
    held = f"; beside each number of what they do stands, in brackets, that of {listed(others)}" if others else ""
    return [
        f"{who}{held}. Numbers are {outcome.amount}, for one player while nobody else at the table changes anything. "
        "“To be free to” compares a player who may do it with the same player barred from it; “at every chance” one "
        "who must whenever it is possible with one who does as he likes. “Where it fits” is where these players "
        f"think it best. {_even(found)}After what it is worth stands, in brackets, the "
        f"{percent(found.part.manifest.level)} interval"
        + (", from the lowest end to the highest of all strong players." if several else "."),
        "Advice is given where it is sure"
        + (" for each of the strong players alike" if several else "")
        + ", corrected for asking many questions at once. First stands what it is worth most to be free to do. What is "
        "not sure is called open: an interval answers its own question alone, so that a number may be open though its "
        "interval does not reach 0.",
        "To be barred costs a player who has not learned to do without. To be forced comes before all else that could "
        "be done: it tells what it costs to obey blindly, not how much is best, which each claim's curves tell of the "
        "players named there. An example is a typical one of the games in which a change decided who won, the middle "
        "one by how far the second outcome differs; who is barred or forced there is so to the end.",
    ]


def _even(found: GuideResults) -> str:
    """What a player gets among others alike, the most that a change can cost; empty where it is not known."""
    outcome = found.part.manifest.outcomes[0]
    each = [(players, outcome.chance(players)) for players in found.told]
    known = [f"{number(even, 1)} with {in_words(players)}" for players, even in each if even is not None]
    if not known or outcome.low != 0:
        return ""
    most = "can lose no more than that by being barred or forced"
    return f"Among players who are alike each gets {listed(known)}, and {most}. "


def moment(before: Position) -> str:
    """When in a game a position is."""
    turns = before.turn
    return "before the first turn" if turns == 0 else f"after {turns} turn{'s' if turns > 1 else ''} of all players"


def who_is(spec: str) -> str:
    """Who one of two players is that differ in what they may do: its constraint in words of every day."""
    bot = BotSpec.parse(spec)
    held = [(way, names) for way, names in bot.settings if way in WAYS]
    if len(held) != 1:
        return spec if held else f"{spec}, as it likes"
    way, names = held[0]
    free = BotSpec(bot.name, tuple(one for one in bot.settings if one[0] != way))
    return f"{free}, {_HELD[way]} ({names})" if way in _HELD else spec


_HELD = {"barred": "who may never do it", "forced": "who must do it at every chance"}


def ending(ends: Mapping[str, float], outcomes: Sequence[Outcome]) -> str:
    """What became of a player in one game: every outcome in its unit."""
    texts = (f"{one.label} {number(ends[one.column] * one.scale, 0)}" for one in outcomes)
    return f"Played on so to the end: {', '.join(texts)}."


def open_because(told: Told) -> str:
    """Why something is open that the intervals alone do not tell; empty where nothing is."""
    texts = []
    for worth, what in ((told.possible, "to be free to"), (told.always, "at every chance")):
        if worth is None or _verdict(worth) is not None:
            continue
        findings = [finding_on(one) for one in worth.effects]
        sure = {one for one in findings if isinstance(one, Verdict) and one is not Verdict.NOT_SETTLED}
        each = f" (by player {listed(size_text(one.main.estimate) for one in worth.effects)})" if sure else ""
        unseen: dict[Behaved, list[str]] = {}
        for one, found in zip(worth.effects, findings, strict=True):
            if isinstance(found, Behaved):
                unseen.setdefault(found, []).append(one.company_title)
        if worth.turned:
            texts.append(f"{what}: the strong players differ, it surely helps one and surely hurts another")
        elif unseen:
            all_alike = len(unseen) == 1 and len(findings) == len(next(iter(unseen.values())))
            why = (
                no_verdict_because(found, "" if all_alike else f" {company_list(titles)}")
                for found, titles in unseen.items()
            )
            texts.append(f"{what}: {listed(why)}{each}")
        elif sure:
            alike = "not alike for all" if len(sure) > 1 else "not sure for all"
            texts.append(f"{what}: {alike} strong players{each}")
    return "; ".join(texts)


def habit_text(text: str, shown: Sequence[Shown], others: Mapping[str, Sequence[Shown]]) -> str:
    """How players go about it: the text with its numbers filled in, and beside each the same of the others by name; one
    alone is named at the first number only."""
    told, place = "", 0
    for before, name, _, _ in Formatter().parse(text):
        told += before
        if name is not None:
            named = place == 0 or len(others) > 1
            beside = [f"{other} {_shown(own[place])}" if named else _shown(own[place]) for other, own in others.items()]
            told += _shown(shown[place]) + (f" ({', '.join(beside)})" if beside else "")
            place += 1
    return told


def _shown(one: Shown) -> str:
    if isnan(one.value):
        return "–"
    if one.habit.statistic in (MEAN, RATIO):
        return number(one.value, 2 if abs(one.value) < 1 else 1)
    if one.habit.statistic == SHARE:
        return f"{number(one.value, 0)}%"
    if one.habit.statistic == MEDIAN or one.low == one.high:
        return number(one.value, 0)
    assert one.habit.statistic == MIDDLE
    return f"{number(one.low or 0, 0)} to {number(one.high or 0, 0)}"
