"""``arkadia-sim learn``: weights for a bot, learned from search and then by play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import Cluster, GameName, Memory, Processes, workers_of
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.learning import GENERATIONS, LESSON_DEALS, MOST, PRACTICE, ROUNDS

if TYPE_CHECKING:
    from arkadia_sim.learning.learn_file import LearnFile


def learn(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Whose weights are learned; it must offer lessons.")],
    teacher: Annotated[
        list[str],
        typer.Option(
            metavar="BOT", help="Who plays along, and plays games out, in lessons; the first decides in round 1."
        ),
    ],
    against: Annotated[
        list[str],
        typer.Option(metavar="BOT", help="Opponents in the games that decide whether to keep what was learned."),
    ],
    players: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Table sizes, each learned on its own; all if not given.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=MOST, help="Rounds of lessons and fit; play ends the last.")
    ] = ROUNDS,
    deals: Annotated[int, typer.Option(min=1, max=MOST, help="Deals with lessons in a round.")] = LESSON_DEALS,
    practice: Annotated[
        int, typer.Option(min=1, max=MOST, help="Generations of practice, if the bot can practise.")
    ] = PRACTICE,
    generations: Annotated[int, typer.Option(min=1, max=MOST, help="Generations of the evolution.")] = GENERATIONS,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same lessons, same weights.")] = 1,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where it is kept; a folder of its own if not given.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="Save the learned bot as this file; it plays as FILE.toml.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print all that was found as JSON.")] = False,
) -> None:
    """Teach a bot: lessons from search, a fit, practice and evolution by play; or go on where that was stopped."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import table_sizes
    from arkadia_sim.learning.learned_bot import LEARNED

    if save is not None:
        LEARNED.check_target(save, bot, out)
    learned = api.learn(
        bot,
        teacher,
        against,
        None if players is None else table_sizes([players]),
        rounds=rounds,
        deals=deals,
        practice=practice,
        generations=generations,
        seed=seed,
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    picture = learned.draw()
    if save is not None:
        learned.save(save)
    if as_json:
        show.print_json({**learned.file.model_dump(mode="json"), "folder": str(learned.folder)})
        return
    _print_stages(learned.file)
    kept = "" if save is None else f"; the learned bot is saved as {save}"
    if all(one.kept == "before" for one in learned.file.stages):
        kept += "; nothing that was learned plays better: it plays as it did"
    typer.echo(f"the learning is in {learned.folder}, its curve in {picture}{kept}")


def _print_stages(file: "LearnFile") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.show import console, with_interval
    from arkadia_sim.learning.learn_file import KEPT

    lessons = file.deals * len(file.stages)
    games = f"{file.games:,} games and {lessons:,} with lessons"
    table = Table(title=escape(f"{file.bot}, seed {file.seed}: {games}"), title_justify="left")
    table.caption = f"{file.outcome.label} in {file.outcome.unit}, ± 95% over deals by which nothing was chosen"
    table.add_column("players", justify="right")
    table.add_column("round", justify="right")
    table.add_column("against", overflow="fold")
    table.add_column("the fit alone", justify="right")
    table.add_column("kept", justify="right")
    table.add_column("which is", overflow="fold")
    for stage in file.stages:
        for fitted, result in zip(stage.fitted, stage.result, strict=True):
            shown = (with_interval(one.value.estimate(), 1) for one in (fitted, result))
            table.add_row(str(stage.players), str(stage.round), escape(result.against), *shown, KEPT[stage.kept])
    console().print(table)
    if file.failed:
        typer.echo(f"{file.failed:,} of {file.games:,} games failed; they count by their {file.outcome.label}")
