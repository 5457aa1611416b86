"""What Once Upon a Castle says of its steps; all that is made of them follows from ``compiled/language.py``."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled import language
from arkadia_sim.compiled.language import OF, Amount, Option, Said
from arkadia_sim.compiled.record_form import fields_of, list_of, shown
from arkadia_sim.core.scene import Scene, Square, seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import RecordError, UsageError, counted
from arkadia_sim.games.castle.bots_api.view import Castle, View
from arkadia_sim.games.castle.box import FACES, GUESTS, RESOURCES, SQUARES, shapes
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.setup import Prepared, board_of, open_as_told, prepare
from arkadia_sim.games.castle.scene import draw_scene, line_text
from arkadia_sim.games.castle.steps import ACTIONS
from arkadia_sim.games.castle.values import RULES, STOP, lay_out, options_of, read_setup, value_of
from arkadia_sim.rng import STREAM_WORDS, Dice

ROLLED = "roll"
KIND_NAMES = (*state.DECISIONS, ROLLED)
STEP_FIELDS, TURN_FIELDS, LAST_FIELDS = ("seat", "kind", "pick"), ("seat", "dice", "steps"), ("seat", "steps")
DICE_ROLLED = 2
END_LABELS: Mapping[str, str] = {"finished": "the twelfth main part", "limit": "the limit of turns"}
"""How a game ended, in words that follow `with`."""

VALUES = 100
"""Cards without a guest are entered by their points, which are fewer than so many."""
SUN, TOKEN, GUEST, CARD_POINTS = "sun", "token on square", "guest", "points of card"
COUNTS = ("walls", "floors", "residents", "clouds")
LISTS = {"tower": ("tower_points", "towers"), "flag": ("flag_points", "flags"), "card": ("values", "floors")}
"""Parts whose points are put right one by one: the fields with these points, and with their number."""
POINTS_MOST, CLOUDS_MOST = 9, 20


# -- chance ------------------------------------------------------------------------------------------------------------
def _next(game: Any) -> int:
    return int(game["table"]["next_card"])


def _deck_size(game: Any) -> int:
    return state.CARDS_MAX if game["table"]["rules"]["architect"] else state.APPRENTICE_CARDS


class Card(language.Chance):
    """A card turned up."""

    kind = ActionKind("card", VALUES)
    hidden = "the deck is in another order (C11)"

    def came(self, before: Any, after: Any) -> int:
        return _next(after) - _next(before)

    def made(self, before: Any, after: Any) -> list[int]:
        return [int(card) for card in before["deck"][_next(before) : _next(after)]]

    def options(self, game: Any, ahead: int) -> list[int]:
        return sorted(set(game["deck"][_next(game) + ahead : _deck_size(game)].tolist()))

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        for place, number in enumerate(numbers, _next(game)):
            there = place + int(np.flatnonzero(game["deck"][place : _deck_size(game)] == number)[0])
            _swap(game["deck"], place, there)

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        rest = game["deck"][_next(game) : _deck_size(game)]
        rest[:] = chance.permutation(rest)

    def value(self, game: Any, number: int) -> str:
        return GUESTS[number] if game["table"]["rules"]["architect"] else counted(number, "point")


class Die(language.Chance):
    """A die that is rolled."""

    kind = ActionKind("die rolled", len(FACES))
    written, rule, event = ROLLED, "C1.2", "dice"
    hidden = "other dice are to come (C11)"

    def came(self, before: Any, after: Any) -> int:
        return int(after["read"]) - int(before["read"])

    def made(self, before: Any, after: Any) -> list[int]:
        """Each turn of a record has its own script."""
        script, read = before["script"].tolist(), int(before["read"])
        if after["table"]["turn"] == before["table"]["turn"] or after["table"]["phase"] == state.OVER:
            return script[read : int(after["read"])]
        return script[read : read + int(before["scripted"])] + after["script"][: int(after["read"])].tolist()

    def options(self, game: Any, ahead: int) -> list[int]:
        return sorted(set(game["table"]["rules"]["die"].tolist()))

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        faces = numbers[: state.SCRIPT_MAX]
        game["script"][: len(faces)] = faces
        game["scripted"], game["read"] = len(faces), 0

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        for luck in ("luck", "more_luck"):
            game[luck] = chance.integers(1, 1 << 63, STREAM_WORDS, np.uint64)
        game["scripted"] = 0

    def value(self, game: Any, number: int) -> str:
        return str(FACES[number])


CHANCE = (Card(), Die())


# -- the language ------------------------------------------------------------------------------------------------------
class Language(language.Language):
    """See :class:`arkadia_sim.compiled.language.Language`: each decision is one step (C12)."""

    actions = ACTIONS
    chance = CHANCE
    view_class = View
    end_labels = END_LABELS
    rules = RULES
    field_rules = {  # noqa: RUF012 a constant of the class
        "turns": "C9.1", "turns.seat": "C4.5", "turns.dice": "C4.1", "turns.steps": "C12", "last": "C9.2",
        "result.end": "C9.1", "result.castles": "C7", "result.scores": "C10.1", "result.winners": "C10.3",
    }  # fmt: skip

    def options_with_values(self, handed: Any, path: Sequence[Step]) -> list[Option]:
        return [] if path else options_of(handed[0])

    # -- records -------------------------------------------------------------------------------------------------------
    def account(self, now: Any) -> list[Said]:
        seat = int(now["seat"])
        dice = [Said(seat, ROLLED, FACES[face]) for face in now["dice"].tolist()]
        steps = now["steps"][: int(now["n_steps"])].tolist()
        return dice + [Said(seat, KIND_NAMES[kind], value_of(kind, pick), of) for seat, kind, pick, of in steps]

    def head(self, start: Any) -> dict[str, Any]:
        table, deck = start["table"], start["deck"][: _deck_size(start)].tolist()
        cards = [GUESTS[card] for card in deck] if table["rules"]["architect"] else deck
        return {"board": board_of(table).model_dump(), "deck": cards, "first_seat": int(table["first_seat"])}

    def body(self, log: NDArray[Any], end: Any) -> dict[str, Any]:
        """The turns, and the last buildings: the steps that the last turn ends with, by seat."""
        turns, last, finisher = list[dict[str, Any]](), list[dict[str, Any]](), int(end["table"]["finisher"])
        for now in log:
            account = self.account(now)
            dice, steps = account[:DICE_ROLLED], account[DICE_ROLLED:]
            cut, seat = int(now["n_last"]) if now["last"] else len(steps), int(now["seat"])
            turns.append({"seat": seat, "dice": [die.value for die in dice], "steps": list(map(_written, steps[:cut]))})
            if now["last"]:
                players = int(end["table"]["players"])
                seats = [(finisher + step) % players for step in range(1, players)]
                built = [[_written(said) for said in steps[cut:] if said.seat == seat] for seat in seats]
                last = [{"seat": seat, "steps": made} for seat, made in zip(seats, built, strict=True)]
        return {"turns": turns, "last": last}

    def result(self, end: Any) -> dict[str, Any]:
        scores, seats = end["scores"], range(int(end["table"]["players"]))
        names = (*state.POINT_NAMES, "total")
        points = [[*scores["points"][seat].tolist(), int(scores["total"][seat])] for seat in seats]
        return {
            "end": state.END_NAMES[int(end["table"]["end"])],
            "castles": [_as_json(castle) for castle in View(end["table"], Dice((1, 1)), {}).castles],
            "scores": [dict(zip(names, row, strict=True)) for row in points],
            "winners": [seat for seat in seats if scores["wins"][seat]],
        }

    @classmethod
    def read_head(cls, record: Mapping[str, Any]) -> tuple[Prepared, Any]:
        players, rules, board, deck = read_setup(record)
        prepared = prepare(rules, players)
        return prepared, lay_out(prepared, board, deck)

    def read_turns(self, record: Mapping[str, Any]) -> Iterator[list[Said]]:
        """The dice and steps of each turn, the last buildings behind the last one."""
        for number, turn in enumerate(record["turns"]):
            fields_of(turn, TURN_FIELDS, "a turn")
            dice, steps = list_of(turn["dice"], "dice"), list(list_of(turn["steps"], "steps"))
            if len(dice) != DICE_ROLLED:
                raise RecordError("C4.1", f"two dice are rolled, not {shown(dice)}")
            for building in record["last"] if number == len(record["turns"]) - 1 else ():
                fields_of(building, LAST_FIELDS, "a last building")
                steps += list_of(building["steps"], "steps")
            for step in steps:
                fields_of(step, STEP_FIELDS, "a step", OF)
            rolled = [Said(turn["seat"], ROLLED, die) for die in dice]
            yield rolled + [Said(step["seat"], step["kind"], step["pick"]) for step in steps]

    # -- entered games -------------------------------------------------------------------------------------------------
    def unopened(self, dealt: Any) -> Any:
        game = self.prepared.start.copy()[0]
        game["table"]["board"] = dealt["table"]["board"]
        for name in ("deck", "luck", "more_luck"):
            game[name] = dealt[name]
        return game

    opening = staticmethod(open_as_told)

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """With the deck as it came up."""
        opened["deck"] = end["deck"]
        return opened

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """End the turn before; the dice of the present turn are known."""
        table = game["table"]
        table["turn"] -= seat is None
        table["active"] = ((int(table["active"]) if seat is None else seat) - 1) % int(table["players"])
        table["phase"] = state.END
        return [Step(Die.kind.name, int(face)) for face in table["dice"]] if seat is None else ()

    def amounts(self, game: Any) -> list[Amount]:
        return [amount for seat in range(int(game["table"]["players"])) for amount in _amounts(game["table"], seat)]

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number; cards come from the deck and return to it."""
        table, castle = game["table"], game["table"]["castles"][amount.seat]
        kind, _, number = amount.name.rpartition(" ")
        if amount.cell is not None:
            super().put_right(game, amount, value)
        elif amount.name == SUN:
            table["sun"] = amount.seat if value else state.NOBODY
        elif kind in (TOKEN, GUEST):
            field, place = ("tokens", int(number)) if kind == TOKEN else ("guests", GUESTS.index(number))
            castle[field] = int(castle[field]) & ~(1 << place) | value << place
            if kind == GUEST:
                _move_card(game, place, bool(value))
        else:
            for card, drawn in ((amount.value, False), (value, True)) if kind == CARD_POINTS else ():
                if card:
                    _move_card(game, card, drawn)
            field, count = LISTS[kind.removeprefix("points of ")]
            points = castle[field].tolist()
            points[int(number) - 1] = value
            points = [point for point in points if point]
            castle[field] = points + [0] * (len(castle[field]) - len(points))
            castle[count] = len(points)

    # -- words and pictures --------------------------------------------------------------------------------------------
    def say(self, table: Any, said: Said) -> str:
        kind, value = said.kind, said.value
        if kind == "die":
            return "" if said.of == 1 else f"takes the {('first', 'second')[value]} die"
        if kind == "line":
            return "stops building" if value == STOP else f"cashes line {value}: {_gifts(table, value)}"
        if kind == "move":
            return "moves no token" if value == STOP else f"moves a token from square {value[0]} to {value[1]}"
        if kind == "steal":
            return f"steals the {value[1]} of {seat_text(value[0])}"
        if kind == ROLLED:
            return f"rolls {value} for Dagobert"
        if kind in ("guest", "bolt"):
            return f"{'invites' if kind == 'guest' else 'reactivates'} the {value}"
        if isinstance(value, str):
            return _USES[value]
        return f"puts a token on square {value} ({RESOURCES[int(table['board']['resource'][value])]})"

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        die = f" ({FACES[int(handed[0]['dice'][step.number])]})" if step.kind == "die" else ""
        verb, _, rest = super().text(handed, path, step).partition(" ")
        return f"{verb.removesuffix('es' if verb in ('cashes', 'passes') else 's')} {rest}".strip() + die

    def turn_words(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """The dice, then the steps."""
        rolls = f"rolls {' and '.join(die.value for die in self.account(now)[:DICE_ROLLED])}"
        return [rolls, *super().turn_words(before, now, after, secret)[DICE_ROLLED:]]

    def beginning(self, table: Any) -> str:
        board = "drawn" if table["rules"]["drawn"] else "shipped"
        return f"{super().beginning(table)}; a reconstruction, on a {board} board"

    def square(self, handed: Any, step: Step) -> Square | None:
        if step.kind not in ("use", "square") or step.number >= SQUARES:
            return None
        return shapes()[int(handed[0]["board"]["shape"])].places[step.number]

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        standings = [0] * len(names) if last is None else last["standing"][: len(names)].tolist()
        put = [] if last is None else [said for said in self.account(last) if said.kind in ("use", "square")]
        fresh = [frozenset(said.value for said in put if said.seat == seat) for seat in range(len(names))]
        return draw_scene(game["table"], names, standings, fresh)

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position with one's own board first, then those of the others clockwise."""
        scene = self.picture({"table": handed[0]}, names, last)
        sign = ("▦", f"the board of {seat_text(seat)} comes first, then the others in the order of turns")
        return replace(scene, boards=scene.boards[seat:] + scene.boards[:seat], legend=(sign, *scene.legend))


def _as_json(castle: Castle) -> dict[str, Any]:
    """What a view shows of a castle, as a record has it."""
    values = asdict(castle) | {"tokens": sorted(castle.tokens)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


_USES = {
    "residents": "takes residents",
    "flag": "raises a flag by the Monk",
    "cloud": "takes a cloud by the Shepherdess",
    "pass": "passes",
    "lost": "can place nothing",
}


def _gifts(table: Any, line: int) -> str:
    return line_text(table["board"]["lines"][line])


def _written(said: Said) -> dict[str, Any]:
    """A step as a record has it."""
    step = {"seat": said.seat, "kind": said.kind, "pick": said.value}
    return step if said.kind == ROLLED else {**step, OF: said.of}


def _amounts(table: Any, seat: int) -> list[Amount]:
    castle, board, architect = table["castles"][seat], table["board"], bool(table["rules"]["architect"])
    most = {**dict.fromkeys(("walls", "floors"), state.PARTS_MAX), "residents": board["group_size"] * board["groups"]}
    counts = [name for name in COUNTS if architect or name != "floors"]
    lists = {
        "tower": (state.PARTS_MAX, POINTS_MOST),
        "flag": (state.FLAGS_MAX, POINTS_MOST),
        "card": (state.PARTS_MAX, VALUES - 1),
    }
    amounts = [Amount.at(name, seat, most.get(name, CLOUDS_MOST), (castle, name)) for name in counts]
    for kind, (number, highest) in lists.items():
        if kind != "card" or not architect:
            points = castle[LISTS[kind][0]].tolist()
            amounts += [Amount(f"points of {kind} {1 + i}", seat, highest, points[i]) for i in range(number)]
    amounts.append(Amount(SUN, seat, 1, int(table["sun"] == seat)))
    tokens, owned = int(castle["tokens"]), int(castle["guests"])
    amounts += [Amount(f"{TOKEN} {square}", seat, 1, tokens >> square & 1) for square in range(SQUARES)]
    guests = enumerate(GUESTS) if architect else ()
    return amounts + [Amount(f"{GUEST} {name}", seat, 1, owned >> guest & 1) for guest, name in guests]


def _move_card(game: Any, card: int, drawn: bool) -> None:
    """Move a card to those drawn from the deck, or back to the rest."""
    next_card = int(game["table"]["next_card"])
    begin, end = (next_card, _deck_size(game)) if drawn else (0, next_card)
    places = begin + np.flatnonzero(game["deck"][begin:end] == card)
    if not len(places):
        name = GUESTS[card] if game["table"]["rules"]["architect"] else f"a card of {card} points"
        raise UsageError(f"{name} is not in the deck any more")
    _swap(game["deck"], int(places[-1]), next_card if drawn else next_card - 1)
    game["table"]["next_card"] += 1 if drawn else -1


def _swap(deck: Any, here: int, there: int) -> None:
    deck[here], deck[there] = int(deck[there]), int(deck[here])
