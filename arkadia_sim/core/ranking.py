"""How bots of compiled games rank their possible actions, for people who watch a game.

``Bot.candidates`` of such a bot is a function of the seated bot and the number of players. It returns the fields of a
:class:`Ranking`, or None.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.asking import thoughts
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.cues import Sight, differences
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.language import Language
from arkadia_sim.core.playbook import KEEPS, Rule, sentence
from arkadia_sim.core.scene import Candidate
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.rng import GOLDEN

SHOWN = 5
"""How many candidates of a decision are shown. The action taken is always shown too."""
WIDTH = 12
"""How many candidates a search scores, in the game's own count."""
ROOM = 160
"""Room for candidates beside twice the width of a ranking: some for each kind of choice."""
LOOKS_LEAST, LOOKS, CLEAR = 5, 8, 3.0
"""If the action taken does not come out best, the search is repeated so many times at least and at most, until it is so
many standard errors below the best."""
PLAYBOOK = "playbook"
"""The bot whose rules of thumb are named where one speaks for an option."""

Rank = Callable[..., int]


class Ranking(NamedTuple):
    """What ``Bot.candidates`` returns; search and width only for bots that look ahead, rules never.

    Attributes:
        rank: A compiled function of the game that scores candidates.
        parameters: The parameters of its ``MIND`` record.
        units: The unit of the scores, for each decision that it ranks.
        search: Rescores candidates by playing them out; same signature as ``rank``.
        search_parameters: The parameters of ``search``.
        width: How many candidates ``search`` gets.
        rules: The rules of thumb of the game's playbook, if it has one.
    """

    rank: Rank
    parameters: Sequence[float]
    units: Mapping[str, str]
    search: Rank | None = None
    search_parameters: Sequence[float] = ()
    width: int = WIDTH
    rules: Sequence[Rule] = ()


Thinker = Ranking | Seated
"""How a compiled bot ranks its options; a bot in plain Python is asked."""


FindBot = Callable[..., Seated]
"""``find_bot`` of a game. With ``run_files=False``, it does not run programs that somebody else may have named."""


def ranking_of(spec: str, players: int, find_bot: FindBot) -> Thinker | None:
    """How a bot named in a record ranks its options; None if it does not, or no longer exists.

    Looking at a record never runs a program that it names.
    """
    try:
        seated = find_bot(spec, run_files=False)
    except UsageError:
        return None
    return _ranking(seated, players, find_bot)


def analyst(spec: str, players: int, find_bot: FindBot) -> Thinker:
    """How a bot named by the user ranks the options of others; UsageError if it ranks none."""
    ranking = _ranking(find_bot(spec), players, find_bot)
    if ranking is None:
        raise UsageError(f"bot {spec} cannot rank moves: choose one that can, such as planner or expert")
    return ranking


def rankings_at(bots: Sequence[str], judge: str | None, find_bot: FindBot) -> list[Thinker | None]:
    """The ranking for each seat: that of the recorded bot itself, or of a ``judge`` for all seats ("" for none)."""
    if judge is None:
        return [ranking_of(spec, len(bots), find_bot) for spec in bots]
    return [analyst(judge, len(bots), find_bot) if judge else None] * len(bots)


def _ranking(seated: Seated, players: int, find_bot: FindBot) -> Thinker | None:
    fields = None if seated.bot.candidates is None else seated.bot.candidates(seated, players)
    if fields is not None:
        return Ranking(*fields)._replace(rules=_rules_of_thumb(find_bot, players))
    return seated if seated.bot.plain else None


def _rules_of_thumb(find_bot: FindBot, players: int) -> Sequence[Rule]:
    """The rules of the game's playbook for this many players; none if it has no playbook."""
    try:
        return find_bot(PLAYBOOK).bot.rules_at(players)
    except UsageError:
        return ()


def considered(
    title: str,
    thinker: Thinker | None,
    language: Language,
    game: Any,
    done: Any,
    stream: Sequence[Any],
) -> Iterator[Candidate]:
    """The best few candidates of the decision at hand in a ``GAME``, and what was done; none from a bot that does not
    rank this decision.

    Args:
        title: The decision, in words.
        thinker: How the bot ranks its options.
        language: What the game says of its steps at this table.
        game: The ``GAME`` before the decision.
        done: The decision made, as a ``DECISION``.
        stream: The seat's random numbers, which break ties.
    """
    table = game["table"]
    name = language.engine.decisions[int(table["phase"])]
    if thinker is None or (isinstance(thinker, Ranking) and name not in thinker.units):
        return
    handed = language.engine.handed(game, int(table["seat"]))
    meaning, done_words = language.meaning(handed, done), language.words(handed, done)

    def is_done(decision: Any) -> bool:
        return bool(language.meaning(handed, decision) == meaning)

    if isinstance(thinker, Ranking):
        yield from _by_rank(title, thinker, language, name, handed, done, is_done, stream)
        return
    thought = thoughts(language, thinker, game, stream)
    choice = None if thought is None else _written(language, thought.choice, table)
    if thought is None or choice is None:
        return
    moves = [(_written(language, move, table), score) for move, score in thought.scores]
    scored = {language.words(handed, move): (score, is_done(move)) for move, score in moves if move is not None}
    if scored:
        yield from shown(title, "", [(text, *entry) for text, entry in scored.items()], done_words)
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


def _by_rank(
    title: str,
    ranking: Ranking,
    language: Language,
    name: str,
    handed: Sequence[Any],
    done: Any,
    is_done: Callable[[Any], bool],
    stream: Sequence[Any],
) -> Iterator[Candidate]:
    """The same from a compiled bot. If it does not find the action taken, it looks at more, or searches that, too."""
    engine, wide, error = language.engine, language.wide.get(name, 0), None
    for width in (ranking.width, wide) if wide and ranking.search is None else (ranking.width,):
        ranked = _room(engine, width)
        n = _rank(ranking, engine, handed, width, ranked[:-1], stream)
        chosen = next((i for i in range(n) if is_done(ranked[i]["decision"])), n)
        if chosen < n:
            break
    if ranking.search is not None:
        if chosen == n:
            ranked[n]["decision"] = done
            n += 1
        error = _search_until_clear(ranking, engine, handed, ranked, n, chosen)
    scores = ranked["score"][:n].astype(float)
    best, differs = int(scores.argmax()) if n else chosen, tuple[str, ...]()
    if best != chosen < n:
        sight = engine.sight(name, handed)
        differs = what_speaks(ranking.rules, sight, ranked["decision"][:n], scores, best, chosen)
    options = [(language.words(handed, ranked[i]["decision"]), float(scores[i]), i == chosen) for i in range(n)]
    candidates = shown(title, ranking.units[name], options, language.words(handed, done), error)
    for number, candidate in enumerate(candidates):
        yield candidate if number or candidate.chosen else replace(candidate, differs=differs)


def what_speaks(
    rules: Sequence[Rule], sight: Sight, decisions: Sequence[Any], scores: NDArray[np.float64], better: int, worse: int
) -> tuple[str, ...]:
    """What speaks for one of some options against another, in words: a rule of thumb, then in what they differ.

    Args:
        rules: Rules of thumb, in the order in which they are asked.
        sight: What a person can count in the options.
        decisions: The options.
        scores: The score of each.
        better: The place of the option that something speaks for.
        worse: The place of the other one.
    """
    counts = np.array([sight.count(decision) for decision in decisions])
    rule = _rule_for(rules, sight, sight.situation(decisions[better]), counts[better], counts[worse])
    named = () if rule is None else (f"a rule of thumb: {sentence(rule, [*sight.cues, *sight.situations])}",)
    return (*named, *differences(sight.cues, counts, scores, better, worse))


def _rule_for(
    rules: Sequence[Rule],
    sight: Sight,
    situation: NDArray[np.float64],
    better: NDArray[np.float64],
    worse: NDArray[np.float64],
) -> Rule | None:
    """The first rule that keeps one of two options and not the other, if it keeps the better one."""
    here = {cue.name: float(value) for cue, value in zip(sight.situations, situation, strict=True)}
    places = {(cue.decision, cue.name): place for place, cue in enumerate(sight.cues)}
    for rule in rules:
        place = places.get((rule.decision, rule.cue))
        if place is None or rule.kind not in KEEPS or not rule.holds(here):
            continue
        kept = _kept(rule, better[place]) - _kept(rule, worse[place])
        if kept:
            return rule if kept > 0 else None
    return None


def _kept(rule: Rule, count: float) -> float:
    """How much a rule is for an option that counts so many: the one for which this is highest is kept."""
    return {"most": count, "least": -count, "at least": float(count >= rule.number)}.get(
        rule.kind, float(count <= rule.number)
    )


def _search_until_clear(
    ranking: Ranking, engine: Engine, handed: Sequence[Any], ranked: Any, n: int, chosen: int
) -> float | None:
    """Score the first ``n`` candidates by search, again and again until it is clear what the action taken costs.

    Returns:
        The standard error of what it costs; None if nothing came out better.
    """
    first = _search(ranking, engine, handed, ranked, n)
    best = int(first.argmax())
    if best == chosen:
        return None
    looks: list[NDArray[np.float64]] = []
    while len(looks) < LOOKS:  # fresh ones: the first look took the best because it looked good there
        looks.append(_search(ranking, engine, handed, ranked, n, len(looks) + 1))
        costs = np.array([scores[best] - scores[chosen] for scores in looks])
        error = float(costs.std(ddof=1) / sqrt(len(looks))) if len(looks) > 1 else inf
        if len(looks) >= LOOKS_LEAST and costs.mean() > CLEAR * error:
            break
    means = np.mean(looks, axis=0)
    ranked["score"][:n] = np.minimum(means, max(means[best], means[chosen]))  # nothing is compared with another best
    return error if means[best] > means[chosen] else None


def _room(engine: Engine, width: int) -> Any:
    """Empty ``RANKED`` records for the candidates of a ranking of this width, and for one more."""
    return np.zeros(2 * width + ROOM, ranked_of(engine.records.decision))


def _rank(
    ranking: Ranking,
    engine: Engine,
    handed: Sequence[Any],
    width: int,
    ranked: Any,
    stream: Sequence[Any] | None = None,
) -> int:
    """Fill in the candidates of a decision; returns how many there are."""
    mind = _mind(engine, ranking.parameters)
    if stream is not None:
        mind["random"] = stream
    with np.errstate(over="ignore"):
        return int(ranking.rank(*handed, mind, np.zeros(1, engine.records.decision)[0], width, ranked))


def _search(
    ranking: Ranking, engine: Engine, handed: Sequence[Any], ranked: Any, n: int, look: int = 0
) -> NDArray[np.float64]:
    """Score the first ``n`` candidates by search; each look has other luck. Returns the scores."""
    assert ranking.search is not None
    mind = _mind(engine, ranking.search_parameters, (int(handed[0]["turn"]) + int(GOLDEN) * look) % 2**63)
    with np.errstate(over="ignore"):
        ranking.search(*handed, mind, np.zeros(1, engine.records.decision)[0], n, ranked)
    scores: NDArray[np.float64] = ranked["score"][:n].astype(float)
    return scores


def _mind(engine: Engine, parameters: Sequence[float], luck: int = 0) -> Any:
    """A ``MIND`` with these parameters, no temperature, and random numbers that follow from ``luck``."""
    mind = engine.records.new_minds()[0]
    mind["random"] = (1, luck + 1)  # a stream must not be all zeros
    mind["parameters"][: len(parameters)] = parameters
    return mind


def best_decisions(ranking: Ranking, engine: Engine, handed: Sequence[Any]) -> list[tuple[Any, float]]:
    """The candidates of a decision with their scores, best first; ``handed`` is what the bot sees."""
    ranked = _room(engine, ranking.width)
    n = _rank(ranking, engine, handed, ranking.width, ranked)
    if ranking.search is not None and n:
        _search(ranking, engine, handed, ranked, n)
    best = sorted(range(n), key=lambda i: -float(ranked[i]["score"]))
    return [(ranked[i]["decision"], round(float(ranked[i]["score"]), 3)) for i in best]


def shown(
    decision: str,
    unit: str,
    candidates: Sequence[tuple[str, float, bool]],
    chosen: str,
    error: float | None = None,
) -> Iterator[Candidate]:
    """The best few candidates and the action taken.

    Args:
        decision: The decision.
        unit: The unit of the scores.
        candidates: Words, score, whether it was the action taken.
        chosen: The words for the action taken, if it is not among the candidates.
        error: The standard error of what the action taken costs.
    """
    for number, (words, score, done) in enumerate(sorted(candidates, key=lambda candidate: -candidate[1])):
        if number < SHOWN or done:
            yield Candidate(decision, words, round(score, 3), done, unit, error if done else None)
    if not any(done for _, _, done in candidates):
        yield Candidate(decision, chosen, None, True, unit)
