"""What a ladder says: who stands first at a table, who beats whom, which circles there are, what its numbers mean."""

from collections.abc import Sequence

from arkadia_sim.analysis.ladder import LadderResults, LadderTable
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import capital, deals_text, in_words, interval_text, joined, listed, within_text
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS

Entry = tuple[str, str]
"""A name and a text."""


def at_table(table: LadderTable) -> str:
    """The tables in a sentence: "with three players"."""
    return f"with {in_words(table.players)} {'player' if table.players == 1 else 'players'}"


def first_sentence(results: LadderResults, table: LadderTable) -> str:
    """Who stands first at a table, how surely, and whom it beats."""
    best, outcome = table.standings[0], results.outcome
    seen = best.main.estimate
    chance = outcome.chance(table.players)
    numbers = f"{outcome.label} {number(seen.mean)} {outcome.unit}"
    if table.players == 1:
        return (
            f"Alone at the table nobody meets anybody: there are no pairs and no cycles. {best.bot} gets "
            f"most by itself: {numbers} ({within_text(seen)})."
        )
    told = within_text(seen) if chance is None else f"{within_text(seen)}; chance gives {number(chance)}"
    return f"{capital(at_table(table))}, {best.bot} stands first: {numbers} against the field ({told}). " + _whom(
        table, best.bot
    )


def _whom(table: LadderTable, bot: str) -> str:
    """Whom a bot surely beats, who surely beats it, and where it is open."""
    others = [one.bot for one in table.standings if one.bot != bot]
    beats = table.beaten_by(bot)
    lost = [one for one in others if table.meeting(bot, one).beaten]
    still = [one for one in others if one not in beats and one not in lost]
    if len(beats) == len(others):
        return "It surely beats every other bot." if len(others) > 1 else f"It surely beats {others[0]}."
    texts = [f"It surely beats {listed(beats)}"] if beats else ["It surely beats nobody"]
    texts += [f"it is surely beaten by {listed(lost)}"] if lost else []
    texts += [f"against {listed(still)} it is open"] if still else []
    return f"{'; '.join(texts)}."


def leading(results: LadderResults) -> str:
    """Whom a ladder in short is about: the bot named first if it stands first somewhere, else the one that does."""
    first = [table.standings[0].bot for table in results.tables]
    named = results.experiment.bots[0]
    return named if named in first else first[0]


def meeting_sentence(results: LadderResults, table: LadderTable) -> str:
    """What one of the leading bot gets among each of the others."""
    best, told = leading(results), []
    for other in (one for one in results.experiment.bots if one != best):
        seen = table.meeting(best, other).mean
        told.append(f"{number(seen.mean)} ({within_text(seen)}) among {other}")
    chance = results.outcome.chance(table.players)
    fair = "" if chance is None else f"; chance gives {number(chance)}"
    return f"{capital(at_table(table))}, one {best} gets {results.outcome.label} {listed(told)}{fair}."


def cycles_sentence(table: LadderTable) -> str:
    """The circles of bots that surely beat each other, each named; or that there is none, and how much is open."""
    if table.players == 1:
        return ""
    still = _open_text(table)
    if not table.cycles:
        none = "No cycle is sure" if table.undecided else "There is no cycle"
        return joined(f"{none} {at_table(table)}." if len(table.standings) > 2 else "", still)
    named = listed(cycle_text(circle) for circle in table.cycles)
    there_is = "there is a cycle" if len(table.cycles) == 1 else "there are cycles"
    return joined(f"{capital(at_table(table))} {there_is}: {named}.", still)


def _open_text(table: LadderTable) -> str:
    """How many pairs are not settled, where there is more than one."""
    pairs = len(table.meetings) // 2
    if pairs < 2:
        return ""
    if not table.undecided:
        return "No pair is open."
    verb = "is" if table.undecided == 1 else "are"
    return f"{capital(in_words(table.undecided))} of {in_words(pairs)} pairs {verb} open."


def cycle_text(circle: Sequence[str]) -> str:
    """A circle: "A beats B beats C beats A"."""
    return " beats ".join([*circle, circle[0]])


def matrix_head(results: LadderResults, table: LadderTable) -> str:
    """What stands above the matrix of pairs."""
    outcome, chance = results.outcome, results.outcome.chance(table.players)
    among = "against one" if table.players == 2 else f"among {in_words(table.players - 1)}"
    by_chance = "" if chance is None else f" (chance: {number(chance)})"
    return (
        f"{capital(outcome.axis)} of one of the row {among} of the column{by_chance}. Blue: more than one of the "
        "column gets the other way round, orange: less. ▲\u00a0surely more, ▼\u00a0surely less, no mark: open."
    )


def meanings(results: LadderResults) -> list[Entry]:
    """What each number of the page means."""
    outcome = results.outcome
    return [
        (
            "Against the field",
            f"The mean {outcome.label} ({outcome.unit}) of one such bot among others of one kind, over all kinds of "
            f"others{_weights(results)}.",
        ),
        (
            "Beats",
            "A beats B where one A among B gets more than one B among A does, in the same seats of the same deals. "
            f"Surely: all {results.pairs:,} pairs of this page are judged together, so that with a probability of "
            f"{percent(results.manifest.alpha)} at most any pair is named that is even in truth.",
        ),
        (
            "Cycle",
            "Bots of which each surely beats the next and the last the first. One number per bot cannot show that.",
        ),
    ]


def _weights(results: LadderResults) -> str:
    groups = results.experiment.groups
    if not groups:
        return ", each weighing the same"
    named = listed(f"{listed(members)} ({name})" for name, members in groups.items())
    return f", each weighing the same, but as much as one together: {named}, who are not in each other's field"


def method(results: LadderResults) -> list[Entry]:
    """How it was done."""
    tables = [table for table in results.tables if table.players > 1]
    entries = []
    if tables:
        entries.append(
            (
                "Seats",
                "Of every pair one A sits among B in every seat of each deal (one shuffled set-up with its luck), and "
                "one B among A; all pairs play the same deals. With two players one game serves both.",
            )
        )
    slow = results.experiment.slow
    if slow:
        told = listed(f"{bot} ({deals_text(deals)})" for bot, deals in slow.items())
        entries.append(("Fewer deals", f"Pairs with a slow bot play the first deals only: {told}."))
    return [
        *entries,
        ("Unit", "The deal, never the single game: the games of a deal resemble each other, in all pairs."),
        (
            "Intervals",
            f"{percent(results.manifest.level)}, each for itself: Student's t over deals, the mean over opponents "
            "taken deal by deal. Where every deal came out the same an interval has no width: it cannot tell of what "
            "has not happened yet.",
        ),
        (
            "Who beats whom",
            "Student's t test on the differences of the deals, adjusted for all pairs (Holm). With fewer than "
            f"{MINIMUM_DEALS} deals, or fewer than {MINIMUM_CHANGED_DEALS} that differ, a pair stays open.",
        ),
    ]


def rung_text(results: LadderResults, table: LadderTable) -> str:
    """The whole ladder of a table in a sentence, for who cannot see the picture."""
    steps = (
        f"{one.bot} {number(one.main.estimate.mean)} ({interval_text(one.main.estimate)})" for one in table.standings
    )
    return f"{capital(results.outcome.axis)} {at_table(table)}, the best first: {'; '.join(steps)}."
