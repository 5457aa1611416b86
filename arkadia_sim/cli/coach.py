"""``arkadia-sim coach``, ``playbook``, ``exploit``: what to do differently, by which rules, and against whom."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.completion import bot_argument, bot_option
from arkadia_sim.cli.options import (
    GameName,
    Memory,
    Processes,
    ResultsAsJson,
    SaveAs,
    Seed,
    searches,
    workers_of,
)
from arkadia_sim.cli.terminal import console, literal, number_table, print_json, say, shown
from arkadia_sim.coach import CHECK_DEALS, EXPLOIT_MINUTES, RULES, STEPS
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.api.finished import Advice, FoundPlaybook
    from arkadia_sim.coach.advice_file import AdviceStep, Judged
    from arkadia_sim.coach.exploit import Exploit


CheckDeals = Annotated[int, typer.Option(min=30, help="Fresh deals that the result is checked on.")]

_FEW_DEALS = 500


def _show_advice(advice: "Advice", given: dict[str, Any]) -> None:
    deals, save = advice.file.check_deals, given["save"]
    for size in advice.file.players:
        _print_advice(advice, size)
    helps = any(step.taken for step in advice.file.steps)
    kept = "" if save is None else f", and the bot {'with all advice' if helps else 'as it was'} in {shown(save)}"
    rough = ", which is few: gains are rough" if deals < _FEW_DEALS else ""
    say(f"\nEach gain adds to those before it. Judged on {deals:,} fresh deals{rough}; the wins on others.")
    say(f"the search is in {shown(advice.folder)}{kept}")


@searches(_show_advice)
def coach(
    bot: Annotated[str, bot_argument("BOT", "The bot to coach: a name or a file.")],
    among: Annotated[
        list[str] | None,
        bot_option("BOT", "The bot in all other seats; BOT itself if left out. Separate several with commas."),
    ] = None,
    steps: Annotated[
        int, typer.Option(min=1, max=20, help="Maximum number of changes to suggest at each table size.")
    ] = STEPS,
    check_deals: CheckDeals = CHECK_DEALS,
    **search: Any,
) -> "Advice":
    """Find what a player should do differently: the change that helps most, then the next, until nothing helps."""
    from arkadia_sim import api
    from arkadia_sim.core.spec import split_specs

    others = [name for text in among or [bot] for name in split_specs(text)]
    return api.advise(bot, others, steps=steps, check_deals=check_deals, **search)


def _print_advice(advice: "Advice", players: int) -> None:
    from arkadia_sim.cli.show import with_interval

    file = advice.file
    console().print(f"\n[bold]{players} players, {literal(file.bot)} among {literal(' / '.join(file.against))}[/bold]")
    for number, step in enumerate(file.steps_at(players), start=1):
        if step.floor:
            say(f"  (too few wins or losses to judge by: the {step.outcome.label} counts)")
        if step.taken:
            best, *others = step.judged
            say(f"  {number}. {best.words} {_gain(step, 0)}")
            for place, other in enumerate(others, start=1):
                if other.gain.low > 0.0 and _what(other) != _what(best):
                    say(f"     Instead: {other.words} {_gain(step, place)}")
        else:
            more = " further" if number > 1 else ""
            say(f"  None of {step.tried}{more} changes clearly helps. The most promising:")
            say(f"     {step.judged[0].words} {_gain(step, 0)}")
    for reached in file.reached:
        if reached.players == players:
            what = "now" if reached.steps == 0 else f"after {reached.steps}"
            estimate = with_interval(reached.result.estimate(), 1)
            say(f"  {file.outcome.label} among {reached.among}, {what}: {estimate} {file.outcome.unit}")


def _what(judged: "Judged") -> str:
    """What a change is about, without its numbers."""
    return judged.words.partition(" (")[0]


def _gain(step: "AdviceStep", place: int) -> str:
    gain = step.judged[place].gain
    return f"{gain} {step.outcome.unit}"


def _show_playbook(found: "FoundPlaybook", given: dict[str, Any]) -> None:
    for size in found.file.players:
        _print_rules(found, size)
        _print_strength(found, size)
    kept = "" if given["save"] is None else f", and the playbook in {shown(given['save'])}"
    say(f"the search is in {shown(found.folder)}{kept}")


@searches(_show_playbook)
def playbook(
    among: Annotated[
        list[str], bot_option("BOT", "Opponents in all other seats; several of different strength are best.")
    ],
    length: Annotated[int, typer.Option(min=1, max=32, help="Most rules in a list.")] = RULES,
    base: Annotated[str | None, bot_option("BOT", "A playbook to start from; without it, start with no rules.")] = None,
    check_deals: CheckDeals = CHECK_DEALS,
    **search: Any,
) -> "FoundPlaybook":
    """Find the few rules of thumb that win most, for each table size, or go on with a search that was stopped."""
    from arkadia_sim import api
    from arkadia_sim.core.spec import split_specs

    others = [bot for text in among for bot in split_specs(text)]
    return api.playbook(others, rules=length, base=base, check_deals=check_deals, **search)


def _print_rules(found: "FoundPlaybook", players: int) -> None:
    say(f"\n{players} players:")
    if not found.rules(players):
        say("  no rule clearly helps")
    for number, text in enumerate(found.sentences(players), start=1):
        say(f"  {number}. {text}")


def _print_strength(found: "FoundPlaybook", players: int) -> None:
    from arkadia_sim.cli.show import with_interval

    file = found.file
    opponents = [f"against {players - 1} {opponent}" for opponent in file.against]
    table = number_table(f"{file.outcome.label}, {file.outcome.unit}, on fresh deals", ("rules", *opponents))
    lines: dict[int, list[str]] = {}
    for checked in file.checked:
        if checked.players == players:
            lines.setdefault(len(checked.rules), []).append(with_interval(checked.result.estimate(), 1))
    for length, cells in lines.items():
        table.add_row(str(length), *cells)
    console().print(table)


def exploit(
    bot: Annotated[str, bot_argument("BOT", "The bot in all other seats.")],
    players: Annotated[int, typer.Option(min=2, help="The number of players.")] = 2,
    minutes: Annotated[float, typer.Option(help="How long to search.")] = EXPLOIT_MINUTES,
    seed: Seed = 1,
    workers: Processes = None,
    memory_per_worker: Memory = None,
    save: SaveAs = None,
    estimates: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Add the result to a table of estimates, to be used in a report."),
    ] = None,
    game: GameName = DEFAULT_GAME,
    as_json: ResultsAsJson = False,
) -> None:
    """Find out how much somebody can win who knows a bot.

    Tries all bots, variants of the best of them, and a bot that learns against this one. The best answer then plays
    fresh deals.
    """
    from arkadia_sim import api
    from arkadia_sim.cli.show import with_interval
    from arkadia_sim.coach.exploit import EXPLOITING

    if save is not None:
        EXPLOITING.check_target(save, bot)
    if estimates is not None:
        _estimates_in(estimates)
    found = api.exploit(bot, players, minutes, seed=seed, workers=workers_of(workers, memory_per_worker), game=game)
    if save is not None:
        found.save(save)
    if estimates is not None:
        _add_estimate(found, estimates)
    if as_json:
        print_json(found.as_json())
        return
    outcome, others = found.outcome, players - 1
    against = bot if others == 1 else f"{others} {bot}"
    say(f"best of {found.tried} answers to {against}: {found.name}")
    fair = "" if found.fair is None else f" (a fair share is {found.fair:.1f})"
    estimate = with_interval(found.result, 1, outcome)
    say(f"{outcome.label} on {found.result.n:,} fresh deals: {estimate} {outcome.unit}{fair}")
    if found.advantage is not None:
        say(f"The best answer found wins at least {found.advantage:.1f} {outcome.unit} more than that.")
    if save is not None:
        say(f"the answer is saved as {shown(save)}")


def _estimates_in(file: Path) -> "pl.DataFrame":
    """The estimates in a file, none if there is no file."""
    from arkadia_sim.core.user_files import exists, is_folder
    from arkadia_sim.errors import BadValue
    from arkadia_sim.questions.estimates import estimates_table, read_estimates_csv

    if not is_folder(file.parent):
        raise BadValue("estimates", str(file), "a file in a folder that is there")
    return read_estimates_csv(file) if exists(file) else estimates_table([])


def _add_estimate(found: "Exploit", file: Path) -> None:
    """Add the result to a table of estimates: the answer meets the bot, as in a ladder."""
    import polars as pl

    from arkadia_sim.questions.estimates import KEYS, Row, estimates_table, number_fields
    from arkadia_sim.results.files import write_table

    outcome, request = found.outcome, found.request
    row = Row(
        part="exploit", design="exploit", kind="meeting", players=request.players, bot=found.name, contrast=request.bot,
        outcome=outcome.column, unit=outcome.unit, **number_fields(found.result),
    )  # fmt: skip
    table = estimates_table([row])
    before = _estimates_in(file).join(table, on=KEYS, how="anti", nulls_equal=True)
    write_table(pl.concat([before, table]), file)
