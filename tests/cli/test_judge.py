"""``judge`` on the command line: what positions are worth, learned from games, and what cannot be learned."""

import re
from pathlib import Path

import numpy as np

from arkadia_sim import api
from arkadia_sim.kernels.planning import read_network
from tests.support.command import call
from tests.support.stalls import NAME

WORDS = ("judge", "learner", "--teacher", "sage", "--players", "2,3", "--games", "4000", "--workers", "1")


def test_a_judge_says_how_much_it_explains() -> None:
    told = call(*WORDS, "--save", "judge.npz", "--game", NAME).stdout
    for players in (2, 3):
        found = re.search(rf"│ +{players} │ +4,000 │ +([\d.]+) │", told)
        assert found is not None
        assert float(found[1]) > 0.9
    assert told.endswith("saved as judge.npz\n")


def test_what_is_saved_judges_as_it_was_learned() -> None:
    learned = api.judge("learner", ["sage"], players=[2, 3], save="judge.npz", games=4_000, workers=1, game=NAME)
    network = read_network(Path("judge.npz"), (2, 3))
    for size, own in enumerate(learned):
        assert (network.hidden[size] == own.hidden).all() and (network.out[size] == own.out).all()
    # the same with more workers: games are taken in their order
    better, worse = (np.maximum(np.array([lead, 0.0, 1.0]) @ network.hidden[0], 0.0) for lead in (2.0, -2.0))
    assert better @ network.out[0][:-1] > worse @ network.out[0][:-1] + 2.0
    again = api.judge("learner", ["sage"], players=[3], save="again.npz", games=4_000, workers=2, game=NAME)
    assert (again[0].hidden == learned[1].hidden).all()
