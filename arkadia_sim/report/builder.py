"""From the folder of a finished run to a page for anyone: ``report.html``, with figures and tables beside it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.errors import RunError
from arkadia_sim.plots import behaviour_change, bot_results, effect_by_players
from arkadia_sim.plots.style import inline_svg, number, save, signed
from arkadia_sim.report import sentences, tables
from arkadia_sim.report.analysis import PairedSection, PairedStudy, PlayStudy, analyse, option_text, run_command
from arkadia_sim.stats.equivalence import Judgement
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

TEMPLATES = Path(__file__).parent / "templates"


def build_report(folder: Path) -> Path:
    """Write ``report.html``, ``figures/`` and ``tables/`` into the folder of a finished run; returns the page's path.

    The page is one file that needs nothing else, and the same run gives the same bytes. Raises UsageError when the
    folder holds no run or one that is not complete, RunError when the page cannot be written.
    """
    study = analyse(folder)
    try:
        page = _paired_page(study, folder) if isinstance(study, PairedStudy) else _play_page(study, folder)
        target = folder / "report.html"
        unfinished = folder / ".report.html.unfinished"
        unfinished.write_text(page, encoding="utf-8")
        os.replace(unfinished, target)
    except OSError as error:
        raise RunError(f"the report cannot be written to {folder}: {error.strerror}") from None
    return target


def _paired_page(study: PairedStudy, folder: Path) -> str:
    effects = effect_by_players.effect_table(_effect_points(study))
    behaviour = behaviour_change.behaviour_table(
        [behaviour_change.BehaviourPoint(s.label, s.behaviour.control, s.behaviour.with_change) for s in study.sections]
    )
    experiment = study.experiment
    drawn = {
        "effect_by_players": effect_by_players.draw_effects(effects),
        "behaviour_change": behaviour_change.draw_behaviour(
            behaviour,
            str(experiment["behaviour_label"]),
            f"without: {experiment['without']}",
            f"with: {experiment['with']}",
        ),
    }
    descriptions = {
        "effect_by_players": sentences.headline(study),
        "behaviour_change": sentences.behaviour_answer(study),
    }
    counts = tables.counts_frame(study.sections)
    _write_tables(folder, {"effects": tables.effects_frame(study), "behaviour": behaviour, "counts": counts})
    control = [lineup for lineup in study.manifest.sections[0].lineups if lineup.role == "control"]
    return _render(
        "paired.html.j2",
        study,
        folder,
        title=experiment["title"],
        question=experiment["question"],
        experiment=experiment,
        claim=experiment.get("claim", ""),
        warnings=[sentences.few_deals_warning(study.sections), sentences.wide_warning(study)],
        headline=sentences.headline(study),
        answers=[
            {"text": sentences.answer(study, section), "gold": sentences.gold_answer(study, section)}
            for section in study.sections
        ],
        behaviour_answer=sentences.behaviour_answer(study),
        shared_control=len(control) == 1,
        bootstrap=sentences.bootstrap_text(tables.bootstrap_disagreement(study)),
        questions=study.questions,
        counts=counts.drop("players"),
        figures={name: _figure(folder, name, figure, descriptions[name]) for name, figure in drawn.items()},
    )


def _effect_points(study: PairedStudy) -> list[effect_by_players.EffectPoint]:
    return [
        effect_by_players.EffectPoint(
            section.label,
            outcome,
            effect.effect,
            judgement.margin,
            judgement.verdict if section.behaviour_changed else None,
        )
        for section in study.sections
        for outcome, effect, judgement in (
            ("win share (points)", section.win_share, section.win_share_judgement),
            ("lead over the best opponent (gold)", section.gold_margin, section.gold_margin_judgement),
        )
    ]


def _play_page(study: PlayStudy, folder: Path) -> str:
    figures = []
    for index, section in enumerate(study.sections):
        table = bot_results.bot_table([bot_results.BotPoint(bot.bot, bot.win_share, bot.gold) for bot in section.bots])
        name = "bot_results" if len(study.sections) == 1 else f"bot_results_{index}"
        drawn = bot_results.draw_bots(table, section.players)
        figures.append(_figure(folder, name, drawn, sentences.play_answer(study, section)))
    counts = tables.counts_frame(study.sections)
    _write_tables(folder, {"bots": tables.bots_frame(study), "counts": counts})
    names = [str(bot["spec"]) for bot in study.manifest.bots]
    return _render(
        "play.html.j2",
        study,
        folder,
        title=f"{sentences.listed(names)} at one table" if len(names) > 1 else f"{names[0]} against itself",
        question="",
        claim="",
        warnings=[sentences.failures_warning(study), sentences.few_deals_warning(study.sections)],
        answers=[
            sentences.play_answer(study, section) for section in study.sections if not sentences.all_failed(section)
        ],
        incomplete=any(section.games % len(section.lineups) for section in study.manifest.sections),
        counts=counts.drop("players"),
        figures=figures,
    )


def _figure(folder: Path, name: str, figure: "Figure", description: str) -> Any:
    """Save a figure beside the page; returns it as markup for the page."""
    from markupsafe import Markup

    save(figure, folder / "figures", name)
    return Markup(inline_svg(figure, name, description))


def _write_tables(folder: Path, frames: "Mapping[str, pl.DataFrame]") -> None:
    (folder / "tables").mkdir(exist_ok=True)
    for name, frame in frames.items():
        frame.write_csv(folder / "tables" / f"{name}.csv")


def _render(template: str, study: PairedStudy | PlayStudy, folder: Path, **values: Any) -> str:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        number=number,
        count=lambda value: f"{value:,}",
        effect=_effect,
        interval=sentences.interval_text,
        verdict=_verdict,
        gain=sentences.gain_text,
        option=option_text,
    )
    return environment.get_template(template).render(
        css=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
        manifest=study.manifest,
        sections=study.sections,
        counts_sentence=sentences.counts_sentence(study.sections),
        options=_options(study),
        caveats=study.manifest.caveats,
        command=run_command(study.manifest, folder.name, "AGAIN"),
        **values,
    )


def _options(study: PairedStudy | PlayStudy) -> list[tuple[str, Mapping[str, Any]]]:
    """The options in force, once if they are the same for all sections."""
    rules = [(f"options, {section.label}", section.rules) for section in study.sections]
    return [("options", rules[0][1])] if all(one == rules[0][1] for _, one in rules) else rules


def _effect(estimate: Estimate) -> str:
    return signed(estimate.mean, sentences.digits_for(estimate))


def _verdict(section: PairedSection, judgement: Judgement) -> str:
    return str(judgement.verdict) if section.behaviour_changed else sentences.UNCHANGED
