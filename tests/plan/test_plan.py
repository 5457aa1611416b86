"""The plan: everything about game i from i alone."""

import numpy as np
import pytest

from arkadia_sim.core.game import Setting
from arkadia_sim.errors import BadValue
from arkadia_sim.plan.designs import (
    Size,
    paired_section,
    rotation_section,
    table_section,
)
from arkadia_sim.plan.plan import Lineup, Plan, Section, chunks_of_section, digest
from arkadia_sim.rng import deal_seeds


def setting(players: int) -> Setting:
    return Setting(players=players, rules={"option": True}, components={})


def section(deals: int) -> Section:
    return paired_section(setting(3), 0, [(0, 1)], Size(deals, wanted=17))


def paired_plan(**changes: object) -> Plan:
    sections = tuple(paired_section(setting(players), 0, [(0, 1)], Size(40, wanted=17)) for players in (2, 3, 4))
    return Plan(**({"game": "toy", "seed": 7, "bots": ("a", "b"), "sections": sections, "trace": 0.1} | changes))


def test_rotation_puts_every_bot_into_every_seat_and_equal_turnings_once() -> None:
    def turned(*bots: int) -> list[tuple[int, ...]]:
        return [lineup.bots for lineup in table_section(setting(len(bots)), bots, Size(1)).lineups]

    assert turned(0, 1, 2) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert turned(0, 1, 0, 1) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert turned(0, 0, 0, 0) == [(0, 0, 0, 0)]


@pytest.mark.parametrize(("without", "with_hint", "shared"), [(0, 1, "control"), (1, 0, "with")])
def test_line_ups_that_are_the_company_alone_are_played_once(without: int, with_hint: int, shared: str) -> None:
    lineups = paired_section(setting(4), 0, [(without, with_hint)], Size(5)).lineups
    assert len(lineups) == 5
    assert [lineup for lineup in lineups if lineup.role == shared] == [Lineup(bots=(0, 0, 0, 0), role=shared)]


def test_chunks_cover_every_game_once_in_whole_deals() -> None:
    plan = paired_plan()
    covered: list[int] = []
    for chunk in plan.chunks():
        first = plan.first_game(chunk.section) + chunk.first
        covered.extend(range(first, first + chunk.count))
        assert chunk.first % len(plan.sections[chunk.section].lineups) == 0
        assert chunk.count % len(plan.sections[chunk.section].lineups) == 0
    games = [(plan.first_game(index), section.games) for index, section in enumerate(plan.sections)]
    assert covered == [first + within for first, count in games for within in range(count)]


def test_the_batch_of_a_chunk_agrees_with_the_place_of_each_game() -> None:
    plan = paired_plan()
    for chunk in plan.chunks():
        batch = plan.batch(chunk)
        section = plan.sections[chunk.section]
        for within in range(chunk.count):
            deal, lineup = divmod(chunk.first + within, section.games_per_deal)
            assert tuple(batch.lineups[within]) == section.lineups[lineup].bots
            assert batch.deals[within] == deal_seeds(plan.seed, section.players, section.first_deal + deal, 1)[0]


def test_which_games_are_traced_depends_on_seed_and_game_alone() -> None:
    plan = paired_plan(trace=0.25)
    whole = plan.traced(0, 4000)
    pieces = np.concatenate([plan.traced(first, 500) for first in range(0, 4000, 500)])
    assert (whole == pieces).all()
    assert 0.2 < whole.mean() < 0.3
    assert not paired_plan(trace=0.0).traced(0, 100).any()
    assert paired_plan(trace=1.0).traced(0, 100).all()


def test_equal_plans_have_equal_names_and_others_do_not() -> None:
    name = digest(paired_plan().identity)
    assert digest(paired_plan().identity) == name
    for changes in ({"seed": 8}, {"bots": ("a", "c")}, {"trace": 0.2}, {"record": True}, {"game": "other"}):
        assert digest(paired_plan(**changes).identity) != name


def test_a_plan_with_more_deals_has_the_same_name_and_the_games_of_the_smaller_one_under_their_numbers() -> None:
    small, large = (paired_plan(sections=(section(deals), section(deals))) for deals in (40, 55))
    assert digest(small.identity) == digest(large.identity)
    games, (_, less), (_, more) = np.arange(small.sections[1].games), small.sections, large.sections
    assert (less.deals_of(games) == more.deals_of(games)).all() and (less.seats_of(games) == more.seats_of(games)).all()
    assert (small.traced(small.first_game(1), 99) == large.traced(large.first_game(1), 99)).all()


def test_a_section_that_grew_keeps_its_chunks_and_has_new_ones_after_them() -> None:
    small, large, larger = section(40), section(55).grown_from(section(40)), section(90)
    chunks = [list(chunks_of_section(0, one)) for one in (small, large, larger.grown_from(large))]
    assert chunks[1][: len(chunks[0])] == chunks[0]
    assert chunks[2][: len(chunks[1])] == chunks[1]
    for one, deals in zip(chunks, (40, 55, 90), strict=True):
        assert [game for chunk in one for game in range(chunk.first, chunk.first + chunk.count)] == list(
            range(deals * 4)
        )
    assert section(40).grown_from(small) == small
    assert section(55).grown_from(large) == large


@pytest.mark.parametrize("changes", [{"seed": -1}, {"seed": 2**64}, {"trace": 1.5}])
def test_bad_numbers_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(BadValue):
        paired_plan(**changes)
    with pytest.raises(BadValue):
        rotation_section(setting(2), (0, 1), 0, True)


def test_play_has_exactly_the_games_asked_for() -> None:
    section = rotation_section(setting(3), (0, 1, 2), 1000, True)
    assert (section.games, section.deals) == (1000, 334)
    plan = Plan(game="toy", seed=1, bots=("a", "b", "c"), sections=(section,))
    assert sum(chunk.count for chunk in plan.chunks()) == 1000
