"""How decisions of Arkadia are told."""

from collections.abc import Iterable, Sequence
from typing import Any

from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Pass, Piece, building_card, find_building


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
        return f"puts {_workers_words(must)} next to {building_words(must.building, table, components)}"
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


def building_words(squares: Iterable[Square], table: Any, components: Components) -> str:
    number = find_building(table, squares)
    card = None if number is None else building_card(table, number, components)
    return "the castle lot" if card is None else f"{card} on {squares_words(squares)}"


def banner_words(banner: Banner) -> str:
    """A banner or none, without its subject: "uses a banner and sells …"."""
    if not banner.used:
        return "uses no banner"
    sold = listed([f"{number} {family}" for family, number in banner.sold.items() if number])
    return f"uses a banner and sells {sold}" if sold else "uses a banner for its workers alone"


def piece_words(piece: Piece, hidden: str | None) -> str:
    """A castle piece, where it goes, and over which family."""
    over = f" over {hidden}" if hidden is not None else ""
    return f"{_article(piece.family)} {piece.family} piece on castle square {piece.square}{over}"


def sale_words(banner: Banner, gold: int, brought: int) -> str:
    """What a banner was used for (R8); ``brought`` is the number of own workers it brought."""
    paid = f" for {gold} gold" if any(banner.sold.values()) else ""
    return f"{banner_words(banner)}{paid}; {counted(brought, 'worker')} come{'s' if brought == 1 else ''} along"
