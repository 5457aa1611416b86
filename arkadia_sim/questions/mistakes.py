"""What a player does wrong: decisions at which a stronger player would choose otherwise, and what that is worth.

A bot plays its games. At each of its decisions a judge, a stronger bot, says what he would do. Where that is something
else, the game is played on twice with the same cards and the same luck: as the bot chose, and once as the judge would.
After this one decision the bot goes on as always. So a mistake costs what one change of mind would have brought.

The game's cues describe how the judge's choices differ. The cue that explains most of the loss comes first. The
decisions that it explains are set aside, and the rest are searched in the same way. Half of the deals find this order
and the other half measure: on the deals that pick the largest losses, these look larger than they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.cues import Cue, form, more_or_less, way
from arkadia_sim.core.game import Setting
from arkadia_sim.core.registry import find_game
from arkadia_sim.kernels.rules import CUES
from arkadia_sim.questions.estimates import Row, estimate_of, number_fields, verdict_fields
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.continued import Continued, ContinuedRequest, compiled_game, played_parts
from arkadia_sim.stats.intervals import cluster_mean_interval, mean_interval
from arkadia_sim.stats.verdicts import Evidence, simultaneous_verdicts

WHEN = ("all game", "first half", "second half")
"""The parts of a game that mistakes are told apart by."""

KINDS = 8
"""The largest number of kinds of mistakes."""
RARE = 30
"""Kinds of mistakes made fewer times, or in fewer deals, are left out."""
NEARLY = 0.95
"""Cues that explain at least this share of the largest loss count as equal. The first in the game's list is taken."""
CHUNK = 20
"""Deals that are played in one go."""
NOTHING = "no cue tells them apart"
ALL = "all"
"""All mistakes of the deals that measure, as a kind."""


@dataclass(frozen=True)
class MistakesRequest(ContinuedRequest):
    """The bot whose mistakes are counted, the judge, and the bot in the other seats."""

    bot: str
    judge: str
    among: str

    @property
    def bots(self) -> list[str]:
        """All bots that are asked."""
        return [self.bot, self.judge, self.among]


@dataclass(frozen=True)
class _Partings:
    """Decisions of some deals of a table size at which the judge would choose otherwise.

    ``asked`` has how many decisions the bot made, by deal and kind of decision. The others have an entry for each
    parting: its deal and kind of decision, whether it was in the second half of the game, what the bot's choice and the
    judge's choice count, by cue, and by how much the judge's came out higher, by outcome.
    """

    players: int
    asked: NDArray[np.int64]
    deal: NDArray[np.int64]
    kind: NDArray[np.int64]
    late: NDArray[np.bool_]
    own: NDArray[np.float64]
    better: NDArray[np.float64]
    gains: NDArray[np.float64]

    @property
    def deals(self) -> int:
        """How many deals they are."""
        return len(self.asked)


class Kind(NamedTuple):
    """A kind of mistake: at a decision, the judge's choice has more of a cue, or less of it."""

    decision: str
    cue: Cue | None
    more: bool

    @property
    def name(self) -> str:
        """Its name in the table of estimates, such as "place: more points"."""
        return f"{self.decision}: {'more' if self.more else 'less'} {self.cue.name}" if self.cue else self.decision

    @property
    def advice(self) -> str:
        """What the judge does, in words."""
        if self.cue is None:
            return NOTHING
        if self.cue.is_flag:
            return way(self.cue, self.more)
        return f"{more_or_less(self.cue, self.more)} {form(self.cue.phrase, 2)}"


def mistake_rows(request: MistakesRequest, crew: Crew, progress: Progress) -> list[Row]:
    """How often bot and judge part, what the judge's choice would gain, and what sets it apart, as estimates.

    Raises:
        UsageError: A bot is written in plain Python, or the game is.
        RunError: A bot broke the rules.
    """
    game = compiled_game(request.game, request.bots)
    parts = played_parts(request, request.bots, _partings, CHUNK, crew, progress)
    return [row for size, partings in parts for row in _judged(game, _rows(game, request, size, _together(partings)))]


def advice_of(game: str, contrast: str) -> str:
    """What the judge does, in words, for a kind of mistake by its name in the table of estimates."""
    game_played = find_game(game)
    assert isinstance(game_played, CompiledGame)
    decision, _, rest = contrast.partition(": ")
    more, _, name = rest.partition(" ")
    cue = next((cue for cue in game_played.cues if (cue.decision, cue.name) == (decision, name)), None)
    return Kind(decision, cue, more == "more").advice


def _partings(request: MistakesRequest, setting: Setting, first: int, count: int) -> _Partings:
    """Play the deals from ``first`` on, and play on from each parting."""
    game, players = compiled_game(request.game, request.bots), setting.players
    engine = game.engine
    lineups = [
        [request.among] * seat + [request.bot] + [request.among] * (players - seat - 1) for seat in range(players)
    ]
    tables = [(Continued(game, lineup, setting), Continued(game, lineup, setting)) for lineup in lineups]
    wide = max(len(_cues_of(game, name)) for name in engine.decisions)
    asked = np.zeros((count, len(engine.decisions)), np.int64)
    partings: list[tuple[Any, ...]] = []
    for number, deal in enumerate(deal_seeds(request.seed, players, first, count)):
        seat = (first + number) % players
        table, tried = tables[seat]
        table.deal(int(deal))
        asks, judge = table.asks(), table.asks_of(request.judge)[seat]
        noted: list[tuple[int, int, tuple[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]] = []
        while table.seat >= 0:
            if table.moves_on():
                continue
            phase, own = table.phase, table.choice(asks[table.seat])
            if table.seat != seat:
                table.take(own)
                continue
            better = table.choice(judge)
            asked[number, phase] += 1
            if not table.agree(own, better):
                shown = engine.handed(table.games[0], seat)
                counts = engine.counted(shown, own)[CUES:][:wide], engine.counted(shown, better)[CUES:][:wide]
                tried.go_back(table.games, table.minds)
                tried.take(better)
                noted.append((phase, table.turns, counts, tried.to_the_end()[seat]))
            table.take(own)
        usual, turns = table.to_the_end()[seat], table.turns
        partings += [
            (first + number, phase, 2 * turn >= turns, *counts, outcomes - usual)
            for phase, turn, counts, outcomes in noted
        ]
    deals, kinds, late, own_counts, better_counts, gains = zip(*partings, strict=True) if partings else ((),) * 6
    shape = (len(deals), wide)
    return _Partings(
        players, asked, np.array(deals, np.int64), np.array(kinds, np.int64), np.array(late, np.bool_),
        np.reshape(own_counts, shape), np.reshape(better_counts, shape),
        np.reshape(gains, (len(deals), len(game.outcomes))),
    )  # fmt: skip


def _cues_of(game: CompiledGame, decision: str) -> list[Cue]:
    """The cues of a decision, in the order in which they are counted."""
    return [cue for cue in game.cues if cue.decision == decision]


def _together(partings: Sequence[_Partings]) -> _Partings:
    columns = ("asked", "deal", "kind", "late", "own", "better", "gains")
    columns_together = (np.concatenate([getattr(part, name) for part in partings]) for name in columns)
    return _Partings(partings[0].players, *columns_together)


def _measured(partings: _Partings) -> NDArray[np.bool_]:
    """Which deals measure; the others find. In either half the bot sits in each seat equally often."""
    return np.arange(partings.deals) // partings.players % 2 == 1


def _kinds(game: CompiledGame, partings: _Partings, outcome: int) -> Iterator[tuple[Kind, NDArray[np.bool_]]]:
    """The kinds of mistakes, the costliest first, each with its partings that none before it covers."""
    finds = ~_measured(partings)[partings.deal]
    ways = np.sign(partings.better - partings.own)
    left = np.ones(len(partings.deal), np.bool_)
    for _ in range(KINDS):
        rivals: list[tuple[float, Kind, NDArray[np.bool_]]] = []
        for number, decision in enumerate(game.engine.decisions):
            for place, cue in enumerate(_cues_of(game, decision)):
                for more in (True, False):
                    places = left & (partings.kind == number) & (ways[:, place] == (1 if more else -1))
                    if (places & ~finds).sum() >= RARE:
                        lost = float(partings.gains[places & finds, outcome].sum())
                        rivals.append((lost, Kind(decision, cue, more), places))
        most = max((lost for lost, _, _ in rivals), default=0.0)
        if most <= 0.0:
            return
        _, kind, places = next(entry for entry in rivals if entry[0] >= NEARLY * most)
        yield kind, places
        left &= ~places


def _judged(game: CompiledGame, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of a table size, with verdicts on all gains that can matter, which are one family."""
    tolerances = {outcome.column: outcome.tolerance for outcome in game.outcomes}
    rows = list(rows)
    family = {
        place: Evidence(estimate_of(row), tolerance)
        for place, row in enumerate(rows)
        if row.kind == "mistake" and (tolerance := tolerances[row.outcome]) is not None
    }
    judgements = dict(zip(family, simultaneous_verdicts(list(family.values())), strict=True))
    for place, row in enumerate(rows):
        yield replace(row, **verdict_fields(judgements.get(place), f"one family of {len(family)}"))


def _rows(game: CompiledGame, request: MistakesRequest, players: int, partings: _Partings) -> Iterator[Row]:
    """The estimates of one table size."""
    place: dict[str, Any] = {
        "part": "mistakes", "design": "mistakes", "players": players, "bot": request.bot, "baseline": request.judge,
        "company": request.among,
    }  # fmt: skip
    every = np.ones(partings.deals, np.bool_)
    for number, name in enumerate(game.engine.decisions):
        asked = partings.asked[:, number]
        if asked.any():
            yield Row(
                kind="asked", contrast=name, outcome="decisions", unit="decisions a game", **place,
                **number_fields(mean_interval(asked)),
            )  # fmt: skip
            yield from _losses(game, Kind(name, None, True), partings, partings.kind == number, every, place)
    measure, measured = min(1, len(game.outcomes) - 1), _measured(partings)
    outcome, gains = game.outcomes[measure], partings.gains[:, measure]
    lost = np.bincount(partings.deal, gains, partings.deals)[measured]
    yield Row.of("loss", outcome, mean_interval(lost), contrast=ALL, setting="a game", **place)
    for kind, those in _kinds(game, partings, measure):
        yield from _losses(game, kind, partings, those, measured, place)


def _losses(
    game: CompiledGame,
    kind: Kind,
    partings: _Partings,
    those: NDArray[np.bool_],
    deals: NDArray[np.bool_],
    place: Mapping[str, Any],
) -> Iterator[Row]:
    """How often a kind of mistake is made, and what it costs, each time and in a game, on some of the deals."""
    those = those & deals[partings.deal]
    before, after = None, None
    if kind.cue is not None and those.any():
        column = _cues_of(game, kind.decision).index(kind.cue)
        before, after = (float(side[those, column].mean()) for side in (partings.own, partings.better))
    behaviour: dict[str, Any] = {
        "behaviour": kind.cue.name if kind.cue else "", "before": before, "after": after, **place,
    }  # fmt: skip

    def by_deal(values: NDArray[Any], among: NDArray[np.bool_]) -> NDArray[np.float64]:
        return np.bincount(partings.deal[among], values[among], partings.deals).astype(np.float64)[deals]

    often = by_deal(np.ones(len(those)), those)
    yield Row(
        kind="often", contrast=kind.name, outcome="decisions", unit="times a game", **behaviour,
        **number_fields(mean_interval(often)),
    )  # fmt: skip
    for when, among in zip(WHEN, (those, those & ~partings.late, those & partings.late), strict=True):
        counts = by_deal(np.ones(len(those)), among)
        if (counts > 0).sum() < RARE:
            continue
        for column, outcome in enumerate(game.outcomes):
            sums = by_deal(partings.gains[:, column], among)
            each = cluster_mean_interval(sums, counts).with_unseen(*outcome.difference_bounds)
            yield Row.of("mistake", outcome, each, contrast=kind.name, setting=when, **behaviour)
            if when == WHEN[0]:
                lost = mean_interval(sums)
                yield Row.of("loss", outcome, lost, contrast=kind.name, setting="a game", **behaviour)
