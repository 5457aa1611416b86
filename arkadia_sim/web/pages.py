"""What pages show: a game as boards with squares to click, pieces to pick, and what the others did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from arkadia_sim.compiled.entered_table import MOVES, NUMBER
from arkadia_sim.core.options import option_text
from arkadia_sim.core.scene import Board, Scene, Square, from_corner, ink_on, seat_colour, seat_text
from arkadia_sim.core.table import PERSON, Hint, Step, Table, coach_of
from arkadia_sim.plots.scene_drawing import border, draw_board, draw_piece, square_box, svg_document
from arkadia_sim.web.games import bot_text

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Choice:
    """What may be picked: the actions that do it, behind so many that are taken back, in words, the kind of the last
    one and its square, if it picks one."""

    actions: tuple[int, ...]
    back: int
    words: str
    kind: str
    square: Square | None

    @property
    def sent(self) -> str:
        """The actions as a form sends them."""
        return ",".join(map(str, self.actions))


def environment() -> Environment:
    """The templates; all texts are escaped."""
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters.update(ink=ink_on, seat_colour=seat_colour, seat_text=seat_text, square_box=square_box, border=border)
    made.filters["action_of"] = lambda step, action_of: action_of(step)
    return made


def choices_of(table: Table) -> list[Choice]:
    """What the player who is to act may pick, without what puts numbers right.

    A step that only says where the next ones go, as the game declares ``through``, is taken along with them. A piece
    that was picked may be changed for another.
    """
    chosen = [_choice(table, action) for action in table.legal_actions()]
    through = table.game.seat_words.get("through")
    if table.entered or through is None:
        return [choice for choice in chosen if choice.kind != NUMBER]
    base, path = table.copy(), table.path
    while base.path:
        base.undo()
    begun = [replace(_choice(base, action), back=len(path)) for action in base.legal_actions()]
    others = [choice for choice in begun if choice.kind not in through and choice.actions[0] not in path]
    heads = [choice.actions[0] for choice in begun if choice.kind in through]
    if path and path[0] not in heads:
        return chosen + others
    led: dict[tuple[str, Square | None], Choice] = {}
    for head in sorted(heads, key=lambda action: action not in path):
        other, actions = base.copy(), [head, *path[1:]]
        while actions and actions[0] in other.legal_actions():
            other.apply(actions.pop(0))
        for choice in () if actions else map(_choice, [other] * other.space.size, other.legal_actions()):
            whole = replace(choice, actions=(head, *path[1:], *choice.actions), back=len(path))
            led.setdefault((choice.kind, choice.square), whole)
    return [*led.values(), *others]


def _choice(table: Table, action: int) -> Choice:
    return Choice((action,), 0, table.action_text(action), table.space.step(action).kind, table.square_of(action))


def series_of(table: Table, choice: Choice) -> Iterator[list[Choice]]:
    """The choices of each of several steps that a choice leads to, if these do not depend on each other."""
    if not choice.back and choice.kind in table.game.seat_words.get("series", ()):
        other, action = table.copy(), choice.actions[0]
        while True:
            other.apply(action)
            if not other.path:
                return
            yield [_choice(other, action) for action in other.legal_actions()]
            action = other.legal_actions()[0]


def board_svg(board: Board, title: str, small: bool = False) -> Markup:
    """A board as SVG, with room for more at its end; or a ``small`` one, of a piece beside the boards."""
    return Markup(svg_document((draw_piece if small else draw_board)(board), title))


def changes_of(before: Scene, after: Scene) -> list[Sequence[Square]]:
    """What a turn has put on the first board."""
    if not before.boards or not after.boards:
        return []
    old, new = before.boards[0], after.boards[0]
    there = {area.squares for area in old.areas} | {(mark.square, mark.text, mark.colour) for mark in old.marks}
    marks = (mark for mark in new.marks if mark.shape in ("disc", "tile"))
    put = [(mark.square,) for mark in marks if (mark.square, mark.text, mark.colour) not in there]
    return [*(area.squares for area in new.areas if area.squares not in there), *put]


def game_page(
    table: Table, number: str, seat: int, thinking: bool, hints: Mapping[str, Sequence[Hint]] | None, turn: int | None
) -> Mapping[str, Any]:
    """Everything that the page of a game shows to a seat, now or as it was after a turn."""
    own, told = table.seat_to_act == seat and not thinking and turn is None, table.told()
    since = max((place for place, entry in enumerate(told, 1) if entry.seat == seat), default=0)
    others = tuple(f"{seat_text(other)} " for other in range(len(table.bots)) if other != seat)
    since -= since > 0 and any(words.startswith(others) for words in told[since - 1].words)
    looked = [turn - 1] if turn else [] if turn == 0 else [*range(since, len(told))]
    scenes = {place: table.scene(seat, place) for place in {*looked, *(place + 1 for place in looked)}}
    choices = choices_of(table) if own else []
    squares = [choice for choice in choices if choice.square is not None]
    path = table.path if own else []
    alone = table.bots.count(None) == 1
    names = ["you" if alone and bot is None else bot_text(table.game, bot) for bot in table.bots]
    asked = table.decision if not path else squares[0].kind if squares else ""
    return {
        "id": number, "table": table, "seat": seat, "turn": turn, "own": own, "thinking": thinking, "told": told,
        "scene": table.scene(seat, turn), "over": table.seat_to_act is None, "at": len(table.actions), "path": path,
        "texts": table.game.seat_words, "question": table.game.seat_words.get("questions", {}).get(asked, asked),
        "who": [f"{seat_text(place)} ({name})" for place, name in enumerate(names)], "board_svg": board_svg,
        "looked": looked, "scenes": scenes, "changes_of": changes_of, "moves": MOVES, "person": PERSON,
        "choices": choices, "squares": squares, "piece": piece_of(table) if own else None,
        "offers": [(choice, [*series_of(table, choice)]) for choice in choices],
        "by_action": {choice.actions[-1]: choice for choice in choices if choice.square is None},
        "action_of": lambda step: -1 if step is None else table.space.action(Step(*step)),
        "rules": "\n".join(f"{name}={option_text(value)}" for name, value in table.setting.rules.items()),
        "opponent": coach_of(table.game), "hints": hints, "worth": Hint.worth,
    }  # fmt: skip


def piece_of(table: Table) -> dict[str, Any] | None:
    """The piece that was picked, for the script that moves it over the board; None if there is none.

    ``ways`` has each way to turn it: its squares from the top left corner, and the actions by the place of that corner.
    ``corner`` and ``side`` are the place and size of the board's first square in the picture.
    """
    ways: dict[tuple[Square, ...], dict[str, str]] = {}
    for actions, squares in table.placements():
        (top, left), shape = from_corner(squares)
        ways.setdefault(shape, {})[f"{top},{left}"] = ",".join(map(str, actions))
    x, y, side = square_box((0, 0))
    return (
        {"ways": [{"shape": w, "at": at} for w, at in ways.items()], "corner": (x, y), "side": side} if ways else None
    )
