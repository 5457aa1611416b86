"""What Arkadia says of its steps; all that is made of them follows from ``core/language.py``.

::

    must     card ─► turned ─► square                  or   building ─► own worker or neutral worker … ─► done
    draw     draw
    castle   piece ─► castle square
    banner   banner ─► seals of the first family ─► … of the last

A card lies on the square that its building covers first, by rows from the top. Workers are put down in any order.

Where a game is entered, hands are unknown. A card of a hand is entered when it is played, unless all saw it
being drawn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import language
from arkadia_sim.core.language import VALUES, Amount, Said
from arkadia_sim.core.record_form import shown, squares_in
from arkadia_sim.core.scene import Scene, seat_text
from arkadia_sim.core.table import Step
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia import steps
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.chance import (
    CardInHand,
    CardTurnedUp,
    CastleLot,
    cards_of,
    fitting_deal,
    hidden_places,
    hold,
    left_of,
    playable,
    unseen,
)
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.box import form_of as form_name
from arkadia_sim.games.arkadia.components.squares import Square, castle_squares, squares_text
from arkadia_sim.games.arkadia.observed import OBSERVED, observe
from arkadia_sim.games.arkadia.records.form import read_setup, read_turn
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import bit_to_square, squares_of, words_of
from arkadia_sim.games.arkadia.rules.setup import (
    Prepared,
    card_name,
    card_number,
    open_as_told,
    open_first_turn,
    prepare,
)
from arkadia_sim.games.arkadia.scenes.drawing import draw_scene, draw_seen
from arkadia_sim.games.arkadia.values import (
    Banner,
    Build,
    Choice,
    Introduce,
    Owner,
    Pass,
    Piece,
    building_card,
    explain,
    find_building,
    write,
)
from arkadia_sim.games.arkadia.words import (
    banner_words,
    building_words,
    counted,
    listed,
    must_words,
    piece_words,
    sale_words,
    squares_words,
)
from arkadia_sim.rng import Dice

GOLD, SEALS, BANNERS = "gold", "seals", "banners left"
WORKERS_HELD, NEUTRALS = "workers at hand", "neutral workers at hand"
EVERY = 1_000
"""More builds, and more worker placements, than nearly any position has."""


# -- the language ------------------------------------------------------------------------------------------------------


class Language(language.Language):
    """See :class:`arkadia_sim.core.language.Language`."""

    kinds = steps.KINDS
    observed = OBSERVED
    view_class = View
    observe = staticmethod(observe)
    rules = {"must": "R3.1", "draw": "R4.5", "castle": "R7.1", "banner": "R8.1"}  # noqa: RUF012 a constant of the class
    field_rules = {  # noqa: RUF012 a constant of the class
        "turns": "R9", "turns.seat": "R3", "turns.draw": "R4.5", "turns.completed": "R6.1", "turns.castle": "R7.1",
        "turns.banner": "R8.1", "turns.banner.gold": "R8.2", "result": "R9.4", "result.end": "R9",
    }  # fmt: skip
    wide = {"must": EVERY}  # noqa: RUF012 a constant of the class

    def __init__(self, engine: Any, prepared: Prepared) -> None:
        super().__init__(engine, prepared)
        self.components: Components = prepared.components
        self.chance = (CastleLot(prepared), CardTurnedUp(prepared), CardInHand(prepared))

    def options(self, handed: Any, path: Sequence[Step]) -> Sequence[Step]:
        """The legal next steps; see above."""
        table, holdings, hand = handed
        return steps.options(table, holdings, hand, path)

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        """Fill in a decision from its steps."""
        table, (kind, number) = handed[0], path[0]
        if kind == steps.CARD:
            turned = path[1].number
            decision["kind"], decision["card"], decision["orientation"] = state.BUILD, number, turned
            decision["anchor"] = steps.bit_of(path[2].number) - steps.first_offset(table, state.form_of(number), turned)
        elif kind == steps.BUILDING:
            decision["kind"], decision["building"] = state.WORKERS, number
            decision["own"], decision["neutral"] = (
                words_of(steps.chosen_squares(path, steps.OWN)),
                words_of(steps.chosen_squares(path, steps.NEUTRAL)),
            )
        elif kind == steps.DRAWN:
            decision["draw"] = number
        elif kind == steps.PIECE:
            decision["family"], decision["castle_square"] = number, path[1].number
        else:
            decision["use_banner"] = number
            decision["sold"] = steps.sales_in(path)

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        """The steps of a decision."""
        table, holdings, _ = handed
        phase = int(table["phase"])
        if phase == state.MUST and decision["kind"] == state.BUILD:
            card, turned = int(decision["card"]), int(decision["orientation"])
            first = bit_to_square(int(decision["anchor"]) + steps.first_offset(table, state.form_of(card), turned))
            return [Step(steps.CARD, card), Step(steps.TURNED, turned), Step(steps.SQUARE, steps.number_of(first))]
        if phase == state.MUST:
            own = [Step(steps.OWN, steps.number_of(square)) for square in squares_of(decision["own"])]
            neutral = [Step(steps.NEUTRAL, steps.number_of(square)) for square in squares_of(decision["neutral"])]
            return [Step(steps.BUILDING, int(decision["building"])), *own, *neutral, Step(steps.DONE, 0)]
        if phase == state.DRAW:
            return [Step(steps.DRAWN, int(decision["draw"]))]
        if phase == state.CASTLE:
            family, square = int(decision["family"]), int(decision["castle_square"])
            return [Step(steps.PIECE, family), Step(steps.CASTLE_SQUARE, square)]
        if not decision["use_banner"]:
            return [Step(steps.BANNER, 0)]
        return [Step(steps.BANNER, 1), *steps.sale_steps(holdings["seals"][int(table["seat"])], decision["sold"])]

    def meaning(self, handed: Any, decision: Any) -> Any:
        """Workers on the same squares mean the same, next to whichever building."""
        choice = self._choice(handed, decision)
        return choice.workers if isinstance(choice, Introduce) else choice

    def view(self, parameters: Mapping[str, float], handed: tuple[Any, ...], random: Dice) -> View:
        """What a bot in plain Python sees."""
        table, holdings, hand = handed
        return View(table, holdings, hand, random, parameters, self.components)

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in a decision from a choice."""
        write(decision, move, table, self.components)

    def refused(self, game: Any, decision: Any, fault: int) -> tuple[str, str]:
        """The first rule that forbids a decision."""
        choice = self._choice(self.engine.handed(game, int(game["table"]["seat"])), decision)
        return explain(game, choice, self.components) or super().refused(game, decision, fault)

    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether a decision between these two games showed a card that was hidden before it."""
        return bool(before["table"]["stack_left"] != after["table"]["stack_left"])

    def _choice(self, handed: Any, decision: Any) -> Choice:
        if handed[0]["phase"] == state.MUST and decision["kind"] not in (state.BUILD, state.WORKERS):
            return Pass()
        return self.view({}, handed, Dice((1, 1))).move_of(decision)

    # -- records -------------------------------------------------------------------------------------------------------

    def account(self, now: Any) -> list[Said]:
        """The must of a turn, a draw, castle pieces, a banner."""
        seat, families = int(now["seat"]), self.components.families
        said = [Said(seat, "must", self._must(now))]
        if now["draw"] != state.NO_DRAW:
            said.append(Said(seat, "draw", _draw(now)))
        pieces = zip(now["piece_family"].tolist(), now["piece_square"].tolist())
        for _, (family, square) in zip(range(int(now["n_pieces"])), pieces):
            said.append(Said(seat, "castle", Piece(families[family], square)))
        return [*said, Said(seat, "banner", Banner(True, self._sold(now)))] if now["used_banner"] else said

    def to_come(self, game: Any, turn: Sequence[Said]) -> Sequence[Said]:
        """A turn without a banner uses none."""
        now, phase = game["now"], int(game["table"]["phase"])
        rest = turn[0 if phase == state.MUST else 1 + int(now["draw"] != state.NO_DRAW) + int(now["n_pieces"]) :]
        return [Said(turn[0].seat, "banner", Banner(False))] if not rest and phase == state.BANNER else rest

    def _must(self, now: Any) -> Build | Introduce | Pass:
        squares = frozenset(squares_of(now["squares"]))
        if now["kind"] == state.BUILD:
            return Build(self._card(now["card"]), squares)
        if now["kind"] == state.WORKERS:
            workers: dict[Square, Owner] = dict.fromkeys(squares_of(now["own"]), "own")
            workers |= dict.fromkeys(squares_of(now["neutral"]), "neutral")
            return Introduce(squares, workers)
        return Pass()

    def _sold(self, now: Any) -> dict[str, int]:
        """The seals sold with a banner, by family; without families that sold none (R8.2)."""
        return {name: int(number) for name, number in zip(self.components.families, now["sold"]) if number}

    def head(self, start: Any) -> dict[str, Any]:
        """Pieces, lot, cards and first seat (R1, R2)."""
        components, table = self.components, start["table"]
        forms = {form_name(card) for card in components.cards}
        standing, hands = int(table["n_buildings"]), start["hands"][: int(table["players"])]
        placed = zip(table["card"][state.LOT + 1 : standing], table["squares"][state.LOT + 1 : standing])
        return {
            "shapes": {form: list(rows) for form, rows in components.shapes.items() if form in forms},
            "board": list(components.board),
            "lot": _as_json(squares_of(table["squares"][state.LOT])),
            "lot_seals": list(components.lot_seals),
            "placed": [{"card": self._card(card), "squares": _as_json(squares_of(bits))} for card, bits in placed],
            "hands": [self._names(hand["cards"][: int(hand["n"])]) for hand in hands],
            "face_up": self._names(table["face_up"][: int(table["rules"]["face_up"])]),
            "stack": self._names(start["stack"][: int(table["stack_left"])][::-1]),  # the last one is drawn next
            "first_seat": int(table["first_seat"]),
        }

    def body(self, log: NDArray[Any], end: Any) -> dict[str, Any]:
        """The turns."""
        return {"turns": [self._tell_turn(now, end["table"]) for now in log]}

    def _tell_turn(self, now: Any, table: Any) -> dict[str, Any]:
        pieces = [said.value for said in self.account(now) if said.kind == "castle"]
        return {
            "seat": int(now["seat"]),
            "must": _must_as_json(self._must(now)),
            "draw": _draw(now),
            "completed": self._completed(now, table),
            "castle": [{"piece": piece.family, "square": piece.square} for piece in pieces],
            "banner": {"sold": self._sold(now), "gold": int(now["sale_gold"])} if now["used_banner"] else None,
        }

    def _completed(self, now: Any, table: Any) -> list[dict[str, Any]]:
        """The buildings completed in a turn, in the order of payment (R6)."""
        return [
            {
                "squares": _as_json(squares_of(table["squares"][building])),
                "family": self.components.families[int(table["card"][building]) % state.FAMILIES],
                "seals": now["paid"][place, : int(table["players"])].tolist(),
            }
            for place, building in enumerate(now["completed"][: int(now["n_completed"])])
        ]

    def result(self, end: Any) -> dict[str, Any]:
        """The result (R9.4)."""
        gold = end["holdings"]["gold"][: int(end["table"]["players"])].tolist()
        winners = [seat for seat, coins in enumerate(gold) if coins == max(gold)]
        return {"gold": gold, "winners": winners, "end": state.END_NAMES[int(end["table"]["end"])]}

    @classmethod
    def read_head(cls, record: Mapping[str, Any], box: Any) -> tuple[Prepared, Any]:
        """The set-up."""
        setup = read_setup(record, box)
        prepared = _prepared(setup.components, setup.rules, setup.players)
        game = prepared.start.copy()[0]
        table = game["table"]
        table["squares"][state.LOT] = words_of(setup.lot)
        for seat, hand in enumerate(setup.hands):
            game["hands"][seat]["cards"][: len(hand)] = [card_number(setup.components, card) for card in hand]
            game["hands"][seat]["n"] = table["hand_count"][seat] = len(hand)
        table["face_up"][: len(setup.face_up)] = [card_number(setup.components, card) for card in setup.face_up]
        game["stack"][: len(setup.stack)] = [card_number(setup.components, card) for card in setup.stack[::-1]]
        table["stack_left"] = len(setup.stack)
        return prepared, game

    def read_turns(self, record: Mapping[str, Any]) -> Iterator[list[Said]]:
        """The decisions of each turn. What they bring is compared later."""
        return map(read_turn, record["turns"])

    def in_order(self, stated: Any) -> Any:
        """A list of squares is a set, and families of which nothing was sold may be named or left out."""
        must, banner = dict(stated["must"] or {}), stated["banner"]
        must |= {name: sorted(must[name]) for name in ("squares", "building") if name in must}
        if "workers" in must:
            must["workers"] = sorted(must["workers"], key=lambda worker: worker["square"])
        completed = [{**building, "squares": sorted(building["squares"])} for building in stated["completed"]]
        sold = banner and {**banner, "sold": {name: seals for name, seals in banner["sold"].items() if seals}}
        return {**stated, "must": must or None, "completed": completed, "banner": sold}

    def check_turn(self, stated: Any, true: Any) -> None:
        """Completed buildings first: the same ones in the same order, with the same families and seals (R6)."""
        _check_completed(stated["completed"], true["completed"])
        super().check_turn(stated, true)

    # -- entered games -------------------------------------------------------------------------------------------------

    def unopened(self, dealt: Any) -> Any:
        """The empty table with the cards and the lot of a deal."""
        game = self.prepared.start.copy()[0]
        for name in ("hands", "stack"):
            game[name] = dealt[name]
        for name in ("hand_count", "face_up", "stack_left"):
            game["table"][name] = dealt["table"][name]
        game["table"]["squares"][state.LOT] = dealt["table"]["squares"][state.LOT]
        return game

    def open(self, game: Any, first_seat: int) -> None:
        """Lay out the lot, and the buildings of a first game, and begin the first turn."""
        open_as_told(game, self.prepared.setup, first_seat)

    def make_possible(self, game: Any) -> None:
        """Let the player on turn hold a card that fits on the board if he may, so that he need not pass."""
        if game["table"]["phase"] == state.MUST and game["table"]["must_pass"]:
            for card in playable(game)[:1]:
                hold(game, card)

    def may_begin(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """All cards that the player on turn may hold and that fit on the board, then whatever else may be done."""
        if game["table"]["phase"] != state.MUST:
            return options
        others = [step for step in options if step.kind != steps.CARD]
        return [*(Step(steps.CARD, card) for card in playable(game)), *others]

    def play(self, game: Any, step: Step) -> bool:
        """Give the player on turn the card that he plays; whether he plays one."""
        if step.kind == steps.CARD:
            hold(game, step.number)
        return step.kind == steps.CARD

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """A deal in which every card was in the hand that played it."""
        return fitting_deal(opened, end, log)

    def viewer(self, seat: int) -> int:
        """Nobody's hand is seen."""
        return -1

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Ask for the cards in people's hands; deal all others that nobody knows by lot."""
        places, left = hidden_places(game), unseen(game)
        told = [(seat, place) for seat, place in places if seat in people]
        for (seat, place), step in zip(told, entered):
            card = step.number % state.CARD_KINDS
            cards_of(game, seat)[place] = card
            left[card] -= 1
        if len(entered) < len(told):
            first = state.CARD_KINDS * told[len(entered)][0]
            return [Step(CardInHand.kind.name, first + card) for card in left_of(left)]
        rest = chance.permutation(np.repeat(np.arange(state.CARD_KINDS), left))
        for (seat, place), card in zip((place for place in places if place not in told), rest, strict=True):
            cards_of(game, seat)[place] = card
        if game["table"]["phase"] == state.MUST:
            open_first_turn(game)
        return []

    def amounts(self, game: Any) -> Sequence[Amount]:
        """What each player has: gold, seals, workers, banners. What a player lacks is in the supply."""
        table, held, most = game["table"], game["holdings"], VALUES - 1
        return [
            amount
            for seat in range(int(table["players"]))
            for amount in (
                Amount.at(GOLD, seat, most, (held["gold"], seat)),
                *(
                    Amount.at(f"{name} {SEALS}", seat, most, (held["seals"][seat], family), (table["supply"], family))
                    for family, name in enumerate(self.components.families)
                ),
                Amount.at(WORKERS_HELD, seat, most, (held["workers"], seat), (table["own_pool"], seat)),
                Amount.at(NEUTRALS, seat, most, (held["neutrals"], seat), (table, "neutral_pool")),
                Amount.at(BANNERS, seat, table["rules"]["banners"], (table["banners"], seat)),
            )
        ]

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """End the turn before, which nobody passed and which the last round does not count."""
        game["table"]["turns_left"] += game["table"]["turns_left"] > 0
        game["now"]["kind"] = state.BUILD
        return super().begin(game, seat)

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """Cards come from the stack, and nobody uses a banner."""
        if options and options[0].kind == steps.BANNER:
            return Step(steps.BANNER, 0)
        if options and options[0].kind == steps.DRAWN:
            return Step(steps.DRAWN, state.FROM_STACK) if Step(steps.DRAWN, state.FROM_STACK) in options else options[0]
        return None

    # -- words and pictures --------------------------------------------------------------------------------------------

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        """A step in words."""
        table, (kind, number) = handed[0], step
        if kind == steps.CARD:
            return f"build {card_name(self.components, number)} {steps.outline_text(table, state.form_of(number), 0)}"
        if kind == steps.BUILDING:
            squares = squares_of(table["squares"][number])
            return f"put workers next to {building_words(squares, table, self.components)}"
        if kind == steps.TURNED:
            return f"turned as {steps.outline_text(table, state.form_of(path[0].number), number)}"
        if kind == steps.SQUARE:
            return f"on {squares_words(self.covered(handed, path, step))}"
        if kind in (steps.OWN, steps.NEUTRAL):
            return f"an {kind} on {squares_words([steps.square_at(number)])}".replace("an n", "a n")
        if kind == steps.DRAWN:
            if number == state.FROM_STACK:
                return "draw from the stack"
            return f"draw from the open cards: {self._card(table['face_up'][number])}"
        families = self.components.families
        if kind == steps.PIECE:
            return f"a piece of {families[number]}"
        if kind == steps.CASTLE_SQUARE:
            top = int(table["top"][number])
            over = f", over {families[top]}" if top >= 0 else ""
            return f"on castle square {number}{over}"
        if kind == steps.SALE:
            family, amount = divmod(number, steps.SALE_MOST + 1)
            gold = amount * int(table["value"][family])
            return f"sell {amount} {families[family]} for {gold} gold" if amount else f"sell no {families[family]}"
        return {steps.DONE: "no more workers", steps.BANNER: "use a banner" if number else "use no banner"}[kind]

    def square(self, handed: Any, step: Step) -> Square | None:
        """The square for a building or a worker."""
        return steps.square_at(step.number) if step.kind in (steps.SQUARE, steps.OWN, steps.NEUTRAL) else None

    def covered(self, handed: Any, path: Sequence[Step], step: Step) -> Sequence[Square]:
        """The squares that a building covers; none for any other step."""
        if step.kind != steps.SQUARE:
            return ()
        return steps.covered_squares(handed[0], state.form_of(path[0].number), path[1].number, step.number)

    def words(self, handed: Any, decision: Any) -> str:
        """A decision in words."""
        choice, table = self._choice(handed, decision), handed[0]
        if isinstance(choice, Banner):
            return banner_words(choice)
        if isinstance(choice, Piece):
            hidden = int(table["top"][choice.square])
            return piece_words(choice, None if hidden == state.NO_FAMILY else self.components.families[hidden])
        if isinstance(choice, Build | Introduce | Pass):
            return must_words(choice, table, self.components)
        if choice == "stack":
            return "draws from the stack"
        return f"takes {self._card(table['face_up'][int(choice)])} from the open cards"

    def title(self, game: Any, number: int) -> str:
        """The decision at hand."""
        return state.PHASE_NAMES[int(game["table"]["phase"])]

    def turn_words(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """A sentence for each part of a turn, in which a card from the stack may stay ``secret``."""
        table, account = before["table"], self.account(now)
        must, banner = account[0].value, [said.value for said in account if said.kind == "banner"]
        camps = int(now["camps"])
        brought = f"the camps below bring {counted(camps, 'neutral worker')}" if camps else ""
        parts = (must_words(must, table, self.components), brought, self._draw_words(before, now, secret))
        words = ["; ".join(part for part in parts if part)]
        words += [self._payout_words(building, before, after) for building in self._completed(now, after["table"])]
        words.append(self._castle_words([said.value for said in account if said.kind == "castle"], before, after))
        words += [sale_words(sale, int(now["sale_gold"]), int(now["workers_brought"])) for sale in banner]
        if table["end_seat"] == state.NOBODY != after["table"]["end_seat"]:
            words.append("floor 2 of the castle is complete: the last round begins")
        return [sentence for sentence in words if sentence]

    def _draw_words(self, before: Any, now: Any, secret: bool) -> str:
        """The card drawn (R4.5); empty if none was."""
        draw, left = _draw(now), int(before["table"]["stack_left"])
        if draw == "stack":
            return f"draws {'a card' if secret else self._card(before['stack'][left - 1])} from the stack"
        return "" if draw is None else f"takes {self._card(before['table']['face_up'][draw])} from the open cards"

    def _payout_words(self, building: Mapping[str, Any], before: Any, after: Any) -> str:
        """What a completed building paid, at the values before the castle pieces (R6)."""
        squares = [(row, column) for row, column in building["squares"]]
        number = find_building(after["table"], squares)
        assert number is not None, "a building that was completed stands"
        card, paid = building_card(after["table"], number, self.components), building["seals"]
        seals = [f"{seat_text(seat)} {counted(number, 'seal')}" for seat, number in enumerate(paid) if number]
        value = int(before["table"]["value"][self.components.families.index(building["family"])])
        worth = f", {value} gold each now" if seals else ""
        return f"completes {card} on {squares_words(squares)}: {listed(seals) or 'pays nobody'}{worth}"

    def _castle_words(self, pieces: Sequence[Piece], before: Any, after: Any) -> str:
        """Where castle pieces went, over what, and the new values of seals (R7); empty if there were none."""
        families, top = self.components.families, before["table"]["top"].tolist()
        parts = []
        for piece in pieces:
            hidden = top[piece.square]
            parts.append(piece_words(piece, None if hidden == state.NO_FAMILY else families[hidden]))
            top[piece.square] = families.index(piece.family)
        old, new = (game["table"]["value"].tolist() for game in (before, after))
        moved = [f"{name} from {was} to {now}" for name, was, now in zip(families, old, new) if was != now]
        changed = f": {listed(moved)} gold a seal" if moved else ""
        return f"puts {listed(parts)} into the castle{changed}" if parts else ""

    def ending(self, game: Any) -> str:
        """Who has won, and with how much (R9)."""
        result = self.result(game)
        winners = listed([seat_text(seat) for seat in result["winners"]])
        why = "" if int(game["table"]["end"]) == state.END_CASTLE else ", because nobody can move any more"
        gold = max(result["gold"])
        return f"the game is over{why}: {winners} with {gold} gold, all seals sold at their current values"

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        """The position, with all hands."""
        return draw_scene(game, self.components, names, self._changed(game["table"], last))

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position as a seat sees it."""
        return draw_seen(handed, seat, self.components, names, self._changed(handed[0], last))

    def _changed(self, table: Any, last: Any) -> frozenset[Square]:
        """The squares of the board that a turn has changed: its building or workers, and its castle pieces."""
        if last is None:
            return frozenset()
        must, castle = self._must(last), castle_squares(squares_of(table["squares"][state.LOT]))
        squares = must.squares if isinstance(must, Build) else must.workers if isinstance(must, Introduce) else ()
        return frozenset({*squares, *(castle[square] for square in last["piece_square"][: int(last["n_pieces"])])})

    def _card(self, number: Any) -> str:
        return card_name(self.components, int(number))

    def _names(self, cards: Any) -> list[str]:
        return [self._card(card) for card in cards]


_prepared = lru_cache(maxsize=64)(prepare)

# -- records -----------------------------------------------------------------------------------------------------------


def _as_json(squares: Iterable[Square]) -> list[list[int]]:
    return [list(square) for square in squares]


def _draw(now: Any) -> Any:
    """Where a card was drawn from: a face-up place, ``"stack"``, or None for no draw (R4.5)."""
    draw = int(now["draw"])
    return None if draw == state.NO_DRAW else "stack" if draw == state.FROM_STACK else draw


def _must_as_json(must: Build | Introduce | Pass) -> dict[str, Any] | None:
    if isinstance(must, Build):
        return {"build": must.card, "squares": _as_json(sorted(must.squares))}
    if isinstance(must, Introduce):
        workers = [{"square": list(square), "owner": must.workers[square]} for square in sorted(must.workers)]
        return {"building": _as_json(sorted(must.building)), "workers": workers}
    return None


def _check_completed(stated: Sequence[Any], true: Sequence[Any]) -> None:
    """R6: the same buildings in the same order, with the same families and seals."""
    told, places = [[squares_in(entry["squares"], "squares") for entry in entries] for entries in (stated, true)]
    for place in told:
        if place not in places:
            raise RecordError("R6.1", f"no building on {squares_text(place)} is completed in this turn")
    for place in places:
        if place not in told:
            raise RecordError("R6.1", f"the building on {squares_text(place)} is complete, which the record leaves out")
    if told != places:
        raise RecordError("R6.3", "buildings are paid once each, in the order in which they were laid out")
    for entry, building, place in zip(stated, true, places, strict=True):
        if entry != building:
            where = f"the building on {squares_text(place)}"
            raise RecordError(
                "R6.2", f"{where} is {building['family']} and pays {building['seals']}, not {shown(entry)}"
            )
