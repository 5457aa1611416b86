"""``arkadia-sim tune`` and ``learn``: better values for a bot, found by playing many games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim import api
from arkadia_sim.cli.options import RULE_OPTIONS, TABLE_OPTIONS, sharing
from arkadia_sim.cli.terminal import console, literal, number_table, print_json, say, shown
from arkadia_sim.errors import counted
from arkadia_sim.search import JUDGE_GAMES, LESSON_DEALS, MOST, PRACTICE, ROUNDS, TUNE_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from arkadia_sim.api import Finished
    from arkadia_sim.search.learn import LearnFile
    from arkadia_sim.search.positions import Judgement
    from arkadia_sim.search.tune import TuneFile


def searches(
    show: "Callable[[Any, dict[str, Any]], None]", *shared: str
) -> "Callable[[Callable[..., Any]], Callable[..., None]]":
    """Make a command of a function that searches; ``show`` prints what was found, given also all that was typed."""

    def shown_or_json(found: "Finished[Any]", given: dict[str, Any]) -> None:
        if given["as_json"]:
            print_json({**found.file.model_dump(mode="json"), "folder": str(found.folder)})
        else:
            show(found, given)

    return sharing(shown_or_json, *shared, "out", "save", *TABLE_OPTIONS)


Opponents = Annotated[list[str], typer.Option(metavar="BOT", help="A bot for all other seats. Repeat for more.")]

SHORT_SPEC = 300
"""How many characters of a bot with its parameters are printed when they stand in a file, too."""


def _show_tuned(tuned: "Finished[TuneFile]", given: dict[str, Any]) -> None:
    _print_figures(tuned.file)
    for line in _tune_notes(tuned.file):
        say(line)
    file, save = tuned.file, given["save"]
    assert file.result is not None
    spec, origin = file.spec, "start" if file.is_worse else file.result.origin
    saved = "" if save is None else f", saved as {shown(save)}"
    in_full = f":\n{spec}" if save is None or len(spec) <= SHORT_SPEC else ""
    say(f"the search is in {shown(tuned.folder)}; the tuned bot ({origin}){saved}{in_full}")


@searches(_show_tuned)
def tune(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="The bot to tune. Values set here (NAME:parameter=value) stay.")
    ],
    among: Opponents,
    parameters: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Parameters to tune. All that BOT does not set if left out.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="The most games to play.")] = TUNE_GAMES,
    **search: Any,
) -> "Finished[TuneFile]":
    """Find better values for a bot's parameters, and print the tuned bot.

    The best values are tested with new deals. If they lose to the values from the start, the start is kept.

    The same command continues a search that was stopped.
    """
    names = None if parameters is None else [name.strip() for name in parameters.split(",")]
    return api.tune(bot, among, names, games=games, **search)


def _print_figures(file: "TuneFile") -> None:
    from arkadia_sim.cli.show import with_interval

    if file.result is None:
        return
    outcome, unit = file.outcome, file.outcome.unit
    numbers = (f"{outcome.label}, {unit}", f"baseline, {unit}", f"gain, {unit}")
    table = number_table(
        f"{file.bot}, seed {file.seed}: {counted(file.generations, 'generation')}, {counted(file.games, 'game')}",
        ("players", "against", *numbers),
        ("against",),
        "±: 95% confidence interval, on deals that the search did not use. The baseline played the same deals.",
    )
    for figures in (*file.result.tables, file.result.all_tables):
        values = [with_interval(value, 2, outcome) for value in (figures.result, figures.start)]
        gain = with_interval(figures.gain, 2)
        table.add_row(str(figures.players or "all"), literal(figures.against or "all"), *values, gain)
    console().print(table)


def _failed_games(file: "TuneFile | LearnFile") -> str:
    return f"{file.failed:,} of {counted(file.games, 'game')} failed; they count by their {file.outcome.label}"


def _tune_notes(file: "TuneFile") -> list[str]:
    """What a reader has to know before believing the figures, a line each."""
    from arkadia_sim.cli.estimates import TOO_FEW_DEALS
    from arkadia_sim.stats.verdicts import MINIMUM_DEALS

    lines = []
    if file.budget.report_deals < MINIMUM_DEALS:
        lines.append(TOO_FEW_DEALS)
    if file.failed:
        lines.append(_failed_games(file))
    if file.is_worse:
        lines.append("the best candidate is worse than the start on new deals: the start is kept")
    elif file.result is not None and file.result.spec == file.start:
        lines.append("no candidate beat the start in the validation: the start is kept")
    return lines


def _show_learned(learned: "Finished[LearnFile]", given: dict[str, Any]) -> None:
    _print_stages(learned.file)
    saved = "" if given["save"] is None else f"; the learned bot is saved as {shown(given['save'])}"
    if all(stage.kept == "before" for stage in learned.file.stages):
        saved += "; nothing that was learned plays better, so the bot plays as before"
    say(f"the learning is in {shown(learned.folder)}{saved}")


@searches(_show_learned, *RULE_OPTIONS)
def learn(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to teach. It must offer lessons.")],
    teacher: Annotated[
        list[str],
        typer.Option(
            metavar="BOT",
            help="A bot that plays beside BOT in its lessons. Repeat for more: the first one plays for BOT in round 1.",
        ),
    ],
    among: Annotated[
        list[str], typer.Option(metavar="BOT", help="An opponent in games that decide what is kept. Repeat for more.")
    ],
    rounds: Annotated[
        int, typer.Option(min=1, max=MOST, help="Rounds of lessons. Practice follows the last one.")
    ] = ROUNDS,
    deals: Annotated[int, typer.Option(min=1, max=MOST, help="Deals with lessons in each round.")] = LESSON_DEALS,
    practice: Annotated[
        int, typer.Option(min=1, max=MOST, help="Generations of practice, if BOT can practise.")
    ] = PRACTICE,
    generation: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Games of a generation, for each seat. 8,000 if left out.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PARAMETER", help="A parameter that is zero and stays so; 'own_*' names several. Repeat for more."
        ),
    ] = None,
    **search: Any,
) -> "Finished[LearnFile]":
    """Teach a bot: fit its weights to lessons from search, then improve them by play.

    BOT gets weights for each table size. After each round it is tested with new deals, and a version that is worse is
    not kept.

    Two learnings, one of them --without what shows a thing, tell what it is worth to think of it.

    The same command continues a learning that was stopped.
    """
    search |= {"generation": generation, "without": without or ()}
    return api.learn(bot, teacher, among, rounds=rounds, deals=deals, practice=practice, **search)


def _show_judged(learned: "list[Judgement]", given: dict[str, Any]) -> None:
    table = number_table(
        f"{given['bot']}, seed {given['seed']}: {counted(given['games'], 'game')} at each table size",
        ("players", "positions", "explained"),
        caption="explained: share of the variance of results, at deals left out of the fit",
    )
    for size in learned:
        table.add_row(str(size.players), f"{size.positions:,}", f"{size.explained:.3f}")
    console().print(table)
    say(f"saved as {shown(given['save'])}")


@sharing(_show_judged, "players", "seed", "workers", "game")
def judge(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot that describes positions, such as learner.")],
    teacher: Annotated[
        list[str],
        typer.Option(metavar="BOT", help="A bot that plays the games. Repeat for more: each seat's is random."),
    ],
    save: Annotated[Path, typer.Option(metavar="FILE.npz", help="The file for what is learned.")],
    games: Annotated[int, typer.Option(min=1, help="Games at each table size.")] = JUDGE_GAMES,
    **search: Any,
) -> "list[Judgement]":
    """Teach a judge what positions are worth, for bots that search ahead.

    Games are played, and a small network is fitted to what positions in them led to.
    """
    return api.judge(bot, teacher, save=save, games=games, **search)


def _print_stages(file: "LearnFile") -> None:
    from arkadia_sim.cli.show import with_interval
    from arkadia_sim.search.learn import KEPT

    lessons = file.deals * len(file.stages)
    table = number_table(
        f"{file.bot}, seed {file.seed}: {counted(file.games, 'game')} and {lessons:,} with lessons",
        ("players", "round", "against", "after the fit", "of the bot kept", "kept"),
        ("against", "kept"),
        f"{file.outcome.label} in {file.outcome.unit}; ±: 95% interval (of 30 deals or more), from deals that played "
        "no part in the learning",
    )
    for stage in file.stages:
        for fitted, result in zip(stage.fitted, stage.result, strict=True):
            values = (with_interval(strength.value, 1, file.outcome) for strength in (fitted, result))
            table.add_row(str(stage.players), str(stage.round), literal(result.against), *values, KEPT[stage.kept])
    console().print(table)
    if file.failed:
        say(_failed_games(file))
