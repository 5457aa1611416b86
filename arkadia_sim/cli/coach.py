"""``arkadia-sim coach``, ``playbook``, ``exploit``, ``mistakes``, ``worth``: how to play better, and what it gains."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim import api
from arkadia_sim.cli.options import RULE_OPTIONS, TABLE_OPTIONS, SaveAs, by_variant, sharing
from arkadia_sim.cli.searches import searches
from arkadia_sim.cli.terminal import console, literal, number_table, print_json, say, shown
from arkadia_sim.core.spec import split_specs
from arkadia_sim.core.user_files import exists, is_folder
from arkadia_sim.errors import BadValue, counted
from arkadia_sim.questions import MISTAKES_DEALS, WORTH_DEALS
from arkadia_sim.search import CHECK_DEALS, EXPLOIT_MINUTES, RULES, STEPS

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from arkadia_sim.api import Finished
    from arkadia_sim.questions.estimates import Row
    from arkadia_sim.search.advise import AdviceFile
    from arkadia_sim.search.exploit import Exploit
    from arkadia_sim.search.playbook import PlaybookFile


CheckDeals = Annotated[int, typer.Option(min=30, help="Fresh deals that the result is checked on.")]

_FEW_DEALS = 500


def _show_advice(advice: "Finished[AdviceFile]", given: dict[str, Any]) -> None:
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
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to coach: a name or a file.")],
    among: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT", help="The bot in all other seats; BOT itself if left out. Separate several with commas."
        ),
    ] = None,
    steps: Annotated[
        int, typer.Option(min=1, max=20, help="Maximum number of changes to suggest at each table size.")
    ] = STEPS,
    check_deals: CheckDeals = CHECK_DEALS,
    **search: Any,
) -> "Finished[AdviceFile]":
    """Find what a player should do differently: the change that helps most, then the next, until nothing helps."""
    others = [name for text in among or [bot] for name in split_specs(text)]
    return api.advise(bot, others, steps=steps, check_deals=check_deals, **search)


def _print_advice(advice: "Finished[AdviceFile]", players: int) -> None:
    from arkadia_sim.cli.show import with_interval
    from arkadia_sim.search.files import gain_text

    file = advice.file
    console().print(f"\n[bold]{players} players, {literal(file.bot)} among {literal(' / '.join(file.against))}[/bold]")
    for number, step in enumerate(file.steps_at(players), start=1):
        if step.floor:
            say(f"  (too few wins or losses to judge by: the {step.outcome.label} counts)")
        unit = step.outcome.unit
        if step.taken:
            best, *others = step.judged
            say(f"  {number}. {best.words} {gain_text(best.gain)} {unit}")
            topic = best.words.partition(" (")[0]  # what the change is about, without its numbers
            for other in others:
                if other.gain.low > 0.0 and other.words.partition(" (")[0] != topic:
                    say(f"     Instead: {other.words} {gain_text(other.gain)} {unit}")
        else:
            more = " further" if number > 1 else ""
            say(f"  None of {step.tried}{more} changes clearly helps. The most promising:")
            say(f"     {step.judged[0].words} {gain_text(step.judged[0].gain)} {unit}")
    for reached in file.reached:
        if reached.players == players:
            what = "now" if reached.steps == 0 else f"after {reached.steps}"
            estimate = with_interval(reached.result, 1)
            say(f"  {file.outcome.label} among {reached.among}, {what}: {estimate} {file.outcome.unit}")


def _show_playbook(found: "Finished[PlaybookFile]", given: dict[str, Any]) -> None:
    for size in found.file.players:
        _print_rules(found, size)
        _print_strength(found, size)
    kept = "" if given["save"] is None else f", and the playbook in {shown(given['save'])}"
    say(f"the search is in {shown(found.folder)}{kept}")


@searches(_show_playbook)
def playbook(
    among: Annotated[
        list[str], typer.Option(metavar="BOT", help="Bots in all other seats; several of different strength are best.")
    ],
    length: Annotated[int, typer.Option(min=1, max=32, help="Most rules in a list.")] = RULES,
    base: Annotated[
        str | None, typer.Option(metavar="BOT", help="A playbook to start from; without it, start with no rules.")
    ] = None,
    check_deals: CheckDeals = CHECK_DEALS,
    **search: Any,
) -> "Finished[PlaybookFile]":
    """Find the few rules of thumb that win most, for each table size, or go on with a search that was stopped."""
    others = [bot for text in among for bot in split_specs(text)]
    return api.playbook(others, rules=length, base=base, check_deals=check_deals, **search)


def _print_rules(found: "Finished[PlaybookFile]", players: int) -> None:
    say(f"\n{players} players:")
    if not found.file.rules(players):
        say("  no rule clearly helps")
    for number, text in enumerate(found.file.sentences(players), start=1):
        say(f"  {number}. {text}")


def _print_strength(found: "Finished[PlaybookFile]", players: int) -> None:
    from arkadia_sim.cli.show import with_interval

    file = found.file
    opponents = [f"against {players - 1} {opponent}" for opponent in file.against]
    table = number_table(f"{file.outcome.label}, {file.outcome.unit}, on fresh deals", ("rules", *opponents))
    lines: dict[int, list[str]] = {}
    for checked in file.checked:
        if checked.players == players:
            lines.setdefault(len(checked.rules), []).append(with_interval(checked.result, 1))
    for length, cells in lines.items():
        table.add_row(str(length), *cells)
    console().print(table)


def _show_exploit(found: "Exploit", given: dict[str, Any]) -> None:
    from arkadia_sim.cli.show import with_interval

    if given["as_json"]:
        print_json(found.as_json())
        return
    outcome, others, bot = found.outcome, given["players"] - 1, given["bot"]
    against = bot if others == 1 else f"{others} {bot}"
    say(f"best of {counted(found.tried, 'answer')} to {against}: {found.name}")
    fair = "" if found.fair is None else f" (a fair share is {found.fair:.1f})"
    estimate = with_interval(found.result, 1, outcome)
    say(f"{outcome.label} on {found.result.n:,} fresh deals: {estimate} {outcome.unit}{fair}")
    if found.advantage is not None:
        say(f"The best answer found wins at least {found.advantage:.1f} {outcome.unit} more than that.")
    if given["save"] is not None:
        say(f"the answer is saved as {shown(given['save'])}")


@sharing(_show_exploit, "seed", "workers", "game", "as_json")
def exploit(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot in all other seats.")],
    players: Annotated[int, typer.Option(min=2, help="The number of players.")] = 2,
    minutes: Annotated[float, typer.Option(help="How long to search.")] = EXPLOIT_MINUTES,
    save: SaveAs = None,
    estimates: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Add the result to a table of estimates, for a report.")
    ] = None,
    **search: Any,
) -> "Exploit":
    """Find out how much somebody can win who knows a bot.

    Tries all bots, variants of the best of them, and a bot that learns against this one. The best answer then plays
    fresh deals.
    """
    from arkadia_sim.search.exploit import EXPLOITING

    if save is not None:
        EXPLOITING.check_target(save, bot)
    if estimates is not None:
        _estimates_in(estimates)
    found = api.exploit(bot, players, minutes, **search)
    if save is not None:
        found.save(save)
    if estimates is not None:
        _add_estimate(found, estimates)
    return found


def _estimates_in(file: Path) -> "pl.DataFrame":
    """The estimates in a file, none if there is no file."""
    from arkadia_sim.questions.estimates import estimates_table, read_estimates_csv

    if not is_folder(file.parent):
        raise BadValue("estimates", str(file), "a file in a folder that is there")
    return read_estimates_csv(file) if exists(file) else estimates_table([])


def _add_estimate(found: "Exploit", file: Path) -> None:
    """Add the result to a table of estimates: the answer meets the bot, as in a ladder."""
    import polars as pl

    from arkadia_sim.questions.estimates import KEYS, Row, estimates_table
    from arkadia_sim.results.files import write_table

    place = {"part": "exploit", "design": "exploit", "players": found.request.players}
    row = Row.of("meeting", found.outcome, found.result, bot=found.name, contrast=found.request.bot, **place)
    table = estimates_table([row])
    before = _estimates_in(file).join(table, on=KEYS, how="anti", nulls_equal=True)
    write_table(pl.concat([before, table]), file)


# -- mistakes and worth: games played on with another choice, or with a gift -------------------------------------------
def _prints(
    print_size: "Callable[[str, list[Row]], None]", note: str = ""
) -> "Callable[[Callable[..., pl.DataFrame]], Callable[..., None]]":
    """Make a command whose estimates are saved if wanted, and printed table size by table size, then a note."""

    def show(table: "pl.DataFrame", given: dict[str, Any]) -> None:
        from arkadia_sim.core.registry import resolve_game
        from arkadia_sim.questions.estimates import rows_of
        from arkadia_sim.results.files import write_table

        if given["save_estimates"] is not None:
            write_table(table, given["save_estimates"])
        if given["as_json"]:
            print_json({"estimates": table.to_dicts()})
            return
        rows = rows_of(table)
        for size in dict.fromkeys(row.players for row in rows):
            print_size(given["game"], [row for row in rows if row.players == size])
        say(f"{given['deals']:,} deals at each table size. In brackets: 95% intervals.{note.format(**given)}")
        if given["variant"] is not None:
            game = resolve_game(by_variant(given["game"], given["variant"]))
            say(game.caveats(game.setting(rows[0].players, {}, {}))[0])

    return sharing(show, "save_estimates", *RULE_OPTIONS, *TABLE_OPTIONS)


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
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to examine; it must be compiled.")],
    judge: Annotated[
        str, typer.Option(metavar="BOT", help="The stronger bot that is asked at each decision.")
    ] = "expert",
    among: Annotated[
        str | None, typer.Option(metavar="BOT", help="The bot in all other seats; BOT itself if left out.")
    ] = None,
    deals: Annotated[int, typer.Option(min=60, max=20_000, help="Deals at each table size.")] = MISTAKES_DEALS,
    **search: Any,
) -> "pl.DataFrame":
    """Find what a bot does wrong: where a stronger one would choose otherwise, and what that one choice would gain."""
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
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot in all seats; a compiled one.")],
    deals: Annotated[int, typer.Option(min=30, help="Deals at each table size.")] = WORTH_DEALS,
    **search: Any,
) -> "pl.DataFrame":
    """Measure what one more of a thing is worth, early and late in a game, such as a piece at hand."""
    return api.worth(bot, deals=deals, **search)
