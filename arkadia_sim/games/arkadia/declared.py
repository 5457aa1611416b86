"""What Arkadia declares: outcomes, ends, trajectories, replaceable pieces, what can be priced, how bots are tested."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.core.engine import Awaited, BotTrials, Change, Gift, Variant
from arkadia_sim.core.game import End, Trajectory
from arkadia_sim.core.options import ComponentOption, Setting
from arkadia_sim.core.outcome import WIN_SHARE, Outcome, lead_outcome
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.games.arkadia.components.box import (
    CAMPS_DRAWN,
    DRAWABLE,
    OUTLINES_DRAWN,
    Components,
    outline_choices,
    random_camps,
)
from arkadia_sim.games.arkadia.components.squares import CAMPS
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import square_to_bit, squares_of
from arkadia_sim.games.arkadia.rules.setup import redeal
from arkadia_sim.games.arkadia.tables.metrics import FAMILY_NAMES
from arkadia_sim.rng import STREAM_WORDS

SEED_LIMIT = 2**64
DRAWN = "drawn"
"""The value of a component that each deal draws anew."""

OUTCOMES: tuple[Outcome, ...] = (
    WIN_SHARE,
    lead_outcome("gold_lead", "gold", smoothing=8.0),
    Outcome(column="gold", label="gold", unit="gold", amount="gold", tolerance=None, ranks=True),
)

ENDS: tuple[End, ...] = (
    End("castle", True, "floor 2 of the castle was built (R9.1)", label="the castle finished"),
    End("stalemate", False, "nobody could do anything any more (R9.3)", label="a stalemate"),
)

TRAJECTORIES = (Trajectory(name="values", series={name: f"value_{name}" for name in FAMILY_NAMES}),)
"""The value of a seal of each family."""

OPEN = (
    "All players always know the seals, workers and gold behind all screens: a perfect memory, which people at a table "
    "may not have."
)
HIDDEN = "Nobody remembers what is behind other screens: players know only their own seals, workers and gold."

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
        meaning="tent camps at random places, new ones in each deal: intervals then cover the board too",
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
    """The pieces of a user's :data:`COMPONENT_OPTIONS`, or of the whole box as a setting holds it."""
    if {"shapes", "cards"} <= set(choice):
        return Components.from_json(choice)
    _check_choice(choice)
    box = _in_folder(choice["folder"]) if "folder" in choice else Components.shipped()
    drawn = [name for name in DRAWABLE if choice.get(name) == DRAWN]
    if OUTLINES_DRAWN in choice and OUTLINES_DRAWN not in drawn:
        box = box.with_outlines(choice[OUTLINES_DRAWN])
    if "camps_seed" in choice:
        box = box.with_board(random_camps(choice["camps_seed"]))
    if "board" in choice:
        box = box.with_board(choice["board"])
    return box.with_drawn(drawn) if drawn else box


def _in_folder(folder: str) -> Components:
    try:
        return Components.load(Path(folder))
    except RecursionError:
        raise UsageError(f"components folder {folder!r}: the nesting of a file in it is too deep") from None
    except ValueError:  # Python limits the length of whole numbers
        raise UsageError(f"components folder {folder!r}: a number in it has too many digits") from None


def _check_choice(choice: Mapping[str, Any]) -> None:
    """Refuse unknown names, values of the wrong kind, and two components that place the camps."""
    options = {option.name: option for option in COMPONENT_OPTIONS}
    for name, value in choice.items():
        if name not in options:
            raise UnknownName("component", name, options)
        if name == "camps_seed":
            fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SEED_LIMIT
        else:
            fits = (
                isinstance(value, str) and value != "" and "\0" not in value and (name != CAMPS_DRAWN or value == DRAWN)
            )
        rows = isinstance(value, list) and all(isinstance(row, str) for row in value)
        if not fits and not (name == "board" and rows):  # its rows, from a record or a test
            raise BadValue(f"component {name}", value, options[name].allowed)
        if name == OUTLINES_DRAWN and value != DRAWN and value not in outline_choices():
            raise UnknownName("choice of outlines", value, (*outline_choices(), DRAWN))
    boards = [name for name in ("board", "camps_seed", CAMPS_DRAWN) if name in choice]
    if len(boards) > 1:
        raise BadValue("components", " and ".join(boards), "one of them: each says where the camps lie")


def caveats(setting: Setting) -> list[str]:
    """What a reader should know about the pieces and about hidden information; see data/SOURCES.md for all pieces."""
    pieces, shipped = setting.components, Components.shipped().as_json()
    drawn = pieces.get("drawn", ())
    if CAMPS_DRAWN in drawn:
        sentences = [
            "We do not know where the tent camps are on the printed board. Each deal draws its own board with "
            f"{CAMPS} camps and none in the middle, all such boards equally likely. So intervals also cover the choice "
            "of the board, and results are averages over such boards."
        ]
    elif pieces["board"] == shipped["board"]:
        sentences = ["The board is a reconstruction: the number of tent camps is known, their places are not."]
    else:
        camps = sum(row.count("T") for row in pieces["board"])
        sentences = [f"The board is not the shipped one; it has {camps} tent camps."]
    if OUTLINES_DRAWN in drawn:
        sentences.append(
            "We do not know which form of building has which outline either. Each deal draws one of "
            f"{len(outline_choices())} choices, and the intervals cover this too."
        )
    elif pieces["shapes"] == shipped["shapes"]:
        sentences.append("Which form of building has which outline is a reconstruction too.")
    else:
        sentences.append("The outlines of the buildings are not the shipped ones.")
    sentences.append(OPEN if setting.rules["holdings"] == "open" else HIDDEN)
    return sentences


VARIANTS = (
    Variant(4),
    Variant(3, {"holdings": "hidden", "flip_tiles": True, "final_round": "others_only"}),
    Variant(2, {"setup": "first_game", "holdings": "hidden"}),
    Variant(4, {"setup": "first_game", "final_round": "others_only", "seal_supply": "unlimited"}),
    Variant(2, {}, {"outlines": "square"}),
    Variant(4, {"holdings": "hidden", "workers_at_castle": False, "seals_per_family": 5}),
    Variant(3, {"hand_size": 8, "face_up": 8, "banners": 5, "workers_per_banner": 1, "start_workers": 6}),
    Variant(2, {"hand_size": 1, "face_up": 1, "banners": 0, "neutral_workers": 0, "floor_pieces": [3, 3, 0]}),
    Variant(3, {"setup": "first_game", "start_workers": 0, "banners": 1, "workers_per_banner": 11}),
    Variant(4, {"start_workers": [0, 3, 1, 2], "start_gold": [0, 5, 0, 40]}),
)
"""All numbers of players, both set-ups, each option both ways, and small and large numbers."""


def fields_that_count(decision: Any, phase: int) -> tuple[str, ...]:
    """The fields of a decision that the kernel reads in a phase."""
    if phase == state.MUST:
        if decision["kind"] == state.BUILD:
            return ("kind", "card", "orientation", "anchor")
        return ("kind", "building", "own", "neutral") if decision["kind"] == state.WORKERS else ("kind",)
    if phase == state.BANNER:
        return ("use_banner", "sold") if decision["use_banner"] else ("use_banner",)
    return {state.DRAW: ("draw",), state.CASTLE: ("family", "castle_square")}[phase]


def unknown(game: Any) -> list[tuple[str, Change]]:
    """What a seat cannot know: cards it has not seen, and the others' holdings if they are hidden."""
    ways: list[tuple[str, Change]] = [("cards that it cannot see are dealt again (R10.3)", _deal_again)]
    if game["table"]["rules"]["hidden"]:
        ways.append(("the hidden holdings of others change (R10.2)", _change_holdings))
    return ways


def _deal_again(game: Any, seat: int, chance: np.random.Generator) -> None:
    with np.errstate(over="ignore"):
        redeal(game, seat, chance.integers(1, 1 << 63, STREAM_WORDS, np.uint64))


def _change_holdings(game: Any, seat: int, chance: np.random.Generator) -> None:
    """Change the holdings of all other seats."""
    holdings = game["holdings"]
    for other in range(state.SEATS_MAX):
        if other != seat:
            holdings["gold"][other] = chance.integers(0, 300)
            holdings["seals"][other] = chance.integers(0, 31, state.FAMILIES)
            holdings["workers"][other] = chance.integers(0, 12)
            holdings["neutrals"][other] = chance.integers(0, 25)


def _bound(mind: Any, chance: np.random.Generator) -> None:
    mind["n_candidates"] = chance.integers(0, len(mind["candidates"]))
    mind["outlook"]["n"] = chance.integers(0, len(mind["outlook"]["vacant"]))


BOT_TRIALS = BotTrials(
    variants=VARIANTS,
    fields_that_count=fields_that_count,
    unknown=unknown,
    bound=_bound,
)


# -- what things are worth ---------------------------------------------------------------------------------------------

GOLD_GIVEN = 5
"""As much gold as is given away: less would hardly ever turn a game."""
MANY_GAPS = 4


def _gaps(game: Any) -> Sequence[tuple[int, int]]:
    """Each open building, with the number of squares around it that are still free."""
    table = game["table"]
    taken = set(squares_of(table["occupied"]))
    return [
        (int(number), len(set(squares_of(table["ring"][number])) - taken))
        for number in table["open"][: int(table["n_open"])]
    ]


def _held(name: str, number: int = 1) -> Any:
    def give(game: Any, seat: int) -> bool:
        game["holdings"][name][seat] += number
        return True

    return give


def _banner(game: Any, seat: int) -> bool:
    game["table"]["banners"][seat] += 1
    return True


def _seal(low: int, high: int) -> Any:
    def give(game: Any, seat: int) -> bool:
        """A seal of the first family with such a price, if there is one."""
        table = game["table"]
        for family in range(state.FAMILIES):
            if low <= table["value"][family] <= high and table["supply"][family] > 0:
                table["supply"][family] -= 1
                game["holdings"]["seals"][seat, family] += 1
                return True
        return False

    return give


def _first_worker(game: Any, seat: int) -> bool:
    """An own worker for a player who has none at hand."""
    if game["holdings"]["workers"][seat] > 0:
        return False
    game["holdings"]["workers"][seat] = 1
    return True


def _worker_beside(low: int, high: int) -> Any:
    def give(game: Any, seat: int) -> bool:
        """A neutral worker becomes the player's: the first beside open buildings the fullest of which has such gaps."""
        table = game["table"]
        open_buildings = [(gaps, set(squares_of(table["ring"][number]))) for number, gaps in _gaps(game)]
        for square in sorted(squares_of(table["neutral"])):
            gaps_beside = [gaps for gaps, ring in open_buildings if square in ring]
            if gaps_beside and low <= min(gaps_beside) <= high:
                word, bit = divmod(square_to_bit(square), 64)
                table["neutral"][word] ^= np.uint64(1 << bit)
                table["own"][seat, word] ^= np.uint64(1 << bit)
                return True
        return False

    return give


def _castle_piece(game: Any, seat: int) -> bool:
    """The castle piece with which the player gains most, less half of what the others gain; not the last of a floor."""
    table, seals = game["table"], game["holdings"]["seals"]
    floor = int(table["floor"])
    if table["n_covered"] >= state.CASTLE_SQUARES - 1:
        return False
    gains = 1.5 * seals[seat] - 0.5 * seals.sum(axis=0)
    pieces = [
        (gains[family] - (gains[hidden] if hidden != state.NO_FAMILY else 0.0), family, square)
        for family in range(state.FAMILIES)
        if table["pools"][floor, family] > 0
        for square, hidden in enumerate(table["top"])
        if not table["covered"][square]
    ]
    if not pieces:
        return False
    _, family, square = max(pieces)
    if table["top"][square] != state.NO_FAMILY:
        table["value"][table["top"][square]] -= 1
    table["value"][family] += 1
    table["top"][square] = family
    table["pools"][floor, family] -= 1
    table["covered"][square] = 1
    table["n_covered"] += 1
    return True


GIFTS = (
    Gift("gold", f"{GOLD_GIVEN} gold", _held("gold", GOLD_GIVEN)),
    Gift("worker", "an own worker at hand", _held("workers")),
    Gift("first_worker", "an own worker, if you have none at hand", _first_worker),
    Gift("beside_1_2", "a neutral worker beside an open building becomes yours, one or two gaps", _worker_beside(1, 2)),
    Gift("beside_3_4", "the same, three or four gaps", _worker_beside(3, 4)),
    Gift("piece", "the castle piece of your choice", _castle_piece),
    Gift("neutral", "a neutral worker at hand", _held("neutrals")),
    Gift("banner", "a fifth banner, which brings no workers", _banner),
    Gift("seal_0_1", "a seal at 0 or 1 gold", _seal(0, 1)),
    *(Gift(f"seal_{price}", f"a seal at {price} gold", _seal(price, price)) for price in (2, 3, 4, 5)),
    Gift("seal_6", "a seal at 6 gold or more", _seal(6, 99)),
)


def _open_buildings(game: Any) -> Sequence[tuple[str, int]]:
    """Each open building, by the squares around it that are still free."""
    more = " or more"
    return [
        (f"{min(gaps, MANY_GAPS)}{more if gaps >= MANY_GAPS else ''} gap{'' if gaps == 1 else 's'}", number)
        for number, gaps in _gaps(game)
    ]


def _is_finished(game: Any, number: int) -> bool:
    return bool(game["table"]["complete"][number])


AWAITED = (
    Awaited("finished", "an open building is finished before your next turn", _open_buildings, _is_finished),
    Awaited("finished_at_all", "an open building is ever finished", _open_buildings, _is_finished, by_the_end=True),
)
