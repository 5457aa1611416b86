"""A turn in words: what a player did, and who gained what."""

from collections.abc import Iterable, Sequence
from typing import Any

from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Introduce, Pass, building_card, find_building
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.records.form import RecordedTurn


def squares_words(squares: Iterable[Square]) -> str:
    """Squares as ``row,column``, in order."""
    return " ".join(f"{row},{column}" for row, column in sorted(squares))


def counted(number: int, what: str) -> str:
    """A number of things: ``1 seal``, ``2 seals``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """Words with commas between them and an ``and`` before the last."""
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + list(parts[-1:]))


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def must_words(must: Build | Introduce | Pass, table: Any, components: Components) -> str:
    """A must, without its subject: "lays out …"."""
    if isinstance(must, Build):
        return f"lays out {must.card} on {squares_words(must.squares)}"
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
            parts.append(f"{counted(len(squares), kind)} on {squares_words(squares)}")
    return listed(parts)


def _building_words(squares: Iterable[Square], table: Any, components: Components) -> str:
    number = find_building(table, squares)
    card = None if number is None else building_card(table, number, components)
    return "the castle lot" if card is None else f"{card} on {squares_words(squares)}"


def banner_words(banner: Banner) -> str:
    """A banner or none, without its subject: "uses a banner and sells …"."""
    if not banner.used:
        return "uses no banner"
    sold = listed([f"{number} {family}" for family, number in banner.sold.items() if number])
    return f"uses a banner and sells {sold}" if sold else "uses a banner for its workers alone"


def camps_words(camps: int) -> str:
    """What the tent camps under a building brought (R4.4); empty if there were none."""
    return f"the camps below bring {counted(camps, 'neutral worker')}" if camps else ""


def draw_words(turn: RecordedTurn, face_up: Sequence[str | None], top: str | None) -> str:
    """The card drawn (R4.5); empty if none was."""
    if turn.draw is None:
        return ""
    return (
        f"draws {top} from the stack"
        if turn.draw == "stack"
        else f"takes {face_up[int(turn.draw)]} from the open cards"
    )


def payout_words(turn: RecordedTurn, view: View) -> list[str]:
    """What each completed building paid, at the values before the castle pieces (R6), which ``view`` shows."""
    sentences = []
    for payout in turn.completed:
        card = next(building.card for building in view.buildings if building.squares == payout.squares)
        paid = [f"seat {seat} {counted(seals, 'seal')}" for seat, seals in enumerate(payout.seals) if seals]
        worth = f", {view.values[payout.family]} gold each now" if paid else ""
        sentences.append(f"completes {card} on {squares_words(payout.squares)}: {listed(paid) or 'pays nobody'}{worth}")
    return sentences


def castle_words(turn: RecordedTurn, before: View, after: View) -> str:
    """Where castle pieces went, over what, and the new values of seals (R7); empty if there were none."""
    top = list(before.castle.top)
    parts = []
    for piece in turn.pieces:
        hidden = top[piece.square]
        over = f" over {hidden}" if hidden is not None else ""
        parts.append(f"{_article(piece.family)} {piece.family} piece on castle square {piece.square}{over}")
        top[piece.square] = piece.family
    if not parts:
        return ""
    moved = [name for name in after.families if after.values[name] != before.values[name]]
    changed = listed([f"{name} from {before.values[name]} to {after.values[name]}" for name in moved])
    return f"puts {listed(parts)} into the castle" + (f": {changed} gold a seal" if changed else "")


def sale_words(turn: RecordedTurn, brought: int) -> str:
    """What a banner was used for (R8); empty if none was. ``brought`` is the number of own workers it brought."""
    if not turn.banner.used:
        return ""
    gold = f" for {turn.gold} gold" if any(turn.banner.sold.values()) else ""
    return f"{banner_words(turn.banner)}{gold}; {counted(brought, 'worker')} come{'s' if brought == 1 else ''} along"
