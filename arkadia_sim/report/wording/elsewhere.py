"""How the findings of later parts of a study agree with those of the first, and where they surely say otherwise."""

from collections.abc import Sequence

from arkadia_sim.analysis.effects import Effect, Judged
from arkadia_sim.analysis.elsewhere import Contradiction, Elsewhere, Moved
from arkadia_sim.report.wording.numbers import capital, in_words, joined, listed, none_or_words
from arkadia_sim.report.wording.places import company, following, places, tables_text
from arkadia_sim.report.wording.sentences import came_out


def agreement_in_short(found: Elsewhere) -> str:
    """How many findings are the same, how many turn round, and what that means."""
    turns = sum(len(one.places) for one in found.moved if one.turned)
    which = "all" if found.same == found.asked else none_or_words(found.same)
    text = (
        f"“{found.other.title}”: of {in_words(found.asked)} verdicts {which} {'is' if found.same == 1 else 'are'} as "
        f"in “{found.first.title}”"
    )
    if turns:
        text += f"; {in_words(turns)} {'turns' if turns == 1 else 'turn'} round, from “helps” to “hurts” or back."
    else:
        text += ", and none turns from “helps” to “hurts” or back."
    if any(one.opened for one in found.moved):
        text += " Where one of the two is open, they do not contradict each other: it takes more deals."
    if found.alone:
        were = "was" if found.alone == 1 else "were"
        text += f" {capital(in_words(found.alone))} of its questions {were} not asked there."
    return text


def moved_sentence(found: Elsewhere, one: Moved) -> str:
    """What was found of a change in the first part, and what in the other."""
    before = came_out(one.was, one.change.phrase, f"in “{found.first.title}”")
    return f"{capital(before)}; here {came_out(one.now, 'it', places(one.places, one.every))}."


def contradiction_lines(found: Sequence[Contradiction]) -> list[str]:
    """Where other parts surely say otherwise than the first, a line for each change."""
    lines: dict[str, list[str]] = {}
    for one in found:
        clauses = "; ".join(came_out(verdict, "it", _where(some)) for verdict, some in one.places.items())
        lines.setdefault(one.change.title, []).append(f"in “{one.part.title}” {clauses}")
    return [f"{title}: {'; '.join(texts)}." for title, texts in lines.items()]


def _where(some: Sequence[Judged]) -> str:
    """At which tables, and in which company or beside how many who follow."""
    circumstances: dict[tuple[str, str], list[Judged]] = {}
    for one in some:
        key = (company(one), following(one)) if isinstance(one, Effect) else ("", "")
        circumstances.setdefault(key, []).append(one)
    by_tables: dict[str, list[tuple[str, str]]] = {}
    for key, here in circumstances.items():
        by_tables.setdefault(tables_text(here), []).append(key)
    texts = []
    for tables, keys in by_tables.items():
        companies = [among for among, _ in keys if among]
        conditions = [f"when {follow}" for _, follow in keys if follow]
        texts.append(joined(listed(companies), tables, listed(conditions)))
    return listed(texts)
