"""The unit of a machine's speed is the same work for ever."""

import numpy as np

from arkadia_sim.runner.yardstick import _WORDS, _work, steps_a_second


def test_a_step_is_what_it_always_was() -> None:
    words = np.arange(_WORDS, dtype=np.uint64)
    with np.errstate(over="ignore"):
        _work(words, 100_000)
    assert (int(np.bitwise_xor.reduce(words)), int(words[0])) == (3656539603871422999, 2873821242674897927)


def test_steps_are_counted_by_the_clock() -> None:
    assert steps_a_second(0.0) > 0
