"""``arkadia-sim balance``: what makes up for a seat is found and confirmed, or said to be out of reach."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.questions.balance import STEPS_MOST, first_probe, sought
from arkadia_sim.stats.balancing import neighbours
from tests.support import stairs
from tests.support.command import call

GAME = ("--game", stairs.NAME, "--workers", "1")


def test_what_a_seat_lacks_is_what_it_is_given() -> None:
    """Each seat has two pips less than the one before it, and gets as many more."""
    words = ("balance", "calm", *GAME, "--knob", "gift", "--players", "3", "--rules", "step=2", "--deals", "500",
             "--confirm", "500", "--tolerance", "share=8")  # fmt: skip
    told = call(*words, "--out", "here").stdout
    assert "Yes: with gift = 0, 2, 4 (from seat 1 on) the seats are even, by 500 new deals" in told
    document = json.loads(call(*words, "--out", "here", "--json").stdout)
    assert document["values"] == [0, 2, 4]
    assert document["answer"][0].startswith("Yes: with gift = 0, 2, 4") and document["answer"][0] in told
    before, after = (step["advantages"] for step in document["steps"][:2])
    moved = document["steps"][1]["values"]
    seat = max(range(3), key=lambda seat: moved[seat])
    told = document["worth_of_one"]["mean"] * 1.5 * (moved[seat] - sum(moved) / 3)  # two thirds of a pip above the mean
    assert told == pytest.approx(after[seat] - before[seat], abs=6.0)
    for seat, needed in zip(document["seats"][1:], (2, 4), strict=True):
        assert seat["needed_low"] < needed < seat["needed_high"]
    seeds = {
        name: json.loads(Path("here", name, "manifest.json").read_text())["seed"] for name in ("step-1", "confirmed")
    }
    assert seeds == {"step-1": 1, "confirmed": 2}  # what was found is confirmed with deals that found nothing


def test_seats_that_are_alike_need_nothing_that_matters() -> None:
    words = ("balance", "calm", *GAME, "--knob", "gift", "--players", "2", "--deals", "400", "--confirm", "400")
    document = json.loads(call(*words, "--tolerance", "share=12", "--out", "here", "--json").stdout)
    assert document["values"] == [0, 0]
    assert document["reached"] == "no seat differs by an amount that matters"
    assert document["confirmed"] is None
    assert document["seats"][0]["advantage_before_low"] < 0 < document["seats"][0]["advantage_before_high"]
    assert [path.name for path in Path("here").iterdir()] == ["step-1"]
    more = (*words, "--deals", "500", "--tolerance", "share=12", "--out", "here")
    assert "here holds a search with 400 deals a step, not 500 as asked for" in call(*more, code=2).output
    told = call(*words, "--tolerance", "share=12", "--out", "here").stdout
    assert "Yes: gift = 0, 0 already: no seat differs by an amount that matters." in told


def test_more_than_the_option_allows_is_said_to_be_out_of_reach() -> None:
    """Forty-four pips between neighbours, and a gift of forty at most."""
    words = ("balance", "calm", *GAME, "--knob", "gift", "--players", "2", "--rules", "step=44", "--deals", "60")
    told = call(*words, "--confirm", "60").stdout
    assert "gift = 0, 40 (from seat 1 on)" in told
    assert "this option alone is not enough" in told
    assert "the seats still differ, by 60 new deals. From the average, each seat: between −" in told


def test_a_step_whose_games_fail_ends_the_search() -> None:
    Path("bad.py").write_text(
        "from arkadia_sim.core.bot import Bot\n"
        f'bad = Bot("bad", "Raises.", "a test", {{"throw": len}}, game="{stairs.GAME.name}")\n'
    )
    words = ("balance", "bad.py", *GAME, "--knob", "gift", "--players", "2", "--deals", "60")
    told = call(*words, "--confirm", "60", "--out", "here", code=1)
    assert "60 of 60 games failed (first: bad.py in seat 1" in told.stderr
    assert "results would be misleading" in told.stderr and not told.stdout
    assert [path.name for path in Path("here").iterdir()] == ["step-1"]


Values = NDArray[np.float64]


class Made:
    """A table on which seats win by chance, the likelier the more they have, and the less the more the seat before has:
    a curve, not a line, and not the same for all seats."""

    def __init__(self, handicap: list[float], deals: int = 4000, seed: int = 1, taken: float = 0.0) -> None:
        self.handicap, self.asked, self.taken = np.array(handicap), [], taken
        self.noise = np.random.default_rng(seed).gumbel(0, 3, (deals, len(handicap)))

    asked: list[tuple[int, ...]]

    def play(self, values: tuple[int, ...], number: int) -> Values:
        self.asked.append(values)
        assert number == len(self.asked)
        have = np.array(values) - self.taken * np.roll(values, 1)
        best = np.argmax(self.noise + self.handicap + have, axis=1)
        shares = 100.0 * np.eye(len(values))[best]
        above: Values = shares - 100.0 / len(values)
        return above


@pytest.mark.parametrize("handicap", [[0.0, -2.0, -3.0, -7.0], [-5.0, 0.0], [0.0, 0.0, -12.0]])
def test_whole_handicaps_are_given_back(handicap: list[float]) -> None:
    table = Made(handicap)
    found = sought(table.play, len(handicap), 0, 0, 40)
    wanted = np.max(handicap) - np.array(handicap)
    assert np.abs(np.array(found.values) - wanted).max() <= 1
    assert table.asked[0] == (0,) * len(handicap)
    assert len(table.asked) <= STEPS_MOST
    assert not found.at_end and found.is_least
    for seat, want in enumerate(wanted):
        assert found.needs.needed[seat].low - 0.5 <= want <= found.needs.needed[seat].high + 0.5


@pytest.mark.parametrize("seed", range(5))
def test_no_neighbour_does_better_where_seats_act_on_each_other(seed: int) -> None:
    table = Made([0.0, -1.2, -1.6, -2.3], 20_000, seed, taken=0.6)
    found = sought(table.play, 4, 0, 0, 40)
    assert found.is_least
    asked = list(table.asked)
    largest = {values: np.abs(table.play(values, len(table.asked) + 1).mean(axis=0)).max() for values in asked}
    near = neighbours(found.values, 0, 40, 0)
    assert len(near) >= 6 and {*near} <= {*asked}
    assert all(largest[other] >= largest[found.values] for other in asked)


def test_where_there_is_no_room_above_others_get_less() -> None:
    found = sought(Made([0.0, -2.0]).play, 2, 3, 0, 3)
    assert found.values[1] == 3 and found.values[0] in (0, 1, 2)


def test_more_than_there_is_room_for_is_told() -> None:
    found = sought(Made([0.0, -30.0]).play, 2, 0, 0, 5)
    assert found.values == (0, 5)
    assert found.at_end


def test_alike_seats_are_left_alone_or_nearly() -> None:
    found = sought(Made([0.0, 0.0, 0.0], deals=8000).play, 3, 0, 0, 40)
    assert max(found.values) <= 1
    assert found.needs.slope.low > 0


@pytest.mark.parametrize(("own", "low", "high", "wanted"), [(0, 0, 40, (0, 2, 4)), (3, 0, 3, (0, 2, 3))])
def test_the_first_step_gives_most_to_who_has_least(own: int, low: int, high: int, wanted: tuple[int, ...]) -> None:
    assert first_probe(np.array([5.0, 0.0, -5.0]), own, low, high) == wanted
    assert first_probe(np.zeros(3), own, low, high) != (own,) * 3
