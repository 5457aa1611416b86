"""What all pages have in common: the template with its words for numbers, figures and tables beside the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.analysis.results import run_command
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.options import option_text
from arkadia_sim.plots.style import inline_svg, number, percent, save
from arkadia_sim.report.figures import Drawn
from arkadia_sim.report.templating import markup_of, template_environment
from arkadia_sim.report.who_played import Roles, bot_rows
from arkadia_sim.report.wording.looking import looked_text
from arkadia_sim.report.wording.numbers import interval_text, size_text
from arkadia_sim.report.wording.overview import end_meanings, outcome_meanings
from arkadia_sim.report.wording.places import table_label
from arkadia_sim.report.wording.sentences import counts_sentence
from arkadia_sim.results.manifest import Manifest

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class PageRun:
    """A run that a page tells of: its title (empty for the only one), manifest and games, and its command."""

    title: str
    manifest: Manifest
    sections: Sequence[SectionGames]
    command: str

    @property
    def options(self) -> list[tuple[str, Mapping[str, Any]]]:
        """The options in force, once if they are the same for all sections."""
        rules = [(f"options, {table_label(section)}", section.rules) for section in self.sections]
        return [("options", rules[0][1])] if all(one == rules[0][1] for _, one in rules) else rules


def page_run(title: str, manifest: Manifest, sections: Sequence[SectionGames], folder: str) -> PageRun:
    """A run in ``folder`` (as seen from where the user stands), to be played again in a folder beside it."""
    out = "AGAIN" if not title else f"AGAIN/{Path(folder).name}"
    return PageRun(title, manifest, sections, run_command(manifest, folder, out))


def render(
    template: str,
    runs: Sequence[PageRun],
    roles: Roles | None = None,
    bots: Sequence[Mapping[str, Any]] | None = None,
    **values: Any,
) -> str:
    """The page of a template. ``values`` are what this template needs beyond what all pages show of their runs.

    ``roles`` says what bots are there for; ``bots`` are the rows of who played, all bots of the runs if None.
    """
    environment = template_environment()
    environment.filters.update(
        number=number,
        percent=percent,
        count=lambda value: f"{value:,}",
        effect=size_text,
        interval=interval_text,
        option=option_text,
    )
    manifests = [run.manifest for run in runs]
    looked = [looked_text(run.manifest, f"“{run.title}”" if run.title else "this run") for run in runs]
    values["method"] = [*values.get("method", ()), *(("Looked at before", text) for text in looked if text)]
    return environment.get_template(template).render(
        css=markup_of("style.css"),
        runs=runs,
        bots=bot_rows(manifests, roles or {}) if bots is None else bots,
        roles=roles or {},
        level=manifests[0].level,
        outcomes=manifests[0].outcomes,
        outcome_meanings=outcome_meanings(manifests[0]),
        end_meanings=end_meanings(manifests[0]),
        counts_sentence=counts_sentence([section for run in runs for section in run.sections]),
        **values,
    )


def figure_markup(folder: Path, name: str, figure: "Figure", description: str) -> Any:
    """Save a figure beside the page; returns it as markup for the page."""
    from markupsafe import Markup

    _, svg = save(figure, folder / "figures", name)
    return Markup(inline_svg(svg.read_text(encoding="utf-8"), name, description))


def write_tables(folder: Path, frames: "Mapping[str, pl.DataFrame]") -> None:
    """Write tables beside the page, as CSV."""
    (folder / "tables").mkdir(exist_ok=True)
    for name, frame in frames.items():
        frame.write_csv(folder / "tables" / f"{name}.csv")


def write_pictures(folder: Path, drawn: Sequence[Drawn]) -> list[dict[str, Any]]:
    """The pictures and their tables written beside the page; returns them as a page shows them."""
    shown = []
    for one in drawn:
        write_tables(folder, one.tables)
        svg = figure_markup(folder, one.name, one.figure, f"{one.title}. {one.caption}")
        shown.append({"title": one.title, "caption": one.caption, "svg": svg})
    return shown
