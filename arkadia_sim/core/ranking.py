"""How bots of compiled games rank their possible actions, for people who watch a game.

``Bot.candidates`` of such a bot is a function of the seated bot and the number of players. It returns the fields of a
:class:`Ranking`, or None.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.registry import find_bot
from arkadia_sim.core.scene import Candidate
from arkadia_sim.errors import UsageError

SHOWN = 5
"""How many candidates of a decision are shown. The action taken is always shown too."""
WIDTH = 12
"""How many candidates a search scores, in the game's own count."""

Rank = Callable[..., int]


class Ranking(NamedTuple):
    """What ``Bot.candidates`` returns; the last three fields only for bots that look ahead.

    Attributes:
        rank: A compiled function of the game that scores candidates.
        parameters: The parameters of its ``MIND`` record.
        units: The unit of the scores, for each decision that it ranks.
        search: Rescores candidates by playing them out; same signature as ``rank``.
        search_parameters: The parameters of ``search``.
        width: How many candidates ``search`` gets.
    """

    rank: Rank
    parameters: Sequence[float]
    units: Mapping[str, str]
    search: Rank | None = None
    search_parameters: Sequence[float] = ()
    width: int = WIDTH


def ranking_of(spec: str, players: int, game: str) -> Ranking | None:
    """How a bot named in a record ranks its options; None if it does not, or no longer exists.

    Looking at a record never runs a program that it names.
    """
    try:
        seated = find_bot(spec, game, run_files=False)
    except UsageError:
        return None
    return _ranking(seated, players)


def analyst(spec: str, players: int, game: str) -> Ranking:
    """How a bot named by the user ranks the options of others; UsageError if it ranks none."""
    ranking = _ranking(find_bot(spec, game), players)
    if ranking is None:
        raise UsageError(f"bot {spec} cannot rank moves: choose one that can, such as planner or expert")
    return ranking


def rankings_at(bots: Sequence[str], judge: str | None, game: str) -> list[Ranking | None]:
    """The ranking for each seat: that of the recorded bot itself, or of a ``judge`` for all seats ("" for none)."""
    if judge is None:
        return [ranking_of(spec, len(bots), game) for spec in bots]
    return [analyst(judge, len(bots), game) if judge else None] * len(bots)


def _ranking(seated: Seated, players: int) -> Ranking | None:
    fields = None if seated.bot.candidates is None else seated.bot.candidates(seated, players)
    return None if fields is None else Ranking(*fields)


def ranking_mind(minds: Any, parameters: Sequence[float], luck: int) -> Any:
    """Set up the first of some empty ``MIND`` records with these parameters and no temperature.

    Its random numbers follow from ``luck``.
    """
    mind = minds[0]
    mind["random"] = (1, luck + 1)  # a stream must not be all zeros
    mind["parameters"][: len(parameters)] = parameters
    return mind


def shown(decision: str, unit: str, candidates: Sequence[tuple[str, float, bool]], chosen: str) -> Iterator[Candidate]:
    """The best few candidates and the action taken.

    Args:
        decision: The decision.
        unit: The unit of the scores.
        candidates: Words, score, whether it was the action taken.
        chosen: The words for the action taken, if it is not among the candidates.
    """
    for number, (words, score, done) in enumerate(sorted(candidates, key=lambda candidate: -candidate[1])):
        if number < SHOWN or done:
            yield Candidate(decision, words, round(score, 3), done, unit)
    if not any(done for _, _, done in candidates):
        yield Candidate(decision, chosen, None, True, unit)
