"""The player of playbooks: it takes what its rules say, by what the rules engine itself says comes of every option."""

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.bitboard import square_to_bit, squares_of
from arkadia_sim.games.arkadia.rules.moves import building_squares
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    CASTLE,
    DECISION_DTYPE,
    DRAW,
    FAMILIES,
    FROM_STACK,
    MUST,
    family_of,
    form_of,
    new_game,
    new_minds,
)
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.sight.outlook import choose_introduction, name_introductions
from arkadia_sim.testing.driving import Moment
from tests.support import followers

FOLLOWERS = pytest.mark.parametrize("player", ["rules", "random", "greedy", "casual", "expert"])
"""Who follows rules: one that has nothing else, and others that narrow their own judgement by them."""


def positions(phase: int, decisions: int = 200) -> Iterator[tuple[Moment, Any]]:
    return followers.positions(GAME, "casual", phase, decisions)


chosen = partial(followers.chosen, GAME)


def musts(moment: Moment, games: Any) -> Iterator[Any]:
    """Every legal build, and every worker placement that the toolkit names."""
    table, holdings, hand = play.handed_by_hand(games[0], moment.seat)
    outlines = table["outlines"]
    for card in hand["distinct"][: hand["n_distinct"]]:
        for orientation in range(outlines["n_orientations"][form_of(card)]):
            for row, column in squares_of(hand["anchors"][form_of(card), orientation]):
                decision = np.zeros(1, DECISION_DTYPE)[0]
                decision["kind"], decision["card"], decision["orientation"] = BUILD, card, orientation
                decision["anchor"] = square_to_bit((row, column))
                yield decision
    mind = new_minds()[0]
    mind["random"] = moment.mind["random"]
    with np.errstate(over="ignore"):
        name_introductions(table, holdings, mind)
    for number in range(mind["n_candidates"]):
        decision = np.zeros(1, DECISION_DTYPE)[0]
        choose_introduction(mind, number, decision)
        yield decision


def what_comes(moment: Moment, games: Any, decision: Any) -> dict[str, float]:
    """What the rules engine says that a must does."""
    after = new_game()
    after[0] = games[0]
    assert step(after[0], decision) == OK
    if after[0]["table"]["phase"] == DRAW:  # buildings are completed after the draw (R3)
        draw = np.zeros(1, DECISION_DTYPE)[0]
        draw["draw"] = next((i for i, card in enumerate(after[0]["table"]["face_up"]) if card >= 0), FROM_STACK)
        assert step(after[0], draw) == OK
    now, value = after[0]["now"], games[0]["table"]["value"]
    gold = np.zeros(int(games[0]["table"]["players"]))
    for i in range(now["n_completed"]):
        building = int(now["completed"][i])
        family = family_of(int(after[0]["table"]["card"][building]))
        gold += now["paid"][i][: len(gold)] * float(value[family])
    holdings = after[0]["holdings"]["workers"][moment.seat], games[0]["holdings"]["workers"][moment.seat]
    return {
        "building": float(decision["kind"] == BUILD),
        "camps": float(now["camps"]),
        "finished": float(now["n_completed"]),
        "gold_now": gold[moment.seat],
        "others_now": gold.sum() - gold[moment.seat],
        "workers_down": float(holdings[1] - holdings[0]),
    }


@cache
def at_musts() -> list[tuple[Moment, Any, list[dict[str, float]]]]:
    """Positions with a must, and what comes of each option there."""
    return [
        (moment, games, [what_comes(moment, games, one) for one in musts(moment, games)])
        for moment, games in positions(MUST, 60)
    ]


@pytest.mark.parametrize(
    ("rule", "cue", "sign"),
    [
        ("must: most gold_now", "gold_now", 1),
        ("must: least others_now", "others_now", -1),
        ("must: most camps", "camps", 1),
        ("must: +2 per finished", "finished", 1),
        ("must: most workers_down", "workers_down", 1),
        ("must: least building", "building", -1),
    ],
)
@FOLLOWERS
def test_a_must_has_most_of_what_its_rule_counts(tmp_path: Path, rule: str, cue: str, sign: int, player: str) -> None:
    differed = 0
    for moment, games, options in at_musts():
        taken = what_comes(moment, games, chosen(tmp_path, [rule], moment, games, player))[cue]
        others = [sign * option[cue] for option in options]
        assert sign * taken == max(others)
        differed += max(others) > min(others)
    assert differed > 3


def test_a_rule_that_nothing_satisfies_changes_nothing(tmp_path: Path) -> None:
    for moment, games in positions(MUST, 60):
        plain = chosen(tmp_path, ["must: most gold_now"], moment, games)
        assert chosen(tmp_path, ["must: at least 99 gold_now", "must: most gold_now"], moment, games) == plain


@FOLLOWERS
def test_points_decide_among_what_the_list_leaves(tmp_path: Path, player: str) -> None:
    rules = ["must: -5 per camps", "must: at least 1 camps", "must: +1 per gold_now"]
    seen = 0
    for moment, games, options in at_musts():
        taken = what_comes(moment, games, chosen(tmp_path, rules, moment, games, player))
        left = [one for one in options if one["camps"] >= 1] or options
        assert taken["gold_now"] - 5 * taken["camps"] == max(one["gold_now"] - 5 * one["camps"] for one in left)
        seen += any(one["camps"] for one in options) and any(one["gold_now"] > 5 for one in options)
    assert seen


def test_a_condition_is_asked_of_the_situation(tmp_path: Path) -> None:
    for moment, games in positions(BANNER):
        left = int(games[0]["holdings"]["workers"][moment.seat])
        decision = chosen(tmp_path, ["banner: most used when workers <= 1"], moment, games)
        assert bool(decision["use_banner"]) == (left <= 1)


def test_a_banner_sells_by_the_lowest_price(tmp_path: Path) -> None:
    rules = ["banner: most used", "banner: at least 3 lowest_price"]
    sold = 0
    for moment, games in positions(BANNER):
        decision = chosen(tmp_path, rules, moment, games)
        seals, value = games[0]["holdings"]["seals"][moment.seat], games[0]["table"]["value"]
        assert list(decision["sold"]) == [int(seals[f]) if value[f] >= 3 else 0 for f in range(FAMILIES)]
        sold += decision["sold"].sum() > 0
    assert sold


def test_a_rule_says_nothing_to_a_player_where_its_condition_does_not_hold(tmp_path: Path) -> None:
    plain = find_bot("casual").bot
    early = 0
    for moment, games in positions(BANNER):
        decision = chosen(tmp_path, ["banner: most used when turn <= 1"], moment, games, "casual")
        first = int(games[0]["table"]["turn"]) < int(games[0]["table"]["players"])
        mind = GAME.engine.minds_of([find_bot("casual")] * int(games[0]["table"]["players"]))[moment.seat]
        own = np.zeros(1, DECISION_DTYPE)[0]
        plain.decisions["banner"](*play.handed_by_hand(games[0], moment.seat), mind, own)
        assert decision["use_banner"] == 1 if first else decision == own
        early += first and not own["use_banner"]
    assert early


def test_no_banner_is_used_that_no_rule_asks_for(tmp_path: Path) -> None:
    for moment, games in positions(BANNER):
        assert not chosen(tmp_path, ["banner: at least 4 lowest_price"], moment, games)["use_banner"]


@FOLLOWERS
def test_a_draw_and_a_castle_piece_follow_their_rules(tmp_path: Path, player: str) -> None:
    rules = ["draw: least stack", "draw: most price", "castle: most own_gain"]
    for moment, games in positions(DRAW):
        table = games[0]["table"]
        draw = int(chosen(tmp_path, rules, moment, games, player)["draw"])
        open_cards = [int(card) for card in table["face_up"][: table["rules"]["face_up"]] if card >= 0]
        if open_cards:
            prices = [int(table["value"][family_of(card)]) for card in open_cards]
            assert draw != FROM_STACK
            assert int(table["value"][family_of(int(table["face_up"][draw]))]) == max(prices)
    for moment, games in positions(CASTLE):
        after, gains = new_game(), []
        decision = chosen(tmp_path, rules, moment, games, player)
        for family, square in [(f, s) for f in range(FAMILIES) for s in range(10)]:
            trial = decision.copy()
            trial["family"], trial["castle_square"] = family, square
            after[0] = games[0]
            if step(after[0], trial) == OK:
                gains.append((worth(after[0], moment.seat), family, square))
        best = max(gain for gain, _, _ in gains)
        assert (best, int(decision["family"]), int(decision["castle_square"])) in gains


def worth(game: Any, seat: int) -> int:
    return int((game["holdings"]["seals"][seat] * game["table"]["value"]).sum())


def test_a_building_is_counted_as_it_lies(tmp_path: Path) -> None:
    """Gaps and workers beside a new building, by plain sets of squares."""
    for moment, games in positions(MUST, 60):
        table = games[0]["table"]
        decision = chosen(tmp_path, ["must: most building", "must: least gaps"], moment, games)
        if decision["kind"] != BUILD:
            continue
        gaps = [gaps_of(table, one) for one in musts(moment, games) if one["kind"] == BUILD]
        assert gaps_of(table, decision) == min(gaps)


def gaps_of(table: Any, decision: Any) -> int:
    squares = set(
        squares_of(
            building_squares(
                table, form_of(int(decision["card"])), int(decision["orientation"]), int(decision["anchor"])
            )
        )
    )
    taken = set(squares_of(table["occupied"])) | set(squares_of(table["neutral"]))
    for own in table["own"]:
        taken |= set(squares_of(own))
    ring = {
        (row + down, column + right) for row, column in squares for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    return sum(0 <= row < 12 and 0 <= column < 16 and (row, column) not in squares | taken for row, column in ring)
