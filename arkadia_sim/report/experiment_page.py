"""The page about experiments: the answers in words, then the numbers, then the pictures."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import polars.selectors as cs

from arkadia_sim.analysis.agreement import Agreement
from arkadia_sim.analysis.dose import DoseResults
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Parts
from arkadia_sim.report.figures import answers_shown, experiment_figures
from arkadia_sim.report.game_pictures import game_pictures
from arkadia_sim.report.grids import anchor, numbers_grid, overview_grid
from arkadia_sim.report.player_groups import foremost
from arkadia_sim.report.render import PageRun, page_run, render, write_pictures, write_tables
from arkadia_sim.report.tables import agreement_frame, counts_frame, parts_frames
from arkadia_sim.report.who_played import bot_roles
from arkadia_sim.report.wording import overview
from arkadia_sim.report.wording.agreement import (
    effects_sentence,
    flip_text,
    remarks,
    score_text,
    seeds_of,
    seeds_sentence,
)
from arkadia_sim.report.wording.answers import answers, flips, groups
from arkadia_sim.report.wording.between import between_sentence
from arkadia_sim.report.wording.methods import method, notes
from arkadia_sim.report.wording.places import where
from arkadia_sim.report.wording.sentences import (
    failures_warning,
    few_deals_warning,
    irregular_text,
    wide_warning,
)
from arkadia_sim.results.store import RunFolder


def experiment_page(parts: Parts, folder: Path, compared: Agreement | None) -> str:
    """The page, its figures and tables written beside it."""
    lead = parts.lead
    counts = counts_of({part.title if parts.several else "": part.results for part in parts.all})
    write_tables(folder, {"counts": counts} | parts_frames(parts))
    if compared is not None:
        write_tables(folder, {"agreement": agreement_frame(compared)})
    drawn = {part.name: write_pictures(folder, experiment_figures(parts, part)) for part in parts.all}
    first = answers_shown(lead)
    of_games = game_pictures(
        RunFolder(folder / lead.name), lead.results.manifest, lead.results.sections, foremost(lead.effects)
    )
    return render(
        "experiment.html.j2",
        _runs(parts, folder),
        bot_roles(parts),
        title=parts.title,
        question=parts.question,
        noun=lead.experiment.noun,
        warnings=_warnings(parts),
        headline=overview.headline(parts),
        meaning=overview.meaning(parts),
        comparisons=overview.comparisons(parts),
        overview=overview_grid(lead),
        lead=lead.title if parts.several else "",
        groups=groups(lead.effects),
        answers=_blocks(parts),
        flips=[(part.title if parts.several else "", flips(part.effects)) for part in parts.all],
        grids=[numbers_grid(part, part.title if parts.several else "") for part in parts.all],
        first_pictures=drawn[lead.name][:first],
        between=_between(parts),
        pictures=[
            one for part in parts.all for one in (drawn[part.name][first:] if part is lead else drawn[part.name])
        ],
        game_pictures=write_pictures(folder, of_games),
        agreement=None if compared is None else agreement_block(compared),
        method=method(parts),
        notes=notes(parts),
        counts=counts,
    )


def _runs(parts: Parts, folder: Path) -> list[PageRun]:
    """The runs with their commands."""
    return [
        page_run(
            part.title if parts.several else "",
            part.results.manifest,
            part.results.sections,
            f"{folder.name}/{part.name}" if part.name else folder.name,
        )
        for part in parts.all
    ]


def counts_of(runs: Mapping[str, PairedResults | DoseResults]) -> pl.DataFrame:
    """The games of all runs, table by table; ``runs`` go by their titles, an empty one for the only run."""
    frames = [counts_frame(one.sections, one.manifest.ends, title) for title, one in runs.items()]
    together = pl.concat(frames, how="diagonal")
    return together.with_columns(cs.string().fill_null(""), cs.numeric().fill_null(0))


def _warnings(parts: Parts) -> list[str]:
    sections = [section for part in parts.all for section in part.results.sections]
    return [
        few_deals_warning(parts.effects),
        wide_warning(parts.lead.effects),
        failures_warning(sections),
    ]


def _between(parts: Parts) -> list[str]:
    """What changes are worth more at one table size than at another, where an experiment asks for that."""
    return [between_sentence(", ".join(one.what), one) for found in parts.comparisons for one in found.between()]


def _blocks(parts: Parts) -> list[dict[str, Any]]:
    """The answers of each part, with a heading and what must be said before them."""
    blocks = []
    for number, part in enumerate(parts.all):
        results = part.results
        notes = [overview.tuning_note(part), irregular_text(results.sections)]
        blocks.append(
            {
                "title": f"Answers: {part.title}" if parts.several else "Answers",
                "anchor": f"answers-{number}",
                "warning": "" if part is parts.lead else wide_warning(part.effects, part.title),
                "notes": [text for text in notes if text],
                "answers": [(anchor(part, one.change), one) for one in answers(results)],
            }
        )
    return blocks


def agreement_block(found: Agreement) -> dict[str, Any]:
    """How far two plays agree, as the page shows it."""
    return {
        "sentence": effects_sentence(found),
        "remarks": [seeds_sentence(seeds_of(found)), *remarks(found)],
        "flips": [(flip_text(found, flip), flip.turned) for flip in found.flips],
        "rows": [
            {
                "part": row.part.title if len(found.pairs) > 1 else "",
                "change": row.effect.change.title,
                "where": where(row.effect),
                "outcome": row.outcome.label,
                "here": row.here,
                "there": row.there,
                "score": score_text(row),
            }
            for row in found.rows
        ],
    }
