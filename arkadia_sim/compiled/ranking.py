"""How bots of compiled games rank their options, for people who watch a game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.asking import thoughts
from arkadia_sim.compiled.engine import Engine
from arkadia_sim.compiled.language import Language
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.cues import differences
from arkadia_sim.core.scene import Candidate, best_few
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.rng import GOLDEN

ROOM = 160  # room for candidates beside twice the width of a ranking: some for each kind of choice
LOOKS = 8
"""The action taken, and the best if that is another, are searched again so many times, with fresh luck."""

Rank = Callable[..., int]
FindBot = Callable[..., Seated]  # ``find_bot`` of a game


class Ranking(NamedTuple):
    """What ``Bot.candidates`` of a compiled bot returns, a function of the seated bot and the number of players.

    ``search`` and ``width`` are for bots that look ahead.
    """

    rank: Rank  # a compiled function of the game that scores candidates
    parameters: Sequence[float]  # the parameters of its ``MIND`` record
    units: Mapping[str, str]  # the unit of the scores, for each decision that it ranks
    search: Rank | None = None  # rescores candidates by playing them out; same signature as ``rank``
    search_parameters: Sequence[float] = ()  # the parameters of ``search``
    width: int = 12  # how many candidates ``search`` gets, in the game's own count

    def ranked(self, engine: Engine, handed: Sequence[Any], width: int, stream: Any = (1, 1)) -> tuple[Any, int]:
        """``RANKED`` records with a decision's candidates, with room for one more, and how many they are."""
        ranked = np.zeros(2 * width + ROOM, ranked_of(engine.records.decision))
        return ranked, self._call(self.rank, self.parameters, engine, handed, width, ranked[:-1], stream)

    def searched(
        self, engine: Engine, handed: Sequence[Any], ranked: Any, n: int, look: int = 0
    ) -> NDArray[np.float64]:
        """Score the first ``n`` candidates by search; each look has other luck. Returns the scores."""
        assert self.search is not None
        luck = (int(handed[0]["turn"]) + int(GOLDEN) * look) % 2**63 + 1  # a stream must not be all zeros
        self._call(self.search, self.search_parameters, engine, handed, n, ranked, (1, luck))
        scores: NDArray[np.float64] = ranked["score"][:n].astype(float)
        return scores

    def _call(
        self, rank: Rank, parameters: Sequence[float], engine: Engine, handed: Sequence[Any], n: int, ranked: Any,
        stream: Any,
    ) -> int:  # fmt: skip
        mind = engine.records.new_minds()[0]
        mind["random"], mind["parameters"][: len(parameters)] = stream, parameters
        with np.errstate(over="ignore"):
            return int(rank(*handed, mind, np.zeros(1, engine.records.decision)[0], n, ranked))

    def best(self, engine: Engine, handed: Sequence[Any]) -> list[tuple[Any, float]]:
        """The candidates of a decision with their scores, best first; ``handed`` is what the bot sees."""
        ranked, n = self.ranked(engine, handed, self.width)
        if self.search is not None and n:
            self.searched(engine, handed, ranked, n)
        best = sorted(range(n), key=lambda i: -float(ranked[i]["score"]))
        return [(ranked[i]["decision"], round(float(ranked[i]["score"]), 3)) for i in best]


Thinker = Ranking | Seated  # how a compiled bot ranks its options; a bot in plain Python is asked


def ranking_of(spec: str, players: int, find_bot: FindBot) -> Thinker | None:
    """How a bot named in a record ranks its options; None if it does not, or no longer exists.

    Looking at a record never runs a program that it names.
    """
    try:
        return _ranking(find_bot(spec, run_files=False), players)
    except UsageError:
        return None


def rankings_at(bots: Sequence[str], judge: str | None, find_bot: FindBot) -> list[Thinker | None]:
    """The ranking for each seat: that of the recorded bot itself, or of a ``judge`` for all seats ("" for none)."""
    if judge is None:
        return [ranking_of(spec, len(bots), find_bot) for spec in bots]
    ranking = _ranking(find_bot(judge), len(bots)) if judge else None
    if judge and ranking is None:
        raise UsageError(f"bot {judge} cannot rank moves: choose one that can, such as planner or expert")
    return [ranking] * len(bots)


def _ranking(seated: Seated, players: int) -> Thinker | None:
    fields = None if seated.bot.candidates is None else seated.bot.candidates(seated, players)
    if fields is not None:
        return Ranking(*fields)
    return seated if seated.bot.plain else None


def considered(
    title: str, thinker: Thinker | None, language: Language, game: Any, done: Any, stream: Sequence[Any]
) -> Iterator[Candidate]:
    """The best few candidates of the decision at hand in a ``GAME``, and what was ``done``; none from a bot that does
    not rank this decision. The ``stream`` are the seat's random numbers, which break ties."""
    table = game["table"]
    name = language.engine.decisions[int(table["phase"])]
    if thinker is None or (isinstance(thinker, Ranking) and name not in thinker.units):
        return
    handed = language.engine.handed(game, int(table["seat"]))
    meaning, done_words = language.meaning(handed, done), language.words(handed, done)

    def is_done(decision: Any) -> bool:
        return bool(language.meaning(handed, decision) == meaning)

    if isinstance(thinker, Ranking):
        options, error, differs = _compared(thinker, language, name, handed, done, is_done, stream)
        candidates = best_few(title, thinker.units[name], options, done_words, error)
        for number, candidate in enumerate(candidates):
            yield candidate if number or candidate.chosen else replace(candidate, differs=differs)
        return
    thought = thoughts(language, thinker, game, stream)
    choice = None if thought is None else _written(language, thought[0], table)
    if thought is None or choice is None:
        return
    moves = [(_written(language, move, table), score) for move, score in thought[1]]
    scored = {language.words(handed, move): (score, is_done(move)) for move, score in moves if move is not None}
    if scored:
        yield from best_few(title, "", [(text, *entry) for text, entry in scored.items()], done_words)
    elif not is_done(choice):
        yield Candidate(title, language.words(handed, choice), None, False)
        yield Candidate(title, done_words, None, True)


def _written(language: Language, move: Any, table: Any) -> Any:
    """The decision that a bot's move means; None if it means none, as a bot may score anything."""
    decision = np.zeros(1, language.engine.records.decision)[0]
    try:
        language.write(decision, move, table)
    except (AttributeError, OverflowError, RecordError, TypeError, ValueError):
        return None
    return decision


def _compared(
    ranking: Ranking, language: Language, name: str, handed: Sequence[Any], done: Any,
    is_done: Callable[[Any], bool], stream: Sequence[Any],
) -> tuple[list[tuple[str, float, bool]], float | None, tuple[str, ...]]:  # fmt: skip
    """What a compiled bot considers, each with words, score and whether it was done; the standard error of what the
    action taken costs; and how the best differs from it. An action that is not among the best is looked for among more,
    or searched, too."""
    engine, wide, error = language.engine, language.wide.get(name, 0), None
    for width in (ranking.width, wide) if wide and ranking.search is None else (ranking.width,):
        ranked, n = ranking.ranked(engine, handed, width, stream)
        chosen = next((i for i in range(n) if is_done(ranked[i]["decision"])), n)
        if chosen < n:
            break
    if ranking.search is not None:
        if chosen == n:
            ranked[n]["decision"] = done
            n += 1
        error = _search_again(ranking, engine, handed, ranked, n, chosen)
    scores, decisions = ranked["score"][:n].astype(float), ranked["decision"][:n]
    best, differs = int(scores.argmax()) if n else chosen, tuple[str, ...]()
    if best != chosen < n:
        differs = differences(*engine.counts_of(name, handed, decisions), scores, best, chosen)
    options = [(language.words(handed, decisions[i]), float(scores[i]), i == chosen) for i in range(n)]
    return options, error, differs


def _search_again(
    ranking: Ranking, engine: Engine, handed: Sequence[Any], ranked: Any, n: int, chosen: int
) -> float | None:
    """Score the first ``n`` candidates by search, then the best and the action taken again, as the best may only have
    looked good; gives the standard error of what the action costs, or None if nothing came out better."""
    first = ranking.searched(engine, handed, ranked, n)
    best = int(first.argmax())
    pair = ranked[[best, chosen]][: 2 - (best == chosen)]
    looks = np.array([ranking.searched(engine, handed, pair, len(pair), look) for look in range(1, LOOKS + 1)])
    means, costs = looks.mean(axis=0), looks[:, 0] - looks[:, -1]
    ranked["score"][:n] += means[0] - first[best]
    ranked["score"][chosen] = means[-1]
    return float(costs.std(ddof=1)) / sqrt(LOOKS) if means[0] > means[-1] else None
