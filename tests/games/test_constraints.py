"""Bots under constraints: what they are barred from, forced to and counted at.

Of Arkadia, that is held against a reading in plain Python, which knows a recorded game and what a :class:`View` shows
of it, and none of the compiled code that finds out what a constraint leaves.
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
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.constraint import BARRED, FORCED, WATCHED
from arkadia_sim.core.game import BatchResult
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.errors import BadValue
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.game import ENGINE, GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, MUST
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Piece
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.minds import sit_down
from arkadia_sim.kernels.planning import seating_with
from arkadia_sim.kernels.play_loop import OK
from arkadia_sim.kernels.rules import has_rules
from arkadia_sim.rng import Dice
from arkadia_sim.testing.any_bot import check_any_bot
from arkadia_sim.testing.driving import Sitting
from tests.support.paths import ARKADIA
from tests.support.recorded import played

BOTS = ARKADIA / "sample_bots"
DEAF = f"{BOTS / 'bad_compiled_bots.py'}:deaf"
SLOW = f"{BOTS / 'example_bots.py'}:drawer"
RULES: dict[str, dict[str, Any]] = {"arkadia": {}, "medina": {}, "castle": {"version": "architect", "boards": "drawn"}}
"""By game rules under which all that constraints are about comes up."""


def games_of(
    game: str, bots: list[str], players: int, games: int, rules: Any = None, recorded: bool = False
) -> BatchResult:
    """Games in which the first bot sits in every seat by turns, the second in all others."""
    lineups = np.where(np.arange(games)[:, None] % players == np.arange(players), 0, 1)
    return played(find_game(game), bots, lineups, RULES[game] if rules is None else rules, seed=13, recorded=recorded)


def own(result: BatchResult, players: int, column: str) -> Any:
    """A column of the bot that goes round the seats."""
    rows = np.asarray(result.players[column]).reshape(-1, players)
    return rows[np.arange(len(rows)), np.arange(len(rows)) % players]


# -- heeded ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
@pytest.mark.parametrize(("bot", "ways"), [("casual", (BARRED, FORCED, WATCHED)), ("random", (FORCED,))])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_barred_is_left_and_what_is_forced_is_done_at_every_chance(
    name: str, bot: str, ways: tuple[str, ...]
) -> None:
    """The play loop itself ends a game in which a bot disregards a constraint."""
    for constraint in find_game(name).constraints:
        games = 150 if constraint.name == "triple" else 20
        for way in [way for way in constraint.ways if way in ways]:
            result = games_of(name, [f"{bot}:{way}={constraint.name}", "greedy"], 3, games)
            assert not result.failures
            chances, taken = own(result, 3, "chances"), own(result, 3, "chances_taken")
            assert chances.sum() > 0, constraint.name
            if way != WATCHED:
                expected = chances if way == FORCED and constraint.name != "banner_empty" else 0 * chances
                assert taken.tolist() == expected.tolist() or constraint.name == "banner_empty"


SEVERAL = {
    "arkadia": "barred=trigger+hostile_piece+sale_under_4,forced=camps+banner",
    "medina": "barred=towers+tea_break,forced=early_stable",
    "castle": "barred=flags",
}


@pytest.mark.skipif(not JIT_ENABLED, reason="too slow for the interpreter")
@pytest.mark.parametrize("name", GAMES)
def test_several_are_heeded_together_by_all_kinds_of_bots(name: str) -> None:
    """By careless bots, by chance, in plain Python and by those who look ahead, on games as if each was the first."""
    bots = ["expert", "greedy:temperature=30", "random", f"{find_game(name).new_bot / 'plain.py'}"]  # type: ignore[operator]
    bots += ["planner:playouts=4,width=2"]
    specs = [f"{bot}{',' if '=' in bot else ':'}{SEVERAL[name]}" for bot in bots]
    lineups = [[0, 1, 2], [2, 0, 1], [3, 4, 2], [4, 0, 3]]
    result = played(find_game(name), specs, lineups, RULES[name], seed=5)
    assert not result.failures
    alone = played(find_game(name), specs, lineups[1:2], RULES[name], seed=5, first=1)
    assert all(
        np.array_equal(rows[3:6], alone.players[column], equal_nan=rows.dtype.kind == "f")
        for column, rows in result.players.items()
    )


@pytest.mark.parametrize("name", GAMES)
def test_who_is_watched_plays_as_ever(name: str) -> None:
    bots, names = ["casual", "random"], "+".join(one.name for one in find_game(name).constraints)
    free, watched = (
        games_of(name, [bot + ask for bot in bots], 3, 3, recorded=True) for ask in ("", f":watched={names}")
    )
    assert [record["turns"] for record in free.records] == [record["turns"] for record in watched.records]
    assert (np.asarray(watched.players["chances"]) > 0).all()
    assert not np.asarray(free.players["chances"]).any()


def test_a_bot_that_heeds_nothing_and_says_it_does_is_found_out() -> None:
    for company in ("random", SLOW):  # compiled alone, and at a table with plain Python
        result = games_of("arkadia", [f"{DEAF}:barred=banner", company], 2, 2)
        assert {game: seat for game, (seat, _) in result.failures.items()} == {0: 0, 1: 1}
        assert all("has not heeded" in why for _, why in result.failures.values())
    assert not games_of("arkadia", [f"{DEAF}:watched=camps", "random"], 2, 1).failures


def test_what_is_hidden_counts_for_nothing() -> None:
    """Without seeing the others' seals, nobody can know which piece costs them gold; nor does a bot see more barred."""
    rules = {"holdings": "hidden"}
    hidden, free = (
        games_of("arkadia", [bot, "casual"], 2, 2, rules, recorded=True)
        for bot in ("casual:barred=hostile_piece", "casual")
    )
    assert not np.asarray(hidden.players["chances"]).any()
    assert [record["turns"] for record in hidden.records] == [record["turns"] for record in free.records]
    check_any_bot("expert:barred=hostile_piece+trigger+sale_under_4,forced=banner")


def test_a_variant_heeds_the_constraints_of_the_decisions_that_it_leaves_alone() -> None:
    own = find_bot("casual").bot.variant("own", "Plays.", "a test", decisions={"banner": lambda view: None})
    assert {"camps", "hostile_piece"} <= set(own.heeds)
    assert "banner" not in own.heeds
    with pytest.raises(BadValue, match=r"takes its moves from the view.*heeds=HEEDABLE"):
        check_constraints(seated(own, "own", GAME.new_bot / "plain.py", {"barred": "banner"}), GAME.constraints)


def test_who_looks_ahead_is_under_its_constraints_there_too() -> None:
    from arkadia_sim.shipped.bots.arkadia.planner import WEIGHTS

    sitting = Sitting(GAME, ["planner:barred=banner+camps,forced=banner_empty", "planner"], GAME.setting(2, {}, {}))
    moment = next(iter(sitting.drive(5)))
    minds = ENGINE.minds_of([GAME.find_bot("casual:barred=trigger")] * 4)
    own_mind = ENGINE.minds_of(sitting.seated)[moment.seat]
    own_mind["random"] = (1, 2)  # of zeros alone nothing ever comes but zeros
    with np.errstate(over="ignore"):
        seating_with(WEIGHTS)(moment.game["table"], own_mind, minds)
    assert [bool(has_rules(minds[seat])) for seat in range(2)] == [seat == moment.seat == 0 for seat in range(2)]
    sit_down(minds[2], np.zeros(minds["parameters"].shape[1]))
    assert not has_rules(minds[2])


def test_played_on_games_heed_constraints() -> None:
    sitting = Sitting(GAME, ["expert:barred=banner", "expert"], GAME.setting(2, {}, {}))
    for phase in (MUST, BANNER):
        moment = next(moment.keep() for moment in sitting.drive(5) if moment.phase == phase)
        minds, games = ENGINE.minds_of(sitting.seated), ENGINE.records.new_game()
        minds["random"], games[0] = 1, moment.game
        deciders, decisions = ENGINE.deciders_of(sitting.seated), np.zeros(2, ENGINE.records.decision)
        with np.errstate(over="ignore"):
            assert ENGINE.run_out.run_out(games, minds, deciders, decisions, TO_THE_END) == OK
        before, after = moment.game["table"]["banners"], games[0]["table"]["banners"]
        assert after[0] == before[0] and after[1] < before[1]


COLUMNS = [
    ("barred=towers", "tower_moves", 0.7),
    ("barred=guests", "tower_merchants_won", 0.7),
    ("barred=building", "buildings_placed", 1.0),
    ("barred=tea_tiles", "tea_won", 0.5),
    ("barred=tea_break", "tea_breaks", 0.5),
    ("barred=new_street", "streets_begun", 0.9),
    ("barred=growing_roof", "claim_size", None),
    ("barred=early_stable", "stable_turn", None),
    ("forced=foreign_stable", "stables_on_others", None),
]


@pytest.mark.parametrize(("asked", "column", "share"), COLUMNS)
def test_what_is_counted_of_games_moves_with_it(asked: str, column: str, share: float | None) -> None:
    """The columns know nothing of constraints. A share is what is left of a column at most; without one, it rises."""
    free, limited = (
        float(np.nanmean(own(games_of("medina", [bot, "greedy"], 2, 40), 2, column)))
        for bot in ("greedy", f"greedy:{asked}")
    )
    assert limited > free if share is None else limited < share * free


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
        view = View(*handed, Dice((1, 2)), {})
        position, choice = Position(view), view.move_of(decision)
        if isinstance(choice, Build):
            asked.append((*position.musts(name), position.build_does(choice, name), choice))
        elif isinstance(choice, Introduce):
            asked.append((*position.musts(name), position.workers_do(choice.workers, name), choice))
        elif isinstance(choice, Piece) and name == "hostile_piece":
            pieces: list[Any] = list(view.legal_moves())
            done = {position.is_hostile(piece) for piece in pieces}
            asked.append((True in done, False in done, position.is_hostile(choice), choice))
        elif isinstance(choice, Banner):
            asked.append((*position.banners(name), position.banner_does(choice, name), choice))

    for _ in replay.turns(look):
        yield from asked
        asked.clear()


# -- counted -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bot", "players", "rules"), [("casual", 3, {"flip_tiles": True}), ("random", 2, {})])
def test_chances_are_counted_as_plain_sets_say(bot: str, players: int, rules: dict[str, Any]) -> None:
    """Of all constraints, in the same game, for who plays as ever."""
    setting, seen = [bot] * players, 0
    (record,) = played(GAME, setting, [list(range(players))], rules, seed=23, recorded=True).records
    for constraint in GAME.constraints:
        watched = [f"{bot}:watched={constraint.name}"] * players
        rows = played(GAME, watched, [list(range(players))], rules, seed=23).players
        for seat in range(players):
            at = list(decisions(record, seat, constraint.name))
            taken = [done for could, could_leave, done, _ in at if could and could_leave]
            counted = (int(rows["chances"][seat]), int(rows["chances_taken"][seat]))
            assert counted == (len(taken), sum(taken)), constraint.name
            seen += len(taken)
    assert seen > 100
