"""Pages that MkDocs makes while it builds the site: the command line, the experiment files and the shipped reports.

They are generated, so that they cannot say anything else than the program.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from typer.main import get_command

from arkadia_sim.cli.app import COMMANDS, app
from arkadia_sim.experiments.files import Study
from arkadia_sim.questions.question import Question
from arkadia_sim.questions.registry import KINDS

ROOT = Path(__file__).resolve().parents[2]
RULES = {f"rules-{game}.md": game for game in ("arkadia", "medina", "castle")}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to the site."""
    pages = {
        f"reference/{name}": (ROOT / "arkadia_sim" / "games" / game / "RULES.md").read_text(encoding="utf-8")
        for name, game in RULES.items()
    }
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    reports = (file for ending in ("html", "svg") for file in (ROOT / "reports").rglob(f"*.{ending}"))
    for report in sorted(reports):
        name = report.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(report), inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Complete the reference, and lead links to files beside ``docs`` to their copies within the site."""
    if page.file.src_uri in LISTS:
        markdown += f"\n{LISTS[page.file.src_uri]()}"
    markdown = re.sub(r"\]\(\.\./((?:\.\./)*)arkadia_sim/games/(\w+)/RULES\.md", r"](\1reference/rules-\2.md", markdown)
    return re.sub(r"\]\(\.\./((?:\.\./)*reports/)", r"](\1", markdown)


def command_page() -> str:
    """Every command with its arguments, options and an example, in the groups of ``--help``."""
    commands = get_command(app).commands  # type: ignore[attr-defined]
    parts, group = list[str](), ""
    for name, _, panel in COMMANDS:
        if panel != group:
            group = panel
            parts.append(f"## {panel}\n")
        command = commands[name]
        context = typer.Context(command, info_name=f"arkadia-sim {name}")
        parts.append(f"### {name}\n\n{' '.join(command.help.split())}\n")
        usage = re.sub(r"\{([^{}]*?)\.*\}", r"\1", command.get_usage(context).removeprefix("Usage: "))
        parts.append(f"```console\n{usage}\n```\n")
        parts.append(f"{command.epilog.replace('Example: ', 'Example: `')}`\n")
        parts += ["| option | |", "| --- | --- |"]
        parts += [_parameter_row(parameter) for parameter in command.params]
        parts.append("")
    return "\n".join(parts)


def _parameter_row(parameter: Any) -> str:
    argument = parameter.param_type_name == "argument"
    names = [parameter.metavar or parameter.name.upper()] if argument else parameter.opts
    metavar = "" if argument or parameter.is_flag else f" {parameter.metavar or parameter.name.upper()}"
    default = "" if parameter.default is None or parameter.is_flag or parameter.default == "" else parameter.default
    shown = "" if default == "" else f" Default: `{getattr(default, 'value', default)}`."
    named = ", ".join(f"`{name}{metavar}`" for name in names)
    return f"| {_cell(named)} | {_cell((parameter.help or '') + shown)} |"


def experiment_page() -> str:
    """Every key of an experiment file and of a study file, table by table."""
    parts = [_model_section(Question, "All experiments")]
    for design, kind in KINDS.items():
        title = f'`design = "{design}"`'
        summary = str(kind.__doc__).splitlines()[0]
        for model, place in dict(_models(kind, "")).items():
            own = None if place else {*kind.model_fields} - {*Question.model_fields}
            parts.append(_model_section(model, f"{title}: {place}" if place else title, own, "" if place else summary))
    for model, place in dict(_models(Study, "")).items():
        parts.append(_model_section(model, place or "A study"))
    return "\n".join(parts)


def _models(model: type[BaseModel], place: str) -> Iterator[tuple[type[BaseModel], str]]:
    """A model and those within it, each with the table of the file that it is."""
    yield model, place
    for name, field in model.model_fields.items():
        for inner, several in _models_in(field.annotation, False):
            path = f"{place.strip('[]`')}.{name}".strip(".")
            yield from _models(inner, f"`[[{path}]]`" if several else f"`[{path}]`")


def _models_in(annotation: Any, several: bool) -> Iterator[tuple[type[BaseModel], bool]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, several
    for argument in get_args(annotation):
        yield from _models_in(argument, several or get_origin(annotation) is tuple)


def _model_section(model: type[BaseModel], title: str, keys: set[str] | None = None, text: str = "") -> str:
    """The keys of a table, or only some of them, under a heading."""
    rows = [text, "", "| key | value | |", "| --- | --- | --- |"]
    for name, field in model.model_fields.items():
        if keys is not None and name not in keys:
            continue
        key = field.alias or name
        rows.append(f"| `{key}` | {_cell(_value_text(field))} | {_cell(_field_text(field))} |")
    return f"## {title}\n\n" + "\n".join(rows) + "\n"


def _field_text(field: FieldInfo) -> str:
    told = (field.description or "").rstrip(".")
    said = told[:1].upper() + told[1:] + "." if told else ""
    if field.is_required():
        return f"{said} Required.".strip()
    default = field.get_default(call_default_factory=True)
    if default in (None, (), {}, ""):
        return said
    return f"{said} Default: `{default}`.".strip()


def _value_text(field: FieldInfo) -> str:
    return _type_text(field.annotation)


def _type_text(annotation: Any) -> str:
    """What a value of this type is called in a TOML file."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type_text(arguments[0])
    if origin is Literal:
        return " or ".join(f'`"{value}"`' for value in arguments)
    if origin in (Union, UnionType):
        return ", or ".join(_type_text(one) for one in arguments if one is not NoneType)
    if origin is tuple:
        return f"list of {_plural(_type_text(arguments[0]))}"
    if origin is dict:
        return f"table of {_plural(_type_text(arguments[1]))}"
    names = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "any value"}
    return names.get(annotation, "table")


def _plural(noun: str) -> str:
    first, _, rest = noun.partition(" of ")
    return {"any value": "values"}.get(noun, f"{first}s of {rest}" if rest else f"{noun}s")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


LISTS = {"reference/cli.md": command_page, "reference/experiment-files.md": experiment_page}
"""What the site adds to pages that say in a fresh copy what it is about."""
