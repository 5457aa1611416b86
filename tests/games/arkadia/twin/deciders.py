"""The deciders in the games of the comparison: chance, the shipped bots, or a wild one.

A decider looks at a `Table` (engine and twin side by side, in agreement) and names a choice. `wild` takes its options
from the twin and so plays what no generator of the engine may name; `probe` proposes what mostly is forbidden.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from arkadia_sim.core.bot_registry import bot_names, find_bot
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.game import ENGINE
from arkadia_sim.games.arkadia.rules.state import MUST, new_minds
from arkadia_sim.games.arkadia.values import (
    Banner,
    Build,
    Choice,
    Draw,
    Introduce,
    Owner,
    Pass,
    Piece,
    blank_decision,
)
from arkadia_sim.rng import STREAM_WORDS, Dice
from tests.games.arkadia.twin.engine_view import EngineView
from tests.games.arkadia.twin.ground import CASTLE_SQUARES, FAMILIES, Square, Squares, placements
from tests.games.arkadia.twin.twin import Twin


class Table(Protocol):
    """What a decider sees."""

    view: EngineView
    twin: Twin
    builds: set[tuple[str, Squares]]
    places: dict[Squares, Squares]


Decider = Callable[[Table], Choice]


def decider(name: str, seed: int, players: int) -> Decider:
    """The decider of that name: `chance`, `wild`, or `bots` (a shipped compiled bot in each seat)."""
    if name == "wild":
        return Wild(seed)
    if name == "bots":
        return Bots(seed, players)
    minds = seeded_minds(seed)
    return lambda table: ask(table.view, minds, play.decide_by_chance)


class Bots:
    """Shipped compiled bots, one drawn for each seat, some of them hot and so playing badly."""

    def __init__(self, seed: int, players: int) -> None:
        rng = random.Random(f"bots {seed}")
        names = [name for name in bot_names("arkadia") if not find_bot(name).bot.in_python]
        self.specs = [f"{rng.choice(names)}:temperature={rng.choice([0, 0, 0, 0.5, 3])}" for _ in range(players)]
        seated = [find_bot(spec) for spec in self.specs]
        self.bots = [player.bot for player in seated]
        self.minds = seeded_minds(seed)
        for mind, one in zip(self.minds, seated, strict=False):
            mind["parameters"][: len(one.parameters)] = one.parameters
            mind["temperature"] = one.temperature

    def __call__(self, table: Table) -> Choice:
        """What the bot on turn decides for the phase at hand."""
        seat = int(table.view.table["seat"])
        decision = table.view.phase
        return ask(table.view, self.minds, self.bots[seat].decisions.get(decision) or ENGINE.default(decision))


def ask(view: EngineView, minds: Any, decide: Callable[..., Any]) -> Choice:
    """Have a compiled function decide for the seat on turn, and put what it decided into words."""
    seat, decision = int(view.table["seat"]), blank_decision()
    if view.table["phase"] == MUST and view.table["must_pass"]:
        return Pass()
    with np.errstate(over="ignore"):
        handed = ENGINE.handed(view.game, seat)
        decide(*handed, minds[seat], decision)
    return view.language.view({}, handed, Dice((1, 1))).move_of(decision)


def seeded_minds(seed: int) -> Any:
    """A mind for each seat, with random numbers of its own."""
    rng, minds = random.Random(f"minds {seed}"), new_minds()
    for mind in minds:
        mind["random"] = [rng.getrandbits(64) | 1 for _ in range(STREAM_WORDS)]
    return minds


class Wild:
    """Any legal decision, of a temper drawn for each game: builders, enclosers, hoarders, misers and spenders."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"wild {seed}")
        self.to_build = self.rng.choice([0.2, 0.4, 0.5, 0.5, 0.6, 0.9])
        self.to_enclose = self.rng.choice([0.0, 0.5, 0.8, 1.0])
        self.to_banner = self.rng.choice([0.1, 0.5, 0.9])

    def __call__(self, table: Table) -> Choice:
        """A choice from the twin's options."""
        twin, rng = table.twin, self.rng
        if twin.phase == "must":
            return self._must(table)
        if twin.phase == "draw":
            options = twin.draw_options()
            draw: Draw = "stack" if (one := rng.choice(options)) == "stack" else int(one)
            return draw
        if twin.phase == "castle":
            return Piece(*rng.choice(twin.castle_options()))
        if rng.random() >= self.to_banner:
            return Banner(False)
        seals = twin.seals[twin.seat]
        part = rng.choice([0.0, 0.5, 1.0, 1.0])
        return Banner(True, {family: _part(rng, part, held) for family, held in seals.items() if rng.random() < 0.8})

    def _must(self, table: Table) -> Choice:
        # Sets come in an order that changes from run to run, hence the sorting: a seed must mean the same game always.
        builds = sorted(table.builds, key=lambda build: (build[0], sorted(build[1])))
        places = sorted(table.places.items(), key=lambda place: sorted(place[0]))
        if not builds and not places:
            return Pass()
        if builds and (not places or self.rng.random() < self.to_build):
            return Build(*self.rng.choice(builds))
        return self._workers(table.twin, places)

    def _workers(self, twin: Twin, places: Sequence[tuple[Squares, Squares]]) -> Introduce:
        own, neutral = twin.own_at_hand[twin.seat], twin.neutral_at_hand[twin.seat]
        building, vacant = self.rng.choice(places)
        size = self.rng.randint(1, min(len(vacant), own + neutral))
        if self.rng.random() < self.to_enclose:  # the smallest gap that the workers at hand can fill
            building, vacant = min(places, key=lambda place: (len(place[1]), sorted(place[0])))
            size = min(len(vacant), own + neutral)
        squares = self.rng.sample(sorted(vacant), size)
        crew = self.rng.sample(["own"] * own + ["neutral"] * neutral, size)
        return Introduce(building, _owners(squares, crew))


def _part(rng: random.Random, part: float, held: int) -> int:
    return held if part == 1.0 else rng.randint(0, int(held * part))


def _owners(squares: Sequence[Square], crew: Sequence[str]) -> dict[Square, Owner]:
    return {square: "own" if owner == "own" else "neutral" for square, owner in zip(squares, crew, strict=True)}


def probe(table: Table, rng: random.Random) -> Choice:
    """A proposal for the current phase that is mostly forbidden, though nearly legal."""
    twin = table.twin
    if twin.phase == "draw":
        return rng.choice([*range(8), "stack"])
    if twin.phase == "castle":
        return Piece(rng.choice(FAMILIES), rng.randrange(CASTLE_SQUARES))
    if twin.phase == "banner":
        seals = twin.seals[twin.seat]
        return Banner(True, {family: rng.randint(0, held + 1) for family, held in seals.items()})
    kind = rng.random()
    if kind < 0.1:
        return Pass()
    if kind < 0.5:
        return _probe_build(twin, rng)
    return _probe_workers(twin, rng)


def _probe_build(twin: Twin, rng: random.Random) -> Build:
    """A building of any card in any hand, rotated or flipped, near other pieces."""
    card = rng.choice([card for hand in twin.hands for card in hand] or ["house/red"])
    near = twin.neighbours(frozenset(twin.occupied()))
    near |= twin.neighbours(near)
    outline = twin.outlines[card.partition("/")[0]]
    anywhere = placements(outline, True, twin.rows, twin.columns)
    return Build(card, rng.choice([place for place in anywhere if place & near]))


def _probe_workers(twin: Twin, rng: random.Random) -> Introduce:
    """Workers round any building as they might be put there, most often with one thing amiss."""
    building = rng.choice(twin.buildings).squares
    around = twin.neighbours(building)
    vacant = sorted(around - twin.occupied())
    own, neutral = twin.own_at_hand[twin.seat], twin.neutral_at_hand[twin.seat]
    amiss = rng.choice(["nothing", "not next to it", "next to another", "not vacant", "too many", "not at hand"])
    size = len(vacant) if amiss == "too many" else rng.randint(0, min(len(vacant), own + neutral, 4))
    chosen = rng.sample(vacant, size)
    elsewhere = {
        "not next to it": twin.neighbours(around) - building - around,
        "next to another": twin.neighbours(rng.choice(twin.buildings).squares),
        "not vacant": around & twin.occupied(),
    }
    if elsewhere.get(amiss):
        chosen = [*chosen[1:], rng.choice(sorted(elsewhere[amiss]))]
    crew = ["own"] * own + ["neutral"] * neutral
    rng.shuffle(crew)
    if amiss == "not at hand" or len(crew) < len(chosen):
        crew = [rng.choice(["own", "neutral"]) for _ in chosen]
    return Introduce(building, _owners(chosen, crew[: len(chosen)]))
