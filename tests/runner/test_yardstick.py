"""The unit of a machine's speed is the same work for ever."""

import numpy as np

from arkadia_sim.runner.yardstick import _STEPS, _WORDS, _work, do_steps


def test_a_step_is_what_it_always_was() -> None:
    words = np.arange(_WORDS, dtype=np.uint64)
    with np.errstate(over="ignore"):
        _work(words, 100_000)
    assert (int(np.bitwise_xor.reduce(words)), int(words[0])) == (3656539603871422999, 2873821242674897927)


def test_steps_are_done_for_as_long_as_asked() -> None:
    assert do_steps(0.0) == _STEPS
    assert do_steps(0.1) > _STEPS
