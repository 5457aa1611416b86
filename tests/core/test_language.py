"""The one language of a game: values are read as people mean them, and records are checked by the first difference."""

from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.language import OF, find
from arkadia_sim.core.record_form import FORM, check_same
from arkadia_sim.core.table import Step
from arkadia_sim.errors import RecordError

OPTIONS = [(Step("move", 3), [0, "king"]), (Step("move", 4), 1), (Step("move", 5), "stop")]


@pytest.mark.parametrize(
    ("value", "number"), [((0, "king"), 3), ([np.int8(0), "king"], 3), (np.int64(1), 4), ("stop", 5)]
)
def test_a_value_may_be_a_tuple_and_numpys_number(value: Any, number: int) -> None:
    assert find(OPTIONS, value, "R1") == Step("move", number)


@pytest.mark.parametrize("value", [True, 1.0, 2, "1", None, [], [0], [0, 1], np.array([0, 1]), "king"])
def test_what_is_no_option_is_refused_with_all_options(value: Any) -> None:
    with pytest.raises(RecordError, match="move is one of .0, 'king'., 1, stop, not") as error:
        find(OPTIONS, value, "R1")
    assert error.value.rule == "R1"


TRUE = {"seat": 1, "steps": [{"pick": 4, OF: 2}, {"pick": "stop", OF: 3}]}
RULES = {"turns": "R1", "turns.seat": "R2", "turns.steps.pick": "R3"}


@pytest.mark.parametrize(
    ("stated", "rule", "words"),
    [
        ({**TRUE, "seat": True}, "R2", "turns.seat: 1, not True"),
        ({**TRUE, "steps": [TRUE["steps"][0]]}, "R1", "turns.steps has 2 entries, not 1"),  # type: ignore[index]
        ({**TRUE, "steps": [{"pick": 4}, {"pick": 5}]}, "R3", "turns.steps[1].pick: 'stop', not 5"),
        ({**TRUE, "steps": [{"pick": 4, OF: 3}, {"pick": "stop"}]}, "R1", "turns.steps[0].of: 2, not 3"),
        ({**TRUE, "steps": {}}, FORM, "turns.steps must be a list"),
        ({**TRUE, "more": 0}, FORM, "turns has no field 'more'"),
        ({"seat": 1}, FORM, "turns lacks the field 'steps'"),
    ],
)
def test_the_first_difference_has_the_rule_of_its_field(stated: Any, rule: str, words: str) -> None:
    with pytest.raises(RecordError) as error:
        check_same(stated, TRUE, RULES, "turns", optional=OF)
    assert (error.value.rule, words in str(error.value)) == (rule, True)


def test_a_field_that_may_be_left_out_is_not_missed() -> None:
    check_same({**TRUE, "steps": [{"pick": 4}, {"pick": "stop", OF: 3}]}, TRUE, RULES, "turns", optional=OF)
