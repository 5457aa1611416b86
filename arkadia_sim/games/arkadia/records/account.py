"""A game in the words of a game record: the deal, the events of a turn, the result."""

from collections.abc import Iterable
from typing import Any

from arkadia_sim.games.arkadia.components.box import Components, Square, form_of
from arkadia_sim.games.arkadia.records.form import Completion
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import BUILD, END_NAMES, FAMILIES, FROM_STACK, LOT, NO_DRAW, WORKERS


def tell_setup(game: Any, components: Components) -> dict[str, Any]:
    """The fields ``shapes`` to ``first_seat`` of a record, from a ``GAME`` record before its first turn (R1, R2)."""
    table = game["table"]
    forms = {form_of(card) for card in components.cards}
    standing, hands = int(table["n_buildings"]), game["hands"][: int(table["players"])]
    face_up = table["face_up"][: int(table["rules"]["face_up"])]
    stack = game["stack"][: int(table["stack_left"])]
    return {
        "shapes": {form: list(rows) for form, rows in components.shapes.items() if form in forms},
        "board": list(components.board),
        "lot": _squares(squares_of(table["squares"][LOT])),
        "lot_seals": list(components.lot_seals),
        "placed": [
            {"card": card_name(components, int(card)), "squares": _squares(squares_of(squares))}
            for card, squares in zip(table["card"][LOT + 1 : standing], table["squares"][LOT + 1 : standing])
        ],
        "hands": [_cards(components, hand["cards"][: int(hand["n"])]) for hand in hands],
        "face_up": _cards(components, face_up),
        "stack": _cards(components, stack[::-1]),  # the last one is drawn next
        "first_seat": int(table["first_seat"]),
    }


def tell_turn(game: Any, components: Components) -> dict[str, Any]:
    """The turn just played, as a record has it, from a ``GAME`` record in phase END."""
    now = game["now"]
    return {
        "seat": int(now["seat"]),
        "must": _tell_must(now, components),
        "draw": draw_text(int(now["draw"])),
        "completed": [
            {"squares": _squares(sorted(building.squares)), "family": building.family, "seals": list(building.seals)}
            for building in completions(game, components)
        ],
        "castle": [
            {"piece": components.families[int(now["piece_family"][i])], "square": int(now["piece_square"][i])}
            for i in range(int(now["n_pieces"]))
        ],
        "banner": {"sold": sold(now, components), "gold": int(now["sale_gold"])} if now["used_banner"] else None,
    }


def _tell_must(now: Any, components: Components) -> dict[str, Any] | None:
    if now["kind"] == BUILD:
        return {"build": card_name(components, int(now["card"])), "squares": _squares(squares_of(now["squares"]))}
    if now["kind"] == WORKERS:
        owners = dict.fromkeys(squares_of(now["own"]), "own")
        owners |= dict.fromkeys(squares_of(now["neutral"]), "neutral")
        workers = [{"square": list(square), "owner": owners[square]} for square in sorted(owners)]
        return {"building": _squares(squares_of(now["squares"])), "workers": workers}
    return None


def draw_text(draw: int) -> Any:
    """Where a card was drawn from: a face-up place, ``"stack"``, or None for no draw (R4.5)."""
    return None if draw == NO_DRAW else "stack" if draw == FROM_STACK else draw


def sold(turn: Any, components: Components) -> dict[str, int]:
    """The seals sold with a banner in a ``TURN`` record, by family; without families that sold none (R8.2)."""
    return {family: int(number) for family, number in zip(components.families, turn["sold"], strict=True) if number}


def completions(game: Any, components: Components) -> list[Completion]:
    """The buildings completed this turn, in the order of payment (R6)."""
    table, now = game["table"], game["now"]
    players = int(table["players"])
    return [
        Completion(
            frozenset(squares_of(table["squares"][building])),
            components.families[int(table["card"][building]) % FAMILIES],
            tuple(int(seals) for seals in now["paid"][entry, :players]),
        )
        for entry, building in enumerate(now["completed"][: int(now["n_completed"])])
    ]


def result_of(game: Any) -> dict[str, Any]:
    """The result of a finished game, as a record has it (R9.4)."""
    table = game["table"]
    gold = [int(coins) for coins in game["holdings"]["gold"][: int(table["players"])]]
    winners = [seat for seat, coins in enumerate(gold) if coins == max(gold)]
    return {"gold": gold, "winners": winners, "end": END_NAMES[int(table["end"])]}


def _squares(squares: Iterable[Square]) -> list[list[int]]:
    return [list(square) for square in squares]


def _cards(components: Components, numbers: Any) -> list[str]:
    return [card_name(components, int(number)) for number in numbers]
