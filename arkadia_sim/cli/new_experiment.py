"""``arkadia-sim new-experiment``: write an experiment of your own, from options or from five answers."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arkadia_sim.cli.completion import complete_bots
from arkadia_sim.cli.options import GameName, table_sizes, whole_number
from arkadia_sim.cli.terminal import say
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

DEALS = {"compare": 2_000, "ladder": 500, "seats": 10_000}
"""The usual deals at each table size."""


class Kind(StrEnum):
    """What an experiment asks."""

    COMPARE = "compare"
    LADDER = "ladder"
    SEATS = "seats"


def new_experiment(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the experiment; NAME.toml is written.")],
    kind: Annotated[
        Kind | None,
        typer.Option(help="compare: is A better than B? ladder: who is best? seats: which seat does better?"),
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B…", help="The bots that it is about.", autocompletion=complete_bots)
    ] = None,
    among: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="With compare: the bot in all other seats.", autocompletion=complete_bots),
    ] = None,
    players: Annotated[str | None, typer.Option(metavar="N,N…", help="Table sizes, such as 2,3.")] = None,
    deals: Annotated[int | None, typer.Option(min=2, help="Deals at each table size.")] = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Write an experiment into this folder, for you to plan, change and run.

    In a terminal, it asks for what the options leave open.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.core.spec import split_specs
    from arkadia_sim.errors import BadValue, RunError, UsageError
    from arkadia_sim.experiments.files import as_toml, checked

    file = Path(f"{name}.toml")
    if not name.isidentifier() or len(name) > 100:
        raise BadValue("name", name, "letters, digits and _, such as my_experiment")
    if file.exists():
        raise UsageError(f"{file} exists already: choose another name, or move it away")
    resolved = resolve_game(game)
    usual = "compare" if bots is None or "," in bots else "seats"
    chosen = kind or Kind(_answer("What do you want to know: compare, ladder or seats?", usual, list(Kind)))
    named = split_specs(bots or _answer(_WHO[chosen], ",".join(_usual_bots(chosen, resolved.default_bot))))
    if (chosen == Kind.COMPARE and len(named) != 2) or (chosen == Kind.SEATS and len(named) != 1):
        raise BadValue("--bots", ", ".join(named), {Kind.COMPARE: "two bots", Kind.SEATS: "one bot"}[chosen])
    others = among or (_answer("Which bot sits in all other seats?", named[1]) if chosen == Kind.COMPARE else None)
    sizes = players or _answer("With how many players?", ",".join(str(n) for n in resolved.player_counts if n > 1))
    count = deals or whole_number("--deals", _answer("How many deals at each table size?", str(DEALS[chosen])))
    resolved.describe_bots([*named, *([others] if others else [])])
    for size in table_sizes([sizes]):
        resolved.setting(size, {}, {})
    keys = {
        "name": name,
        "design": {"compare": "paired"}.get(chosen, str(chosen)),
        "game": game,
        "seed": 1,
        "players": table_sizes([sizes]),
        "deals": count,
        **_contents(chosen, named, others),
    }
    text = as_toml(checked(keys, str(file)))
    try:
        file.write_text(f"# Written before the run: question, design and size.\n\n{text}", encoding="utf-8")
    except OSError as error:
        raise RunError(f"{file} cannot be written: {error.strerror}") from None
    say(f"{file} holds the experiment. Now:")
    for words in (("plan", file), ("run", file), ("report", f"results/{name}")):
        say(f"  {command_line(*words)}")


_WHO = {
    Kind.COMPARE: "Which bot, and in place of which: A,B?",
    Kind.LADDER: "Which bots: A,B,C…?",
    Kind.SEATS: "Which bot sits in all seats?",
}


def _usual_bots(kind: Kind, default: str) -> list[str]:
    return [default] if kind == Kind.SEATS else [default, "random"]


def _contents(kind: Kind, bots: "Sequence[str]", others: str | None) -> dict[str, Any]:
    """Title, question and bots."""
    from arkadia_sim.api.asking import all_bots, all_seats, comparison

    if kind == Kind.COMPARE:
        a, b = bots
        return comparison(a, b, others or b)
    return all_bots(bots) if kind == Kind.LADDER else all_seats(bots[0])


def _answer(question: str, usual: str, choices: "Sequence[str]" = ()) -> str:
    """The answer typed in a terminal, or the usual one where nobody can be asked."""
    from arkadia_sim.errors import UnknownName

    if not sys.stdin.isatty():
        return usual
    answer = str(typer.prompt(question, default=usual)).strip()
    if choices and answer not in choices:
        raise UnknownName("answer", answer, choices)
    return answer
