"""The commands that ask one question each, such as ``compare``, ``ladder``, ``seats`` and ``balance``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from arkadia_sim import api
from arkadia_sim.cli.options import (
    RULE_OPTIONS,
    TABLE_OPTIONS,
    Measures,
    bots_with_deals,
    dosed_values,
    names_of,
    settings_of,
    sharing,
    swept_values,
    whole_number,
)
from arkadia_sim.errors import BadValue, UsageError, command_line

if TYPE_CHECKING:
    from typing import Unpack

    from arkadia_sim.api.asking import QuestionKeywords, Shared
    from arkadia_sim.questions.balance import BalanceResults
    from arkadia_sim.questions.explore import Explored
    from arkadia_sim.questions.results import Results


def asks(deals: str, players: str | None = None, *more: str) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Make a command of a function that asks a question, with help texts of --deals and of an unusual --players."""
    helps = {"deals": Annotated[int | None, typer.Option(min=2, help=deals)]}
    if players is not None:
        helps["players"] = Annotated[list[str] | None, typer.Option(metavar="N,N…", help=players)]
    return sharing(_show, "deals", "tolerance", "out", *RULE_OPTIONS, *more, *TABLE_OPTIONS, **helps)


def _show(results: "Results | BalanceResults | Explored", given: dict[str, Any]) -> None:
    from arkadia_sim.cli.show import show_results

    show_results(results, given["as_json"])


AcrossSizes = Annotated[bool, typer.Option("--across-sizes", help="Also compare the table sizes with each other.")]
SIZES_FROM_TWO = "Table sizes, such as 2,3. All sizes from two on if left out."


@asks("Deals at each table size (2000; with --against 10000).", None, "adapt")
def compare(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="A B",
            help="Two bots: NAME, NAME:parameter=value or FILE.py:NAME. With --against: one bot for all seats, or one "
            "per seat.",
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help="Compare --rules with these, for the same bots. The game's own if left out."
        ),
    ] = None,
    measure: Measures = None,
    among: Annotated[str | None, typer.Option(metavar="BOT", help="The bot in all other seats. B if left out.")] = None,
    across_sizes: AcrossSizes = False,
    **shared: "Unpack[Shared]",
) -> "Results":
    """Play A and B in the same seats of the same deals, with the same opponents, and show which does better.

    Or compare a rule with the game's own: arkadia-sim compare BOT --rules option=4
    Or house rules with the game's own: arkadia-sim compare BOT --variant my_rules.py
    """
    by_house = "@" in shared["game"]
    if against is None and len(bots) == 1 and (by_house or shared["rules"]):
        against = ["house_rules=false"] if by_house else []
    if against is None:
        if len(bots) != 2:
            of_rules = command_line("compare", *bots, "--rules", "OPTION=VALUE", "--against", "OPTION=OTHER")
            of_bots = command_line("ladder", *bots) if len(bots) > 1 else command_line("compare", *bots, "OTHER")
            raise UsageError(f"compare takes two bots, or two sets of rules: {of_bots}, or {of_rules}")
        if measure is not None:
            raise UsageError("--measure belongs to --against; two bots are compared by the outcomes of the game")
        a, b = bots
        return api.compare(a, b, among, across_sizes=across_sizes, **shared)
    if among is not None:
        raise UsageError("--among belongs to a comparison of two bots, not to --against")
    rules = shared.pop("rules") or {}
    others = settings_of("--against", against)
    if by_house and [*others] == ["house_rules"]:
        rules = {"house_rules": True, **rules}
        others = {**rules, **others}
    return api.compare_rules(
        bots, rules, others, measures=names_of(measure), across_sizes=across_sizes, **cast("QuestionKeywords", shared)
    )


@asks(deals="Deals at each table size (500).")
def ladder(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="At least two: NAME, NAME:parameter=value or FILE.py:NAME.")
    ],
    slow: Annotated[
        list[str] | None, typer.Option(metavar="BOT=DEALS", help="Play fewer deals with a bot that takes long.")
    ] = None,
    **shared: "Unpack[Shared]",
) -> "Results":
    """Let every bot meet every other in all seats of the same deals, and rank them."""
    fewer = {bot: whole_number("--slow", count) for bot, count in bots_with_deals(slow or [])}
    return api.ladder(bots, slow=fewer, **shared)


@asks("Deals at each table size (10000).", SIZES_FROM_TWO, "adapt")
def seats(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="NAME, NAME:parameter=value or FILE.py:NAME.")],
    measure: Measures = None,
    **shared: "Unpack[Shared]",
) -> "Results":
    """Let one bot sit in every seat, and show which seat does better."""
    return api.seats(bot, measures=names_of(measure) or (), **shared)


@asks(deals="Deals at each table size (1000).", players=SIZES_FROM_TWO)
def feel(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="The bot in every seat, or one for each; these change seats.")
    ],
    **shared: "Unpack[Shared]",
) -> "Results":
    """Find out what a game feels like: how long one waits, how early it is decided, how tense it is."""
    return api.feel(bots, **shared)


@asks("Deals at each table size and setting (4000, or fewer where there are many settings).", None, "adapt")
def sweep(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="OPTION=VALUES [BOT]",
            help="One or two options of the rules with their values: 2..5, 2..10..2, 1,2,4, or 1,1/1,2 where each "
            "value is a list. Then a bot for all seats, or one per seat.",
        ),
    ],
    measure: Measures = None,
    across_sizes: AcrossSizes = False,
    **shared: "Unpack[Shared]",
) -> "Results":
    """Play with each value of an option of the rules (with two options: each pair), and show what changes."""
    options = [word for word in words if "=" in word and ":" not in word.partition("=")[0]]
    bots = [word for word in words if word not in options]
    if not options:
        raise BadValue("knob", " ".join(words), "an option with values, such as option=2..5")
    return api.sweep(
        swept_values(options), bots or None, measures=names_of(measure), across_sizes=across_sizes, **shared
    )


@asks(deals="Deals at each table size (1000).", players=SIZES_FROM_TWO)
def dose(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot whose parameter is varied.")],
    parameter: Annotated[
        str, typer.Option(metavar="NAME=VALUES", help="A parameter with values: 0,0.5,1,2, or from..to..step: 0..6..1")
    ],
    among: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="A bot for all other seats; repeat for more. BOT if left out."),
    ] = None,
    reference: Annotated[
        float | None,
        typer.Option(help="The value to compare the others with. BOT's own, or else the lowest, if left out."),
    ] = None,
    behaviour: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column that shows if BOT plays differently; see columns.")
    ] = None,
    **shared: "Unpack[Shared]",
) -> "Results":
    """Try several values of a bot's parameter, and show with which value the bot does best."""
    name, values = dosed_values(parameter)
    return api.dose(bot, name, values, among, reference=reference, behaviour=behaviour, **shared)


TableBots = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[BOT...]", help="The bot in every seat (the game's usual one), or several that change seats."
    ),
]
OneTable = Annotated[int | None, typer.Option(min=2, help="Table size. 4, or as many as there are bots, if left out.")]
NewDeals = Annotated[
    int | None, typer.Option(min=30, help="New deals that test what was found. 20000; with explore 50000.")
]


@asks("", None, "adapt")
def balance(
    bots: TableBots = None,
    knob: Annotated[
        str, typer.Option(metavar="OPTION", help="An option of the rules that takes one number for each seat.")
    ] = "",
    players: OneTable = None,
    deals: Annotated[int | None, typer.Option(min=30, help="Deals in each step of the search (20000).")] = None,
    confirm: NewDeals = None,
    **shared: Any,
) -> "BalanceResults":
    """Find the value of an option for each seat that makes all seats equally good, and test it with new deals.

    Several bots keep their values in every seat. The search plays the deals of --seed, the test those of the next seed.
    """
    return api.balance(knob, bots or None, players=players, deals=deals, confirm=confirm, **shared)


@asks("Deals in each race (2000, or 500 where a goal is read from the turns).", None, "adapt")
def explore(
    want: Annotated[
        list[str],
        typer.Option(metavar="GOALS", help="seat_advantage=0,turns-10%: MEASURE=N, <N, >N, +N, -N, +N% or -N%."),
    ],
    bots: TableBots = None,
    knobs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTIONS", help="Options that may change: these,those; or option=2..5 with values, one each."
        ),
    ] = None,
    players: OneTable = None,
    confirm: NewDeals = None,
    **shared: Any,
) -> "Explored":
    """Say what you want of the game, and get two or three changes of its rules that were tested for it.

    Changes are played alone, combinations race, and new deals test the best. --adapt lets the bots practise first.
    """
    values: dict[str, list[Any]] = {}
    for text in knobs or []:
        values |= swept_values([text]) if "=" in text else {name: [] for name in names_of([text], "--knobs") or []}
    return api.explore(want, bots or None, knobs=values or None, players=players, confirm=confirm, **shared)
