"""The twin: a whole game as one conversation.

`Twin.play` is a generator. It yields each decision with two candidates or more as `(seat, kind, candidates)`, and takes
the pick that is sent to it. For a face of a die it yields `("dice", 0 or 1, None)`, or `("roll", seat, None)` for
Dagobert's. What leaves no choice it does by itself. It writes down all steps on its way, as a record has them.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from tests.games.castle.twin.castle import BOLTS, CROWNS, GUESTS, RESOURCES, Castle
from tests.support.refereeing import RuleError

Ask = tuple[Any, Any, Any]
Talk = Generator[Ask, Any, Any]


class Twin:
    """A game from the head of its record: players, rules, board, deck and first seat."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.players: int = head["players"]
        self.rules: Mapping[str, Any] = head["rules"]
        self.board: Mapping[str, Any] = head["board"]
        self.lines: Sequence[Mapping[str, Any]] = self.board["lines"]
        self.architect = self.rules["version"] == "architect"
        self.deck = list(head["deck"])
        self.display: list[Any] = [self.deck.pop(0) for _ in range(3)] if self.architect else []
        self.castles = [Castle() for _ in range(self.players)]
        self.sun: int | None = None
        self.finisher: int | None = None
        self.active: int = head["first_seat"]
        self.turns: list[dict[str, Any]] = []
        self.last: list[dict[str, Any]] = []
        self.steps: list[dict[str, Any]] = []
        self.end = ""

    # -- the course of the game (C4, C9) -------------------------------------------------------------------------------

    def play(self) -> Talk:
        """The whole game."""
        while True:
            dice = []
            for number in range(2):
                dice.append((yield "dice", number, None))
            self.steps = []
            self.turns.append({"seat": self.active, "dice": dice, "steps": self.steps})
            yield from self.use_dice(dice)
            yield from self.all_build()
            if self.finisher is not None:
                yield from self.last_buildings()
                self.end = "finished"
                return
            if len(self.turns) == self.rules["turn_limit"]:
                self.end = "limit"
                return
            self.active = (self.active + 1) % self.players

    def from_seat(self, seat: int) -> list[int]:
        """All seats, clockwise from this one."""
        return [(seat + step) % self.players for step in range(self.players)]

    def use_dice(self, dice: list[str]) -> Talk:
        """C4.2, C4.3."""
        for seat in self.from_seat(self.active):
            first = yield from self.choose(seat, "die", [0] if dice[0] == dice[1] else [0, 1])
            mine = seat == self.active
            yield from self.use(seat, dice[first], not mine and self.rules["others_pass"])
            if mine:
                yield from self.use(seat, dice[1 - first], False)

    def all_build(self) -> Talk:
        """C4.4."""
        for seat in self.from_seat(self.active):
            if seat == self.active or self.rules["build"] == "every_turn":
                yield from self.build(seat, False)
            if self.finisher is not None:
                return

    def last_buildings(self) -> Talk:
        """C9.2."""
        assert self.finisher is not None
        for seat in self.from_seat(self.finisher)[1:]:
            self.steps = []
            self.last.append({"seat": seat, "steps": self.steps})
            yield from self.build(seat, True)

    # -- decisions -----------------------------------------------------------------------------------------------------

    def note(self, seat: int, kind: str, pick: Any, of: int | None = None) -> None:
        """Write a step down."""
        step = {"seat": seat, "kind": kind, "pick": pick}
        self.steps.append(step if of is None else {**step, "of": of})

    def choose(self, seat: int, kind: str, candidates: list[Any]) -> Talk:
        """C12: the pick of a decision; what is nowhere to be had is lost."""
        if not candidates:
            self.note(seat, kind, "lost", 0)
            return "lost"
        pick = candidates[0]
        if len(candidates) > 1:
            pick = yield seat, kind, candidates
            if not any(type(pick) is type(candidate) and pick == candidate for candidate in candidates):
                raise RuleError("C12", f"{kind} {pick!r} is none of {candidates}")
        self.note(seat, kind, pick, len(candidates))
        return pick

    # -- dice (C5) -----------------------------------------------------------------------------------------------------

    def with_resource(self, seat: int, resource: str) -> list[int]:
        """The squares of a resource; the Troll takes wood for stone and stone for wood."""
        wanted = {resource}
        if "troll" in self.castles[seat].cards and resource in ("wood", "stone"):
            wanted = {"wood", "stone"}
        return [square for square, found in enumerate(self.board["squares"]) if found in wanted]

    def free(self, seat: int, squares: Sequence[int]) -> list[int]:
        """Those of the squares on which a token can be put now."""
        tokens = self.castles[seat].tokens
        if len(tokens) == self.rules["tokens"]:
            return []
        return [square for square in sorted(squares) if square not in tokens]

    def uses(self, seat: int, face: str, may_pass: bool) -> list[Any]:
        """C5.1, C5.3, C8.2, C8.3."""
        guests, joker = self.castles[seat].cards, self.rules["joker_powers"]
        found: list[Any] = []
        if face in RESOURCES:
            found += self.free(seat, self.with_resource(seat, face))
        if face == "?" or (face == "residents" and "knight" in guests):
            found += self.free(seat, range(12))
        if face in ("residents", "?"):
            found.append("residents")
        gold = face == "gold" or (face == "?" and joker)
        if gold and "monk" in guests and self.flag_fits(seat):
            found.append("flag")
        limit = self.rules["cloud_limit"]
        if face == "?" and "shepherdess" in guests and (limit is None or self.castles[seat].clouds < limit):
            found.append("cloud")
        return [*found, "pass"] if found and may_pass else found

    def use(self, seat: int, face: str, may_pass: bool) -> Talk:
        """C5, and the Cook."""
        castle = self.castles[seat]
        pick = yield from self.choose(seat, "use", self.uses(seat, face, may_pass))
        if type(pick) is int:
            castle.tokens.add(pick)
        elif pick == "residents":
            self.welcome(seat, self.rules["residents_per_die"])
        elif pick == "flag":
            castle.flags.append(self.rules["monk_flag"])
        elif pick == "cloud":
            castle.clouds += 1
        food = face == "food" and pick != "pass"
        if face == "?" and self.rules["joker_powers"] and type(pick) is int:
            food = self.board["squares"][pick] == "food"
        if food and "cook" in castle.cards:
            self.welcome(seat, 1)

    def places(self) -> int:
        """For how many residents there is place (C2.4)."""
        return int(self.board["group_size"]) * len(self.board["group_points"])

    def welcome(self, seat: int, number: int) -> None:
        """C5.4."""
        for _ in range(min(number, self.places())):
            if self.castles[seat].residents < self.places():
                self.castles[seat].residents += 1

    def flag_fits(self, seat: int) -> bool:
        """C7.3."""
        castle = self.castles[seat]
        return len(castle.flags) < int(self.board["flag_room"][castle.walls])

    # -- building (C6) -------------------------------------------------------------------------------------------------

    def complete(self, seat: int) -> list[int]:
        """C6.1."""
        tokens = self.castles[seat].tokens
        return [number for number, line in enumerate(self.lines) if set(line["squares"]) <= tokens]

    def useful(self, seat: int, line: Mapping[str, Any]) -> bool:
        """C6.4."""
        castle = self.castles[seat]
        return any(
            (
                line["wall"] and castle.walls < 4,
                line["tower"] and len(castle.towers) < 4,
                line["floor"] and castle.floors < 4,
                line["flags"] and self.flag_fits(seat),
                line["residents"] and castle.residents < self.places(),
                line["effect"] == "reactivate" and any(card in BOLTS for card in castle.cards),
                line["effect"] == "steal" and self.thefts(seat),
            )
        )

    def cashable(self, seat: int, last: bool, at_first: list[int], done: list[int]) -> list[int]:
        """C6.2 to C6.4, C9.3."""
        lines = self.complete(seat)
        if self.rules["cash"] == "at_once":
            lines = [line for line in lines if line in at_first and line not in done]
        if self.rules["waste"] == "useful":
            lines = [line for line in lines if self.useful(seat, self.lines[line])]
        if last and self.rules["last_building"] == "parts":
            lines = [line for line in lines if self.lines[line]["effect"] == "none"]
        return lines

    def build(self, seat: int, last: bool) -> Talk:
        """C6, C9.1."""
        at_first, done = self.complete(seat), list[int]()
        while lines := self.cashable(seat, last, at_first, done):
            pick = yield from self.choose(seat, "line", [*lines, "stop"])
            if pick == "stop":
                return
            done.append(pick)
            yield from self.cash(seat, self.lines[pick])
            if not last and self.finisher is None and self.castles[seat].parts == 12:
                self.finisher = seat
                if self.rules["finish"] == "at_once":
                    return

    def cash(self, seat: int, line: Mapping[str, Any]) -> Talk:
        """C7."""
        castle = self.castles[seat]
        castle.tokens -= set(line["squares"])
        if line["wall"] and castle.walls < 4:
            castle.walls += 1
        if line["tower"] and len(castle.towers) < 4:
            castle.towers.append(line["tower"])
            if len(castle.towers) == 4 and self.sun is None:
                self.sun = seat
        for points in line["flags"]:
            if self.flag_fits(seat):
                castle.flags.append(points)
        self.welcome(seat, line["residents"])
        if line["floor"] and castle.floors < 4:
            castle.floors += 1
            yield from self.invite(seat)
        if line["effect"] == "reactivate":
            own = [guest for guest in BOLTS if guest in castle.cards]
            if own:
                yield from self.act(seat, (yield from self.choose(seat, "bolt", own)))
        if line["effect"] == "steal":
            yield from self.steal(seat)

    # -- guests (C7.5, C8) ---------------------------------------------------------------------------------------------

    def invite(self, seat: int) -> Talk:
        """C7.5."""
        if not self.architect:
            self.castles[seat].cards.append(self.deck.pop(0))
            return
        guest = yield from self.choose(seat, "guest", [guest for guest in self.display if guest is not None])
        self.display[self.display.index(guest)] = self.deck.pop(0) if self.deck else None
        yield from self.receive(seat, guest)

    def receive(self, seat: int, guest: str) -> Talk:
        """A guest comes; a Bolt acts."""
        self.castles[seat].cards.append(guest)
        if guest in BOLTS:
            yield from self.act(seat, guest)

    def thefts(self, seat: int) -> list[Any]:
        """C8.5, C8.6."""
        castle = self.castles[seat]
        if self.rules["guest_room"] == "floors" and len(castle.cards) >= castle.floors:
            return []
        if not self.architect:
            return []
        pairs = []
        for other in self.from_seat(seat)[1:]:
            guests = self.castles[other].cards
            for guest in GUESTS:
                if guest in guests and not (guest in CROWNS and "guard" in guests):
                    pairs.append([other, guest])
        return pairs

    def steal(self, seat: int) -> Talk:
        """C8.6."""
        pairs = self.thefts(seat)
        if pairs:
            other, guest = yield from self.choose(seat, "steal", pairs)
            self.castles[other].cards.remove(guest)
            yield from self.receive(seat, guest)

    def act(self, seat: int, guest: str) -> Talk:
        """C8.1."""
        resource = {"logger": "wood", "miner": "stone", "merchant": "gold", "peasant": "food"}.get(guest)
        if resource:
            for _ in range(2):
                yield from self.put(seat, self.with_resource(seat, resource))
        elif guest == "architect":
            yield from self.put(seat, range(12))
            self.welcome(seat, 1)
        elif guest == "bohemian":
            self.welcome(seat, 4)
        elif guest == "dagobert":
            face = yield "roll", seat, None
            self.note(seat, "roll", face)
            for _ in range(2):
                yield from self.use(seat, face, False)
        else:
            yield from self.move(seat)

    def put(self, seat: int, squares: Sequence[int]) -> Talk:
        """A token by a power."""
        pick = yield from self.choose(seat, "square", self.free(seat, squares))
        if pick != "lost":
            self.castles[seat].tokens.add(pick)

    def move(self, seat: int) -> Talk:
        """The Magician."""
        tokens, moved = self.castles[seat].tokens, None
        for _ in range(2):
            free = [square for square in range(12) if square not in tokens]
            pairs: list[Any] = [[old, new] for old in sorted(tokens) if old != moved for new in free]
            if not pairs:
                return
            pick = yield from self.choose(seat, "move", [*pairs, "stop"])
            if pick == "stop":
                return
            tokens.remove(pick[0])
            tokens.add(pick[1])
            moved = pick[1]

    # -- the score (C10) -----------------------------------------------------------------------------------------------

    def scores(self) -> list[dict[str, int]]:
        """The points of each seat, by source."""
        scores = []
        for seat, castle in enumerate(self.castles):
            group = (castle.residents - 1) // int(self.board["group_size"])
            points = {
                "towers": sum(castle.towers),
                "sun": self.rules["sun"] if self.sun == seat else 0,
                "cloud": self.rules["cloud"] if self.finisher == seat else 0,
                "clouds": castle.clouds * self.rules["shepherdess_cloud"],
                "residents": self.board["group_points"][group] if castle.residents else 0,
                "flags": sum(castle.flags),
                "guests": castle.guest_points(),
            }
            scores.append({**points, "total": sum(points.values())})
        return scores

    def result(self) -> dict[str, Any]:
        """The result as a record has it."""
        scores = self.scores()
        most = max(score["total"] for score in scores)
        winners = [seat for seat, score in enumerate(scores) if score["total"] == most]
        if self.rules["ties"] == "parts":
            parts = max(self.castles[seat].parts for seat in winners)
            winners = [seat for seat in winners if self.castles[seat].parts == parts]
        castles = [castle.as_record() for castle in self.castles]
        return {"end": self.end, "castles": castles, "scores": scores, "winners": winners}
