"""What to call the players of a run of comparisons in a picture of the games, and where they sit."""

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from arkadia_sim.analysis.effects import Effect
from arkadia_sim.experiments.schema import Change
from arkadia_sim.plan.plan import SeatOfLineup, Section
from arkadia_sim.report.wording.numbers import in_words, listed

OTHERS, LIKE_THE_OTHERS, WITH_ALL = "the others at the table", "who plays like the others", "with all changes"
"""What players are called who are not the one with a certain change, or the one without it."""

MOST_GROUPS = 7
"""More groups than so many in one picture cannot be read."""


def foremost(effects: Iterable[Effect]) -> list[str]:
    """The names of the changes, the one with the greatest effect on the main outcome anywhere first."""
    greatest: dict[str, float] = {}
    for one in effects:
        name = one.change.name
        greatest[name] = max(greatest.get(name, 0.0), abs(one.main.estimate.mean))
    return sorted(greatest, key=lambda name: -greatest[name])


class PlayerGroups:
    """What to call the bots of a run of comparisons, company by company, and where they sit.

    ``first`` names the changes that are shown where there is no room for all, the most important first.
    """

    def __init__(self, sections: Sequence[Section], changes: Sequence[Change], first: Sequence[str]) -> None:
        self._sections = sections
        self._changes = changes
        names = [change.name for change in changes]
        self._order = [names.index(name) for name in first] or list(range(len(names)))
        self._names = {one.company: self._called(one.company) for one in sections}

    def readable(self, spread: pl.DataFrame) -> tuple[pl.DataFrame, str]:
        """The spread with those who play alike once and no more groups than can be read, and what to say of it.

        Groups of one company play alike where all their numbers came up equally often at every table.
        """
        texts = ["“With” and “without” name players who make a change and their like who do not."]
        kept = []
        left_out = False
        merged: dict[tuple[str, ...], list[str]] = {}
        for (company,), rows in spread.group_by("company", maintain_order=True):
            first, alike = _alike(rows)
            names = [one for one in first if one not in alike]
            shown = self._chosen(names)
            left_out = left_out or len(shown) < len(names)
            kept.append(rows.filter(pl.col("group").cast(pl.String).is_in(shown)))
            for name in shown:
                same = tuple(other for other, like in alike.items() if like == name)
                if same:
                    merged.setdefault((name, *same), []).append(str(company))
        for (name, *others), companies in merged.items():
            where = f" {listed(companies)}" if len(companies) < len(kept) else ""
            texts.append(f"The hill “{name}”{where} is that of {listed(f'“{one}”' for one in others)} too.")
        if left_out:
            texts.append("Shown are those of the changes with the greatest effects.")
        return pl.concat(kept), " ".join(texts)

    def seats(self) -> pl.LazyFrame:
        """The group of every seat that belongs to one, in the order of the picture."""
        rows = []
        for index, section in enumerate(self._sections):
            names = self._names[section.company]
            for lineup, seat in _seats_of(section):
                bot = section.lineups[lineup].bots[seat]
                if bot in names:
                    rows.append((index, lineup, seat, names[bot]))
        arms = [self._arm(arm, [change]) for change in range(len(self._changes)) for arm in ("without", "with")]
        several = [name for names in self._names.values() for name in names.values() if name not in arms]
        groups = [OTHERS, LIKE_THE_OTHERS, WITH_ALL, *several, *arms]
        schema = {"section": pl.Int16, "lineup": pl.Int16, "seat": pl.Int8, "group": pl.String}
        order = pl.Enum(list(dict.fromkeys(groups)))
        return pl.LazyFrame(rows, schema=schema, orient="row").with_columns(pl.col("group").cast(order))

    def _called(self, company: str) -> dict[int, str]:
        """What each bot of a company is called, all of them in the order of the picture."""
        arms: dict[int, dict[str, dict[int, None]]] = {}
        others: set[int] = set()
        for section in self._sections:
            for one in section.comparisons if section.company == company else ():
                for arm, (lineup, seat) in (("without", one.control[0]), ("with", one.with_[0])):
                    bots = section.lineups[lineup].bots
                    arms.setdefault(bots[seat], {}).setdefault(arm, {})[one.change] = None
                    others |= {bot for other, bot in enumerate(bots) if other != seat}
        names = {}
        filler = others.pop() if len(others) == 1 else None
        if filler is not None:
            names[filler] = LIKE_THE_OTHERS if filler in arms else OTHERS
        for bot, roles in arms.items():
            if bot not in names:
                role = "with" if "with" in roles else "without"
                every = role == "with" and 1 < len(roles[role]) == len(self._changes)
                names[bot] = WITH_ALL if every else self._arm(role, list(roles[role]))
        return names

    def _chosen(self, names: Sequence[str]) -> list[str]:
        """The same without the arms of those changes for which there is no room."""
        arms = [[self._arm(arm, [change]) for arm in ("without", "with")] for change in self._order]
        chosen = [name for name in names if not any(name in pair for pair in arms)][:MOST_GROUPS]
        for pair in arms:
            more = [name for name in names if name in pair]
            if len(chosen) + len(more) > MOST_GROUPS:
                break
            chosen += more
        return chosen

    def _arm(self, arm: str, changes: Sequence[int]) -> str:
        more = f" and {in_words(len(changes) - 1)} more" if len(changes) > 1 else ""
        return f"{arm}: {self._changes[changes[0]].title}{more}"


def _seats_of(section: Section) -> list[SeatOfLineup]:
    """The seats of a section that are compared; and all others, where their bot is not compared itself."""
    seats = dict.fromkeys(seat for one in section.comparisons for seat in (*one.with_, *one.control))
    compared = {section.lineups[lineup].bots[seat] for lineup, seat in seats}
    for lineup in dict.fromkeys(lineup for lineup, _ in seats):
        bots = section.lineups[lineup].bots
        seats |= dict.fromkeys((lineup, seat) for seat, bot in enumerate(bots) if bot not in compared)
    return list(seats)


def _alike(spread: pl.DataFrame) -> tuple[list[str], Mapping[str, str]]:
    """The groups of a spread in order, and those who play like an earlier one, with that one's name."""
    numbers = spread.select("table", "value", "rows", group=pl.col("group").cast(pl.String))
    groups = {str(name): rows.drop("group") for (name,), rows in numbers.sort("table", "value").group_by("group")}
    order = [str(name) for name in spread.get_column("group").unique().sort()]
    alike: dict[str, str] = {}
    for place, name in enumerate(order):
        for earlier in order[:place]:
            if earlier not in alike and groups[earlier].equals(groups[name]):
                alike[name] = earlier
                break
    return order, alike
