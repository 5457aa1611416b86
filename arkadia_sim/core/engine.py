"""The compiled code of a game as plain Python sees it, and the records that it works on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.constraint import UNCONSTRAINED, Constraints
from arkadia_sim.errors import UsageError
from arkadia_sim.kernels.limits import DISREGARDED, FAULT_OF_DISREGARD
from arkadia_sim.kernels.look_ahead import RunOut
from arkadia_sim.kernels.play_loop import Play, Records
from arkadia_sim.kernels.rules import FOLLOWS


@dataclass(frozen=True)
class Engine:
    """A game's compiled code.

    Attributes:
        decisions: What bots decide, by phase.
        defaults: A compiled function for each decision.
        play: The entry points that play games.
        run_out: The entry points that play on from a position.
        handed: ``handed(game, seat)`` is the tuple of records that a seat is shown, the table first.
        moves_on: ``moves_on(table, decision)`` tells whether the game goes on without asking anybody, with what
            ``decision`` says then.
        find: The compiled function that finds what a bot's constraints leave.
        note_choice: The one that tells whether a choice is among that.
        decide_by_chance: The one that makes a random decision.
        kernel_faults: By what a kernel answers, other than OK: the rule that was broken, and how.
        logs: Room for the turns of so many games at least; the log is then emptied.
        constraint_bits: The fields of a ``SETTINGS`` record that tell of constraints, in a game that has any.
    """

    decisions: tuple[str, ...]
    defaults: Mapping[str, Callable[..., Any]]
    play: Play
    run_out: RunOut
    handed: Callable[[Any, int], tuple[Any, ...]]
    moves_on: Callable[[Any, Any], bool]
    find: Callable[..., None]
    note_choice: Callable[..., bool]
    decide_by_chance: Callable[..., None]
    kernel_faults: Mapping[int, tuple[str, str]]
    logs: int
    constraint_bits: Callable[[Constraints], Mapping[str, int]] = lambda constraints: {}

    @property
    def records(self) -> Records:
        """The kinds of records that the game is made of. A ``row`` counts the player's ``turns``."""
        return self.play.records

    @property
    def faults(self) -> dict[int, tuple[str, str]]:
        """By the number of a fault: the rule that was broken, or what else was disregarded, and how."""
        return {**self.kernel_faults, DISREGARDED: FAULT_OF_DISREGARD}

    def settings_of(self, bots: Sequence[Seated], players: int) -> NDArray[Any]:
        """The ``SETTINGS`` records of bots at a table of so many: what the loop puts into the players' minds."""
        settings = np.zeros(len(bots), self.records.settings)
        for entry, bot in zip(settings, bots, strict=True):
            entry["temperature"] = bot.temperature
            entry["mixing"] = [bot.mixing(decision) for decision in self.decisions]
            numbers = bot.numbers_at(players)
            entry["parameters"][: len(numbers)] = numbers
            for name, bits in self.constraint_bits(bot.constraints).items():
                entry[name] = bits
            followed = bot.followed_at(players)
            if followed:
                entry["rules"][: len(followed)] = followed
                entry["watched"] |= FOLLOWS
        return settings

    def minds_of(self, seated: Sequence[Seated]) -> NDArray[Any]:
        """The ``MIND`` records of the bots at a table, with their parameters and temperatures; streams are not set."""
        minds = self.records.new_minds()
        for mind, settings in zip(minds, self.settings_of(seated, len(seated)), strict=False):
            for name in self.records.settings.names or ():
                mind[name] = settings[name]
        return minds

    def deciders_of(self, seated: Sequence[Seated]) -> tuple[tuple[Callable[..., Any], ...], ...]:
        """For each decision the functions of the seats; seats at which nobody sits have those of the first."""
        everywhere = [*seated, *[seated[0]] * (self.records.seats - len(seated))]
        return tuple(
            tuple(bot.bot.decisions.get(name, self.defaults[name]) for bot in everywhere) for name in self.decisions
        )

    def entry_points(self, bots: Sequence[Seated]) -> list[Callable[..., Any]]:
        """The compiled functions that games of these bots need, but for those that only some turns do."""
        play = self.play
        needed = {function for one in bots for functions in self.deciders_of([one]) for function in functions}
        if any(not one.bot.in_python for one in bots):
            needed.add(play.play_games)
        if any(one.bot.in_python for one in bots):
            needed |= {play.open_game, play.advance, play.close_game, play.veil}
        if any(one.constraints != UNCONSTRAINED for one in bots):
            needed |= {play.steps.limited.ask, self.find, self.note_choice, self.decide_by_chance}
        return list(needed)

    def check(self, seated: Seated, title: str) -> None:
        """UsageError for a bot that decides what the game does not ask, by functions that it cannot ask, or has more
        parameters than a mind holds."""
        unknown = set(seated.bot.decisions) - set(self.decisions)
        if unknown:
            raise UsageError(
                f"bot {seated.bot.name} decides {', '.join(sorted(unknown))}; {title} asks for {self.decisions}"
            )
        for name in sorted(set(seated.bot.decisions) - seated.bot.plain) if accelerate.JIT_ENABLED else ():
            made = getattr(seated.bot.decisions[name], "nopython_signatures", None)
            if made != getattr(self.defaults[name], "nopython_signatures", None):
                raise UsageError(
                    f"bot {seated.bot.name}: its {name} can be asked neither as plain Python, for it takes several "
                    f"arguments, nor as compiled code, for it is not marked as a `decision` of {title}'s bots_api.kit"
                )
        most = self.records.settings["parameters"].shape[0]
        if len(seated.parameters) > most:
            raise UsageError(f"bot {seated.bot.name} has more than {most} parameters")
