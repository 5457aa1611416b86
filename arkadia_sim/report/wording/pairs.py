"""Two changes at once: which are surely not worth their sum, and what each is worth without and with the other."""

from collections.abc import Mapping, Sequence

from arkadia_sim.analysis.factorial import FactorEffect, Interaction
from arkadia_sim.experiments.schema import Change
from arkadia_sim.plots.style import number, signed
from arkadia_sim.report.wording.numbers import capital, digits_for, listed, within_text
from arkadia_sim.report.wording.places import Table, table_of, with_players

LITTLE = 0.1
"""Of two changes the lesser adds little to the other if it is no more than this share of what it is worth alone."""


def pair_answers(pairs: Sequence[Interaction], main: Sequence[FactorEffect]) -> list[str]:
    """That pairs of changes surely do not simply add up: a sentence for each two and direction, the largest first."""
    alike: dict[tuple[Change, Change, bool], list[Interaction]] = {}
    for one in pairs:
        if one.sure:
            alike.setdefault((one.first, one.second, one.estimate.mean > 0), []).append(one)
    worth = {(one.change, table_of(one)): one.main.estimate.mean for one in main}
    ordered = sorted(alike.items(), key=lambda item: -max(abs(one.estimate.mean) for one in item[1]))
    texts = []
    for (first, second, more), some in ordered:
        sizes = [one.estimate if more else one.estimate.scaled(-1) for one in some]
        unit = f" {some[0].outcome.amount} {'more' if more else 'less'} than their sum"
        by = listed(
            f"{number(size.mean, digits_for(size))}{'' if place else unit} {with_players(one)} ({within_text(size)})"
            for place, (one, size) in enumerate(zip(some, sizes, strict=True))
        )
        do = "add to" if more else "take from"
        text = f"{capital(first.phrase)} and {second.phrase} {do} each other: together {by}."
        if all(_one_does(one, worth) for one in some):
            text += " Whoever does one gains little from the other."
        texts.append(f"{text} {_with_and_without(max(some, key=lambda one: abs(one.estimate.mean)))}")
    return texts


def foremost_pairs(pairs: Sequence[Interaction], most: int) -> list[Interaction]:
    """Of the pairs that surely do not simply add up the largest, each at the table at which it is largest."""
    largest: dict[tuple[Change, Change], Interaction] = {}
    for one in sorted(pairs, key=lambda one: -abs(one.estimate.mean)):
        if one.sure:
            largest.setdefault((one.first, one.second), one)
    return list(largest.values())[:most]


def _with_and_without(pair: Interaction) -> str:
    """What each of two changes is worth without the other and with it, at one table."""
    worth = listed(
        f"{change.phrase} {signed(alone.mean, 1)} and {signed(along.mean, 1)}"
        for change, alone, along in zip((pair.first, pair.second), pair.alone, pair.along, strict=True)
    )
    return f"{capital(with_players(pair))}, without the other and with it: {worth}."


def _one_does(pair: Interaction, worth: Mapping[tuple[Change, Table], float]) -> bool:
    """Whether each of two changes is worth something alone, and to who makes the better one hardly anything more."""
    first, second = (worth.get((change, table_of(pair))) for change in (pair.first, pair.second))
    if first is None or second is None:
        return False
    # What a change is worth on average lies half way between its worth alone and beside the other.
    alone = sorted(one - pair.estimate.mean / 2 for one in (first, second))
    return alone[0] > 0 and first + second - alone[1] <= LITTLE * alone[0]
