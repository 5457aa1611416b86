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
    """The answer first: the values and whether they even out the seats; then what was needed, and how it is known."""
    values = ", ".join(map(str, results.values))
    where = f"with {in_words(results.players)} players"
    before = results.steps[0].advantages
    furthest = max(range(len(before)), key=lambda seat: abs(before[seat]))
    texts = [
        f"{capital(where)}, {results.knob} = {values} (seat by seat): {results.reached}, by "
        f"{deals_text(results.confirmed.tables[0].deals)} that the search has not seen."
    ]
    if results.reached is Reached.UNMOVED:
        texts.append(
            f"One {results.knob} more is worth {effect_text(results.worth)} {results.outcome.unit} to a seat: it "
            "may be nothing, so that no number of it surely makes up for a seat."
        )
    else:
        needed = listed(
            f"seat {seat} {number(one.mean)}" + (f" ({within_text(one)})" if one.high > one.low else "")
            for seat, one in enumerate(results.needs.needed)
        )
        texts.append(
            f"Needed more than by the seat that needs least, before rounding: {needed}. One {results.knob} more is "
            f"worth {effect_text(results.worth)} {results.outcome.unit} of {results.outcome.label} to a seat."
        )
    if results.found.at_end:
        texts.append(f"That is more than {results.knob} allows: it cannot be reached by this option alone.")
    elif results.coarse is not None and results.reached is not Reached.YES:
        texts.append(
            f"Whole numbers are coarse: half a {results.knob} is worth {number(results.coarse)} "
            f"{results.outcome.unit}, and as much may be left of a difference."
        )
    texts.append(
        f"Before: seat {furthest} {number(before[furthest])} {results.outcome.unit} off. After: "
        + seats_sentence(results.confirmed.tables[0])
    )
    return texts


def steps_text(results: BalanceResults) -> list[str]:
    """A line for each setting that was tried."""
    return [
        f"tried {', '.join(map(str, one.values))}: {', '.join(number(value) for value in one.advantages)}"
        for one in results.steps
    ]


def needed_text(results: BalanceResults, seat: int) -> str:
    """What a seat needs, with its interval, in a cell of a table."""
    one = results.needs.needed[seat]
    return f"{number(one.mean)} ({interval_text(one)})" if one.high > one.low else number(one.mean)
