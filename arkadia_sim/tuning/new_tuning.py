"""From a request to a tuning: check every name and number, and divide the games."""

from collections.abc import Sequence
from math import floor, log

from arkadia_sim import __version__
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.game import Game
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plan.plan import SEED_LIMIT, digest
from arkadia_sim.tuning.arena import climbed_outcome
from arkadia_sim.tuning.search import search_versions
from arkadia_sim.tuning.tune_file import Budget, TunedParameter, TuneFile, TuneRequest

BEST_VALIDATED = 4
"""How many candidates are validated, besides the last mean and the start."""

_POPULATION_LEAST = 4
_POPULATION_USUAL = 8  # at least, unless the user asks for fewer, which lets luck move the mean too much
_GENERATIONS_WANTED, _GENERATIONS_LEAST = 40, 10
_GAMES_TO_RANK = 100  # per candidate; with fewer, ranks are mostly luck
_DEALS_LEAST = 2
_VALIDATION_SHARE = 0.2
_REPORT_SHARE = 0.2


def new_tuning(request: TuneRequest) -> TuneFile:
    """The file of a tuning before its first game.

    Raises:
        UsageError: Something that was asked for does not exist or is not possible.
    """
    game = resolve_game(request.game)
    if not 0 <= request.seed < SEED_LIMIT:
        raise BadValue("seed", request.seed, "a whole number from 0 to 2**64 - 1")
    against = tuple(dict.fromkeys(request.against))
    if not against:
        raise UsageError("name at least one bot to tune against (--against BOT)")
    game.describe_bots([request.bot, *against])
    players = _table_sizes(game, request.players)
    parameters = _tuned_parameters(game.find_bot(request.bot), request.parameters)
    starts = {parameter.name: parameter.start for parameter in parameters}
    file = TuneFile(
        fingerprint="",
        game=request.game,
        rules_version=game.rules_version,
        versions={"arkadia_sim": __version__} | search_versions(),
        command=request.command(),
        bot=request.bot,
        start=str(BotSpec.parse(request.bot).without_settings(*starts).with_settings(starts)),
        parameters=parameters,
        against=against,
        players=players,
        seed=request.seed,
        outcome=game.outcomes[0],
        climbed=climbed_outcome(game.outcomes),
        budget=_budget(request, len(parameters), sum(players) * len(against)),
    )
    bots = [bot.hash for bot in game.describe_bots([file.start, *against])]
    settings = [game.setting(count, {}, {}) for count in players]
    details = [[dict(setting.rules), dict(setting.components)] for setting in settings]
    document = file.model_dump(mode="json", exclude={"bot", "command", "fingerprint", "checksum"})
    return file.model_copy(update={"fingerprint": digest([document, bots, details])})


def _tuned_parameters(seated: Seated, names: Sequence[str] | None) -> tuple[TunedParameter, ...]:
    known = {parameter.name: parameter for parameter in seated.bot.parameters}
    if names is None:
        free = {name: parameter for name, parameter in known.items() if name not in seated.chosen}
        names = [name for name, parameter in free.items() if parameter.low < parameter.high]
        if not names:
            raise UsageError(f"bot {seated.spec} has no parameter left to tune")
    for name in names:
        if name not in known:
            raise UnknownName(f"parameter of bot {seated.bot.name}", name, known)
        if known[name].low == known[name].high:
            raise BadValue("parameter to tune", name, "one whose range is more than a single value")
    values = seated.settings()
    return tuple(TunedParameter.of(known[name], values[name]) for name in dict.fromkeys(names))


def _table_sizes(game: Game, wanted: Sequence[int] | None) -> tuple[int, ...]:
    sizes = tuple(sorted(set(wanted or game.player_counts)))
    for players in sizes:
        if players not in game.player_counts:
            raise BadValue("players", players, ", ".join(map(str, game.player_counts)))
    return sizes


def _budget(request: TuneRequest, parameters: int, seats: int) -> Budget:
    """Divide the games. ``seats``: how many games one deal of one candidate takes at all tables together."""
    population = request.population
    if population is None:
        population = max(_POPULATION_USUAL, 4 + floor(3 * log(parameters)))
    if population < _POPULATION_LEAST:
        raise BadValue("population", population, f"a whole number from {_POPULATION_LEAST}")
    if request.deals is not None and request.deals < 1:
        raise BadValue("deals", request.deals, "a whole number from 1")
    deal = seats * (population + 1)  # the start plays, too
    validation_deal, report_deal = seats * (2 + BEST_VALIDATED), seats * 2
    validation = int(request.games * _VALIDATION_SHARE) // validation_deal
    report = int(request.games * _REPORT_SHARE) // report_deal
    left = request.games - validation * validation_deal - report * report_deal
    deals = request.deals or _usual_deals(left, deal, seats)
    generations = left // (deals * deal)
    if min(validation, report) < _DEALS_LEAST or generations < 1:
        needed = max(
            deals * deal / (1 - _VALIDATION_SHARE - _REPORT_SHARE), _DEALS_LEAST * validation_deal / _VALIDATION_SHARE
        )
        raise BadValue("games", request.games, f"at least {floor(needed) + 1:,} with this population and these tables")
    return Budget(
        population=population,
        deals=deals,
        generations=generations,
        validation_deals=validation,
        report_deals=report,
        games=generations * deals * deal + validation * validation_deal + report * report_deal,
    )


def _usual_deals(games: int, deal: int, seats: int) -> int:
    """Deals per generation, if one deal takes ``deal`` games.

    Few games buy fewer generations, so that candidates still play enough games to be told apart.
    """
    many, few = games // (_GENERATIONS_WANTED * deal), games // (_GENERATIONS_LEAST * deal)
    return max(_DEALS_LEAST, many, min(few, -(-_GAMES_TO_RANK // seats)))
