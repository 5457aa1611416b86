"""What evens out the seats of a table, in words: the values, what was needed, and how sure it is."""

from arkadia_sim.analysis.balance import BalanceResults, Reached
from arkadia_sim.plots.style import number
from arkadia_sim.report.wording.numbers import (
    capital,
    deals_text,
    effect_text,
    in_words,
    interval_text,
    listed,
    within_text,
)
from arkadia_sim.report.wording.seats import seats_sentence


def balance_sentences(results: BalanceResults) -> list[str]:
    """Whether the seats differ at all; the values and whether they even them out; what was needed, how it is known."""
    before = (
        f"With {results.knob} = {results.usual} for all: {seats_sentence(results.before.tables[0], main_only=True)}"
    )
    found, confirmed, worth = results.found, results.confirmed, results.worth
    if found is None or confirmed is None or worth is None:
        return [f"{before} There is nothing to make up for."]
    texts = [
        before,
        f"{capital(f'with {in_words(results.players)} players')}, {results.knob} = "
        f"{', '.join(map(str, results.values))} (seat by seat): {results.reached}, by "
        f"{deals_text(confirmed.tables[0].deals)} that the search has not seen.",
    ]
    if results.reached is Reached.UNMOVED:
        texts.append(
            f"One {results.knob} more is worth {effect_text(worth)} {results.outcome.unit} to a seat: it may be "
            "nothing, so that no number of it surely makes up for a seat."
        )
    else:
        needed = listed(
            f"seat {seat} {number(one.mean)}" + (f" ({within_text(one)})" if one.high > one.low else "")
            for seat, one in enumerate(found.needs.needed)
        )
        texts.append(
            f"Needed more than by the seat that needs least, before rounding: {needed}. One {results.knob} more is "
            f"worth {effect_text(worth)} {results.outcome.unit} of {results.outcome.label} to a seat."
        )
    if found.at_end:
        texts.append(f"That is more than {results.knob} allows: it cannot be reached by this option alone.")
    elif results.coarse is not None and results.reached is not Reached.YES:
        texts.append(
            f"Whole numbers are coarse: half a {results.knob} is worth {number(results.coarse)} "
            f"{results.outcome.unit}, and as much may be left of a difference."
        )
    texts.append(f"After: {seats_sentence(confirmed.tables[0], main_only=True)}")
    return texts


def steps_text(results: BalanceResults) -> list[str]:
    """A line for each setting that was tried."""
    return [
        f"tried {', '.join(map(str, one.values))}: {', '.join(number(value) for value in one.advantages)}"
        for one in (() if results.found is None else results.found.steps)
    ]


def needed_text(results: BalanceResults, seat: int) -> str:
    """What a seat needs, with its interval, in a cell of a table."""
    if results.found is None:
        return number(0.0)
    one = results.found.needs.needed[seat]
    return f"{number(one.mean)} ({interval_text(one)})" if one.high > one.low else number(one.mean)
