"""What Arkadia declares of itself: outcomes, ends, pictures, and the pieces that can be replaced."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arkadia_sim.core.game import End, Picture, Series
from arkadia_sim.core.options import ComponentOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import BadValue, UnknownName
from arkadia_sim.games.arkadia.components.box import Components, outline_choices, random_camps
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS
from arkadia_sim.games.arkadia.rules.state import SEATS_MAX
from arkadia_sim.games.arkadia.tables.metrics import BANNERS_MAX, FAMILY_NAMES

SEED_LIMIT = 2**64

OUTCOMES = (
    Outcome(
        column="win_share",
        label="win share",
        unit="points",
        amount="win-share points",
        scale=100.0,
        low=0.0,
        high=100.0,
        total=100.0,
    ),
    Outcome(
        column="gold_lead",
        label="lead over the best opponent",
        unit="gold",
        amount="gold on the lead over the best opponent",
        smoothing=8.0,
    ),
    Outcome(column="gold", label="gold", unit="gold", amount="gold", tolerance=None, ranks=True),
)

ENDS = (
    End("castle", True, "floor 2 of the castle was built (R9.1)"),
    End("stalemate", False, "nobody could do anything any more (R9.3)"),
)

PICTURES = (
    Picture(
        name="gold_spread",
        kind="distribution",
        title="How the gold is spread",
        what="gold at the end",
        caption="All games of those players who are compared: the bar below each hill spans the middle half of them, "
        "the mark on it is the median.",
        series=(Series("gold", ("gold",)),),
        compared="gold_lead",
        compared_what="lead over the best opponent (gold)",
    ),
    Picture(
        name="leader",
        kind="leader",
        title="Does the leader win?",
        what="win share of who leads then (%)",
        caption="Who would have most gold if all seals were sold at their value of the moment, and how often that "
        "player goes on to win; bands are 95% intervals over deals.",
        series=tuple(Series(f"seat {seat}", (f"standing_seat_{seat}",)) for seat in range(SEATS_MAX)),
    ),
    Picture(
        name="banners",
        kind="events",
        title="When banners are used, and what they pay",
        what="gold from the sale",
        caption="Above: the share of players who have used so many banners by each of their turns. Below: what the "
        "sale with each brings, on average (with a 95% interval over deals) and for the middle 80% (wide bar).",
        series=tuple(
            Series(f"banner {k}", (f"banner_{k}_turn", f"banner_{k}_gold")) for k in range(1, BANNERS_MAX + 1)
        ),
    ),
    Picture(
        name="values",
        kind="trajectory",
        title="What a seal is worth as the game goes on",
        what="gold for a seal",
        caption="The value of a seal of each family over the game: its mean, and where it lies in the middle 80% of "
        "games.",
        series=tuple(Series(name, (f"value_{name}",)) for name in FAMILY_NAMES),
    ),
    Picture(
        name="board",
        kind="grid",
        title="Where buildings and workers stand",
        what="in a game, on average",
        caption="How often each square is part of a building that is laid out or chosen for workers, and how many "
        "workers it gets; lighter is more.",
        series=(
            Series("buildings laid out or chosen", ("squares",)),
            Series("own workers", ("own_squares",)),
            Series("neutral workers", ("neutral_squares",)),
        ),
        shape=(ROWS, COLUMNS, COLUMNS),
    ),
)


COMPONENT_OPTIONS = (
    ComponentOption(
        name="board", kind="file", allowed="a file of rows of . and T", meaning="another board: T is a tent camp"
    ),
    ComponentOption(
        name="camps_seed",
        kind="text",
        allowed="a whole number from 0",
        meaning="tent camps at random places, by this seed",
    ),
    ComponentOption(
        name="outlines", kind="text", allowed=", ".join(outline_choices()), meaning="which outlines the buildings have"
    ),
    ComponentOption(
        name="folder",
        kind="folder",
        allowed="a folder with any of the game's data files",
        meaning="other data files: shapes.json, cards.json, board.txt, castle.json, first_game.json",
    ),
)


def chosen_components(choice: Mapping[str, Any]) -> Components:
    """The pieces that a user chose by :data:`COMPONENT_OPTIONS`, or the whole box as a setting holds it."""
    if {"shapes", "cards"} <= set(choice):
        return Components.from_json(choice)
    _check_choice(choice)
    box = Components.load(Path(choice["folder"])) if "folder" in choice else Components.shipped()
    if "outlines" in choice:
        box = box.with_outlines(choice["outlines"])
    if "camps_seed" in choice:
        box = box.with_board(random_camps(choice["camps_seed"]))
    if "board" in choice:
        box = box.with_board(choice["board"])
    return box


def _check_choice(choice: Mapping[str, Any]) -> None:
    """Refuse a choice of components with unknown names, values of the wrong kind, or two boards."""
    options = {one.name: one for one in COMPONENT_OPTIONS}
    for name, value in choice.items():
        if name not in options:
            raise UnknownName("component", name, options)
        if name == "camps_seed":
            fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SEED_LIMIT
        else:
            fits = isinstance(value, str) and value != ""
        rows = isinstance(value, list) and all(isinstance(row, str) for row in value)
        if not fits and not (name == "board" and rows):  # its rows, from a record or a test
            raise BadValue(f"component {name}", value, options[name].allowed)
    if "board" in choice and "camps_seed" in choice:
        raise BadValue("components", "board and camps_seed", "one of the two: both say where the camps lie")
