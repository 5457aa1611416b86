"""How results look on a terminal or in a pipe."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arkadia_sim.cli.estimates import TOO_FEW_DEALS, print_estimates
from arkadia_sim.cli.terminal import console, literal, number_table, print_json, say, shown
from arkadia_sim.core.game import FAILED
from arkadia_sim.errors import command_line, counted
from arkadia_sim.plots.style import number, percent, signed, span
from arkadia_sim.questions.balance import BalanceResults
from arkadia_sim.questions.estimates import estimate_of, players_text
from arkadia_sim.questions.explore import Explored
from arkadia_sim.stats.verdicts import MINIMUM_DEALS, error_rate

if TYPE_CHECKING:
    from pathlib import Path

    from arkadia_sim.core.outcome import Outcome
    from arkadia_sim.questions.play import BotResult
    from arkadia_sim.questions.results import Results
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.stats.intervals import Estimate


def show_results(results: "Results | BalanceResults | Explored", as_json: bool) -> None:
    """Show the results of a question, as tables or as JSON, with failed games and where everything is."""
    if isinstance(results, BalanceResults):
        runs, reported = list(results.runs), results.last.folder
    elif isinstance(results, Explored):
        runs, reported = results.runs, results.folder / "confirmed"
    else:
        runs, reported = [results.manifest], results.folder
    tell_failures(*runs)
    if as_json:
        print_json(results.as_json())
        return
    if isinstance(results, BalanceResults):
        _print_balance(results)
    elif isinstance(results, Explored):
        _print_explored(results)
    else:
        written = results.manifest.experiment or {}
        for sentence in (written.get("question", results.name), *results.sentences):
            say(sentence)
        companies = {company["name"]: company["title"] for company in written.get("companies", ())}
        print_estimates(results.table(), results.manifest, companies)
    say(games_sentence(*runs))
    for note in dict.fromkeys(note for run in runs for note in (run.experiment or {}).get("notes", ())):
        say(note)
    say(where(results.folder, reported))


def where(folder: "Path", reported: "Path | None" = None, more: str = "") -> str:
    """Where results are, and the command for their page. A page that lies there already may be older."""
    from arkadia_sim.report.document import PAGE

    of = folder if reported is None else reported
    page, purpose = of / PAGE, "for a page with figures"
    if page.is_file() and page.stat().st_mtime < max(file.stat().st_mtime for file in of.glob("**/manifest.json")):
        purpose = "the page there is older; for a new one"
    return f"results in {shown(folder)}{more}; {purpose}: {command_line('report', of)}"


def print_bots(title: str, results: "Sequence[BotResult]") -> None:
    """Print a table of bots with every outcome of the game."""
    level = percent(results[0].outcomes[0].estimate.level)
    shown = any(bot.deals >= MINIMUM_DEALS for bot in results)
    meaning = f"± (or from, to): {level} confidence interval over deals. " if shown else ""
    headings = ("bot", "games", *(result.outcome.axis for result in results[0].outcomes))
    table = number_table(title, headings, ("bot",), f"{meaning}Each game counts once for every seat the bot held.")
    for bot in results:
        cells = [with_interval(result.estimate, 2, result.outcome) for result in bot.outcomes]
        table.add_row(literal(bot.bot), f"{bot.games:,}", *cells)
    console().print(table)


def with_interval(estimate: "Estimate", digits: int, outcome: "Outcome | None" = None) -> str:
    """An average with its interval, as ``25.03 ± 0.41``, or with both ends if they are not equally far away.

    With an ``outcome``, an average at its lowest or highest possible value gets a Wilson interval. An average of too
    few deals stands alone, and so does one that is the same in all deals, such as a bot's share among its own kind.
    """
    mean = number(estimate.mean, digits)
    if estimate.n < MINIMUM_DEALS:
        return mean
    if outcome is not None:
        estimate = estimate.with_unseen(*outcome.bounds)
    if estimate.is_constant and estimate.low == estimate.high:
        return mean
    below, above = estimate.mean - estimate.low, estimate.high - estimate.mean
    if abs(above - below) > 1e-9 * max(1.0, above, below):  # cut at the end of what is possible
        return f"{mean} ({number(estimate.low, digits)} to {number(estimate.high, digits)})"
    return f"{mean} ± {number(estimate.half_width, digits)}"


def warnings(manifest: "Manifest", results: "Sequence[BotResult]") -> list[str]:
    """What a reader of a table of bots has to know before believing it, a line each."""
    lines = []
    deals = min((bot.deals for bot in results), default=MINIMUM_DEALS)
    if deals < MINIMUM_DEALS:
        lines.append(
            f"{TOO_FEW_DEALS} (a deal has a game for each way to seat the bots: {counted(deals, 'deal')} so far)"
        )
    if any(section.games % section.games_per_deal for section in manifest.sections):
        lines.append("the last deal is not complete: not every bot sat in every seat of it")
    if any(_neighbours_matter(section.lineups[0].bots) for section in manifest.sections):
        lines.append(
            "Bots sit in the order given, and that order can affect results. compare and ladder show who is better."
        )
    return lines


def _neighbours_matter(seats: "Sequence[int]") -> bool:
    """Whether the bots could sit round a table in another order, which is not the same one turned."""
    kinds = Counter(seats)
    return len(kinds) > 2 or (len(kinds) == 2 and min(kinds.values()) > 1)


def tell_failures(*runs: "Manifest") -> None:
    """Print the failed games of all runs on stderr."""
    from arkadia_sim.runner.one_game import failed_text

    for run in runs:
        if run.counts.failed:
            say(failed_text(run), err=True)


def games_sentence(*runs: "Manifest") -> str:
    """How many games there were and how they ended, then earlier looks at the results, and house rules."""
    ends: Counter[str] = Counter()
    for run in runs:
        ends.update(run.counts.ends)
    games, failed = sum(run.counts.games for run in runs), sum(run.counts.failed for run in runs)
    labels = {end.name: f"with {end.label}" for run in runs for end in run.ends if end.label}
    parts = [f"{number:,} {labels.get(end, end.replace('_', ' '))}" for end, number in ends.items() if end != FAILED]
    lines = [f"{counted(games, 'game')}: {', '.join([*parts, f'{failed:,} failed' if failed else 'none failed'])}"]
    for run in runs:
        if run.stood:
            looks = ", ".join(f"{games:,}" for games in run.stood)
            levels = f"{percent(run.level)} instead of {percent(1 - error_rate(0))}"
            lines.append(
                f"Games were added after a look at the results of {looks} games. Intervals are wider to keep the error "
                f"rate down: {levels}."
            )
    caveats = dict.fromkeys(caveat for run in runs for caveat in run.caveats if caveat.startswith("House rules:"))
    return "\n".join([*lines, *caveats])


def _print_balance(results: BalanceResults) -> None:
    first, *others = results.answer()
    say(first)
    _print_seats(results)
    for sentence in others:
        say(sentence)
    for step in () if results.found is None else results.found.steps:
        advantages = ", ".join(map(signed, step.advantages))
        say(f"tried {', '.join(map(str, step.values))}: {advantages} {results.outcome.unit}")


def _print_explored(results: Explored) -> None:
    """The answer, a row for each proposal and goal, and where the picture is."""
    from arkadia_sim.plots.style import svg_text

    first, *others = results.answer()
    say(first)
    size, level = results.runs[-1].sections[0].players, percent(results.before.levels[0].level)
    title = f"{', '.join(results.bots)}, {players_text(size)}: proposals, first those that reach more goals"
    caption = f"(from, to): {level} confidence interval over deals; all hold at once; seed {results.runs[0].seed}"
    texts = ("change", "goal", "reached")
    table = number_table(title, ("", "change", "goal", "as it is", "changed", "reached"), texts, caption)
    for place, row in enumerate(results.table().to_dicts()):
        ends = (f"{number(row[key])} ({span(row[f'{key}_low'], row[f'{key}_high'])})" for key in ("before", "after"))
        head = ("", "") if place % len(results.goals) else (str(row["proposal"]), literal(row["change"]))
        table.add_row(*head, literal(f"{row['goal']} ({row['unit']})"), *ends, row["reached"])
    console().print(table)
    for sentence in others:
        say(sentence)
    if len(results.goals) > 1:
        picture = results.folder / "trade-off.svg"
        picture.write_text(svg_text(results.figure()), encoding="utf-8")
        say(f"picture of the trade-off: {shown(picture)}")


def _print_seats(results: BalanceResults) -> None:
    """A row for each seat: its value, what it needs, and its advantage before and after."""
    tables = [results.seats_before, *([] if results.confirmed is None else [results.seats])]
    one = len(results.bots) == 1
    who = f"{results.bots[0]} in every seat" if one else "each bot in every seat in turn"
    title = f"{who}, {players_text(results.players)}: {results.outcome.axis} above the average"
    caption = f"± (or from, to): {percent(tables[0][0].level)} confidence interval over deals"
    caption += "" if results.confirmed is None else "\nbefore: on the deals of the search; after: on new deals"
    table = number_table(
        title, ["seat" if one else "bot", results.knob, "needed", *["before", "after"][: len(tables)]], caption=caption
    )
    for seat in range(results.players):
        cells = [with_interval(estimate_of(rows[seat]), 2) for rows in tables]
        named = str(seat + 1) if one else literal(results.bots[seat])
        table.add_row(named, str(results.values[seat]), _needed(results, seat), *cells)
    console().print(table)


def _needed(results: BalanceResults, seat: int) -> str:
    """What a seat needs more than the seat that needs least, before rounding."""
    if results.found is None:
        return number(0.0)
    needed = results.found.needs.needed[seat]
    return (
        f"{number(needed.mean)} ({span(needed.low, needed.high)})" if needed.high > needed.low else number(needed.mean)
    )
