"""What is drawn and told of a game: each player's board, what everybody has, a sentence for each thing done."""

import json

from arkadia_sim.games.castle.game import GAME
from tests.support.recorded import records


def test_a_game_is_told_and_drawn() -> None:
    """All players' boards carry their tokens; the points are those of the record; it is called a reconstruction."""
    record = next(
        record for record in records(GAME, 3, 30, version="architect", boards="drawn") if "steal" in json.dumps(record)
    )
    positions = list(GAME.positions(record, {}))
    assert len(positions) == len(record["turns"]) + 1
    assert "reconstruction" in positions[0].words[0]
    for position, turn in zip(positions, record["turns"], strict=False):  # each shows the dice of the turn to come
        (dice,) = [table for table in position.scene.tables if table.title == "dice"]
        assert dice.rows[0].cells[1] == ", ".join(turn["dice"])
    last = positions[-1]
    assert "dice" not in [table.title for table in last.scene.tables]
    for seat, castle in enumerate(record["result"]["castles"]):
        marks = last.scene.boards[seat].marks
        assert len(marks) == len(castle["tokens"])
        assert {mark.text for mark in marks} <= {str(seat + 1)}
    totals = [score["total"] for score in record["result"]["scores"]]
    assert [gauge.value for gauge in last.scene.gauges] == totals
    told = " ".join(sentence for position in positions for sentence in position.words)
    for words in (
        "steals the",
        "invites the",
        "cashes line",
        "stops building",
        "puts a token on square",
        "the game is over",
    ):
        assert words in told


def test_a_bot_in_plain_python_tells_what_it_thinks_of_each_decision() -> None:
    """The bot that new-bot writes scores its moves; the move that was made is among them."""
    judge = str(GAME.new_bot / "plain.py")
    positions = list(GAME.positions(records(GAME, 2, 1, version="architect")[0], {}, judge))
    shown = [one for position in positions for one in position.candidates]
    assert {one.decision.partition(", ")[2] for one in shown} >= {"die", "use", "line", "guest"}
    assert all(one.score is not None for one in shown)
    decisions = {(position.turn, one.decision) for position in positions for one in position.candidates}
    assert len(decisions) == sum(one.chosen for one in shown)
