"""The same as the command line, from Python.

>>> from arkadia_sim import play                                          # doctest: +SKIP
>>> result = play(["random", "greedy"], games=1000, seed=1)               # doctest: +SKIP
>>> print(result.table())                                                 # doctest: +SKIP
"""

from typing import TYPE_CHECKING, Any

from arkadia_sim.api.asking import balance, compare, compare_rules, dose, explore, feel, ladder, seats, sweep
from arkadia_sim.api.finished import Finished, Result, StudyResult
from arkadia_sim.api.playing import forecast, play, run, write_report
from arkadia_sim.api.searching import advise, exploit, judge, learn, mistakes, playbook, tune, worth
from arkadia_sim.api.showing import fresh_game, recorded_game, replay

if TYPE_CHECKING:
    from arkadia_sim.core.batch import batch

__all__ = [
    "Finished", "Result", "StudyResult", "advise", "balance", "batch", "compare", "compare_rules",
    "dose", "exploit", "explore", "feel", "forecast", "fresh_game", "judge", "ladder", "learn", "mistakes", "play",
    "playbook", "recorded_game", "replay", "run", "seats", "sweep", "tune", "worth", "write_report",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load what loads the compiler when it is first used."""
    if name != "batch":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arkadia_sim.core.batch import batch

    return batch
