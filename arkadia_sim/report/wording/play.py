"""What a page of plain play says: who did best at a table, and how surely."""

from collections.abc import Sequence

from arkadia_sim.analysis.bots import BotResult
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.plots.style import number
from arkadia_sim.report.wording.numbers import capital, deals_text, interval_text, listed, within_text
from arkadia_sim.report.wording.places import with_players
from arkadia_sim.stats.equivalence import MINIMUM_DEALS


def all_failed(section: SectionGames) -> bool:
    """Whether no game came to an end without a fault, so that there is nobody to name."""
    return section.counts.failed == section.counts.games


def play_answer(section: SectionGames, bots: Sequence[BotResult]) -> str:
    """Who does best in what one plays for, and how surely; names nobody where all games failed."""
    where = capital(with_players(section))
    if all_failed(section):
        return f"{where}, every game failed."
    if len(bots) == 1:
        return f"{where}, {bots[0].bot} played against itself: {_by_itself(bots[0])}."
    best, seen = bots[0], bots[0].main.estimate
    outcome, chance = best.main.outcome, best.main.outcome.chance(section.players)
    numbers = f"{outcome.label} {number(seen.mean)} {outcome.unit} ({within_text(seen)})"
    numbers += "." if chance is None else f"; chance gives {number(chance)}."
    if section.deals < MINIMUM_DEALS:
        return f"{where}, who does best is not settled with {deals_text(section.deals)}: {best.bot} is first, {numbers}"
    near = [other for other in bots[1:] if not seen.low > other.main.estimate.high]
    if near:
        return (
            f"{where}, who does best is not settled: {best.bot} is first, {numbers} Its interval is not clear of that "
            f"of {near[0].bot} ({interval_text(near[0].main.estimate)})."
        )
    return f"{where}, {best.bot} does best: {numbers}"


def _by_itself(bot: BotResult) -> str:
    """What a bot gets on average where all play like it: what chance alone does not decide."""
    return listed(
        f"{one.outcome.label} {number(one.estimate.mean)} {one.outcome.unit} ({within_text(one.estimate)})"
        for one in bot.outcomes
        if one.outcome.total is None or len(bot.outcomes) == 1
    )
