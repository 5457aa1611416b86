"""What Medina says of its steps; all that is made of them follows from ``compiled/language.py``."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from arkadia_sim.compiled import language
from arkadia_sim.compiled.language import Amount, Said
from arkadia_sim.compiled.record_form import FORM, fields_of, list_of, same_form, shown, whole, yes_or_no
from arkadia_sim.core.scene import Scene, Square, seat_text, square_name
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import RecordError, counted
from arkadia_sim.games.medina import values
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.games.medina.box import COLOURS
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, bit_to_square, square_to_bit
from arkadia_sim.games.medina.rules.places import palace_at
from arkadia_sim.games.medina.rules.setup import Prepared, inner_squares, open_as_told, prepare
from arkadia_sim.games.medina.scene import draw_scene
from arkadia_sim.games.medina.steps import ACTIONS, N_SQUARES, PIECE, SQUARE, TEA_BREAK
from arkadia_sim.games.medina.values import BUILDING, COUNTS, Choice, Place, choice_of, explain, read_placement, write

END_LABELS: Mapping[str, str] = {"all_placed": "all pieces placed", "stuck": "pieces left over"}
"""How a game ended, in words that follow `with`."""
RULE_OF_EVENT = {"claim": "M6.1", "tea": "M10.1", "tower_tile": "M9.1", "palace_tile": "M9.3", "closed": "M6.4"}
_DECISION_NAMES = ("first piece", "second piece")


def _number(square: Square) -> int:
    return COLUMNS_MAX * square[0] + square[1]


def _square(number: int) -> Square:
    return divmod(number, COLUMNS_MAX)


# -- chance ------------------------------------------------------------------------------------------------------------
class Well(language.Chance):
    """Where the well stands."""

    kind = ActionKind("well", N_SQUARES)

    def came(self, before: Any, after: Any) -> int:
        return int(not before["table"]["streets"] and bool(after["table"]["streets"]))

    def options(self, game: Any, ahead: int) -> list[int]:
        return [*map(_number, inner_squares(int(game["table"]["rows"]), int(game["table"]["columns"])))]

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        for number in numbers:
            game["table"]["well"] = square_to_bit(_square(number))

    def value(self, game: Any, number: int) -> str:
        return f"on {square_name(_square(number))}"

    def square(self, number: int) -> Square:
        return _square(number)


class FirstMerchant(Well):
    """Where the first merchant stands, not on the well."""

    kind = ActionKind("first merchant", N_SQUARES)

    def options(self, game: Any, ahead: int) -> list[int]:
        well = _number(bit_to_square(int(game["table"]["well"])))
        return [number for number in super().options(game, ahead) if number != well]

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        for number in numbers:
            game["table"]["ends"] = square_to_bit(_square(number))


# -- the language ------------------------------------------------------------------------------------------------------
class Language(language.Language):
    """See :class:`arkadia_sim.compiled.language.Language`."""

    actions = ACTIONS
    chance = (Well(), FirstMerchant())
    view_class = View
    end_labels = END_LABELS
    rules = {"place": "M3.2", "tea": "M10.3"}  # noqa: RUF012 a constant of the class
    field_rules = {  # noqa: RUF012 a constant of the class
        "turns": "M11.1", "turns.seat": "M3.5", "turns.actions": "M3.3", "turns.tea": "M10.3", "turns.legal": "M3.1",
        "result.end": "M11.1", "result.scores": "M11.2", "result.left": "M11.1", "result.winners": "M11.6",
    }  # fmt: skip
    optional = COUNTS

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        if handed[0]["phase"] == state.TEA:
            return [Step(TEA_BREAK, int(decision["take_tea"] != 0))]
        square = bit_to_square(int(decision["square"]))
        return [Step(PIECE, int(decision["kind"])), Step(SQUARE, _number(square))]

    def meaning(self, handed: Any, decision: Any) -> Any:
        """Roofs on the same palace mean the same, whichever building they name."""
        path = self.path_of(handed, decision)
        is_roof = path[0].kind == PIECE and path[0].number >= state.ROOF
        return (path[0], int(palace_at(handed[0], decision["square"]))) if is_roof else path

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in a decision from a placement, or from yes or no to a tea break."""
        write(decision, move, table)

    def refused(self, game: Any, decision: Any, fault: int) -> tuple[str, str]:
        """The first rule that forbids a placement."""
        return explain(game, choice_of(game["table"], decision))

    # -- records -------------------------------------------------------------------------------------------------------
    def account(self, now: Any) -> list[Said]:
        seat = int(now["seat"])
        placed = [(int(placement["kind"]), int(placement["square"])) for placement in _placements(now)]
        said = [Said(seat, "place", Place(state.KIND_NAMES[kind], bit_to_square(square))) for kind, square in placed]
        return [*said, Said(seat, "tea", True)] if now["took_tea"] else said

    def to_come(self, game: Any, turn: Sequence[Said]) -> Sequence[Said]:
        """A second placement also says that there is no tea break."""
        rest = super().to_come(game, turn)
        if rest and game["table"]["phase"] == state.TEA:
            return [Said(rest[0].seat, "tea", rest[0].kind == "tea")]
        return rest

    def head(self, start: Any) -> dict[str, Any]:
        table = start["table"]
        squares = {"well": _as_json(table["well"]), "merchant": _as_json(table["ends"][0])}
        return {**squares, "first_seat": int(table["first_seat"])}

    def body(self, log: NDArray[Any], end: Any) -> dict[str, Any]:
        """The turns."""
        players = int(end["table"]["players"])
        return {"turns": [tell_turn(now, players) for now in log]}

    def result(self, end: Any) -> dict[str, Any]:
        table, scores = end["table"], end["scores"]
        seats = range(int(table["players"]))
        left = end["holdings"]["pieces"][: len(seats), : state.KINDS].sum(axis=1)
        return {
            "end": state.END_NAMES[int(table["end"])],
            "scores": [_tell_score(table, scores, seat) for seat in seats],
            "left": [int(number) for number in left],
            "winners": [seat for seat in seats if scores["wins"][seat]],
        }

    @classmethod
    def read_head(cls, record: Mapping[str, Any]) -> tuple[Prepared, Any]:
        players, rules, well, merchant = values.read_setup(record)
        prepared = _prepared(rules, players)
        game = prepared.start.copy()[0]
        game["table"]["well"], game["table"]["ends"] = square_to_bit(well), square_to_bit(merchant)
        return prepared, game

    def read_turns(self, record: Mapping[str, Any]) -> Iterator[list[Said]]:
        """The placements of each turn, then a tea break. What they bring is compared later."""
        for turn in record["turns"]:
            fields_of(turn, values.TURN_FIELDS, "a turn", COUNTS)
            seat, tea, actions = whole(turn["seat"], "seat"), yes_or_no(turn["tea"], "tea"), turn["actions"]
            if not 1 <= len(list_of(actions, "actions")) <= state.PLACEMENTS_IN_TURN:
                raise RecordError("M3.1", f"one or two pieces are placed in a turn, not {len(actions)}")
            choices: list[Choice] = [*map(read_placement, actions)]
            yield [Said(seat, "place", choice) for choice in choices] + [Said(seat, "tea", True)] * tea

    def check_turn(self, stated: Any, true: Any) -> None:
        """What a placement brings is checked by the rule of the first event that differs."""
        for number, (action, brings) in enumerate(zip(stated["actions"], true["actions"], strict=False)):
            if not same_form(action["effects"], brings["effects"]):
                raise RecordError(
                    _rule_of_difference(action["effects"], brings["effects"]),
                    f"placement {number} brings {shown(brings['effects'])}, not {shown(action['effects'])}",
                )
        super().check_turn(stated, true)

    # -- entered games -------------------------------------------------------------------------------------------------
    def unopened(self, dealt: Any) -> Any:
        game = self.prepared.start.copy()[0]
        game["table"]["well"], game["table"]["ends"] = dealt["table"]["well"], dealt["table"]["ends"]
        return game

    opening = staticmethod(open_as_told)

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """Nobody takes a tea break."""
        return Step(TEA_BREAK, 0) if options and options[0].kind == TEA_BREAK else None

    def amounts(self, game: Any) -> Sequence[Amount]:
        table, pieces, rules = game["table"], game["holdings"]["pieces"], game["table"]["rules"]
        most = rules["pieces"].tolist()
        most[state.MERCHANT] += int(rules["tower_merchants"].sum())
        tea = rules["tea_tiles"].sum()
        return [
            amount
            for seat in range(int(table["players"]))
            for amount in (
                *(Amount.at(name, seat, most[kind], (pieces[seat], kind)) for kind, name in enumerate(_PIECES)),
                Amount.at(_TEA, seat, tea, (table["tea"], seat)),
                *(Amount(name, seat, 1, int(table["tower_holder"][k] == seat)) for k, name in enumerate(_TILES)),
            )
        ]

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number; the tile of a tower leaves whoever has it."""
        if amount.name in _TILES:
            game["table"]["tower_holder"][_TILES.index(amount.name)] = amount.seat if value else state.NOBODY
        else:
            super().put_right(game, amount, value)

    # -- words and pictures --------------------------------------------------------------------------------------------
    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        if step.kind == PIECE:
            return _piece_words(state.KIND_NAMES[step.number])
        if step.kind == SQUARE:
            return f"on {square_name(_square(step.number))}"
        return "take a tea break" if step.number else "place a second piece"

    def words(self, handed: Any, decision: Any) -> str:
        choice = choice_of(handed[0], decision)
        if isinstance(choice, Place):
            return _placement_words(choice.piece, choice.square)
        return "takes a tea break" if choice else "places a second piece"

    def square(self, handed: Any, step: Step) -> Square | None:
        return _square(step.number) if step.kind == SQUARE else None

    def title(self, game: Any, number: int) -> str:
        return "tea break" if game["table"]["phase"] == state.TEA else _DECISION_NAMES[int(game["table"]["placed"])]

    def turn_words(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """One sentence for each placement with its effects, then the tea break."""
        told = [tell_turn(now, int(after["table"]["players"]))["actions"], _placements(now)]
        words = []
        for action, placement in zip(*told, strict=True):
            square = bit_to_square(int(placement["square"]))
            put = _placement_words(state.KIND_NAMES[int(placement["kind"])], square)
            words.append("; ".join([put, *map(_effect_words, action["effects"])]))
        return [*words, *["takes a tea break in place of a second piece"] * int(now["took_tea"])]

    def beginning(self, table: Any) -> str:
        return f"{super().beginning(table)}; the well is on {_name_of(table['well'])}"

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        return self.scene((game["table"], game["holdings"]), 0, names, last)

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position as a seat sees it; points are those after the last turn."""
        standings = [0] * len(names) if last is None else last["standing"][: len(names)].tolist()
        fresh = [] if last is None else [bit_to_square(int(placement["square"])) for placement in _placements(last)]
        table, holdings = handed
        return draw_scene(table, holdings, names, standings, frozenset(fresh), seat)


_prepared = lru_cache(maxsize=64)(prepare)


# -- records -----------------------------------------------------------------------------------------------------------
def _placements(now: Any) -> Any:
    return now["placements"][: int(now["n_placed"])]


def _as_json(bit: Any) -> list[int]:
    return list(bit_to_square(int(bit)))


def tell_turn(now: Any, players: int) -> dict[str, Any]:
    """A turn as a record has it, from its ``TURN`` record."""
    return {
        "seat": int(now["seat"]),
        "actions": [_tell_placement(placement, players) for placement in _placements(now)],
        "tea": bool(now["took_tea"]),
        "legal": [int(placement["legal"]) for placement in _placements(now)],
    }


def _tell_placement(placement: Any, players: int) -> dict[str, Any]:
    kind = int(placement["kind"])
    piece = {"place": state.KIND_NAMES[kind]} if kind >= len(COLOURS) else {"place": BUILDING, "colour": COLOURS[kind]}
    return {**piece, "square": _as_json(placement["square"]), "effects": _tell_effects(placement, players)}


def _tell_effects(placement: Any, players: int) -> list[dict[str, Any]]:
    """The effects of a placement, in the order of the format's table."""
    colour = COLOURS[int(placement["colour"])]
    to = None if placement["to"] == state.NOBODY else int(placement["to"])
    events: list[dict[str, Any]] = []
    if placement["claimed"]:
        events.append({"event": "claim", "colour": colour, "size": int(placement["claimed"]), "to": to})
    if placement["tea"]:
        events.append({"event": "tea", "count": int(placement["tea"]), "to": to})
    for tower in range(state.TOWERS):
        if placement["tower_moved"][tower]:
            merchants = int(placement["tower_merchants"][tower])
            events.append({"event": "tower_tile", "tower": tower + 1, "to": to, "merchants": merchants})
    if placement["palace_moved"]:
        events.append({"event": "palace_tile", "colour": colour, "to": to})
    if placement["closed"]:
        returned = [int(number) for number in placement["returned"][:players]]
        events.append({"event": "closed", "colour": colour, "returned": returned})
    return events


def _rule_of_difference(stated: list[Any], events: list[Any]) -> str:
    """The rule of the first event in which two lists differ; the format for an unknown event."""
    for number in range(max(len(stated), len(events))):
        claim = stated[number] if number < len(stated) else None
        truth = events[number] if number < len(events) else None
        if not same_form(claim, truth):
            event = claim if truth is None else truth
            name = event.get("event") if isinstance(event, Mapping) else None
            return RULE_OF_EVENT.get(name, FORM) if isinstance(name, str) else FORM
    return FORM


def _tell_score(table: Any, scores: Any, seat: int) -> dict[str, Any]:
    palaces: Mapping[str, Any] = {
        colour: None
        if scores["palace"][seat, number] == state.NO_PALACE
        else dict(zip(state.POINT_NAMES, map(int, scores["points"][seat, number]), strict=True))
        for number, colour in enumerate(COLOURS)
    }
    return {
        "palaces": palaces,
        "palace_tiles": [colour for number, colour in enumerate(COLOURS) if table["palace_holder"][number] == seat],
        "tower_tiles": [tower + 1 for tower in range(state.TOWERS) if table["tower_holder"][tower] == seat],
        "total": int(scores["total"][seat]),
    }


# -- words -------------------------------------------------------------------------------------------------------------
_TEA = "tea tiles"
_PIECES = tuple(
    f"{name.replace('_', ' ')}{' buildings' if name in COLOURS else 's'} at hand" for name in state.KIND_NAMES
)
_TILES = tuple(f"tile of tower {tower + 1}" for tower in range(state.TOWERS))


def _name_of(bit: Any) -> str:
    return square_name(bit_to_square(int(bit)))


def _placement_words(piece: str, square: Square) -> str:
    return f"puts {_piece_words(piece)} on {square_name(square)}"


def _piece_words(piece: str) -> str:
    """A piece with its article; a colour is a building."""
    name = f"{piece} building" if piece in COLOURS else piece.replace("_", " ")
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _effect_words(event: Mapping[str, Any]) -> str:
    kind = event["event"]
    if kind == "claim":
        owner = "as a neutral one" if event["to"] is None else f"for {seat_text(event['to'])}"
        return f"claims the {event['colour']} palace of {counted(event['size'], 'piece')} {owner}"
    if kind == "closed":
        returned = ", ".join(map(str, event["returned"]))
        return f"{event['colour']} is closed: buildings returned to the box, by seat: {returned}"
    if kind == "tea":
        prize = counted(event["count"], "tea tile")
    elif kind == "tower_tile":
        merchants = f" with {counted(event['merchants'], 'merchant')}" if event["merchants"] else ""
        prize = f"the tile of tower {event['tower']}{merchants}"
    else:
        prize = f"the tile for {event['colour']} palaces"
    goes = "go" if kind == "tea" and event["count"] > 1 else "goes"
    to = "out of the game" if event["to"] is None else f"to {seat_text(event['to'])}"
    return f"{prize} {goes} {to}"
