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
Turns = Callable[[Record], Iterator[tuple[int, Any]]]

SETUP: dict[str, Tampering] = {}
PLAY: dict[str, Tampering] = {}
FIRST_GAME: dict[str, Tampering] = {}
STALEMATE: dict[str, Tampering] = {}
SMALL_CASTLE: dict[str, Tampering] = {}


def into(group: dict[str, Tampering]) -> Callable[[Tampering], Tampering]:
    """Add a tampering under its name to those for one kind of game."""

    def enter(tampering: Tampering) -> Tampering:
        group[tampering.__name__] = tampering
        return tampering

    return enter


def setting(name: str, rule: str, **changes: Any) -> None:
    """Add a tampering that changes fields of the record, or of its rules if they are named ``rules_…``."""

    def change(record: Record) -> Fault:
        for field, value in changes.items():
            if field.startswith("rules_"):
                record["rules"][field.removeprefix("rules_")] = value
            else:
                record[field] = value
        return rule, None

    SETUP[name] = change


def setup(name: str, rule: str, change: Callable[[Record], object], group: dict[str, Tampering] = SETUP) -> None:
    """Add a tampering with the set-up."""

    def tamper(record: Record) -> Fault:
        change(record)
        return rule, None

    group[name] = tamper


def play(name: str, rule: str, turns: Turns | int, change: Callable[[Any], object]) -> None:
    """Add a tampering with a turn: the one with a number, or the first that is found."""

    def tamper(record: Record) -> Fault:
        number, turn = (turns, record["turns"][turns]) if isinstance(turns, int) else next(turns(record))
        change(turn)
        return rule, number

    PLAY[name] = tamper


def end(
    name: str, rule: str, change: Callable[[Record], object], before: int = 0, group: dict[str, Tampering] = PLAY
) -> None:
    """Add a tampering that is noticed ``before`` turns before the end of the changed record."""

    def tamper(record: Record) -> Fault:
        change(record)
        return rule, len(record["turns"]) - before

    group[name] = tamper


# -- finding a place to tamper with ------------------------------------------------------------------------------------


def turns_where(holds: Callable[[Any], object]) -> Turns:
    """The turns for which something holds, with their numbers."""
    return lambda record: ((number, turn) for number, turn in enumerate(record["turns"]) if holds(turn))


builds = turns_where(lambda turn: turn["must"] and "build" in turn["must"])
introductions = turns_where(lambda turn: turn["must"] and "workers" in turn["must"])
completions = turns_where(lambda turn: turn["completed"])
castle_pieces = turns_where(lambda turn: turn["castle"])
sales = turns_where(lambda turn: turn["banner"] and turn["banner"]["gold"])


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
setup("field left out", "record", lambda record: record.pop("seed"))
setup("option left out", "record", lambda record: record["rules"].pop("holdings"))
setup("lot on a camp", "R1.2", lambda record: record.update(lot=[[r, c] for r in range(3) for c in range(4)]))
setup("lot square twice", "record", lambda record: record["lot"].append(record["lot"][0]))
setup("nine castle squares", "R1.2", lambda record: record["lot_seals"].pop())
setup("shape in two parts", "R1.3", lambda record: record["shapes"].update(farm=["##.#"]))
setup("shape too many", "R1.3", lambda record: record["shapes"].update(castle=["####", "#..."]))
setup("shape left out", "R1.3", lambda record: record["shapes"].pop("mill"))
setup("card left out", "R1.3", lambda record: record["stack"].pop())
setup("card in the wrong hand", "R2.1", lambda record: record["hands"][0].append(record["hands"][1].pop()))
setup("open card on the stack", "R2.1", lambda record: record["stack"].append(record["face_up"].pop()))


@into(SETUP)
def three_seals_of_a_family_on_the_lot(record: Record) -> Fault:
    record["lot_seals"][record["lot_seals"].index(None)] = "red"
    return "R1.2", None


@into(SETUP)
def card_turned_into_another(record: Record) -> Fault:
    record["stack"][-1] = "mill/red" if record["stack"][-1] != "mill/red" else "mill/olive"
    return "R1.3", None


@into(SETUP)
def card_of_no_family(record: Record) -> Fault:
    record["hands"][0][0] = "mill/gold"
    return "R1.3", None


@into(SETUP)
def open_place_empty_at_the_start(record: Record) -> Fault:
    record["face_up"][0] = None
    return "record", None


# -- the must ----------------------------------------------------------------------------------------------------------

play("seat as true", "record", 1, lambda turn: turn.update(seat=True))
play("pass by choice", "R3.1", 4, lambda turn: turn.update(must=None, draw=None))
play("turn without a field", "record", 7, lambda turn: turn.pop("castle"))
play("must of nothing", "record", 2, lambda turn: turn.update(must={}))
play("must that builds and introduces", "record", builds, lambda turn: turn["must"].update(workers=[]))
play("unknown card", "R1.3", builds, lambda turn: turn["must"].update(build="palace/red"))
play("outline of another form", "R4.1", builds, lambda turn: turn["must"]["squares"].pop())
play(
    "building over the edge",
    "R4.1",
    builds,
    lambda turn: turn["must"].update(squares=moved(turn["must"]["squares"], 12, 0)),
)
play("building square twice", "record", builds, lambda turn: turn["must"]["squares"].append(turn["must"]["squares"][0]))
play("draw left out", "R4.5", builds, lambda turn: turn.update(draw=None))
play("draw from a fourth place", "R4.5", builds, lambda turn: turn.update(draw=3))
play("draw from the hand", "record", builds, lambda turn: turn.update(draw="hand"))
play("draw after workers", "R4.5", introductions, lambda turn: turn.update(draw="stack"))
play(
    "draw from an empty stack",
    "R4.5",
    turns_where(lambda turn: turn["must"] and "build" in turn["must"] and turn["draw"] is None),
    lambda turn: turn.update(draw="stack"),
)
play("no workers", "R5.1", introductions, lambda turn: turn["must"].update(workers=[]))
play("worker apart", "R5.1", introductions, lambda turn: turn["must"]["workers"][0].update(square=[11, 15]))
play(
    "worker on the building",
    "R5.1",
    introductions,
    lambda turn: turn["must"]["workers"][0].update(square=turn["must"]["building"][0]),
)
play("worker beyond the edge", "R1.1", introductions, lambda turn: turn["must"]["workers"][0].update(square=[12, 0]))
play(
    "workers on one square",
    "record",
    introductions,
    lambda turn: turn["must"]["workers"].append(turn["must"]["workers"][0]),
)
play("worker of nobody", "record", introductions, lambda turn: turn["must"]["workers"][0].update(owner="mine"))
play("workers at no building", "R5.1", introductions, lambda turn: turn["must"]["building"].pop())


@into(PLAY)
def wrong_seat(record: Record) -> Fault:
    record["turns"][3]["seat"] = record["turns"][4]["seat"]
    return "R3", 3


@into(PLAY)
def turn_left_out(record: Record) -> Fault:
    del record["turns"][5]
    return "R3", 5


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
def building_turned_over(record: Record) -> Fault:
    forms = ("smithy", "monastery")
    number, turn = next((n, turn) for n, turn in builds(record) if turn["must"]["build"].startswith(forms))
    squares = turn["must"]["squares"]
    columns = [column for _, column in squares]
    turn["must"]["squares"] = [[row, min(columns) + max(columns) - column] for row, column in squares]
    return "R4.1", number


@into(PLAY)
def building_on_the_lot(record: Record) -> Fault:
    return "R4.2", first_build_moved(record, lambda place, lot: bool(place & lot))


@into(PLAY)
def building_apart(record: Record) -> Fault:
    return "R4.3", first_build_moved(record, lambda place, lot: not (place | next_to(place)) & lot)


@into(PLAY)
def building_square_of_fractions(record: Record) -> Fault:
    number, turn = next(builds(record))
    turn["must"]["squares"][0] = [float(number) for number in turn["must"]["squares"][0]]
    return "record", number


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
def workers_at_the_lot_forbidden(record: Record) -> Fault:
    """The same game under the option that forbids what was done in it."""
    record["rules"]["workers_at_castle"] = False
    lot = sorted(record["lot"])
    return "R5.2", next(number for number, turn in introductions(record) if sorted(turn["must"]["building"]) == lot)


# -- the effects -------------------------------------------------------------------------------------------------------

play("completion left out", "R7.1", completions, lambda turn: turn.update(completed=[], castle=[]))
play(
    "completions out of order",
    "R6.3",
    turns_where(lambda turn: len(turn["completed"]) > 1),
    lambda turn: turn["completed"].reverse(),
)
play("completion twice", "R6.3", completions, lambda turn: turn["completed"].append(turn["completed"][0]))
play("seals for somebody else", "R6.2", completions, lambda turn: turn["completed"][0]["seals"].append(0))
play("piece left out", "R7.1", castle_pieces, lambda turn: turn["castle"].pop())
play(
    "piece without a completion",
    "R7.1",
    turns_where(lambda turn: turn["must"] and "build" in turn["must"] and not turn["castle"]),
    lambda turn: turn["castle"].append({"piece": "red", "square": 0}),
)
play("piece beside the castle", "R7.2", castle_pieces, lambda turn: turn["castle"][0].update(square=10))
play("piece of no family", "R1.4", castle_pieces, lambda turn: turn["castle"][0].update(piece="gold"))
play("gold off by one", "R8.2", sales, lambda turn: turn["banner"].update(gold=turn["banner"]["gold"] + 1))
play("seals sold that nobody had", "R8.2", sales, lambda turn: turn["banner"]["sold"].update(red=31))
play("seals sold below zero", "R8.2", sales, lambda turn: turn["banner"]["sold"].update(red=-1))
play("seals sold of no family", "R1.4", sales, lambda turn: turn["banner"]["sold"].update(gold=1))


@into(PLAY)
def completion_made_up(record: Record) -> Fault:
    number, turn = next(builds(record))
    squares, seals = turn["must"]["squares"], [1] * record["players"]
    turn["completed"].append({"squares": squares, "family": "red", "seals": seals})
    return "R6.1", number


@into(PLAY)
def seals_of_another_family(record: Record) -> Fault:
    number, turn = next(completions(record))
    building = turn["completed"][0]
    building["family"] = "olive" if building["family"] != "olive" else "red"
    return "R6.2", number


@into(PLAY)
def seal_too_many(record: Record) -> Fault:
    number, turn = next(completions(record))
    turn["completed"][0]["seals"][0] += 1
    return "R6.2", number


@into(PLAY)
def piece_on_a_taken_square(record: Record) -> Fault:
    (_, earlier), (number, turn) = list(castle_pieces(record))[:2]
    turn["castle"][0]["square"] = earlier["castle"][0]["square"]
    return "R7.2", number


@into(PLAY)
def piece_that_is_used_up(record: Record) -> Fault:
    """The fourth of a family on floor 1, which has three."""
    placed: Counter[str] = Counter()
    for number, turn in castle_pieces(record):
        for piece in turn["castle"]:
            gone = [family for family, count in placed.items() if count == 3]
            if gone:
                piece["piece"] = gone[0]
                return "R7.2", number
            placed[piece["piece"]] += 1
    raise AssertionError("no family was used up")


@into(PLAY)
def fifth_banner(record: Record) -> Fault:
    used = Counter[int]()
    for number, turn in enumerate(record["turns"]):
        if used[turn["seat"]] == 4:
            turn["banner"] = {"sold": {}, "gold": 0}
            return "R8.1", number
        used[turn["seat"]] += turn["banner"] is not None
    raise AssertionError("nobody used all banners")


@into(SMALL_CASTLE)
def piece_when_none_is_left(record: Record) -> Fault:
    """R7.4: more completions than pieces."""
    number, turn = next(turns_where(lambda turn: len(turn["castle"]) < len(turn["completed"]))(record))
    turn["castle"].append({"piece": "red", "square": 0})
    return "R7.1", number


# -- the end -----------------------------------------------------------------------------------------------------------

end("last turn missing", "R9", lambda record: record["turns"].pop())
end("second half missing", "R9", lambda record: record.update(turns=record["turns"][: len(record["turns"]) // 2]))
end("no turns", "R9", lambda record: record.update(turns=[]))
end("shorter final round", "R9", lambda record: record["rules"].update(final_round="others_only"), before=1)
end("everybody wins", "R9.4", lambda record: record["result"].update(winners=list(range(record["players"]))))
end("castle is said to be stalemate", "R9", lambda record: record["result"].update(end="stalemate"))
end("result without winners", "record", lambda record: record["result"].pop("winners"))
end("result in words", "record", lambda record: record["result"].update(gold="much"))
end(
    "turn after a stalemate",
    "R9",
    lambda record: record["turns"].append(record["turns"][-record["players"]]),
    before=1,
    group=STALEMATE,
)
end("stalemate before the last pass", "R9", lambda record: record["turns"].pop(), group=STALEMATE)
end("stalemate is said to be castle", "R9", lambda record: record["result"].update(end="castle"), group=STALEMATE)


@into(PLAY)
def turn_too_many(record: Record) -> Fault:
    turns = record["turns"]
    nothing: Record = {"must": None, "draw": None, "completed": [], "castle": [], "banner": None}
    turns.append({**turns[-record["players"]], **nothing})
    return "R9", len(turns) - 1


@into(PLAY)
def result_off_by_one(record: Record) -> Fault:
    record["result"]["gold"][2] -= 1
    return "R9.4", len(record["turns"])


# -- the first game ----------------------------------------------------------------------------------------------------

setup(
    "six buildings at the start",
    "R2.2",
    lambda record: record["stack"].append(record["placed"].pop()["card"]),
    FIRST_GAME,
)
setup(
    "a form twice at the start",
    "R2.2",
    lambda record: record["placed"][0].update(card=record["placed"][1]["card"]),
    FIRST_GAME,
)
setup(
    "building of another outline at the start",
    "R2.2",
    lambda record: record["placed"][0]["squares"].pop(),
    FIRST_GAME,
)
setup(
    "card of a standing building in the stack",
    "R1.3",
    lambda record: record["stack"].append(record["placed"][0]["card"]),
    FIRST_GAME,
)
setup("too few neutral workers", "R2.3", lambda record: record["rules"].update(neutral_workers=3), FIRST_GAME)


@into(FIRST_GAME)
def building_on_the_lot_at_the_start(record: Record) -> Fault:
    building = record["placed"][0]
    (row, column), (top, left) = min(building["squares"]), min(record["lot"])
    building["squares"] = moved(building["squares"], top - row, left - column)
    return "R2.2", None
