"""Better play: advice for a bot, rules of thumb, and values that are tuned by play or learned from search."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Unpack

from arkadia_sim import search as usual
from arkadia_sim.api.finished import File, Finished, Keywords, TableKeywords, check_keywords, own_folder, sizes_of
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.questions import MISTAKES_DEALS, WORTH_DEALS
from arkadia_sim.runner.progress import Shown

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.questions.estimates import Row
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Crew
    from arkadia_sim.search.advise import AdviceFile
    from arkadia_sim.search.exploit import Exploit
    from arkadia_sim.search.learn import LearnFile
    from arkadia_sim.search.playbook import PlaybookFile
    from arkadia_sim.search.positions import Judgement
    from arkadia_sim.search.tune import TuneFile


class FolderKeywords(TableKeywords, total=False):
    """The keywords of searches that are kept in a folder.

    Make the same call again to continue a search that was stopped. A finished search is not repeated.

    Attributes:
        out: Folder for the results; one of its own under ``results`` if left out.
        save: File for the bot that is found, ending in ``.toml``. It is checked before the first game.
    """

    out: str | Path | None
    save: str | Path | None


class RulesKeywords(TableKeywords, total=False):
    """The keywords of searches under other rules.

    Attributes:
        rules: Options of the rules.
        components: Pieces that replace the game's own.
    """

    rules: Mapping[str, Any] | None
    components: Mapping[str, Any] | None


def tune(
    bot: str,
    among: Sequence[str],
    parameters: Sequence[str] | None = None,
    *,
    games: int = usual.TUNE_GAMES,
    **search: Unpack[FolderKeywords],
) -> "Finished[TuneFile]":
    """Search for better values of a bot's parameters. Needs the extra ``tune``.

    Args:
        bot: The bot to tune. Values set here, as in ``"greedy:deny=0.5"``, stay as they are.
        among: The opponents; the bot plays against each of them.
        parameters: Names of the parameters to tune. None: all that ``bot`` does not set.
        games: Most games to play, for search, validation and final figures together; 200,000 if not given.
        search: See :class:`FolderKeywords`.

    Returns:
        The tuned bot (``file.spec``, ``save``) and the whole search.
    """
    from arkadia_sim.search.tune import new_tuning
    from arkadia_sim.search.tune import tune as run

    file = new_tuning(bot, among, parameters, _sizes(search), games, **_asked(search, FolderKeywords))
    return _kept("tune", (bot,), file, run, search)


def learn(
    bot: str,
    teachers: Sequence[str],
    among: Sequence[str],
    *,
    rounds: int = usual.ROUNDS,
    deals: int = usual.LESSON_DEALS,
    practice: int = usual.PRACTICE,
    generation: int | None = None,
    without: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    **search: Unpack[FolderKeywords],
) -> "Finished[LearnFile]":
    """Teach a bot: learn its weights from search, then from play.

    The bot must offer lessons. Each table size is learned on its own. The version that plays best ``among`` the
    named bots is kept.

    Args:
        bot: The bot to teach.
        teachers: Bots that play along in lessons and play games to the end.
        among: The opponents that decide which version is kept.
        rounds: Rounds of lessons, each followed by a fit; 2 if not given.
        deals: Deals with lessons in each round; 2,400 if not given.
        practice: Generations of practice, if the bot can practise; 30 if not given.
        generation: Games of a generation, for each seat at the table; 8,000 if not given.
        without: Parameters that are zero and stay so; ``own_*`` names several.
        rules: Options of the rules.
        components: Pieces that replace the game's own.
        search: See :class:`FolderKeywords`.

    Returns:
        The learned bot (``save``) and every stage.
    """
    from arkadia_sim.search.learn import learn as run
    from arkadia_sim.search.learn import new_learning

    under = {"rules": rules or {}, "components": components or {}, **_asked(search, FolderKeywords)}
    under |= {"without": without, "generation": generation}
    file = new_learning(bot, teachers, among, _several(search), rounds, deals, practice, **under)
    return _kept("learn", (bot,), file, run, search)


def judge(
    bot: str,
    teachers: Sequence[str],
    *,
    save: str | Path,
    games: int = usual.JUDGE_GAMES,
    **search: Unpack[TableKeywords],
) -> "list[Judgement]":
    """Teach a judge what positions are worth, for planners that search ahead.

    Args:
        bot: The bot whose lessons describe positions.
        teachers: Bots that play the games; each seat's is drawn anew for each game.
        save: The file for the networks, such as ``"position.npz"``.
        games: Games at each table size; 40,000 if not given.
        search: See :class:`TableKeywords`.

    Returns:
        The network of each table size, and how much it explains.
    """
    from arkadia_sim.runner.workers import check_workers
    from arkadia_sim.search import positions

    check_keywords(search, TableKeywords)
    game, seed, file = search.get("game", DEFAULT_GAME), search.get("seed", 1), Path(save)
    sizes, crew = _several(search), check_workers(search.get("workers"))
    positions.check_request(game, bot, teachers, sizes, games, seed, file)
    with Shown(search.get("progress")) as reporter:
        reporter.start(games * len(sizes), 0)
        learned = [positions.learn_positions(game, bot, teachers, size, games, seed, crew, reporter) for size in sizes]
    positions.save_judgements(learned, file)
    return learned


def playbook(
    among: Sequence[str],
    *,
    rules: int = usual.RULES,
    base: str | None = None,
    check_deals: int = usual.CHECK_DEALS,
    **search: Unpack[FolderKeywords],
) -> "Finished[PlaybookFile]":
    """Find the few rules of thumb that win most.

    Args:
        among: The opponents; the playbook plays against each of them. Several of different strength are best.
        rules: Most rules to find for a table size; 8 if not given.
        base: A playbook to start from. None: start without rules.
        check_deals: Deals on which the best playbook of each length is checked in the end; 1,000 if not given.
        search: See :class:`FolderKeywords`.

    Returns:
        The playbook (``file.rules(players)``, ``file.sentences(players)``, ``save``) and the whole search.
    """
    from arkadia_sim.search.playbook import find, new_search

    file = new_search(among, _sizes(search), rules, base, check_deals, **_asked(search, FolderKeywords))
    return _kept("playbook", among, file, find, search)


def advise(
    bot: str,
    among: Sequence[str],
    *,
    steps: int = usual.STEPS,
    check_deals: int = usual.CHECK_DEALS,
    **search: Unpack[FolderKeywords],
) -> "Finished[AdviceFile]":
    """Find what a player should do differently: the change that helps most, then the next, until none clearly helps.

    Args:
        bot: The bot to coach: a name or a file.
        among: The bots in all other seats; several play at tables of their own.
        steps: Maximum number of changes at each table size; 5 if not given.
        check_deals: Fresh deals on which the best changes of a step are judged; 1,000 if not given.
        search: See :class:`FolderKeywords`.

    Returns:
        The advice, step by step, each with its gain.
    """
    from arkadia_sim.search.advise import advise as run
    from arkadia_sim.search.advise import new_advice

    file = new_advice(bot, among, _sizes(search), steps, check_deals, **_asked(search, FolderKeywords))
    return _kept("coach", (bot, *among), file, run, search)


def exploit(bot: str, players: int, minutes: float = usual.EXPLOIT_MINUTES, **search: Unpack[Keywords]) -> "Exploit":
    """How much somebody can win who knows a bot: the best answer that is found within a time.

    Args:
        bot: The bot in all other seats.
        players: The number of players.
        minutes: How long to search; 20 if not given. A part of it goes into the fresh deals at the end.
        search: See :class:`Keywords`. The seed fixes the deals; how many are played depends on the machine.

    Returns:
        The answer (``name``, ``save``), its ``result`` on fresh deals, and its ``advantage`` over a fair share.
    """
    from arkadia_sim.search.exploit import ExploitRequest
    from arkadia_sim.search.exploit import exploit as run

    request = ExploitRequest(bot, players, minutes, **_asked(search, Keywords))
    with Shown(search.get("progress")) as shown, TemporaryDirectory(prefix="arkadia-sim-") as folder:
        return run(request, Path(folder), search.get("workers"), shown)


def worth(bot: str, *, deals: int = WORTH_DEALS, **search: Unpack[RulesKeywords]) -> "pl.DataFrame":
    """What things are worth early, in the middle and late in a game: the same game with one more of them and without.

    Args:
        bot: The bot in all seats. It must be compiled.
        deals: Deals at each table size; 1,000 if not given.
        search: See :class:`RulesKeywords`.

    Returns:
        Estimates: of the kind ``worth``, what a gift adds in the end, by outcome; of the kind ``chance``, how often an
        event comes about, in percent.
    """
    from arkadia_sim.questions.worth import WorthRequest, worth_rows

    return _estimates(worth_rows, WorthRequest, (bot,), deals, search)


def mistakes(
    bot: str, judge: str, *, among: str | None = None, deals: int = MISTAKES_DEALS, **search: Unpack[RulesKeywords]
) -> "pl.DataFrame":
    """What a bot does wrong: decisions at which a judge would choose otherwise, and what his choice would gain.

    Args:
        bot: The bot in one seat, another one from deal to deal. It must be compiled.
        judge: The stronger bot that is asked at each decision. It must be compiled.
        among: The bot in the other seats. None: ``bot`` itself.
        deals: Deals at each table size; 500 if not given.
        search: See :class:`RulesKeywords`.

    Returns:
        Estimates for each kind of decision and each kind of mistake: ``often``, how many in a game; ``mistake``, what
        each costs, by outcome, in the whole game and in its halves; ``loss``, what all in a game cost together.
    """
    from arkadia_sim.questions.mistakes import MistakesRequest, mistake_rows

    return _estimates(mistake_rows, MistakesRequest, (bot, judge, among or bot), deals, search)


def _sizes(search: TableKeywords) -> tuple[int, ...] | None:
    """The table sizes, if they are named."""
    return None if search.get("players") is None else tuple(sizes_of(search, ()))


def _several(search: TableKeywords) -> tuple[int, ...]:
    """The table sizes, all from two players on if none are named."""
    from arkadia_sim.core.registry import resolve_game

    return _sizes(search) or tuple(n for n in resolve_game(search.get("game", DEFAULT_GAME)).player_counts if n > 1)


def _asked(search: Keywords, known: type) -> dict[str, Any]:
    """The seed and the game, where they are given; TypeError for a keyword that is not ``known``."""
    check_keywords(search, known)
    return {key: value for key, value in search.items() if key in ("seed", "game")}


def _kept(
    name: str, bots: Sequence[str], begun: File, run: Callable[[File, Path, Any, Any], File], search: FolderKeywords
) -> Finished[File]:
    """Run a search in its folder, or go on with it, and save the bot that it found."""
    out, save = search.get("out"), search.get("save")
    folder = own_folder(name, bots, begun.seed, begun.fingerprint) if out is None else Path(out)
    if save is not None:
        begun.SAVED.check_target(Path(save), begun.bot, folder)
    found = Finished(folder, run(begun, folder, search.get("workers"), search.get("progress")))
    if save is not None:
        found.save(save)
    return found


def _estimates(
    rows: "Callable[[Any, Crew, Progress], list[Row]]",
    request: Callable[..., Any],
    bots: Sequence[str],
    deals: int,
    search: RulesKeywords,
) -> "pl.DataFrame":
    """The table of what a request is answered with."""
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.questions.estimates import estimates_table
    from arkadia_sim.runner.workers import check_workers
    from arkadia_sim.search.bench import table_sizes

    check_keywords(search, RulesKeywords)
    game, seed = search.get("game", DEFAULT_GAME), search.get("seed", 1)
    sizes = table_sizes(resolve_game(game), _sizes(search), seed)
    asked = request(game, sizes, deals, seed, search.get("rules") or {}, search.get("components") or {}, *bots)
    with Shown(search.get("progress")) as shown:
        return estimates_table(rows(asked, check_workers(search.get("workers")), shown))
