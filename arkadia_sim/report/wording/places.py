"""Where something holds: at which tables, in which company."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from arkadia_sim.analysis.effects import Effect
from arkadia_sim.analysis.sections import Variant
from arkadia_sim.report.wording.numbers import joined, listed, players_in_words


class AtTable(Protocol):
    """What belongs to tables of one size, in one variant of the rules."""

    @property
    def players(self) -> int: ...

    @property
    def variant(self) -> Variant: ...


class InCompany(Protocol):
    """What belongs to games among some others."""

    @property
    def company_title(self) -> str: ...


class Placed(AtTable, InCompany, Protocol):
    """What belongs to tables of one size in one company."""


Table = tuple[int, Variant]
_AMONG = "among "
"""What titles of companies begin with, mostly; where several are named in a row it is said once."""


def table_of(one: AtTable) -> Table:
    """What tells its tables from others."""
    return one.players, one.variant


def table_label(one: AtTable) -> str:
    """The tables as a heading or a line of a figure: "3 players"; with the options that set them apart."""
    players = f"{one.players} {'player' if one.players == 1 else 'players'}"
    return ", ".join([players, *(f"{name} = {value}" for name, value in one.variant)])


def with_players(one: AtTable) -> str:
    """The tables in a sentence: "with three players"; with the options that set them apart."""
    options = ", ".join(f"{name} = {value}" for name, value in one.variant)
    players = f"with {players_in_words([one.players])}"
    return f"{players} ({options})" if options else players


def company(one: InCompany) -> str:
    """Who sits around, in a sentence: "among beginners"."""
    return one.company_title


def company_list(companies: Iterable[str]) -> str:
    """Companies in a row, those without a title left out: "among beginners, casual players and experts"."""
    titles = [text for text in companies if text]
    shorter = [
        text.removeprefix(_AMONG) if before.startswith(_AMONG) else text
        for before, text in zip(["", *titles], titles, strict=False)
    ]
    return listed(shorter)


def place(effect: Placed) -> str:
    """In which company and at which table: "among beginners with two players"."""
    return joined(company(effect), with_players(effect))


def where(effect: Placed) -> str:
    """The same in short for a table: "2 players, among beginners"."""
    return ", ".join(text for text in (table_label(effect), company(effect)) if text)


def tables_text(effects: Sequence[AtTable]) -> str:
    """with two and three players; with the options where those set tables of one size apart."""
    if any(effect.variant for effect in effects):
        return listed(dict.fromkeys(with_players(effect) for effect in effects))
    sizes = list(dict.fromkeys(effect.players for effect in effects))
    return f"with {players_in_words(sizes)}"


def everywhere(effects: Sequence[Placed]) -> str:
    """All places in which a change was tried: "at every table, among casual players and experts"."""
    if len({(table_of(one), company(one)) for one in effects}) == 1:
        return place(effects[0])
    companies = [text for text in dict.fromkeys(company(one) for one in effects) if text]
    if len({table_of(one) for one in effects}) == 1:
        return joined(company_list(companies), with_players(effects[0]))
    if len(companies) > 2:
        return "at every table and in every company"
    return joined(f"at every table{',' if len(companies) > 1 else ''}", company_list(companies))


def places(some: Sequence[Placed], every: Sequence[Placed]) -> str:
    """Where a verdict holds, said as shortly as it can be: companies, and table sizes where not all of them."""
    if len(some) == len(every):
        return everywhere(every)
    all_tables = list(dict.fromkeys(table_of(effect) for effect in every))
    by_tables: dict[tuple[Table, ...], list[str]] = {}
    for among in dict.fromkeys(company(effect) for effect in some):
        here = tuple(table_of(effect) for effect in some if company(effect) == among)
        by_tables.setdefault(here, []).append(among)
    texts = []
    for tables, companies in by_tables.items():
        among = company_list(companies)
        sizes = tables_text([effect for effect in some if table_of(effect) in tables])
        if list(tables) == all_tables and among:
            # Said only where the table sizes of another company follow, which could be read as those of this one too.
            sizes = "at every table" if len(by_tables) > 1 else ""
        texts.append(joined(among, sizes))
    return listed(texts)


def by_table(effects: Sequence[Effect]) -> list[list[Effect]]:
    """The effects table by table."""
    tables: dict[Table, list[Effect]] = {}
    for effect in effects:
        tables.setdefault(table_of(effect), []).append(effect)
    return list(tables.values())
