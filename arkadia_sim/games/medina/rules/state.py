"""The state of a game as records: what all see, what stands behind the screens, the whole.

Every field is described once, here. In compiled code a field is read and written as ``record["name"][i]``.

* ``TABLE``     what everybody sees (M12.1, M12.3), and what may be placed where
* ``HOLDINGS``  the pieces that the players have at hand (M12.2)
* ``GAME``      the whole: table, holdings, the turn under way, the scores at the end

A bot is handed ``TABLE`` and ``HOLDINGS`` (its own row alone when ``holdings = hidden``); it never receives ``GAME``.
"""

import numpy as np
from numba import from_dtype

from arkadia_sim.games.medina.rules.bitboard import WORDS
from arkadia_sim.kernels.minds import aligned, limits_of, mind_of, room_for, settings_of
from arkadia_sim.kernels.play_loop import NOBODY as NOBODY

# -- sizes -----------------------------------------------------------------------------------------------------------
SEATS_MAX = 4
COLOURS = 4
TOWERS = 4
SIDES = 4
ARMS = 8
PALACES_MAX = 48
"""Palaces keep a square between them, edge or corner: the large board has room for no more."""
PLACEMENTS_IN_TURN = 2
TURNS_MAX = 288
"""More turns than any game can have: each takes one of 176 squares or 52 wall spaces, or roofs one of 48 palaces."""

# -- phases of a turn (M3) ---------------------------------------------------------------------------------------------
PLACE, TEA, END, OVER = range(4)
DECISIONS = ("place", "tea")
PHASE_NAMES = (*DECISIONS, "end", "over")
ASKED = len(DECISIONS)

# -- kinds of pieces ---------------------------------------------------------------------------------------------------
GREY, PURPLE, BROWN, ORANGE, STABLE, MERCHANT, WALL, ROOF, NEUTRAL_ROOF = range(9)
KINDS = 9
ON_SQUARES = 7
"""Kinds 0 to 6 go on a square of their own, roofs on a palace."""
KIND_NAMES = ("grey", "purple", "brown", "orange", "stable", "merchant", "wall", "roof", "neutral_roof")

# -- whose a palace or a tile is ---------------------------------------------------------------------------------------
OPEN = -2
"""A palace without a roof."""
NO_PALACE = -1
UNKNOWN = -1
"""Stands for another player's pieces when they are hidden."""

# -- how a game ends (M11.1) -------------------------------------------------------------------------------------------
NOT_OVER, END_ALL_PLACED, END_STUCK, END_FAILED = range(4)
END_NAMES = ("not over", "all_placed", "stuck", "failed")

# -- where a new street may begin (M7.4) -------------------------------------------------------------------------------
START_ONE, START_APART, START_ANYWHERE = range(3)

# -- what a palace scores (M11.2, M11.3) -------------------------------------------------------------------------------
BUILDING_POINTS, STABLE_POINTS, WALL_POINTS, MERCHANT_POINTS, WELL_POINTS = range(5)
POINT_KINDS = 5
POINT_NAMES = ("buildings", "stables", "walls", "merchants", "well")

TOWER_OF_ARM = np.array((0, 2, 3, 1, 0, 3, 2, 1), np.int64)
"""Side k has the arms 2k and 2k + 1, the first of which grows down or to the right. Sides: top (towers 1 and 3), bottom
(4 and 2), left (1 and 4), right (3 and 2); towers are counted from 0 here."""


_BOARD = ("u8", (WORDS,))

RULES_DTYPE = aligned(
    ("grow_from_palace", "u1"),  # grow_from = palace
    ("street_start", "i1"),  # START_ONE, START_APART or START_ANYWHERE
    ("roofs_first", "u1"),  # last_player = roofs_first
    ("every_extension", "u1"),  # tower_claim = every_extension
    ("tea_same_turn", "u1"),
    ("well_palace", "u1"),  # well_scoring = palace
    ("well_twelve", "u1"),  # well_squares = twelve
    ("largest_palace", "u1"),  # ties = largest_palace
    ("hidden", "u1"),  # holdings = hidden
    ("well_points", "i4"),
    ("tea_tiles", "i4", (PALACES_MAX,)),  # for the k-th roof on a purple palace; 0 beyond those that there are
    ("palace_values", "i4", (COLOURS,)),
    ("tower_values", "i4", (TOWERS,)),
    ("pieces", "i4", (KINDS,)),  # that a player has at the start
    ("tower_merchants", "i4", (TOWERS,)),  # on the tiles at the start
)
"""The options and knobs in force."""

TABLE_DTYPE = aligned(
    # who and when
    ("players", "i1"),
    ("first_seat", "i1"),
    ("seat", "i1"),  # on turn
    ("phase", "i1"),
    ("turn", "i2"),  # 0, 1, 2 …; being passed over is no turn (M3.3)
    ("short_turns", "i1"),  # turns from the start in which one piece alone is placed
    ("placed", "i1"),  # pieces placed in this turn
    ("must_roof", "u1"),  # the second piece must be an own roof (M3.6)
    # the board
    ("rows", "i1"),  # of city squares
    ("columns", "i1"),
    ("city", *_BOARD),
    ("well", "i2"),  # its bit
    ("well_region", *_BOARD),  # the well and the eight squares around it
    ("well_squares", *_BOARD),  # where pieces of a palace score (M11.3)
    ("occupied", *_BOARD),  # city squares with a piece or the well
    # palaces, in the order in which they were begun
    ("n_palaces", "i1"),
    ("colour", "i1", (PALACES_MAX,)),
    ("owner", "i1", (PALACES_MAX,)),  # a seat, NOBODY (neutral) or OPEN
    ("n_buildings", "i2", (PALACES_MAX,)),
    ("n_stables", "i2", (PALACES_MAX,)),
    ("buildings", "u8", (PALACES_MAX, WORDS)),
    ("pieces", "u8", (PALACES_MAX, WORDS)),  # buildings and stables
    ("around", "u8", (PALACES_MAX, WORDS)),  # its pieces and the squares around them
    ("arms", "u1", (PALACES_MAX,)),  # the arms that it touches, as bits (M8.3)
    ("claimed", "i2", (PALACES_MAX,)),  # the how-manyth roof of the game it got, from 1; 0 while open
    ("n_roofs", "i2"),  # on palaces
    ("purple_roofs", "i1"),  # on purple palaces
    ("growing", "i1", (COLOURS,)),  # the open palace that can grow, or NO_PALACE (M4.6)
    ("owned", "u1", (SEATS_MAX,)),  # the colours of which the seat owns a palace, as bits
    ("closed", "u1", (COLOURS,)),  # M6.4
    ("near", *_BOARD),  # squares of or around a piece of a palace
    ("near_several", *_BOARD),  # of or around pieces of two palaces or more
    ("beside_buildings", *_BOARD),  # next to a building
    # merchants
    ("merchants", *_BOARD),
    ("beside_merchant", *_BOARD),  # next to a merchant
    ("beside_merchants", *_BOARD),  # next to two merchants or more
    ("ends", "i2", (2,)),  # the bits of the street's first and last merchant
    ("streets", "i2"),  # begun so far
    # walls
    ("walls", *_BOARD),
    ("arm", "i1", (ARMS,)),  # walls of each arm
    ("side", "i1", (SIDES,)),  # wall spaces of each side
    ("arm_start", "i2", (ARMS,)),  # the bit of the arm's first space
    ("arm_step", "i2", (ARMS,)),  # from one space of it to the next
    ("inward", "i2", (SIDES,)),  # from a space of the side to the city square beside it
    # tiles
    ("tower_holder", "i1", (TOWERS,)),  # a seat, or NOBODY: the edge of the board
    ("tower_merchants", "i4", (TOWERS,)),  # merchants on the tile
    ("tile_palace", "i1", (COLOURS,)),  # M9.3
    ("palace_holder", "i1", (COLOURS,)),
    ("tea", "i4", (SEATS_MAX,)),  # tea tiles
    ("fresh_tea", "i4"),  # tea tiles that the player on turn got in this turn
    # what may be placed now, whoever has pieces left; see places.py
    ("places", "u8", (ON_SQUARES, WORDS)),  # squares (of the ring for walls) by kind
    ("n_places", "i2", (ON_SQUARES,)),
    ("new_street", "u1"),  # a merchant would begin a new street
    ("n_open", "i1", (COLOURS,)),  # open palaces by colour
    ("end", "i1"),
    ("rules", RULES_DTYPE),
)

HOLDINGS_DTYPE = aligned(
    ("pieces", "i4", (SEATS_MAX, KINDS)),  # at hand
)

DECISION_DTYPE = aligned(
    ("kind", "i1"),  # PLACE: of the piece
    ("square", "i2"),  # PLACE: the bit of its square; for a roof one of the palace's buildings
    ("take_tea", "u1"),  # TEA
)

PLACEMENT_DTYPE = aligned(
    ("kind", "i1"),
    ("square", "i2"),
    ("legal", "i4"),  # placements that the player could have made
    ("palace", "i1"),  # that was added to or roofed, or NO_PALACE
    ("colour", "i1"),  # of that palace
    ("to", "i1"),  # its owner, who gets what the placement brings; NOBODY where it concerns no palace
    ("begun", "u1"),  # the piece began a palace or a street
    ("claimed", "i2"),  # a roof: buildings and stables of the palace; else 0
    ("tea", "i4"),  # tea tiles that leave the stock
    ("tower_moved", "u1", (TOWERS,)),  # the tile changes its place, or merchants leave it
    ("tower_merchants", "i4", (TOWERS,)),  # merchants that leave it
    ("palace_moved", "u1"),  # the colour's palace tile changes its place
    ("closed", "u1"),  # the colour is closed
    ("returned", "i4", (SEATS_MAX,)),  # buildings that each seat gives back then
)
"""A placement and what it brings."""

TURN_DTYPE = aligned(
    ("game", "i4"),  # which game of the batch; filled in for logged turns only
    ("seat", "i1"),
    ("n_placed", "i1"),
    ("placements", PLACEMENT_DTYPE, (PLACEMENTS_IN_TURN,)),
    ("took_tea", "u1"),
    ("alone", "i1"),  # pieces placed when nobody else could place any
    ("chances", "i2"),  # decisions at which what the player is constrained in, or watched at, could be done or left
    ("chances_taken", "i2"),  # those at which it was done
    ("standing", "i4", (SEATS_MAX,)),  # points if the game ended after the turn; filled in for logged turns only
)
"""What happened in one turn: what a record tells of it, and what the metrics count."""

SCORES_DTYPE = aligned(
    ("palace", "i1", (SEATS_MAX, COLOURS)),  # the seat's palace of the colour, or NO_PALACE
    ("points", "i4", (SEATS_MAX, COLOURS, POINT_KINDS)),
    ("palace_tiles", "i4", (SEATS_MAX,)),
    ("tower_tiles", "i4", (SEATS_MAX,)),
    ("total", "i4", (SEATS_MAX,)),
    ("wins", "u1", (SEATS_MAX,)),
)
"""What everybody has scored (M11)."""

GAME_DTYPE = aligned(
    ("table", TABLE_DTYPE),
    ("holdings", HOLDINGS_DTYPE),
    ("veiled", HOLDINGS_DTYPE),  # what a bot is shown instead of the holdings when they are hidden
    ("now", TURN_DTYPE),  # the turn under way
    ("scores", SCORES_DTYPE),
)

PARAMETERS_MAX = 256
SCRATCH = 1024

BREAKS = 64 * WORDS * KINDS
"""Options are numbered by kind of piece and square, and then going without a tea break, and with one."""
LIMITS_DTYPE = limits_of(BREAKS + 2)
"""What a bot's constraints leave of the decision at hand; see ``sight/limits.py``."""

SETTINGS_DTYPE = settings_of(ASKED, PARAMETERS_MAX)

MIND_DTYPE = mind_of(
    SETTINGS_DTYPE,
    LIMITS_DTYPE,
    SCRATCH,
    ("points", "i4", (POINT_KINDS,)),  # scratch for scoring.score_palace
)

SETUP_DTYPE = aligned(
    ("region", *_BOARD),  # where the well and the first merchant may stand (M2.2)
)
"""What the set-up draws from."""

TABLE, HOLDINGS, DECISION, TURN = map(from_dtype, (TABLE_DTYPE, HOLDINGS_DTYPE, DECISION_DTYPE, TURN_DTYPE))
GAME, MIND, SETUP = map(from_dtype, (GAME_DTYPE, MIND_DTYPE, SETUP_DTYPE))

new_game, new_minds = room_for(1, GAME_DTYPE), room_for(SEATS_MAX, MIND_DTYPE)
"""Room for one ``GAME`` record, and for the ``MIND`` records of all seats."""
