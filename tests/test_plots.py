"""Figures: the tables behind them, and that drawing is repeatable."""

import math
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot

from arkadia_sim.plots.behaviour_change import BehaviourPoint, behaviour_table, draw_behaviour
from arkadia_sim.plots.bot_results import BotPoint, bot_table, draw_bots
from arkadia_sim.plots.effect_by_players import EffectPoint, draw_effects, effect_table
from arkadia_sim.plots.interactions import PairPoint, draw_pairs, pair_table
from arkadia_sim.plots.style import digits_for, inline_svg, number, save, signed, span, svg_text
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

SURE = Estimate(6.1, 5.2, 7.0, 0.45, 400)
HARM = Estimate(-3.0, -4.5, -1.5, 0.75, 400)
ONE_DEAL = Estimate(2.0, -math.inf, math.inf, math.inf, 1)

EFFECTS = [
    EffectPoint("2 players", "win share", SURE, 1.0, Verdict.HELPS),
    EffectPoint("2 players", "gold", HARM, 1.5, Verdict.HURTS),
    EffectPoint("3 players", "win share", ONE_DEAL, 1.0, None),
    EffectPoint("3 players", "gold", ONE_DEAL, 1.5, Verdict.NOT_SETTLED),
]


def test_effect_table_has_a_row_per_effect_and_no_infinite_ends() -> None:
    table = effect_table(EFFECTS)
    assert table.columns == ["label", "outcome", "effect", "low", "high", "margin", "verdict", "deals"]
    assert table.row(0) == ("2 players", "win share", 6.1, 5.2, 7.0, 1.0, "helps", 400)
    assert table.row(2) == ("3 players", "win share", 2.0, None, None, 1.0, None, 1)


def test_behaviour_table_has_both_arms() -> None:
    table = behaviour_table([BehaviourPoint("2 players", SURE, ONE_DEAL)])
    assert table.select("label", "arm", "mean", "low", "high").rows() == [
        ("2 players", "without", 6.1, 5.2, 7.0),
        ("2 players", "with", 2.0, None, None),
    ]


def test_bot_table_names_the_best_first() -> None:
    table = bot_table([BotPoint("weak", ONE_DEAL, HARM), BotPoint("strong", SURE, SURE)])
    assert table.get_column("bot").to_list() == ["strong", "strong", "weak", "weak"]
    assert table.get_column("outcome").to_list() == ["win share", "gold"] * 2


def test_effects_are_drawn_with_band_zero_line_and_numbers() -> None:
    figure = draw_effects(effect_table(EFFECTS))
    shares, gold = figure.axes
    assert [label.get_text() for label in shares.get_yticklabels()] == ["2 players", "3 players"]
    assert [text.get_text() for text in gold.texts] == ["−3.0 (−4.5 to −1.5)", "+2.0"]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "helps",
        "hurts",
        "no verdict",
        "not settled",
        "too small to matter",
    ]


def test_the_gold_of_bots_is_drawn_from_zero() -> None:
    figure = draw_bots(bot_table([BotPoint("weak", SURE, SURE), BotPoint("strong", SURE, ONE_DEAL)]), players=2)
    assert figure.axes[1].get_xlim()[0] == 0
    assert figure.axes[1].get_xlim()[1] > SURE.high


def test_seaborn_shows_the_intervals_that_it_is_given() -> None:
    """Intervals over deals are computed beforehand; nothing is estimated again where it is drawn."""
    figure = draw_bots(bot_table([BotPoint("weak", ONE_DEAL, HARM), BotPoint("strong", SURE, SURE)]), players=2)
    points, *intervals, _chance = figure.axes[0].lines
    assert np.array(points.get_xydata()).tolist() == [[6.1, 0], [2.0, 1]]
    known, unknown = (np.array(interval.get_xydata()) for interval in intervals)
    assert known.tolist() == [[5.2, 0], [7.0, 0]]
    assert np.isnan(unknown[:, 0]).all()


def test_drawing_changes_nothing_for_others_who_draw() -> None:
    before = dict(matplotlib.rcParams)
    draw_bots(bot_table([BotPoint("weak", ONE_DEAL, HARM)]), players=2)
    draw_pairs(pair_table([PairPoint("2 players", "camps", "camps", SURE, True)]), "points")
    assert dict(matplotlib.rcParams) == before
    assert pyplot.get_fignums() == []


@pytest.mark.parametrize("name", ["effects", "behaviour", "bots"])
def test_the_same_table_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    def draw_and_save(folder: Path) -> tuple[Path, Path]:
        figure = {
            "effects": lambda: draw_effects(effect_table(EFFECTS)),
            "behaviour": lambda: draw_behaviour(
                behaviour_table([BehaviourPoint("2 players", SURE, HARM)]), "camps", "without", "with"
            ),
            "bots": lambda: draw_bots(bot_table([BotPoint("weak", ONE_DEAL, HARM)]), players=2),
        }[name]()
        return save(figure, folder, name)

    first, second = draw_and_save(tmp_path / "a"), draw_and_save(tmp_path / "b")
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert one.stat().st_size > 1000
    assert b"<dc:date>" not in first[1].read_bytes()


def test_two_figures_share_a_page_without_sharing_identifiers() -> None:
    table = effect_table(EFFECTS)
    texts = [inline_svg(svg_text(draw_effects(table)), name, 'says "this" & that') for name in ("one", "two")]
    found = []
    for text in texts:
        root = ElementTree.fromstring(text)
        assert root.get("aria-label") == 'says "this" & that'
        assert root.get("viewBox")
        assert root.get("width") is None
        identifiers = {element.get("id") for element in root.iter() if element.get("id")}
        for element in root.iter():
            target = element.get("{http://www.w3.org/1999/xlink}href")
            assert target is None or target[1:] in identifiers
            clip = element.get("clip-path")
            assert clip is None or clip[5:-1] in identifiers
        found.append(identifiers)
    assert not found[0] & found[1]


def test_numbers_have_a_real_minus_and_zero_has_no_sign() -> None:
    assert [number(-1.25), number(-0.04), number(3, 2)] == ["−1.2", "0.0", "3.00"]
    assert [signed(-1.25), signed(-0.04), signed(0.04), signed(3, 2)] == ["−1.2", "0.0", "0.0", "+3.00"]


def test_intervals_have_signs_below_zero_and_enough_decimals() -> None:
    assert [span(5.2, 7.0), span(-0.34, 0.7), span(-2.0, -1.0)] == ["5.2 to 7.0", "−0.3 to +0.7", "−2.0 to −1.0"]
    assert span(-0.10, -0.04) == "−0.10 to −0.04"
    assert [digits_for(-0.1, -0.04), digits_for(0, 1)] == [2, 1]
