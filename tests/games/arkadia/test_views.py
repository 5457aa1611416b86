"""What a bot in plain Python is shown, and how its answers reach the game."""

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from arkadia_sim import rng
from arkadia_sim.accelerate import JIT_ENABLED, compiled
from arkadia_sim.core.asking import ask
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.game import BatchResult
from arkadia_sim.core.view import scores_of
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.view import EVERYWHERE, View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import neighbours
from arkadia_sim.games.arkadia.declared import BOT_TRIALS
from arkadia_sim.games.arkadia.game import ENGINE, GAME
from arkadia_sim.games.arkadia.rules import castle, moves
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.state import BANNER, CASTLE, DRAW, MUST, PHASE_NAMES, new_game
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.sight.cues import UNSEEN
from arkadia_sim.games.arkadia.values import (
    Banner,
    Build,
    Introduce,
    Owner,
    Pass,
    Piece,
    blank_decision,
    take,
    write,
)
from arkadia_sim.kernels.play_loop import next_uniform
from arkadia_sim.testing.driving import Moment, Sitting
from tests.support.recorded import played

EXAMPLES = Path(__file__).parent / "sample_bots" / "example_bots.py"
SHIPPED = Components.shipped()
MANY_WORKERS = {"banners": 5, "workers_per_banner": 1, "start_workers": 6, "neutral_workers": 60}

HIDDEN = {"holdings": "hidden", "flip_tiles": True, "workers_at_castle": False, "final_round": "others_only"}
FIRST_GAME = {"setup": "first_game", "seal_supply": "unlimited"}
SEATS = {"start_workers": [3, 1, 2], "start_gold": [0, 4, 9]}
TABLES = [
    (4, {}),
    (3, SEATS),
    (3, HIDDEN),
    (2, FIRST_GAME),
    (4, {"hand_size": 1, "face_up": 1, "final_round": "others_only"}),
]


def moments(players: int, rules: dict[str, Any], deal: int = 1) -> Iterator[Moment]:
    sitting = Sitting(GAME, ["random"] * players, GAME.setting(players, rules, {}))
    yield from sitting.drive(deal)
    assert sitting.fault == ""


def view_of(moment: Moment) -> View:
    return View(*play.handed_by_hand(moment.game, moment.seat), Dice(moment.mind["random"]), {}, SHIPPED)


def is_legal(moment: Moment, choice: Any) -> bool:
    trial, decision = new_game(), blank_decision()
    trial[0] = moment.game
    write(decision, choice, trial[0]["table"], SHIPPED)
    return bool(step(trial[0], decision) == OK)


# -- the view tells what the table shows -------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_view_tells_what_the_table_shows(players: int, rules: dict[str, Any]) -> None:
    for moment in moments(players, rules):
        view, table = view_of(moment), moment.game["table"]
        assert (view.seat, view.players, view.turn) == (moment.seat, players, table["turn"])
        assert view.phase == PHASE_NAMES[moment.phase]
        standing = {square for building in view.buildings for square in building.squares} | set(view.workers)
        assert standing | view.vacant == {(row, column) for row in range(12) for column in range(16)}
        assert not standing & view.vacant
        for building in view.buildings[1:]:
            assert building.card == f"{building.form}/{building.family}"
            assert building.complete == (not building.vacant) or view.phase == "draw"  # pays after the draw
        assert view.lot.card is None
        assert len(view.lot.squares) == 12
        assert sum(owner == "neutral" for owner in view.workers.values()) == len(squares_of(table["neutral"]))
        assert all(view.castle.top.count(family) == value for family, value in view.values.items())
        assert sum(view.castle.covered) == table["n_covered"]
        assert list(view.castle.pools) == [1, 2, 3]
        assert view.hand_sizes[view.seat] == len(view.hand)
        assert all(len(known) <= size for known, size in zip(view.known_cards, view.hand_sizes, strict=True))
        assert not set(view.known_cards[view.seat]) - set(view.hand)
        assert view.banners == tuple(table["banners"][:players])


def test_the_cards_in_sight_and_out_of_sight_make_up_the_deck() -> None:
    for moment in moments(3, {}):
        view = view_of(moment)
        built = [building.card for building in view.buildings[1:]]
        open_cards = [card for card in view.face_up if card]
        assert len(built) + len(open_cards) + sum(view.hand_sizes) + view.stack_left == len(view.cards) == 40


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_rules_are_told_as_they_were_chosen(players: int, rules: dict[str, Any]) -> None:
    view = view_of(next(moments(players, rules)))
    expected = RuleSet.from_mapping(rules).as_setting()
    told = {name: list(value) if isinstance(value, tuple) else value for name, value in view.rules.items()}
    assert told == expected


@pytest.mark.parametrize("rules", [{}, {"final_round": "others_only"}])
def test_r9_2_the_turns_left_are_counted_down(rules: dict[str, Any]) -> None:
    for deal in range(20):
        views = map(view_of, moments(3, {**rules, **MANY_WORKERS}, deal))
        told = [(view.turn, view.turns_left) for view in views]
        last = told[-1][0]
        if told[-1][1] is None:  # a stalemate
            continue
        counted = [(turn, left) for turn, left in told if left is not None]
        # the turn that begins the end is told of only if it has a decision after its castle piece
        assert counted[0][1] in ((1, 2) if rules else (2, 3))
        assert {turn + left for turn, left in counted} == {sum(counted[0])}
        assert last <= sum(counted[0])
        return
    pytest.fail("no game ended by the castle")


# -- what can be chosen ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_choices_named_are_those_that_the_kernel_allows(players: int, rules: dict[str, Any]) -> None:
    chance = np.random.default_rng(1)
    for moment in moments(players, rules):
        view, table, hand = view_of(moment), moment.game["table"], moment.game["hands"][moment.seat]
        builds = view.legal_builds()
        if moment.phase == MUST:
            assert len(set(builds)) == len(builds) == hand["n_builds"]
            assert {build.card for build in builds} <= set(view.hand)
            assert all(is_legal(moment, builds[i]) for i in chance.integers(0, max(len(builds), 1), 3) if builds)
            places = view.worker_places()
            assert len(places) == moves.count_worker_buildings(table, moment.game["holdings"], moment.seat)
            owner: Owner = "own" if view.own.workers else "neutral"
            for place in places:
                for square in place.vacant:
                    assert is_legal(moment, Introduce(place.squares, {square: owner}))
        free, beside = view.vacant, neighbours(EVERYWHERE - view.vacant)
        assert all(build.squares <= free and build.squares & beside for build in builds)
        if moment.phase == DRAW:
            assert [draw for draw in [*range(8), "stack"] if is_legal(moment, draw)] == view.draws()
        if moment.phase == CASTLE:
            every = [Piece(family, square) for family in view.families for square in range(10)]
            assert [piece for piece in every if is_legal(moment, piece)] == view.pieces()
            assert bool(view.pieces()) == castle.can_place(table)
            assert view.pieces_due >= 1


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_options_are_legal_and_their_columns_count_what_the_rules_engine_counts(
    players: int, rules: dict[str, Any]
) -> None:
    """Each column against the compiled count of the single move, the way that advice counts it."""
    seen = Counter[str]()
    for moment in islice(moments(players, rules), 60):
        view = view_of(moment)
        options, own = view.options(), [cue.name for cue in CUES if cue.decision == view.phase]
        moves = list(options)
        assert moves == [options[number] for number in range(len(options))]
        assert options.columns[: len(own)] == tuple(own)
        handed = ENGINE.handed(moment.game, moment.seat)
        for number in range(0, len(moves), 1 + len(moves) // 5):
            assert is_legal(moment, moves[number])
            decision = blank_decision()
            write(decision, moves[number], moment.game["table"], SHIPPED)
            counts = ENGINE.counts(handed, decision)[: len(own)]
            assert [getattr(options, name)[number] for name in own] == counts.tolist()
        seen[view.phase] += 1
    assert seen["must"] and seen["banner"]


def beside_workers(view: View, seats: Iterable[int]) -> int:
    """The free squares beside these players' workers, those beside several workers counted for each."""
    return sum(len(neighbours({square}) & view.vacant) for square, owner in view.workers.items() if owner in seats)


def left_to_next(view: View, after: View, prices: dict[str, float]) -> float:
    """What the next player may be paid at a building that their workers at hand can finish."""
    seat = (view.seat + 1) % view.players
    held = view.holdings(seat)
    hands = UNSEEN if held is None else held.workers + held.neutrals
    offers = [0.0]
    for building in after.buildings:
        if building.family and not building.complete and 0 < len(building.vacant) <= hands:
            theirs = sum(after.workers.get(square) == seat for square in building.neighbours)
            offers.append(prices[building.family] * (building.has_seal + theirs))
    return 0.0 if view.turns_left == 0 else max(offers)


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_columns_of_what_a_move_leaves_count_what_lies_on_the_table_after_it(
    players: int, rules: dict[str, Any]
) -> None:
    seen = 0
    for moment in islice((moment for moment in moments(players, rules) if moment.phase == MUST), 5, 30, 4):
        view = view_of(moment)
        options = view.options()
        mine, others = {view.seat}, {*range(players)} - {view.seat}
        room = options.room, beside_workers(view, mine)
        others_room = options.others_room, beside_workers(view, others)
        for number in range(0, len(options), 1 + len(options) // 12):
            after = view.after(options[number])
            assert room[0][number] == beside_workers(after, mine) - room[1]
            assert others_room[0][number] == beside_workers(after, others) - others_room[1]
            assert options.reply[number] == left_to_next(view, after, dict(view.values))
            seen += options.reply[number] > 0
    assert seen or players == 4


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_gold_counts_by_the_prices_and_chances_that_a_bot_expects(players: int, rules: dict[str, Any]) -> None:
    prices, chances = [1.0, 10.0, 100.0, 1000.0], [0.75, 0.25]
    for moment in islice((moment for moment in moments(players, rules) if moment.phase == MUST), 8, 30, 5):
        view = view_of(moment)
        options = view.options(prices, chances)
        worth = dict(zip(view.families, prices, strict=True))

        def coming(view: View, worth: dict[str, float] = worth, seat: int = view.seat) -> float:
            return sum(
                worth[building.family]
                * chances[min(len(building.vacant), len(chances)) - 1]
                * sum(view.workers.get(square) == seat for square in building.neighbours)
                for building in view.buildings
                if building.family and not building.complete
            )

        counted, reply = options.gold_coming, options.reply
        for number in range(0, len(options), 1 + len(options) // 12):
            after = view.after(options[number])
            assert counted[number] == pytest.approx(coming(after) - coming(view))
            assert reply[number] == left_to_next(view, after, worth)
        usual = view.options()
        assert (usual.gold_coming == view.options([*view.values.values()], [0.5]).gold_coming).all()
        assert view.best(np.arange(len(options), 0.0, -1.0)) == options[0] == usual[0]


def test_a_sale_gains_what_it_brings_beyond_the_prices_expected() -> None:
    sales = 0
    for moment in (moment for moment in moments(3, {}) if moment.phase == BANNER):
        view = view_of(moment)
        usual, expected = view.options(), view.options([1.0, 2.0, 3.0, 4.0])
        for number, way in enumerate(usual):
            gold = sum(view.values[family] * seals for family, seals in way.sold.items())
            later = sum(price * way.sold.get(family, 0) for family, price in zip(view.families, (1, 2, 3, 4)))
            assert usual.sale_gain[number] == gold - 2.5 * sum(way.sold.values())
            assert expected.sale_gain[number] == gold - later
            sales += gold > 0
    assert sales


def test_the_best_castle_piece_is_counted_before_it_is_earned() -> None:
    leads = set[float]()
    for moment in (moment for moment in moments(3, {}) if moment.phase == CASTLE):
        options = view_of(moment).options()
        best = (options.own_gain - options.others_gain / 2).max()
        assert options.piece_lead[0] == pytest.approx(best)
        leads.add(best)
    assert max(leads) > 0


def test_prices_and_chances_that_fit_no_game_are_refused() -> None:
    view = view_of(next(moment for moment in moments(2, {}) if moment.phase == MUST))
    with pytest.raises(ValueError, match=r"options need 4 prices, one for each family, not 3"):
        view.options([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match=r"options need 4 prices, one for each family, not 0"):
        view.options(chances=[0.5])
    with pytest.raises(ValueError, match=r"at most 16 chances, one for each number of gaps, not 17"):
        view.options([1.0] * 4, [0.5] * 17)


def test_options_stay_as_they_are_when_others_are_listed() -> None:
    first, second = islice((view_of(moment) for moment in moments(3, {}) if moment.phase == MUST), 2)
    options = first.options()
    kept, moves = options.gold.copy(), list(options)
    other = second.options()
    assert other.gold.size
    del options.__dict__["gold"]  # so that it is counted again
    options._made.clear()
    assert (options.gold == kept).all() and list(options) == moves


def test_the_best_option_is_the_one_with_the_highest_score_and_watch_shows_all() -> None:
    view = view_of(next(moment for moment in moments(2, {}) if moment.phase == MUST))
    options = view.options()
    scores = np.arange(len(options), 0.0, -1.0)
    assert view.best(scores) is options[0]
    assert scores_of(view) == list(zip(options, scores.tolist(), strict=True))
    assert len({id(view.best(np.zeros(len(options)))) for _ in range(20)}) > 1  # told apart by lot
    with pytest.raises(ValueError, match=r"not a number"):
        view.best(np.full(len(options), np.nan))
    with pytest.raises(ValueError, match=r"options need as many scores"):
        view.best(np.zeros(3))


def test_a_column_that_does_not_exist_is_refused_with_the_nearest_name() -> None:
    options = view_of(next(moment for moment in moments(2, {}) if moment.phase == MUST)).options()
    with pytest.raises(AttributeError, match=r"options of the must have no column 'camp'; did you mean 'camps'\?"):
        _ = options.camp
    assert not hasattr(options, "own_gain")  # a column of the castle


def workers_put(choice: Any) -> frozenset[Any]:
    return frozenset(choice.workers.items())


def test_the_legal_moves_are_all_that_the_rules_allow() -> None:
    """At the must, against every way to give each square next to a building an own worker, a neutral one or none."""
    chance, seen = np.random.default_rng(2), Counter[str]()
    for moment in islice(moments(2, {"start_workers": 2, "hand_size": 2}), 30):
        view = view_of(moment)
        moves = list(view.legal_moves())
        seen[view.phase] += 1
        assert all(is_legal(moment, moves[i]) for i in chance.integers(0, len(moves), 4))
        if view.phase == "must":
            builds = view.legal_builds()
            assert moves[: len(builds)] == builds
            own, neutral = view.own.workers, view.own.neutrals
            put = [workers_put(choice) for choice in moves[len(builds) :]]
            every = set[frozenset[Any]]()
            for place in view.worker_places() if own + neutral <= 3 else ():
                for whose in product(("own", "neutral", ""), repeat=len(place.vacant)):
                    if (
                        len(whose) - whose.count("") > 0
                        and whose.count("own") <= own
                        and whose.count("neutral") <= neutral
                    ):
                        every.add(frozenset((square, who) for square, who in zip(sorted(place.vacant), whose) if who))
            assert len(put) == len(set(put))
            named = [workers_put(move) for move in view.options() if isinstance(move, Introduce)]
            assert len(named) == len(set(named)) and set(named) <= set(put)
            assert set(put) == every or own + neutral > 3
        if view.phase == "banner":
            assert len(moves) == 1 + np.prod([seals + 1 for seals in view.own.seals.values()])
    assert seen.keys() == {"must", "draw", "castle", "banner"}


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_the_view_after_a_move_is_that_of_the_game_after_it(rules: dict[str, Any]) -> None:
    """Each move but a build is made in the game itself; of a build, what its draw brings is left out."""
    chance, seen = np.random.default_rng(3), Counter[str]()
    for moment in moments(3, rules, deal=2):
        view, moves = view_of(moment), [*islice(view_of(moment).legal_moves(), 200)]
        move, games = moves[int(chance.integers(len(moves)))], new_game()
        games[0] = moment.game
        with np.errstate(over="ignore"):
            take(games[0], move, SHIPPED)
            if isinstance(move, Build) and games[0]["table"]["phase"] == DRAW:
                take(games[0], "stack" if view.stack_left else view.draws()[0], SHIPPED)
        after = view.after(move)
        real = View(*play.handed_by_hand(games[0], moment.seat), Dice((1, 1)), {}, SHIPPED)
        seen[view.phase] += 1
        same = ("phase", "own", "buildings", "workers", "vacant", "castle", "values", "supply", "banners", "own_pool")
        assert [getattr(after, name) for name in same] == [getattr(real, name) for name in same]
        assert (after.pieces_due, after.turns_left, after.neutral_pool) == (
            real.pieces_due,
            real.turns_left,
            real.neutral_pool,
        )
        others = [seat for seat in range(3) if seat != view.seat]
        assert [after.holdings(seat) for seat in others] == [real.holdings(seat) for seat in others]
        assert view_of(moment).own == view.own
    assert seen.keys() == {"must", "draw", "castle", "banner"}


def test_no_view_after_a_move_depends_on_what_is_hidden() -> None:
    chance, unknown = np.random.default_rng(4), Counter[str]()
    for moment in islice(moments(3, HIDDEN), 40):
        move = next(view_of(moment).legal_moves())
        if moment.phase == DRAW:
            move = ("stack", *view_of(moment).draws())[int(chance.integers(2))]
        first = view_of(moment).after(move)
        for what, change in BOT_TRIALS.unknown(moment.game):
            other = Moment(moment.game.copy(), *moment[1:])
            change(other.game, moment.seat, chance)
            again = view_of(other).after(move)
            unknown[what] += 1
            assert again._table.tobytes() == first._table.tobytes()
            assert (again.hand, again.own) == (first.hand, first.own)
    assert len(unknown) > 1


def test_the_best_move_is_noted_with_all_others_and_equals_are_told_apart_by_lot() -> None:
    view = view_of(next(moments(2, {})))
    builds = view.legal_builds()
    assert view.best(builds, lambda build: builds.index(build) % 7) in builds[6::7]
    assert len({view.best(builds, lambda build: 1.0) for _ in range(40)}) > 10
    view.note(builds[0], 7.5)
    assert scores_of(view)[: len(builds)] == [(build, number % 7) for number, build in enumerate(builds)]
    assert scores_of(view)[-1] == (builds[0], 7.5)
    with pytest.raises(ValueError, match="there is no move to choose from"):
        view.best([], len)


# -- what a player may not know ----------------------------------------------------------------------------------------


def test_r10_2_hidden_holdings_of_others_are_not_told() -> None:
    for moment in moments(3, HIDDEN):
        view = view_of(moment)
        assert [view.holdings(seat) is None for seat in range(3)] == [seat != view.seat for seat in range(3)]
        assert view.own.workers == moment.game["holdings"]["workers"][moment.seat]
    with pytest.raises(ValueError, match="no seat 3"):
        view.holdings(3)


def test_r10_2_open_holdings_are_those_of_the_game() -> None:
    for moment in moments(2, {}):
        held = moment.game["holdings"]
        for seat in range(2):
            told = view_of(moment).holdings(seat)
            assert told is not None
            assert told.gold == held["gold"][seat]
            assert list(told.seals.values()) == held["seals"][seat].tolist()
            assert (told.workers, told.neutrals) == (held["workers"][seat], held["neutrals"][seat])


def test_r10_3_the_game_cannot_be_reached_from_a_view() -> None:
    for moment in moments(2, HIDDEN):
        view = view_of(moment)
        for name in dir(view):  # have everything worked out that is worked out when asked for
            getattr(view, name)
        reached = list(_reachable(view))
        arrays = [thing for thing in reached if isinstance(thing, np.ndarray | np.void)]
        assert len(arrays) >= 3
        assert max(array.nbytes for array in arrays) < moment.game.nbytes
        whole = np.frombuffer(moment.game, np.uint8)
        assert not any(np.may_share_memory(np.frombuffer(array, np.uint8), whole) for array in arrays)
        assert not any(isinstance(thing, np.ndarray | np.void) and thing.flags.writeable for thing in arrays)


def _reachable(start: object) -> Iterator[object]:
    """Everything that can be got at from an object through attributes and contents, code and types left out."""
    seen: set[int] = set()
    waiting: list[object] = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType):
            continue
        seen.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)
        if isinstance(thing, np.ndarray | np.void) and thing.base is not None:
            waiting.append(thing.base)


@pytest.mark.skipif(not JIT_ENABLED, reason="without the compiler there are no types to check")
@pytest.mark.parametrize("field", ["stack", "hands", "veiled"])
def test_r10_3_a_compiled_bot_that_reaches_for_hidden_cards_does_not_compile(field: str) -> None:
    from numba.core.errors import NumbaError

    def peek(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
        choice["draw"] = table[field][0]

    with pytest.raises(NumbaError):
        compiled(play.RECORDS.decide)(peek).make()


# -- dice --------------------------------------------------------------------------------------------------------------


def test_dice_give_the_numbers_of_the_compiled_stream() -> None:
    with np.errstate(over="ignore"):
        state = np.zeros(rng.STREAM_WORDS, np.uint64)
        rng.seed_stream(state, np.uint64(2026))
        dice = Dice(state)
        for bound in [1, 2, 3, 7, 40, 1000, 2**31, 3 * 2**30, 2**32 - 1] * 40:
            assert dice.below(bound) == rng.below(state, bound)
            assert dice.uniform() == next_uniform(state)
            assert dice.words == state.tolist()


def test_dice_choose_and_shuffle_fairly_enough_and_refuse_what_cannot_be_drawn() -> None:
    dice = Dice(range(1, rng.STREAM_WORDS + 1))
    items = list("abcd")
    firsts = set()
    for _ in range(200):
        dice.shuffle(items)
        firsts.add("".join(items))
    assert len(firsts) == 24
    assert {dice.choice("xyz") for _ in range(60)} == set("xyz")
    for bound in (0, -1, 2**32):
        with pytest.raises(ValueError, match="bound"):
            dice.below(bound)
    with pytest.raises(ValueError, match="nothing to choose"):
        dice.choice([])


# -- answers -----------------------------------------------------------------------------------------------------------


def result(bots: list[str], players: int, rules: dict[str, Any], games: int) -> BatchResult:
    lineups = [[seat % len(bots) for seat in range(players)]] * games
    return played(GAME, bots, lineups, rules, seed=5)


@pytest.mark.parametrize("temperature", ["", ":temperature=1"])
@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_random_in_plain_python_plays_the_games_of_random(
    players: int, rules: dict[str, Any], temperature: str
) -> None:
    ours = result([f"{EXAMPLES}:chance{temperature}"], players, rules, 6)
    theirs = result([f"random{temperature}"], players, rules, 6)
    assert not ours.failures
    for name, column in theirs.players.items():
        assert np.array_equal(column, ours.players[name], equal_nan=column.dtype.kind == "f"), name


def test_python_and_compiled_bots_can_share_a_table() -> None:
    mixed = result([f"{EXAMPLES}:chance", "random"], 4, {}, 6)
    assert np.array_equal(mixed.players["gold"], result(["random"], 4, {}, 6).players["gold"])


@pytest.mark.parametrize("bot", ["random", "random:temperature=0.5", "greedy", "greedy:temperature=1", "tent_camp"])
def test_asking_compiled_bots_by_hand_plays_the_games_of_the_compiled_loop(bot: str) -> None:
    loop = result([bot, "random"], 3, HIDDEN, 4).players
    sitting = Sitting(GAME, [bot, "random", bot], GAME.setting(3, HIDDEN, {}))
    for game, deal in enumerate(rng.deal_seeds(5, 3, 0, 4)):
        for _ in sitting.drive(int(deal)):
            pass
        for name in ("gold", "turns", "rank", "sale_gold"):
            assert np.array_equal(sitting.rows[name], loop[name][3 * game : 3 * game + 3])


def test_what_a_python_bot_leaves_out_falls_to_the_defaults() -> None:
    assert not result([f"{EXAMPLES}:drawer"], 3, HIDDEN, 4).failures


ILLEGAL = [
    (MUST, "a poem", "R3.1"),
    (MUST, None, "R3.1"),
    (MUST, Pass(), "R3.1"),
    (MUST, Build("barn/red", frozenset({(0, 0)})), "R1.3"),
    (MUST, Build("mill/red", frozenset()), "R4.1"),
    (MUST, Build(7, 3), "R3.1"),  # type: ignore[arg-type]
    (MUST, Introduce(frozenset({(0, 0)}), {(0, 1): "own"}), "R5.1"),
    (DRAW, True, "R4.5"),
    (DRAW, 9, "R4.5"),
    (DRAW, 4, "R4.5"),
    (DRAW, Pass(), "R3.1"),
    (CASTLE, Piece("gold", 3), "R1.4"),
    (CASTLE, Piece("red", 10), "R7.2"),
    (CASTLE, Piece("red", None), "R7.2"),  # type: ignore[arg-type]
    (BANNER, Banner(True, {"red": 100}), "R8"),
    (BANNER, Banner(True, {"red": -1}), "R8"),
    (BANNER, 1, "R3.1"),
]


@pytest.mark.parametrize(("phase", "choice", "rule"), ILLEGAL)
def test_an_answer_that_is_not_legal_names_the_rule(phase: int, choice: Any, rule: str) -> None:
    moment = next(moment for moment in moments(2, {}) if moment.phase == phase)
    with pytest.raises(RecordError) as caught:
        _answer(moment, lambda view: choice)
    assert caught.value.rule.startswith(rule)
    assert str(caught.value).startswith(caught.value.rule)
    assert "bot stubborn" in str(caught.value)


def test_no_banner_may_be_told_by_none() -> None:
    moment = next(moment for moment in moments(2, {}) if moment.phase == BANNER)
    assert _answer(moment, lambda view: None)["use_banner"] == 0


def test_numpy_numbers_are_numbers_too() -> None:
    moment = next(moment for moment in moments(2, {}) if moment.phase == DRAW)
    assert _answer(moment, lambda view: np.int64(view.draws()[1]))["draw"] == 1


def _answer(moment: Moment, function: Any) -> Any:
    from arkadia_sim.core.bot import PYTHON, Bot, Seated

    decisions = dict.fromkeys(("must", "draw", "castle", "banner"), function)
    bot = Bot("stubborn", "Says one thing.", "a test", decisions, tier=PYTHON)
    one = Seated("stubborn", bot, (), 0.0, Path(__file__))
    decision = blank_decision()
    minds = ENGINE.minds_of([one] * 2)
    language = GAME.speaks(GAME.prepared(GAME.setting(2, {}, {})), moment.game)
    ask(language, one, moment.seat, minds)(moment.game, decision)
    return decision
