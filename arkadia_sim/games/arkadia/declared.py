"""What Arkadia declares of itself: outcomes, ends, pictures, and the pieces that can be replaced."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arkadia_sim.core.game import End, Picture, Series, leader_picture, spread_picture
from arkadia_sim.core.options import ComponentOption, Setting
from arkadia_sim.core.outcome import WIN_SHARE, Outcome, lead_outcome
from arkadia_sim.errors import BadValue, UnknownName
from arkadia_sim.games.arkadia.components.box import (
    CAMPS_DRAWN,
    DRAWABLE,
    OUTLINES_DRAWN,
    Components,
    outline_choices,
    random_camps,
)
from arkadia_sim.games.arkadia.components.squares import CAMPS
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS
from arkadia_sim.games.arkadia.rules.state import SEATS_MAX
from arkadia_sim.games.arkadia.tables.metrics import BANNERS_MAX, FAMILY_NAMES

SEED_LIMIT = 2**64
DRAWN = "drawn"
"""The value of a component that each deal draws anew."""

OUTCOMES = (
    WIN_SHARE,
    lead_outcome("gold_lead", "gold", smoothing=8.0),
    Outcome(column="gold", label="gold", unit="gold", amount="gold", tolerance=None, ranks=True),
)

ENDS = (
    End("castle", True, "floor 2 of the castle was built (R9.1)"),
    End("stalemate", False, "nobody could do anything any more (R9.3)"),
)

PICTURES = (
    spread_picture("gold", "gold", lead="gold_lead", unit="gold"),
    leader_picture(
        [f"standing_seat_{seat}" for seat in range(SEATS_MAX)],
        "Who would have most gold if all seals were sold at their value of the moment",
    ),
    Picture(
        name="banners",
        kind="events",
        title="When banners are used, and what they pay",
        what="gold from the sale",
        caption="Above: the share of players who have used so many banners by each of their turns. Below: what the "
        "sale with each brings, nothing without a sale, on average (its interval over deals is mostly narrower than "
        "the mark) and for the middle 80% (wide bar).",
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

OPEN = (
    "Everybody knows at any time what seals, workers and gold all others have behind their screens: that is a perfect "
    "memory of all that came and went, which people at a table may not have."
)
HIDDEN = "Nobody remembers what others have behind their screens: of seals, workers and gold all know their own alone."

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
        name=CAMPS_DRAWN,
        kind="text",
        allowed=DRAWN,
        meaning="tent camps at random places, others in each deal: intervals then cover the board too",
    ),
    ComponentOption(
        name=OUTLINES_DRAWN,
        kind="text",
        allowed=", ".join((*outline_choices(), DRAWN)),
        meaning=f"which outlines the buildings have; {DRAWN}: any of the others in each deal",
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
    drawn = [name for name in DRAWABLE if choice.get(name) == DRAWN]
    if OUTLINES_DRAWN in choice and OUTLINES_DRAWN not in drawn:
        box = box.with_outlines(choice[OUTLINES_DRAWN])
    if "camps_seed" in choice:
        box = box.with_board(random_camps(choice["camps_seed"]))
    if "board" in choice:
        box = box.with_board(choice["board"])
    return box.with_drawn(drawn) if drawn else box


def _check_choice(choice: Mapping[str, Any]) -> None:
    """Refuse a choice of components with unknown names, values of the wrong kind, or two that tell of the camps."""
    options = {one.name: one for one in COMPONENT_OPTIONS}
    for name, value in choice.items():
        if name not in options:
            raise UnknownName("component", name, options)
        if name == "camps_seed":
            fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SEED_LIMIT
        else:
            fits = isinstance(value, str) and value != "" and (name != CAMPS_DRAWN or value == DRAWN)
        rows = isinstance(value, list) and all(isinstance(row, str) for row in value)
        if not fits and not (name == "board" and rows):  # its rows, from a record or a test
            raise BadValue(f"component {name}", value, options[name].allowed)
        if name == OUTLINES_DRAWN and value != DRAWN and value not in outline_choices():
            raise UnknownName("choice of outlines", value, (*outline_choices(), DRAWN))
    boards = [name for name in ("board", "camps_seed", CAMPS_DRAWN) if name in choice]
    if len(boards) > 1:
        raise BadValue("components", " and ".join(boards), "one of them: each says where the camps lie")


def caveats(setting: Setting) -> list[str]:
    """What a reader should know of the pieces and of what players remember; data/SOURCES.md tells of all pieces."""
    pieces, shipped = setting.components, Components.shipped().as_json()
    drawn = pieces.get("drawn", ())
    if CAMPS_DRAWN in drawn:
        told = [
            "Where the tent camps lie on the printed board is not known: each deal draws a board of its own, with "
            f"{CAMPS} camps and none in the middle, all such boards equally likely. So intervals over deals are over "
            "boards too, and answers hold for such boards on average."
        ]
    elif pieces["board"] == shipped["board"]:
        told = ["The board is a reconstruction: how many tent camps it has is known, where they lie is not."]
    else:
        camps = sum(row.count("T") for row in pieces["board"])
        told = [f"The board is not the shipped one; it has {camps} tent camps."]
    if OUTLINES_DRAWN in drawn:
        told.append(
            "Which form of building has which outline is not known either: each deal draws one of "
            f"{len(outline_choices())} choices, which the intervals cover too."
        )
    elif pieces["shapes"] == shipped["shapes"]:
        told.append("Which form of building has which outline is a reconstruction too.")
    else:
        told.append("The outlines of the buildings are not the shipped ones.")
    told.append(OPEN if setting.rules["holdings"] == "open" else HIDDEN)
    return told
