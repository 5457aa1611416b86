"""The run that somebody asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.plan.plan import Plan
from arkadia_sim.plan.questions import Stopping

OnError = Literal["count", "stop"]


@dataclass(frozen=True)
class RunRequest:
    """A plan and what its folder should say of where it came from; ``files`` are those that the text names.

    ``on_error`` says what a failed game does: it counts as one, or it stops the run.
    With ``stopping`` the plan is the first stage: what is played after each look depends on what was seen.
    """

    plan: Plan
    kind: Literal["play", "experiment"]
    experiment: Experiment | None = None
    experiment_text: str | None = None
    files: tuple[Path, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    stopping: Stopping | None = None
    on_error: OnError = "count"
