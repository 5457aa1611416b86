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

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import language
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.language import VALUES, Amount, Said
from arkadia_sim.core.record_form import shown, squares_in
from arkadia_sim.core.scene import Scene, seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.box import form_of as form_name
from arkadia_sim.games.arkadia.components.squares import Square, castle_squares, squares_text
from arkadia_sim.games.arkadia.observed import OBSERVED, observe
from arkadia_sim.games.arkadia.records.form import read_setup, read_turn
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS, bit_to_square, square_to_bit, squares_of, words_of
from arkadia_sim.games.arkadia.rules.setup import (
    Prepared,
    card_name,
    card_number,
    open_as_told,
    open_first_turn,
    prepare,
)
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    BUILDINGS_MAX,
    CARD_KINDS,
    CASTLE,
    CASTLE_SQUARES,
    DRAW,
    END,
    END_CASTLE,
    END_NAMES,
    FAMILIES,
    FROM_STACK,
    LOT,
    MUST,
    NO_CARD,
    NO_DRAW,
    NO_FAMILY,
    NOBODY,
    ORIENTATIONS_MAX,
    PHASE_NAMES,
    SEATS_MAX,
    WORKERS,
    form_of,
    new_game,
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
    take,
    write,
)

CARD, BUILDING, TURNED, SQUARE = "card", "building", "turned", "square"
OWN, NEUTRAL, DONE = "own worker", "neutral worker", "done"
DRAWN, PIECE, CASTLE_SQUARE, BANNER, SALE = "draw", "piece", "castle square", "banner", "sale"

SALE_MOST = 31
"""The most seals that one step sells. Of more than that, the rest is asked for again."""


GOLD, SEALS, WORKERS_HELD, NEUTRALS, BANNERS = (
    "gold",
    "seals",
    "workers at hand",
    "neutral workers at hand",
    "banners left",
)
EVERY = 1_000
"""More builds, and more worker placements, than nearly any position has."""


# -- chance ------------------------------------------------------------------------------------------------------------


class CastleLot(language.Chance):
    """Where the castle lot lies, by its first square."""

    kind = ActionKind("castle lot", ROWS * COLUMNS)

    def __init__(self, prepared: Prepared) -> None:
        setup = prepared.setup[0]
        lots = setup["lots"][: int(setup["n_lots"])]
        self._lots = {_number(min(squares_of(lot))): lot for lot in lots}

    def came(self, before: Any, after: Any) -> int:
        return int(_is_unopened(before) and not _is_unopened(after))

    def options(self, game: Any, ahead: int) -> list[int]:
        return sorted(self._lots)

    def tell(self, game: Any, numbers: Sequence[int]) -> None:
        for number in numbers:
            game["table"]["squares"][LOT] = self._lots[number]

    def value(self, game: Any, number: int) -> str:
        return "its top left square on {},{}".format(*_square(number))

    def square(self, number: int) -> Square:
        return _square(number)


class CardTurnedUp(language.Chance):
    """A card turned up: at the set-up, and in place of one that was drawn."""

    kind = ActionKind("card turned up", CARD_KINDS)

    def __init__(self, prepared: Prepared) -> None:
        self._components = prepared.components

    def came(self, before: Any, after: Any) -> int:
        if _is_unopened(before):
            return 0 if _is_unopened(after) else int(before["table"]["rules"]["face_up"])
        from_stack = before["table"]["stack_left"] > after["table"]["stack_left"]
        return int(from_stack and int(after["now"]["draw"]) not in (FROM_STACK, NO_DRAW))

    def options(self, game: Any, ahead: int) -> list[int]:
        face_up = game["table"]["face_up"][ahead : int(game["table"]["rules"]["face_up"])]
        return _left(_unseen(game) + (_counts(face_up) if _is_unopened(game) else 0))

    def tell(self, game: Any, numbers: Sequence[int]) -> None:
        """Turn up these cards first, or put one on top of the stack."""
        if not _is_unopened(game):
            for number in numbers:
                self._put(game, game["stack"], int(game["table"]["stack_left"]) - 1, number)
            return
        face_up = game["table"]["face_up"]
        for place, number in enumerate(numbers):
            later = place + np.flatnonzero(face_up[place:] == number)
            if len(later):
                face_up[int(later[0])], face_up[place] = int(face_up[place]), number
            else:
                self._put(game, face_up, place, number)

    def value(self, game: Any, number: int) -> str:
        return card_name(self._components, number)

    def _put(self, game: Any, cards: Any, place: int, number: int) -> None:
        """Put a hidden card in this place, in exchange for the one that lies there."""
        card = int(cards[place])
        if card == number:
            return
        for seat, hidden in _hidden(game):
            if _cards(game, seat)[hidden] == number:
                _cards(game, seat)[hidden], cards[place] = card, number
                return
        raise UsageError(f"there is no {self.value(game, number)} left")


class CardInHand(language.Chance):
    """A card in the hand of a person, asked for when the game is to be played on."""

    kind = ActionKind("card in hand", SEATS_MAX * CARD_KINDS)

    def __init__(self, prepared: Prepared) -> None:
        self._components = prepared.components

    def came(self, before: Any, after: Any) -> int:
        return 0

    def tell(self, game: Any, numbers: Sequence[int]) -> None:
        return

    def value(self, game: Any, number: int) -> str:
        seat, card = divmod(number, CARD_KINDS)
        return f"{card_name(self._components, card)} in the hand of {seat_text(seat)}"


# -- the language ------------------------------------------------------------------------------------------------------


class Language(language.Language):
    """See :class:`arkadia_sim.core.language.Language`."""

    kinds = (
        ActionKind(CARD, CARD_KINDS),
        ActionKind(BUILDING, BUILDINGS_MAX),
        ActionKind(TURNED, ORIENTATIONS_MAX),
        ActionKind(SQUARE, ROWS * COLUMNS),
        ActionKind(OWN, ROWS * COLUMNS),
        ActionKind(NEUTRAL, ROWS * COLUMNS),
        ActionKind(DONE, 1),
        ActionKind(DRAWN, FROM_STACK + 1),
        ActionKind(PIECE, FAMILIES),
        ActionKind(CASTLE_SQUARE, CASTLE_SQUARES),
        ActionKind(BANNER, 2),
        ActionKind(SALE, FAMILIES * (SALE_MOST + 1)),
    )
    observed = OBSERVED
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
        phase = int(table["phase"])
        if phase == MUST:
            return _must_options(table, holdings, hand, path)
        if phase == DRAW:
            return [] if path else _draws(table)
        if phase == CASTLE:
            return _piece_options(table, path)
        return _banner_options(table, holdings, path)

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        """Fill in a decision from its steps."""
        table, (kind, number) = handed[0], path[0]
        if kind == CARD:
            turned = path[1].number
            decision["kind"], decision["card"], decision["orientation"] = BUILD, number, turned
            decision["anchor"] = _bit(path[2].number) - _first_offset(table, form_of(number), turned)
        elif kind == BUILDING:
            decision["kind"], decision["building"] = WORKERS, number
            decision["own"], decision["neutral"] = words_of(_chosen(path, OWN)), words_of(_chosen(path, NEUTRAL))
        elif kind == DRAWN:
            decision["draw"] = number
        elif kind == PIECE:
            decision["family"], decision["castle_square"] = number, path[1].number
        else:
            decision["use_banner"] = number
            decision["sold"] = _sales(path)

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        """The steps of a decision."""
        table, holdings, _ = handed
        phase = int(table["phase"])
        if phase == MUST and decision["kind"] == BUILD:
            card, turned = int(decision["card"]), int(decision["orientation"])
            first = int(decision["anchor"]) + _first_offset(table, form_of(card), turned)
            return [Step(CARD, card), Step(TURNED, turned), Step(SQUARE, _number(bit_to_square(first)))]
        if phase == MUST:
            own = [Step(OWN, _number(square)) for square in squares_of(decision["own"])]
            neutral = [Step(NEUTRAL, _number(square)) for square in squares_of(decision["neutral"])]
            return [Step(BUILDING, int(decision["building"])), *own, *neutral, Step(DONE, 0)]
        if phase == DRAW:
            return [Step(DRAWN, int(decision["draw"]))]
        if phase == CASTLE:
            return [Step(PIECE, int(decision["family"])), Step(CASTLE_SQUARE, int(decision["castle_square"]))]
        if not decision["use_banner"]:
            return [Step(BANNER, 0)]
        return [Step(BANNER, 1), *_sale_steps(holdings["seals"][int(table["seat"])], decision["sold"])]

    def meaning(self, handed: Any, decision: Any) -> Any:
        """Workers on the same squares mean the same, next to whichever building."""
        choice = self._choice(handed, decision)
        return choice.workers if isinstance(choice, Introduce) else choice

    def view(self, parameters: Mapping[str, float], handed: tuple[Any, ...], random: Dice) -> View:
        """What a bot in plain Python sees."""
        table, holdings, hand = handed
        return View(table, holdings, hand, random, parameters, self.components)

    def move(self, choice: Any, table: Any) -> Choice:
        """An answer as a choice: None is no banner."""
        if isinstance(choice, bool):
            raise TypeError("neither yes nor no was asked for")
        if choice is None and int(table["phase"]) not in (MUST, DRAW, CASTLE):
            return Banner(used=False)
        return int(choice) if isinstance(choice, Integral) else choice

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in a decision from a choice."""
        write(decision, move, table, self.components)

    def try_out(self, game: Any, move: Any) -> None:
        """Carry out a choice in a game; RecordError names the first rule that forbids it."""
        take(game, move, self.components)

    def refused(self, game: Any, decision: Any, fault: int) -> tuple[str, str]:
        """The first rule that forbids a decision."""
        choice = self._choice(self.engine.handed(game, int(game["table"]["seat"])), decision)
        return explain(game, choice, self.components) or super().refused(game, decision, fault)

    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether a decision between these two games showed a card that was hidden before it."""
        return bool(before["table"]["stack_left"] != after["table"]["stack_left"])

    def _choice(self, handed: Any, decision: Any) -> Choice:
        if handed[0]["phase"] == MUST and decision["kind"] not in (BUILD, WORKERS):
            return Pass()
        return self.view({}, handed, Dice((1, 1))).move_of(decision)

    # -- records -------------------------------------------------------------------------------------------------------

    def account(self, now: Any) -> list[Said]:
        """The must of a turn, a draw, castle pieces, a banner."""
        seat, families = int(now["seat"]), self.components.families
        said = [Said(seat, "must", self._must(now))]
        if now["draw"] != NO_DRAW:
            said.append(Said(seat, "draw", _draw(now)))
        pieces = zip(now["piece_family"].tolist(), now["piece_square"].tolist())
        for _, (family, square) in zip(range(int(now["n_pieces"])), pieces):
            said.append(Said(seat, "castle", Piece(families[family], square)))
        return [*said, Said(seat, "banner", Banner(True, self._sold(now)))] if now["used_banner"] else said

    def to_come(self, game: Any, turn: Sequence[Said]) -> Sequence[Said]:
        """A turn without a banner uses none."""
        now, phase = game["now"], int(game["table"]["phase"])
        rest = turn[0 if phase == MUST else 1 + int(now["draw"] != NO_DRAW) + int(now["n_pieces"]) :]
        return rest if rest or phase in (MUST, DRAW, CASTLE) else [Said(turn[0].seat, "banner", Banner(False))]

    def _must(self, now: Any) -> Build | Introduce | Pass:
        squares = frozenset(squares_of(now["squares"]))
        if now["kind"] == BUILD:
            return Build(self._card(now["card"]), squares)
        if now["kind"] == WORKERS:
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
        placed = zip(table["card"][LOT + 1 : standing], table["squares"][LOT + 1 : standing])
        return {
            "shapes": {form: list(rows) for form, rows in components.shapes.items() if form in forms},
            "board": list(components.board),
            "lot": _as_json(squares_of(table["squares"][LOT])),
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
                "family": self.components.families[int(table["card"][building]) % FAMILIES],
                "seals": now["paid"][place, : int(table["players"])].tolist(),
            }
            for place, building in enumerate(now["completed"][: int(now["n_completed"])])
        ]

    def result(self, end: Any) -> dict[str, Any]:
        """The result (R9.4)."""
        gold = end["holdings"]["gold"][: int(end["table"]["players"])].tolist()
        winners = [seat for seat, coins in enumerate(gold) if coins == max(gold)]
        return {"gold": gold, "winners": winners, "end": END_NAMES[int(end["table"]["end"])]}

    @classmethod
    def read_head(cls, record: Mapping[str, Any], box: Any) -> tuple[Prepared, Any]:
        """The set-up."""
        setup = read_setup(record, box)
        prepared = _prepared(setup.components, setup.rules, setup.players)
        game = prepared.start.copy()[0]
        table = game["table"]
        table["squares"][LOT] = words_of(setup.lot)
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
        if not isinstance(stated, Mapping) or "must" not in stated:
            winners = _are_whole(stated.get("winners")) if isinstance(stated, Mapping) else False
            return {**stated, "winners": sorted(stated["winners"])} if winners else stated
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
        game["table"]["squares"][LOT] = dealt["table"]["squares"][LOT]
        return game

    def open(self, game: Any, first_seat: int) -> None:
        """Lay out the lot, and the buildings of a first game, and begin the first turn."""
        open_as_told(game, self.prepared.setup, first_seat)

    def make_possible(self, game: Any) -> None:
        """Let the player on turn hold a card that fits on the board if he may, so that he need not pass."""
        if game["table"]["phase"] == MUST and game["table"]["must_pass"]:
            for card in _playable(game)[:1]:
                _hold(game, card)

    def may_begin(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """All cards that the player on turn may hold and that fit on the board, then whatever else may be done."""
        if game["table"]["phase"] != MUST:
            return options
        others = [step for step in options if step.kind != CARD]
        return [*(Step(CARD, card) for card in _playable(game)), *others]

    def play(self, game: Any, step: Step) -> bool:
        """Give the player on turn the card that he plays; whether he plays one."""
        if step.kind == CARD:
            _hold(game, step.number)
        return step.kind == CARD

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """A deal in which every card was in the hand that played it, and each card turned up was next in the stack."""
        start = new_game()
        start[0] = opened
        game, left = start[0], int(opened["table"]["stack_left"])
        hands = [int(hand["n"]) for hand in opened["hands"][: int(opened["table"]["players"])]]
        unknown = [[(seat, place) for place in range(n)] for seat, n in enumerate(hands)]
        known: list[list[int]] = [[] for _ in hands]
        cards: dict[tuple[int, int], int] = {}  # by seat and place in the hand dealt, or -1 and place in the stack
        face_up = [int(card) for card in opened["table"]["face_up"]]
        for turn in log:
            seat, card, drawn = int(turn["seat"]), int(turn["card"]), int(turn["draw"])
            if turn["kind"] == BUILD and card in known[seat]:
                known[seat].remove(card)
            elif turn["kind"] == BUILD:
                cards[unknown[seat].pop(0)] = card
            if drawn == NO_DRAW:
                continue
            is_stack_empty = left == 0
            left -= not is_stack_empty
            if drawn == FROM_STACK:
                unknown[seat].append((STACK, left))
                continue
            known[seat].append(face_up[drawn])
            face_up[drawn] = NO_CARD
            if not is_stack_empty:
                face_up[drawn] = cards[STACK, left] = int(end["stack"][left])
        for seat, places in enumerate(unknown):
            hand = end["hands"][seat]["cards"][: int(end["hands"][seat]["n"])].tolist()
            left_in_hand = Counter(hand) - Counter(known[seat])
            cards |= dict(zip(places, left_in_hand.elements(), strict=True))
        cards |= {(STACK, place): int(end["stack"][place]) for place in range(left)}
        for (seat, place), card in cards.items():
            _cards(game, seat)[place] = card
        open_first_turn(game)
        return game

    def viewer(self, seat: int) -> int:
        """Nobody's hand is seen."""
        return -1

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Ask for the cards in people's hands; deal all others that nobody knows by lot."""
        places, left = _hidden(game), _unseen(game)
        told = [(seat, place) for seat, place in places if seat in people]
        for (seat, place), step in zip(told, entered):
            card = step.number % CARD_KINDS
            _cards(game, seat)[place] = card
            left[card] -= 1
        if len(entered) < len(told):
            return [Step(CardInHand.kind.name, CARD_KINDS * told[len(entered)][0] + card) for card in _left(left)]
        rest = chance.permutation(np.repeat(np.arange(CARD_KINDS), left))
        for (seat, place), card in zip((place for place in places if place not in told), rest, strict=True):
            _cards(game, seat)[place] = card
        if game["table"]["phase"] == MUST:
            open_first_turn(game)
        return []

    def amounts(self, game: Any) -> Sequence[Amount]:
        """What each player has: gold, seals, workers, banners. What a player lacks is in the supply."""
        table, holdings, families = game["table"], game["holdings"], self.components.families
        return [
            amount
            for seat in range(int(table["players"]))
            for amount in (
                Amount(GOLD, seat, VALUES - 1, int(holdings["gold"][seat])),
                *(
                    _of_supply(f"{name} {SEALS}", seat, holdings["seals"][seat, family], table["supply"][family])
                    for family, name in enumerate(families)
                ),
                _of_supply(WORKERS_HELD, seat, holdings["workers"][seat], table["own_pool"][seat]),
                _of_supply(NEUTRALS, seat, holdings["neutrals"][seat], table["neutral_pool"]),
                Amount(BANNERS, seat, int(table["rules"]["banners"]), int(table["banners"][seat])),
            )
        ]

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number; the supply has the rest."""
        table, holdings, seat, more = game["table"], game["holdings"], amount.seat, value - amount.value
        if amount.name == GOLD:
            holdings["gold"][seat] = value
        elif amount.name == BANNERS:
            table["banners"][seat] = value
        elif amount.name == WORKERS_HELD:
            holdings["workers"][seat] += more
            table["own_pool"][seat] -= more
        elif amount.name == NEUTRALS:
            holdings["neutrals"][seat] += more
            table["neutral_pool"] -= more
        else:
            family = self.components.families.index(amount.name.split()[0])
            holdings["seals"][seat, family] += more
            table["supply"][family] -= more

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """End the turn before, which nobody passed and which the last round does not count."""
        table = game["table"]
        table["turn"] -= seat is None
        table["turns_left"] += table["turns_left"] > 0
        table["seat"] = ((int(table["seat"]) if seat is None else seat) - 1) % int(table["players"])
        table["phase"], game["now"]["kind"] = END, BUILD
        return ()

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """Cards come from the stack, and nobody uses a banner."""
        if options and options[0].kind == BANNER:
            return Step(BANNER, 0)
        if options and options[0].kind == DRAWN:
            return Step(DRAWN, FROM_STACK) if Step(DRAWN, FROM_STACK) in options else options[0]
        return None

    # -- words and pictures --------------------------------------------------------------------------------------------

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        """A step in words."""
        table, (kind, number) = handed[0], step
        if kind == CARD:
            return f"build {card_name(self.components, number)} {_drawn(table, form_of(number), 0)}"
        if kind == BUILDING:
            squares = squares_of(table["squares"][number])
            return f"put workers next to {_building_words(squares, table, self.components)}"
        if kind == TURNED:
            return f"turned as {_drawn(table, form_of(path[0].number), number)}"
        if kind == SQUARE:
            return f"on {_squares_words(_covered(table, form_of(path[0].number), path[1].number, number))}"
        if kind in (OWN, NEUTRAL):
            return f"an {kind} on {_squares_words([_square(number)])}".replace("an n", "a n")
        if kind == DRAWN:
            place = "the stack" if number == FROM_STACK else f"the open cards: {self._card(table['face_up'][number])}"
            return f"draw from {place}"
        family = self.components.families[(number // (SALE_MOST + 1)) if kind == SALE else number % FAMILIES]
        if kind == PIECE:
            return f"a piece of {family}"
        if kind == CASTLE_SQUARE:
            top = int(table["top"][number])
            over = f", over {self.components.families[top]}" if top >= 0 else ""
            return f"on castle square {number}{over}"
        if kind == SALE:
            amount, value = number % (SALE_MOST + 1), int(table["value"][number // (SALE_MOST + 1)])
            return f"sell {amount} {family} for {amount * value} gold" if amount else f"sell no {family}"
        return {DONE: "no more workers", BANNER: "use a banner" if number else "use no banner"}[kind]

    def square(self, handed: Any, step: Step) -> Square | None:
        """The square for a building or a worker."""
        return _square(step.number) if step.kind in (SQUARE, OWN, NEUTRAL) else None

    def covered(self, handed: Any, path: Sequence[Step], step: Step) -> Sequence[Square]:
        """The squares that a building covers; none for any other step."""
        return _covered(handed[0], form_of(path[0].number), path[1].number, step.number) if step.kind == SQUARE else ()

    def words(self, handed: Any, decision: Any) -> str:
        """A decision in words."""
        choice, table = self._choice(handed, decision), handed[0]
        if isinstance(choice, Banner):
            return _banner_words(choice)
        if isinstance(choice, Piece):
            hidden = int(table["top"][choice.square])
            return _piece_words(choice, None if hidden == NO_FAMILY else self.components.families[hidden])
        if isinstance(choice, Build | Introduce | Pass):
            return _must_words(choice, table, self.components)
        if choice == "stack":
            return "draws from the stack"
        return f"takes {self._card(table['face_up'][int(choice)])} from the open cards"

    def title(self, game: Any, number: int) -> str:
        """The decision at hand."""
        return PHASE_NAMES[int(game["table"]["phase"])]

    def subject(self, seat: int) -> str:
        """Decisions are told without the player."""
        return ""

    def turn_words(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """A sentence for each part of a turn, in which a card from the stack may stay ``secret``."""
        table, account = before["table"], self.account(now)
        must, banner = account[0].value, [said.value for said in account if said.kind == "banner"]
        camps = int(now["camps"])
        brought = f"the camps below bring {_counted(camps, 'neutral worker')}" if camps else ""
        parts = (_must_words(must, table, self.components), brought, self._draw_words(before, now, secret))
        words = ["; ".join(part for part in parts if part)]
        words += [self._payout_words(building, before, after) for building in self._completed(now, after["table"])]
        words.append(self._castle_words([said.value for said in account if said.kind == "castle"], before, after))
        words += [_sale_words(sale, int(now["sale_gold"]), int(now["workers_brought"])) for sale in banner]
        if table["end_seat"] == NOBODY != after["table"]["end_seat"]:
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
        seals = [f"{seat_text(seat)} {_counted(number, 'seal')}" for seat, number in enumerate(paid) if number]
        value = int(before["table"]["value"][self.components.families.index(building["family"])])
        worth = f", {value} gold each now" if seals else ""
        return f"completes {card} on {_squares_words(squares)}: {_listed(seals) or 'pays nobody'}{worth}"

    def _castle_words(self, pieces: Sequence[Piece], before: Any, after: Any) -> str:
        """Where castle pieces went, over what, and the new values of seals (R7); empty if there were none."""
        families, top = self.components.families, before["table"]["top"].tolist()
        parts = []
        for piece in pieces:
            hidden = top[piece.square]
            parts.append(_piece_words(piece, None if hidden == NO_FAMILY else families[hidden]))
            top[piece.square] = families.index(piece.family)
        old, new = (game["table"]["value"].tolist() for game in (before, after))
        moved = [f"{name} from {was} to {now}" for name, was, now in zip(families, old, new) if was != now]
        changed = f": {_listed(moved)} gold a seal" if moved else ""
        return f"puts {_listed(parts)} into the castle{changed}" if parts else ""

    def beginning(self, table: Any) -> str:
        """Who begins."""
        return f"{seat_text(int(table['first_seat']))} begins"

    def ending(self, game: Any) -> str:
        """Who has won, and with how much (R9)."""
        result = self.result(game)
        winners = _listed([seat_text(seat) for seat in result["winners"]])
        why = "" if int(game["table"]["end"]) == END_CASTLE else ", because nobody can move any more"
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
        must, castle = self._must(last), castle_squares(squares_of(table["squares"][LOT]))
        squares = must.squares if isinstance(must, Build) else must.workers if isinstance(must, Introduce) else ()
        return frozenset({*squares, *(castle[square] for square in last["piece_square"][: int(last["n_pieces"])])})

    def arrays(self, handed: Any, seat: int) -> Mapping[str, Any]:
        """See ``OBSERVED``."""
        return observe(handed, seat)

    def _card(self, number: Any) -> str:
        return card_name(self.components, int(number))

    def _names(self, cards: Any) -> list[str]:
        return [self._card(card) for card in cards]


_prepared = lru_cache(maxsize=64)(prepare)

# -- squares -----------------------------------------------------------------------------------------------------------


def _number(square: Square) -> int:
    return COLUMNS * square[0] + square[1]


def _square(number: int) -> Square:
    return divmod(number, COLUMNS)


def _bit(number: int) -> int:
    return square_to_bit(_square(number))


def _offsets(table: Any, form: int, turned: int) -> list[int]:
    """The squares of a turned outline, as bits from its anchor."""
    outlines = table["outlines"]
    return sorted(outlines["offset"][form, turned, : int(outlines["n_squares"][form])].tolist())


def _first_offset(table: Any, form: int, turned: int) -> int:
    return _offsets(table, form, turned)[0]


def _covered(table: Any, form: int, turned: int, number: int) -> list[Square]:
    """The squares that a building covers whose first square has this number."""
    offsets = _offsets(table, form, turned)
    return [bit_to_square(_bit(number) - offsets[0] + offset) for offset in offsets]


def _drawn(table: Any, form: int, turned: int) -> str:
    """An outline in letters, row by row: ``##/.#``."""
    squares = [bit_to_square(offset) for offset in _offsets(table, form, turned)]
    rows, columns = (1 + max(part) for part in zip(*squares))
    return "/".join(
        "".join("#" if (row, column) in squares else "." for column in range(columns)) for row in range(rows)
    )


# -- options -----------------------------------------------------------------------------------------------------------


def _must_options(table: Any, holdings: Any, hand: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        cards = sorted(hand["distinct"][: int(hand["n_distinct"])].tolist())
        builds = [Step(CARD, card) for card in cards if hand["form_builds"][form_of(card)] > 0]
        return builds + _worker_buildings(table, holdings)
    if path[0].kind == BUILDING:
        return _worker_options(table, holdings, path)
    form = form_of(path[0].number)
    if len(path) == 1:
        ways = range(int(table["outlines"]["n_orientations"][form]))
        return [Step(TURNED, turned) for turned in ways if hand["n_anchors"][form, turned] > 0]
    if len(path) == 2:
        turned = path[1].number
        first = bit_to_square(_first_offset(table, form, turned))
        anchors = squares_of(hand["anchors"][form, turned])
        return [Step(SQUARE, _number((row + first[0], column + first[1]))) for row, column in anchors]
    return []


def _worker_buildings(table: Any, holdings: Any) -> list[Step]:
    """The buildings that workers may be put next to (R5.1, R5.2)."""
    seat = int(table["seat"])
    if holdings["workers"][seat] + holdings["neutrals"][seat] == 0:
        return []
    numbers = table["open"][: int(table["n_open"])].tolist()
    lot = [LOT] if table["rules"]["workers_at_castle"] and _vacant_beside(table, LOT) else []
    return [Step(BUILDING, number) for number in (*lot, *numbers)]


def _vacant_beside(table: Any, building: int) -> list[Square]:
    return squares_of(table["ring"][building] & ~table["occupied"])


def _worker_options(table: Any, holdings: Any, path: Sequence[Step]) -> list[Step]:
    if path[-1].kind == DONE:
        return []
    seat, own, neutral = int(table["seat"]), _chosen(path, OWN), _chosen(path, NEUTRAL)
    squares = [square for square in _vacant_beside(table, path[0].number) if square not in (*own, *neutral)]
    options = [Step(DONE, 0)] if len(path) > 1 else []
    for kind, chosen, at_hand in ((OWN, own, holdings["workers"]), (NEUTRAL, neutral, holdings["neutrals"])):
        if len(chosen) < at_hand[seat]:
            options += [Step(kind, _number(square)) for square in squares]
    return options


def _chosen(path: Sequence[Step], kind: str) -> list[Square]:
    return [_square(step.number) for step in path if step.kind == kind]


def _draws(table: Any) -> list[Step]:
    """The face-up places that hold a card, and the stack if it does (R4.5)."""
    places = [Step(DRAWN, place) for place in range(int(table["rules"]["face_up"])) if table["face_up"][place] >= 0]
    return places + ([Step(DRAWN, FROM_STACK)] if table["stack_left"] else [])


def _piece_options(table: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        pool = table["pools"][int(table["floor"])]
        return [Step(PIECE, family) for family in range(FAMILIES) if pool[family] > 0]
    if len(path) == 1:
        return [Step(CASTLE_SQUARE, square) for square in range(CASTLE_SQUARES) if not table["covered"][square]]
    return []


def _banner_options(table: Any, holdings: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        return [Step(BANNER, 0), Step(BANNER, 1)]
    if path[0].number == 0:
        return []
    held, sales = holdings["seals"][int(table["seat"])], _sales(path)
    last = path[-1]
    begin = 0
    if last.kind == SALE:  # a full step leaves the family open for the rest
        family, amount = divmod(last.number, SALE_MOST + 1)
        begin = family if amount == SALE_MOST else family + 1
    for family in range(begin, FAMILIES):
        left = int(held[family]) - sales[family]
        if left > 0:
            return [Step(SALE, family * (SALE_MOST + 1) + amount) for amount in range(min(left, SALE_MOST) + 1)]
    return []


def _sales(path: Sequence[Step]) -> list[int]:
    """The seals sold in a path, by family."""
    sales = [0] * FAMILIES
    for step in path:
        if step.kind == SALE:
            family, amount = divmod(step.number, SALE_MOST + 1)
            sales[family] += amount
    return sales


def _sale_steps(held: Any, sales: Any) -> list[Step]:
    steps = []
    for family in range(FAMILIES):
        left, at_hand = int(sales[family]), int(held[family])
        while at_hand > 0:
            amount = min(left, SALE_MOST)
            steps.append(Step(SALE, family * (SALE_MOST + 1) + amount))
            left, at_hand = left - amount, at_hand - amount
            if amount < SALE_MOST:
                break
    return steps


# -- hidden cards ------------------------------------------------------------------------------------------------------


def _is_unopened(game: Any) -> bool:
    return not game["table"]["n_buildings"]


def _playable(game: Any) -> list[int]:
    """The cards that the player on turn may hold and lay out."""
    trial, cards = new_game(), []
    for card in _possible(game):
        trial[0] = game
        _hold(trial[0], card)
        hand = trial[0]["hands"][int(game["table"]["seat"])]
        if hand["form_builds"][form_of(card)] > 0:
            cards.append(card)
    return cards


def _counts(cards: Any) -> NDArray[np.int64]:
    """How often each card is among some."""
    numbers = np.asarray(cards, np.int64)
    return np.bincount(numbers[numbers >= 0], minlength=CARD_KINDS)[:CARD_KINDS]


def _left(counts: Any) -> list[int]:
    """The cards of which there are any."""
    return [card for card in range(CARD_KINDS) if counts[card] > 0]


STACK = -1
"""Stands where a seat does for cards of the stack."""


def _cards(game: Any, seat: int) -> Any:
    """The cards in a hand, or of the stack."""
    return game["stack"] if seat == STACK else game["hands"][seat]["cards"]


def _of_supply(name: str, seat: int, own: Any, supply: Any) -> Amount:
    """A number of things of which the supply has more."""
    return Amount(name, seat, min(int(own) + int(supply), VALUES - 1), int(own))


def _hidden(game: Any) -> list[tuple[int, int]]:
    """Where the cards lie that nobody knows: in the stack, then in hands, by seat; each with its place."""
    table = game["table"]
    places = [(STACK, place) for place in range(int(table["stack_left"]))]
    for seat in range(int(table["players"])):
        hand = game["hands"][seat]
        known = Counter(table["known"][seat, : int(table["n_known"][seat])].tolist())
        for place in range(int(hand["n"])):
            card = int(hand["cards"][place])
            if known[card] > 0:
                known[card] -= 1
            else:
                places.append((seat, place))
    return places


def _unseen(game: Any) -> NDArray[np.int64]:
    """How often each card is among those that nobody knows."""
    return _counts([_cards(game, seat)[place] for seat, place in _hidden(game)])


def _possible(game: Any) -> list[int]:
    """The cards that the player on turn may hold."""
    table = game["table"]
    seat = int(table["seat"])
    known = table["known"][seat, : int(table["n_known"][seat])].tolist()
    return sorted({*known, *(_left(_unseen(game)) if len(known) < int(game["hands"][seat]["n"]) else [])})


def _hold(game: Any, card: int) -> None:
    """Let the player on turn hold a card that nobody knows, in exchange for one of his own of this kind."""
    seat = int(game["table"]["seat"])
    hand = game["hands"][seat]
    if card not in hand["cards"][: int(hand["n"])]:
        places = _hidden(game)
        other, place = next((other, place) for other, place in places if _cards(game, other)[place] == card)
        own = next(place for holder, place in places if holder == seat)
        _cards(game, other)[place], hand["cards"][own] = int(hand["cards"][own]), card
    open_first_turn(game)


# -- records -----------------------------------------------------------------------------------------------------------


def _as_json(squares: Iterable[Square]) -> list[list[int]]:
    return [list(square) for square in squares]


def _draw(now: Any) -> Any:
    """Where a card was drawn from: a face-up place, ``"stack"``, or None for no draw (R4.5)."""
    draw = int(now["draw"])
    return None if draw == NO_DRAW else "stack" if draw == FROM_STACK else draw


def _must_as_json(must: Build | Introduce | Pass) -> dict[str, Any] | None:
    if isinstance(must, Build):
        return {"build": must.card, "squares": _as_json(sorted(must.squares))}
    if isinstance(must, Introduce):
        workers = [{"square": list(square), "owner": must.workers[square]} for square in sorted(must.workers)]
        return {"building": _as_json(sorted(must.building)), "workers": workers}
    return None


def _are_whole(numbers: Any) -> bool:
    return isinstance(numbers, list) and all(type(number) is int for number in numbers)


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


# -- words -------------------------------------------------------------------------------------------------------------


def _squares_words(squares: Iterable[Square]) -> str:
    """Squares as ``row,column``, in order."""
    return " ".join(f"{row},{column}" for row, column in sorted(squares))


def _counted(number: int, what: str) -> str:
    """A number of things: ``1 seal``, ``2 seals``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _listed(parts: Sequence[str]) -> str:
    """Words with commas between them and an ``and`` before the last."""
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + list(parts[-1:]))


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _must_words(must: Build | Introduce | Pass, table: Any, components: Components) -> str:
    """A must, without its subject: "lays out …"."""
    if isinstance(must, Build):
        return f"lays out {must.card} on {_squares_words(must.squares)}"
    if isinstance(must, Introduce):
        return f"puts {_workers_words(must)} next to {_building_words(must.building, table, components)}"
    return "can neither build nor introduce a worker, and passes"


def _workers_words(must: Introduce) -> str:
    """How many workers of which kind, and where."""
    kinds = {"own": "own worker", "neutral": "neutral worker"}
    parts = []
    for owner, kind in kinds.items():
        squares = [square for square, whose in must.workers.items() if whose == owner]
        if squares:
            parts.append(f"{_counted(len(squares), kind)} on {_squares_words(squares)}")
    return _listed(parts)


def _building_words(squares: Iterable[Square], table: Any, components: Components) -> str:
    number = find_building(table, squares)
    card = None if number is None else building_card(table, number, components)
    return "the castle lot" if card is None else f"{card} on {_squares_words(squares)}"


def _banner_words(banner: Banner) -> str:
    """A banner or none, without its subject: "uses a banner and sells …"."""
    if not banner.used:
        return "uses no banner"
    sold = _listed([f"{number} {family}" for family, number in banner.sold.items() if number])
    return f"uses a banner and sells {sold}" if sold else "uses a banner for its workers alone"


def _piece_words(piece: Piece, hidden: str | None) -> str:
    """A castle piece, where it goes, and over which family."""
    over = f" over {hidden}" if hidden is not None else ""
    return f"{_article(piece.family)} {piece.family} piece on castle square {piece.square}{over}"


def _sale_words(banner: Banner, gold: int, brought: int) -> str:
    """What a banner was used for (R8); ``brought`` is the number of own workers it brought."""
    paid = f" for {gold} gold" if any(banner.sold.values()) else ""
    return f"{_banner_words(banner)}{paid}; {_counted(brought, 'worker')} come{'s' if brought == 1 else ''} along"
