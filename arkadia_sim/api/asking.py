"""Questions about bots and rules: build the experiment, play it, and read the results."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from arkadia_sim.api.finished import TableKeywords, check_keywords, own_folder, sizes_of
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import BadValue, UnknownName, UsageError, counted
from arkadia_sim.runner.progress import for_stderr

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game
    from arkadia_sim.plan.plan import RunRequest
    from arkadia_sim.questions.balance import BalanceResults
    from arkadia_sim.questions.explore import Explored
    from arkadia_sim.questions.question import Question
    from arkadia_sim.questions.results import Results
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.search.adapt import Adapted


PAIRED_DEALS, SEATS_DEALS, DOSE_DEALS, LADDER_DEALS, RULES_DEALS = 2_000, 10_000, 1_000, 500, 10_000
FEEL_DEALS = 1_000
"""The usual deals at each table size."""

SWEPT_DEALS, SWEPT_GAMES = 4_000, 200_000
"""The most deals at each table size and setting of a sweep, and the most games in all."""


class QuestionKeywords(TableKeywords, total=False):
    """The keywords of all questions, apart from the rules.

    Attributes:
        deals: Deals at each table size.
        tolerances: For each outcome, in its unit, a difference that does not matter.
        components: Pieces that replace those of the game.
        out: The folder of the run; a new one in ``results`` if left out. Deals in it are not played again.
        adapt: Let the bots practise under each setting first; for questions about rules and seats.
    """

    deals: int | None
    tolerances: Mapping[str, float] | None
    components: Mapping[str, Any] | None
    out: str | Path | None
    adapt: "bool | Sequence[Adapted]"


class Shared(QuestionKeywords, total=False):
    """The keywords of all questions.

    Attributes:
        rules: Options of the rules.
    """

    rules: Mapping[str, Any] | None


def compare(
    a: str, b: str, among: str | None = None, *, across_sizes: bool = False, **shared: Unpack[Shared]
) -> "Results":
    """Let bot ``a`` play in place of bot ``b``: same seats, same deals, ``among`` in all other seats.

    Args:
        a: the bot on trial.
        b: the bot that it replaces; differences are ``a`` minus ``b``.
        among: the bot in all other seats; ``b`` if left out, so that with two players ``a`` plays ``b``.
        across_sizes: also compare table sizes with each other, but for rates at a floor or a ceiling.
        shared: see :class:`Shared`. ``deals`` are 2,000 at each table size.
    """
    game = _game(shared)
    others = b if among is None else among
    if a == b:
        raise UsageError(f"{a} cannot be compared with itself: name two different bots")
    game.describe_bots(list(dict.fromkeys((a, b, others))))
    sizes = sizes_of(shared, game.player_counts)
    document = {
        "players": sizes, "deals": PAIRED_DEALS, "title": f"{a} against {b}",
        "question": f"Does {a} do better than {b} in the same seats, with {others} in all other seats?",
        "companies": [{"name": "others", "title": f"among {others}", "bot": others}],
        "changes": [{"name": "A", "title": f"{a} instead of {b}", "phrase": f"playing {a}", "without": b, "with": a}],
        "between": list(combinations(sizes, 2)) if across_sizes else [],
    }  # fmt: skip
    return _ask("paired", "compare", (a, b), document, shared)


def seats(bot: str | Sequence[str], *, measures: Sequence[str] = (), **shared: Unpack[Shared]) -> "Results":
    """Let one bot sit in every seat, one game a deal, and see which seat does better.

    Args:
        bot: the bot in every seat; or one for each seat, which then change seats, and each bot is compared.
        measures: what else to measure of these tables; ``feel`` stands for all of :func:`feel`.
        shared: see :class:`Shared`. ``deals`` are 10,000 at each table size.
    """
    from arkadia_sim.results.measures import spelled_out

    bots, sizes = _tables(bot, shared)
    one = len(bots) == 1
    document = {
        "title": f"The seats of {bots[0]}" if one else ", ".join(bots),
        "question": f"Which seat does better where {bot} sits in all of them?" if one
        else f"Which of {', '.join(bots)} does better, in every seat in turn?",
        "bots": bots, "players": sizes, "deals": SEATS_DEALS, "measures": spelled_out(measures), "trace": 0.0,
    }  # fmt: skip
    return _ask("seats", "seats", bots, document, shared)


def feel(bot: str | Sequence[str], **shared: Unpack[Shared]) -> "Results":
    """Find out what a game feels like: how long one waits, who leads when, what a turn brings, how tense it is.

    Args:
        bot: the bot in every seat; or one for each seat, which then change seats.
        shared: see :class:`Shared`. ``deals`` are 1,000 at each table size.
    """
    bots, sizes = _tables(bot, shared)
    document = {
        "title": f"How a game of {', '.join(bots)} feels",
        "question": f"What does a game of {', '.join(bots)} feel like?", "bots": bots, "players": sizes,
        "deals": FEEL_DEALS,
    }  # fmt: skip
    return _ask("feel", "feel", bots, document, shared)


def dose(
    bot: str,
    parameter: str,
    values: Sequence[float],
    among: str | Sequence[str] | None = None,
    *,
    reference: float | None = None,
    behaviour: str | None = None,
    **shared: Unpack[Shared],
) -> "Results":
    """Try a parameter of a bot at several values, in each seat in turn among others who do not change.

    Args:
        bot: the bot whose parameter is varied.
        parameter: the name of the parameter.
        values: two values or more.
        among: bots that sit in all other seats, one company each; the bot as it is if left out.
        reference: the value that all others are compared with: the bot's own if it is one of them, else the least.
        behaviour: a column that shows whether play changed; no verdict without a significant change of it.
        shared: see :class:`Shared`. ``deals`` are 1,000 at each table size.
    """
    game = _game(shared)
    companies = [among] if isinstance(among, str) else list(among or [bot])
    seated = game.find_bot(bot)
    rules = shared.get("rules") or {}
    heads = {
        option.name: rules.get(option.name, option.default)
        for option in game.rule_options()
        if option.name in game.seat_options
    }
    own = seated.settings() | heads | dict(seated.head_start)
    if parameter not in own:
        raise UnknownName(f"parameter of bot {bot}", parameter, own)
    tried = sorted({float(value) for value in values})
    if len(tried) < max(2, len(values)):
        raise BadValue(f"parameter {parameter}", ", ".join(map(str, values)), "two values or more, each once")
    usual = own[parameter] if own[parameter] in tried else tried[0]
    change: dict[str, Any] = {
        "name": parameter, "title": f"{parameter} of {bot}", "phrase": f"{parameter} of {bot}", "player": bot,
        "parameter": parameter, "values": tried, "reference": usual if reference is None else reference,
    }  # fmt: skip
    if behaviour is not None:
        change |= {"behaviour": behaviour, "behaviour_label": behaviour.replace("_", " ")}
    document = {
        "title": f"How much {parameter}?", "question": f"With which {parameter} does {bot} do best?",
        "noun": "parameter", "players": sizes_of(shared, _several(game)), "deals": DOSE_DEALS,
        "companies": [
            {"name": f"company-{place}", "title": f"among {company}", "bot": company}
            for place, company in enumerate(companies, 1)
        ],
        "changes": [change], "trace": 0.0,
    }  # fmt: skip
    return _ask("dose", "dose", (bot, *companies), document, shared)


def ladder(bots: Sequence[str], *, slow: Mapping[str, int] | None = None, **shared: Unpack[Shared]) -> "Results":
    """Let all bots meet each other at every table size, and rank them.

    Args:
        bots: two bots or more.
        slow: fewer deals for the pairs of a slow bot.
        shared: see :class:`Shared`. ``deals`` are 500 at each table size.
    """
    document = {
        "title": "The ladder", "question": "How strong is each bot against all the others?", "bots": list(bots),
        "players": sizes_of(shared, _game(shared).player_counts), "deals": LADDER_DEALS, "slow": dict(slow or {}),
        "trace": 0.0,
    }  # fmt: skip
    return _ask("ladder", "ladder", bots, document, shared)


def compare_rules(
    bots: str | Sequence[str],
    rules: Mapping[str, Any],
    against: Mapping[str, Any],
    *,
    measures: Sequence[str] | None = None,
    across_sizes: bool = False,
    **shared: Unpack[QuestionKeywords],
) -> "Results":
    """Let the same players play under ``rules`` and ``against`` other rules, with the same deals.

    Args:
        bots: one bot, which sits in every seat, or one for each seat.
        rules: options of the rules.
        against: the options to compare them with; differences are ``rules`` minus ``against``.
        measures: what is compared: seat advantage, margin, shared wins, turns and stuck games if left out. ``feel``
            stands for all measures of :func:`feel`.
        across_sizes: as in :func:`compare`.
        shared: see :class:`QuestionKeywords`. ``deals`` are 10,000 at each table size.
    """
    from arkadia_sim.core.options import option_text

    own = "the game's own rules"
    words = {"house_rules=true": "house rules", "house_rules=false": own}
    options = [[f"{key}={option_text(value)}" for key, value in each.items()] for each in (rules, against)]
    first, second = (", ".join(words.get(text, text) for text in texts) or own for texts in options)
    keywords = cast("Shared", shared)
    game, pieces = _game(keywords), shared.get("components") or {}
    sizes = sizes_of(keywords, game.player_counts if isinstance(bots, str) or len(bots) == 1 else [len(bots)])
    if all(game.setting(size, rules, pieces).rules == game.setting(size, against, pieces).rules for size in sizes):
        raise UsageError(f"the rules are compared with themselves: {first} and {second} are the same")
    document = {
        "title": f"{first} or {second}", "question": f"What changes with {first} instead of {second}?",
        "deals": RULES_DEALS,
        "settings": [{"name": first, "rules": dict(rules)}, {"name": second, "rules": dict(against)}],
        "reference": second,
    }  # fmt: skip
    return _settings("compare", bots, measures, document, across_sizes, keywords)


def sweep(
    options: Mapping[str, Sequence[Any]],
    bots: str | Sequence[str] | None = None,
    *,
    measures: Sequence[str] | None = None,
    across_sizes: bool = False,
    **shared: Unpack[Shared],
) -> "Results":
    """Play with each value of an option of the rules, or each pair of values of two, on the same deals.

    Args:
        options: the values by option, such as ``{"my_option": range(2, 6)}``. Values that cannot be played are left
            out, and the notes of the experiment say so.
        bots: one bot (the game's usual one if left out), which sits in every seat, or one for each seat.
        measures: as in :func:`compare_rules`.
        across_sizes: as in :func:`compare`.
        shared: see :class:`Shared`. ``deals`` are as many as 200,000 games allow, 4,000 at most.
    """
    from arkadia_sim.questions.settings import swept_settings

    game = _game(shared)
    seated = [game.default_bot] if bots is None else [bots] if isinstance(bots, str) else list(bots)
    sizes = sizes_of(shared, game.player_counts if len(seated) == 1 else [len(seated)])
    swept = swept_settings(game, options, sizes, shared.get("rules") or {}, shared.get("components") or {})
    varied = " and ".join(options)
    document = {
        "title": f"What {varied} does", "question": f"How does the game respond to {varied}?",
        "deals": min(SWEPT_DEALS, max(2, SWEPT_GAMES // (len(swept.settings) * len(sizes) * len(set(seated))))),
        "settings": [{"name": name, "rules": dict(values)} for name, values in swept.settings.items()],
        "reference": swept.reference, "notes": list(swept.left_out),
    }  # fmt: skip
    return _settings("sweep", seated, measures, document, across_sizes, shared)


def balance(
    knob: str, bot: str | Sequence[str] | None = None, *, confirm: int | None = None, **shared: Unpack[Shared]
) -> "BalanceResults":
    """Find out what each seat needs so that all seats do equally well.

    Example: how much more does seat 4 need at the start to make up for going last? First the seats are compared
    with the value that all have by the rules. If no seat differs by an amount that matters, the search ends there.
    Otherwise it tries values on the same deals and confirms the best ones on new deals.

    Args:
        knob: The option of the rules to change. It must take a whole number for each seat.
        bot: The bot in every seat; None: the game's usual bot. Or one for each seat: then each bot gets a value that it
            keeps in every seat, until all bots do equally well.
        confirm: New deals that confirm the result. None: 20,000.
        shared: See :class:`Shared`. ``players`` is one table size, 4 if left out; ``deals`` are 20,000 in each step of
            the search; the next seed confirms; ``tolerances`` are of the game's first outcome only.

    Returns:
        The values by seat, the steps of the search and the confirmation. ``table()`` gives them as a data frame.
    """
    from arkadia_sim.plan.plan import SEED_LIMIT, digest
    from arkadia_sim.questions import balance as base
    from arkadia_sim.questions.seats import Evenness, advantages_of, evenness
    from arkadia_sim.results.store import RunFolder

    resolved, chosen, pieces = _game(shared), dict(shared.get("rules") or {}), dict(shared.get("components") or {})
    bots, players = _one_table(resolved, bot, shared)
    names = [option.name for option in resolved.rule_options() if base.takes_seats(resolved, option.name, players)]
    what = "option that takes a number for each seat"
    if len(bots) > 1:
        names = [name for name in names if name in resolved.seat_options]
        what = "option that a bot can keep in every seat"
    if not names:
        raise UsageError(f"{resolved.title} has no {what} with {players} players")
    if not knob:
        raise UsageError(f"name an option with --knob, one of {', '.join(names)}")
    if knob not in names:
        raise UnknownName(what, knob, names)
    _check_varied(resolved, bots, [knob])
    own, low, high = base.knob_range(resolved, knob, players, chosen, pieces)
    tolerances = dict(shared.get("tolerances") or {})
    for name in tolerances:
        if name != resolved.outcomes[0].column:
            raise BadValue("tolerance", name, f"of {resolved.outcomes[0].column}, in which the seats are evened out")
    resolved.setting(players, chosen | {knob: [own] * players}, pieces)  # report faults before the first game
    deals, seed, out = shared.get("deals"), shared.get("seed", 1), shared.get("out")
    asked = [shared.get("game", DEFAULT_GAME), bots, knob, players, deals, confirm, chosen]
    if shared.get("adapt"):
        shared["adapt"] = adapted = _adapted_for_balance(resolved, bots, knob, players, shared)
        asked.append([player.plays for player in adapted])
    named = digest([*asked, {key: str(piece) for key, piece in pieces.items()}, tolerances])
    folder = Path(out) if out is not None else own_folder("balance", (*bots, knob), seed, named)
    each = deals or base.SEARCH_DEALS
    there = RunFolder(folder / "step-1")
    if is_file(there.manifest_file) and there.read_manifest().sections[0].deals != each:
        raise UsageError(
            f"{folder} holds a search with {counted(there.read_manifest().sections[0].deals, 'deal')} a step, not "
            f"{each:,} as asked for: with other deals it may lead elsewhere; name another folder with --out"
        )

    def played(values: Sequence[int], where: str, count: int, with_seed: int) -> "Results":
        text = ", ".join(map(str, values))
        by = "seat by seat" if len(bots) == 1 else "bot by bot"
        (shared.get("progress") or for_stderr()).say(f"{where.replace('-', ' ')}: {knob} = {text}, {by}")
        table: Shared = {"players": players, "deals": count, "seed": with_seed, "out": folder / where}
        if len(bots) == 1:
            table["rules"] = chosen | {knob: list(values)}
            return seats(bots, **cast("Shared", {**shared, **table}))
        specs = [str(BotSpec.parse(one).with_settings({knob: value})) for one, value in zip(bots, values, strict=True)]
        return seats(specs, **cast("Shared", {**shared, **table}))

    before = played((own,) * players, "step-1", each, seed)
    first = advantages_of(before.estimates, before.manifest)[0]
    if evenness(first, before.manifest.alpha) is Evenness.EVEN:
        return base.BalanceResults(folder, knob, own, before, None, None)
    solution = base.sought(
        lambda values, number: base.seat_advantages(
            before if number == 1 else played(values, f"step-{number}", each, seed)
        ),
        players, own, low, high, bots if len(bots) > 1 else (),
    )  # fmt: skip
    confirmed = played(solution.values, "confirmed", confirm or base.CONFIRM_DEALS, (seed + 1) % SEED_LIMIT)
    return base.BalanceResults(folder, knob, own, before, solution, confirmed)


def explore(
    want: str | Sequence[str],
    bot: str | Sequence[str] | None = None,
    *,
    knobs: Mapping[str, Sequence[Any]] | None = None,
    confirm: int | None = None,
    **shared: Unpack[Shared],
) -> "Explored":
    """Find out which changes of the rules give you what you want of the game.

    Each change is played alone, combinations of up to three race, and new deals test the three in front.

    Args:
        want: Goals, such as ``"seat_advantage=0,turns-10%"``. ``=`` asks for a number, within its tolerance; ``<`` and
            ``>`` for less or more than it; ``-10%``, ``+2`` for at least so much less or more than in the game as it
            is. ``seat_advantage`` is the largest difference of a seat from the average.
        bot: The bot in every seat; None: the game's usual bot. Or one for each seat, which then change seats.
        knobs: The options that may change, each with the values to try, or none for those near its own. All numbers up
            to 12 if left out.
        confirm: New deals that test the proposals. 50,000; 12,500 where a goal is read from the turns.
        shared: See :class:`Shared`. ``players`` is one table size, 4 if left out; ``deals`` are 2,000 in each race, or
            500; ``adapt`` lets the bots practise under each proposal before it is tested.

    Returns:
        The proposals. ``table()`` gives them as a data frame, ``figure()`` draws the trade-off.
    """
    from arkadia_sim.plan.plan import SEED_LIMIT, digest
    from arkadia_sim.questions import explore as base
    from arkadia_sim.results import measures
    from arkadia_sim.results.store import RunFolder
    from arkadia_sim.runner.one_game import check_sound
    from arkadia_sim.runner.parallel import run_plan
    from arkadia_sim.search.adapt import check_adaptable

    game, rules, pieces = _game(shared), dict(shared.get("rules") or {}), dict(shared.get("components") or {})
    bots, players = _one_table(game, bot, shared)

    def measure(name: str) -> measures.Measure:
        several = name == measures.SKILL and len(bots) > 1
        return measures.find_measure(name, game.outcomes, game.player_columns, game.ends, several)

    def in_force(changes: Mapping[str, Any]) -> Mapping[str, Any] | None:
        try:
            return game.setting(players, {**rules, **changes}, pieces).rules
        except UsageError:
            return None

    own, tolerances = game.setting(players, rules, pieces).rules, dict(shared.get("tolerances") or {})
    goals = base.goals_of([want] if isinstance(want, str) else want, measure, tolerances)
    asked_of = [goal.measure for goal in goals]
    measured = [each.name for each in asked_of]
    if unused := set(tolerances) - set(measured):
        raise UnknownName("measure with a goal", min(unused), measured)
    seats_matter = len(bots) == 1 and measures.SEAT_ADVANTAGE in measured
    varied = base.knobs_of(game.rule_options(), knobs or {}, in_force, players, seats_matter)
    _check_varied(game, bots, varied)
    if shared.get("adapt"):
        check_adaptable(game, shared.get("game", DEFAULT_GAME), bots)
    less = base.FOLLOWED if any(goal.measure.followed for goal in goals) else 1
    each, last = shared.get("deals") or base.RACE_DEALS // less, confirm or base.CONFIRM_DEALS // less
    seed, out = shared.get("seed", 1), shared.get("out")
    asked = [shared.get("game", DEFAULT_GAME), bots, players, [goal.text for goal in goals], varied, each, rules]
    asked += [bool(shared.get("adapt")), {key: str(piece) for key, piece in pieces.items()}, tolerances]
    folder = Path(out) if out is not None else own_folder("explore", bots, seed, digest(asked))
    runs: list[Manifest] = []

    def played(settings: Sequence[Mapping[str, Any]], run: int, deals: int) -> list[list[measures.MeasuredDeals]]:
        where = f"race-{run}" if run <= base.RACES else "confirmed"
        size = f"{len(settings)} settings, {counted(deals, 'deal')} each"
        (shared.get("progress") or for_stderr()).say(f"{where} ({run} of {base.RACES + 1} runs): {size}")
        document = {
            "players": [players], "bots": bots, "measures": measured, "trace": 0.0, "title": "Proposals",
            "question": f"Which change gives {', '.join(goal.text for goal in goals)}?",
            "settings": [{"name": base.changes_text(changes), "rules": dict(changes)} for changes in settings],
        }  # fmt: skip
        table = {**shared, "deals": deals, "seed": (seed + base.APART * (run - 1)) % SEED_LIMIT}
        table["adapt"] = run > base.RACES and shared.get("adapt", False)
        _, request = _question("settings", "explore", document, cast("Shared", table))
        runs.append(run_plan(request, folder / where, shared.get("workers"), shared.get("progress")))
        check_sound(runs[-1], folder / where)
        read = partial(measures.measured_deals, RunFolder(folder / where), bots=runs[-1].names, ends=game.ends)
        return [list(map(base.reduced, read(*section, measures=asked_of))) for section in enumerate(runs[-1].sections)]

    race = base.raced(played, goals, varied, in_force, each, base.CONFIRM_DEALS // less)
    tested = [{}, *(finalist.changes for finalist in race.finalists)]
    before, *proposals = base.confirmed(goals, tested, played(tested, base.RACES + 1, last), runs[-1].level)
    return base.Explored(folder, bots, goals, varied, own, race, before, proposals, runs)


def _one_table(game: "Game", bot: str | Sequence[str] | None, shared: Shared) -> tuple[list[str], int]:
    """The bot in every seat, or one for each seat, and the table size; UsageError for what does not fit the game."""
    bots = [bot or game.default_bot] if bot is None or isinstance(bot, str) else list(bot)
    size = len(bots)
    bots = bots[:1] if len(set(bots)) == 1 else bots
    players, *others = sizes_of(shared, [4 if size == 1 else size])
    if size > 1 and players != size:
        raise BadValue("players", players, f"{size}, as many as there are bots")
    if others or players < 2 or players not in game.player_counts:
        allowed = ", ".join(str(size) for size in game.player_counts if size > 1)
        raise BadValue("players", players, f"for {game.name}: {allowed}")
    game.describe_bots(bots)
    return bots, players


def _adapted_for_balance(game: "Game", bots: Sequence[str], knob: str, players: int, shared: Shared) -> "list[Adapted]":
    """The bot in every seat after practice without the option that is varied: it plays all steps of a search."""
    from arkadia_sim.search.adapt import adapted

    if len(bots) > 1:
        raise UsageError("balance adapts one bot, which sits in every seat: leave --adapt away, or the other bots")
    rules, pieces = dict(shared.get("rules") or {}), shared.get("components") or {}
    setting = game.setting(players, {name: value for name, value in rules.items() if name != knob}, pieces)
    crew = (shared.get("workers"), shared.get("progress"))
    return list(adapted(shared.get("game", DEFAULT_GAME), bots, [setting], shared.get("seed", 1), *crew))


def _tables(bot: str | Sequence[str], shared: Shared) -> tuple[list[str], list[int]]:
    """The bot in every seat, or one for each seat, and the table sizes that are asked for."""
    bots = [bot] if isinstance(bot, str) else list(bot)
    return bots, sizes_of(shared, _several(_game(shared)) if len(bots) == 1 else [len(bots)])


def _check_varied(game: "Game", bots: Sequence[str], varied: Collection[str]) -> None:
    """UsageError for a bot with a head start in an option that is varied: it would play the same each time."""
    for bot in bots:
        if kept := sorted({*game.find_bot(bot).head_start} & {*varied}):
            raise UsageError(f"{bot} has its own {kept[0]}, which is what changes here: leave it out of the bot")


def _settings(
    kind: str,
    bots: str | Sequence[str],
    measures: Sequence[str] | None,
    document: dict[str, Any],
    across_sizes: bool,
    shared: Shared,
) -> "Results":
    """Play a table under several settings."""
    from arkadia_sim.results.measures import spelled_out, usual_measures

    game = _game(shared)
    seated = [bots] if isinstance(bots, str) else list(bots)
    sizes = sizes_of(shared, game.player_counts if len(seated) == 1 else [len(seated)])
    usual = usual_measures(game.outcomes, game.player_columns, min(sizes), len(set(seated)) > 1)
    document |= {"players": sizes, "bots": seated, "measures": spelled_out(measures or usual), "trace": 0.0}
    document |= {"between": list(combinations(sizes, 2)) if across_sizes else []}
    _check_varied(game, seated, {name for entry in document["settings"] for name in entry["rules"]})
    return _ask("settings", kind, seated, document, shared)


def _ask(design: str, kind: str, bots: Sequence[str], document: Mapping[str, Any], shared: Shared) -> "Results":
    """Play an experiment, in a folder of its own if none is named, and read its results."""
    from arkadia_sim.questions.registry import analyse
    from arkadia_sim.runner.parallel import rows_digest, run_plan

    question, request = _question(design, kind, document, shared)
    out = shared.get("out")
    folder = own_folder(kind, bots, question.seed, rows_digest(request)) if out is None else Path(out)
    run_plan(request, folder, shared.get("workers"), shared.get("progress"))
    return analyse(folder)


def _question(design: str, kind: str, document: Mapping[str, Any], shared: Shared) -> "tuple[Question, RunRequest]":
    """An experiment, and the run that it asks for."""
    from arkadia_sim.experiments.files import ExperimentFile, as_toml, checked, experiment_request, practised
    from arkadia_sim.questions.question import MeasureKeys
    from arkadia_sim.questions.registry import KINDS

    keys: dict[str, Any] = {"name": kind, "design": design, "game": shared.get("game", DEFAULT_GAME), "seed": 1}
    keys |= document
    for name in ("deals", "seed", "tolerances", "rules", "components"):
        value = shared.get(name)
        if value is not None:
            keys[name] = dict(value) if isinstance(value, Mapping) else value
    if adapt := shared.get("adapt"):
        if not issubclass(KINDS[design], MeasureKeys):
            raise UsageError("adapt is for questions about rules: compare with --against, sweep, seats and balance")
        keys |= {"adapt": True, "adapted": [] if adapt is True else [player.model_dump() for player in adapt]}
    question = checked({key: value for key, value in keys.items() if value is not None}, kind)
    file = ExperimentFile(question, Path(kind), as_toml(question))
    file = practised(file, shared.get("workers"), shared.get("progress"))
    return file.experiment, experiment_request(file, _game(shared))


def _game(shared: Shared) -> "Game":
    from arkadia_sim.core.registry import resolve_game

    check_keywords(shared, Shared)
    return resolve_game(shared.get("game", DEFAULT_GAME))


def _several(game: "Game") -> list[int]:
    """The table sizes from two on."""
    return [size for size in game.player_counts if size > 1]
