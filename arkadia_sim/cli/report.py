"""``arkadia-sim report``: a page about a finished run or study."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder of a finished run or study, or a folder that holds several."),
    ],
    against: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The same experiment with another seed: show where the results agree."),
    ] = None,
    document: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own document in Markdown, in place of the one of the experiment."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only test the claims of the document, and write no page.")
    ] = False,
) -> None:
    """Write the report of a finished run or study as one HTML file that works offline.

    For a folder that holds several runs and studies: a report of each, and an index.
    """
    from arkadia_sim.core.user_files import is_file, is_folder
    from arkadia_sim.errors import UsageError

    for path in (folder, against):
        if path is not None and not is_folder(path):  # said before anything else is loaded
            raise UsageError(f"{path} holds no run: there is no such folder")
    if document is not None and not is_file(document):
        raise UsageError(f"{document} is not a file")
    if check:
        from arkadia_sim.report.builder import check_document

        check_document(folder, against, document)
        typer.echo("all claims of the document hold")
        return
    from arkadia_sim import api

    typer.echo(f"report in {api.write_report(folder, against, document)}")
