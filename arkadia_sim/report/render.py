"""What all pages have in common: the template with its words for numbers, figures and tables beside the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.core.bot import TEMPERATURE
from arkadia_sim.core.options import option_text
from arkadia_sim.plots.style import inline_svg, number, percent, save, signed
from arkadia_sim.report import sentences
from arkadia_sim.report.analysis import PlaySection, run_command
from arkadia_sim.report.pictures import Drawn
from arkadia_sim.report.sections import SectionGames
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class PageRun:
    """A run that a page tells of: its title (empty for the only one), manifest and games, and its command."""

    title: str
    manifest: Manifest
    sections: Sequence[SectionGames | PlaySection]
    command: str

    @property
    def drawn(self) -> bool:
        """Whether line-ups were drawn by lot from very many bots."""
        return any(section.drawn is not None for section in self.manifest.sections)

    @property
    def options(self) -> list[tuple[str, Mapping[str, Any]]]:
        """The options in force, once if they are the same for all sections."""
        rules = [(f"options, {section.label}", section.rules) for section in self.sections]
        return [("options", rules[0][1])] if all(one == rules[0][1] for _, one in rules) else rules


def page_run(title: str, manifest: Manifest, sections: Sequence[SectionGames | PlaySection], folder: str) -> PageRun:
    """A run in ``folder`` (as seen from where the user stands), to be played again in a folder beside it."""
    out = "AGAIN" if not title else f"AGAIN/{Path(folder).name}"
    return PageRun(title, manifest, sections, run_command(manifest, folder, out))


def render(template: str, runs: Sequence[PageRun], roles: Mapping[str, str] | None = None, **values: Any) -> str:
    """The page of a template. ``values`` are what this template needs beyond what all pages show of their runs.

    ``roles`` says what bots are there for, by the way they are written.
    """
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
        percent=percent,
        count=lambda value: f"{value:,}",
        effect=effect_text,
        interval=sentences.interval_text,
        gain=sentences.gain_text,
        option=option_text,
    )
    return environment.get_template(template).render(
        css=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
        runs=runs,
        bots=_bots(runs, roles or {}),
        roles=roles or {},
        sections=runs[0].sections,
        counts_sentence=sentences.counts_sentence([section for run in runs for section in run.sections]),
        caveats=list(dict.fromkeys(told for run in runs for told in run.manifest.caveats)),
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


def pictures(folder: Path, drawn: Sequence[Drawn]) -> list[dict[str, Any]]:
    """The pictures and their tables written beside the page; returns them as a page shows them."""
    shown = []
    for one in drawn:
        write_tables(folder, one.tables)
        svg = figure_markup(folder, one.name, one.figure, f"{one.title}. {one.caption}")
        shown.append({"title": one.title, "caption": one.caption, "svg": svg})
    return shown


def effect_text(estimate: Estimate) -> str:
    """The effect with its sign and as many decimals as its interval allows."""
    return signed(estimate.mean, sentences.digits_for(estimate))


def without_temperature(spec: str) -> tuple[str, str]:
    """A bot as it is written, without its temperature; and the temperature, empty if none is set."""
    name, _, settings = spec.rpartition(":")
    if "=" not in settings:
        return spec, ""
    pairs = settings.split(",")
    mark = f"{TEMPERATURE.name}="
    rest = ",".join(one for one in pairs if not one.startswith(mark))
    level = next((one.removeprefix(mark) for one in pairs if one.startswith(mark)), "")
    return (f"{name}:{rest}" if rest else name), level


def _bots(runs: Sequence[PageRun], roles: Mapping[str, str]) -> list[dict[str, Any]]:
    """All bots of all runs, a row each, with the settings that it played with; of those drawn by lot, only the first.

    Where ``roles`` say what each is there for, all settings of a bot share a row, and all temperatures of a setting.
    """
    rows: dict[str, dict[str, Any]] = {}
    for run in runs:
        for bot in run.manifest.bots[:1] if run.drawn else run.manifest.bots:
            spec = str(bot.spec)
            setting, level = without_temperature(spec) if roles else (spec, "")
            name = setting.partition(":")[0] if roles and bot.name == setting.partition(":")[0] else setting
            row = rows.setdefault(name, {"name": name, "plan": bot.plan, "settings": {}})
            row["settings"].setdefault(setting, []).append(level)
    for row in rows.values():
        found = {setting: _temperatures(levels) for setting, levels in row["settings"].items()}
        row["temperatures"] = next(iter(found.values())) if len(set(found.values())) == 1 else ""
        row["settings"] = [
            {"spec": setting, "role": roles.get(setting, ""), "temperatures": "" if row["temperatures"] else told}
            for setting, told in sorted(found.items(), key=lambda item: item[0] != row["name"])
        ]
    return list(rows.values())


def _temperatures(levels: Sequence[str]) -> str:
    """at temperatures 0, 1 and 3; empty where none was set."""
    known = [level for level in dict.fromkeys(levels) if level]
    if not known:
        return ""
    also = "also " if "" in levels else ""
    return f"{also}at {'temperature' if len(known) == 1 else 'temperatures'} {sentences.listed(known)}"
