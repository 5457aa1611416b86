"""``arkadia-sim mistakes``, ``worth``: games played on with another choice, or with a gift."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.completion import bot_argument, bot_option
from arkadia_sim.cli.options import rule_options, sharing, table_options
from arkadia_sim.cli.terminal import console, number_table, print_json, say
from arkadia_sim.questions import MISTAKES_DEALS, WORTH_DEALS

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from arkadia_sim.questions.estimates import Row


SaveEstimates = Annotated[
    Path | None, typer.Option("--save", metavar="FILE.csv", help="Save the estimates, to be used in a report.")
]


def _saved(*, save: SaveEstimates = None) -> dict[str, Any]:
    """Where the estimates go, which is nothing to the API."""
    return {}


def _prints(
    print_size: "Callable[[str, list[Row]], None]", note: str = ""
) -> "Callable[[Callable[..., pl.DataFrame]], Callable[..., None]]":
    """Make a command whose estimates are saved if wanted, and printed table size by table size, then a note."""

    def show(table: "pl.DataFrame", given: dict[str, Any]) -> None:
        from arkadia_sim.questions.estimates import rows_of
        from arkadia_sim.results.files import write_table

        if given["save"] is not None:
            write_table(table, given["save"])
        if given["as_json"]:
            print_json({"estimates": table.to_dicts()})
            return
        rows = rows_of(table)
        for size in dict.fromkeys(row.players for row in rows):
            print_size(given["game"], [row for row in rows if row.players == size])
        say(f"{given['deals']:,} deals at each table size. In brackets: 95% intervals.{note.format(**given)}")

    return sharing(show, _saved, rule_options, table_options)


def _print_mistakes(game: str, rows: "list[Row]") -> None:
    from arkadia_sim.cli.estimates import estimate_text
    from arkadia_sim.plots.style import number, signed
    from arkadia_sim.questions.mistakes import ALL, WHEN, advice_of

    first = rows[0]
    cells = {(row.kind, row.contrast, row.setting, row.outcome): row for row in rows}
    outcomes = {row.outcome: row.unit for row in rows if row.kind == "mistake"}
    lead = list(outcomes)[min(1, len(outcomes) - 1)]
    decisions = [row.contrast for row in rows if row.kind == "asked"]
    kinds = [row.contrast for row in rows if row.kind == "often" and row.contrast not in decisions]
    total = cells["loss", ALL, "a game", lead]

    def text(kind: str, contrast: str, setting: str, outcome: str) -> str:
        row = cells.get((kind, contrast, setting, outcome))
        return "" if row is None else estimate_text(row)

    def verdict(name: str) -> str | None:
        row = cells.get(("mistake", name, WHEN[0], lead))
        return None if row is None else row.verdict

    say(f"\n{first.players} players, {first.bot} among {first.company}, judged by {first.baseline}")
    headings = ("decision", "a game", "other choice", "gain each")
    table = number_table(f"what the judge's choice would gain, in {outcomes[lead]}", headings, ("decision",))
    for name in decisions:
        asked, often = cells["asked", name, "", "decisions"], cells["often", name, "", "decisions"]
        share = 100 * (often.mean or 0.0) / (asked.mean or 1.0)
        table.add_row(name, number(asked.mean or 0.0, 1), f"{share:.0f}%", text("mistake", name, WHEN[0], lead))
    console().print(table)
    choice = f"{first.baseline} would"
    shown = (choice, "a game", f"{first.bot}'s", f"{first.baseline}'s", *WHEN, "of all loss")
    table = number_table("kinds of choices that gain most", shown, (choice,))
    gaining = [name for name in kinds if verdict(name) == "higher"]
    for name in gaining:
        often, loss = cells["often", name, "", "decisions"], cells["loss", name, "a game", lead]
        halves = [cells.get(("mistake", name, when, lead)) for when in WHEN[1:]]
        table.add_row(
            advice_of(game, name),
            *(number(value or 0.0, 1) for value in (often.mean, often.before, often.after)),
            text("mistake", name, WHEN[0], lead),
            *("" if half is None else signed(half.mean or 0.0, 1) for half in halves),
            f"{100 * (loss.mean or 0.0) / total.mean:.0f}%" if total.mean and (total.low or 0.0) > 0.0 else "",
        )
    worse = [name for name in decisions if verdict(name) == "lower"]
    if worse:
        say(f"At {', '.join(worse)}, {first.baseline}'s choices lose: ask a stronger judge.")
    if gaining:
        console().print(table)
    elif not worse:
        say("No kind of choice gains significantly. More deals may show one.")


@_prints(_print_mistakes, " After this choice {bot} goes on as always, so gains must not be added up.")
def mistakes(
    bot: Annotated[str, bot_argument("BOT", "The bot to examine; it must be compiled.")],
    judge: Annotated[str, bot_option("BOT", "The stronger bot that is asked at each decision.")] = "expert",
    among: Annotated[str | None, bot_option("BOT", "The bot in all other seats; BOT itself if left out.")] = None,
    deals: Annotated[int, typer.Option(min=60, max=20_000, help="Deals at each table size.")] = MISTAKES_DEALS,
    **search: Any,
) -> "pl.DataFrame":
    """Find what a bot does wrong: where a stronger one would choose otherwise, and what that one choice would gain."""
    from arkadia_sim import api

    return api.mistakes(bot, judge, among=among, deals=deals, **search)


def _print_worth(game: str, rows: "list[Row]") -> None:
    from arkadia_sim.cli.estimates import estimate_text
    from arkadia_sim.questions.worth import MOMENTS, phrases_of

    first, phrases = rows[0], phrases_of(game)
    lead = next(row for row in rows if row.kind == "worth" and row.outcome != first.outcome)
    titles = {
        ("worth", lead.outcome): f"worth in {lead.unit}: by how much the lead over the best opponent grows",
        ("worth", first.outcome): f"worth in {first.unit} of win rate",
        **{
            ("chance", row.contrast): f"chance in % that {phrases[row.contrast]}"
            for row in rows
            if row.kind == "chance"
        },
    }
    say(f"\n{first.players} players, {first.bot} in every seat")
    for (kind, outcome), title in titles.items():
        lines: dict[str, dict[str, str]] = {}
        for row in rows:
            if row.kind == kind and outcome in (row.outcome, row.contrast):
                lines.setdefault(row.variant or phrases[row.contrast], {})[row.setting] = estimate_text(row)
        table = number_table(title, ("", *MOMENTS), ("",))
        for words, cells in lines.items():
            table.add_row(words, *(cells.get(moment, "") for moment in MOMENTS))
        if lines:
            console().print(table)


@_prints(_print_worth)
def worth(
    bot: Annotated[str, bot_argument("BOT", "The bot in all seats; a compiled one.")],
    deals: Annotated[int, typer.Option(min=30, help="Deals at each table size.")] = WORTH_DEALS,
    **search: Any,
) -> "pl.DataFrame":
    """Measure what one more of a thing is worth, early and late in a game, such as a piece at hand."""
    from arkadia_sim import api

    return api.worth(bot, deals=deals, **search)
