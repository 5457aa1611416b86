"""What bots of compiled games think of all that they could do: asked of a bot, told as candidates to who looks on.

``Bot.candidates`` of such a bot is a function of the seated bot and the number of players that returns the fields of a
:class:`Ranking`, or None.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.registry import find_bot
from arkadia_sim.core.scene import Candidate
from arkadia_sim.errors import UsageError

SHOWN = 5
"""Candidates of a decision that are told; what was done is told beyond them if it is not among them."""
WIDTH = 12
"""How many are looked at to find them, as the game counts them."""

Rank = Callable[..., int]


class Ranking(NamedTuple):
    """What a bot offers in ``Bot.candidates``, the last three only if it looks ahead.

    ``rank`` is a compiled function of the game's, ``parameters`` are those of its mind, and ``units`` has the unit of
    its scores by decision, of those that it ranks. ``search``, of the same signature, gives candidates better scores by
    playing them out, with parameters of its own; ``width`` says how many it is given.
    """

    rank: Rank
    parameters: Sequence[float]
    units: Mapping[str, str]
    search: Rank | None = None
    search_parameters: Sequence[float] = ()
    width: int = WIDTH


def ranking_of(spec: str, players: int, game: str) -> Ranking | None:
    """How the bot of a record ranks what it could do; None of a bot that does not, or is not here any more.

    To look at a record runs no program that it names.
    """
    try:
        found = find_bot(spec, game, run_files=False)
    except UsageError:
        return None
    return _offered(found, players)


def analyst(spec: str, players: int, game: str) -> Ranking:
    """How a bot that a user named ranks what others could do; UsageError of one that does not say."""
    offered = _offered(find_bot(spec, game), players)
    if offered is None:
        raise UsageError(f"bot {spec} does not tell what it thinks of moves: name planner, expert or another such bot")
    return offered


def rankings_at(bots: Sequence[str], judge: str | None, game: str) -> list[Ranking | None]:
    """Of each seat who ranks there: the bots of a record themselves, or a ``judge`` in place of them all ("" for
    nobody)."""
    if judge is None:
        return [ranking_of(spec, len(bots), game) for spec in bots]
    return [analyst(judge, len(bots), game) if judge else None] * len(bots)


def _offered(found: Seated, players: int) -> Ranking | None:
    offered = None if found.bot.candidates is None else found.bot.candidates(found, players)
    return None if offered is None else Ranking(*offered)


def ranking_mind(minds: Any, parameters: Sequence[float], luck: int) -> Any:
    """The first of empty ``MIND`` records with these parameters, playing its best; its random numbers follow from
    ``luck``."""
    mind = minds[0]
    mind["random"] = (1, luck + 1)  # a stream must not be all zeros
    mind["parameters"][: len(parameters)] = parameters
    return mind


def shown(decision: str, unit: str, told: Sequence[tuple[str, float, bool]], chosen: str) -> Iterator[Candidate]:
    """The best few of the candidates ``told`` (words, score, whether it was done), and what was done."""
    for number, (words, score, done) in enumerate(sorted(told, key=lambda one: -one[1])):
        if number < SHOWN or done:
            yield Candidate(decision, words, round(score, 3), done, unit)
    if not any(done for _, _, done in told):
        yield Candidate(decision, chosen, None, True, unit)
