"""The state of a game as records: what everybody sees, and the whole.

Every field is described once, here. In compiled code a field is read and written as ``record["name"][i]``. Sets of
squares, lines and guests are bits of whole numbers: bit 3 of a set of squares is square 3.

* ``TABLE``  what everybody sees: the board, the castles, the dice, and the candidates of the decision at hand (C11)
* ``GAME``   the whole: the table, the deck, the dice to come, the account of the turn, the scores at the end

A bot is handed ``TABLE`` and never receives ``GAME``.
"""

from typing import Any

from numba import from_dtype

from arkadia_sim.games.castle.box import BOLT_GUESTS, CROWN_GUESTS, GUESTS, HOURGLASS_GUESTS, LINES, SQUARES
from arkadia_sim.kernels.measures import Measure, row_of
from arkadia_sim.kernels.minds import aligned, limits_of, mind_of, room_for, settings_of
from arkadia_sim.kernels.play_loop import NOBODY as NOBODY
from arkadia_sim.rng import STREAM_WORDS

# -- sizes -----------------------------------------------------------------------------------------------------------
SEATS_MAX = 4
PARTS_MAX = 4
"""Walls, towers and floors of a castle (C1.3)."""
ALL_PARTS = 12
FLAGS_MAX = 6
LINE_FLAGS_MAX = 4
GROUPS_MAX = 8
CARDS_MAX = 20
APPRENTICE_CARDS = 16
DISPLAY = 3
STEPS_MAX = 255
"""Decisions and rolls of one turn that the engine follows, the last buildings included."""
SCRIPT_MAX = 256
TURNS_MAX = 10_000
"""More turns than any game can have."""

# -- faces of a die, resources first (C1.2) --------------------------------------------------------------------------
WOOD, STONE, GOLD, FOOD, RESIDENTS, JOKER = range(6)
RESOURCES = 4
SIDES = 6

# -- decisions, which are the phases of a game (C12) -----------------------------------------------------------------
DIE, USE, LINE, GUEST, BOLT, SQUARE, MOVE, STEAL, END, OVER = range(10)
DECISIONS = ("die", "use", "line", "guest", "bolt", "square", "move", "steal")
ASKED = len(DECISIONS)
ROLL = 8
"""A step of an account that is no decision: Dagobert's die."""

# -- picks -----------------------------------------------------------------------------------------------------------
ALL_SQUARES = (1 << SQUARES) - 1
TAKE_RESIDENTS, RAISE_FLAG, TAKE_CLOUD, PASS = range(SQUARES, SQUARES + 4)
"""Picks of ``use`` beside the squares."""
STOP_BUILDING = SQUARES
"""The pick of ``line`` beside the lines."""
STOP_MOVING = SQUARES * SQUARES
"""The pick of ``move`` beside the pairs, which are 12 times the square from plus the square to."""
LOST = 255
NOTHING = -1

# -- guests: their number, and sets of them (C8) ---------------------------------------------------------------------
N_GUESTS = len(GUESTS)
(
    ARCHITECT, BOHEMIAN, LOGGER, DAGOBERT, MAGICIAN, MERCHANT, MINER, PEASANT,
    SHEPHERDESS, KNIGHT, COOK, GUARD, MONK, TROLL,
    COURTESAN, JESTER, PRINCE, PRINCESS, QUEEN, KING,
) = range(N_GUESTS)  # fmt: skip
BOLTS = (1 << len(BOLT_GUESTS)) - 1
HOURGLASSES = ((1 << len(HOURGLASS_GUESTS)) - 1) << len(BOLT_GUESTS)
CROWNS = ((1 << len(CROWN_GUESTS)) - 1) << (len(BOLT_GUESTS) + len(HOURGLASS_GUESTS))
NO_CARD = -1
NO_POWER = -1
FRESH = -1
"""A power that has not begun to act."""

# -- effects of a line (C2.3) ----------------------------------------------------------------------------------------
NO_EFFECT, REACTIVATE, THEFT = range(3)
EFFECTS: Any = ("none", "reactivate", "steal")
DUE_GUEST, DUE_BOLT, DUE_THEFT = 1, 2, 4

# -- stages of a turn ------------------------------------------------------------------------------------------------
DICE, BUILDING, LAST_BUILDING, DONE = range(4)
NO_DIE = -1

# -- how a game ends (C9) --------------------------------------------------------------------------------------------
NOT_OVER, END_FINISHED, END_LIMIT, END_FAILED = range(4)
END_NAMES = ("not over", "finished", "limit", "failed")

POINT_NAMES = ("towers", "sun", "cloud", "clouds", "residents", "flags", "guests")
"""Sources of points (C10.1), in the order of a record."""


RULES_DTYPE = aligned(
    ("architect", "i4"),  # version = architect
    ("drawn", "i4"),  # boards = drawn
    ("every_turn", "i4"),  # build = every_turn
    ("at_once", "i4"),  # cash = at_once
    ("useful", "i4"),  # waste = useful
    ("others_pass", "i4"),
    ("joker_powers", "i4"),
    ("finish_turn", "i4"),  # finish = finish_turn
    ("parts_last", "i4"),  # last_building = parts
    ("guest_floors", "i4"),  # guest_room = floors
    ("cloud_limit", "i4"),  # the largest number where there is no limit
    ("parts_decide", "i4"),  # ties = parts
    ("die", "i4", (SIDES,)),
    ("tokens", "i4"),
    ("residents_per_die", "i4"),
    ("sun", "i4"),
    ("cloud", "i4"),
    ("shepherdess_cloud", "i4"),
    ("monk_flag", "i4"),
    ("turn_limit", "i4"),
)
"""The options and knobs in force."""

LINE_DTYPE = aligned(
    ("squares", "i4"),  # a set
    ("wall", "i4"),
    ("tower", "i4"),  # its points; 0 for none
    ("n_flags", "i4"),
    ("flags", "i4", (LINE_FLAGS_MAX,)),
    ("residents", "i4"),
    ("floor", "i4"),
    ("effect", "i4"),
)

BOARD_DTYPE = aligned(
    ("shape", "i4"),
    ("resource", "i4", (SQUARES,)),
    ("of_resource", "i4", (RESOURCES,)),  # the squares of each resource
    ("lines", LINE_DTYPE, (LINES,)),
    ("group_size", "i4"),
    ("groups", "i4"),
    ("group_points", "i4", (GROUPS_MAX,)),
    ("flag_room", "i4", (PARTS_MAX + 1,)),  # by the number of walls
    ("card_values", "i4", (APPRENTICE_CARDS,)),
)

CASTLE_DTYPE = aligned(
    ("tokens", "i4"),  # the squares with a token
    ("walls", "i4"),
    ("towers", "i4"),
    ("tower_points", "i4", (PARTS_MAX,)),  # in the order in which they were drawn
    ("floors", "i4"),
    ("flags", "i4"),
    ("flag_points", "i4", (FLAGS_MAX,)),  # in the order in which they were drawn
    ("residents", "i4"),
    ("clouds", "i4"),  # of the Shepherdess
    ("guests", "i4"),  # architect: the set of them
    ("values", "i4", (PARTS_MAX,)),  # apprentice: of the cards, in the order in which they were drawn
)
"""What a player has."""

TABLE_DTYPE = aligned(
    # who and when
    ("players", "i4"),
    ("first_seat", "i4"),
    ("seat", "i4"),  # the player who decides
    ("active", "i4"),  # the player on turn
    ("phase", "i4"),  # the decision at hand, END or OVER
    ("turn", "i4"),  # 0, 1, 2 …
    ("stage", "i4"),  # of the turn: DICE, BUILDING, LAST_BUILDING or DONE
    ("offset", "i4"),  # players since the first of this stage
    # dice
    ("dice", "i4", (2,)),
    ("chosen", "i4"),  # die that the deciding player has chosen first, or NO_DIE
    ("face", "i4"),  # that is used at a decision ``use``
    ("uses", "i4"),  # dice that the deciding player still uses
    # building
    ("stopped", "i4"),
    ("cashable", "i4"),  # the lines complete when the player's building began
    ("cashed", "i4"),  # the lines cashed in this building
    ("cashing", "i4"),  # a line is being worked out
    ("due", "i4"),  # what the line still brings: DUE_GUEST, DUE_BOLT, DUE_THEFT
    ("power", "i4"),  # the guest whose power acts, or NO_POWER
    ("times", "i4"),  # how often it still acts; FRESH before it begins
    ("moved", "i4"),  # where the Magician has moved a token to, or NOTHING
    # the decision at hand; see candidates.py
    ("open", "i4"),  # the set of candidates, but for moves and thefts
    ("movable", "i4"),  # squares from which a token can be moved
    ("free", "i4"),  # squares to which it can be moved
    ("stealable", "i4", (SEATS_MAX,)),  # the guests that can be stolen of each seat
    ("n", "i4"),  # candidates
    # the game
    ("castles", CASTLE_DTYPE, (SEATS_MAX,)),
    ("sun", "i4"),  # the seat that has it, or NOBODY
    ("finisher", "i4"),
    ("display", "i4", (DISPLAY,)),  # architect: the guests to choose from
    ("next_card", "i4"),  # cards taken from the deck so far
    ("end", "i4"),
    ("board", BOARD_DTYPE),
    ("rules", RULES_DTYPE),
)

STEP_DTYPE = aligned(
    ("seat", "u1"),
    ("kind", "u1"),  # a phase, or ROLL
    ("pick", "u1"),  # GUEST: the guest; ROLL: the face
    ("of", "u1"),  # candidates
)
"""A decision of a turn, or a roll of Dagobert's die."""

WATCHED_DTYPE = aligned(
    ("chances", "i4"),  # decisions at which what the player is constrained in, or watched at, could be done or left
    ("chances_taken", "i4"),  # those at which it was done
)

TURN_DTYPE = aligned(
    ("game", "i4"),  # which game of the batch; filled in for logged turns only
    ("seat", "i4"),
    ("dice", "i4", (2,)),
    ("n_steps", "i4"),
    ("n_last", "i4"),  # steps before the last buildings
    ("last", "i4"),  # the last buildings belong to this turn
    ("watched", WATCHED_DTYPE, (SEATS_MAX,)),
    ("standing", "i4", (SEATS_MAX,)),  # points if the game ended after the turn; filled in for logged turns only
    ("steps", STEP_DTYPE, (STEPS_MAX,)),
)
"""What happened in one turn: all that a record tells of it."""

TALLY = (
    Measure("decisions", "i4", "decisions", "decisions with two candidates or more"),
    Measure("options", "i8", "candidates", "candidates of these decisions, summed", column=""),
    Measure("dice_lost", "i4", "dice", "dice lost, for want of a square or a token (C5.2)"),
    Measure("residents_taken", "i4", "dice", "dice used for residents"),
    Measure("residents_over_token", "i4", "dice", "those of them that could have placed a token"),
    Measure("lines_cashed", "i4", "lines", "lines cashed"),
    Measure("flag_lines", "i4", "lines", "lines cashed that brought a flag"),
    Measure("reactivations", "i4", "guests", "Bolt guests reactivated (C7.6)"),
    Measure("thefts", "i4", "guests", "guests stolen from others (C8.6)"),
)
"""What is counted of a player as the game goes, as measures of the rows."""
TALLY_DTYPE = row_of(TALLY)

SCORES_DTYPE = aligned(
    ("points", "i4", (SEATS_MAX, len(POINT_NAMES))),
    ("total", "i4", (SEATS_MAX,)),
    ("wins", "i4", (SEATS_MAX,)),
)
"""What everybody has scored (C10)."""

GAME_DTYPE = aligned(
    ("table", TABLE_DTYPE),
    ("deck", "i4", (CARDS_MAX,)),  # all cards: guests, or values
    ("luck", "u8", (STREAM_WORDS,)),  # the dice of turns to come
    ("more_luck", "u8", (STREAM_WORDS,)),  # Dagobert's rolls to come
    ("board_number", "i4"),  # of a board that is named by its number; 0 for any other
    ("deck_number", "i4"),  # the same of the order of the deck
    ("scripted", "i4"),  # faces in the script that are still to be rolled, before luck decides again
    ("read", "i4"),  # dice rolled, by script or luck; the script is read from the place 0
    ("script", "i1", (SCRIPT_MAX,)),
    ("now", TURN_DTYPE),  # the turn under way
    ("tally", TALLY_DTYPE, (SEATS_MAX,)),
    ("scores", SCORES_DTYPE),
)

DECISION_DTYPE = aligned(
    ("pick", "i4"),  # one of the candidates
)

PARAMETERS_MAX = 256
SCRATCH = 64
LIMITS_DTYPE = limits_of(64)
"""What a bot's constraints leave of the decision at hand, with picks as the numbers of options."""

SETTINGS_DTYPE = settings_of(ASKED, PARAMETERS_MAX)

MIND_DTYPE = mind_of(SETTINGS_DTYPE, LIMITS_DTYPE, SCRATCH)

SHAPES_MAX = 3
SETUP_DTYPE = aligned(
    ("lines", "i4", (SHAPES_MAX, LINES)),  # the squares of each line, as sets
    ("photo_row", "i4", (SHAPES_MAX,)),
    ("photo_column", "i4", (SHAPES_MAX,)),
    ("boards", "i4", (2,)),  # numbers of the boards that a deal chooses from: the first, and how many; 0 for any board
    ("decks", "i4", (2,)),  # the same of the orders of the deck
)
"""What a board and the order of the deck are drawn from (C13, C3.2)."""

TABLE, DECISION, TURN = map(from_dtype, (TABLE_DTYPE, DECISION_DTYPE, TURN_DTYPE))
GAME, MIND, SETUP = map(from_dtype, (GAME_DTYPE, MIND_DTYPE, SETUP_DTYPE))

new_game, new_minds = room_for(1, GAME_DTYPE), room_for(SEATS_MAX, MIND_DTYPE)
"""Room for one ``GAME`` record, and for the ``MIND`` records of all seats."""
