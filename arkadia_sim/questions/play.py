"""Plain play: how each bot did, and where one bot sat in all seats, how each seat did."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arkadia_sim.questions.bots import BotResult, bot_results
from arkadia_sim.questions.estimates import Row
from arkadia_sim.questions.fields import number_fields
from arkadia_sim.questions.game_pictures import game_figures
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import SeatTable, seat_tables, seats_figure
from arkadia_sim.questions.sections import section_games
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class PlayResults(Results):
    """A finished run of plain play.

    ``bots`` are the bots of the table, the best first; ``at_fault`` those that failed in a game, the most frequent
    first; ``seats`` the seats, where one bot sat in all of them.
    """

    default_document: ClassVar[str] = "play.md"

    bots: tuple[BotResult, ...]
    at_fault: tuple[str, ...] = ()
    seats: tuple[SeatTable, ...] = ()

    def estimates(self) -> Iterator[Row]:
        """What each bot got in every outcome, then the seats."""
        players = self.manifest.sections[0].players
        for bot in self.bots:
            for on_outcome in bot.outcomes:
                yield Row(
                    part=self.name,
                    design="play",
                    kind="mean",
                    players=players,
                    bot=bot.bot,
                    outcome=on_outcome.outcome.column,
                    unit=on_outcome.outcome.unit,
                    **number_fields(on_outcome.estimate),
                )
        for table in self.seats:
            yield from table.rows(self.name, "play")

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``bots``, ``seats`` where one bot sat in all of them, and the pictures of the game."""
        seats: dict[str, Callable[[], Figure]] = {"seats": lambda: seats_figure(self.seats)} if self.seats else {}
        return {"bots": self._bots, **seats, **game_figures(RunFolder(self.folder), self)}

    def _bots(self) -> "Figure":
        """Every bot in every outcome, with its interval."""
        from arkadia_sim.plots.bot_results import BotPoint, bot_table, draw_bots

        points = [
            BotPoint(bot.bot, on_outcome.outcome.column, on_outcome.estimate)
            for bot in self.bots
            for on_outcome in bot.outcomes
        ]
        return draw_bots(bot_table(points), self.manifest.outcomes, self.manifest.sections[0].players)


def play_results(run: RunFolder, manifest: Manifest) -> PlayResults:
    """The results of a finished run of plain play."""
    bots = sorted(bot_results(run, manifest), key=lambda bot: -bot.outcomes[0].estimate.mean)
    faults = Counter(failure.bot for failure in run.failures()) or Counter(one.bot for one in manifest.failures)
    at_fault = tuple(bot for bot, _ in faults.most_common())
    sections = section_games(run, manifest)
    return PlayResults(run.root, manifest, sections, tuple(bots), at_fault, seats_of_play(run, manifest))


def seats_of_play(run: RunFolder, manifest: Manifest) -> tuple[SeatTable, ...]:
    """The seats of a run of plain play in which one bot sat in all of them; empty for any other run."""
    alone = all(len(section.lineups) == 1 and section.players > 1 for section in manifest.sections)
    if manifest.kind != "play" or not alone:
        return ()
    tolerances = {outcome.column: outcome.tolerance for outcome in manifest.outcomes if outcome.tolerance is not None}
    return seat_tables(run, manifest, tolerances)
