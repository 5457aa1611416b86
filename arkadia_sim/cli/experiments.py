"""``arkadia-sim experiments``: the experiments that come with the toolkit."""

from typing import Annotated, Any

import typer

LONGEST = 4000
"""Characters of one line that are shown."""


def experiments(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="An experiment: its name or its file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list, or the experiment, as JSON.")] = False,
) -> None:
    """List the experiments with their questions, or show one in full."""
    from arkadia_sim import shipped
    from arkadia_sim.cli.terminal import print_json
    from arkadia_sim.experiments.bases import experiment_files, read_document

    folder = shipped.folder("experiments")
    if name is None:
        files = experiment_files(folder)
    else:
        from arkadia_sim.experiments.files import find_experiment  # with all that checks, which the list has no need of

        files = {name: find_experiment(name, folder).path}
    found = {key: read_document(file, folder).entries for key, file in files.items()}
    if as_json:
        print_json({"experiments": list(found.values())})
    elif name is None:
        _list(found)
    else:
        _tell(found[name], str(files[name]))


def _list(found: dict[str, dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.terminal import console

    table = Table("experiment", "design", "question", box=None, pad_edge=False)
    for name, entries in found.items():
        table.add_row(escape(name), escape(str(entries.get("design", ""))), escape(str(entries.get("question", ""))))
    console().print(table)


def _tell(entries: dict[str, Any], file: str) -> None:
    """Title and question, then whatever else says what is played, a line each."""
    from arkadia_sim.cli.terminal import console

    out = console()
    out.print(f"[bold]{_shown(entries['name'])}[/bold]: {_shown(entries['title'])}")
    out.print(_shown(entries["question"]), soft_wrap=True)
    for key in ("design", "players", "deals", "seed", "bots", "base", "parts"):
        if key in entries:
            out.print(f"{key}: {_shown(_text(entries[key]))}", soft_wrap=True)
    for key, kind in (("companies", "company"), ("changes", "change")):
        for one in entries.get(key, ()):
            named = [str(one[name]) for name in ("name", "title", "bot") if name in one]
            out.print(f"{kind}: {_shown(', '.join(named[:2]))}", soft_wrap=True)
    out.print(f"file: {_shown(file)}", soft_wrap=True)


def _shown(value: Any) -> str:
    """What a file says, as any terminal takes it."""
    from rich.markup import escape

    from arkadia_sim.errors import printable

    return escape(printable(str(value), LONGEST))


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {one}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
