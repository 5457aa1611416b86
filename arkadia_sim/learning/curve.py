"""The picture of a learning: the bot's strength after each step."""

from collections.abc import Iterator
from pathlib import Path

from arkadia_sim.learning.learn_file import LearnFile
from arkadia_sim.plots.curves import LearningPoint, draw_learning

PICTURE = "curve.png"


def draw_curve(file: LearnFile, folder: Path) -> Path:
    """Draw the strength after each step into a folder; returns the picture's path."""
    figure = draw_learning(list(_points(file)), file.outcome.axis)
    figure.savefig(folder / PICTURE, dpi=150, metadata={"Software": None})
    return folder / PICTURE


def _points(file: LearnFile) -> Iterator[LearningPoint]:
    for stage in file.stages:
        chance, panel = file.outcome.chance(stage.players), f"{stage.players} players"
        steps = {"fit": stage.fitted, "practice": stage.practised, "evolution": stage.evolved, "kept": stage.result}
        for step, strengths in steps.items():
            for strength in strengths:
                if strength.against in file.against:  # the bot before the round differs from round to round
                    yield LearningPoint(
                        panel, f"{step}, round {stage.round}", strength.against, strength.value.estimate(), chance
                    )
