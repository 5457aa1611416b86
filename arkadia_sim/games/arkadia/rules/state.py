"""The state of a game as records: what all see, what one player sees, what nobody sees.

Every field is described once, here. In compiled code a field is read and written as ``record["name"][i]``.

* ``TABLE``     what everybody sees (R10.1)
* ``HOLDINGS``  what stands behind the screens: seals, workers, gold of all seats (R10.2)
* ``HAND``      one player's cards and, on turn, where they can be laid out
* ``GAME``      the whole: table, holdings, four hands, the stack that nobody sees, the turn under way

A bot is handed ``TABLE``, ``HOLDINGS`` (its own row alone when ``holdings = hidden``) and its own ``HAND``; it never
receives ``GAME``, so a peek at the stack or another hand does not type-check.
"""

from typing import Any

from numba import from_dtype

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.box import OUTLINES
from arkadia_sim.games.arkadia.rules.bitboard import WORDS
from arkadia_sim.kernels.minds import aligned, limits_of, mind_of, room_for, settings_of
from arkadia_sim.kernels.play_loop import NOBODY as NOBODY

# -- sizes ---------------------------------------------------------------------------------------------------------
SEATS_MAX = 4
FAMILIES = 4
FORMS_MAX = 16
ORIENTATIONS_MAX = 8
SQUARES_MAX = 6
OFFSETS_MAX = 16
CORNERS_MAX = 8
RING_MAX = 16  # more squares than lie next to any building or to the lot
TOUCHED_MAX = 4  # a square has four neighbours, so a worker on it touches no more buildings
CARDS_MAX = 64
CARD_KINDS = FORMS_MAX * FAMILIES  # numbers that a card may have: form * 4 + family
BUILDINGS_MAX = CARDS_MAX + 1
HAND_MAX = 16
FACE_UP_MAX = 8
CASTLE_SQUARES = 10
FLOORS = 3
TURNS_MAX = 2048
"""More turns than any game can have: each takes a card, a worker or a banner, or is one of fewer than four passes."""

# -- phases of a turn (R3.1) -----------------------------------------------------------------------------------------
MUST, DRAW, CASTLE, BANNER, END, OVER = range(6)
DECISIONS = ("must", "draw", "castle", "banner")
PHASE_NAMES = (*DECISIONS, "end", "over")
ASKED = len(DECISIONS)  # phases in which a decision is wanted: MUST to BANNER

# -- kinds of must (R3) ----------------------------------------------------------------------------------------------
PASS, BUILD, WORKERS = range(3)
MUST_NAMES = ("pass", "build", "workers")

# -- draws (R4.5) ----------------------------------------------------------------------------------------------------
FROM_STACK = FACE_UP_MAX
NO_DRAW = -1

# -- how a game ends (R9) --------------------------------------------------------------------------------------------
NOT_OVER, END_CASTLE, END_STALEMATE, END_FAILED = range(4)
END_NAMES = ("not over", "castle", "stalemate", "failed")

NO_CARD = -1
NO_FAMILY = -1
LOT = 0  # the castle lot is building number 0
UNKNOWN = -1  # stands for another player's holdings when they are hidden
UNLIMITED_SUPPLY = 1 << 20  # seals per family under ``seal_supply = unlimited``: more than can ever be taken


_BOARD = ("u8", (WORDS,))

RULES_DTYPE = aligned(
    ("workers_at_castle", "u1"),
    ("others_only", "u1"),  # final_round = others_only
    ("hidden", "u1"),  # holdings = hidden
    ("unlimited", "u1"),  # seal_supply = unlimited
    ("start_workers", "i2", (SEATS_MAX,)),
    ("start_gold", "i4", (SEATS_MAX,)),
    ("start_neutrals", "i2"),  # per player, first game only
    ("banners", "i2"),
    ("workers_per_banner", "i2"),
    ("hand_size", "i2"),
    ("face_up", "i2"),
    ("neutral_workers", "i2"),
    ("seals_per_family", "i4"),
    ("floor_pieces", "i2", (FLOORS,)),
)
"""The options and knobs in force (R2, R4.1, R5.2, R9.2, R10.2)."""

OUTLINES_DTYPE = aligned(
    ("choice", "i1"),  # which outlines these are: a place in OUTLINE_NAMES
    ("n_forms", "i1"),
    ("n_orientations", "i1", (FORMS_MAX,)),
    ("n_squares", "i1", (FORMS_MAX,)),
    ("offset", "i1", (FORMS_MAX, ORIENTATIONS_MAX, SQUARES_MAX)),  # bits from the anchor (the box's top left)
    ("shift", "i1", (FORMS_MAX, ORIENTATIONS_MAX, SQUARES_MAX)),  # the same as an index into `shifts`
    ("joins", "i1", (FORMS_MAX, ORIENTATIONS_MAX)),  # its squares' neighbours that are squares of its own, summed
    # squares next to it that touch k of its squares, k - 1 times each, as bits from the anchor
    ("n_corners", "i1", (FORMS_MAX, ORIENTATIONS_MAX)),
    ("corners", "i1", (FORMS_MAX, ORIENTATIONS_MAX, CORNERS_MAX)),
    ("n_shifts", "i1"),
    ("shifts", "i1", (OFFSETS_MAX,)),  # the distinct offsets; shifts[0] is 0
)
"""The outlines of the building forms, in every way they may be turned."""

OUTLINE_NAMES = tuple(OUTLINES)

TABLE_DTYPE = aligned(
    # who and when
    ("players", "i1"),
    ("first_seat", "i1"),
    ("seat", "i1"),  # on turn
    ("phase", "i1"),
    ("turn", "i2"),  # 0, 1, 2 …; passes count
    ("must_pass", "u1"),  # in phase MUST: neither R4 nor R5 can be done
    ("pieces_due", "i2"),  # in phase CASTLE: pieces still to be placed this turn
    # the board
    ("occupied", *_BOARD),
    ("camps", *_BOARD),
    ("own", "u8", (SEATS_MAX, WORDS)),  # workers on the board, per seat
    ("neutral", *_BOARD),
    # buildings in the order they were laid out; 0 is the lot
    ("n_buildings", "i1"),
    ("squares", "u8", (BUILDINGS_MAX, WORDS)),
    ("ring", "u8", (BUILDINGS_MAX, WORDS)),  # squares of the board orthogonally next to the building
    ("card", "i1", (BUILDINGS_MAX,)),  # form * 4 + family; NO_CARD for the lot
    ("has_seal", "u1", (BUILDINGS_MAX,)),  # a seal lies on it
    ("complete", "u1", (BUILDINGS_MAX,)),
    ("n_open", "i1"),
    ("open", "i1", (BUILDINGS_MAX,)),  # the buildings not complete, in the order laid out, without the lot
    # the castle
    ("top", "i1", (CASTLE_SQUARES,)),  # family seen from above, NO_FAMILY where bare
    ("covered", "u1", (CASTLE_SQUARES,)),  # has a piece of the floor under construction
    ("n_covered", "i1"),
    ("floor", "i1"),  # under construction: 0, 1, 2
    ("pools", "i2", (FLOORS, FAMILIES)),  # pieces left
    ("value", "i2", (FAMILIES,)),  # of one seal, 0 to 10
    # supplies
    ("supply", "i4", (FAMILIES,)),
    ("own_pool", "i2", (SEATS_MAX,)),
    ("neutral_pool", "i2"),
    ("banners", "i2", (SEATS_MAX,)),
    # cards
    ("deck", "i1", (CARD_KINDS,)),  # how many cards of each number the game has, those of all buildings included
    ("face_up", "i1", (FACE_UP_MAX,)),  # NO_CARD where a place is empty
    ("stack_left", "i1"),
    ("hand_count", "i1", (SEATS_MAX,)),
    ("n_known", "i1", (SEATS_MAX,)),
    ("known", "i1", (SEATS_MAX, HAND_MAX)),  # cards taken face up and not played since
    # the end
    ("end_seat", "i1"),  # who began the end, or NOBODY
    ("turns_left", "i1"),  # in the last round: turns left, this one included; -1 before
    ("passes", "i1"),  # turns in a row without a must or a banner
    ("end", "i1"),
    ("rules", RULES_DTYPE),
    ("outlines", OUTLINES_DTYPE),
)

HOLDINGS_DTYPE = aligned(
    ("gold", "i4", (SEATS_MAX,)),
    ("seals", "i4", (SEATS_MAX, FAMILIES)),
    ("workers", "i2", (SEATS_MAX,)),  # own workers at hand
    ("neutrals", "i2", (SEATS_MAX,)),  # neutral workers at hand
)

HAND_DTYPE = aligned(
    ("n", "i1"),
    ("cards", "i1", (HAND_MAX,)),
    # on turn: the legal builds, as anchors. A card's builds depend on its form alone.
    ("n_distinct", "i1"),
    ("distinct", "i1", (HAND_MAX,)),  # the different cards
    ("n_builds", "i4"),  # over all different cards
    ("form_builds", "i4", (FORMS_MAX,)),
    ("n_anchors", "i2", (FORMS_MAX, ORIENTATIONS_MAX)),
    ("anchors", "u8", (FORMS_MAX, ORIENTATIONS_MAX, WORDS)),
)

DECISION_DTYPE = aligned(
    ("kind", "i1"),  # MUST: PASS, BUILD or WORKERS
    ("card", "i1"),  # BUILD
    ("orientation", "i1"),  # BUILD
    ("anchor", "i2"),  # BUILD: bit of the top left of the outline's box
    ("building", "i1"),  # WORKERS: the building chosen
    ("own", *_BOARD),  # WORKERS: squares that get an own worker
    ("neutral", *_BOARD),  # WORKERS: squares that get a neutral one
    ("draw", "i1"),  # DRAW: a face-up place or FROM_STACK
    ("family", "i1"),  # CASTLE: of the piece
    ("castle_square", "i1"),  # CASTLE: 0 to 9
    ("use_banner", "u1"),  # BANNER
    ("sold", "i4", (FAMILIES,)),  # BANNER: seals sold
)

TURN_DTYPE = aligned(
    ("game", "i4"),  # which game of the batch; filled in for logged turns only
    ("seat", "i1"),
    ("kind", "i1"),
    ("card", "i1"),
    ("building", "i1"),  # laid out or chosen
    ("squares", *_BOARD),  # of that building
    ("own", *_BOARD),
    ("neutral", *_BOARD),
    ("camps", "i1"),  # neutral workers taken for camps covered
    ("dearest", "u1"),  # the building's family was worth most, alone or with others, when it was laid out
    ("draw", "i1"),
    ("legal_builds", "i4"),
    ("worker_buildings", "i2"),  # buildings that workers could have been put next to
    ("n_completed", "i1"),
    ("completed", "i1", (BUILDINGS_MAX,)),
    ("paid", "i2", (BUILDINGS_MAX, SEATS_MAX)),  # seals per seat, the one that lay there included
    ("trigger", "u1", (BUILDINGS_MAX,)),  # whether a seal lay there
    ("n_pieces", "i1"),
    ("piece_family", "i1", (BUILDINGS_MAX,)),
    ("piece_square", "i1", (BUILDINGS_MAX,)),
    ("pieces_gave", "i4", (SEATS_MAX,)),  # what these pieces changed the worth of each seat's seals by
    ("used_banner", "u1"),
    ("workers_brought", "i2"),  # own workers that the banner brought
    ("sold", "i4", (FAMILIES,)),
    ("sale_gold", "i4"),
    ("chances", "i2"),  # decisions at which what the player is constrained in, or watched at, could be done or left
    ("chances_taken", "i2"),  # those at which it was done
    # how things stand when the turn is over; filled in for logged turns only
    ("value", "i2", (FAMILIES,)),
    ("standing", "i4", (SEATS_MAX,)),  # gold, with all seals at today's value
)
"""What happened in one turn: what a record tells of it, and what the metrics count."""

GAME_DTYPE = aligned(
    ("table", TABLE_DTYPE),
    ("holdings", HOLDINGS_DTYPE),
    ("hands", HAND_DTYPE, (SEATS_MAX,)),
    ("stack", "i1", (CARDS_MAX,)),  # the last of `stack_left` cards is drawn next
    ("now", TURN_DTYPE),  # the turn under way
    ("veiled", HOLDINGS_DTYPE),  # what a bot is shown instead of the holdings when they are hidden
    ("shifted", "u8", (2, OFFSETS_MAX, WORDS)),  # scratch of the search for builds
)

CANDIDATES_MAX = 512
CANDIDATE_DTYPE = aligned(
    ("building", "i1"), ("n_own", "i1"), ("n_neutral", "i1"), ("own", *_BOARD), ("neutral", *_BOARD)
)
ANCHORS = 208  # the places of the board, 0 to 203, and some more: machines like multiples of 16
MARGIN, BEYOND = 32, 256
"""Room before and behind the board's squares, so that a square next to or of a building can be looked up for any
anchor; where nothing is."""
OUTLOOK_DTYPE = aligned(
    ("n", "i1"),
    ("vacant", "u8", (BUILDINGS_MAX, WORDS)),  # vacant squares next to the building
    ("n_vacant", "i2", (BUILDINGS_MAX,)),
    ("family", "i1", (BUILDINGS_MAX,)),
    ("seal", "i1", (BUILDINGS_MAX,)),  # 1 where a seal lies
    ("mine", "i2", (BUILDINGS_MAX,)),  # own workers next to it
    ("others", "i2", (BUILDINGS_MAX,)),  # the other players' workers next to it
    ("next", "i2", (BUILDINGS_MAX,)),  # the next player's workers next to it
    ("touching", "u8", (64 * WORDS,)),  # per vacant square, the entries k of the buildings next to it, as bits
    ("around", "u2", (MARGIN + 64 * WORDS + BEYOND,)),  # what is on each square; see look()
    ("beside", "u2", (64 * WORDS + BEYOND,)),  # what is on the four squares next to each square; see look()
    ("promise", "f4", (64 * WORDS + BEYOND,)),  # what a bot notes for each square; see sum_up()
    ("beside_sum", "u2", (ANCHORS,)),  # what sum_beside() fills in
    ("promise_sum", "f4", (ANCHORS,)),
    ("reaching", "u8", (TOUCHED_MAX + 1, WORDS)),  # vacant squares by how many of these buildings they touch
    ("lots", "u8"),  # what equal choices are told apart with; see lots.py
    ("order", "i8", (RING_MAX,)),  # squares in the order in which they are given workers; see put_in_order()
    ("first", "u8", (RING_MAX + 1, WORDS)),  # the set of the first so many of them
    ("taken", "i8", (BUILDINGS_MAX,)),  # scratch
    ("kept", *_BOARD),  # scratch
    ("all_vacant", *_BOARD),  # all of `vacant` together
    ("free", *_BOARD),  # all vacant squares of the board
    ("my_workers", *_BOARD),
    ("their_workers", *_BOARD),
    ("next_workers", *_BOARD),
)
"""The buildings not complete, seen by the player on turn: entry k belongs to ``table["open"][k]``."""

LIMITS_DTYPE = limits_of(
    HAND_MAX * ORIENTATIONS_MAX * 64 * WORDS,
    ("listed", "i8"),  # scratch
    ("trial", DECISION_DTYPE),  # scratch
)
"""What a bot's constraints leave of the decision at hand. Builds are numbered by place in ``hand["distinct"]``,
orientation and anchor, draws by place, castle pieces by family and square; see ``sight/limits.py``."""

PARAMETERS_MAX = 832
SCRATCH = 4992
SETTINGS_DTYPE = settings_of(ASKED, PARAMETERS_MAX)

MIND_DTYPE = mind_of(
    SETTINGS_DTYPE,
    LIMITS_DTYPE,
    SCRATCH,
    ("n_candidates", "i4"),
    ("candidates", CANDIDATE_DTYPE, (CANDIDATES_MAX,)),  # scratch, worthless between decisions
    ("outlook", OUTLOOK_DTYPE),  # scratch, filled by outlook.look()
)

SETUP_DTYPE = aligned(
    ("n_cards", "i1"),
    ("cards", "i1", (CARDS_MAX,)),  # the deck before shuffling
    ("n_lots", "i2"),
    ("lots", "u8", (256, WORDS)),  # every place of the lot that is legal but for camps that are drawn
    ("n_camps", "i2"),  # to be drawn; 0 where they are printed on the board
    ("camp_squares", *_BOARD),  # where they may lie
    ("lot_seals", "i1", (CASTLE_SQUARES,)),
    ("n_placed", "i1"),
    ("placed_card", "i1", (CARDS_MAX,)),
    ("placed_squares", "u8", (CARDS_MAX, WORDS)),
)
"""What the set-up draws from (R2)."""

TABLE, HOLDINGS, HAND, DECISION = map(from_dtype, (TABLE_DTYPE, HOLDINGS_DTYPE, HAND_DTYPE, DECISION_DTYPE))
TURN, GAME, MIND, SETUP = map(from_dtype, (TURN_DTYPE, GAME_DTYPE, MIND_DTYPE, SETUP_DTYPE))


@inlined
def family_of(card: Any) -> Any:
    return card & 3


@inlined
def form_of(card: Any) -> Any:
    return card >> 2


new_game, new_minds = room_for(1, GAME_DTYPE), room_for(SEATS_MAX, MIND_DTYPE)
"""Room for one ``GAME`` record, and for the ``MIND`` records of all seats."""
