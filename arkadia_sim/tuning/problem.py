"""What a tuning is asked for, understood and checked: which parameters, who plays whom, and how the games are spent."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import __version__
from arkadia_sim.core.bot import Parameter, Seated, is_compiled
from arkadia_sim.core.game import Game
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plan.plan import SEED_LIMIT, digest
from arkadia_sim.runner.parallel import resolve_game
from arkadia_sim.tuning.arena import Table
from arkadia_sim.tuning.tune_file import Budget, TunedParameter, TuneFile, TuneRequest

POPULATION_LEAST = 4
BEST_VALIDATED = 4
"""How many candidates of the search are validated, beside its last mean and the start."""

_POPULATION_USUAL = 8  # at least, unless another is asked for: with fewer, luck moves the mean too much
_GENERATIONS_WANTED, _GENERATIONS_LEAST = 40, 10
_GAMES_TO_RANK = 100  # that a candidate plays; with fewer, ranks are mostly luck, and the search walks at random
_DEALS_LEAST = 2
_VALIDATION_SHARE = 0.2
_REPORT_SHARE = 0.2


@dataclass(frozen=True)
class Knob:
    """A parameter that is tuned. ``scale`` is one unit of the search: the standard deviation of its first step."""

    parameter: Parameter
    start: float

    @property
    def scale(self) -> float:
        """A quarter of the start value, or of a tenth of the range where that is more; never more than a quarter of
        the range."""
        reach = self.parameter.high - self.parameter.low
        return 0.25 * min(reach, max(abs(self.start), reach / 10))

    def value(self, position: float) -> float:
        """The value at a position of the search: within the range, and short enough to be written out."""
        value = min(max(float(f"{position * self.scale:.6g}"), self.parameter.low), self.parameter.high)
        return float(round(value)) if self.parameter.whole else value


@dataclass(frozen=True)
class Problem:
    """A request understood and checked: how specifications are made, who plays whom, and what it costs.

    ``outcome`` is what is told, ``climbed`` the one whose score the search goes by.
    """

    request: TuneRequest
    name: str
    fixed: dict[str, str]
    knobs: tuple[Knob, ...]
    tables: tuple[Table, ...]
    players: tuple[int, ...]
    against: tuple[str, ...]
    outcome: Outcome
    climbed: Outcome
    budget: Budget
    compiled: bool

    @property
    def start(self) -> str:
        """The start point as a bot."""
        return self._spec([knob.start for knob in self.knobs])

    def values(self, position: NDArray[np.float64]) -> list[float]:
        """The parameters at a position of the search."""
        return [knob.value(float(x)) for knob, x in zip(self.knobs, position, strict=True)]

    def spec(self, position: NDArray[np.float64]) -> str:
        """The bot at a position of the search."""
        return self._spec(self.values(position))

    def _spec(self, values: Sequence[float]) -> str:
        tuned = {knob.parameter.name: value for knob, value in zip(self.knobs, values, strict=True)}
        return str(BotSpec(self.name, tuple(self.fixed.items())).with_settings(tuned))


def understood(request: TuneRequest) -> Problem:
    """A request with every name and number checked."""
    game = resolve_game(request.game)
    if not 0 <= request.seed < SEED_LIMIT:
        raise BadValue("seed", request.seed, "a whole number from 0 to 2**64 - 1")
    against = tuple(dict.fromkeys(request.against))
    if not against:
        raise UsageError("name at least one bot to tune against (--against BOT)")
    described = game.describe_bots([request.bot, *against])
    players = _table_sizes(game, request.players)
    settings = [game.setting(count, {}, {}) for count in players]
    tables = tuple(Table(setting, opponent) for setting in settings for opponent in against)
    spec = BotSpec.parse(request.bot)
    name, fixed = spec.name, dict(spec.settings)
    knobs = _knobs(game.find_bot(request.bot), fixed, request.parameters)
    for knob in knobs:
        fixed.pop(knob.parameter.name, None)
    budget = _budget(request, len(knobs), sum(table.players for table in tables))
    return Problem(
        request, name, fixed, knobs, tables, players, against, game.outcomes[0], climbed(game.outcomes), budget,
        is_compiled(described),
    )  # fmt: skip


def climbed(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome whose score a search goes by: the first that says how to smooth it, else what one plays for."""
    return next((one for one in outcomes if one.smoothing is not None), outcomes[0])


def _knobs(seated: Seated, fixed: dict[str, str], wanted: Sequence[str] | None) -> tuple[Knob, ...]:
    known = {parameter.name: parameter for parameter in seated.bot.parameters}
    if wanted is None:
        wanted = [name for name, one in known.items() if name not in fixed and one.low < one.high]
        if not wanted:
            raise UsageError(f"bot {seated.spec} has no parameter left to tune")
    settings = seated.settings()
    for name in wanted:
        if name not in known:
            raise UnknownName(f"parameter of bot {seated.bot.name}", name, known)
        if known[name].low == known[name].high:
            raise BadValue("parameter to tune", name, "one whose range is more than a single value")
    return tuple(Knob(known[name], settings[name]) for name in dict.fromkeys(wanted))


def _table_sizes(game: Game, wanted: Sequence[int] | None) -> tuple[int, ...]:
    sizes = tuple(sorted(set(wanted or game.player_counts)))
    for players in sizes:
        if players not in game.player_counts:
            raise BadValue("players", players, ", ".join(map(str, game.player_counts)))
    return sizes


def _budget(request: TuneRequest, parameters: int, seats: int) -> Budget:
    """How to spend the games; ``seats`` is what one deal of one candidate costs, at all tables together."""
    population = request.population
    if population is None:
        population = max(_POPULATION_USUAL, 4 + floor(3 * log(parameters)))
    if population < POPULATION_LEAST:
        raise BadValue("population", population, f"a whole number from {POPULATION_LEAST}")
    if request.deals is not None and request.deals < 1:
        raise BadValue("deals", request.deals, "a whole number from 1")
    deal = seats * (population + 1)  # the start point plays along
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
    training = generations * deals * deal
    return Budget(
        population=population,
        deals=deals,
        generations=generations,
        validation_deals=validation,
        report_deals=report,
        games=training + validation * validation_deal + report * report_deal,
    )


def _usual_deals(games: int, deal: int, seats: int) -> int:
    """Deals in a generation that costs ``deal`` games for each: many generations where there are games for them, and
    fewer rather than such with too few games to tell the candidates apart."""
    many, few = games // (_GENERATIONS_WANTED * deal), games // (_GENERATIONS_LEAST * deal)
    return max(_DEALS_LEAST, many, min(few, -(-_GAMES_TO_RANK // seats)))


def new_file(problem: Problem, versions: dict[str, str]) -> TuneFile:
    """The file of a tuning before its first game: what it will do, and its fingerprint.

    ``versions`` are those of the libraries that the search depends on.
    """
    request = problem.request
    game = resolve_game(request.game)
    file = TuneFile(
        fingerprint="",
        game=request.game,
        rules_version=game.rules_version,
        versions={"arkadia_sim": __version__} | versions,
        command=request.command(),
        bot=request.bot,
        start=problem.start,
        parameters=tuple(
            TunedParameter(
                name=knob.parameter.name,
                start=knob.start,
                low=knob.parameter.low,
                high=knob.parameter.high,
                scale=knob.scale,
            )
            for knob in problem.knobs
        ),
        against=problem.against,
        players=problem.players,
        seed=request.seed,
        outcome=problem.outcome,
        climbed=problem.climbed,
        budget=problem.budget,
    )
    bots = [bot.hash for bot in game.describe_bots([problem.start, *problem.against])]
    settings = [[dict(table.setting.rules), dict(table.setting.components)] for table in problem.tables]
    document = file.model_dump(mode="json", exclude={"bot", "command", "fingerprint", "checksum"})
    return file.model_copy(update={"fingerprint": digest([document, bots, settings])})
