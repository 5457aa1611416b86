"""How many games a learning takes, estimated before the first lesson."""

from dataclasses import dataclass

from arkadia_sim.core.registry import resolve_game
from arkadia_sim.learning.evolution import EvolutionPlan
from arkadia_sim.learning.learn_file import LearnFile
from arkadia_sim.learning.self_play import SelfPlay
from arkadia_sim.runner.progress import Progress, Silent
from arkadia_sim.runner.workers import Crew

CHOICE_DEALS, VALIDATION_DEALS, REPORT_DEALS = 150, 400, 400
"""Deals of comparisons: to choose where to continue, to choose what is kept, and to report its strength."""


@dataclass(frozen=True)
class Planned:
    """How many games a learning plays: with lessons (without playouts), in practice, evolutions and comparisons."""

    lessons: int
    practice: int
    evolutions: int
    comparisons: int

    @property
    def games(self) -> int:
        """All games."""
        return self.lessons + self.practice + self.evolutions + self.comparisons


def planned_games(file: LearnFile) -> Planned:
    """Count the games of a learning before its first lesson."""
    lessons = practice = evolutions = comparisons = 0
    for players in file.players:
        for number in range(1, file.rounds + 1):
            learned = file.has_learned_before(players, number)
            seats = players * (len(file.against) + learned)
            lessons += file.deals
            comparisons += 2 * (VALIDATION_DEALS + REPORT_DEALS) * seats
            if number < file.rounds:
                continue
            comparisons += 2 * CHOICE_DEALS * seats * learned
            if file.practice is not None:
                practice += file.practice.generations * file.practice.games(players)
                comparisons += (2 * CHOICE_DEALS + VALIDATION_DEALS + REPORT_DEALS) * seats
            if file.evolution is not None:
                evolutions += games_per_generation(file, file.evolution, players) * file.evolution.generations
                comparisons += (VALIDATION_DEALS + REPORT_DEALS) * seats
    return Planned(lessons, practice, evolutions, comparisons)


def evolution_company(file: LearnFile, players: int, crew: Crew, progress: Progress) -> SelfPlay:
    """The games in which the bot evolves, for one table size."""
    setting = resolve_game(file.game).setting(players, {}, {})
    return SelfPlay(file.game, setting, file.climbed, file.seed, crew, progress)


def games_per_generation(file: LearnFile, plan: EvolutionPlan, players: int) -> int:
    """The games of one generation of evolution, for one table size."""
    return evolution_company(file, players, Crew(1), Silent()).games(plan.pairs, plan.deals)


def _times(sizes: int, generations: int) -> str:
    text = f"{generations} generation{'' if generations == 1 else 's'}"
    return text if sizes == 1 else f"{text} at each of {sizes} table sizes"


def cost_line(file: LearnFile) -> str:
    """The games of a learning in words."""
    planned, sizes = planned_games(file), len(file.players)
    parts = [
        f"{planned.lessons:,} games with lessons ({100 * file.lessons.share:g}% of their decisions played out, "
        f"{file.lessons.playouts} times per candidate)"
    ]
    if file.practice is not None:
        parts.append(f"{planned.practice:,} in practice ({_times(sizes, file.practice.generations)})")
    if file.evolution is not None:
        parts.append(f"{planned.evolutions:,} in evolutions ({_times(sizes, file.evolution.generations)})")
    return f"will play: {', '.join(parts)}, {planned.comparisons:,} in comparisons"
