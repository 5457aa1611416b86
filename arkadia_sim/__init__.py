"""Plays many board games by their full rules, and analyses which strategies win."""

# ruff: noqa: F403, F405 (type checkers alone read the names from the API here)

import sys
from typing import TYPE_CHECKING, Any

if sys.platform == "win32":
    raise ImportError("arkadia_sim runs on Linux and macOS; on Windows, install it in WSL")

__version__ = "0.2.0"
__all__ = [
    "Finished", "Result", "StudyResult", "__version__", "advise", "balance", "batch", "compare", "compare_rules",
    "dose", "exploit", "explore", "feel", "forecast", "judge", "ladder", "learn", "mistakes", "play", "playbook",
    "replay", "run", "seats", "sweep", "tune", "worth", "write_report",
]  # fmt: skip

if TYPE_CHECKING:
    from arkadia_sim.api import *


def __getattr__(name: str) -> Any:
    """Load what the package offers when it is first used, so that importing it costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("arkadia_sim.api"), name)


def __dir__() -> list[str]:
    """What the package offers."""
    return __all__
