"""Workers that die, or that never come back: which game it is that does it, and who sits in it.

While a worker plays a chunk, a slip in the folder of unfinished files says so. When workers are gone, the chunks of
their slips are played again game by game in a process of their own, until one of the games ends that too.
"""

import inspect
import os
import re
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from shlex import quote
from threading import Event, Thread
from time import monotonic
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import shipped
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.plan.plan import NUMBERS_OF_A_SECTION, Chunk, Plan, Section, chunk_named
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.whole_files import faults_told, writer
from arkadia_sim.runner.child import Child
from arkadia_sim.runner.keeper import GameAtFault, Games, culprit, make_ready

LOOK_EVERY = 0.5
"""Seconds between two looks at whether a worker has come back."""


@contextmanager
def slip(folder: Path, chunk: Chunk) -> Iterator[None]:
    """Say in a folder of unfinished files that this process plays a chunk now."""
    file = folder / f"playing-{chunk.name}-{writer()}"
    with faults_told(file):
        folder.mkdir(exist_ok=True)
        file.write_text(str(os.getpid()), encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def under_way(folder: Path, plan: Plan) -> Mapping[Chunk, int]:
    """The chunks that were being played, by their slips, each with the number of the process that did."""
    found = {}
    for file in sorted(folder.glob("playing-*")):
        named = re.match("playing-(chunk-[0-9]+-[0-9]+)-", file.name)
        chunk = chunk_named(named[1], plan.sections) if named else None
        with suppress(OSError, ValueError):
            if chunk is not None:
                found[chunk] = int(file.read_text(encoding="utf-8"))
    return found


class Watch:
    """Ends the workers of a run from which nothing was heard for so many seconds; ``stalled`` says that it did."""

    def __init__(self, folder: Path, plan: Plan, seconds: float) -> None:
        self.stalled, self.seconds = False, seconds
        self._folder, self._plan = folder, plan
        self._last, self._over = monotonic(), Event()
        self._thread = Thread(target=self._look, name="watch", daemon=True)

    def heard(self) -> None:
        """A chunk came back; one may well take some times as long as those before."""
        now = monotonic()
        self.seconds = max(self.seconds, 20 * (now - self._last))
        self._last = now

    def __enter__(self) -> "Watch":
        """Begin to look, if there is an end to the patience."""
        if self.seconds < inf:
            self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Look no more."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(LOOK_EVERY):
            playing = under_way(self._folder, self._plan)
            if not playing:  # the workers are still getting ready
                self._last = monotonic()
            elif monotonic() - self._last > self.seconds:
                self.stalled = True
                for process in playing.values():
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
                return


def own_bots(game: Game, bots: Iterable[str]) -> frozenset[str]:
    """Those of some bots that came neither with the toolkit nor with a game of the user's own."""
    files = {spec: game.find_bot(spec).python_file for spec in bots}
    known, its_own = shipped.folder("bots"), Path(inspect.getfile(type(game)))
    return frozenset(spec for spec, file in files.items() if not file.is_relative_to(known) and file != its_own)


def who_did_it(
    game: Game, plan: Plan, manifest: Manifest, folder: Path, seconds: float, most: int | None
) -> str | None:
    """In words, the game that ended the workers of a run, its bots, and how to see it again; None if none is found.

    Games are played again in a process of their own, each for so many seconds and in so much memory at most.
    """
    for chunk in under_way(folder, plan):
        child = Child(most)
        try:
            child.do(make_ready, os.getcwd(), plan)
            culprit(child, Games(plan, chunk), seconds)
        except GameAtFault as fault:
            return blame(game, plan, manifest, fault)
        finally:
            child.end()
    return None


def blame(game: Game, plan: Plan, manifest: Manifest, fault: GameAtFault) -> str:
    """In words, what a game did to the process that played it, its bots, and how to see it again."""
    number = plan.first_game(fault.section) + fault.number
    manifest = manifest.model_copy(update={"sections": plan.sections})
    bots, own = _bots_of(manifest, *_place(manifest, number)), own_bots(game, plan.bots)
    named = ", ".join(dict.fromkeys(bot for bot in bots if bot in own)) or "one of its bots"
    return f"{named} {fault.does} game {number} of seed {plan.seed}\n{again(game, manifest, number)}"


def _place(manifest: Manifest, number: int) -> tuple[Section, NDArray[np.int64]]:
    """The section of a game of a run, and its number there."""
    index, within = divmod(number, NUMBERS_OF_A_SECTION)
    return manifest.sections[index], np.array([within])


def _bots_of(manifest: Manifest, section: Section, within: NDArray[np.int64]) -> list[str]:
    """The bots of a game, seat by seat."""
    return [manifest.bots[int(one)].spec for one in section.seats_of(within)[0]]


def again(game: Game, manifest: Manifest, number: int) -> str:
    """The command that plays one game of a run again, to look at it, or to see how it fails, with a word before it."""
    section, within = _place(manifest, number)
    bots = " ".join(map(quote, _bots_of(manifest, section, within)))
    usual = game.setting(section.players, {}, {}).rules
    chosen = {name: value for name, value in section.setting.rules.items() if value != usual.get(name)}
    rules = "".join(f" --rules {quote(f'{name}={option_text(value)}')}" for name, value in chosen.items())
    pieces = "".join(f" --components {quote(f'{name}={value}')}" for name, value in manifest.chosen.items())
    named = "" if manifest.game == DEFAULT_GAME else f" --game {quote(manifest.game)}"
    deal = int(section.deals_of(within)[0])
    return f"to see it again: arkadia-sim watch {bots} --seed {manifest.seed} --deal {deal}{rules}{pieces}{named}"
