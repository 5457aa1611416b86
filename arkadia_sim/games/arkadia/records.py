"""Game records: what is written from the account of a turn, and how records are read.

Their form is checked, and the set-up against R1 and R2. A breach of the format raises RecordError with ``FORM`` in
place of a rule's number.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from arkadia_sim.compiled import record_form
from arkadia_sim.compiled.language import Said
from arkadia_sim.compiled.record_form import FORM, breaking, fields_of, list_of, squares_in, text, texts_in, whole
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia import box
from arkadia_sim.games.arkadia.box import FAMILIES, Place, Square, squares_text
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import squares_of, words_of
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, prepare
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Owner, Pass, Piece

FORMAT: Final = "arkadia-record/1"
FORMAT_OF_SEATS: Final = "arkadia-record/2"
"""As version 1, but ``rules`` has ``start_gold``; this and ``start_workers`` may be a list, one number per seat. It is
written only for games that version 1 cannot describe."""
RECORD_FIELDS: Final = (
    "format", "players", "rules", "shapes", "board", "lot", "lot_seals", "placed", "hands", "face_up", "stack",
    "first_seat", "bots", "seed", "turns", "result",
)  # fmt: skip


# -- written -----------------------------------------------------------------------------------------------------------
def must_of(now: Any) -> Build | Introduce | Pass:
    squares = frozenset(squares_of(now["squares"]))
    if now["kind"] == state.BUILD:
        return Build(box.CARD_NAMES[now["card"]], squares)
    if now["kind"] == state.WORKERS:
        workers: dict[Square, Owner] = dict.fromkeys(squares_of(now["own"]), "own")
        workers |= dict.fromkeys(squares_of(now["neutral"]), "neutral")
        return Introduce(squares, workers)
    return Pass()


def draw_of(now: Any) -> Any:
    """Where a card was drawn from: a face-up place, ``"stack"``, or None for no draw (R4.5)."""
    draw = int(now["draw"])
    return None if draw == state.NO_DRAW else "stack" if draw == state.FROM_STACK else draw


def pieces_of(now: Any) -> list[Piece]:
    pieces = zip(now["piece_family"][: int(now["n_pieces"])], now["piece_square"])
    return [Piece(FAMILIES[family], int(square)) for family, square in pieces]


def sold_of(now: Any) -> dict[str, int]:
    """The seals sold with a banner, by family; without families that sold none (R8.2)."""
    return {name: int(number) for name, number in zip(FAMILIES, now["sold"]) if number}


def written_turn(now: Any, table: Any) -> dict[str, Any]:
    completed = [
        {
            "squares": _as_json(squares_of(table["squares"][building])),
            "family": FAMILIES[state.family_of(int(table["card"][building]))],
            "seals": now["paid"][place, : int(table["players"])].tolist(),
        }
        for place, building in enumerate(now["completed"][: int(now["n_completed"])])  # in the order of payment (R6)
    ]
    return {
        "seat": int(now["seat"]),
        "must": _written_must(must_of(now)),
        "draw": draw_of(now),
        "completed": completed,
        "castle": [{"piece": piece.family, "square": piece.square} for piece in pieces_of(now)],
        "banner": {"sold": sold_of(now), "gold": int(now["sale_gold"])} if now["used_banner"] else None,
    }


def _written_must(must: Build | Introduce | Pass) -> dict[str, Any] | None:
    if isinstance(must, Build):
        return {"build": must.card, "squares": _as_json(sorted(must.squares))}
    if isinstance(must, Introduce):
        workers = [{"square": list(square), "owner": must.workers[square]} for square in sorted(must.workers)]
        return {"building": _as_json(sorted(must.building)), "workers": workers}
    return None


def written_head(start: Any) -> dict[str, Any]:
    """Pieces, lot, cards and first seat of a game at its first turn (R1, R2)."""
    table = start["table"]
    outlines = box.OUTLINES[state.OUTLINE_NAMES[table["outlines"]["choice"]]]
    standing, hands = int(table["n_buildings"]), start["hands"][: int(table["players"])]
    placed = zip(table["card"][state.LOT + 1 : standing], table["squares"][state.LOT + 1 : standing])
    return {
        "shapes": {form: list(rows) for form, rows in outlines.items()},
        "board": list(box.board_of(squares_of(table["camps"]))),
        "lot": _as_json(squares_of(table["squares"][state.LOT])),
        "lot_seals": list(box.LOT_SEALS),
        "placed": [{"card": box.CARD_NAMES[card], "squares": _as_json(squares_of(bits))} for card, bits in placed],
        "hands": [_names(hand["cards"][: int(hand["n"])]) for hand in hands],
        "face_up": _names(table["face_up"][: int(table["rules"]["face_up"])]),
        "stack": _names(start["stack"][: int(table["stack_left"])][::-1]),  # the last one is drawn next
        "first_seat": int(table["first_seat"]),
    }


def _as_json(squares: Iterable[Square]) -> list[list[int]]:
    return [list(square) for square in squares]


def _names(cards: Any) -> list[str]:
    return [box.CARD_NAMES[card] for card in cards]


# -- turns read --------------------------------------------------------------------------------------------------------
def read_turn(entry: Any) -> list[Said]:
    """The decisions of a turn of a record; only its form is checked, and not what it brings."""
    fields_of(entry, ("seat", "must", "draw", "completed", "castle", "banner"), "a turn")
    seat, draw, banner = whole(entry["seat"], "seat"), entry["draw"], entry["banner"]
    said = [Said(seat, "must", _read_must(entry["must"]))]
    if draw is not None:
        said.append(Said(seat, "draw", draw if draw == "stack" else whole(draw, "draw, unless it is null or 'stack',")))
    for building in list_of(entry["completed"], "completed"):
        fields_of(building, ("squares", "family", "seals"), "a completed building")
        squares_in(building["squares"], "squares")
    said += [Said(seat, "castle", _read_piece(piece)) for piece in list_of(entry["castle"], "castle")]
    return said if banner is None else [*said, Said(seat, "banner", _read_banner(banner))]


def _read_must(must: Any) -> Build | Introduce | Pass:
    if must is None:
        return Pass()
    if isinstance(must, Mapping) and "build" in must:
        fields_of(must, ("build", "squares"), "a must that builds")
        return Build(text(must["build"], "build"), squares_in(must["squares"], "squares"))
    fields_of(must, ("building", "workers"), "a must that introduces workers")
    workers: dict[Square, Owner] = {}
    for worker in list_of(must["workers"], "workers"):
        fields_of(worker, ("square", "owner"), "a worker")
        square = record_form.square_in(worker["square"], "square of a worker")
        if square in workers:
            raise RecordError(FORM, f"workers: square {list(square)} is listed twice")
        if worker["owner"] not in ("own", "neutral"):
            raise RecordError(FORM, f"the owner of a worker is 'own' or 'neutral', not {worker['owner']!r}")
        workers[square] = worker["owner"]
    return Introduce(squares_in(must["building"], "building"), workers)


def _read_piece(item: Any) -> Piece:
    fields_of(item, ("piece", "square"), "a castle piece")
    return Piece(text(item["piece"], "piece"), whole(item["square"], "castle square"))


def _read_banner(banner: Any) -> Banner:
    fields_of(banner, ("sold", "gold"), "a banner")
    if not isinstance(banner["sold"], Mapping):
        raise RecordError(FORM, f"sold must be an object, not {record_form.shown(banner['sold'])}")
    return Banner(True, {family: whole(number, f"{family} seals sold") for family, number in banner["sold"].items()})


def check_completed(stated: Sequence[Any], true: Sequence[Any]) -> None:
    """R6: the same buildings in the same order."""
    told, places = [[squares_in(entry["squares"], "squares") for entry in entries] for entries in (stated, true)]
    for place in told:
        if place not in places:
            raise RecordError("R6.1", f"no building on {squares_text(place)} is completed in this turn")
    for place in places:
        if place not in told:
            raise RecordError("R6.1", f"the building on {squares_text(place)} is complete, which the record leaves out")
    if told != places:
        raise RecordError("R6.3", "buildings are paid once each, in the order in which they were laid out")


# -- set-ups read ------------------------------------------------------------------------------------------------------
def read_head(record: Any) -> tuple[Prepared, Any]:
    """What is prepared for the setting of a record, and the ``GAME`` laid out; RecordError for the first fault."""
    record_form.record_of(record, (FORMAT, FORMAT_OF_SEATS), RECORD_FIELDS)
    if not isinstance(record["seed"], str):
        whole(record["seed"], "seed")
    players = record_form.seats_of(record, RuleSet, "R1.5", "R2")
    rules = _read_rules(record["rules"], record["format"])
    outlines = _read_outlines(record["shapes"])
    with breaking("R1.1"):
        board = box.check_board(texts_in(record["board"], "board"))
    lot = _read_lot(record["lot"], board)
    seals = [
        None if seal is None else text(seal, "lot_seals: an entry")
        for seal in list_of(record["lot_seals"], "lot_seals")
    ]
    if seals != list(box.LOT_SEALS):
        shows = ", ".join(seal or "none" for seal in box.LOT_SEALS)
        raise RecordError("R1.2", f"the castle squares of the lot show, in their order: {shows}")
    placed = _read_placed(record["placed"])
    standing = box.first_buildings(outlines) if rules.setup == "first_game" else []
    if len(placed) != len(standing):
        raise RecordError("R2.2", f"at the start {len(standing)} buildings stand, not {len(placed)}")
    for number, (found, (card, squares)) in enumerate(zip(placed, standing), start=1):
        if found != (card, squares):
            raise RecordError("R2.2", f"building {number} at the start is a {card} on {squares_text(squares)}")
    if standing and lot != box.FIRST_LOT:
        raise RecordError("R2.2", f"the lot of the first game lies on {squares_text(box.FIRST_LOT)}")
    hands = [texts_in(hand, "a hand") for hand in list_of(record["hands"], "hands")]
    face_up, stack = texts_in(record["face_up"], "face_up"), texts_in(record["stack"], "stack")
    dealt = [*(card for hand in hands for card in hand), *face_up, *stack]
    _check_deck([*dealt, *(card for card, _ in placed)])
    with breaking("R2.3"):
        rules.check_playable(players, len(dealt))
    if [len(hand) for hand in hands] != [rules.hand_size] * players:
        raise RecordError("R2.1", f"each of {players} players is dealt {rules.hand_size} cards; see hands")
    if len(face_up) != rules.face_up:
        raise RecordError("R2.1", f"{rules.face_up} cards lie face up, not {len(face_up)}")
    prepared = _prepared(box.Components(board, outlines), rules, players)
    game = prepared.start.copy()[0]
    table = game["table"]
    table["squares"][state.LOT] = words_of(lot)
    for seat, hand in enumerate(hands):
        game["hands"][seat]["cards"][: len(hand)] = list(map(box.CARD_NAMES.index, hand))
        game["hands"][seat]["n"] = table["hand_count"][seat] = len(hand)
    table["face_up"][: len(face_up)] = list(map(box.CARD_NAMES.index, face_up))
    game["stack"][: len(stack)] = list(map(box.CARD_NAMES.index, stack[::-1]))
    table["stack_left"] = len(stack)
    return prepared, game


_prepared = lru_cache(maxsize=64)(prepare)


def _read_rules(options: Any, form: str) -> RuleSet:
    """The options of a record; version 1 has no gold at the start, and all seats start alike."""
    fields_of(options, [name for name in RuleSet.model_fields if form != FORMAT or name != "start_gold"], "rules")
    list_of(options["floor_pieces"], "floor_pieces")
    for name, value in options.items():
        with breaking(RuleSet.rule_of(name) or "R2.3"):
            RuleSet.from_mapping({name: value})
    rules = RuleSet.from_mapping(options)
    if rules.plain != (form == FORMAT):
        when = "start alike and without gold" if rules.plain else "start with gold or not alike"
        raise RecordError(FORM, f"if seats {when}, the format is {FORMAT if rules.plain else FORMAT_OF_SEATS!r}")
    return rules


def _read_outlines(shapes: Any) -> str:
    if not isinstance(shapes, Mapping):
        raise RecordError(FORM, f"shapes must be an object, not {record_form.shown(shapes)}")
    stated = {form: texts_in(rows, f"shape {form}") for form, rows in shapes.items()}
    for name, outlines in box.OUTLINES.items():
        if stated == outlines:
            return name
    raise RecordError("R1.3", f"the shapes are none of the choices of outlines, {', '.join(box.OUTLINES)}")


def _read_lot(listed: Any, board: Sequence[str]) -> Place:
    lot = tuple(sorted(squares_in(listed, "lot")))
    if not box.is_lot(lot):
        raise RecordError("R1.2", f"the lot covers 3 x 4 squares of the board, not {squares_text(lot)}")
    camps = sorted(set(lot) & set(box.marked(board, "T")))
    if camps:
        raise RecordError("R1.2", f"the lot lies on the camp of square {list(camps[0])}")
    return lot


def _read_placed(listed: Any) -> list[tuple[str, Place]]:
    placed = []
    for item in list_of(listed, "placed"):
        fields_of(item, ("card", "squares"), "a placed building")
        squares = tuple(sorted(squares_in(item["squares"], "squares of a placed building")))
        placed.append((text(item["card"], "card of a placed building"), squares))
    return placed


def _check_deck(cards: Sequence[str]) -> None:
    missing, extra = Counter(box.CARDS) - Counter(cards), Counter(cards) - Counter(box.CARDS)
    if missing:
        raise RecordError("R1.3", f"cards of the deck are missing: {', '.join(sorted(missing.elements()))}")
    if extra:
        raise RecordError("R1.3", f"there are more cards than in the deck: {', '.join(sorted(extra.elements()))}")
