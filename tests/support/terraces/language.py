"""What the game says of its steps: a decision is a card, then a terrace. Records, tables and stories follow."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled import language
from arkadia_sim.compiled.language import Amount, Said
from arkadia_sim.compiled.record_form import fields_of, list_of, record_of, rules_of, seats_of, shown, whole
from arkadia_sim.core.scene import SILVER, Board, Listing, Mark, Scene, seat_gauges, seat_row, seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.bits import has, members
from arkadia_sim.kernels.play_loop import NOBODY
from tests.support.terraces import state
from tests.support.terraces.rules import open_game
from tests.support.terraces.steps import ACTIONS, CARD, POINTS_MOST, TERRACE
from tests.support.terraces.view import View

DIE, CARD_HELD = "die", "card in hand"
FORMAT = "terraces-record/1"
FIELDS = ("format", "players", "rules", "deck", "first_seat", "bots", "seed", "turns", "result")
TURN_FIELDS = ("seat", "card", "terrace", "die", "points")
DECK = -1
"""Stands where a seat does for the deck."""


# -- chance ------------------------------------------------------------------------------------------------------------


def hidden_places(game: Any, seat: int) -> dict[int, int]:
    """The places in the deck of the cards that a seat (with NOBODY, any seat) cannot see, each with its holder."""
    table, places = game["table"], dict[int, int]()
    for place, card in enumerate(game["deck"][: int(table["rules"]["cards"])].tolist()):
        holders = [holder for holder in range(int(table["players"])) if has(game["hands"][holder]["cards"], card)]
        holder = holders[0] if holders else DECK
        if not has(table["played"], card) and (holder == DECK or holder != seat):
            places[place] = holder
    return places


def lay_cards(game: Any, places: Mapping[int, int], cards: Sequence[int]) -> None:
    """Let other cards lie in these places, and change the hands that hold them."""
    for place, holder in places.items():
        if holder != DECK:
            game["hands"][holder]["cards"] &= ~(1 << int(game["deck"][place]))
    for (place, holder), card in zip(places.items(), cards, strict=True):
        game["deck"][place] = card
        if holder != DECK:
            game["hands"][holder]["cards"] |= 1 << int(card)


def hold(game: Any, seat: int, card: int, kept: Sequence[int] = ()) -> None:
    """Let a seat hold a card that nobody has seen, in exchange for another one than those that are kept."""
    if has(game["hands"][seat]["cards"], card):
        return
    places, deck = hidden_places(game, NOBODY), game["deck"].tolist()
    own = next(place for place, holder in places.items() if holder == seat and deck[place] not in kept)
    other = deck.index(card)
    lay_cards(game, {own: seat, other: places[other]}, [card, deck[own]])


class Cards(language.Chance):
    """Cards in hands and in the deck. None is turned up; those of a person are asked for to play a game on."""

    kind = ActionKind(CARD_HELD, state.SEATS_MAX * state.CARDS_MAX)
    hidden = "the other hands and the deck are others (T6)"

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        places = hidden_places(game, seat)
        lay_cards(game, places, chance.permutation([int(game["deck"][place]) for place in places]).tolist())

    def value(self, game: Any, number: int) -> str:
        seat, card = divmod(number, state.CARDS_MAX)
        return f"card {card + 1} in the hand of {seat_text(seat)}"


class Die(language.Chance):
    """The die of a turn."""

    kind = ActionKind(DIE, state.SIDES)
    written, rule = DIE, "T3"
    hidden = "other dice are to come (T6)"

    def came(self, before: Any, after: Any) -> int:
        return int(after["table"]["rolled"] - before["table"]["rolled"])

    def options(self, game: Any, ahead: int) -> Sequence[int]:
        return range(state.SIDES)

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        rolled = int(game["table"]["rolled"])
        for place, number in enumerate(numbers[: state.CARDS_MAX - rolled], rolled):
            game["dice"][place] = number + 1

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        rest = game["dice"][int(game["table"]["rolled"]) :]
        rest[:] = chance.integers(1, state.SIDES + 1, len(rest))

    def value(self, game: Any, number: int) -> str:
        return str(number + 1)


CHANCE = (Cards(), Die())


# -- the language ------------------------------------------------------------------------------------------------------


class Language(language.Language):
    """See :class:`arkadia_sim.compiled.language.Language`."""

    actions = ACTIONS
    chance = CHANCE
    view_class = View
    rules = {"play": "T2"}  # noqa: RUF012 a constant of the class
    field_rules = {  # noqa: RUF012 a constant of the class
        "turns": "T5", "turns.seat": "T4", "turns.points": "T3", "result.end": "T5", "result.scores": "T3",
        "result.winners": "T5",
    }  # fmt: skip

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        """The steps of a decision."""
        card, row = divmod(int(decision["pick"]), state.ROWS)
        return [Step(CARD, card), Step(TERRACE, row)]

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in a decision from the number of a card and a terrace."""
        card, row = move
        if not (1 <= card <= table["rules"]["cards"] and 0 <= row < state.ROWS):
            raise RecordError("T2", f"there is no such card or terrace: {shown(move)}")
        decision["pick"] = state.ROWS * (card - 1) + row

    # -- records -------------------------------------------------------------------------------------------------------

    def account(self, now: Any) -> list[Said]:
        """The card with its terrace, then the die."""
        if now["card"] == state.NO_CARD:
            return []
        seat, played = int(now["seat"]), (int(now["card"]) + 1, int(now["row"]))
        return [Said(seat, "play", played), Said(seat, DIE, str(now["die"]))]

    def head(self, start: Any) -> dict[str, Any]:
        """The deck, from which hands are dealt first, and the first seat."""
        table = start["table"]
        deck = (start["deck"][: int(table["rules"]["cards"])] + 1).tolist()
        return {"deck": deck, "first_seat": int(table["first_seat"])}

    def body(self, log: NDArray[Any], end: Any) -> dict[str, Any]:
        """The turns."""
        return {
            "turns": [
                dict(zip(TURN_FIELDS, (int(now["seat"]), int(now["card"]) + 1, *map(int, rest)), strict=True))
                for now, rest in zip(log, log[["row", "die", "points"]].tolist(), strict=True)
            ]
        }

    def result(self, end: Any) -> dict[str, Any]:
        """The result (T5)."""
        seats = range(int(end["table"]["players"]))
        return {
            "end": state.END_NAMES[int(end["table"]["end"])],
            "scores": [{"total": int(end["scores"]["total"][seat])} for seat in seats],
            "winners": [seat for seat in seats if end["scores"]["wins"][seat]],
        }

    @classmethod
    def read_head(cls, record: Mapping[str, Any]) -> tuple[Any, Any]:
        """The set-up (T1)."""
        record_of(record, (FORMAT,), FIELDS)
        players = seats_of(record, state.RuleSet, "T1", "T1")
        rules = rules_of(record["rules"], players, state.RuleSet, "T1")
        deck = [whole(card, "a card") for card in list_of(record["deck"], "deck")]
        if sorted(deck) != list(range(1, rules.cards + 1)):
            raise RecordError("T1", f"the deck must hold the numbers 1 to {rules.cards}, not {shown(sorted(deck))}")
        prepared = state.prepare(rules, players)
        game = prepared.start.copy()[0]
        game["deck"][: len(deck)], game["dice"] = np.array(deck) - 1, 1
        return prepared, game

    def read_turns(self, record: Mapping[str, Any]) -> Iterator[list[Said]]:
        """What was played in each turn, and the die."""
        for turn in record["turns"]:
            fields_of(turn, TURN_FIELDS, "a turn")
            seat, card, row, die = (whole(turn[name], name) for name in TURN_FIELDS[:4])
            yield [Said(seat, "play", (card, row)), Said(seat, DIE, str(die))]

    # -- entered games -------------------------------------------------------------------------------------------------

    def unopened(self, dealt: Any) -> Any:
        """The empty table with the deck and the dice of a deal."""
        game = self.prepared.start.copy()[0]
        game["deck"], game["dice"] = dealt["deck"], dealt["dice"]
        return game

    opening = staticmethod(open_game)

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """With the cards as they came up: a card that was played was in this place of the deck from the start."""
        game = self.unopened(end)
        open_game(game, int(opened["table"]["first_seat"]))
        return game

    def may_begin(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """Any card that was not played may be in the hand."""
        played = game["table"]["played"]
        return [Step(CARD, card) for card in range(int(game["table"]["rules"]["cards"])) if not has(played, card)]

    def play(self, game: Any, step: Step) -> bool:
        """The player on turn has had this card."""
        hold(game, int(game["table"]["seat"]), step.number)
        return True

    def viewer(self, seat: int) -> int:
        """Nobody: no hand is known."""
        return NOBODY

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """People say what they hold; all else is drawn."""
        super().go_on(game, people, entered, chance)
        held = [divmod(step.number, state.CARDS_MAX) for step in entered]
        for number, (seat, card) in enumerate(held):
            hold(game, seat, card, [known for other, known in held[:number] if other == seat])
        known, left = [card for _, card in held], [game["deck"][place] for place in hidden_places(game, NOBODY)]
        for seat in people:
            if sum(other == seat for other, _ in held) < game["table"]["in_hand"][seat]:
                first = state.CARDS_MAX * seat
                return [Step(CARD_HELD, first + int(card)) for card in sorted(left) if card not in known]
        return ()

    def amounts(self, game: Any) -> Sequence[Amount]:
        """The points."""
        table = game["table"]
        return [Amount.at("points", seat, POINTS_MOST, (table["points"], seat)) for seat in range(table["players"])]

    # -- words and pictures --------------------------------------------------------------------------------------------

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        """A step in words."""
        return f"card {step.number + 1}" if step.kind == CARD else f"on terrace {step.number}"

    def words(self, handed: Any, decision: Any) -> str:
        """A decision in words."""
        return "lays {} {}".format(*(self.text(handed, (), step) for step in self.path_of(handed, decision)))

    def turn_words(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """What was laid where, and what the die brought."""
        cleared = ", which is cleared first" if now["cleared"] else ""
        return [
            f"lays card {now['card'] + 1} on terrace {now['row']}{cleared}",
            f"rolls a {now['die']} and scores {now['points']}",
        ]

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        """The position with all hands."""
        hands = [game["hands"][seat]["cards"] for seat in range(len(names))]
        return _draw(game["table"], names, hands, last)

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position with one's own hand."""
        hands = [handed[1]["cards"] if other == seat else None for other in range(len(names))]
        return _draw(handed[0], names, hands, last)


def _draw(table: Any, names: Sequence[str], hands: Sequence[Any], last: Any) -> Scene:
    """The terraces as rows of cards, the players as a table; a hand that is not seen is None."""
    marks = [
        Mark((row, place), "tile", SILVER, str(card + 1), f"card {card + 1}",
             last is not None and last["card"] == card)
        for row in range(state.ROWS)
        for place, card in enumerate(table["rows"][row].tolist()[: int(table["length"][row])])
    ]  # fmt: skip
    rows, points = [], table["points"].tolist()
    for seat, (name, hand) in enumerate(zip(names, hands, strict=True)):
        cards = "?" if hand is None else " ".join(str(card + 1) for card in members(hand))
        rows.append(seat_row(seat, str(seat + 1), name, str(points[seat]), str(int(table["in_hand"][seat])), cards))
    title = f"players ({int(table['deck_left'])} cards in the deck)"
    tables = (Listing(title, ("seat", "bot", "points", "cards", "hand"), tuple(rows)),)
    board, gauges = Board(state.ROWS, state.CARDS_MAX, (), tuple(marks)), seat_gauges("points", points[: len(names)])
    return Scene((board,), tables, gauges, (("7", "a card"),))
