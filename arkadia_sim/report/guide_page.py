"""The page that one can play by: for each number of players what strong players do, then each claim on one screen.

The pages of the parts, with all numbers, lie in their folders beside it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from arkadia_sim.analysis.agreement import Agreement
from arkadia_sim.analysis.dose import Curve, DoseResults
from arkadia_sim.analysis.effects import Effect, tolerance, verdict_on
from arkadia_sim.analysis.guide import GuideResults, Told, Worth, guide_results
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Part, Parts, single
from arkadia_sim.analysis.stretch import stretch
from arkadia_sim.core.scene import Scene, Table
from arkadia_sim.experiments.guide import DO_NOT, Advice, Guide
from arkadia_sim.plots import forest
from arkadia_sim.plots.scene_files import svg_document
from arkadia_sim.plots.scene_layout import draw_scene
from arkadia_sim.report.dose_page import dose_figure
from arkadia_sim.report.experiment_page import agreement_block, counts_of
from arkadia_sim.report.figures import Drawn, effect_axis
from arkadia_sim.report.game_pictures import game_pictures
from arkadia_sim.report.render import figure_markup, page_run, render, write_pictures, write_tables
from arkadia_sim.report.tables import agreement_frame, flips_frame, guide_frame
from arkadia_sim.report.templating import markup
from arkadia_sim.report.who_played import plans_of
from arkadia_sim.report.wording.dose import best_line, curve_text
from arkadia_sim.report.wording.guide import (
    advice_text,
    claim_text,
    ending,
    habit_text,
    is_sure,
    moment,
    open_because,
    open_text,
    reading,
    who_is,
    worth_sentence,
)
from arkadia_sim.report.wording.methods import notes
from arkadia_sim.report.wording.numbers import capital, in_words, players_in_words
from arkadia_sim.report.wording.places import places, with_players
from arkadia_sim.report.wording.sentences import (
    failures_warning,
    few_deals_warning,
    verdicts_sentence,
)
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

STRONG = "strong players"


def guide_page(
    parts: Parts,
    guide: Guide,
    folder: Path,
    compared: Agreement | None,
    write_part: Callable[[Path, Parts | DoseResults], object],
) -> str:
    """The page, its figures and tables written beside it; ``write_part`` writes the page of a part into its folder.

    ``compared`` is how far the same study played with another seed, or by other players, agrees.
    """
    part = next(one for one in parts.all if one.name == guide.part)
    run = RunFolder(folder / part.name)
    found = guide_results(guide, run, part.results)
    for one in parts.all:
        write_part(folder / one.name, single(one.results))
    for name, doses in parts.doses.items():
        write_part(folder / name, doses)
    runs: dict[str, PairedResults | DoseResults] = {one.name: one.results for one in parts.all}
    runs |= parts.doses
    counts = counts_of({one.experiment.title if len(runs) > 1 else "": one for one in runs.values()})
    write_tables(folder, {"counts": counts, "guide": guide_frame(found)})
    if compared is not None:
        write_tables(folder, {"agreement": agreement_frame(compared), "agreement_verdicts": flips_frame(compared)})
    sections = [section for one in runs.values() for section in one.sections]
    claims = [_claim(found, claim, folder, run) | {"doses": _doses(parts, claim, folder)} for claim in _claims(found)]
    return render(
        "guide.html.j2",
        [
            page_run(one.experiment.title, one.manifest, one.sections, f"{folder.name}/{name}")
            for name, one in runs.items()
        ],
        title=parts.title,
        question=parts.question,
        warnings=[few_deals_warning(part.effects), failures_warning(sections)],
        reading=reading(found),
        tables=[_table(found, players) for players in found.told],
        overview=write_pictures(folder, [_overview(found)]),
        judged=[one for one in claims if one["judged"]],
        claims=claims,
        game_pictures=write_pictures(folder, _game_pictures(run, part, guide)),
        part_pages=[
            {"link": f"{name}/report.html", "title": one.experiment.title, "question": one.experiment.question}
            for name, one in runs.items()
        ],
        agreement=None if compared is None else agreement_block(compared),
        players_plans=plans_of(one.manifest for one in runs.values()),
        notes=[*notes(parts), *(note for doses in parts.doses.values() for note in doses.experiment.notes)],
        counts=counts,
    )


def _anchor(claim: str) -> str:
    return f"claim-{claim}"


def _table(found: GuideResults, players: int) -> dict[str, Any]:
    """What to do at one table size: what is sure by what it is worth, habits alone, and what is open."""
    told = found.told[players]
    tried = [one for one in told if one.possible is not None or one.always is not None]
    ordered = sorted(tried, key=lambda one: -one.size)
    return {
        "title": f"With {players_in_words([players])}",
        "anchor": f"players-{players}",
        "sure": [_line(one) for one in ordered if is_sure(one)],
        "habits": [f"{capital(one.advice.deed)}: {_how(one)}" for one in told if one not in tried],
        "open": [_line(one) | {"text": open_text(one)} for one in ordered if not is_sure(one)],
    }


def _line(told: Told) -> dict[str, str | bool]:
    return {
        "text": advice_text(told),
        "claim": told.advice.claim,
        "warns": told.advice.says == DO_NOT,
        "anchor": _anchor(told.advice.claim),
        "strong": _how(told),
        "worth": worth_sentence(told),
        "why": capital(open_because(told)),
    }


def _how(told: Told) -> str:
    """How strong players go about it, and beside their numbers those of the others."""
    if not told.advice.habit:
        return ""
    others = {name: shown for name, shown in told.others.items() if shown}
    return f"{capital(habit_text(told.advice.habit, told.strong, others))}."


def _claims(found: GuideResults) -> list[str]:
    return list(dict.fromkeys(one.claim for one in found.guide.advice if one.claim))


def _claim(found: GuideResults, claim: str, folder: Path, run: RunFolder) -> dict[str, Any]:
    """The screen of a claim: what it says, what came out, the picture and the numbers."""
    advice = [one for one in found.guide.advice if one.claim == claim]
    names = dict.fromkeys(name for one in advice for name in (one.possible, one.always) if name)
    effects = [one for one in found.part.effects if one.change.name in names]
    texts = [
        verdicts_sentence(change.phrase, some, lambda here, some=some: places(here, some))  # type: ignore[misc]
        for change, some in _by_change(effects, names)
    ]
    doubts = [
        f"with {in_words(one.players)} players, {one.advice.deed}: {text}"
        for one in found.of_claim(claim)
        if (text := open_because(one))
    ]
    return {
        "name": claim,
        "anchor": _anchor(claim),
        "title": f"{claim}: {_deeds([one.deed for one in advice])}",
        "quote": " ".join(dict.fromkeys(one.quote for one in advice if one.quote)),
        "tested": found.tested(names),
        "verdicts": texts,
        "pictures": write_pictures(folder, [_forest(found, claim, list(names))] if effects else []),
        "stretch": _stretch(found, claim, effects, run),
        "judged": [text for one in advice if (text := claim_text(claim, _of_advice(found, one)))],
        "doubts": list(dict.fromkeys(f"{capital(text)}." for text in doubts)),
    }


def _of_advice(found: GuideResults, advice: Advice) -> list[Told]:
    return [one for one in found.of_claim(advice.claim) if one.advice == advice]


def _by_company(curves: Sequence[Curve]) -> list[list[Curve]]:
    """The curves of each company, strongest players first, as they stand last."""
    found: dict[str, list[Curve]] = {}
    for one in curves:
        found.setdefault(one.company, []).append(one)
    return list(found.values())[::-1]


def _deeds(deeds: Sequence[str]) -> str:
    """What a claim asks one to do, short enough for a heading: what was tested is said in full below it."""
    each = list(dict.fromkeys(deeds))
    return "; ".join(each) if len(each) <= 2 else f"{each[0]}; {each[1]}; and {in_words(len(each) - 2)} more"


def _doses(parts: Parts, claim: str, folder: Path) -> list[dict[str, Any]]:
    """How much of what a claim says is best: the curves of its changes, where a part of the study varied them."""
    return [
        {
            "title": f"How much of it: {change.title}",
            "best": [best_line(ones) for ones in _by_company(curves)],
            "svg": figure_markup(folder, f"dose_{change.name}", dose_figure(curves), curve_text(curves)),
        }
        for doses in parts.doses.values()
        for change in doses.experiment.changes
        if change.claim == claim and (curves := doses.of_change(change))
    ]


def _stretch(found: GuideResults, claim: str, effects: Sequence[Effect], run: RunFolder) -> dict[str, Any] | None:
    """A position at which a strong player who is free and one who is not part, where the change surely matters most."""
    strong = [one for one in effects if one.company == found.guide.strong[0]]
    sure = [one for one in strong if verdict_on(one) in (Verdict.HELPS, Verdict.HURTS)]
    if not sure:
        return None
    sizes = list(found.told)  # each claim's example from another table size, where it surely matters there
    wanted = sizes[_claims(found).index(claim) % len(sizes)]
    most = max(sure, key=lambda one: (one.players == wanted, abs(one.main.estimate.mean)))
    seen = stretch(run, found.part, most)
    if seen is None:
        return None
    before = f"{capital(with_players(seen.effect))}, {moment(seen.before)}: seat {seen.seat} is on turn"
    tables = tuple(_seen_from(table, seen.seat, seen.effect.players) for table in seen.before.scene.tables)
    ways = [
        (seen.effect.with_bot, seen.with_, seen.ends_with), (seen.effect.without_bot, seen.without, seen.ends_without),
    ]  # fmt: skip
    ways.sort(key=lambda way: len(way[0]))  # who may do as he likes has no constraint in his name, and stands first
    return {
        "title": before,
        "before": _scene_markup(replace(seen.before.scene, tables=tables, gauges=()), before),
        "ways": [
            {
                "who": who_is(bot),
                "words": f"{capital('; '.join(after.words))}.",
                "svg": _scene_markup(Scene(boards=after.scene.boards), who_is(bot)),
                "end": ending(ends, found.part.manifest.outcomes),
            }
            for bot, after, ends in ways
        ],
    }


def _scene_markup(scene: Scene, title: str) -> Any:
    """A scene by itself: its title is for who has it read aloud, as the page has the words beside it."""
    return markup(svg_document(draw_scene(scene), title))


def _seen_from(table: Table, seat: int, players: int) -> Table:
    """What a seat sees of a table: all of one about the players alone; of one in which theirs are lines among others,
    such as the cards of each, the others and its own."""
    seats = {str(one) for one in range(players)}
    if all(row.sign in seats for row in table.rows):
        return table
    return replace(table, rows=tuple(row for row in table.rows if row.sign not in seats - {str(seat)}))


def _by_change(effects: Iterable[Effect], names: Iterable[str]) -> list[tuple[Any, list[Effect]]]:
    several = list(effects)
    groups = [[one for one in several if one.change.name == name] for name in names]
    return [(some[0].change, some) for some in groups if some]


def _overview(found: GuideResults) -> Drawn:
    """What all deeds are worth to strong players, those of most worth first: to be free to, and at every chance."""
    weight: dict[str, float] = {}
    for one in (one for told in found.told.values() for one in told):
        weight[one.advice.deed] = max(weight.get(one.advice.deed, 0.0), one.size)
    points = [
        _point(worth, capital(deed), panel, f"{players} players")
        for deed in sorted(weight, key=lambda name: -weight[name])
        for players, told in found.told.items()
        for one in told
        if one.advice.deed == deed
        for panel, worth in (("to be free to", one.possible), ("at every chance", one.always))
        if worth is not None
    ]
    points.sort(key=lambda point: point.panel != "to be free to")
    table = forest.forest_table(points)
    figure = forest.draw_forest(table, effect_axis(found.part.manifest.outcomes[0]))
    caption = (
        "Left, a strong player who may do it against the same player barred from it; right, one who must at every "
        "chance against one who does as he likes. Lines span the intervals of all strong players; where they do not "
        "agree, it is not settled. The grey band is too small to matter."
    )
    title = "What it is worth to strong players"
    return Drawn("overview", title, caption, figure, {"overview": table})


def _forest(found: GuideResults, claim: str, names: Sequence[str]) -> Drawn:
    """What the changes of a claim are worth: strong players together, the others company by company."""
    points = []
    outcome = found.part.manifest.outcomes[0]
    titles = {one.name: one.title or one.name for one in found.part.experiment.companies}
    groups = [(STRONG, found.guide.strong), *((titles[name], (name,)) for name in found.guide.others)]
    for name in names:
        for who, companies in groups:
            for players in found.told:
                here = (one for one in found.part.effects if one.change.name == name and one.players == players)
                effects = tuple(one for one in here if one.company in companies)
                line = f"{players} players, {who}"
                points += [_point(Worth(effects), effects[0].change.title, "", line)] if effects else []
    table = forest.forest_table(points)
    figure = forest.draw_forest(table, effect_axis(outcome))
    return Drawn(f"claim_{claim}", f"What it is worth: {claim}", "", figure, {f"claim_{claim}": table})


def _point(worth: Worth, change: str, panel: str, line: str) -> forest.ForestPoint:
    first, finding = worth.effects[0], worth.finding
    seen = first.main.estimate
    estimate = Estimate(worth.mean, worth.low, worth.high, seen.standard_error, first.deals, seen.level)
    verdict = finding if isinstance(finding, Verdict) else None
    return forest.ForestPoint(change, panel, line, estimate, tolerance(first.main), verdict)


def _game_pictures(run: RunFolder, part: Part, guide: Guide) -> list[Drawn]:
    """What the games of the first strong company look like, where nobody was held to anything."""
    company = guide.strong[0]
    only = [index for index, one in enumerate(part.results.manifest.sections) if one.company == company]
    return game_pictures(run, part.results.manifest, part.results.sections, only=only)
