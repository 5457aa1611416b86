"""One bot against another, in words: what came out at each table size, and why a verdict is not its interval's."""

from collections.abc import Sequence

from arkadia_sim.analysis.duel import Answer, TableAnswers, Why
from arkadia_sim.plots.style import percent
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS, SAME, Verdict
from arkadia_sim.stats.intervals import Estimate


def duel_sentence(a: str, b: str, table: TableAnswers) -> str:
    """The answers of one table size in words."""
    first, *others = table.answers
    sentences = [
        f"{table.players} players, {table.deals:,} deals: the {first.outcome.label} of {a} is {_amount(first)} than "
        f"that of {b} ({_ends(first.difference)}); {_judged(a, b, first)}."
    ]
    sentences += [
        f"Its {one.outcome.label} is {_amount(one)} ({_ends(one.difference)}); {_judged(a, b, one)}." for one in others
    ]
    return " ".join(sentences)


def duel_notes(tables: Sequence[TableAnswers]) -> list[str]:
    """A line for each reason why a verdict is another than the interval beside it would give, and where that is so."""
    places: dict[Why, list[str]] = {}
    for table in tables:
        for answer in table.answers:
            if answer.why is not None:
                places.setdefault(answer.why, []).append(f"{answer.outcome.label} with {table.players} players")
    questions, level = sum(len(table.answers) for table in tables), tables[0].answers[0].difference.level
    return [f"{', '.join(where)}: {_reason(why, questions, level)}" for why, where in places.items()]


def _reason(why: Why, questions: int, level: float) -> str:
    if why is Why.FEW_CHANGED:
        return (
            f"fewer than {MINIMUM_CHANGED_DEALS} deals come out differently, too few to trust the {percent(level)} "
            "interval; the verdict goes by their number"
        )
    if why is Why.TWO_TESTS:
        return (
            f"whether a difference matters is judged by two one-sided tests at {percent(1 - level)}, not by the "
            f"{percent(level)} interval"
        )
    return (
        f"the {percent(level)} interval is for this question alone, the verdict holds for all {questions} questions of "
        "this comparison together (Holm's correction), which takes more"
    )


def _amount(answer: Answer) -> str:
    mean = answer.difference.mean
    return f"{abs(mean):.2f} {answer.outcome.unit} {'higher' if mean >= 0 else 'lower'}"


def _ends(estimate: Estimate) -> str:
    return f"{percent(estimate.level)} interval {estimate.low:+.2f} to {estimate.high:+.2f}"


def _judged(a: str, b: str, answer: Answer) -> str:
    if answer.same:
        return SAME
    if answer.verdict == Verdict.NO_DIFFERENCE:
        return "that is no difference that matters"
    if answer.verdict == Verdict.NOT_SETTLED:
        few = answer.changed is not None and answer.changed < MINIMUM_CHANGED_DEALS
        return f"not settled, as {answer.changed} deals come out differently" if few else "not settled"
    return f"{a if answer.verdict == Verdict.HELPS else b} is better"
