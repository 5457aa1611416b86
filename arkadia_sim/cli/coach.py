"""``arkadia-sim coach``: what a player should do differently, one change at a time."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import GameName, Memory, Processes, Seed, TableSizes, table_sizes, workers_of
from arkadia_sim.coach import CHECK_DEALS, STEPS
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.api.finished import Advice
    from arkadia_sim.coach.advice_file import AdviceStep


def coach(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Whom to coach: a bot by name, or a file of your own.")],
    among: Annotated[
        list[str], typer.Option(metavar="BOT", help="Who sits in all other seats; several play at tables of their own.")
    ],
    players: TableSizes = None,
    steps: Annotated[int, typer.Option(min=1, max=20, help="Pieces of advice at most, for each table size.")] = STEPS,
    check_deals: Annotated[
        int, typer.Option(min=30, help="Fresh deals on which the best changes of a step are judged.")
    ] = CHECK_DEALS,
    seed: Seed = 1,
    workers: Processes = None,
    memory_per_worker: Memory = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where coach.json goes; a folder of its own if not given.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="Save the bot with all advice taken up.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print all that was found as JSON.")] = False,
) -> None:
    """Find what a player should do differently: the change that helps most, then the next, until nothing helps."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.coach.advise import COACHED
    from arkadia_sim.core.spec import split_specs

    if save is not None:
        COACHED.check_target(save, bot, out)
    advice = api.advise(
        bot,
        [name for text in among for name in split_specs(text)],
        None if players is None else table_sizes(players),
        steps=steps,
        check_deals=check_deals,
        seed=seed,
        workers=workers_of(workers, memory_per_worker, None),
        out=out,
        game=game,
    )
    if save is not None:
        advice.save(save)
    if as_json:
        show.print_json({**advice.file.model_dump(mode="json"), "folder": str(advice.folder)})
        return
    for size in advice.file.players:
        _print_advice(advice, size)
    kept = "" if save is None else f", and the bot with all advice in {save}"
    typer.echo(f"\nEach gain adds to the ones before it; intervals are for {check_deals:,} fresh deals.")
    typer.echo(f"the search is in {advice.folder}{kept}")


def _print_advice(advice: "Advice", players: int) -> None:
    from arkadia_sim.cli.show import console, with_interval

    file = advice.file
    console().print(f"\n[bold]{players} players, {file.bot} among {' / '.join(file.against)}[/bold]", highlight=False)
    for number, step in enumerate(file.steps_at(players), start=1):
        if step.floor:
            typer.echo(f"  (too few wins or losses to judge by: the {step.outcome.label} counts)")
        if step.taken:
            best, *others = step.judged
            typer.echo(f"  {number}. {best.words}")
            typer.echo(f"     {_gain(step, 0)}")
            for place, other in enumerate(others, start=1):
                if other.gain.low > 0.0:
                    typer.echo(f"     or: {other.words} {_gain(step, place)}")
        else:
            none = "After that no change" if number > 1 else "No change"
            typer.echo(f"  {none} clearly helps, of {step.tried} that were tried. The best: {step.judged[0].words}")
            typer.echo(f"     {_gain(step, 0)}")
    for reached in file.reached:
        if reached.players == players:
            what = "as it is" if reached.steps == 0 else f"after {reached.steps}"
            estimate = with_interval(reached.result.estimate(), 1)
            typer.echo(f"  {file.outcome.label} among {reached.among}, {what}: {estimate} {file.outcome.unit}")


def _gain(step: "AdviceStep", place: int) -> str:
    gain = step.judged[place].gain
    return f"{gain.mean:+.1f} ({gain.low:.1f} to {gain.high:.1f}) {step.outcome.unit}"
