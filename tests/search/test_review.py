"""What was luck, play and mistakes in a recorded game."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim import play
from arkadia_sim.api import fresh_game
from arkadia_sim.compiled.engine import copied
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.scene import Candidate, Position, Scene
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE
from arkadia_sim.runner.progress import Silent
from arkadia_sim.search.review import BEGINS, SET_UP, Loss, level_of, losses_of, luck_of
from tests.support.command import call
from tests.support.paths import ARKADIA

UNIT = "chance to win, 96 playouts each"
BOTS, DICE = ["random", "greedy"], "tests.support.toy_game:GAME"


@cache
def castle() -> dict[str, Any]:
    return dict(fresh_game(BOTS, 3, game="castle").record)


def test_luck_adds_up_to_zero_at_each_event() -> None:
    events = list(luck_of("castle", castle(), "random", 3, 1, Silent()))
    assert [event.what for event in events[:2]] == [BEGINS, SET_UP] and len(events) > 20
    assert all(sum(event.luck) == pytest.approx(0.0, abs=1e-9) for event in events)
    assert any(event.luck[0] for event in events)
    assert {"dice", "card"} == {event.what.partition(":")[0] for event in events[2:]}
    assert [event.turn for event in events] == sorted(event.turn for event in events)


def seen(name: str, game: Any) -> Any:
    """What chance has brought so far."""
    if name == "arkadia":
        return game["table"]["face_up"].tolist(), [
            sorted(hand["cards"][: hand["n"]].tolist()) for hand in game["hands"]
        ]
    return game["table"]["dice"].tolist(), game["deck"][: game["table"]["next_card"]].tolist()


@pytest.mark.parametrize("name", ["arkadia", "castle"])
def test_what_came_can_be_brought_again_among_other_things_to_come(name: str) -> None:
    game, line = find_game(name), (ARKADIA / "data" / "records" / "ordinary.jsonl").read_text()
    assert isinstance(game, CompiledGame)
    replay = game.replayed(json.loads(line) if name == "arkadia" else castle())
    play_game, empty = game.engine.play, np.zeros(1, game.engine.records.decision)[0]
    draws, rows, brought, others = np.random.default_rng(1), np.zeros(4, game.engine.records.row), 0, 0
    for (_, before, decision), (_, after, last) in pairwise(list(replay.moments())):
        came = [list(kind.made(before[0], after[0])) for kind in replay.language.chance]
        if last is None or not any(came):
            continue
        other = copied(before)
        for kind in replay.language.chance:
            kind.draw_again(other[0], -1, draws)
        same = copied(other)
        for kind, numbers in zip(replay.language.chance, came, strict=True):
            kind.bring(same[0], numbers)
        for games in (same, other):
            with np.errstate(over="ignore"):
                play_game.step(games[0], decision)
                while game.engine.moves_on(games[0]["table"], empty.copy()):
                    play_game.advance(games, empty, rows, 0, replay.log[:0], np.zeros(1, PROGRESS_DTYPE))
        assert seen(name, same[0]) == seen(name, after[0])
        brought, others = brought + 1, others + (seen(name, other[0]) != seen(name, after[0]))
    assert brought > 15 and others > brought / 2


def test_luck_is_zero_on_average_and_so_leaves_the_result_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play(BOTS, 60, seed=4, game="castle", record=file, out=tmp_path / "run", workers=1, progress=Silent())
    luck = []
    for number, line in enumerate(file.read_text().splitlines()):
        record = json.loads(line)
        events = luck_of("castle", record, "random", 2, number, Silent())
        luck.append(sum(event.luck[record["bots"].index("random")] for event in events))
    assert abs(np.mean(luck)) < 3 * np.std(luck, ddof=1) / len(luck) ** 0.5
    assert np.std(luck) > 10


# -- mistakes ----------------------------------------------------------------------------------------------------------
def judged(
    decision: str, done: float, best: float, error: float | None = 0.01, seat: int = 0, unit: str = UNIT
) -> tuple[Candidate, ...]:
    """What a search says of a decision: the best move, and what was done."""
    better = Candidate(decision, f"the best {decision}", best, False, unit, differs=("2 more camps",), seat=seat)
    return better, Candidate(decision, decision, done, True, unit, error, seat=seat)


def losses(*decisions: tuple[Candidate, ...]) -> dict[str, tuple[float, str]]:
    """What the decisions of one turn cost, with the grade."""
    position = Position(5, 0, (), Scene(), sum(decisions, ()))
    return {loss.done: (round(loss.cost, 6), loss.grade) for loss in losses_of([position])}


def test_noise_and_decisions_without_a_choice_do_not_count() -> None:
    assert losses(judged("a", 0.5, 0.62)) == {"a": (12.0, "blunder")}
    assert losses(judged("a", 0.5, 0.56, None)) == {"a": (6.0, "mistake")}
    assert losses(judged("a", 0.5, 0.525, 0.007)) == {"a": (2.5, "doubtful move")}
    assert losses(judged("a", 0.5, 0.525, 0.008)) == {"a": (0.0, "")}
    assert losses(judged("a", 0.5, 0.8, 0.09)) == {"a": (0.0, "")}
    assert losses(judged("a", 0.5, 0.515, 0.001)) == {"a": (0.0, "")}
    assert losses(judged("a", 0.5, 0.505)) == {} == losses(judged("a", 5.0, 9.0, unit="points"))
    assert losses(judged("a", 0.5, 0.8, unit="chance to win")) == {}  # not played out


def test_a_loss_counts_once_where_it_was_made() -> None:
    early, late = judged("first", 0.5, 0.6), judged("second", 0.5, 0.6)
    assert losses(early, late) == {"first": (0.0, ""), "second": (10.0, "blunder")}
    assert losses(early, judged("second", 0.45, 0.53)) == {"first": (7.0, "mistake"), "second": (8.0, "mistake")}
    assert losses(early, judged("second", 0.57, 0.58))["first"] == (0.0, "")
    assert losses(early, judged("other", 0.5, 0.6, seat=1)) == {"first": (10.0, "blunder"), "other": (10.0, "blunder")}


@pytest.mark.parametrize(
    ("differs", "why"),
    [
        (("2 more camps covered", "keep a worker", "1 fewer gap"), "It means 2 more camps covered and 1 fewer gap."),
        (("use no banner", "keep a worker"), "Then you keep a worker."),
        (("use no banner",), "No single count tells the two apart."),
        ((), "No single count tells the two apart."),
    ],
)
def test_a_sentence_says_why(differs: tuple[str, ...], why: str) -> None:
    loss = Loss(1, 0, "sells 4 red", "uses no banner", differs, 3.0, 1.0, "doubtful move")
    assert loss.text == f"Doubtful move by seat 1: sells 4 red. Better: uses no banner. {why}"


def test_levels_are_named_whose_rate_can_be_the_player_s(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"a first game": 4.0, "casual": 2.0, "strong": 1.0}
    levels = [{"name": name, "error_rate": rate} for name, rate in rates.items()]
    monkeypatch.setattr(find_game("castle"), "seat_words", {"levels": [*levels, {"name": "unknown"}]})
    assert level_of("castle", 1.4, 1.3, 1.5) == "“strong”"
    assert level_of("castle", 3.0, 2.9, 4.0) == "“a first game”"
    assert level_of("castle", 2.0, 0.0, 3.0) == "“casual” to “strong”"
    assert level_of("castle", 2.0, 0.0, 5.0) == ""  # all are possible
    assert level_of(DICE, 1.0, 0.0, 2.0) == ""


# -- the command -------------------------------------------------------------------------------------------------------
def test_a_game_is_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(castle(), default=lambda value: value.tolist()))
    words = ("review", str(file), "--judge", "planner:playouts=4", "--playouts", "2")
    printed = call(*words).stdout
    assert printed.startswith("Seat 1 (random) ") and "Luck, in points of the chance to win" in printed
    document = json.loads(call(*words, "--json").stdout)
    assert printed.startswith("\n".join(document["answer"]))
    fair = [player["result"] - player["luck"] - player["play"] for player in document["players"]]
    assert fair == pytest.approx([50.0, 50.0]) and len(document["events"]) > 20
    costs = [loss["cost"] for loss in document["losses"]]
    assert costs and min(costs) >= 2.0 and printed.count("± ") >= len(costs)
    assert sum(costs) == pytest.approx(sum(player["rate"] * player["decisions"] for player in document["players"]))


def test_what_cannot_be_reviewed_is_refused() -> None:
    with pytest.raises(UsageError, match="written in plain Python"):
        fresh_game(["plain", "lucky"], game=DICE).review(progress=Silent())
    with pytest.raises(UnknownName, match="unknown bot 'randon'"):
        fresh_game(BOTS, 3, game="castle").review(playing_on="randon", progress=Silent())
    with pytest.raises(UsageError, match="no decision that matters: name one that looks ahead"):
        fresh_game(BOTS, 3, game="castle").review("expert", progress=Silent())
