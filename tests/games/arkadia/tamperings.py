"""Ways to spoil a valid game record, each with the rule that it breaks and where.

Each function changes the record in place and returns ``(rule, turn)``: the number of the rule, or ``"record"`` for the
format, and the turn, None for the set-up and the number of turns for the end.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
Fault = tuple[str, int | None]
Tampering = Callable[[Record], Fault]

SETUP: dict[str, Tampering] = {}
PLAY: dict[str, Tampering] = {}
FIRST_GAME: dict[str, Tampering] = {}
STALEMATE: dict[str, Tampering] = {}
SMALL_CASTLE: dict[str, Tampering] = {}


def into(where: dict[str, Tampering]) -> Callable[[Tampering], Tampering]:
    """Enter a tampering under its name among those for one kind of game."""

    def enter(tampering: Tampering) -> Tampering:
        where[tampering.__name__] = tampering
        return tampering

    return enter


def setting(name: str, rule: str, **changes: Any) -> None:
    """Enter a tampering that changes fields of the record, or of its rules when they are named ``rules_…``."""

    def change(record: Record) -> Fault:
        for field, value in changes.items():
            if field.startswith("rules_"):
                record["rules"][field.removeprefix("rules_")] = value
            else:
                record[field] = value
        return rule, None

    SETUP[name] = change


# -- finding a place to tamper with ------------------------------------------------------------------------------------


def turns_with(record: Record, field: str) -> Iterator[tuple[int, Any]]:
    """The turns in which something stands in a field."""
    return ((number, turn) for number, turn in enumerate(record["turns"]) if turn[field] not in (None, []))


def builds(record: Record) -> Iterator[tuple[int, Any]]:
    """The turns in which a building was laid out."""
    return ((number, turn) for number, turn in turns_with(record, "must") if "build" in turn["must"])


def introductions(record: Record) -> Iterator[tuple[int, Any]]:
    """The turns in which workers were introduced."""
    return ((number, turn) for number, turn in turns_with(record, "must") if "workers" in turn["must"])


def sales(record: Record) -> Iterator[tuple[int, Any]]:
    """The turns in which seals were sold."""
    return ((number, turn) for number, turn in turns_with(record, "banner") if turn["banner"]["gold"])


def moved(squares: list[list[int]], rows: int, columns: int) -> list[list[int]]:
    """Squares elsewhere."""
    return [[row + rows, column + columns] for row, column in squares]


def first_build_moved(record: Record, wanted: Callable[[set[tuple[int, int]], set[tuple[int, int]]], bool]) -> int:
    """Move the first building laid out to where ``wanted(its squares, the lot)`` holds; only the lot stands by then."""
    number, turn = next(builds(record))
    assert number == 0
    lot = {(row, column) for row, column in record["lot"]}
    for rows in range(-12, 13):
        for columns in range(-16, 17):
            place = moved(turn["must"]["squares"], rows, columns)
            on_board = all(0 <= row < 12 and 0 <= column < 16 for row, column in place)
            if on_board and wanted({(row, column) for row, column in place}, lot):
                turn["must"]["squares"] = place
                return number
    raise AssertionError("the board has no such place")


def next_to(squares: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Squares next to these, on the board or not."""
    return {(r + dr, c + dc) for r, c in squares for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} - squares


# -- the set-up --------------------------------------------------------------------------------------------------------

setting("another format", "record", format="arkadia-record/2")
setting("a field that there is not", "record", comment="what a game")
setting("five players", "R1.5", players=5, bots=["random"] * 5)
setting("players as a text", "record", players="3")
setting("players as true", "record", players=True)
setting("a bot too few", "record", bots=["random"])
setting("no bots but null", "record", bots=None)
setting("seed as a fraction", "record", seed=1.5)
setting("an option that there is not", "record", rules_weather="fine")
setting("an unknown choice", "R2.2", rules_setup="third_game")
setting("a yes or no as a number", "R4.1", rules_flip_tiles=0)
setting("a yes or no as a text", "R5.2", rules_workers_at_castle="true")
setting("a final round that there is not", "R9.2", rules_final_round="everybody")
setting("a count as a fraction", "R2.3", rules_start_workers=3.0)
setting("a count as true", "R2.3", rules_banners=True)
setting("too many own workers", "R2.3", rules_start_workers=4)
setting("no stack", "R2.3", rules_hand_size=13)
setting("too few castle pieces", "R2.3", rules_floor_pieces=[2, 3, 1])
setting("two floors", "R2.3", rules_floor_pieces=[3, 3])
setting("another number of cards dealt", "R2.1", rules_hand_size=5)
setting("another number of open cards", "R2.1", rules_face_up=4)
setting("a board of eleven rows", "R1.1", board=["." * 16] * 11)
setting("a board with water", "R1.1", board=["." * 15 + "~", *["." * 16] * 11])
setting("a small lot", "R1.2", lot=[[4, 6], [4, 7], [5, 6], [5, 7]])
setting("a lot in two parts", "R1.2", lot=[[r, c] for r in (4, 5, 7) for c in range(6, 10)])
setting("a lot over the edge", "R1.2", lot=[[r, c] for r in (10, 11, 12) for c in range(6, 10)])
setting("a lot that is no list", "record", lot={"row": 4, "column": 6})
setting("a seat that there is not", "R2", first_seat=3)
setting("a seat below zero", "R2", first_seat=-1)
setting("a building at the start", "R2.2", placed=[{"card": "house/red", "squares": [[0, 0], [0, 1]]}])
setting("turns as an object", "record", turns={})


@into(SETUP)
def field_left_out(record: Record) -> Fault:
    del record["seed"]
    return "record", None


@into(SETUP)
def option_left_out(record: Record) -> Fault:
    del record["rules"]["holdings"]
    return "record", None


@into(SETUP)
def lot_on_a_camp(record: Record) -> Fault:
    record["lot"] = [[row, column] for row in range(3) for column in range(4)]
    return "R1.2", None


@into(SETUP)
def lot_square_twice(record: Record) -> Fault:
    record["lot"].append(record["lot"][0])
    return "record", None


@into(SETUP)
def three_seals_of_a_family_on_the_lot(record: Record) -> Fault:
    record["lot_seals"][record["lot_seals"].index(None)] = "red"
    return "R1.2", None


@into(SETUP)
def nine_castle_squares(record: Record) -> Fault:
    record["lot_seals"].pop()
    return "R1.2", None


@into(SETUP)
def shape_in_two_parts(record: Record) -> Fault:
    record["shapes"]["farm"] = ["##.#"]
    return "R1.3", None


@into(SETUP)
def shape_too_many(record: Record) -> Fault:
    record["shapes"]["castle"] = ["####", "#..."]
    return "R1.3", None


@into(SETUP)
def shape_left_out(record: Record) -> Fault:
    del record["shapes"]["mill"]
    return "R1.3", None


@into(SETUP)
def card_left_out(record: Record) -> Fault:
    record["stack"].pop()
    return "R1.3", None


@into(SETUP)
def card_turned_into_another(record: Record) -> Fault:
    record["stack"][-1] = "mill/red" if record["stack"][-1] != "mill/red" else "mill/olive"
    return "R1.3", None


@into(SETUP)
def card_of_no_family(record: Record) -> Fault:
    record["hands"][0][0] = "mill/gold"
    return "R1.3", None


@into(SETUP)
def card_in_the_wrong_hand(record: Record) -> Fault:
    record["hands"][0].append(record["hands"][1].pop())
    return "R2.1", None


@into(SETUP)
def open_card_on_the_stack(record: Record) -> Fault:
    record["stack"].append(record["face_up"].pop())
    return "R2.1", None


@into(SETUP)
def open_place_empty_at_the_start(record: Record) -> Fault:
    record["face_up"][0] = None
    return "record", None


# -- the must ----------------------------------------------------------------------------------------------------------


@into(PLAY)
def wrong_seat(record: Record) -> Fault:
    record["turns"][3]["seat"] = record["turns"][4]["seat"]
    return "R3", 3


@into(PLAY)
def seat_as_true(record: Record) -> Fault:
    record["turns"][1]["seat"] = True
    return "record", 1


@into(PLAY)
def turn_left_out(record: Record) -> Fault:
    del record["turns"][5]
    return "R3", 5


@into(PLAY)
def pass_by_choice(record: Record) -> Fault:
    record["turns"][4].update(must=None, draw=None)
    return "R3.1", 4


@into(PLAY)
def turn_without_a_field(record: Record) -> Fault:
    del record["turns"][7]["castle"]
    return "record", 7


@into(PLAY)
def must_of_nothing(record: Record) -> Fault:
    record["turns"][2]["must"] = {}
    return "record", 2


@into(PLAY)
def must_that_builds_and_introduces(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["workers"] = []
    return "record", number


@into(PLAY)
def card_not_held(record: Record) -> Fault:
    number, turn = next(builds(record))
    held = record["hands"][turn["seat"]]
    form = turn["must"]["build"].partition("/")[0]
    others = (f"{form}/{family}" for family in ("red", "olive", "black", "silver"))
    turn["must"]["build"] = next(card for card in others if card not in held)
    assert number == 0
    return "R4.1", number


@into(PLAY)
def card_that_there_is_not(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["build"] = "palace/red"
    return "R1.3", number


@into(PLAY)
def outline_of_another_form(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["squares"].pop()
    return "R4.1", number


@into(PLAY)
def building_turned_over(record: Record) -> Fault:
    number, turn = next(one for one in builds(record) if one[1]["must"]["build"].startswith(("smithy", "monastery")))
    squares = turn["must"]["squares"]
    columns = [column for _, column in squares]
    turn["must"]["squares"] = [[row, min(columns) + max(columns) - column] for row, column in squares]
    return "R4.1", number


@into(PLAY)
def building_over_the_edge(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["squares"] = moved(turn["must"]["squares"], 12, 0)
    return "R4.1", number


@into(PLAY)
def building_on_the_lot(record: Record) -> Fault:
    return "R4.2", first_build_moved(record, lambda place, lot: bool(place & lot))


@into(PLAY)
def building_apart(record: Record) -> Fault:
    return "R4.3", first_build_moved(record, lambda place, lot: not (place | next_to(place)) & lot)


@into(PLAY)
def building_square_twice(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["squares"].append(turn["must"]["squares"][0])
    return "record", number


@into(PLAY)
def building_square_of_fractions(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["squares"][0] = [float(number) for number in turn["must"]["squares"][0]]
    return "record", number


@into(PLAY)
def draw_left_out(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["draw"] = None
    return "R4.5", number


@into(PLAY)
def draw_from_a_fourth_place(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["draw"] = 3
    return "R4.5", number


@into(PLAY)
def draw_from_the_hand(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["draw"] = "hand"
    return "record", number


@into(PLAY)
def draw_after_workers(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["draw"] = "stack"
    return "R4.5", number


@into(PLAY)
def draw_from_an_empty_stack(record: Record) -> Fault:
    number, turn = next((number, turn) for number, turn in builds(record) if turn["draw"] is None)
    turn["draw"] = "stack"
    return "R4.5", number


@into(PLAY)
def no_workers(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["workers"] = []
    return "R5.1", number


@into(PLAY)
def workers_not_at_hand(record: Record) -> Fault:
    """Nobody has a neutral worker before a camp was covered."""
    number, turn = next(introductions(record))
    camps = {
        (row, column) for row, line in enumerate(record["board"]) for column, mark in enumerate(line) if mark == "T"
    }
    for earlier in record["turns"][:number]:
        assert not camps & {(row, column) for row, column in earlier["must"].get("squares", [])}
    turn["must"]["workers"][0]["owner"] = "neutral"
    return "R5.1", number


@into(PLAY)
def worker_apart(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["workers"][0]["square"] = [11, 15]
    return "R5.1", number


@into(PLAY)
def worker_on_the_building(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["workers"][0]["square"] = turn["must"]["building"][0]
    return "R5.1", number


@into(PLAY)
def worker_beyond_the_edge(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["workers"][0]["square"] = [12, 0]
    return "R1.1", number


@into(PLAY)
def workers_on_one_square(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["workers"].append(turn["must"]["workers"][0])
    return "record", number


@into(PLAY)
def worker_of_nobody(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["workers"][0]["owner"] = "mine"
    return "record", number


@into(PLAY)
def workers_at_no_building(record: Record) -> Fault:
    number, turn = next(introductions(record))
    turn["must"]["building"].pop()
    return "R5.1", number


@into(PLAY)
def workers_at_the_lot_forbidden(record: Record) -> Fault:
    """The same game under the option that forbids what was done in it."""
    record["rules"]["workers_at_castle"] = False
    lot = sorted(record["lot"])
    return "R5.2", next(number for number, turn in introductions(record) if sorted(turn["must"]["building"]) == lot)


# -- what came of it ---------------------------------------------------------------------------------------------------


@into(PLAY)
def completion_left_out(record: Record) -> Fault:
    number, turn = next(turns_with(record, "completed"))
    turn.update(completed=[], castle=[])
    return "R6.1", number


@into(PLAY)
def completion_made_up(record: Record) -> Fault:
    number, turn = next(builds(record))
    squares, seals = turn["must"]["squares"], [1] * record["players"]
    turn["completed"].append({"squares": squares, "family": "red", "seals": seals})
    return "R6.1", number


@into(PLAY)
def completions_out_of_order(record: Record) -> Fault:
    number, turn = next(
        (number, turn) for number, turn in turns_with(record, "completed") if len(turn["completed"]) > 1
    )
    turn["completed"].reverse()
    return "R6.3", number


@into(PLAY)
def completion_twice(record: Record) -> Fault:
    number, turn = next(turns_with(record, "completed"))
    turn["completed"].append(turn["completed"][0])
    return "R6.3", number


@into(PLAY)
def seals_of_another_family(record: Record) -> Fault:
    number, turn = next(turns_with(record, "completed"))
    one = turn["completed"][0]
    one["family"] = "olive" if one["family"] != "olive" else "red"
    return "R6.2", number


@into(PLAY)
def seal_too_many(record: Record) -> Fault:
    number, turn = next(turns_with(record, "completed"))
    turn["completed"][0]["seals"][0] += 1
    return "R6.2", number


@into(PLAY)
def seals_for_somebody_else(record: Record) -> Fault:
    number, turn = next(turns_with(record, "completed"))
    turn["completed"][0]["seals"].append(0)
    return "R6.2", number


@into(PLAY)
def piece_left_out(record: Record) -> Fault:
    number, turn = next(turns_with(record, "castle"))
    turn["castle"].pop()
    return "R7.1", number


@into(PLAY)
def piece_without_a_completion(record: Record) -> Fault:
    number, turn = next((number, turn) for number, turn in builds(record) if not turn["castle"])
    turn["castle"].append({"piece": "red", "square": 0})
    return "R7.1", number


@into(PLAY)
def piece_on_a_taken_square(record: Record) -> Fault:
    (_, earlier), (number, turn) = list(turns_with(record, "castle"))[:2]
    turn["castle"][0]["square"] = earlier["castle"][0]["square"]
    return "R7.2", number


@into(PLAY)
def piece_beside_the_castle(record: Record) -> Fault:
    number, turn = next(turns_with(record, "castle"))
    turn["castle"][0]["square"] = 10
    return "R7.2", number


@into(PLAY)
def piece_that_is_used_up(record: Record) -> Fault:
    """The fourth of a family on floor 1, which has three."""
    placed: Counter[str] = Counter()
    for number, turn in turns_with(record, "castle"):
        for piece in turn["castle"]:
            gone = [family for family, count in placed.items() if count == 3]
            if gone:
                piece["piece"] = gone[0]
                return "R7.2", number
            placed[piece["piece"]] += 1
    raise AssertionError("no family was used up")


@into(PLAY)
def piece_of_no_family(record: Record) -> Fault:
    number, turn = next(turns_with(record, "castle"))
    turn["castle"][0]["piece"] = "gold"
    return "R1.4", number


@into(PLAY)
def gold_off_by_one(record: Record) -> Fault:
    number, turn = next(sales(record))
    turn["banner"]["gold"] += 1
    return "R8.2", number


@into(PLAY)
def seals_sold_that_nobody_had(record: Record) -> Fault:
    number, turn = next(sales(record))
    turn["banner"]["sold"]["red"] = 31
    return "R8.2", number


@into(PLAY)
def seals_sold_below_zero(record: Record) -> Fault:
    number, turn = next(sales(record))
    turn["banner"]["sold"]["red"] = -1
    return "R8.2", number


@into(PLAY)
def seals_sold_of_no_family(record: Record) -> Fault:
    number, turn = next(sales(record))
    turn["banner"]["sold"]["gold"] = 1
    return "R1.4", number


@into(PLAY)
def fifth_banner(record: Record) -> Fault:
    used = Counter[int]()
    for number, turn in enumerate(record["turns"]):
        if used[turn["seat"]] == 4:
            turn["banner"] = {"sold": {}, "gold": 0}
            return "R8.1", number
        used[turn["seat"]] += turn["banner"] is not None
    raise AssertionError("nobody used all banners")


# -- the end -----------------------------------------------------------------------------------------------------------


@into(PLAY)
def turn_too_many(record: Record) -> Fault:
    turns = record["turns"]
    turns.append(
        {**turns[-record["players"]], "must": None, "draw": None, "completed": [], "castle": [], "banner": None}
    )
    return "R9.2", len(turns) - 1


@into(PLAY)
def last_turn_missing(record: Record) -> Fault:
    record["turns"].pop()
    return "R9.2", len(record["turns"])


@into(PLAY)
def second_half_missing(record: Record) -> Fault:
    half = len(record["turns"]) // 2
    del record["turns"][half:]
    return "R9.1", half


@into(PLAY)
def no_turns(record: Record) -> Fault:
    record["turns"] = []
    return "R9.1", 0


@into(PLAY)
def shorter_final_round(record: Record) -> Fault:
    record["rules"]["final_round"] = "others_only"
    return "R9.2", len(record["turns"]) - 1


@into(PLAY)
def result_off_by_one(record: Record) -> Fault:
    record["result"]["gold"][2] -= 1
    return "R9.4", len(record["turns"])


@into(PLAY)
def everybody_wins(record: Record) -> Fault:
    record["result"]["winners"] = list(range(record["players"]))
    return "R9.4", len(record["turns"])


@into(PLAY)
def castle_is_said_to_be_stalemate(record: Record) -> Fault:
    record["result"]["end"] = "stalemate"
    return "R9.2", len(record["turns"])


@into(PLAY)
def result_without_winners(record: Record) -> Fault:
    del record["result"]["winners"]
    return "record", len(record["turns"])


@into(PLAY)
def result_in_words(record: Record) -> Fault:
    record["result"]["gold"] = "much"
    return "record", len(record["turns"])


@into(STALEMATE)
def turn_after_a_stalemate(record: Record) -> Fault:
    record["turns"].append(record["turns"][-record["players"]])
    return "R9.3", len(record["turns"]) - 1


@into(STALEMATE)
def stalemate_before_the_last_pass(record: Record) -> Fault:
    record["turns"].pop()
    return "R9.1", len(record["turns"])


@into(STALEMATE)
def stalemate_is_said_to_be_castle(record: Record) -> Fault:
    record["result"]["end"] = "castle"
    return "R9.3", len(record["turns"])


@into(SMALL_CASTLE)
def piece_when_none_is_left(record: Record) -> Fault:
    """R7.4: more completions than pieces."""
    number, turn = next(
        (number, turn) for number, turn in enumerate(record["turns"]) if len(turn["castle"]) < len(turn["completed"])
    )
    turn["castle"].append({"piece": "red", "square": 0})
    return "R7.4", number


# -- the first game ----------------------------------------------------------------------------------------------------


@into(FIRST_GAME)
def six_buildings_at_the_start(record: Record) -> Fault:
    record["stack"].append(record["placed"].pop()["card"])
    return "R2.2", None


@into(FIRST_GAME)
def a_form_twice_at_the_start(record: Record) -> Fault:
    record["placed"][0]["card"] = record["placed"][1]["card"]
    return "R2.2", None


@into(FIRST_GAME)
def building_of_another_outline_at_the_start(record: Record) -> Fault:
    record["placed"][0]["squares"].pop()
    return "R2.2", None


@into(FIRST_GAME)
def building_on_the_lot_at_the_start(record: Record) -> Fault:
    building = record["placed"][0]
    (row, column), (top, left) = min(building["squares"]), min(record["lot"])
    building["squares"] = moved(building["squares"], top - row, left - column)
    return "R2.2", None


@into(FIRST_GAME)
def card_of_a_standing_building_in_the_stack(record: Record) -> Fault:
    record["stack"].append(record["placed"][0]["card"])
    return "R1.3", None


@into(FIRST_GAME)
def too_few_neutral_workers(record: Record) -> Fault:
    record["rules"]["neutral_workers"] = 3
    return "R2.3", None
