"""The tables of a report as frames, with every figure in full: what is written as CSV beside the page."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import polars as pl

from arkadia_sim.report.analysis import PlaySection, PlayStudy
from arkadia_sim.report.effects import Judged, PairedStudy, told_text
from arkadia_sim.report.factorial import FactorialStudy
from arkadia_sim.report.sections import SectionGames
from arkadia_sim.stats.equivalence import Judgement
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect


def effects_frame(study: PairedStudy) -> pl.DataFrame:
    """One row per change, company, table size and outcome: both means, the effect, verdict, p-values and gain.

    p-values are adjusted over the family of questions (Holm); outcomes that were no question have none.
    """
    rows: list[dict[str, Any]] = []
    for one in study.effects:
        where = {"change": one.change.name, "claim": one.change.claim, "field": one.field, "section": one.label}
        names = where | {"condition": one.condition, "players": one.players}
        for outcome, unit, effect, judgement in (
            ("win share", "points", one.win_share, one.win_share_judgement),
            ("gold margin", "gold", one.gold_margin, one.gold_margin_judgement),
            ("gold", "gold", one.gold, None),
            (one.change.behaviour, "per game", one.behaviour, None),
        ):
            if effect is not None:
                values = _effect_values(effect) | _verdict_values(judgement, one)
                rows.append(names | {"outcome": outcome, "unit": unit} | values)
    return pl.DataFrame(rows, infer_schema_length=None)


def main_effects_frame(study: FactorialStudy) -> pl.DataFrame:
    """One row per change, table size and outcome of a factorial run; p-values are adjusted (Holm)."""
    rows: list[dict[str, Any]] = []
    for one in study.main:
        names = {"change": one.change.name, "claim": one.change.claim, "section": one.label, "players": one.players}
        for outcome, unit, effect, judgement in (
            ("win share", "points", one.win_share, one.win_share_judgement),
            ("gold margin", "gold", one.gold_margin, one.gold_margin_judgement),
            (one.change.behaviour, "per game", one.behaviour, None),
        ):
            if effect is not None:
                values = _estimate_values(effect, "effect") | _verdict_values(judgement, one)
                rows.append(names | {"outcome": outcome, "unit": unit} | values)
    return pl.DataFrame(rows, infer_schema_length=None)


def pairs_frame(study: FactorialStudy) -> pl.DataFrame:
    """One row per pair of changes, table size and outcome of a factorial run; for win share also what each of the two
    is worth without and with the other, each interval for itself."""
    rows = [
        {"first": one.first.name, "second": one.second.name, "section": one.label, "players": one.players}
        | {"outcome": outcome, "unit": unit}
        | _estimate_values(estimate, "interaction")
        | {"surely_not_zero": one.sure if outcome == "win share" else None}
        | {
            f"{which}_{how}{end}": (getattr(effect, part) if outcome == "win share" else None)
            for how, pair in (("alone", one.alone), ("along", one.along))
            for which, effect in zip(("first", "second"), pair, strict=True)
            for end, part in (("", "mean"), ("_low", "low"), ("_high", "high"))
        }
        for one in study.interactions
        for outcome, unit, estimate in (
            ("win share", "points", one.win_share),
            ("gold margin", "gold", one.gold_margin),
        )
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def counts_frame(sections: Sequence[SectionGames | PlaySection], part: str = "") -> pl.DataFrame:
    """One row per section: deals, games, and how many of them ended in which way; ``part`` names its run."""
    companies = any(isinstance(section, SectionGames) and section.field_title for section in sections)
    ends = sorted({end for section in sections for end in section.counts.by_end} | {"failed", "stalemate"})
    return pl.DataFrame(
        [
            ({"part": part} if part else {})
            | {"section": section.label}
            | ({"among": getattr(section, "field_title", "")} if companies else {})
            | {
                "players": section.players,
                "deals": section.deals,
                "games": section.counts.games,
            }
            | {end: section.counts.by_end.get(end, 0) for end in ends}
            | {"stalemate_percent": round(100 * section.counts.stalemate / section.counts.games, 1)}
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
        for effect, check in ((one.win_share.effect, one.win_share.bootstrap) for one in study.effects)
        if check is not None
        for distance in (abs(effect.low - check.low), abs(effect.high - check.high))
    ]
    return max(distances) if distances and all(map(isfinite, distances)) else None


def _effect_values(effect: PairedEffect) -> dict[str, Any]:
    return {
        "without": effect.control.mean,
        "with": effect.with_change.mean,
        **_estimate_values(effect.effect, "effect"),
        "bootstrap_low": None if effect.bootstrap is None else _known(effect.bootstrap.low),
        "bootstrap_high": None if effect.bootstrap is None else _known(effect.bootstrap.high),
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
    """The value, or None (an empty cell) where it is not known."""
    return value if isfinite(value) else None


def _verdict_values(judgement: Judgement | None, one: Judged) -> dict[str, Any]:
    if judgement is None:
        return {"margin": None, "verdict": None, "p_difference": None, "p_equivalence": None}
    return {
        "margin": judgement.margin,
        "verdict": told_text(one, "win_share" if judgement is one.win_share_judgement else "gold_margin"),
        "p_difference": _known(judgement.p_difference),
        "p_equivalence": _known(judgement.p_equivalence),
    }
