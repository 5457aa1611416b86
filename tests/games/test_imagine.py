"""Imagined games: made from what a player knows alone, whole, and with what is unseen anywhere it may be."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from arkadia_sim.compiled.engine import Variant
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.registry import find_game
from arkadia_sim.games.arkadia.rules.state import NO_CARD, UNKNOWN
from arkadia_sim.games.medina.rules.state import MERCHANT
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.play_loop import OK
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment, Sitting

SEED = 6_031


def stream_of(number: int) -> Any:
    return np.array([number, SEED], np.uint64)


def imagined(name: str, true: Any, seat: int, stream: Any) -> Any:
    """The game that a seat imagines next from a random stream, as an array of one."""
    game: Any = find_game(name)
    shown, images = game.engine.records.new_game(), game.engine.records.new_game()
    shown[0] = true
    with np.errstate(over="ignore"):
        game.engine.run_out.imagine(shown, seat, images, stream)
    return images


def shown_to(name: str, true: Any, seat: int) -> list[bytes]:
    """What a seat is shown of a game."""
    game: Any = find_game(name)
    games = np.frombuffer(bytearray(true.tobytes()), true.dtype)
    return [part.tobytes() for part in game.engine.handed(games[0], seat)]


# -- what is in a whole game -------------------------------------------------------------------------------------------


def cards_of(game: Any) -> Counter[int]:
    """All cards of a game of Arkadia, wherever they are."""
    table = game["table"]
    cards = [int(card) for card in table["card"][1 : int(table["n_buildings"])]]
    cards += [int(card) for card in table["face_up"][: int(table["rules"]["face_up"])] if card != NO_CARD]
    cards += game["stack"][: int(table["stack_left"])].tolist()
    for hand in game["hands"][: int(table["players"])]:
        cards += hand["cards"][: int(hand["n"])].tolist()
    return Counter(cards)


def whole_arkadia(true: Any, image: Any, seat: int) -> bool:
    """R10: every card once, hands with the cards that were seen; hidden holdings are guessed with the right sums."""
    table, held, guess = true["table"], true["holdings"], image["holdings"]
    players = int(table["players"])
    assert cards_of(image) == cards_of(true)
    for other in range(players):
        known = Counter(table["known"][other, : int(table["n_known"][other])].tolist())
        hand = image["hands"][other]
        assert int(hand["n"]) == int(table["hand_count"][other])
        assert not known - Counter(hand["cards"][: int(hand["n"])].tolist())
    if not table["rules"]["hidden"]:
        assert guess.tobytes() == held.tobytes()
        return True
    assert all((guess[field] >= 0).all() and not (guess[field] == UNKNOWN).any() for field in guess.dtype.names)
    assert guess["workers"].tolist() == held["workers"].tolist()
    for field in ("neutrals", "seals"):
        sums = [one[field][:players].sum(axis=0).tolist() for one in (guess, held)]
        assert sums[0] == sums[1]
        assert players > 2 or guess[field][:2].tolist() == held[field][:2].tolist()
    for other in range(players):
        if other != seat and table["banners"][other] == table["rules"]["banners"]:
            assert guess["gold"][other] == table["rules"]["start_gold"][other]
    return bool((guess["seals"] == held["seals"]).all())


def whole_medina(true: Any, image: Any, seat: int) -> bool:
    """M12: roofs and sums are right; merchants that lie on towers may be taken for those of a player."""
    table, held, guess = true["table"], true["holdings"]["pieces"], image["holdings"]["pieces"]
    players = int(table["players"])
    if not table["rules"]["hidden"]:
        assert guess.tobytes() == held.tobytes()
        return True
    assert (guess[:players] >= 0).all() and guess[seat].tolist() == held[seat].tolist()
    sums, right = guess[:players].sum(axis=0), held[:players].sum(axis=0)
    from_towers = sums[MERCHANT] - right[MERCHANT]
    assert 0 <= from_towers <= int(table["rules"]["tower_merchants"].sum()) and (players < 4 or from_towers == 0)
    sums[MERCHANT] = right[MERCHANT]
    assert sums.tolist() == right.tolist()
    return bool((guess[:players] == held[:players]).all())


def whole_castle(true: Any, image: Any, seat: int) -> bool:
    """C11: the cards that nobody has seen are left, in another order."""
    first = int(true["table"]["next_card"])
    rests = [game["deck"][first:].tolist() for game in (true, image)]
    assert sorted(rests[0]) == sorted(rests[1])
    return rests[0] == rests[1]


WHOLE: dict[str, tuple[str, Callable[[Any, Any, int], bool]]] = {
    "arkadia": ("casual", whole_arkadia),
    "medina": ("greedy", whole_medina),
    "castle": ("casual", whole_castle),
}
"""By game a bot, and what is asserted of an imagined game, which tells whether all was guessed right."""
DRAWN = {"camps": "drawn", "outlines": "drawn"}


def moments(name: str) -> Iterator[Moment]:
    """Decisions of every kind from every variant, on drawn boards, too."""
    game: Any = find_game(name)
    yield from (moment for _, moment in collect(game, find_bot(WHOLE[name][0], name), 80))
    if name == "arkadia":
        for deal in range(4):
            yield next(Sitting(game, ["casual"] * 2, game.setting(2, {}, DRAWN)).drive(deal)).keep()


@pytest.mark.parametrize("name", WHOLE)
def test_an_imagined_game_is_whole_follows_from_what_is_known_and_can_be_played_on(name: str) -> None:
    game: Any = find_game(name)
    engine, chance, differing, guessed = game.engine, np.random.default_rng(SEED), 0, set[bool]()
    for number, moment in enumerate(moments(name), start=1):
        true, seat = moment.game, moment.seat
        images = imagined(name, true, seat, stream_of(number))
        image = np.frombuffer(images.tobytes(), images.dtype)[0]
        assert image["table"].tobytes() == true["table"].tobytes()
        assert shown_to(name, image, seat) == shown_to(name, true, seat)
        guessed.add(WHOLE[name][1](true, image, seat))
        other = engine.records.new_game()
        other[0] = true
        for _, change in game.bot_trials.unknown(true):
            change(other[0], seat, chance)
        differing += other[0].tobytes() != true.tobytes()
        assert imagined(name, other[0], seat, stream_of(number)).tobytes() == image.tobytes()
        seated = [game.find_bot("random")] * int(true["table"]["players"])
        minds = engine.minds_of(seated)
        minds["random"] = [[number, place + 1] for place in range(len(minds))]
        with np.errstate(over="ignore"):
            decisions = np.zeros(2, engine.records.decision)
            status = engine.run_out.run_out(images, minds, engine.deciders_of(seated), decisions, TO_THE_END)
        assert status == OK and images[0]["table"]["phase"] == engine.play.over
    assert differing > 20 and False in guessed


def drive(bot: str, variant: Variant, deal: int = 0) -> Iterator[Moment]:
    """The decisions of a game of Arkadia."""
    game: Any = find_game("arkadia")
    setting = game.setting(variant.players, variant.rules, variant.components)
    return Sitting(game, [bot] * variant.players, setting).drive(int(deal_seeds(SEED, variant.players, deal, 1)[0]))


def test_unseen_cards_lie_anywhere_with_equal_probability() -> None:
    def some_are_known(moment: Moment) -> bool:
        table, others = moment.game["table"], [seat for seat in range(3) if seat != moment.seat]
        return all(0 < table["n_known"][seat] < table["hand_count"][seat] for seat in others)

    moment = next(moment.keep() for moment in drive("casual", Variant(3)) if some_are_known(moment))
    table, true = moment.game["table"], moment.game
    others = [seat for seat in range(3) if seat != moment.seat]
    unseen = Counter(true["stack"][: int(table["stack_left"])].tolist())
    for seat in others:
        unseen += Counter(true["hands"][seat]["cards"][: int(true["hands"][seat]["n"])].tolist())
        unseen -= Counter(table["known"][seat, : int(table["n_known"][seat])].tolist())
    total, draws, stream = unseen.total(), 3_000, stream_of(1)
    places: list[Counter[int]] = [Counter() for _ in range(3)]
    for _ in range(draws):
        game = imagined("arkadia", true, moment.seat, stream)[0]
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
