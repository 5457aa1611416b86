"""The designs: what is compared with what, who sits where, and which games are shared."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arkadia_sim.core.game import Setting
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.plan.designs import Size, paired_section, rotation_section
from arkadia_sim.plan.plan import Plan
from tests.support.plans import experiment_plan, file_of, paired
from tests.support.toy_game import COMPANIES, GAME, NAME

GENERAL = f"""
name = "luck"
title = "Luck"
question = "Does luck pay?"
game = "{NAME}"
seed = 7
players = [2, 3]
deals = 50
"""
CHANGES = """
[[changes]]
name = "luck"
claim = "T1"
title = "Be lucky"
phrase = "being lucky"
behaviour = "sixes"
behaviour_label = "sixes thrown"
without = {weak = "plain", strong = "lucky"}
with = {weak = "lucky", strong = "lucky:extra=2"}
[[changes]]
name = "even"
title = "Throw even"
phrase = "throwing even numbers"
without = {weak = "plain", strong = "lucky"}
with = "plain:even=1"
"""
ONE_COMPANY = COMPANIES.split('[[companies]]\nname = "strong"')[0]
PLAIN_CHANGES = CHANGES.replace('{weak = "plain", strong = "lucky"}', '"plain"').replace(
    '{weak = "lucky", strong = "lucky:extra=2"}', '"lucky"'
)


def setting(players: int) -> Setting:
    return Setting(players=players, rules={}, components={})


def plan_of(text: str) -> Plan:
    return experiment_plan(file_of(text), GAME)


trials = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] != pair[1]), min_size=1, max_size=4
)


@given(players=st.integers(2, 4), others=st.integers(0, 3), pairs=trials)
def test_a_pair_is_one_seat_with_everybody_else_alike(players: int, others: int, pairs: list[tuple[int, int]]) -> None:
    section = paired_section(setting(players), others, pairs, Size(10))
    for comparison in section.comparisons:
        assert sorted(seat for _, seat in comparison.with_) == list(range(players))
        for (with_, seat), (control, same_seat) in zip(comparison.with_, comparison.control, strict=True):
            assert seat == same_seat
            one, other = section.lineups[with_].bots, section.lineups[control].bots
            assert (other[seat], one[seat]) == pairs[comparison.change]
            assert one[:seat] + one[seat + 1 :] == other[:seat] + other[seat + 1 :]
    used = {lineup for one in section.comparisons for lineup, _ in (*one.with_, *one.control)}
    assert used == set(range(len(section.lineups)))
    assert len({lineup.bots for lineup in section.lineups}) == len(section.lineups)


def test_a_section_for_each_table_size_and_company() -> None:
    plan = plan_of(GENERAL + COMPANIES + CHANGES)
    assert [(one.players, one.company) for one in plan.sections] == [
        (2, "weak"), (2, "strong"), (3, "weak"), (3, "strong"),
    ]  # fmt: skip
    assert plan.bots == ("plain", "lucky", "plain:even=1", "lucky:extra=2")
    for section in plan.sections:
        assert section.games_per_deal == 1 + 2 * section.players
        assert [comparison.change for comparison in section.comparisons] == [0, 1]
    assert plan.batch(next(iter(plan.chunks()))).lineups[0].tolist() == [0, 0]


def test_a_bot_file_beside_the_experiment_is_found_wherever_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    text = GENERAL + (COMPANIES + CHANGES).replace('weak = "lucky"', 'weak = "mine.py:b"')
    found = paired(file_of(text, tmp_path).with_bots_found()).changes[0].with_
    assert found == {"weak": f"{tmp_path / 'mine.py'}:b", "strong": "lucky:extra=2"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (COMPANIES + CHANGES.replace('"even"', '"luck"'), "changes.luck.name = 'luck' is not allowed (allowed: "),
        (COMPANIES + CHANGES.replace('{weak = "plain", ', "{week = 'plain', "), "(allowed: a bot, or one for each"),
        (COMPANIES + CHANGES.replace('"lucky:extra=2"', '"lucky"'), "in company 'strong', a bot other than"),
        (COMPANIES + CHANGES.replace('behaviour_label = "sixes thrown"', ""), "luck.behaviour_label' is missing"),
        (
            COMPANIES + CHANGES + 'behaviour_direction = "more"\n',
            "changes.even.behaviour_direction = 'more' is not allowed (allowed: no such key without `behaviour`)",
        ),
    ],
)  # fmt: skip
def test_each_fault_of_the_general_form_names_key_value_and_what_is_allowed(text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        file_of(GENERAL + text)
    assert told in str(error.value)
    assert all(line.startswith("study.toml: ") for line in str(error.value).splitlines())


@pytest.mark.parametrize("games", [0, -1, 10**10 + 1, 10**21])
def test_so_many_games_are_no_run(games: int) -> None:
    with pytest.raises(BadValue, match="games"):
        rotation_section(setting(2), [0, 1], games, compiled=True)
