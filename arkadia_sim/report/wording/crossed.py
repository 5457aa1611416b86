"""Every line-up with each deal, in words: what a result is made of, and what one player does to the next."""

from collections.abc import Sequence

from arkadia_sim.analysis.crossed import Alone, Beside, CrossedResults, OutcomeSplit
from arkadia_sim.analysis.differences import Finding
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import capital, effect_text, in_words, listed, tolerance_text, within_text
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.variance import PARTS, RESAMPLES

LABELS = {
    "seat": "the seat",
    "own": "how one plays oneself",
    "others": "who else plays",
    "deal": "the deal",
    "rest": "how deal and players come together",
}
"""What the parts of a variance are called."""

LUCK = ("own", "deal", "rest")
"""The parts that answer how much is play and how much luck."""

MEANINGS = {
    "seat": "where one sits, whoever plays",
    "own": "which of the bots one is, on average over all deals, seats and others",
    "others": "which bots the others are, and how that goes with the own one and the seat",
    "deal": "what the same seat of the same deal brings to whoever plays there: luck that nobody can do anything about",
    "rest": "what is left: with these players the deal went one way, with others it would have gone another. Nobody "
    "can know it beforehand, so that it is luck for who plays, but it is made by the players",
}


def split_sentence(one: OutcomeSplit) -> str:
    """What the results at a table size are made of, the greatest part first."""
    parts = sorted(PARTS, key=lambda part: -one.split.share(part).mean)
    told = [f"{LABELS[part]} {share_text(one.split.share(part))}" for part in parts]
    return f"{capital(_with(one.players))}, {one.outcome.label}: {listed(told)}."


def luck_sentence(found: Sequence[OutcomeSplit]) -> str:
    """The answer in short: what one outcome is made of at each table size."""
    return f"Of how far results in {found[0].outcome.label} lie apart (their variance), {_parts(found, LUCK)}."


def others_sentence(found: Sequence[OutcomeSplit]) -> str:
    """The parts that the answer in short leaves out."""
    return f"{capital(_parts(found, [part for part in PARTS if part not in LUCK]))}."


def _parts(found: Sequence[OutcomeSplit], parts: Sequence[str]) -> str:
    """Some parts, each at all table sizes: "the deal is 3% (95%: 1 to 5) with two players and …"."""
    return "; ".join(
        f"{LABELS[part]} is {listed(f'{share_text(one.split.share(part))} {_with(one.players)}' for one in found)}"
        for part in parts
    )


def share_text(share: Estimate) -> str:
    """A share of the variance: "23% (95%: 21 to 25)"."""
    whole = Estimate(100 * share.mean, 100 * share.low, 100 * share.high, 0.0, share.n, share.level)
    digits = 1 if whole.high < 10 or whole.high - whole.low < 3 else 0
    low, high = number(whole.low, digits), number(whole.high, digits)
    return f"{number(whole.mean, digits)}% ({percent(share.level)}: {low} to {high})"


def alone_sentence(results: CrossedResults, one: Alone) -> str:
    """What one bot among others gets."""
    chance = results.outcome.chance(one.players)
    fair = "" if chance is None else f"; chance: {number(chance)}"
    return (
        f"{capital(_with(one.players))}, one {one.bot} among {one.others}: {results.outcome.label} "
        f"{number(one.estimate.mean)} {results.outcome.unit} ({within_text(one.estimate)}{fair})."
    )


def beside_sentence(results: CrossedResults, found: Sequence[Beside]) -> str:
    """What one bot is worth to those who sit beside it at one table size, and whether next and before differ."""
    first = found[0]
    unit = results.outcome.unit
    told = [
        f"{who(one)} {effect_text(one.estimate)} {unit} ({finding_text(results, one)})"
        for one in found
        if one.less is None
    ]
    text = (
        f"{capital(_with(first.players))}, one {first.bot} in place of one {first.others} is worth to {listed(told)}."
    )
    for one in found:
        if one.less is not None:
            text += (
                f" Who plays next gets {effect_text(one.estimate)} {unit} more of it than who plays before: "
                f"{finding_text(results, one)}."
            )
    return text


def finding_text(results: CrossedResults, one: Beside) -> str:
    """A finding, with what does not matter where that decides."""
    if one.finding is Finding.ALIKE:
        return f"{one.finding} ({tolerance_text(results.tolerance)})"
    return str(one.finding)


def who(one: Beside) -> str:
    """Where a player sits, seen from the one who is different."""
    if one.players == 2:
        return "the other"
    if one.after == 1:
        return "who plays next"
    if one.after == one.players - 1:
        return "who plays before"
    return f"who plays {in_words(one.after)} turns after"


def method(results: CrossedResults) -> list[tuple[str, str]]:
    """How it was done."""
    bots = listed(results.experiment.bots)
    return [
        (
            "Tables",
            f"Each deal (one shuffled set-up with its luck) is played with every line-up of {bots}: at a table of "
            "three each of the three seats is taken by each of them.",
        ),
        ("Unit", "The deal, never the single game."),
        (
            "The split",
            "A value is picked at random: a deal, a line-up, a seat. Its variance falls into parts: an analysis of "
            "variance for each seat, deals at random, line-ups fixed, components by the method of moments. What is "
            "said of shares holds for tables of these bots: among bots that are more alike, how one plays is less. "
            f"Intervals: {RESAMPLES} draws of deals, each share for itself.",
        ),
        (
            "Neighbours",
            "A player in the same seat of the same deals, with and without the one who is different; "
            f"{percent(results.manifest.level)} intervals that hold for all of them at once, and verdicts that say "
            "where these lie.",
        ),
    ]


def bars_text(found: Sequence[OutcomeSplit]) -> str:
    """All parts in words, for who cannot see the picture."""
    return " ".join(split_sentence(one) for one in found)


def _with(players: int) -> str:
    return f"with {in_words(players)} players"
