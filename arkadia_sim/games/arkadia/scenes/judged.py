"""Why a bot did what it did: all that it could have done and thought worth a look, with what it thought of each."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.registry import find_bot
from arkadia_sim.core.scene import Candidate
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Introduce, Pass, blank_decision
from arkadia_sim.games.arkadia.bots_api.ranking import RANKED_DTYPE
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.records.account import sold
from arkadia_sim.games.arkadia.records.form import RecordedTurn
from arkadia_sim.games.arkadia.records.notation import decided_must
from arkadia_sim.games.arkadia.rules.state import new_game, new_minds
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.scenes.words import banner_words, must_words

SHOWN = 5
"""Candidates of a decision that are told; what was done is told beyond them if it is not among them."""
WIDTH = 12
"""Builds, and as many worker placements, that are looked at to find them."""

Ranking = tuple[Callable[..., int], NDArray[np.float64], Mapping[str, str]]
"""What a bot offers in ``Bot.candidates``: a function marked ``ranking.ranker``, the parameters of its mind, and
by decision, of those that it ranks, the unit of its scores."""


def ranking_of(spec: str, players: int, game: str) -> Ranking | None:
    """How the bot of a record ranks what it could do; None of a bot that does not, or is not here any more.

    To look at a record runs no program that it names.
    """
    try:
        found: Seated = find_bot(spec, game, run_files=False)
    except UsageError:
        return None
    offered: Ranking | None = None if found.bot.candidates is None else found.bot.candidates(found, players)
    return offered


def judge_must(game: Any, ranking: Ranking, done: RecordedTurn, components: Components) -> Iterator[Candidate]:
    """The candidates of the must that the game is at, before it is carried out."""
    told = []
    for score, decision in _ranked(game, ranking):
        must = _carried_out(game, decision, components)
        if must is not None:
            told.append((must_words(must, game["table"], components), score, _is_same(must, done.must)))
    chosen = must_words(done.must, game["table"], components)
    return _shown("must", ranking[2]["must"], told, chosen)


def judge_banner(game: Any, ranking: Ranking, done: RecordedTurn, components: Components) -> Iterator[Candidate]:
    """The candidates of the banner, when the game is at it."""
    wanted = {family: number for family, number in done.banner.sold.items() if number}
    told = []
    for score, decision in _ranked(game, ranking):
        banner = Banner(bool(decision["use_banner"]), sold(decision, components))
        told.append((banner_words(banner), score, banner == Banner(done.banner.used, wanted)))
    return _shown("banner", ranking[2]["banner"], told, banner_words(Banner(done.banner.used, wanted)))


def _ranked(game: Any, ranking: Ranking) -> list[tuple[float, Any]]:
    """Scores and decisions, the best first; the bot is shown what its seat may know and no more (R10)."""
    rank, parameters, _ = ranking
    table = game["table"]
    seat, hidden = int(table["seat"]), bool(table["rules"]["hidden"])
    if hidden:
        play.veil(game, seat)
    mind = new_minds()[0]
    mind["random"] = 1  # a stream must not be all zeros; nothing is drawn from it at temperature 0
    mind["parameters"][: len(parameters)] = parameters
    ranked = np.zeros(2 * WIDTH, RANKED_DTYPE)
    with np.errstate(over="ignore"):
        holdings = game["veiled" if hidden else "holdings"]
        n = rank(table, holdings, game["hands"][seat], mind, blank_decision(), WIDTH, ranked)
    order = np.argsort(-ranked["score"][:n], kind="stable")
    return [(float(ranked[i]["score"]), ranked[i]["decision"]) for i in order]


def _carried_out(game: Any, decision: Any, components: Components) -> Build | Introduce | Pass | None:
    """What a decision means, found by trying it in a copy of the game."""
    trial = new_game()
    trial[0] = game
    if step(trial[0], decision) != OK:
        return None
    return decided_must(trial[0]["now"], components)


def _is_same(one: Build | Introduce | Pass, other: Build | Introduce | Pass) -> bool:
    """Workers on the same squares are the same placement, next to whichever building they were put."""
    if isinstance(one, Introduce) and isinstance(other, Introduce):
        return one.workers == other.workers
    return one == other


def _shown(decision: str, unit: str, told: list[tuple[str, float, bool]], chosen: str) -> Iterator[Candidate]:
    """The best few, and what was done."""
    found = False
    for number, (words, score, same) in enumerate(told):
        if number < SHOWN or (same and not found):
            yield Candidate(decision, words, round(score, 3), same, unit)
        found = found or same
    if not found:
        yield Candidate(decision, chosen, None, True, unit)
