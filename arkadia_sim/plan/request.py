"""The run that somebody asks for: its plan, and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from arkadia_sim.plan.plan import Plan

OnError = Literal["count", "stop"]


@dataclass(frozen=True)
class RunRequest:
    """A plan, and where it comes from.

    ``experiment`` has the keys of the experiment, defaults filled in; ``files`` are those that its text names, which
    are copied beside it. ``chosen`` are components other than the game's own. ``on_error`` says whether a failed game
    counts as one, or stops the run.
    """

    plan: Plan
    kind: Literal["play", "experiment"]
    experiment: Mapping[str, Any] | None = None
    experiment_text: str | None = None
    files: tuple[Path, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    on_error: OnError = "count"
