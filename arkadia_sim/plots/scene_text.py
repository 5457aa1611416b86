"""Positions in a terminal: boards in colour, and readable without; tables and words as lines."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arkadia_sim.core import scene
from arkadia_sim.core.scene import Area, Mark, Position, Square, cost, heading, ink_on, label_square, paler
from arkadia_sim.errors import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.style import Style
    from rich.table import Table as Lines
    from rich.text import Text

CELL = 3
"""Characters of a square."""
GAP = 3
"""Characters between what stands beside each other."""


def print_position(console: "Console", position: Position, legend: bool = True) -> None:
    """Print a position: what happened and why, the boards with tables beside them where there is room."""
    from rich.text import Text

    console.print(Text(heading(position), style="bold"))
    for words in position.words:
        console.print(Text(f"  {printable(words)}"), soft_wrap=True)
    for line in candidate_lines(position):
        console.print(line)
    print_scene(console, position.scene, legend)


def print_scene(console: "Console", shown: scene.Scene, legend: bool = True) -> None:
    """Print the boards of a scene, with tables beside them where there is room."""
    from rich.table import Table as Lines
    from rich.text import Text

    tables = [table_lines(table) for table in shown.tables]
    for board in shown.boards:
        grid = Lines.grid(padding=(0, GAP, 0, 0))
        room = console.width - GAP - CELL * (board.columns + 1)
        narrow = [table for table in tables if console.measure(table).maximum <= room]
        tables = [table for table in tables if table not in narrow]
        column = Lines.grid()
        for table in narrow:
            column.add_row(table)
        grid.add_row(board_text(board), column)
        console.print(grid)
    for table in tables:
        console.print(table)
    if legend:
        for sign, meaning in shown.legend:
            console.print(Text(f"{sign:>{CELL}}  {meaning}", style="dim"))


def board_text(board: scene.Board) -> "Text":
    """A board, a line for each row, with the numbers of rows and the names of columns."""
    from rich.style import Style
    from rich.text import Text

    areas = {square: area for area in board.areas for square in area.squares}
    marks = {mark.square: mark for mark in board.marks}
    text = Text(
        " " * CELL + "".join(f"{board.column_name(column):^{CELL}}" for column in range(board.columns)),
        style="dim",
        end="",
    )
    for row in range(board.rows):
        text.append(f"\n{row:>{CELL - 1}} ", Style(dim=True))
        for column in range(board.columns):
            area, mark = areas.get((row, column)), marks.get((row, column))
            text.append(*_square((row, column), area, mark, areas))
    return text


def _square(square: Square, area: Area | None, mark: Mark | None, areas: dict[Square, Area]) -> "tuple[str, Style]":
    """What is shown of a square, and how."""
    from rich.style import Style

    style = Style.null()
    text = " " * CELL
    if area is not None:
        text = _area_text(square, area, areas)
        ground = paler(area.colour) if area.faded else area.colour
        style = Style(color=ink_on(ground), bgcolor=ground, underline=area.fresh)
    if mark is None:
        return text, style
    left = text[0] if mark.shape == "coin" else " "
    text = {"dot": " · ", "triangle": " ▲ ", "coin": f"{left}{mark.text or 'o'} "}.get(mark.shape, _mark_text(mark))
    if mark.shape in ("disc", "tile"):
        style = Style(color=ink_on(mark.colour), bgcolor=mark.colour, bold=True, underline=mark.fresh)
    return text, style


def _mark_text(mark: Mark) -> str:
    """A disc in brackets, so that it is told from what stands on areas where there are no colours."""
    bare = mark.text[:CELL]
    return f"({bare})" if mark.shape == "disc" and len(bare) == 1 else f"{bare:^{CELL}}"


def _area_text(square: Square, area: Area, areas: dict[Square, Area]) -> str:
    """The area's text on one square, its sign on all others, joined to the square on the left if that is its own."""
    joined = "-" if areas.get((square[0], square[1] - 1)) is area else " "
    if area.text and square == label_square(area.squares):
        return f"{joined}{area.text:<{CELL - 1}}"[:CELL]
    return f"{joined}{area.sign} "


def table_lines(table: scene.Listing) -> "Lines":
    """A table, with the signs that stand for its lines on the boards."""
    from rich.style import Style
    from rich.table import Table as Lines
    from rich.text import Text

    lines = Lines(box=None, pad_edge=False, header_style="dim")
    for title in ("", *table.head):
        lines.add_column(Text(title), overflow="fold")
    for row in table.rows:
        key = Text("")
        if row.colour is not None:
            key = Text(f" {row.sign or ' '} ", Style(color=ink_on(row.colour), bgcolor=row.colour))
        lines.add_row(key, *(Text(printable(cell)) for cell in row.cells))
    return lines


def candidate_lines(position: Position) -> "Iterator[Text]":
    """What could have been done, a line each; what was done is marked, with how much less it was thought of than the
    best."""
    from rich.text import Text

    for decision in dict.fromkeys(candidate.decision for candidate in position.candidates):
        yield Text(f"  {scene.candidates_heading(position, decision)}:", style="dim")
        for candidate in (entry for entry in position.candidates if entry.decision == decision):
            score = "       -" if candidate.score is None else f"{candidate.score:8.3f}"
            less = cost(position, candidate) if candidate.chosen else None
            error = "" if candidate.error is None else f" ± {2 * candidate.error:.3f}"
            costs = f"  (costs {less:.3f}{error})" if less else ""
            sign = ">" if candidate.chosen else " "
            yield Text(
                f"  {sign} {score}  {printable(candidate.words)}{costs}", style="bold" if candidate.chosen else ""
            )
            if candidate.differs:
                yield Text(f"              {printable('; '.join(candidate.differs))}", style="dim")
