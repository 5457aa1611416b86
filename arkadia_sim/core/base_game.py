"""What games on either base share: how their bots are found, and what most games leave as it is."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from arkadia_sim.core import registry
from arkadia_sim.core.bot import Bot, BotDescription, BotEntry, Seated, check_constraints, check_table_sizes
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.game import Setting, Trajectory
from arkadia_sim.core.options import ComponentOption
from arkadia_sim.sources import sources_of


class BaseGame:
    """The base of :class:`arkadia_sim.core.simple_game.SimpleGame` and
    :class:`arkadia_sim.core.compiled_game.CompiledGame`; see :class:`arkadia_sim.core.game.Game` for each part."""

    name: str
    title: str
    player_counts: tuple[int, ...]
    constraints: tuple[Constraint, ...] = ()
    bots: tuple[Bot, ...] = ()
    """The bots that come with the game; those of a shipped game are in ``bots/GAME``."""
    pieces: tuple[ComponentOption, ...] = ()
    """The components that can be replaced."""
    trajectories: Sequence[Trajectory] = ()
    """The numbers that can be followed turn by turn."""
    general_caveats: tuple[str, ...] = ()
    """What is not known of the rules and pieces, whatever the setting."""

    @cached_property
    def _file(self) -> Path:
        """The module of the game."""
        return Path(inspect.getfile(type(self)))

    def component_options(self) -> Sequence[ComponentOption]:
        """The pieces that can be replaced."""
        return self.pieces

    def caveats(self, setting: Setting) -> Sequence[str]:
        """What is not known of the rules and pieces."""
        return self.general_caveats

    @cached_property
    def _own(self) -> Mapping[str, tuple[Bot, Path]]:
        return {bot.name: (replace(bot, game=self.name), self._file) for bot in self.bots}

    def check_bot(self, bot: Seated) -> None:
        """UsageError for a bot whose decisions are none of this game's."""
        raise NotImplementedError

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        """Find the bot that a user wrote, and set its parameters; see :func:`arkadia_sim.core.registry.find_bot`."""
        bot = registry.find_bot(spec, self.name, self._own, run_files)
        self.check_bot(bot)
        check_constraints(bot, self.constraints)
        check_table_sizes(bot, self.player_counts)
        return bot

    def list_bots(self) -> Sequence[BotEntry]:
        """All bots that can be called by name, those of the game first."""
        return [*(BotEntry.of(self.find_bot(name)) for name in self._own), *registry.list_bots(self.name)]

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        """Find the bots and describe each for the manifest, with a hash of the game's files and its own."""
        bots = [self.find_bot(spec) for spec in specs]
        files = {bot.python_file for bot in bots}  # a search has hundreds of bots from one file
        sources = {file: sources_of(self.name, *registry.files_of(self), file) for file in files}
        return [BotDescription.of(bot, sources[bot.python_file]) for bot in bots]
