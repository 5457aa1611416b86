"""Better play: advice for a bot, rules of thumb, and values that are tuned by play or learned from search."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.api.finished import Advice, FoundPlaybook, Learned, Tuned, own_folder
from arkadia_sim.coach import CHECK_DEALS, EXPLOIT_MINUTES, RULES, STEPS
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.learning import GENERATIONS, JUDGE_GAMES, LESSON_DEALS, PRACTICE, ROUNDS
from arkadia_sim.questions import MISTAKES_DEALS, WORTH_DEALS
from arkadia_sim.tuning import TUNE_GAMES

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.coach.exploit import Exploit
    from arkadia_sim.learning.positions import Judgement
    from arkadia_sim.questions.estimates import Row
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Crew, Workers


def tune(
    bot: str,
    among: Sequence[str],
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
    """Search for the best values of a bot's parameters.

    Needs the extra ``tune``. Make the same call again to continue a search that was stopped; a finished search is
    not repeated.

    Args:
        bot: The bot to tune. Values set here, as in ``"greedy:deny=0.5"``, stay as they are.
        among: The opponents; the bot plays against each of them.
        parameters: Names of the parameters to tune. None: all that ``bot`` does not set.
        players: Table sizes, such as ``[2, 4]``. None: every size of the game.
        games: Most games to play, for search, validation and final figures together; 200,000 if not given.
        population: Candidates in each generation. None: chosen for the number of parameters.
        deals: Deals for each candidate and table size in a generation. None: chosen for ``games``.
        seed: Same seed, same games, same result.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        out: Folder for the results. None: a folder of its own under ``results``.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The tuned bot (``spec``, ``save``) and the whole search.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from arkadia_sim.tuning.tune import new_tuning
    from arkadia_sim.tuning.tune import tune as search
    from arkadia_sim.tuning.tune_file import TuneRequest

    request = TuneRequest(
        bot=bot,
        against=tuple(among),
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
    among: Sequence[str],
    players: Sequence[int] | None = None,
    *,
    rounds: int = ROUNDS,
    deals: int = LESSON_DEALS,
    practice: int = PRACTICE,
    generations: int = GENERATIONS,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Learned:
    """Teach a bot: learn its weights from search, then from play.

    The bot must offer lessons. Each table size is learned on its own. The version that plays best ``among`` the
    named bots is kept. Make the same call again to continue a learning that was stopped.

    Args:
        bot: The bot to teach.
        teachers: Bots that play along in lessons and play games to the end.
        among: The opponents that decide which version is kept.
        players: Table sizes, such as ``[2, 4]``. None: every size of the game from two players on.
        rounds: Rounds of lessons, each followed by a fit; 2 if not given.
        deals: Deals with lessons in each round; 2,400 if not given.
        practice: Generations of practice, if the bot can practise; 30 if not given.
        generations: Generations of evolution; 250 if not given.
        seed: Same seed, same lessons, same weights.
        rules: Options of the rules.
        components: Pieces that replace the game's own.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        out: Folder for the results. None: a folder of its own under ``results``.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The learned bot (``save``) and every stage.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.learning.learn import learn as study
    from arkadia_sim.learning.learn import new_learning
    from arkadia_sim.learning.learn_file import LearnRequest

    sizes = tuple(players) if players is not None else tuple(n for n in resolve_game(game).player_counts if n > 1)
    request = LearnRequest(
        bot, tuple(teachers), tuple(among), sizes, rounds, deals, practice, generations, seed, game,
        rules or {}, components or {},
    )  # fmt: skip
    if out is None:
        out = own_folder("learn", (bot,), seed, new_learning(request).fingerprint)
    return Learned(Path(out), study(request, Path(out), workers, progress))


def judge(
    bot: str,
    teachers: Sequence[str],
    players: Sequence[int] | None = None,
    *,
    save: str | Path,
    games: int = JUDGE_GAMES,
    seed: int = 1,
    workers: "int | Workers | None" = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "list[Judgement]":
    """Teach a judge what positions are worth, for planners that search ahead.

    Args:
        bot: The bot whose lessons describe positions.
        teachers: Bots that play the games; each seat's is drawn anew for each game.
        players: Table sizes, such as ``[2, 4]``. None: every size of the game from two players on.
        save: The file for the networks, such as ``"position.npz"``.
        games: Games at each table size; 40,000 if not given.
        seed: Same seed, same games, same networks.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The network of each table size, and how much it explains.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.learning import positions
    from arkadia_sim.runner.progress import Shown
    from arkadia_sim.runner.workers import check_workers

    known, crew, file = resolve_game(game), check_workers(workers), Path(save)
    sizes = tuple(players) if players is not None else tuple(size for size in known.player_counts if size > 1)
    positions.check_request(game, bot, teachers, sizes, games, seed, file)
    with Shown(progress) as reporter:
        reporter.start(games * len(sizes), 0)
        learned = [positions.learn_positions(game, bot, teachers, size, games, seed, crew, reporter) for size in sizes]
    positions.save_judgements(learned, file)
    return learned


def playbook(
    among: Sequence[str],
    players: Sequence[int] | None = None,
    *,
    rules: int = RULES,
    base: str | None = None,
    check_deals: int = CHECK_DEALS,
    seed: int = 1,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> FoundPlaybook:
    """Find the few rules of thumb that win most.

    Make the same call again to continue a search that was stopped; a finished search is not repeated.

    Args:
        among: The opponents; the playbook plays against each of them. Several of different strength are best.
        players: Table sizes, such as ``[2, 4]``; each gets rules of its own. None: every size from two on.
        rules: Most rules to find for a table size; 8 if not given.
        base: A playbook to start from. None: start without rules.
        check_deals: Deals on which the best playbook of each length is checked in the end; 1,000 if not given.
        seed: Same seed, same games, same result.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        out: Folder for the results. None: a folder of its own under ``results``.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The playbook (``rules``, ``sentences``, ``save``) and the whole search.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from arkadia_sim.coach.find import find, new_search
    from arkadia_sim.coach.playbook_file import PlaybookRequest

    sizes = None if players is None else tuple(players)
    request = PlaybookRequest(tuple(among), sizes, rules, base, check_deals, seed, game)
    if out is None:
        out = own_folder("playbook", tuple(among), seed, new_search(request).fingerprint)
    return FoundPlaybook(Path(out), find(request, Path(out), workers, progress))


def advise(
    bot: str,
    among: Sequence[str],
    players: Sequence[int] | None = None,
    *,
    steps: int = STEPS,
    check_deals: int = CHECK_DEALS,
    seed: int = 1,
    workers: "int | Workers | None" = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Advice:
    """Find what a player should do differently: the change that helps most, then the next, until none clearly helps.

    Make the same call again to continue a search that was stopped; a finished search is not repeated.

    Args:
        bot: The bot to coach: a name or a file.
        among: The bots in all other seats; several play at tables of their own.
        players: Table sizes, such as ``[2, 4]``; each gets advice of its own. None: every size from two on.
        steps: Maximum number of changes at each table size; 5 if not given.
        check_deals: Fresh deals on which the best changes of a step are judged; 1,000 if not given.
        seed: Same seed, same games, same result.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        out: Folder for the results. None: a folder of its own under ``results``.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The advice, step by step, each with its gain.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from arkadia_sim.coach.advice_file import AdviceRequest
    from arkadia_sim.coach.advise import advise as search
    from arkadia_sim.coach.advise import new_advice

    sizes = None if players is None else tuple(players)
    request = AdviceRequest(bot, tuple(among), sizes, steps, check_deals, seed, game)
    if out is None:
        out = own_folder("coach", (bot, *among), seed, new_advice(request).fingerprint)
    return Advice(Path(out), search(request, Path(out), workers, progress))


def exploit(
    bot: str,
    players: int,
    minutes: float = EXPLOIT_MINUTES,
    *,
    seed: int = 1,
    workers: "int | Workers | None" = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "Exploit":
    """How much somebody can win who knows a bot: the best answer that is found within a time.

    Args:
        bot: The bot in all other seats.
        players: The number of players.
        minutes: How long to search; 20 if not given. A part of it goes into the fresh deals at the end.
        seed: Same seed, same deals; how many are played depends on the machine.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        The answer (``name``, ``save``), its ``result`` on fresh deals, and its ``advantage`` over a fair share.

    Raises:
        UsageError: If an argument cannot be used, such as an unknown bot. Raised before the first game.
        RunError: If the run cannot go on.
    """
    from tempfile import TemporaryDirectory

    from arkadia_sim.coach.exploit import ExploitRequest
    from arkadia_sim.coach.exploit import exploit as search
    from arkadia_sim.runner.progress import Shown

    request = ExploitRequest(bot, players, minutes, seed, game)
    with Shown(progress) as shown, TemporaryDirectory(prefix="arkadia-sim-") as folder:
        return search(request, Path(folder), workers, shown)


def worth(
    bot: str,
    players: Sequence[int] | None = None,
    *,
    deals: int = WORTH_DEALS,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "pl.DataFrame":
    """What things are worth early, in the middle and late in a game: the same game with one more of them and without.

    Args:
        bot: The bot in all seats. It must be compiled.
        players: Table sizes, such as ``[2, 4]``. None: every size from two on.
        deals: Deals at each table size; 1,000 if not given.
        seed: Same seed, same deals.
        rules: Options of the rules.
        components: Pieces that replace the game's own.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        Estimates: of the kind ``worth``, what a gift adds in the end, by outcome; of the kind ``chance``, how often an
        event comes about, in percent.

    Raises:
        UsageError: If an argument cannot be used, or nothing can be given away in the game.
        RunError: If a bot broke the rules.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.questions.worth import WorthRequest, worth_rows
    from arkadia_sim.tuning.arena import table_sizes

    sizes = table_sizes(resolve_game(game), players, seed)
    request = WorthRequest(game, sizes, deals, seed, rules or {}, components or {}, bot)
    return _estimates(worth_rows, request, workers, progress)


def mistakes(
    bot: str,
    judge: str,
    players: Sequence[int] | None = None,
    *,
    among: str | None = None,
    deals: int = MISTAKES_DEALS,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: "int | Workers | None" = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "pl.DataFrame":
    """What a bot does wrong: decisions at which a judge would choose otherwise, and what his choice would gain.

    Args:
        bot: The bot in one seat, another one from deal to deal. It must be compiled.
        judge: The stronger bot that is asked at each decision. It must be compiled.
        players: Table sizes, such as ``[2, 4]``. None: every size from two on.
        among: The bot in the other seats. None: ``bot`` itself.
        deals: Deals at each table size; 500 if not given.
        seed: Same seed, same deals.
        rules: Options of the rules.
        components: Pieces that replace the game's own.
        workers: Number of processes, or a ``Workers``. None: one for each core.
        game: Name of the game; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        Estimates for each kind of decision and each kind of mistake: ``often``, how many in a game; ``mistake``, what
        each costs, by outcome, in the whole game and in its halves; ``loss``, what all in a game cost together.

    Raises:
        UsageError: If an argument cannot be used, or a bot is not compiled.
        RunError: If a bot broke the rules.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.questions.mistakes import MistakesRequest, mistake_rows
    from arkadia_sim.tuning.arena import table_sizes

    sizes = table_sizes(resolve_game(game), players, seed)
    request = MistakesRequest(game, sizes, deals, seed, rules or {}, components or {}, bot, judge, among or bot)
    return _estimates(mistake_rows, request, workers, progress)


def _estimates(
    rows: "Callable[[Any, Crew, Progress], list[Row]]",
    request: Any,
    workers: "int | Workers | None",
    progress: "Progress | None",
) -> "pl.DataFrame":
    """The table of what a request is answered with."""
    from arkadia_sim.questions.estimates import estimates_table
    from arkadia_sim.runner.progress import Shown
    from arkadia_sim.runner.workers import check_workers

    with Shown(progress) as shown:
        return estimates_table(rows(request, check_workers(workers), shown))
