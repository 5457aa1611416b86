"""Messages about a game that failed or ended its process: who played it, and the command that shows it again."""

import inspect
from collections.abc import Iterable
from pathlib import Path
from shlex import quote

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import shipped
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.plan.plan import NUMBERS_OF_A_SECTION, Plan, Section
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.runner.supervisor import GameAtFault


def user_bots(game: Game, bots: Iterable[str]) -> frozenset[str]:
    """The bots that came neither with this package nor in the same file as a user's own game."""
    files = {spec: game.find_bot(spec).python_file for spec in bots}
    known, game_file = shipped.folder("bots"), Path(inspect.getfile(type(game)))
    return frozenset(spec for spec, file in files.items() if not file.is_relative_to(known) and file != game_file)


def fault_message(game: Game, plan: Plan, manifest: Manifest, fault: GameAtFault) -> str:
    """Which bot did what to the process of which game, and the command that shows it again."""
    number = plan.first_game(fault.section) + fault.number
    manifest = manifest.model_copy(update={"sections": plan.sections})
    bots, own = _bots_of(manifest, *_place(manifest, number)), user_bots(game, plan.bots)
    named = ", ".join(dict.fromkeys(bot for bot in bots if bot in own)) or "one of its bots"
    return f"{named} {fault.does} game {number} of seed {plan.seed}\n{replay_hint(game, manifest, number)}"


def replay_hint(game: Game, manifest: Manifest, number: int) -> str:
    """A line with the command that plays one game of a run again."""
    section, within = _place(manifest, number)
    bots = " ".join(map(quote, _bots_of(manifest, section, within)))
    usual = game.setting(section.players, {}, {}).rules
    chosen = {name: value for name, value in section.setting.rules.items() if value != usual.get(name)}
    rules = "".join(f" --rules {quote(f'{name}={option_text(value)}')}" for name, value in chosen.items())
    pieces = "".join(f" --components {quote(f'{name}={value}')}" for name, value in manifest.chosen.items())
    named = "" if manifest.game == DEFAULT_GAME else f" --game {quote(manifest.game)}"
    deal = int(section.deals_of(within)[0])
    return f"to see it again: arkadia-sim watch {bots} --seed {manifest.seed} --deal {deal}{rules}{pieces}{named}"


def _place(manifest: Manifest, number: int) -> tuple[Section, NDArray[np.int64]]:
    """The section of a game, and the game's number in it."""
    index, within = divmod(number, NUMBERS_OF_A_SECTION)
    return manifest.sections[index], np.array([within])


def _bots_of(manifest: Manifest, section: Section, within: NDArray[np.int64]) -> list[str]:
    """The bots of a game, seat by seat."""
    return [manifest.bots[int(index)].spec for index in section.seats_of(within)[0]]
