"""Questions about bots and rules: build the experiment, play it, and read the results."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, cast

from arkadia_sim.api.finished import own_folder
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import BadValue, UnknownName, UsageError

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game
    from arkadia_sim.questions.dose import DoseResults
    from arkadia_sim.questions.ladder import LadderResults
    from arkadia_sim.questions.paired import PairedResults
    from arkadia_sim.questions.results import Results
    from arkadia_sim.questions.seats import SeatsResults
    from arkadia_sim.questions.settings import SettingsResults
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.workers import Workers

PAIRED_DEALS, PAIRED_UNTIL_DECIDED = 2_000, 50_000
SEATS_DEALS, SEATS_UNTIL_DECIDED = 10_000, 200_000
DOSE_DEALS, LADDER_DEALS, RULES_DEALS = 1_000, 500, 10_000
"""Deals at each table size unless something else is asked for; at most, where the run stops when it is decided."""

SWEPT_DEALS, SWEPT_GAMES = 4_000, 200_000
"""Deals at each table size and setting of a sweep, and the games in all that this may come to."""


class Table(TypedDict, total=False):
    """What all questions can be told, apart from the rules.

    Attributes:
        players: table sizes; all that the game has if left out.
        deals: deals at each table size.
        seed: the same seed gives the same deals.
        tolerances: by outcome, in its unit: a smaller difference does not matter.
        components: pieces that replace the game's own.
        workers: processes, or a cluster; one process per core if left out.
        out: the folder of the run; one of its own if left out. Deals that are there are not played again.
        game: the name of the game, or module and object.
        progress: where progress is shown.
    """

    players: int | Sequence[int] | None
    deals: int | None
    seed: int
    tolerances: Mapping[str, float] | None
    components: Mapping[str, Any] | None
    workers: "int | Workers | None"
    out: str | Path | None
    game: str
    progress: "Progress | None"


class Shared(Table, total=False):
    """What all questions can be told.

    Attributes:
        rules: options of the rules.
    """

    rules: Mapping[str, Any] | None


def compare(
    a: str, b: str, company: str | None = None, *, until: str | None = None, **shared: Unpack[Shared]
) -> "PairedResults":
    """Let bot ``a`` play in place of bot ``b``: same seats, same deals, ``company`` in all other seats.

    Args:
        a: the bot on trial.
        b: the bot that it replaces; differences are ``a`` minus ``b``.
        company: the bot in all other seats; the game's usual one if left out.
        until: ``"decided"`` stops as soon as the answers are settled.
        shared: see :class:`Shared`. ``deals`` are 2,000 at each table size, or at most 50,000 with ``until``.

    Raises:
        UsageError: both bots are the same, or something cannot be played.
    """
    game = _game(shared)
    others = game.default_bot if company is None else company
    if a == b:
        raise UsageError(f"{a} cannot be compared with itself: name two different bots")
    game.describe_bots(list(dict.fromkeys((a, b, others))))
    sizes = _sizes(shared, game.player_counts)
    document = {
        "title": f"{a} against {b}",
        "question": f"Does {a} do better than {b} in the same seats of the same deals?",
        "players": sizes,
        "deals": PAIRED_DEALS if until is None else PAIRED_UNTIL_DECIDED,
        "until": until,
        "companies": [{"name": "others", "title": f"among {others}", "bot": others}],
        "changes": [{"name": "A", "title": f"{a} instead of {b}", "phrase": f"playing {a}", "without": b, "with": a}],
        "between": [[one, other] for place, one in enumerate(sizes) for other in sizes[place + 1 :]],
    }
    return cast("PairedResults", _ask("paired", "compare", (a, b), document, shared))


def seats(bot: str, *, until: str | None = None, **shared: Unpack[Shared]) -> "SeatsResults":
    """Let one bot sit in every seat, one game a deal, and see which seat does better.

    Args:
        bot: the bot in every seat.
        until: ``"decided"`` stops as soon as the answers are settled.
        shared: see :class:`Shared`. ``deals`` are 10,000 at each table size, or at most 200,000 with ``until``.
    """
    document = {
        "title": f"The seats of {bot}",
        "question": f"Which seat does better where {bot} sits in all of them?",
        "players": _sizes(shared, _several(_game(shared))),
        "deals": SEATS_DEALS if until is None else SEATS_UNTIL_DECIDED,
        "until": until,
        "bots": [bot],
        "trace": 0.0,
    }
    return cast("SeatsResults", _ask("seats", "seats", (bot,), document, shared))


def dose(
    bot: str,
    parameter: str,
    values: Sequence[float],
    among: str | Sequence[str] | None = None,
    *,
    reference: float | None = None,
    behaviour: str | None = None,
    **shared: Unpack[Shared],
) -> "DoseResults":
    """Try a parameter of a bot at several values, in each seat in turn among others who do not change.

    Args:
        bot: the bot whose parameter is varied.
        parameter: the name of the parameter.
        values: two values or more.
        among: bots that sit in all other seats, one company each; the bot as it is if left out.
        reference: the value that all others are compared with: the bot's own if it is one of them, else the least.
        behaviour: a column that shows whether play changed; no verdict without a significant change of it.
        shared: see :class:`Shared`. ``deals`` are 1,000 at each table size.

    Raises:
        UnknownName: the bot has no such parameter.
    """
    game = _game(shared)
    companies = [among] if isinstance(among, str) else list(among or [bot])
    own = game.find_bot(bot).settings()
    if parameter not in own:
        raise UnknownName(f"parameter of bot {bot}", parameter, own)
    tried = sorted({float(value) for value in values})
    if len(tried) < max(2, len(values)):
        raise BadValue(f"parameter {parameter}", ", ".join(map(str, values)), "two values or more, each once")
    usual = own[parameter] if own[parameter] in tried else tried[0]
    change: dict[str, Any] = {
        "name": parameter,
        "title": f"{parameter} of {bot}",
        "phrase": f"{parameter} of {bot}",
        "player": bot,
        "parameter": parameter,
        "values": tried,
        "reference": usual if reference is None else reference,
    }
    if behaviour is not None:
        change |= {"behaviour": behaviour, "behaviour_label": behaviour.replace("_", " ")}
    document = {
        "title": f"How much {parameter}?",
        "question": f"With which {parameter} does {bot} do best?",
        "noun": "parameter",
        "players": _sizes(shared, _several(game)),
        "deals": DOSE_DEALS,
        "companies": [
            {"name": f"company-{place}", "title": f"among {company}", "bot": company}
            for place, company in enumerate(companies, 1)
        ],
        "changes": [change],
        "trace": 0.0,
    }
    return cast("DoseResults", _ask("dose", "dose", (bot, *companies), document, shared))


def ladder(
    bots: Sequence[str],
    *,
    groups: Mapping[str, Sequence[str]] | None = None,
    slow: Mapping[str, int] | None = None,
    **shared: Unpack[Shared],
) -> "LadderResults":
    """Let all bots meet each other at every table size, and rank them.

    Args:
        bots: two bots or more.
        groups: bots that together weigh as one among the opponents of the others, by a name.
        slow: fewer deals for the pairs of a slow bot.
        shared: see :class:`Shared`. ``deals`` are 500 at each table size.
    """
    document = {
        "title": "The ladder",
        "question": "How strong is each bot against all the others?",
        "players": _sizes(shared, _game(shared).player_counts),
        "deals": LADDER_DEALS,
        "bots": list(bots),
        "groups": {name: list(members) for name, members in (groups or {}).items()},
        "slow": dict(slow or {}),
        "trace": 0.0,
    }
    return cast("LadderResults", _ask("ladder", "ladder", bots, document, shared))


def compare_rules(
    bots: str | Sequence[str],
    rules: Mapping[str, Any],
    against: Mapping[str, Any],
    *,
    measures: Sequence[str] | None = None,
    **shared: Unpack[Table],
) -> "SettingsResults":
    """Let the same players play under ``rules`` and ``against`` other rules, with the same deals.

    Args:
        bots: one bot, which sits in every seat, or one for each seat.
        rules: options of the rules.
        against: the options to compare them with; differences are ``rules`` minus ``against``.
        measures: what is compared: seat advantage, margin, shared wins, turns and stuck games if left out.
        shared: see :class:`Table`. ``deals`` are 10,000 at each table size.

    Raises:
        UsageError: both are the same rules.
    """
    from arkadia_sim.core.options import option_text

    names = [", ".join(f"{key}={option_text(value)}" for key, value in one.items()) for one in (rules, against)]
    if dict(rules) == dict(against):
        raise UsageError(f"the rules are compared with themselves ({names[0] or 'no option on either side'})")
    first, second = (name or "the game's own rules" for name in names)
    document = {
        "title": f"{first} or {second}",
        "question": f"What does {first} instead of {second} do?",
        "deals": RULES_DEALS,
        "settings": [{"name": first, "rules": dict(rules)}, {"name": second, "rules": dict(against)}],
        "reference": second,
    }
    return _settings("compare", bots, measures, document, cast("Shared", shared))


def sweep(
    options: Mapping[str, Sequence[Any]],
    bots: str | Sequence[str] | None = None,
    *,
    measures: Sequence[str] | None = None,
    **shared: Unpack[Shared],
) -> "SettingsResults":
    """Play with each value of an option of the rules, or each pair of values of two, on the same deals.

    Args:
        options: the values by option, such as ``{"my_option": range(2, 6)}``. Values that cannot be played are left
            out, and the notes of the experiment say so.
        bots: one bot (the game's usual one if left out), which sits in every seat, or one for each seat.
        measures: as in :func:`compare_rules`.
        shared: see :class:`Shared`. ``deals`` are as many as 200,000 games allow, 4,000 at most.
    """
    from arkadia_sim.questions.settings import swept_settings

    game = _game(shared)
    seated = [game.default_bot] if bots is None else [bots] if isinstance(bots, str) else list(bots)
    sizes = _sizes(shared, game.player_counts if len(seated) == 1 else [len(seated)])
    swept = swept_settings(game, options, sizes, shared.get("rules") or {}, shared.get("components") or {})
    varied = " and ".join(options)
    document = {
        "title": f"What {varied} does",
        "question": f"How does the game respond to {varied}?",
        "deals": swept_deals(len(swept.settings) * len(sizes) * len(set(seated))),
        "settings": [{"name": name, "rules": dict(values)} for name, values in swept.settings.items()],
        "reference": swept.reference,
        "notes": list(swept.left_out),
    }
    return _settings("sweep", seated, measures, document, shared)


def swept_deals(games: int) -> int:
    """How many deals a sweep plays of each table and setting, where one deal of all of them is so many games."""
    return min(SWEPT_DEALS, max(2, SWEPT_GAMES // games))


def _settings(
    kind: str, bots: str | Sequence[str], measures: Sequence[str] | None, document: dict[str, Any], shared: Shared
) -> "SettingsResults":
    """Play a table under several settings."""
    from arkadia_sim.core.measures import usual_measures

    game = _game(shared)
    seated = [bots] if isinstance(bots, str) else list(bots)
    sizes = _sizes(shared, game.player_counts if len(seated) == 1 else [len(seated)])
    usual = usual_measures(game.outcomes, game.player_columns, min(sizes), len(set(seated)) > 1)
    document |= {"players": sizes, "bots": seated, "measures": list(measures or usual), "trace": 0.0}
    return cast("SettingsResults", _ask("settings", kind, seated, document, shared))


def _ask(design: str, kind: str, bots: Sequence[str], document: Mapping[str, Any], shared: Shared) -> "Results":
    """Play an experiment, in a folder of its own if none is named, and read its results."""
    from arkadia_sim.experiments.files import ExperimentFile, as_toml, checked
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.questions.registry import analyse
    from arkadia_sim.runner.parallel import rows_digest, run_plan

    keys: dict[str, Any] = {"name": kind, "design": design, "game": shared.get("game", DEFAULT_GAME), "seed": 1}
    keys |= document
    for name in ("deals", "seed", "tolerances", "rules", "components"):
        value = shared.get(name)
        if value is not None:
            keys[name] = dict(value) if isinstance(value, Mapping) else value
    question = checked({key: value for key, value in keys.items() if value is not None}, kind)
    request = experiment_request(ExperimentFile(question, Path(kind), as_toml(question)), _game(shared))
    out = shared.get("out")
    folder = own_folder(kind, bots, question.seed, rows_digest(request)) if out is None else Path(out)
    run_plan(request, folder, shared.get("workers"), shared.get("progress"))
    return analyse(folder)


def _game(shared: Shared) -> "Game":
    from arkadia_sim.core.registry import resolve_game

    return resolve_game(shared.get("game", DEFAULT_GAME))


def _several(game: "Game") -> list[int]:
    """The table sizes from two on."""
    return [size for size in game.player_counts if size > 1]


def _sizes(shared: Shared, usual: Sequence[int]) -> list[int]:
    players = shared.get("players")
    if players is None:
        return list(usual)
    return [players] if isinstance(players, int) else list(players)
