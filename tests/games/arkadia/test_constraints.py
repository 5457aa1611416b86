"""Bots under constraints: what they are barred from, forced to and counted at, held against a reading in plain Python.

The checker knows a recorded game and what a :class:`View` shows of it, and none of the compiled code that finds out
what a constraint leaves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.bot import check_constraints
from arkadia_sim.core.bot import seat as seated
from arkadia_sim.core.constraint import FORCED, WATCHED
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.game import BatchResult
from arkadia_sim.core.registry import find_bot
from arkadia_sim.errors import BadValue
from arkadia_sim.games.arkadia.bots_api.look_ahead import RUN_OUT, TO_THE_END
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.game import ENGINE, GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, MUST
from arkadia_sim.games.arkadia.rules.turn import OK
from arkadia_sim.games.arkadia.sight.constraints import CONSTRAINTS
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Piece
from arkadia_sim.kernels.limits import has_rules
from arkadia_sim.kernels.planning import seating_with
from arkadia_sim.kernels.policies import sit_down
from arkadia_sim.testing.bots import check_bot
from arkadia_sim.testing.driving import Sitting
from tests.games.arkadia.test_run_out import desk_for
from tests.support.paths import ARKADIA
from tests.support.recorded import played

BOTS = ARKADIA / "sample_bots"
DEAF = f"{BOTS / 'bad_compiled_bots.py'}:deaf"
MANY = 100
"""Games to look for a rare chance."""
PLAIN = GAME.new_bot / "plain.py"
SLOW = f"{BOTS / 'example_bots.py'}:drawer"


def games_of(bots: list[str], players: int = 3, games: int = 2, rules: Any = None, first: int = 0) -> BatchResult:
    """Games of a company, in which each bot comes to every seat, from deal ``first`` on; few are recorded."""
    for bot in bots:
        GAME.find_bot(bot)
    lineups = (np.arange(games)[:, None] + np.arange(players)) % len(bots)
    return played(GAME, bots, lineups, rules, seed=23, first=first, recorded=games < MANY)


def first_deal(bot: str, name: str, players: int, rules: Mapping[str, Any]) -> int:
    """A deal in which a watched bot has a chance, or the one before it; constraints change nothing in earlier deals."""
    if name != "triple" or not JIT_ENABLED:
        return 0
    rows = games_of([f"{bot}:watched={name}", bot], players, MANY, rules).players["chances"].reshape(MANY, players)
    deal = int(rows.any(axis=1).argmax())
    return deal - deal % 2  # the bots sit as they do there


# -- what can be done, and what is done, in plain Python ---------------------------------------------------------------


@dataclass
class Position:
    """What a player sees before a decision, and all squares that workers could be put on, by building."""

    view: View

    def completes(self, squares: frozenset[Any]) -> bool:
        """Whether a building with a seal has no vacant neighbour left once these squares are occupied."""
        buildings = [building for building in self.view.buildings[1:] if not building.complete and building.has_seal]
        return any(building.vacant <= squares for building in buildings)

    def completed(self, squares: frozenset[Any]) -> int:
        """How many buildings have no vacant neighbour left once these squares are occupied."""
        return sum(building.vacant <= squares for building in self.view.buildings[1:] if not building.complete)

    def touched(self, square: Any) -> int:
        """How many open buildings a vacant square touches."""
        return sum(square in building.vacant for building in self.view.buildings[1:])

    @property
    def is_late(self) -> bool:
        castle = self.view.castle
        return 10 * (castle.floor - 1) + sum(castle.covered) >= 15

    def build_does(self, build: Build, name: str) -> bool:
        """Whether a build does what the constraint of that name is about."""
        view, squares = self.view, build.squares
        ring = {(row + a, column + b) for row, column in squares for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        stays_open = bool((ring - squares) & view.vacant)
        family = build.card.partition("/")[2]
        if name == "camps":
            return view.neutral_pool > 0 and bool(squares & view.camps)
        if name == "trigger":
            return self.completes(squares) or (not stays_open and view.supply[family] > 0)
        if name == "triple":
            return self.completed(squares) + (not stays_open) >= 3
        if name == "dearest":
            values = view.values.values()
            return stays_open and view.values[family] == max(values) > min(values)
        return False

    def workers_do(self, workers: Mapping[Any, str], name: str) -> bool:
        """The same of a worker placement."""
        if name == "trigger":
            return self.completes(frozenset(workers))
        if name == "triple":
            return self.completed(frozenset(workers)) >= 3
        if name == "reach":
            return any(owner == "own" and self.touched(square) > 1 for square, owner in workers.items())
        return name == "late_workers" and self.is_late

    def musts(self, name: str) -> tuple[bool, bool]:
        """Whether there is a must that does it, and one that does not."""
        view = self.view
        done = {self.build_does(build, name) for build in view.legal_builds()}
        places = [place.vacant for place in view.worker_places()]
        for square in frozenset().union(*places):
            owners = ["own"] * (view.own.workers > 0) + ["neutral"] * (view.own.neutrals > 0)
            done |= {self.workers_do({square: owner}, name) for owner in owners}
        if name == "trigger":
            hands = view.own.workers + view.own.neutrals
            sealed = [building.vacant for building in view.buildings[1:] if building.has_seal and not building.complete]
            done |= {True for place in places for gaps in sealed if gaps <= place and len(gaps) <= hands}
        if name == "triple":
            hands = view.own.workers + view.own.neutrals
            vacant = [building.vacant for building in view.buildings[1:] if not building.complete]
            pairs = [gaps | other for place in places for gaps in vacant for other in vacant if gaps | other <= place]
            done |= {self.completed(squares) >= 3 for squares in (*places, *pairs) if len(squares) <= hands}
        return True in done, False in done

    def is_hostile(self, piece: Piece) -> bool:
        """Whether a piece takes gold from the others together, and more than from oneself."""
        hidden = self.view.castle.top[piece.square]
        changes = {}
        for seat in range(self.view.players):
            held = self.view.holdings(seat)
            if held is not None:
                changes[seat] = held.seals[piece.family] - (held.seals[hidden] if hidden is not None else 0)
        mine = changes.pop(self.view.seat)
        return sum(changes.values()) < min(0, mine)

    def banner_does(self, banner: Banner, name: str) -> bool:
        """Whether a banner, or none, does what a constraint is about."""
        view, sold = self.view, {family: number for family, number in banner.sold.items() if number}
        worth = {family: held for family, held in view.own.seals.items() if held and view.values[family]}
        if not banner.used:
            return False
        if name == "banner_early":
            return view.own.workers > 0 and view.own_pool[view.seat] > 0
        if name == "banner_empty":
            return bool(worth) and not set(worth) & set(sold)
        if name == "sale_all":
            return bool(worth) and all(sold.get(family, 0) == held for family, held in worth.items())
        if name.startswith("sale_under_"):
            return any(view.values[family] < int(name[-1]) for family in sold)
        return name == "banner"

    def banners(self, name: str) -> tuple[bool, bool]:
        """Whether there is a way to use a banner, or none, that does it, and one that does not."""
        held = self.view.own.seals
        amounts = product(*({0, number // 2, number} for number in held.values()))
        ways = [Banner(True, dict(zip(held, some, strict=True))) for some in amounts]
        done = {self.banner_does(way, name) for way in (Banner(False), *ways)}
        return True in done, False in done


def decisions(record: Mapping[str, Any], seat: int, name: str) -> Iterator[tuple[bool, bool, bool, Any]]:
    """Of each decision of a seat: whether the thing could be done, could be left, was done, and what was chosen."""
    replay, asked = GAME.replayed(record), list[tuple[bool, bool, bool, Any]]()
    game = replay.game

    def look(decision: Any) -> None:
        if game["table"]["seat"] != seat:
            return
        handed = (game["table"], game["holdings"], game["hands"][seat])
        view = View(*handed, Dice((1, 2)), {}, replay.language.prepared.components)
        position, choice = Position(view), view.move_of(decision)
        if isinstance(choice, Build):
            asked.append((*position.musts(name), position.build_does(choice, name), choice))
        elif isinstance(choice, Introduce):
            asked.append((*position.musts(name), position.workers_do(choice.workers, name), choice))
        elif isinstance(choice, Piece) and name == "hostile_piece":
            done = {position.is_hostile(piece) for piece in view.pieces()}
            asked.append((True in done, False in done, position.is_hostile(choice), choice))
        elif isinstance(choice, Banner):
            asked.append((*position.banners(name), position.banner_does(choice, name), choice))

    for _ in replay.turns(look):
        yield from asked
        asked.clear()


# -- heeded and counted ------------------------------------------------------------------------------------------------

PLAYERS = ("expert", "casual", "random", "weigher", "greedy", "master")
ASKED = [(way, constraint.name) for constraint in CONSTRAINTS for way in constraint.ways if way != WATCHED]


@pytest.mark.parametrize(("number", "way", "name"), [(number, *asked) for number, asked in enumerate(ASKED)])
def test_constraints_are_heeded_and_counted(number: int, way: str, name: str) -> None:
    bot = PLAYERS[number % len(PLAYERS)]
    games = 2 if JIT_ENABLED else 1
    rules = {"flip_tiles": number % 2 == 0}
    first = first_deal(bot, name, 2 + number % 3, rules)
    result = games_of([f"{bot}:{way}={name}", bot], 2 + number % 3, games, rules, first)
    assert not result.failures
    seats = len(result.players["chances"]) // games
    chances = 0
    for game, record in enumerate(result.records):
        for seat in range(seats):
            row = game * seats + seat
            if (game + seat) % 2 == 1:
                assert result.players["chances"][row] == result.players["chances_taken"][row] == 0
                continue
            at = list(decisions(record, seat, name))
            taken = [done for could, could_leave, done, _ in at if could and could_leave]
            assert result.players["chances"][row] == len(taken)
            assert result.players["chances_taken"][row] == sum(taken)
            chances += len(taken)
            if (way, name) == (FORCED, "banner_empty"):
                assert not any(sum(choice.sold.values()) for *_, choice in at if isinstance(choice, Banner))
            else:
                assert all(taken) if way == FORCED else not any(taken)
    assert chances > 0 or not JIT_ENABLED  # of one game that the interpreter plays too much is asked


def test_several_constraints_are_heeded_together_and_counted_one_by_one() -> None:
    asked = {"barred": ["trigger", "hostile_piece", "sale_under_4"], "forced": ["camps", "banner"]}
    spec = ",".join(f"{way}={'+'.join(names)}" for way, names in asked.items())
    result = games_of([f"master:{spec}", "expert"], 2, 2)
    for game, record in enumerate(result.records):
        for way, names in asked.items():
            for name in names:
                taken = [done for could, left, done, _ in decisions(record, game % 2, name) if could and left]
                passed_over = 3 if name == "camps" else 0  # where every build over a camp completes a building
                assert taken.count(way != FORCED) <= passed_over, name
        row = 2 * game + game % 2
        every = [list(decisions(record, game % 2, name)) for names in asked.values() for name in names]
        could = [done for chances in every for may, left, done, _ in chances if may and left]
        assert (result.players["chances"][row], result.players["chances_taken"][row]) == (len(could), sum(could))


@pytest.mark.parametrize("rules", [{}, {"holdings": "hidden"}])
def test_who_is_watched_plays_as_ever(rules: dict[str, Any]) -> None:
    bots = ["expert", "rival:temperature=1", "random", SLOW]
    free = games_of(bots, 4, 2, rules)
    names = "+".join(constraint.name for constraint in CONSTRAINTS)
    watched = games_of([f"{bot}{',' if '=' in bot else ':'}watched={names}" for bot in bots], 4, 2, rules)
    assert [record["turns"] for record in free.records] == [record["turns"] for record in watched.records]
    assert (watched.players["chances"] > 0).all()
    assert (free.players["chances"] == 0).all()


def test_what_is_hidden_counts_for_nothing() -> None:
    """Without seeing the others' seals, nobody can know which piece costs them gold."""
    hidden = games_of(["casual:barred=hostile_piece", "casual"], 2, 2, {"holdings": "hidden"})
    free = games_of(["casual", "casual"], 2, 2, {"holdings": "hidden"})
    assert (hidden.players["chances"] == 0).all()
    assert [record["turns"] for record in hidden.records] == [record["turns"] for record in free.records]


def test_chance_takes_of_what_is_left() -> None:
    """A bot that plays carelessly, and one that only plays by chance, heed their constraints as well."""
    result = games_of(["master:temperature=30,barred=banner+hostile_piece", "random:forced=camps"], 2, 4)
    assert not result.failures
    taken, chances = (result.players[name].reshape(4, 2) for name in ("chances_taken", "chances"))
    for game in range(4):
        careless = game % 2
        assert taken[game, careless] == 0 < chances[game, careless]
        assert taken[game, 1 - careless] == chances[game, 1 - careless] > 0


def test_a_bot_that_heeds_nothing_and_says_it_does_is_found_out() -> None:
    for company in (["random"], [SLOW]):  # compiled alone, and at a table with plain Python
        result = games_of([f"{DEAF}:barred=banner", *company], 2, 2)
        assert {game: seat for game, (seat, _) in result.failures.items()} == {0: 0, 1: 1}
        assert all("has not heeded" in why for _, why in result.failures.values())
    assert not games_of([f"{DEAF}:watched=camps", "random"], 2, 1).failures


@pytest.mark.parametrize("constraints", ["barred=camps+banner", "forced=reach+sale_all,barred=hostile_piece"])
def test_a_bot_in_plain_python_heeds_them_by_the_lists_of_its_view(constraints: str) -> None:
    result = games_of([f"{PLAIN}:{constraints}", "random"], 2, 1)
    assert not result.failures
    assert result.players["chances"].sum() > 0


def test_a_variant_heeds_the_constraints_of_the_decisions_that_it_leaves_alone() -> None:
    own = find_bot("casual").bot.variant("own", "Plays.", "a test", decisions={"banner": lambda view: None})
    assert {"camps", "hostile_piece"} <= set(own.heeds)
    assert "banner" not in own.heeds
    with pytest.raises(BadValue, match=r"takes its moves from the view.*heeds=HEEDABLE"):
        check_constraints(seated(own, "own", PLAIN, {"barred": "banner"}), GAME.constraints)


# -- who looks ahead ---------------------------------------------------------------------------------------------------


def test_who_looks_ahead_is_under_its_constraints_there_too() -> None:
    from arkadia_sim.shipped.bots.arkadia.planner import WEIGHTS

    sitting = Sitting(GAME, ["planner:barred=banner+camps,forced=banner_empty", "planner"], GAME.setting(2, {}, {}))
    moment = next(iter(sitting.drive(5)))
    minds = ENGINE.minds_of([GAME.find_bot("casual:barred=trigger")] * 4)
    own_mind = ENGINE.minds_of(sitting.seated)[moment.seat]
    own_mind["random"] = (1, 2)  # of zeros alone nothing ever comes but zeros
    with np.errstate(over="ignore"):
        seating_with(WEIGHTS)(moment.game["table"], own_mind, minds)
    for seat in range(2):
        own = seat == moment.seat and seat == 0
        assert bool(has_rules(minds[seat])) == own
    sit_down(minds[2], np.zeros(minds["parameters"].shape[1]))
    assert not has_rules(minds[2])


@pytest.mark.parametrize("phase", [MUST, BANNER])
def test_played_on_games_heed_constraints(phase: int) -> None:
    bots = ["expert:barred=banner", "expert"]
    sitting = Sitting(GAME, bots, GAME.setting(2, {}, {}))
    moment = next(moment.keep() for moment in sitting.drive(5) if moment.phase == phase)
    minds, deciders, room = desk_for(bots)
    games = np.array([moment.game])
    with np.errstate(over="ignore"):
        assert RUN_OUT.run_out(games, minds, deciders, room, TO_THE_END) == OK
    before, after = moment.game["table"]["banners"], games[0]["table"]["banners"]
    assert after[0] == before[0]
    assert after[1] < before[1]


@pytest.mark.skipif(not JIT_ENABLED, reason="too slow for the interpreter")
def test_the_planner_heeds_them() -> None:
    bots = ["planner:playouts=6,width=2,barred=camps+sale_under_4,forced=banner", "casual"]
    result = games_of(bots, 2, 2)
    assert not result.failures
    for game, record in enumerate(result.records):
        for name in ("camps", "sale_under_4", "banner"):
            taken = [done for could, left, done, _ in decisions(record, game % 2, name) if could and left]
            assert taken
            assert all(taken) if name == "banner" else not any(taken)


@pytest.mark.skipif(not JIT_ENABLED, reason="too slow for the interpreter")
def test_bots_keep_their_contract_under_constraints() -> None:
    """They see nothing hidden, among other things."""
    check_bot("expert:barred=hostile_piece+trigger+sale_under_4,forced=banner", 24, 8)
