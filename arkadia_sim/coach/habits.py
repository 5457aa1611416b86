"""What a stronger player does differently, in what a person can count: habits that can be tried as rules.

A bot plays its games. At each of its decisions a stronger player is asked what he would do; the bot goes on as always.
So both choose in the same positions. A habit is a cue of which the stronger player's choices have clearly more or less,
perhaps in one situation only. As a rule it keeps the options with the most of that cue, or with the least.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.coach.continued import Continued, ContinuedRequest
from arkadia_sim.coach.neighbours import keeping
from arkadia_sim.core.cues import SITUATION, Cue
from arkadia_sim.core.game import Setting
from arkadia_sim.core.playbook import Rule
from arkadia_sim.kernels import rules as kernel
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.workers import Crew

CHUNK = 10
"""Deals that are played in one go."""
OF_DECISION = 2
"""So many habits of each decision are tried."""
CLEAR = 4.0
"""Standard errors by which the choices of the two players must differ."""
PLAINER = 1.5
"""A situation is named if the choices differ so many times as much there as elsewhere, and half of all that they do."""


@dataclass(frozen=True)
class HabitsRequest(ContinuedRequest):
    """The bot that is watched, the stronger one, and the bot in the other seats."""

    bot: str
    like: str
    among: str


class Habit(NamedTuple):
    """A rule, and how much of its cue the choices of the bot and of the stronger player have on average."""

    rule: Rule
    own: float
    other: float


@dataclass(frozen=True)
class _Choices:
    """What was counted in some deals from ``first`` on: for each deal and rule, how often it held, and both sums."""

    first: int
    times: NDArray[np.float64]
    own: NDArray[np.float64]
    other: NDArray[np.float64]


def habits_of(
    request: HabitsRequest, setting: Setting, branch: int, crew: Crew, say: Callable[[str], None]
) -> list[Habit]:
    """The clearest habits of the stronger player, those of each decision together, the clearest first.

    Args:
        request: Who is watched, and on how many deals.
        setting: The table.
        branch: The branch of the seed tree that the deals come from.
        crew: Who plays.
        say: Receives messages.
    """
    chunks = [
        (request, setting, branch, first, min(CHUNK, request.deals - first)) for first in range(0, request.deals, CHUNK)
    ]
    bots = (request.bot, request.like, request.among)
    parts = sorted(crew.answers(_watched, chunks, request.game, bots, say), key=lambda part: part.first)
    times, own, other = (np.concatenate([getattr(part, name) for part in parts]) for name in ("times", "own", "other"))
    return _clearest(_rules(request.compiled_game(()).cues), times, own, other)


def _rules(cues: Sequence[Cue]) -> list[Rule]:
    """The rules whose cues are watched."""
    return [rule for cue in cues if cue.decision != SITUATION for rule in keeping("most", cue, cues)]


def _watched(request: HabitsRequest, setting: Setting, branch: int, first: int, count: int) -> _Choices:
    """Play the deals from ``first`` on, the bot in each seat in turn."""
    game, players = request.compiled_game(()), setting.players
    engine, cues = game.engine, game.cues
    rules = _rules(cues)
    situations = [cue.name for cue in cues if cue.decision == SITUATION]
    of_decision: list[list[tuple[int, int, float | None, Rule]]] = []
    for name in engine.decisions:
        own_cues = [cue for cue in cues if cue.decision == name]
        of_decision.append(
            [
                (place, number, cue.nothing, rule)
                for number, cue in enumerate(own_cues)
                for place, rule in enumerate(rules)
                if (rule.decision, rule.cue) == (name, cue.name)
            ]
        )
    tables = [
        Continued(game, [request.bot if here == seat else request.among for here in range(players)], setting)
        for seat in range(players)
    ]
    noted = np.zeros((3, count, len(rules)))
    for number, deal in enumerate(deal_seeds(request.seed, branch + players, first, count)):
        seat = (first + number) % players
        table = tables[seat]
        table.deal(int(deal))
        asks, stronger = table.asks(), table.asks_of(request.like)[seat]
        while table.seat >= 0:
            if table.moves_on():
                continue
            own = table.choice(asks[table.seat])
            if table.seat == seat:
                shown = engine.handed(table.games[0], seat)
                ours, theirs = engine.counted(shown, own), engine.counted(shown, table.choice(stronger))
                here = dict(zip(situations, ours[kernel.SITUATION :].tolist(), strict=False))
                for place, cue, nothing, rule in of_decision[table.phase]:
                    counts = ours[kernel.CUES + cue], theirs[kernel.CUES + cue]
                    if nothing not in counts and rule.holds(here):
                        noted[:, number, place] += 1.0, *counts
            table.take(own)
    return _Choices(first, *noted)


def _clearest(
    rules: Sequence[Rule], times: NDArray[np.float64], own: NDArray[np.float64], other: NDArray[np.float64]
) -> list[Habit]:
    """The cues of each decision in which the choices differ most clearly, each in one situation or in all."""
    by_deal = other - own
    sums, seen = by_deal.sum(axis=0), np.maximum(times.sum(axis=0), 1.0)
    clear = np.abs(sums) / np.sqrt(np.maximum((by_deal**2).sum(axis=0), 1e-9))  # standard errors, were they alike
    each = np.abs(sums) / seen

    def is_plainer(place: int, always: int) -> bool:
        """Whether a situation says more than its cue alone."""
        return bool(each[place] >= PLAINER * each[always] and abs(sums[place]) >= abs(sums[always]) / 2)

    chosen: list[int] = []
    for always in (place for place, rule in enumerate(rules) if not rule.when):
        there = [
            place
            for place, rule in enumerate(rules)
            if (rule.decision, rule.cue) == (rules[always].decision, rules[always].cue)
            and clear[place] >= CLEAR
            and (place == always or is_plainer(place, always))
        ]
        chosen += [max(there, key=lambda place: float(each[place]))] if there else []
    habits: list[Habit] = []
    for decision in dict.fromkeys(rule.decision for rule in rules):
        of_decision = sorted((place for place in chosen if rules[place].decision == decision), key=lambda i: -clear[i])
        for place in of_decision[:OF_DECISION]:
            rule = rules[place] if sums[place] > 0.0 else replace(rules[place], kind="least")
            habits.append(Habit(rule, *(float(side[:, place].sum() / seen[place]) for side in (own, other))))
    return habits
