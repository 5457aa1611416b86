"""What stands under all circumstances, and what depends on which, in words."""

from collections.abc import Sequence
from dataclasses import replace

from arkadia_sim.analysis.across import AcrossResults, Quantity, Stand
from arkadia_sim.analysis.across_agreement import AcrossAgreement, Answer
from arkadia_sim.analysis.differences import Finding
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.agreement import agreement_sentence
from arkadia_sim.report.wording.numbers import (
    capital,
    digits_for,
    effect_text,
    in_words,
    listed,
    none_or_words,
    size_text,
    tolerance_text,
    upright,
    within_text,
)
from arkadia_sim.stats.intervals import Estimate

MOST = 4
"""So many differences of a circumstance are told in its sentence; of more, the number."""

FEW = 10
"""So many circumstances are told one by one, and have a column each; of more it is told which does most to what."""

MARKS = {Finding.MORE: "▲", Finding.LESS: "▼", Finding.ALIKE: "■", Finding.SAME: "■", Finding.OPEN: "●"}
NO_MARK = "×"
LEGEND = (
    ("▲", "surely above 0"),
    ("▼", "surely below 0"),
    ("■", "surely too small to matter"),
    ("●", "not settled"),
    ("×", "no verdict: the bots did not do what it says"),
)


def name(one: Quantity) -> str:
    """A quantity as the heading of its row: "May keep a card back, among experts"."""
    sizes = "" if len(one.players) > 1 or one.change is not None else f", {players_text(one)}"
    return f"{subject(one)}{f', {one.who}' if one.who else ''}{sizes}"


def subject(one: Quantity) -> str:
    """What is measured, whoever plays."""
    if one.change is not None:
        return one.change.title
    assert one.measure is not None
    return f"{capital(one.measure.label)}{', seat 0' if one.judged else ''}"


def players_text(one: Quantity) -> str:
    """The table sizes over which it is the mean."""
    sizes = listed(map(in_words, one.players))
    return f"{sizes} {'player' if one.players == (1,) else 'players'}"


def answers(found: AcrossResults) -> list[str]:
    """What stands, what does not, what is of another size where; then what was measured."""
    effects = [one for one in found.quantities if one.change is not None]
    seats = [one for one in found.quantities if one.change is None and one.judged]
    told = [*_standing(found, effects, "what is tried"), *_standing(found, seats, "what seat 0 is above its table")]
    if len(found.circumstances) > FEW:
        return [text for text in (*told, *(_quantity(found, one) for one in found.quantities)) if text]
    if len(found.circumstances) == 2:
        told += [_both(found, seats)] if seats else []
    told += [_circumstance(found, place) for place in range(1, len(found.circumstances))]
    calm = [one.title for place, one in enumerate(found.circumstances) if place and not _sure(found, place)]
    if calm:
        told.append(f"No difference that matters is sure {listed(calm)}.")
    return [text for text in told if text]


def _standing(found: AcrossResults, quantities: Sequence[Quantity], what: str) -> list[str]:
    """How many verdicts on some quantities stand everywhere, and which turn round."""
    asked = [one for one in quantities if one.seen[0].behaved and one.seen[0].finding is not Finding.OPEN]
    if not quantities:
        return []
    if not asked:
        return [f"Of {what} nothing is settled {found.circumstances[0].title}."]
    firm = [one for one in asked if all(stand is Stand.STANDS for stand in one.stands)]
    turned = [(one, stand) for one in asked for stand in one.stands if stand is Stand.TURNS]
    others = len(found.circumstances) - 1
    every = f"in all {in_words(others)} other circumstances"
    other = found.circumstances[1].title if others == 1 else ""
    text = (
        f"On {what} {in_words(len(asked))} {'verdict is' if len(asked) == 1 else 'verdicts are'} sure "
        f"{found.circumstances[0].title}; {_how_many(firm, asked)} "
        f"{'stands' if len(firm) == 1 else 'stand'} {other or every}"
    )
    if firm and len(firm) < len(asked):
        text += f" ({'; '.join(_together(found, firm))})"
    told = [f"{text}; {'none turns round' if not turned else f'{in_words(len(turned))} turn round'}."]
    for stand, lead in (
        (Stand.TURNS, "Turned round"),
        (Stand.OTHERWISE, "Mattering in one and surely not in the other"),
        (Stand.OPEN, "Sure in one and not settled in the other, which is no contradiction"),
        (Stand.NO_VERDICT, "Without a verdict, as nobody did what it says"),
    ):
        by_places: dict[str, list[Quantity]] = {}
        for one in asked:
            by_places.setdefault(listed(_places(found, one, stand)), []).append(one)
        texts = [f"{'; '.join(_together(found, some))} ({places})" for places, some in by_places.items() if places]
        if texts:
            told.append(f"{lead}: {'; '.join(texts)}.")
    return told


def _how_many(firm: Sequence[Quantity], asked: Sequence[Quantity]) -> str:
    if len(asked) == 1:
        return "it" if firm else "it does not"
    return "all" if len(firm) == len(asked) else none_or_words(len(firm))


def _together(found: AcrossResults, some: Sequence[Quantity]) -> list[str]:
    """Quantities by their names; where all who were asked about one subject are among them, by the subject alone."""
    texts: dict[str, None] = {}
    for one in some:
        alike = [other for other in found.quantities if subject(other) == subject(one)]
        texts[subject(one) if all(other in some for other in alike) else name(one)] = None
    return list(texts)


def _places(found: AcrossResults, one: Quantity, wanted: Stand) -> list[str]:
    titles = [circumstance.title for circumstance in found.circumstances[1:]]
    return [title for title, stand in zip(titles, one.stands, strict=True) if stand is wanted]


def _both(found: AcrossResults, seats: Sequence[Quantity]) -> str:
    """What seat 0 is above its table under both circumstances, for all who play."""
    first, other = (one.title for one in found.circumstances)
    texts = []
    for one in seats:
        here, there = (effect_text(seen.estimate) for seen in one.seen)
        texts.append(f"{one.who}, {players_text(one)}, {here} {first} and {there} {other}")
    return f"{subject(seats[0])}, in {seats[0].unit}: {'; '.join(texts)}."


def _sure(found: AcrossResults, place: int) -> list[Quantity]:
    """The quantities that surely are another under a circumstance, the surest first."""
    sure = [one for one in found.quantities if one.seen[place].differs in (Finding.MORE, Finding.LESS)]
    return sorted(sure, key=lambda one: -_strength(one.seen[place].apart))


def _strength(apart: Estimate | None) -> float:
    return abs(apart.mean) / apart.standard_error if apart is not None and apart.standard_error > 0 else 0.0


def _circumstance(found: AcrossResults, place: int) -> str:
    """What is surely another under a circumstance than under the first: what is tried, then seats and tables.

    All that is sure where there is no other circumstance to tell of, else what is surest of it.
    """
    sure = _sure(found, place)
    alone = len(found.circumstances) == 2
    told = [one for one in sure if one.change is not None or not one.judged] if alone else sure[:MOST]
    if not told:
        return ""
    ordered = [one for one in found.quantities if any(one is other for other in told)]
    ordered.sort(key=lambda one: (one.change is None, not one.judged))
    titles = (found.circumstances[place].title, found.circumstances[0].title)
    if alone:
        texts, lead = _by_subject(found, ordered, place), f"{titles[0]}, how much more or less than {titles[1]}"
    else:
        texts, lead = [_difference(one, place) for one in ordered], titles[0]
    more = 0 if alone else len(sure) - len(told)
    rest = f"; and {in_words(more)} more, in the table" if more > 0 else ""
    return f"{capital(lead)}: {'; '.join(texts)}{rest}."


def _by_subject(found: AcrossResults, sure: Sequence[Quantity], place: int) -> list[str]:
    """Differences, those on one subject together: what is less, then what is more, each with the range of sizes and the
    ends of all intervals."""
    subjects: dict[str, list[tuple[Quantity, Estimate]]] = {}
    for one in sure:
        apart = one.seen[place].apart
        if apart is not None:
            subjects.setdefault(subject(one), []).append((one, apart))
    texts = []
    for named, some in subjects.items():
        asked = [one for one in found.quantities if subject(one) == named]
        ways = ([pair for pair in some if sign * pair[1].mean > 0] for sign in (-1, 1))
        texts.append(f"{named}: {', '.join(_range(pairs, asked) for pairs in ways if pairs)}")
    return texts


def _range(pairs: Sequence[tuple[Quantity, Estimate]], asked: Sequence[Quantity]) -> str:
    """The sizes of differences of one sign, of all that were asked for: "−4.0 to −1.9 turns everywhere (…)"."""
    estimates = sorted((apart for _, apart in pairs), key=lambda apart: apart.mean)
    least, most, unit = estimates[0], estimates[-1], pairs[0][0].unit
    if len(pairs) == 1:
        one = pairs[0][0]
        sizes = "" if one.change is not None else f", {players_text(one)}"
        return f"{size_text(least)} {unit} {one.who}{sizes} ({within_text(least)})"
    players = {one.who for one, _ in pairs}
    fellows = [one for one in asked if one.who in players]
    who = f" {players.pop()}" if len(players) == 1 and len(fellows) < len(asked) else ""
    here = "everywhere" if len(pairs) == len(asked) else f"at {in_words(len(pairs))} of {in_words(len(fellows))}"
    where = f"{who}, {here}".removeprefix(", ").strip() if who else here
    whole = replace(least, low=min(one.low for one in estimates), high=max(one.high for one in estimates))
    sizes = " to ".join(dict.fromkeys(map(size_text, (least, most))))
    return f"{sizes} {unit} {where} ({within_text(whole)} in all)"


def _quantity(found: AcrossResults, one: Quantity) -> str:
    """Which circumstances surely make more of a quantity and which less, and which does most."""
    steps = [(place, seen.apart) for place, seen in enumerate(one.seen) if seen.apart is not None]
    texts = []
    for way, finding, sign in (("more", Finding.MORE, 1), ("less", Finding.LESS, -1)):
        sure = [(place, apart) for place, apart in steps if one.seen[place].differs is finding]
        if sure:
            place, apart = max(sure, key=lambda step: sign * step[1].mean)
            size = f"{size_text(apart)} {one.unit} ({within_text(apart)})"
            texts.append(f"surely {way} in {in_words(len(sure))}, most {found.circumstances[place].title}, {size}")
    return f"{name(one)}, of {in_words(len(steps))} changes: {'; '.join(texts)}." if texts else ""


def _difference(one: Quantity, place: int) -> str:
    apart = one.seen[place].apart
    assert apart is not None
    size, more = number(abs(apart.mean), digits_for(apart)), "less" if apart.mean < 0 else "more"
    return f"{name(one)}: {size} {one.unit} {more} ({within_text(upright(apart))})"


def cell_title(one: Quantity, place: int) -> str:
    """All that is known of a quantity under a circumstance, for who points at its cell."""
    seen = one.seen[place]
    text = within_text(seen.estimate)
    return text if seen.apart is None else f"{text}; {_difference(one, place)}; {seen.differs or 'no verdict'}"


def answer_text(one: Answer) -> str:
    """One answer that is not the same in two plays: "Throws, calm, with gifts for all: surely more here, …"."""
    first = " (against the first circumstance)" if one.apart else ""
    here, there = ("no verdict" if finding is None else str(finding) for finding in (one.found_here, one.found_there))
    return f"{name(one.quantity)}, {one.circumstance.title}{first}: {here} here, {there} there."


def again_sentence(found: AcrossAgreement) -> str:
    """How far two plays of a study agree, in plain words."""
    asked, turned = sum(one.asked for one in found.answers), [one.turned for one in found.flips]
    return agreement_sentence(found.scores, asked, turned, (str(Finding.MORE), str(Finding.LESS)))


def method(found: AcrossResults) -> list[tuple[str, str]]:
    """How it was done."""
    tolerances = listed(
        dict.fromkeys(f"{tolerance_text(one.tolerance)} {one.unit}" for one in found.quantities if one.tolerance)
    )
    return [
        (
            "Circumstances",
            f"Each part of the study was played under {in_words(len(found.circumstances))} circumstances, with the "
            "same players, seats and deals. A difference is taken deal by deal; where a circumstance makes other games "
            "of the deals, that is as good as unpaired.",
        ),
        (
            "Quantities",
            "What a change of play is worth is the mean over the numbers of players, each weighing alike, on what one "
            "plays for; the tables beside this page tell each number of players. The advantage is that of seat 0 over "
            "the mean of its table.",
        ),
        ("Unit", "The deal, never the single game."),
        (
            "Intervals",
            f"{percent(found.level)}, over deals: those of all changes of a part hold at once, those of each measure, "
            "and those of all differences of a part, by the largest of their Student's t.",
        ),
        (
            "Verdicts",
            "Each says where its interval lies: clear of 0, or wholly within what does not matter"
            f"{f' ({tolerances})' if tolerances else ''}; else it is not settled. A verdict stands where the same one "
            "is sure under both circumstances.",
        ),
    ]
