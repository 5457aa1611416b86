"""Imagined games: made from what a player knows alone, whole, and with unseen cards anywhere they may be."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import types
from scipy.stats import chi2

from arkadia_sim.accelerate import compiled
from arkadia_sim.core.engine import Variant
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.bots_api.look_ahead import RUN_OUT, TO_THE_END
from arkadia_sim.games.arkadia.declared import VARIANTS
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.setup import ALL_GAMES, redeal
from arkadia_sim.games.arkadia.rules.state import (
    FAMILIES,
    HAND,
    HOLDINGS,
    NO_CARD,
    OVER,
    TABLE,
    UNKNOWN,
    UNLIMITED_SUPPLY,
    new_game,
)
from arkadia_sim.kernels.play_loop import STREAM
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment, Sitting
from tests.games.arkadia.test_run_out import desk_for

SEED = 6_031


@compiled(types.void(TABLE, HOLDINGS, HAND, ALL_GAMES, STREAM))
def imagine_game(table: Any, holdings: Any, hand: Any, games: Any, stream: Any) -> None:
    imagine(table, holdings, hand, games[0], stream)


def stream_of(number: int) -> Any:
    return np.array([number, SEED], np.uint64)


def imagined(game: Any, seat: int, number: int) -> Any:
    """The game that a seat imagines with the random stream of that number."""
    return imagined_from(game, seat, stream_of(number))


def imagined_from(game: Any, seat: int, stream: Any) -> Any:
    """The game that a seat imagines next from a random stream."""
    shown, games = new_game(), new_game()
    shown[0] = game
    with np.errstate(over="ignore"):
        imagine_game(*play.handed_by_hand(shown[0], seat), games, stream)
    return games[0]


def moments(decisions: int) -> list[tuple[Variant, Moment]]:
    """Decisions of every kind from every variant; ``casual`` completes buildings, uses banners and sells."""
    found = collect(GAME, find_bot("casual"), decisions)
    assert {str(variant) for variant, _ in found} == {str(variant) for variant in VARIANTS}
    return found


def told_apart(a: Any, b: Any) -> list[str]:
    """What of two imagined games differs."""
    parts = [(name, a[name], b[name]) for name in ("table", "holdings", "stack")]
    parts += [(f"hand {seat}", a["hands"][seat], b["hands"][seat]) for seat in range(4)]
    return [name for name, one, other in parts if one.tobytes() != other.tobytes()]


def test_r10_3_what_is_imagined_does_not_depend_on_what_cannot_be_known() -> None:
    chance = np.random.Generator(np.random.PCG64(SEED))
    differing = 0
    for number, (_, moment) in enumerate(moments(270), start=1):
        game = imagined(moment.game, moment.seat, number)
        other = new_game()
        other[0] = moment.game
        with np.errstate(over="ignore"):
            redeal(other[0], moment.seat, stream_of(number + 1_000))
        if moment.game["table"]["rules"]["hidden"]:
            held = other[0]["holdings"]
            for seat in range(4):
                if seat != moment.seat:
                    held["gold"][seat], held["seals"][seat] = chance.integers(0, 99), chance.integers(0, 9, FAMILIES)
                    held["workers"][seat], held["neutrals"][seat] = chance.integers(0, 9, 2)
        differing += other[0]["stack"].tobytes() != moment.game["stack"].tobytes()
        assert told_apart(game, imagined(other[0], moment.seat, number)) == []
    assert differing > 150  # the true games did differ


def cards_of(game: Any) -> Counter[int]:
    """All cards of a game, wherever they are."""
    table = game["table"]
    cards = [int(card) for card in table["card"][1 : int(table["n_buildings"])]]
    cards += [int(card) for card in table["face_up"][: int(table["rules"]["face_up"])] if card != NO_CARD]
    cards += game["stack"][: int(table["stack_left"])].tolist()
    for hand in game["hands"][: int(table["players"])]:
        cards += hand["cards"][: int(hand["n"])].tolist()
    return Counter(cards)


def test_an_imagined_game_is_played_on_the_board_that_the_deal_has_drawn() -> None:
    setting = GAME.setting(2, {}, {"camps": "drawn", "outlines": "drawn"})
    boards = set()
    for deal in range(6):
        _, moment = next(enumerate(Sitting(GAME, ["casual", "casual"], setting).drive(deal)))
        table = imagined(moment.game, moment.seat, deal)["table"]
        assert table.tobytes() == moment.game["table"].tobytes()
        boards.add((table["camps"].tobytes(), int(table["outlines"]["choice"])))
    assert len(boards) == 6


def test_an_imagined_game_has_every_card_once_and_what_everybody_sees() -> None:
    for number, (_, moment) in enumerate(moments(270), start=1):
        true, game, seat = moment.game, imagined(moment.game, moment.seat, number), moment.seat
        assert cards_of(game) == cards_of(true)
        assert game["table"].tobytes() == true["table"].tobytes()
        assert game["hands"][seat].tobytes() == true["hands"][seat].tobytes()
        table = true["table"]
        for other in range(int(table["players"])):
            known = Counter(table["known"][other, : int(table["n_known"][other])].tolist())
            hand = game["hands"][other]
            assert int(hand["n"]) == int(table["hand_count"][other])
            assert not known - Counter(hand["cards"][: int(hand["n"])].tolist())
        if not table["rules"]["hidden"]:
            assert game["holdings"].tobytes() == true["holdings"].tobytes()


def test_unseen_cards_lie_anywhere_with_equal_probability() -> None:
    moment = next(moment.keep() for moment in _drive("casual", Variant(3)) if _some_are_known(moment))
    table, true = moment.game["table"], moment.game
    others = [seat for seat in range(3) if seat != moment.seat]
    unseen = Counter(true["stack"][: int(table["stack_left"])].tolist())
    for seat in others:
        unseen += Counter(true["hands"][seat]["cards"][: int(true["hands"][seat]["n"])].tolist())
        unseen -= Counter(table["known"][seat, : int(table["n_known"][seat])].tolist())
    total, draws, stream = unseen.total(), 6_000, stream_of(1)
    places: list[Counter[int]] = [Counter() for _ in range(3)]
    for _ in range(draws):
        game = imagined_from(true, moment.seat, stream)
        for place, seat in enumerate(others):
            hand = game["hands"][seat]
            places[place][int(hand["cards"][int(hand["n"]) - 1])] += 1
        places[2][int(game["stack"][0])] += 1
    for found in places:
        assert set(found) == set(unseen)
        statistic = sum(
            (found[card] - draws * count / total) ** 2 / (draws * count / total) for card, count in unseen.items()
        )
        assert statistic < chi2.ppf(1 - 1e-4, len(unseen) - 1)


def _some_are_known(moment: Moment) -> bool:
    """Whether of each other hand something is known, but not all."""
    table = moment.game["table"]
    return all(0 < table["n_known"][seat] < table["hand_count"][seat] for seat in range(3) if seat != moment.seat)


def _drive(bot: str, variant: Variant, deal: int = 0) -> Iterator[Moment]:
    setting = GAME.setting(variant.players, variant.rules, variant.components)
    seed = int(deal_seeds(SEED, variant.players, deal, 1)[0])
    return Sitting(GAME, [bot] * variant.players, setting).drive(seed)


HIDDEN: dict[str, Variant] = {
    "two": Variant(2, {"holdings": "hidden"}),
    "three": Variant(3, {"holdings": "hidden"}),
    "unlimited": Variant(4, {"holdings": "hidden", "seal_supply": "unlimited"}),
    "short supply": Variant(4, {"holdings": "hidden", "seals_per_family": 5}),
    "first game": Variant(3, {"holdings": "hidden", "setup": "first_game"}),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_r10_2_hidden_holdings_are_guessed_with_the_right_sums(name: str) -> None:
    sold = 0
    for number, moment in enumerate(_drive("casual", HIDDEN[name]), start=1):
        true, game = moment.game["holdings"], imagined(moment.game, moment.seat, number)
        table, guess = moment.game["table"], game["holdings"]
        players = int(table["players"])
        sold += int(true["gold"].sum())
        for field in ("gold", "seals", "workers", "neutrals"):
            assert guess[field][moment.seat].tolist() == true[field][moment.seat].tolist()
            assert (guess[field] >= 0).all() and not (guess[field] == UNKNOWN).any()
        assert guess["workers"].tolist() == true["workers"].tolist()
        assert guess["neutrals"][:players].sum() == true["neutrals"][:players].sum()
        assert guess["seals"][:players].sum(axis=0).tolist() == true["seals"][:players].sum(axis=0).tolist()
        if players == 2:
            assert guess["seals"][:2].tolist() == true["seals"][:2].tolist()
            assert guess["neutrals"][:2].tolist() == true["neutrals"][:2].tolist()
        for other in range(players):
            if other != moment.seat and table["banners"][other] == table["rules"]["banners"]:
                assert guess["gold"][other] == 0
    assert sold > 0


def test_guesses_of_hidden_seals_are_better_than_an_even_share() -> None:
    guessed, even = 0.0, 0.0
    for deal in range(6):
        for number, moment in enumerate(_drive("casual", HIDDEN["three"], deal), start=1):
            true, game = moment.game["holdings"]["seals"], imagined(moment.game, moment.seat, number)
            a, b = (seat for seat in range(3) if seat != moment.seat)
            guessed += float(np.abs(game["holdings"]["seals"][[a, b]] - true[[a, b]]).sum())
            even += float(np.abs(true[a] - true[b]).sum())
    assert guessed < even


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    for number, (variant, moment) in enumerate(moments(90), start=1):
        minds, deciders, decisions = desk_for(["random"] * variant.players)
        minds["random"] = [[number, seat + 1] for seat in range(4)]
        games = new_game()
        games[0] = imagined(moment.game, moment.seat, number)
        with np.errstate(over="ignore"):
            assert RUN_OUT.run_out(games, minds, deciders, decisions, TO_THE_END) == 0
        table, holdings = games[0]["table"], games[0]["holdings"]
        assert table["phase"] == OVER
        assert cards_of(games[0]) == cards_of(moment.game)
        seals = holdings["seals"][: variant.players].sum(axis=0) + table["supply"]
        for building in range(1, int(table["n_buildings"])):
            seals[int(table["card"][building]) % FAMILIES] += int(table["has_seal"][building])
        rules = table["rules"]
        assert (seals == (UNLIMITED_SUPPLY if rules["unlimited"] else rules["seals_per_family"])).all()


def test_the_same_stream_imagines_the_same_game_and_another_one_another() -> None:
    moment = next(_drive("greedy", Variant(4)))
    games = [imagined(moment.game, moment.seat, number) for number in (1, 1, 2)]
    assert told_apart(games[0], games[1]) == []
    assert "stack" in told_apart(games[0], games[2])
