"""my_bot keeps the rules and beats `random`: pytest test_my_bot.py."""

from pathlib import Path

from arkadia_sim import play
from arkadia_sim.testing.any_bot import check_any_bot

MY_BOT = str(Path(__file__).with_name("my_bot.py"))


def test_my_bot_does_what_bots_must() -> None:
    check_any_bot(MY_BOT, "castle")


def test_my_bot_beats_random(tmp_path: Path) -> None:
    result = play([MY_BOT, "random"], games=20, seed=1, workers=1, out=tmp_path / "games", game="castle")
    mine = result.bots()[0].outcomes[0].estimate  # the share of games won, in points, with its 95% interval
    assert mine.low > 50
