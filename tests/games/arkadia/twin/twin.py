"""The rules of Arkadia a second time, slow and plain, to be held against a fast engine.

Nothing here is clever: buildings are sets of squares, every question is answered by looking at all of them. Paragraph
numbers in the comments (R4.3 …) are those of the project's numbered rules. A game starts from the head of a game
record, so that no data file and no shuffling is shared with the engine.
"""

from collections.abc import Iterable
from typing import Any

from tests.games.arkadia.twin.ground import (
    CASTLE_SQUARES,
    FAMILIES,
    Square,
    Squares,
    family_of,
    form_of,
    placements,
)
from tests.games.arkadia.twin.state import Building, State, as_lists, as_squares
from tests.support.refereeing import RuleError, need

__all__ = ["RuleError", "Square", "Twin"]


class Twin(State):
    """One game of Arkadia. Read `phase` and `seat`, then call the method of that phase.

    Phases: "must" (build, introduce, pass_must), "draw", "castle" (place_piece, once per piece), "banner", "over".
    A phase other than "must" is entered only when it holds a decision. A forbidden call raises RuleError and changes
    nothing. Once the game is over, `seat` and `turn` stay those of the last turn played.
    """

    # ---------------------------------------------------------------------------------------- must: building (R4)

    def legal_builds(self) -> set[tuple[str, Squares]]:
        """Every card of the hand with every set of squares its building may cover now."""
        if self.phase != "must":
            return set()
        occupied = self.occupied()
        builds: set[tuple[str, Squares]] = set()
        for card in set(self.hands[self.seat]):
            for squares in self._placements(card):
                if squares & occupied:  # R4.2
                    continue
                if self.neighbours(squares) & occupied:  # R4.3
                    builds.add((card, squares))
        return builds

    def _placements(self, card: str) -> tuple[Squares, ...]:
        """R4.1: where the building of a card fits on the empty board, turned (and flipped if the option says so)."""
        return placements(self.outlines[form_of(card)], self.rules["flip_tiles"], self.rows, self.columns)

    def build(self, card: str, squares: Iterable[Square]) -> None:
        """Play a card of the hand and lay its building out on these squares (R4)."""
        self._require_phase("must")
        place = as_squares(squares)
        need(card in self.hands[self.seat], "R4.1", f"seat {self.seat} does not hold {card}")
        need(place in self._placements(card), "R4.1", f"{sorted(place)} is not the outline of {card} on the board")
        occupied = self.occupied()
        need(not place & occupied, "R4.2", f"{sorted(place & occupied)} are not vacant")
        need(self.neighbours(place) & occupied, "R4.3", f"{sorted(place)} touches no building and no worker")

        self.hands[self.seat].remove(card)
        if card in self.known[self.seat]:
            self.known[self.seat].remove(card)
        self.buildings.append(Building(place, card, self.take_seal(family_of(card))))  # R4.4
        found = min(len(place & self.camps), self.neutral_pool)
        self.neutral_pool -= found
        self.neutral_at_hand[self.seat] += found
        self._entry["must"] = {"build": card, "squares": as_lists(place)}
        if self._cards_to_draw():
            self.phase = "draw"
        else:
            self._pay_out()  # R4.5: nothing to draw, the hand shrinks

    def _cards_to_draw(self) -> list[int | str]:
        places: list[int | str] = [place for place, card in enumerate(self.face_up) if card is not None]
        return places + (["stack"] if self.stack else [])

    def draw_options(self) -> list[int | str]:
        """The places a card may be drawn from: numbers of face-up places and "stack"."""
        return self._cards_to_draw() if self.phase == "draw" else []

    def draw(self, choice: int | str) -> None:
        """Take a face-up card, which is replaced at once, or the top of the stack (R4.5)."""
        self._require_phase("draw")
        need(type(choice) in (int, str) and choice in self._cards_to_draw(), "R4.5", f"no card lies at {choice!r}")
        hand = self.hands[self.seat]
        if choice == "stack":
            hand.append(self.stack.pop(0))
        else:
            card = self.face_up[int(choice)]
            assert card is not None
            hand.append(card)
            self.known[self.seat].append(card)
            self.face_up[int(choice)] = self.stack.pop(0) if self.stack else None
        self._entry["draw"] = choice
        self._pay_out()

    # --------------------------------------------------------------------------------------- must: workers (R5)

    def worker_places(self) -> dict[Squares, Squares]:
        """For each building that may be chosen now (its squares): the vacant squares next to it."""
        if self.phase != "must" or self.own_at_hand[self.seat] + self.neutral_at_hand[self.seat] == 0:
            return {}
        occupied = self.occupied()
        places: dict[Squares, Squares] = {}
        for building in self.buildings:
            if building.card is None and not self.rules["workers_at_castle"]:  # R5.2
                continue
            vacant = self.neighbours(building.squares) - occupied
            if vacant:
                places[building.squares] = vacant
        return places

    def introduce(self, building: Iterable[Square], workers: dict[Square, str]) -> None:
        """Put workers ("own" or "neutral" by square) next to the building with these squares (R5)."""
        self._require_phase("must")
        chosen = as_squares(building)
        need(
            chosen in [standing.squares for standing in self.buildings], "R5.1", f"no building covers {sorted(chosen)}"
        )
        need(chosen != self.buildings[0].squares or self.rules["workers_at_castle"], "R5.2", "not the lot")
        need(workers, "R5.1", "one worker or more must be introduced")
        owners = list(workers.values())
        need(all(owner in ("own", "neutral") for owner in owners), "R5.1", "a worker is own or neutral")
        own, neutral = owners.count("own"), owners.count("neutral")
        need(
            own <= self.own_at_hand[self.seat] and neutral <= self.neutral_at_hand[self.seat], "R5.1", "too few at hand"
        )
        vacant = self.neighbours(chosen) - self.occupied()
        need(set(workers) <= vacant, "R5.1", f"not vacant: {sorted(set(workers) - vacant)}")

        self.own_at_hand[self.seat] -= own
        self.neutral_at_hand[self.seat] -= neutral
        for square, owner in workers.items():
            self.workers[square] = self.seat if owner == "own" else "neutral"
        self._entry["must"] = {
            "building": as_lists(chosen),
            "workers": [{"square": list(square), "owner": workers[square]} for square in sorted(workers)],
        }
        self._pay_out()

    def pass_must(self) -> None:
        """Pass, for a player who can neither build nor introduce workers, who may and must (R3)."""
        self._require_phase("must")
        need(not self.legal_builds() and not self.worker_places(), "R3", "there is a move")
        self._pay_out()

    # -------------------------------------------------------------------------------------------- payouts (R6)

    def _pay_out(self) -> None:
        """Find the buildings completed by the must, pay each in the order laid out, then go on to the castle."""
        occupied = self.occupied()
        for building in self.buildings:
            if building.card is None or building.complete:  # R6.1: the lot never pays
                continue
            if self.neighbours(building.squares) <= occupied:
                building.complete = True
                self._pay_building(building, family_of(building.card))
                self.pieces_due += 1  # R7.1
        self._go_on_with_castle()

    def _pay_building(self, building: Building, family: str) -> None:
        """R6.2 and R6.3: the seal on it, then one seal per own worker, from the player on turn round the table."""
        gained = [0] * self.players
        if building.seal:
            building.seal = False
            gained[self.seat] += 1
        around = self.neighbours(building.squares)
        for step in range(self.players):
            seat = (self.seat + step) % self.players
            share = sum(1 for square in around if self.workers.get(square) == seat)
            left = self.supply[family]
            if left is not None:
                share = min(share, left)
                self.supply[family] = left - share
            gained[seat] += share
        for seat in range(self.players):
            self.seals[seat][family] += gained[seat]
        self._entry["completed"].append({"squares": as_lists(building.squares), "family": family, "seals": gained})

    # --------------------------------------------------------------------------------------------- castle (R7)

    def _castle_choices(self) -> list[tuple[str, int]]:
        pool = self.pools[self.floor - 1]
        return [
            (family, square)
            for family in FAMILIES
            if pool[family] > 0
            for square in range(CASTLE_SQUARES)
            if not self.castle_covered[square]
        ]

    def _go_on_with_castle(self) -> None:
        if self.pieces_due > 0 and self._castle_choices():
            self.phase = "castle"
            return
        self.pieces_due = 0  # R7.4: with no piece left (or no room on floor 3) nothing is placed
        if self.banners[self.seat] > 0:
            self.phase = "banner"
        else:
            self._end_turn(used_banner=False)

    def castle_options(self) -> list[tuple[str, int]]:
        """Each piece of the floor under construction with each castle square it may be put on (R7.2)."""
        return self._castle_choices() if self.phase == "castle" else []

    def place_piece(self, family: str, square: int) -> None:
        """Put a piece of this family on a castle square (R7.2), which may finish the floor (R7.3)."""
        self._require_phase("castle")
        need(type(square) is int and square in range(CASTLE_SQUARES), "R7.2", f"there is no castle square {square!r}")
        need(not self.castle_covered[square], "R7.2", f"castle square {square} is covered")
        need(self.pools[self.floor - 1].get(family, 0) != 0, "R7.2", f"no {family} piece is left")
        self.pools[self.floor - 1][family] -= 1
        self.castle_top[square] = family
        self.castle_covered[square] = True
        self._entry["castle"].append({"piece": family, "square": square})
        self.pieces_due -= 1
        if all(self.castle_covered) and self.floor < 3:
            self._finish_floor()
        self._go_on_with_castle()

    def _finish_floor(self) -> None:
        """R7.3: what is left of the floor's pool goes to floor 3; after floor 2 the end begins (R9.1, R9.2)."""
        for family in FAMILIES:
            self.pools[2][family] += self.pools[self.floor - 1][family]
            self.pools[self.floor - 1][family] = 0
        if self.floor == 2:
            self.end_begun_by = self.seat
            more_turns = self.players if self.rules["final_round"] == "trigger_last" else self.players - 1
            self.final_turn = self.turn + more_turns
        self.floor += 1
        self.castle_covered = [False] * CASTLE_SQUARES

    # ------------------------------------------------------------------------------- banner and end (R8, R9)

    def banner(self, sold: dict[str, int] | None) -> None:
        """Use a banner and sell seals ({} sells none), or with None leave the banner alone (R8)."""
        self._require_phase("banner")
        if sold is None:
            self._end_turn(used_banner=False)
            return
        for family, count in sold.items():
            need(
                family in FAMILIES and not isinstance(count, bool) and isinstance(count, int),
                "R8.2",
                f"{count!r} {family} seals",
            )
            need(0 <= count <= self.seals[self.seat][family], "R8.2", f"{count} {family} seals")
        self.banners[self.seat] -= 1  # R8.1; R2.3 makes sure that the pool has the workers
        self.own_pool[self.seat] -= self.rules["workers_per_banner"]
        self.own_at_hand[self.seat] += self.rules["workers_per_banner"]
        earned = 0
        for family, count in sold.items():
            self.seals[self.seat][family] -= count
            left = self.supply[family]
            if left is not None:
                self.supply[family] = left + count
            earned += count * self.values()[family]
        self.gold[self.seat] += earned
        self._entry["banner"] = {
            "sold": {family: sold[family] for family in FAMILIES if sold.get(family)},
            "gold": earned,
        }
        self._end_turn(used_banner=True)

    def _end_turn(self, used_banner: bool) -> None:
        """Close the turn; R9.2 and R9.3 say whether it was the last one."""
        passed = self._entry["must"] is None and not used_banner
        self.passes_in_a_row = self.passes_in_a_row + 1 if passed else 0
        self.last_turn = self._entry
        if self.turn == self.final_turn:
            self.end = "castle"
        elif self.passes_in_a_row == self.players:
            self.end = "stalemate"
        if self.end is not None:
            self.phase = "over"
            return
        self.turn += 1
        self.seat = (self.seat + 1) % self.players
        self.phase = "must"
        self._entry = self.blank_entry()

    def result(self) -> dict[str, Any]:
        """The gold including all seals left, everybody with the most gold, and how the game ended (R9.4)."""
        self._require_phase("over")
        values = self.values()
        gold = [
            self.gold[seat] + sum(count * values[family] for family, count in self.seals[seat].items())
            for seat in range(self.players)
        ]
        winners = [seat for seat in range(self.players) if gold[seat] == max(gold)]
        return {"gold": gold, "winners": winners, "end": self.end}

    def _require_phase(self, phase: str) -> None:
        need(self.phase == phase, "R3", f"the game is in phase {self.phase}, not {phase}")
