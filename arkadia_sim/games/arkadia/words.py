"""How decisions and turns of Arkadia are told."""

from collections.abc import Iterable, Sequence
from typing import Any

from arkadia_sim.core.scene import seat_text, square_name
from arkadia_sim.errors import counted
from arkadia_sim.games.arkadia.box import CARD_NAMES, FAMILIES, Square, card_text
from arkadia_sim.games.arkadia.records import draw_of, must_of, pieces_of, sold_of
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.values import Banner, Build, Draw, Introduce, Pass, Piece, find_building


def squares(places: Iterable[Square]) -> str:
    """Squares such as ``D3``, in order."""
    return " ".join(map(square_name, sorted(places)))


def listed(parts: Sequence[str]) -> str:
    """Words with commas between them and an ``and`` before the last."""
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + list(parts[-1:]))


def must(choice: Build | Introduce | Pass, table: Any) -> str:
    """A must, without its subject: "lays out …"."""
    if isinstance(choice, Build):
        return f"lays out the {card_text(choice.card)} on {squares(choice.squares)}"
    if isinstance(choice, Introduce):
        parts = []
        for owner in ("own", "neutral"):
            places = [square for square, whose in choice.workers.items() if whose == owner]
            if places:
                parts.append(f"{counted(len(places), f'{owner} worker')} on {squares(places)}")
        number = find_building(table, choice.building)
        assert number is not None, "workers go next to a building"
        return f"puts {listed(parts)} next to {building(table, number)}"
    return "can neither build nor introduce a worker, and passes"


def building(table: Any, number: int) -> str:
    if number == state.LOT:
        return "the castle lot"
    return f"the {card_text(CARD_NAMES[table['card'][number]])} on {squares(squares_of(table['squares'][number]))}"


def draw(choice: Draw, table: Any) -> str:
    if choice == "stack":
        return "draws from the stack"
    return f"takes the {card_text(CARD_NAMES[table['face_up'][choice]])} from the open cards"


def banner(choice: Banner) -> str:
    """A banner or none, without its subject: "uses a banner and sells …"."""
    if not choice.used:
        return "uses no banner"
    sold = listed([f"{number} {family}" for family, number in choice.sold.items() if number])
    return f"uses a banner and sells {sold}" if sold else "uses a banner for its workers alone"


def piece(choice: Piece, hidden: int) -> str:
    article = "an" if choice.family[0] in "aeiou" else "a"
    return f"{article} {choice.family} piece on castle square {choice.square}{over(hidden, ' ')}"


def over(hidden: int, before: str) -> str:
    """What a castle piece hides; empty if the square is bare."""
    return "" if hidden == state.NO_FAMILY else f"{before}over {FAMILIES[hidden]}"


def turn(before: Any, now: Any, after: Any, secret: bool) -> list[str]:
    """A sentence for each part of a turn, in which a card from the stack may stay ``secret``."""
    camps, drawn = int(now["camps"]), draw_of(now)
    parts = [must(must_of(now), after["table"])]
    if camps:
        parts.append(f"the camps below bring {counted(camps, 'neutral worker')}")
    if drawn == "stack" and not secret:
        parts.append(
            f"draws the {card_text(CARD_NAMES[before['stack'][before['table']['stack_left'] - 1]])} from the stack"
        )
    elif drawn is not None:
        parts.append("draws a card from the stack" if drawn == "stack" else draw(drawn, before["table"]))
    told = ["; ".join(parts)]
    for place, number in enumerate(now["completed"][: int(now["n_completed"])]):
        told.append(_payout(int(number), now["paid"][place], before["table"], after["table"]))
    if now["n_pieces"]:
        told.append(_castle(pieces_of(now), before["table"], after["table"]))
    if now["used_banner"]:
        sold, brought = sold_of(now), int(now["workers_brought"])
        paid = f" for {int(now['sale_gold'])} gold" if sold else ""
        told.append(
            f"{banner(Banner(True, sold))}{paid}; {counted(brought, 'worker')} come{'s' if brought == 1 else ''} along"
        )
    if before["table"]["end_seat"] == state.NOBODY != after["table"]["end_seat"]:
        told.append("floor 2 of the castle is complete: the last round begins")
    return told


def _payout(number: int, paid: Any, before: Any, after: Any) -> str:
    """What a completed building paid, at the values before the castle pieces (R6)."""
    seals = [f"{seat_text(seat)} {counted(int(earned), 'seal')}" for seat, earned in enumerate(paid) if earned]
    value = int(before["value"][state.family_of(int(after["card"][number]))])
    worth = f", {value} gold each now" if seals else ""
    return f"completes {building(after, number)}: {listed(seals) or 'pays nobody'}{worth}"


def _castle(pieces: Sequence[Piece], before: Any, after: Any) -> str:
    """Where castle pieces went, over what, and the new values of seals (R7)."""
    top, parts = before["top"].tolist(), []
    for placed in pieces:
        parts.append(piece(placed, top[placed.square]))
        top[placed.square] = FAMILIES.index(placed.family)
    values = zip(FAMILIES, before["value"].tolist(), after["value"].tolist())
    moved = [f"{name} from {was} to {now}" for name, was, now in values if was != now]
    return f"puts {listed(parts)} into the castle{f': {listed(moved)} gold a seal' if moved else ''}"
