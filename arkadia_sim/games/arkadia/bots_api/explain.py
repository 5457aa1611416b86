"""Why the rules forbid a decision: the number of the rule, and what stands in the way.

The kernel only says that a decision is illegal. This module looks at the same table with plain sets of squares and
finds the first rule that is broken, in the order in which a player would notice it.
"""

from typing import Any

from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.bots_api.choices import (
    Banner,
    Build,
    Choice,
    Introduce,
    Pass,
    Piece,
    blank_decision,
    building_card,
    fill_decision,
    find_building,
)
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square, neighbours, squares_text
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.setup import card_name, card_number
from arkadia_sim.games.arkadia.rules.state import LOT, NO_CARD
from arkadia_sim.games.arkadia.rules.turn import OK, step

Reason = tuple[str, str]
"""The number of a rule, such as ``"R4.2"``, and a message for a person."""
_NO_REASON: Reason = ("R3", "the rules do not allow this")


def take(game: Any, choice: Choice, components: Components) -> None:
    """Carry a choice out in a ``GAME`` record; or raise RecordError with the rule that forbids it.

    After an error the game is as before.
    """
    decision = blank_decision()
    fill_decision(decision, choice, game, components)
    if step(game, decision) != OK:
        raise RecordError(*explain(game, choice, components) or _NO_REASON)


def explain(game: Any, choice: Choice, components: Components) -> Reason | None:
    """The rule that forbids a choice to the player on turn and what it says, or None when the choice is legal."""
    try:
        fill_decision(blank_decision(), choice, game, components)
    except RecordError as error:
        return error.rule, str(error)
    if isinstance(choice, Build):
        return _explain_build(game, choice, components)
    if isinstance(choice, Introduce):
        return _explain_introduction(game, choice, components)
    if isinstance(choice, Pass):
        return _explain_pass(game)
    if isinstance(choice, Piece):
        return _explain_piece(game, choice, components)
    if isinstance(choice, Banner):
        return _explain_banner(game, choice, components)
    return _explain_draw(game, choice)


def _explain_build(game: Any, choice: Build, components: Components) -> Reason | None:
    table = game["table"]
    seat = int(table["seat"])
    hand = game["hands"][seat]
    held = [int(card) for card in hand["cards"][: int(hand["n"])]]
    if card_number(components, choice.card) not in held:
        shown = ", ".join(card_name(components, card) for card in sorted(held)) or "no card"
        return "R4.1", f"seat {seat} does not hold {choice.card}, but {shown}"
    occupied = set(squares_of(table["occupied"]))
    blocked = sorted(choice.squares & occupied)
    if blocked:
        return "R4.2", f"square {list(blocked[0])} is not vacant: {occupant(game, blocked[0], components)} is there"
    if not neighbours(choice.squares) & occupied:
        return "R4.3", f"on {squares_text(choice.squares)} the {choice.card} is next to no building and no worker"
    return None


def _explain_introduction(game: Any, choice: Introduce, components: Components) -> Reason | None:
    table, holdings = game["table"], game["holdings"]
    seat = int(table["seat"])
    if find_building(table, choice.building) == LOT and not table["rules"]["workers_at_castle"]:
        return "R5.2", "no workers may be introduced at the castle lot under workers_at_castle = false"
    if not choice.workers:
        return "R5.1", "one or more workers must be introduced"
    owners = list(choice.workers.values())
    for owner, at_hand in (("own", int(holdings["workers"][seat])), ("neutral", int(holdings["neutrals"][seat]))):
        if owners.count(owner) > at_hand:  # type: ignore[arg-type]
            return "R5.1", f"seat {seat} has {at_hand} {owner} workers at hand, fewer than {owners.count(owner)}"  # type: ignore[arg-type]
    blocked = sorted(set(choice.workers) & set(squares_of(table["occupied"])))
    if blocked:
        return "R5.1", f"square {list(blocked[0])} is not vacant: {occupant(game, blocked[0], components)} is there"
    apart = sorted(set(choice.workers) - neighbours(choice.building))
    if apart:
        return "R5.1", f"square {list(apart[0])} is not next to the building on {squares_text(choice.building)}"
    return None


def _explain_pass(game: Any) -> Reason | None:
    if game["table"]["must_pass"]:
        return None
    builds, buildings = int(game["now"]["legal_builds"]), int(game["now"]["worker_buildings"])
    return "R3.1", (
        f"nobody may pass by choice: there are {builds} ways to lay out a building, and {buildings} buildings to which "
        "workers could be introduced"
    )


def _explain_draw(game: Any, choice: int | str) -> Reason | None:
    table = game["table"]
    if choice == "stack":
        return None if table["stack_left"] else ("R4.5", "the stack is empty")
    places = int(table["rules"]["face_up"])
    if int(choice) >= places:
        return "R4.5", f"the face-up places are 0 to {places - 1}, there is no place {choice}"
    if table["face_up"][int(choice)] == NO_CARD:
        return "R4.5", f"face-up place {choice} is empty"
    return None


def _explain_piece(game: Any, choice: Piece, components: Components) -> Reason | None:
    table = game["table"]
    floor = int(table["floor"])
    if table["pools"][floor, components.families.index(choice.family)] == 0:
        return "R7.2", f"the pool of floor {floor + 1} has no {choice.family} piece left"
    if table["covered"][choice.square]:
        return "R7.2", f"castle square {choice.square} has a piece of floor {floor + 1} already"
    return None


def _explain_banner(game: Any, choice: Banner, components: Components) -> Reason | None:
    seat = int(game["table"]["seat"])
    for family, number in choice.sold.items() if choice.used else ():
        held = int(game["holdings"]["seals"][seat, components.families.index(family)])
        if number > held:
            return "R8.2", f"seat {seat} holds {held} {family} seals and cannot sell {number}"
    return None


def occupant(game: Any, square: Square, components: Components) -> str:
    """What stands on a square of the board, in words."""
    table = game["table"]
    for building in range(int(table["n_buildings"])):
        if square in squares_of(table["squares"][building]):
            card = building_card(table, building, components)
            return "the castle lot" if card is None else f"a {card}"
    for seat in range(int(table["players"])):
        if square in squares_of(table["own"][seat]):
            return f"a worker of seat {seat}"
    return "a neutral worker" if square in squares_of(table["neutral"]) else "nothing"
