"""What pages show: a game as boards with squares to click, tables and choices."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from arkadia_sim.compiled.entered_table import MOVES, NUMBER
from arkadia_sim.core.scene import Board, Scene, Square, ink_on, seat_text
from arkadia_sim.core.table import Correction, Hint, Table, Told, coach_of
from arkadia_sim.plots.scene_drawing import draw_board, square_box, svg_document
from arkadia_sim.web.games import told_since

TEMPLATES = Path(__file__).parent / "templates"

LISTED = 40
"""Choices of squares that are also listed as buttons at once. More of them are folded away."""


@dataclass(frozen=True)
class Choice:
    """A legal action: its number, its words, its kind and its square, if it picks one."""

    action: int
    words: str
    kind: str
    square: Square | None


@dataclass(frozen=True)
class Line:
    """A turn in the log: its number from 1, and in each sentence who did what."""

    turn: int
    words: Sequence[tuple[str, str]]


def environment() -> Environment:
    """The templates; all texts are escaped."""
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters["ink"] = ink_on
    return made


def choices_of(table: Table) -> list[Choice]:
    """The legal actions of the player who is to act, without those that put numbers right."""
    steps = ((action, table.space.step(action)) for action in table.legal_actions())
    return [
        Choice(action, table.action_text(action), step.kind, table.square_of(action))
        for action, step in steps
        if step.kind != NUMBER
    ]


def corrections_of(table: Table) -> list[tuple[str, list[Correction]]]:
    """The numbers that can be put right, by what they count, with one of each player."""
    by_name: dict[str, list[Correction]] = {}
    for correction in table.corrections():
        by_name.setdefault(correction.name, []).append(correction)
    return list(by_name.items())


def boards_of(
    scene: Scene, title: str, choices: Sequence[Choice], taken: Collection[Square | None]
) -> Iterator[Markup]:
    """The boards as SVG, the first one with the squares that can be clicked and those taken for this decision."""
    for number, board in enumerate(scene.boards):
        svg = svg_document(draw_board(board), title)
        squares = "" if number else "".join(_lit(board, choice) for choice in choices if choice.square is not None)
        squares += "" if number else "".join(_taken(square) for square in taken if square is not None)
        yield Markup(svg.replace("</svg>", f"{squares}</svg>"))


def _lit(board: Board, choice: Choice) -> str:
    assert choice.square is not None
    row, column = choice.square
    if row >= board.rows or column >= board.columns:
        return ""
    x, y, side = square_box(choice.square)
    told = escape(choice.words)
    return (
        f'<rect class="lit" data-action="{choice.action}" data-kind="{escape(choice.kind)}" x="{x + 2:.0f}" '
        f'y="{y + 2:.0f}" width="{side - 4:.0f}" height="{side - 4:.0f}" rx="4" tabindex="0" role="button" '
        f'aria-label="{told}"><title>{told}</title></rect>'
    )


def _taken(square: Square) -> str:
    x, y, side = square_box(square)
    return f'<circle class="taken" cx="{x + side / 2:.0f}" cy="{y + side / 2:.0f}" r="{side / 3:.0f}"/>'


def game_page(
    table: Table, number: str, seat: int, thinking: bool, hints: Mapping[str, Sequence[Hint]] | None
) -> Mapping[str, Any]:
    """Everything that the page of a game shows to a seat."""
    scene, own = table.scene(seat), table.seat_to_act == seat and not thinking
    choices = choices_of(table) if own else []
    before, since = told_since(table, seat)
    squares = [choice for choice in choices if choice.square is not None]
    taken = [table.square_of(action) for action in table.path] if own else []
    return {
        "id": number,
        "title": table.game.title,
        "seat": seat,
        "seat_text": seat_text(seat),
        "at": len(table.actions),
        "entered": table.entered,
        "set_up": table.set_up,
        "goes_on": table.can_go_on,
        "over": table.seat_to_act is None,
        "thinking": thinking,
        "waiting_for": "" if table.seat_to_act is None else seat_text(table.seat_to_act),
        "bot": table.bot_to_act,
        "decision": table.decision,
        "so_far": table.so_far() if own else [],
        "boards": list(boards_of(scene, table.game.title, choices, taken)),
        "tables": scene.tables,
        "legend": scene.legend,
        "choices": [choice for choice in choices if choice.square is None and choice.kind != MOVES],
        "movers": [choice for choice in choices if choice.kind == MOVES],
        "corrections": corrections_of(table),
        "bots": table.game.bot_names(),
        "opponent": coach_of(table.game),
        "players": len(table.bots),
        "squares": squares,
        "kinds": list(dict.fromkeys(choice.kind for choice in squares)),
        "folded": len(squares) > LISTED,
        "piece": piece_of(table) if own else None,
        "can_undo": own and table.can_undo,
        "hints": hints,
        "worth": Hint.worth,
        "since": [_line(table, turn, told) for turn, told in enumerate(since, len(before) + 1)],
        "before": [_line(table, turn, told) for turn, told in enumerate(before, 1)][::-1],
        "results": _results(table),
        "outcomes": [outcome.label for outcome in table.game.outcomes],
    }


def piece_of(table: Table) -> dict[str, Any] | None:
    """The piece that was picked, for the script that moves it over the board; None if there is none.

    ``ways`` has each way to turn it: its squares from the top left corner, and the actions by the place of that corner.
    ``corner`` and ``side`` are the place and size of the board's first square in the picture.
    """
    ways: dict[tuple[Square, ...], dict[str, str]] = {}
    for actions, squares in table.placements():
        top, left = (min(part) for part in zip(*squares))
        shape = tuple(sorted((row - top, column - left) for row, column in squares))
        ways.setdefault(shape, {})[f"{top},{left}"] = ",".join(map(str, actions))
    x, y, side = square_box((0, 0))
    return (
        {"ways": [{"shape": w, "at": at} for w, at in ways.items()], "corner": (x, y), "side": side} if ways else None
    )


def _line(table: Table, turn: int, told: Told) -> Line:
    """A turn in the log. Where sentences begin with a seat, this one did what they say."""
    seats = [told.seat, *range(len(table.bots))]
    lines = []
    for words in told.words:
        seat = next((seat for seat in seats if words.startswith(f"{seat_text(seat)} ")), told.seat)
        lines.append((_who(table, seat), words.removeprefix(f"{seat_text(seat)} ")))
    return Line(turn, lines)


def _who(table: Table, seat: int) -> str:
    return f"{seat_text(seat)} ({table.names[seat]})"


def _results(table: Table) -> list[tuple[str, ...]]:
    """For each seat who sat there and the outcomes, if the game is over."""
    if table.seat_to_act is not None:
        return []
    values = table.outcomes()
    columns = [outcome.column for outcome in table.game.outcomes]
    return [
        (_who(table, seat), *(f"{values[column][seat]:g}" for column in columns)) for seat in range(len(table.names))
    ]
