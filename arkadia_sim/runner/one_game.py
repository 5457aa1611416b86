"""One game of a run: plays it alone, and writes the messages about a game that failed.

A game with a user's own bots is played in a child process.
"""

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.game import Game
from arkadia_sim.core.options import setting_words
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.user_code import decision_seconds, is_unplayed
from arkadia_sim.errors import RunError, command_line, counted
from arkadia_sim.plan.plan import NUMBERS_OF_A_SECTION, Plan, Section
from arkadia_sim.results.manifest import Failure, Manifest
from arkadia_sim.results.record_file import record_line
from arkadia_sim.runner.audit import user_bots
from arkadia_sim.runner.child import Child, ChildLost, OutOfTime
from arkadia_sim.runner.supervisor import GameAtFault, Games, load_bots

Played = tuple[str, dict[int, tuple[int, str]]]
"""The record of a game as a line, and its failures: game to seat and reason. A game that failed has a record as far as
it came, or none ("")."""


def record_of(game: Game, plan: Plan) -> Played:
    """Play the first game of a plan that keeps records.

    Raises:
        RunError: a bot ends the process that plays.
    """
    own = user_bots(game, plan.bots)
    if not own:
        game.warm_up(plan.bots)
        return _record(game, plan)
    named = f"{'one of ' if len(own) > 1 else ''}{', '.join(spec for spec in plan.bots if spec in own)}"
    child = Child()
    try:
        child.run(load_bots, os.getcwd(), plan.game, plan.bots)
        played: Played = child.run(play_first, plan, seconds=decision_seconds())
    except OutOfTime as late:
        return "", Games(plan, next(plan.chunks())).late(child, late)
    except ChildLost as lost:
        raise RunError(f"the game failed: {named} ends the process that plays it ({lost})") from None
    finally:
        child.close()
    return played


def play_first(plan: Plan) -> Played:
    """Play the first game of a plan in this process."""
    return _record(resolve_game(plan.game), plan)


def _record(game: Game, plan: Plan) -> Played:
    result = game.play(plan.batch(next(plan.chunks())))
    records = [*result.records, *result.broken_off]
    return record_line(records[0]) if records else "", dict(result.failures)


def fault_message(game: Game, plan: Plan, manifest: Manifest, fault: GameAtFault) -> str:
    """Which bot ends the process of which game, and the command that shows it again."""
    number = plan.first_game(fault.section) + fault.number
    manifest = manifest.model_copy(update={"sections": plan.sections})
    bots, own = _bots_of(manifest, *_place(manifest, number)), user_bots(game, plan.bots)
    named = ", ".join(dict.fromkeys(bot for bot in bots if bot in own)) or "one of its bots"
    return (
        f"{named} ends the process that plays game {number} of seed {plan.seed}\n{replay_hint(game, manifest, number)}"
    )


REASONS = 3
"""How many different reasons are told why games failed."""


def misleads_text(folder: object) -> str:
    """That a run's results are left out, and what to do."""
    left_out = "more than 1% of the games failed: results would be misleading and are left out"
    return f"{left_out}. Mend the bot, and play again in another folder than {folder}"


def failed_text(manifest: Manifest) -> str:
    """How many games failed, and why: the first reasons, each once."""
    counts = manifest.counts
    failures = sorted(manifest.failures, key=lambda failure: (is_unplayed(failure.reason), failure.game))
    reasons: dict[tuple[str, str], Failure] = {}
    for failure in failures:
        reasons.setdefault((failure.bot, failure.reason), failure)
    lines = []
    for failure in list(reasons.values())[:REASONS]:
        lines.append(
            f"{failure.bot} in {seat_text(failure.seat)}: {failure.reason}; game {failure.game} of seed {manifest.seed}"
        )
    failed = f"{counts.failed:,} of {counted(counts.games, 'game')} failed"
    failed += f", {counts.unplayed:,} were not played" if counts.unplayed else ""
    lines[:1] = [f"{failed} (first: {line})" for line in lines[:1]]
    hints = [replay_hint(resolve_game(manifest.game), manifest, failure.game) for failure in failures[:1]]
    return "\n".join([*lines, *hints])


def check_sound(manifest: Manifest, folder: Path) -> None:
    """RunError if more than 1% of the games failed: they count as wins of the others, so averages would mislead."""
    if manifest.counts.mislead:
        raise RunError(f"{failed_text(manifest)}\n{misleads_text(folder)}")


def replay_hint(game: Game, manifest: Manifest, number: int) -> str:
    """A line with the command that plays one game of a run again."""
    section, within = _place(manifest, number)
    usual = game.setting(section.players, {}, {}).rules
    chosen = {name: value for name, value in section.setting.rules.items() if value != usual.get(name)}
    words: list[object] = ["watch", *_bots_of(manifest, section, within), "--seed", manifest.seed]
    words += ["--deal", int(section.deals_of(within)[0]), *setting_words(chosen, manifest.chosen)]
    words += [] if manifest.game == DEFAULT_GAME else ["--game", manifest.game]
    return f"to see it again: {command_line(*words)}"


def _place(manifest: Manifest, number: int) -> tuple[Section, NDArray[np.int64]]:
    """The section of a game, and the game's number in it."""
    index, within = divmod(number, NUMBERS_OF_A_SECTION)
    return manifest.sections[index], np.array([within])


def _bots_of(manifest: Manifest, section: Section, within: NDArray[np.int64]) -> list[str]:
    """The bots of a game, seat by seat."""
    return [manifest.bots[int(index)].spec for index in section.seats_of(within)[0]]
