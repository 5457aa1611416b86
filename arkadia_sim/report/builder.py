"""From the folder of a finished run or study to a page for anyone: ``report.html``, figures and tables beside it."""

import os
from pathlib import Path

from arkadia_sim.errors import RunError
from arkadia_sim.plots import behaviour_change, bot_results, effect_by_players
from arkadia_sim.report import sentences, tables
from arkadia_sim.report.agreement import agreement
from arkadia_sim.report.analysis import PlayStudy, analyse
from arkadia_sim.report.effects import PairedStudy, told, told_text
from arkadia_sim.report.hint_page import hint_page
from arkadia_sim.report.pictures import game_pictures
from arkadia_sim.report.render import figure_markup, page_run, pictures, render, write_tables
from arkadia_sim.report.study import HintStudy, read_study, study_of
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.runner.study import is_study
from arkadia_sim.stats.equivalence import ALPHA


def build_report(folder: Path, against: Path | None = None) -> Path:
    """Write ``report.html``, ``figures/`` and ``tables/`` into the folder of a finished run or study.

    Returns the page's path. The page is one file that needs nothing else, and the same run gives the same bytes.
    ``against`` names the folder of the same run or study played with another seed: the page then says how far the two
    agree. Raises UsageError when a folder holds no run or one that is not complete, RunError when the page cannot be
    written.
    """
    page = _page(folder, against)
    try:
        target = folder / "report.html"
        unfinished = folder / ".report.html.unfinished"
        unfinished.write_text(page, encoding="utf-8")
        os.replace(unfinished, target)
    except OSError as error:
        raise RunError(f"the report cannot be written to {folder}: {error.strerror}") from None
    return target


def _page(folder: Path, against: Path | None) -> str:
    found = read_study(folder) if is_study(folder) else analyse(folder)
    study = None if isinstance(found, PlayStudy) else found if isinstance(found, HintStudy) else study_of(found)
    compared = None if against is None else agreement(folder, against, study)
    try:
        if isinstance(found, PlayStudy):
            return _play_page(found, folder)
        if isinstance(found, PairedStudy) and compared is None and _is_one_change(found):
            return _one_change_page(found, folder)
        return hint_page(found if isinstance(found, HintStudy) else study_of(found), folder, compared)
    except OSError as error:
        raise RunError(f"the report cannot be written to {folder}: {error.strerror}") from None


def _is_one_change(study: PairedStudy) -> bool:
    """Whether the run asks about one change in one company without a title: the short form of an experiment file."""
    companies = {effect.field_title for effect in study.effects}
    return study.design == "paired" and len(study.changes) == 1 and companies == {""} and not study.sequential


def _one_change_page(study: PairedStudy, folder: Path) -> str:
    change, experiment = study.changes[0], study.experiment
    first = study.effects[0]
    drawn = {"effect_by_players": effect_by_players.draw_effects(effect_by_players.effect_table(_effect_points(study)))}
    descriptions = {"effect_by_players": sentences.headline(study)}
    counts = tables.counts_frame(study.sections)
    frames = {"effects": tables.effects_frame(study), "counts": counts}
    if change.behaviour:
        points = [
            behaviour_change.BehaviourPoint(one.label, one.behaviour.control, one.behaviour.with_change)
            for one in study.effects
            if one.behaviour is not None
        ]
        frames["behaviour"] = behaviour_change.behaviour_table(points)
        drawn["behaviour_change"] = behaviour_change.draw_behaviour(
            frames["behaviour"], change.behaviour_label, f"without: {first.without_bot}", f"with: {first.with_bot}"
        )
        descriptions["behaviour_change"] = sentences.behaviour_answer(study)
    write_tables(folder, frames)
    section = study.manifest.sections[0]
    return render(
        "paired.html.j2",
        [page_run("", study.manifest, study.sections, folder.name)],
        title=experiment["title"],
        question=experiment["question"],
        experiment=experiment,
        change=change,
        claim=change.claim,
        effects=[
            {
                "label": one.label,
                "deals": one.deals,
                "win_share": one.win_share,
                "gold_margin": one.gold_margin,
                "behaviour": one.behaviour,
                "win_share_verdict": told_text(one),
                "gold_margin_verdict": told_text(one, "gold_margin"),
            }
            for one in study.effects
        ],
        with_bot=first.with_bot,
        without_bot=first.without_bot,
        field_bot=first.field_bot,
        warnings=[sentences.few_deals_warning(study.effects), sentences.wide_warning(study.effects)],
        headline=sentences.headline(study),
        answers=[{"text": sentences.answer(study, one), "gold": sentences.gold_answer(one)} for one in study.effects],
        behaviour_answer=descriptions.get("behaviour_change", ""),
        shared_control=len({lineup for lineup, _ in section.comparisons[0].control}) == 1,
        bootstrap=sentences.bootstrap_text(tables.bootstrap_disagreement(study)),
        questions=study.questions,
        level=first.win_share.effect.level,
        error_rate=ALPHA,
        counts=counts.drop("players"),
        figures={name: figure_markup(folder, name, figure, descriptions[name]) for name, figure in drawn.items()},
        game_pictures=pictures(folder, game_pictures(RunFolder(folder), study.manifest)),
    )


def _effect_points(study: PairedStudy) -> list[effect_by_players.EffectPoint]:
    return [
        effect_by_players.EffectPoint(one.label, axis, effect.effect, judgement.margin, told(one, outcome))
        for one in study.effects
        for axis, outcome, effect, judgement in (
            ("win share (points)", "win_share", one.win_share, one.win_share_judgement),
            ("lead over the best opponent (gold)", "gold_margin", one.gold_margin, one.gold_margin_judgement),
        )
    ]


def _play_page(study: PlayStudy, folder: Path) -> str:
    figures = []
    for index, section in enumerate(study.sections):
        table = bot_results.bot_table([bot_results.BotPoint(bot.bot, bot.win_share, bot.gold) for bot in section.bots])
        name = "bot_results" if len(study.sections) == 1 else f"bot_results_{index}"
        drawn = bot_results.draw_bots(table, section.players)
        figures.append(figure_markup(folder, name, drawn, sentences.play_answer(study, section)))
    counts = tables.counts_frame(study.sections)
    write_tables(folder, {"bots": tables.bots_frame(study), "counts": counts})
    names = [str(bot.spec) for bot in study.manifest.bots]
    return render(
        "play.html.j2",
        [page_run("", study.manifest, study.sections, folder.name)],
        title=f"{sentences.listed(names)} at one table" if len(names) > 1 else f"{names[0]} against itself",
        question="",
        claim="",
        warnings=[sentences.failures_warning(study), sentences.few_deals_warning(study.sections)],
        answers=[
            sentences.play_answer(study, section) for section in study.sections if not sentences.all_failed(section)
        ],
        level=study.sections[0].bots[0].win_share.level,
        incomplete=any(section.games % section.games_per_deal for section in study.manifest.sections),
        counts=counts.drop("players"),
        figures=figures,
        game_pictures=pictures(folder, game_pictures(RunFolder(folder), study.manifest)),
    )
