"""What Arkadia says of its steps; all that is made of them follows from ``compiled/language.py``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled import language
from arkadia_sim.compiled.engine import copied
from arkadia_sim.compiled.language import VALUES, Amount, Said
from arkadia_sim.core.scene import Scene, seat_text
from arkadia_sim.core.table import Step
from arkadia_sim.games.arkadia import records, steps, words
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.box import CARD_NAMES, FAMILIES, Square, card_text, castle_squares
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import bit_to_square, squares_of
from arkadia_sim.games.arkadia.rules.setup import Prepared, open_as_told, open_first_turn
from arkadia_sim.games.arkadia.scene import draw_scene
from arkadia_sim.games.arkadia.values import Banner, Build, Choice, Introduce, Pass, Piece, explain, write
from arkadia_sim.rng import Dice


class Language(language.Language):
    """See :class:`arkadia_sim.compiled.language.Language`."""

    actions = steps.ACTIONS
    view_class = View
    turn_words = staticmethod(words.turn)
    head, read_head = staticmethod(records.written_head), staticmethod(records.read_head)
    rules = {"must": "R3.1", "draw": "R4.5", "castle": "R7.1", "banner": "R8.1"}  # noqa: RUF012 a constant of the class
    field_rules = {  # noqa: RUF012 a constant of the class
        "turns": "R9", "turns.seat": "R3", "turns.draw": "R4.5", "turns.completed": "R6.1",
        "turns.completed.family": "R6.2", "turns.completed.seals": "R6.2", "turns.castle": "R7.1",
        "turns.banner": "R8.1", "turns.banner.gold": "R8.2", "result": "R9.4", "result.end": "R9",
    }  # fmt: skip
    # more builds, and more worker placements, than nearly any position has
    wide = {"must": 1_000}  # noqa: RUF012 a constant of the class

    def __init__(self, engine: Any, prepared: Prepared) -> None:
        super().__init__(engine, prepared)
        self.chance = (steps.CastleLot(prepared), steps.CardTurnedUp(), steps.CardInHand())

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        table, holdings, _ = handed
        phase = int(table["phase"])
        if phase == state.MUST and decision["kind"] == state.BUILD:
            card, turned = int(decision["card"]), int(decision["orientation"])
            first = bit_to_square(int(decision["anchor"]) + steps.offsets_of(table, state.form_of(card), turned)[0])
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

    def write(self, decision: Any, value: Any, table: Any) -> None:
        write(decision, value, table)

    def refused(self, game: Any, decision: Any, fault: int) -> tuple[str, str]:
        choice = self._choice(self.engine.handed(game, int(game["table"]["seat"])), decision)
        return explain(game, choice) or super().refused(game, decision, fault)

    def _choice(self, handed: Any, decision: Any) -> Choice:
        if handed[0]["phase"] == state.MUST and decision["kind"] not in (state.BUILD, state.WORKERS):
            return Pass()
        return self.view({}, handed, Dice((1, 1))).move_of(decision)

    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether a decision between these two games showed a card that was hidden before it."""
        return bool(before["table"]["stack_left"] != after["table"]["stack_left"])

    # -- records -------------------------------------------------------------------------------------------------------
    def account(self, now: Any) -> list[Said]:
        seat, draw = int(now["seat"]), records.draw_of(now)
        said = [Said(seat, "must", records.must_of(now)), *([] if draw is None else [Said(seat, "draw", draw)])]
        said += [Said(seat, "castle", piece) for piece in records.pieces_of(now)]
        return [*said, Said(seat, "banner", Banner(True, records.sold_of(now)))] if now["used_banner"] else said

    def to_come(self, game: Any, turn: Sequence[Said]) -> Sequence[Said]:
        """A turn without a banner uses none."""
        now, phase = game["now"], int(game["table"]["phase"])
        rest = turn[0 if phase == state.MUST else 1 + int(now["draw"] != state.NO_DRAW) + int(now["n_pieces"]) :]
        return [Said(turn[0].seat, "banner", Banner(False))] if not rest and phase == state.BANNER else rest

    def body(self, log: NDArray[Any], end: Any) -> dict[str, Any]:
        return {"turns": [records.written_turn(now, end["table"]) for now in log]}

    def result(self, end: Any) -> dict[str, Any]:
        gold = end["holdings"]["gold"][: int(end["table"]["players"])].tolist()
        winners = [seat for seat, coins in enumerate(gold) if coins == max(gold)]
        return {"gold": gold, "winners": winners, "end": state.END_NAMES[int(end["table"]["end"])]}

    def read_turns(self, record: Mapping[str, Any]) -> Iterator[list[Said]]:
        return map(records.read_turn, record["turns"])

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
        """Completed buildings first (R6)."""
        records.check_completed(stated["completed"], true["completed"])
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

    opening = staticmethod(open_as_told)

    def open(self, game: Any, first_seat: int) -> None:
        self.opening(game, self.prepared.setup, first_seat)

    def make_possible(self, game: Any) -> None:
        """Let the player on turn hold a card that fits on the board if he may, so that he need not pass."""
        if game["table"]["phase"] == state.MUST and game["table"]["must_pass"]:
            for card in steps.playable(game)[:1]:
                steps.hold(game, card)

    def may_begin(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """All cards that the player on turn may hold and that fit on the board, then whatever else may be done."""
        if game["table"]["phase"] != state.MUST:
            return options
        others = [step for step in options if step.kind != steps.CARD]
        return [*(Step(steps.CARD, card) for card in steps.playable(game)), *others]

    def play(self, game: Any, step: Step) -> bool:
        """Give the player on turn the card that he plays; whether he plays one."""
        if step.kind == steps.CARD:
            steps.hold(game, step.number)
        return step.kind == steps.CARD

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """A deal in which every card was in the hand that played it."""
        return steps.fitting_deal(opened, end, log)

    def viewer(self, seat: int) -> int:
        return -1

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Ask for the cards in people's hands; deal all others that nobody knows by lot."""
        places, left = steps.hidden_places(game), steps.unseen(game)
        told = [(seat, place) for seat, place in places if seat in people]
        for (seat, place), step in zip(told, entered):
            card = step.number % state.CARD_KINDS
            steps.cards_of(game, seat)[place] = card
            left[card] -= 1
        if len(entered) < len(told):
            first = state.CARD_KINDS * told[len(entered)][0]
            return [Step(steps.CardInHand.kind.name, first + card) for card in steps.left_of(left)]
        rest = chance.permutation(np.repeat(np.arange(state.CARD_KINDS), left))
        for (seat, place), card in zip((place for place in places if place not in told), rest, strict=True):
            steps.cards_of(game, seat)[place] = card
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
                Amount.at("gold", seat, most, (held["gold"], seat)),
                *(
                    Amount.at(f"{name} seals", seat, most, (held["seals"][seat], family), (table["supply"], family))
                    for family, name in enumerate(FAMILIES)
                ),
                Amount.at("workers at hand", seat, most, (held["workers"], seat), (table["own_pool"], seat)),
                Amount.at("neutral workers at hand", seat, most, (held["neutrals"], seat), (table, "neutral_pool")),
                Amount.at("banners left", seat, table["rules"]["banners"], (table["banners"], seat)),
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
    def foreseen(self, before: Any, game: Any) -> Sequence[str]:
        """What a must brings, too, which pays only behind the draw; which card is drawn does not matter for that."""
        trial, decision = copied(np.array([game])), np.zeros(1, self.engine.records.decision)[0]
        if game["table"]["phase"] == state.DRAW:
            decision["draw"] = self.options(self.engine.handed(game, int(game["table"]["seat"])), ())[0].number
            self._step(trial[0], decision)
            trial[0]["now"]["draw"] = state.NO_DRAW
        return self.turn_words(before, trial[0]["now"], trial[0], secret=True)

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        table, (kind, number) = handed[0], step
        if kind == steps.CARD:
            return f"lay out the {card_text(CARD_NAMES[number])}"
        if kind == steps.BUILDING:
            return f"put workers next to {words.building(table, number)}"
        if kind == steps.TURNED:
            return f"turned, way {number + 1}"
        if kind == steps.SQUARE:
            return f"on {words.squares(self.covered(handed, path, step))}"
        if kind in (steps.OWN, steps.NEUTRAL):
            return f"{'an' if kind == steps.OWN else 'a'} {kind} on {words.squares([steps.square_at(number)])}"
        if kind == steps.DRAWN:
            if number == state.FROM_STACK:
                return "draw from the stack"
            return f"take the {card_text(CARD_NAMES[table['face_up'][number]])}"
        if kind == steps.PIECE:
            return f"a piece of {FAMILIES[number]}"
        if kind == steps.CASTLE_SQUARE:
            return f"on castle square {number}{words.over(table['top'][number], ', ')}"
        if kind == steps.SALE:
            family, amount = divmod(number, steps.SALE_MOST + 1)
            gold, name = amount * int(table["value"][family]), FAMILIES[family]
            return f"sell {amount} {name} for {gold} gold" if amount else f"sell no {name}"
        return {steps.DONE: "no more workers", steps.BANNER: "use a banner" if number else "use no banner"}[kind]

    def square(self, handed: Any, step: Step) -> Square | None:
        if step.kind == steps.CASTLE_SQUARE:
            return castle_squares(squares_of(handed[0]["squares"][state.LOT]))[step.number]
        return steps.square_at(step.number) if step.kind in (steps.SQUARE, steps.OWN, steps.NEUTRAL) else None

    def covered(self, handed: Any, path: Sequence[Step], step: Step) -> Sequence[Square]:
        if step.kind != steps.SQUARE:
            return ()
        return steps.covered_squares(handed[0], state.form_of(path[0].number), path[1].number, step.number)

    def words(self, handed: Any, decision: Any) -> str:
        choice, table = self._choice(handed, decision), handed[0]
        if isinstance(choice, Banner):
            return words.banner(choice)
        if isinstance(choice, Piece):
            return words.piece(choice, table["top"][choice.square])
        if isinstance(choice, Build | Introduce | Pass):
            return words.must(choice, table)
        return words.draw(choice, table)

    def title(self, game: Any, number: int) -> str:
        return state.PHASE_NAMES[int(game["table"]["phase"])]

    def ending(self, game: Any) -> str:
        result = self.result(game)
        winners = words.listed([seat_text(seat) for seat in result["winners"]])
        why = "" if int(game["table"]["end"]) == state.END_CASTLE else ", because nobody can move any more"
        gold = max(result["gold"])
        return f"the game is over{why}: {winners} with {gold} gold, all seals sold at their current values"

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        """The position as spectators see it, with everything on the table and behind the screens, and all hands."""
        handed = game["table"], game["holdings"], game["hands"][0]
        return self._drawn(handed, dict(enumerate(game["hands"])), names, last)

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        return self._drawn(handed, {seat: handed[2]}, names, last)

    def _drawn(self, handed: Any, hands: Any, names: Sequence[str], last: Any) -> Scene:
        """A position; the squares that the last turn has changed are marked."""
        changed = set[Square]()
        if last is not None:
            must, castle = records.must_of(last), castle_squares(squares_of(handed[0]["squares"][state.LOT]))
            changed |= must.squares if isinstance(must, Build) else set(getattr(must, "workers", ()))
            changed |= {castle[piece.square] for piece in records.pieces_of(last)}
        table, holdings, hand = handed
        return draw_scene(View(table, holdings, hand, Dice((1, 1)), {}), hands, names, frozenset(changed))
