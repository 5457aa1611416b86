"""The tables of a report as frames, with every figure in full: what is written as CSV beside the page."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import polars as pl

from arkadia_sim.report.analysis import PairedSection, PairedStudy, PlaySection, PlayStudy
from arkadia_sim.report.sentences import UNCHANGED
from arkadia_sim.stats.equivalence import Judgement
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect


def effects_frame(study: PairedStudy) -> pl.DataFrame:
    """One row per table size and outcome: both means, the effect with intervals, verdict, p-values and gain.

    p-values are adjusted over the family of questions (Holm); outcomes that were no question have none.
    """
    rows = []
    for section in study.sections:
        for outcome, unit, effect, judgement in (
            ("win share", "points", section.win_share, section.win_share_judgement),
            ("gold margin", "gold", section.gold_margin, section.gold_margin_judgement),
            ("gold", "gold", section.gold, None),
            (str(study.experiment["behaviour"]), "per game", section.behaviour, None),
        ):
            names = {"section": section.label, "players": section.players, "outcome": outcome, "unit": unit}
            rows.append(names | _effect_values(effect) | _verdict_values(judgement, section.behaviour_changed))
    return pl.DataFrame(rows, infer_schema_length=None)


def counts_frame(sections: Sequence[PairedSection | PlaySection]) -> pl.DataFrame:
    """One row per section: deals, games, and how many of them ended in which way."""
    ends = sorted({end for section in sections for end in section.counts.by_end} | {"failed", "stalemate"})
    return pl.DataFrame(
        [
            {
                "section": section.label,
                "players": section.players,
                "deals": section.deals,
                "games": section.counts.games,
            }
            | {end: section.counts.by_end.get(end, 0) for end in ends}
            for section in sections
        ]
    )


def bots_frame(study: PlayStudy) -> pl.DataFrame:
    """One row per section, bot and outcome of plain play."""
    return pl.DataFrame(
        [
            {"section": section.label, "players": section.players, "bot": bot.bot, "rows": bot.games}
            | {"outcome": outcome, "unit": unit}
            | _estimate_values(estimate, "mean")
            for section in study.sections
            for bot in section.bots
            for outcome, unit, estimate in (
                ("win share", "points", bot.win_share),
                ("gold", "gold", bot.gold),
                ("gold margin", "gold", bot.gold_margin),
            )
        ],
        infer_schema_length=None,
    )


def bootstrap_disagreement(study: PairedStudy) -> float | None:
    """The largest distance, in win-share points, between an end of the t interval and that of the bootstrap.

    None where an interval is unknown.
    """
    distances = [
        distance
        for s in study.sections
        for distance in (
            abs(s.win_share.effect.low - s.win_share.bootstrap.low),
            abs(s.win_share.effect.high - s.win_share.bootstrap.high),
        )
    ]
    return max(distances) if all(map(isfinite, distances)) else None


def _effect_values(effect: PairedEffect) -> dict[str, Any]:
    return {
        "without": effect.control.mean,
        "with": effect.with_change.mean,
        **_estimate_values(effect.effect, "effect"),
        "bootstrap_low": _known(effect.bootstrap.low),
        "bootstrap_high": _known(effect.bootstrap.high),
        "changed_deals": effect.changed_deals,
        "gain_over_unpaired": effect.gain,
    }


def _estimate_values(estimate: Estimate, name: str) -> dict[str, Any]:
    return {
        name: estimate.mean,
        "low": _known(estimate.low),
        "high": _known(estimate.high),
        "standard_error": _known(estimate.standard_error),
        "level": estimate.level,
        "deals": estimate.n,
    }


def _known(value: float) -> float | None:
    """The value, or None (an empty cell) where there are too few deals to say."""
    return value if isfinite(value) else None


def _verdict_values(judgement: Judgement | None, changed: bool) -> dict[str, Any]:
    if judgement is None:
        return {"margin": None, "verdict": None, "p_difference": None, "p_equivalence": None}
    return {
        "margin": judgement.margin,
        "verdict": str(judgement.verdict) if changed else UNCHANGED,
        "p_difference": judgement.p_difference,
        "p_equivalence": judgement.p_equivalence,
    }
