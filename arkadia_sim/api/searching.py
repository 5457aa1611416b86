"""Better values for a bot: tuned by play, or learned from search."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arkadia_sim.api.finished import Learned, Tuned, own_folder
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.learning import GENERATIONS, LESSON_DEALS, PRACTICE, ROUNDS
from arkadia_sim.tuning import TUNE_GAMES

if TYPE_CHECKING:
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Workers


def tune(
    bot: str,
    against: Sequence[str],
    parameters: Sequence[str] | None = None,
    players: Sequence[int] | None = None,
    *,
    games: int = TUNE_GAMES,
    population: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Tuned:
    """Find good values for a bot's parameters against a pool of opponents; needs the extra ``tune``.

    Values set in ``bot`` (``"greedy:deny=0.5"``) stay as they are, unless ``parameters`` names them too: then the
    search starts from them. ``parameters`` None stands for all that ``bot`` does not set, ``players`` None for every
    table size. ``games`` bounds the search, the validation and the final figures together. The same call again plays
    nothing and returns the same result; a call that was stopped goes on where it was.
    """
    from arkadia_sim.tuning.new_tuning import new_tuning
    from arkadia_sim.tuning.tune import tune as search
    from arkadia_sim.tuning.tune_file import TuneRequest

    request = TuneRequest(
        bot=bot,
        against=tuple(against),
        parameters=None if parameters is None else tuple(parameters),
        players=None if players is None else tuple(players),
        games=games,
        population=population,
        deals=deals,
        seed=seed,
        game=game,
    )
    if out is None:
        out = own_folder("tune", (bot,), seed, new_tuning(request).fingerprint)
    return Tuned(Path(out), search(request, Path(out), workers, progress))


def learn(
    bot: str,
    teachers: Sequence[str],
    against: Sequence[str],
    players: Sequence[int] | None = None,
    *,
    rounds: int = ROUNDS,
    deals: int = LESSON_DEALS,
    practice: int = PRACTICE,
    generations: int = GENERATIONS,
    seed: int = 1,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Learned:
    """Learn a bot's weights, if it offers lessons: from search, beside ``teachers``, then by play.

    What is kept is what plays best ``against`` the bots named, each in all other seats.
    Each table size of ``players`` (None: all from two on) is learned on its own. The same call again plays nothing and
    returns the same; a call that was stopped goes on where it was.
    """
    from arkadia_sim.learning.learn import learn as study
    from arkadia_sim.learning.learn import new_learning
    from arkadia_sim.learning.learn_file import LearnRequest
    from arkadia_sim.runner.parallel import resolve_game

    sizes = tuple(players) if players is not None else tuple(n for n in resolve_game(game).player_counts if n > 1)
    request = LearnRequest(
        bot, tuple(teachers), tuple(against), sizes, rounds, deals, practice, generations, seed, game
    )
    if out is None:
        out = own_folder("learn", (bot,), seed, new_learning(request).fingerprint)
    return Learned(Path(out), study(request, Path(out), workers, progress))
