"""The top of a page about experiments: what was put to the test, what is compared, and what the numbers are."""

from collections.abc import Mapping

from arkadia_sim.analysis.parts import Part, Parts
from arkadia_sim.experiments.schema import Change
from arkadia_sim.report.wording.numbers import capital, in_words, listed, players_in_words, tolerance_text
from arkadia_sim.report.wording.places import company, company_list
from arkadia_sim.results.manifest import Manifest

MANY_WEIGHTS = 0.5
"""Two bots of which more than this share of the weights differ are two players, not one with and without a change."""


def headline(parts: Parts) -> str:
    """What was put to the test, and where: "Seven claims, as nine changes of play, put to the test with …"."""
    changes = parts.changes
    claims = {change.claim for change in changes}
    what = "one change of play" if len(changes) == 1 else f"{in_words(len(changes))} changes of play"
    if "" not in claims and len(claims) < len(changes):
        what = f"{'one claim' if len(claims) == 1 else f'{in_words(len(claims))} claims'}, as {what},"
    sizes = sorted({section.players for part in parts.all for section in part.results.sections})
    companies = dict.fromkeys(company(effect) for effect in parts.effects)
    among = company_list(companies)
    return f"{capital(what)} put to the test with {players_in_words(sizes)}{f', {among}' if among else ''}."


def meaning(parts: Parts) -> str:
    """What the numbers of the overview are, in two short sentences."""
    outcome = parts.lead.results.manifest.outcomes[0]
    tolerances = dict.fromkeys(part.experiment.tolerances[outcome.column] for part in parts.all)
    small = listed(map(tolerance_text, tolerances))
    return (
        f"The numbers are {outcome.amount}: +3 means 3 more, on average, for who does it than for the same player who "
        f"does not, everybody else unchanged. Anything within {small} was named beforehand as too small to matter."
    )


def comparisons(parts: Parts) -> list[str]:
    """What is compared in each company, as the experiments say it."""
    texts = {}
    for part in parts.all:
        for one in part.experiment.companies:
            about = (one.about or "").strip()
            if about:
                about = about if about.endswith((".", "!", "?")) else f"{about}."
                texts[about] = f"{capital(one.title)}: {about}" if one.title else capital(about)
    return list(texts.values())


def outcome_meanings(manifest: Manifest) -> list[str]:
    """What each outcome of the game counts, in the words of the game's data dictionary."""
    meanings = {column.name: column.meaning for column in manifest.columns.get("games", ())}
    texts = []
    for outcome in manifest.outcomes:
        times = "" if outcome.scale == 1 else f", {outcome.scale:g} times the number in the rows"
        text = f"{capital(outcome.label)} (in {outcome.unit}{times})"
        if outcome.column in meanings:
            texts.append(f"{text}: {meanings[outcome.column]}.")
    return texts


def end_meanings(manifest: Manifest) -> list[str]:
    """What games come to that do not end regularly, in the words of the game."""
    return [f"{capital(end.name)}: {end.meaning}." for end in manifest.ends if not end.regular]


def tuning_note(part: Part) -> str:
    """Where the two players who are compared differ in most of their weights, and not in the change alone; or empty."""
    weights = {bot.spec: bot.parameters for bot in part.results.manifest.bots}
    apart: dict[str, list[Change]] = {}
    alike: dict[str, list[Change]] = {}
    for one in part.effects:
        differ = _differ(weights.get(one.with_bot, {}), weights.get(one.without_bot, {}))
        group = (apart if differ else alike).setdefault(company(one), [])
        if one.change not in group:
            group.append(one.change)
    if not apart:
        return ""
    rest = dict.fromkeys(change.title for among in apart for change in alike.get(among, []))
    but = f" (but for: {'; '.join(rest)})" if rest else ""
    where = capital(f"{listed(apart)} the two players" if any(apart) else "the two players")
    return (
        f"{where} differ in all their tuned weights{but}; an effect can come from the tuning too, and the intervals do "
        "not include that."
    )


def _differ(with_: Mapping[str, float], without: Mapping[str, float]) -> bool:
    names = {*with_, *without}
    return sum(with_.get(name) != without.get(name) for name in names) > max(1, MANY_WEIGHTS * len(names))
