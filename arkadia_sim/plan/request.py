"""A run that somebody asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from arkadia_sim.plan.contrasts import Stopping
from arkadia_sim.plan.plan import Plan

OnError = Literal["count", "stop"]


@dataclass(frozen=True)
class RunRequest:
    """A plan, and what the folder of the run says about where it came from.

    Args:
        plan: what is played. With ``stopping`` it is the first stage: what follows each look depends on what was seen.
        kind: whether an experiment was asked for, or plain play.
        experiment: the experiment as plain values, defaults filled in.
        experiment_text: the text of its file.
        files: files that the text names, which are copied beside it.
        chosen: components other than the game's own.
        stopping: when to stop early.
        on_error: whether a failed game counts as one, or stops the run.
    """

    plan: Plan
    kind: Literal["play", "experiment"]
    experiment: Mapping[str, Any] | None = None
    experiment_text: str | None = None
    files: tuple[Path, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    stopping: Stopping | None = None
    on_error: OnError = "count"
