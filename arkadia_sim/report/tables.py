"""The tables of a report as frames, with every figure in full: what is written as CSV beside the page.

Outcomes and behaviours go by the names of their columns, numbers are in the outcome's unit.
"""

from collections.abc import Sequence
from typing import Any

import polars as pl

from arkadia_sim.analysis.agreement import Agreement
from arkadia_sim.analysis.effects import Judged, Measured, finding_on
from arkadia_sim.analysis.guide import GuideResults
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Parts
from arkadia_sim.analysis.results import PlayResults
from arkadia_sim.analysis.sections import SectionGames, irregular_ends
from arkadia_sim.core.game import FAILED, End
from arkadia_sim.report.wording.places import company, table_label, where
from arkadia_sim.report.wording.sentences import finding_text
from arkadia_sim.stats.intervals import Estimate, known
from arkadia_sim.stats.paired import PairedEffect

Row = dict[str, Any]


def parts_frames(parts: Parts) -> dict[str, pl.DataFrame]:
    """The tables of effects of all parts, named by them where there are several."""
    frames = {}
    for part in parts.all:
        end = f"_{part.name}" if parts.several else ""
        frames[f"effects{end}"] = effects_frame(part.results)
        if part.results.experiment.between:
            frames[f"between{end}"] = between_frame(part.results)
    return frames


def effects_frame(results: PairedResults) -> pl.DataFrame:
    """One row per change, company, table and outcome: both means, the effect, verdict, p-values and gain.

    p-values are adjusted over the family of questions (Holm); outcomes that were no question have none.
    """
    rows: list[Row] = []
    for one in results.effects:
        names = {
            "change": one.change.name,
            "claim": one.change.claim,
            "company": one.company,
            "table": table_label(one),
            "players": one.players,
        }
        for measured in one.outcomes:
            told = {"outcome": measured.outcome.column, "unit": measured.outcome.unit}
            rows.append(names | told | _paired_values(measured.effect) | _verdict_values(one, measured))
        if one.behaviour is not None:
            told = {"outcome": one.change.behaviour or "", "unit": "per game"}
            rows.append(names | told | _paired_values(one.behaviour) | _verdict_values(one, None))
    return pl.DataFrame(rows, infer_schema_length=None)


def guide_frame(found: GuideResults) -> pl.DataFrame:
    """One row per table size, advice and strong or other company's number, and per worth of the advice."""
    rows: list[Row] = []
    for players, several in found.told.items():
        for one in several:
            names = {"players": players, "claim": one.advice.claim, "deed": one.advice.deed}
            for what, worth in (("possible", one.possible), ("always", one.always)):
                if worth is not None:
                    told = {"what": what, "who": "strong", "value": worth.mean, "low": worth.low, "high": worth.high}
                    rows.append(names | told | {"finding": finding_text(worth.finding)})
            for who, shown in (("strong", one.strong), *one.others.items()):
                for number in shown:
                    habit = number.habit
                    what = habit.column if habit.over is None else f"{habit.column} / {habit.over}"
                    told = {"what": f"{what}, {habit.statistic}", "who": who, "value": number.value}
                    rows.append(names | told | {"low": number.low, "high": number.high, "finding": None})
    return pl.DataFrame(rows, infer_schema_length=None)


def between_frame(results: PairedResults) -> pl.DataFrame:
    """One row per effect, outcome and pair of table sizes: what it is more with the first than with the second."""
    rows = [one.as_json() | {"what": ", ".join(one.what)} for one in results.between()]
    return pl.DataFrame(rows, infer_schema_length=None)


def counts_frame(sections: Sequence[SectionGames], ends: Sequence[End], part: str = "") -> pl.DataFrame:
    """One row per section: deals, games, and how many of them ended in which way; ``part`` names its run.

    Of the ends of games that got stuck (among ``ends``, those of the game) it also says the share.
    """
    stuck = irregular_ends(ends)
    companies = any(company(section) for section in sections)
    names = sorted({end for section in sections for end in section.counts.by_end} | {FAILED, *stuck})
    return pl.DataFrame(
        [
            ({"part": part} if part else {})
            | {"table": table_label(section)}
            | ({"company": company(section)} if companies else {})
            | {"deals": section.deals, "games": section.counts.games}
            | {end: section.counts.by_end.get(end, 0) for end in names}
            | {
                f"{end}_percent": round(100 * section.counts.by_end.get(end, 0) / section.counts.games, 1)
                for end in stuck
            }
            for section in sections
        ]
    )


def bots_frame(results: PlayResults) -> pl.DataFrame:
    """One row per section, bot and outcome of plain play."""
    return pl.DataFrame(
        [
            {"table": table_label(section), "players": section.players, "bot": bot.bot, "games": bot.games}
            | {"outcome": one.outcome.column, "unit": one.outcome.unit}
            | _estimate_values(one.estimate, "mean")
            | {"sd": known(one.sd)}
            for section, bots in zip(results.sections, results.bots, strict=True)
            for bot in bots
            for one in bot.outcomes
        ],
        infer_schema_length=None,
    )


def agreement_frame(found: Agreement) -> pl.DataFrame:
    """One row per estimate of two plays, with every figure in full."""
    return pl.DataFrame(
        [
            {
                "part": row.part.name,
                "change": row.effect.change.name,
                "where": where(row.effect),
                "outcome": row.outcome.column,
                "here": row.here.mean,
                "there": row.there.mean,
                "standard_error_here": known(row.here.standard_error),
                "standard_error_there": known(row.there.standard_error),
                "score": known(row.score),
            }
            for row in found.rows
        ],
        infer_schema_length=None,
    )


def flips_frame(found: Agreement) -> pl.DataFrame:
    """One row per verdict that two plays do not share; empty where they share all."""
    names = ("part", "change", "where", "outcome", "here", "there")
    return pl.DataFrame(
        [
            (
                flip.part.name,
                flip.effect.change.name,
                where(flip.effect),
                flip.outcome.column,
                *(None if one is None else str(one) for one in (flip.here, flip.there)),
            )
            for flip in found.flips
        ],
        schema=dict.fromkeys(names, pl.String),
        orient="row",
    )


def _paired_values(effect: PairedEffect) -> Row:
    return {
        "without": effect.control.mean,
        "with": effect.with_change.mean,
        **_estimate_values(effect.effect, "effect"),
        "bootstrap_low": None if effect.bootstrap is None else known(effect.bootstrap.low),
        "bootstrap_high": None if effect.bootstrap is None else known(effect.bootstrap.high),
        "changed_deals": effect.changed_deals,
        "gain_over_unpaired": effect.gain,
    }


def _estimate_values(estimate: Estimate, name: str) -> Row:
    return {
        name: estimate.mean,
        "low": known(estimate.low),
        "high": known(estimate.high),
        "standard_error": known(estimate.standard_error),
        "level": estimate.level,
        "deals": estimate.n,
    }


def _verdict_values(one: Judged, measured: Measured | None) -> Row:
    judgement = None if measured is None else measured.judgement
    if judgement is None:
        return {"tolerance": None, "verdict": None, "p_difference": None, "p_equivalence": None}
    return {
        "tolerance": judgement.tolerance,
        "verdict": finding_text(finding_on(one, measured)),
        "p_difference": known(judgement.p_difference),
        "p_equivalence": known(judgement.p_equivalence),
    }
