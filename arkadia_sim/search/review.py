"""What was luck, what was play and what were mistakes in a recorded game.

The luck of a chance event is the chance of winning after it, less the mean over all that could have come. A fast bot
plays on in every seat, with the same things to come but for the event. So luck adds up to zero over the players, and to
zero over many games, whoever plays on. The rest of the result is play: it has the mean of the result, and varies the
less the better that bot foresees how the players play.

A judge that looks ahead says what decisions cost: what it thinks best is played out against what was done, with eight
times the playouts that found it. A loss counts once, where it was made: if the player could still do as well later in
the turn, nothing is lost yet.

Source: Burch and others 2018, AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.engine import copied
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.scene import Candidate, Listing, Position, Row, seat_row, seat_text
from arkadia_sim.errors import UsageError, counted
from arkadia_sim.plots.style import number, signed, span
from arkadia_sim.rng import STREAM_WORDS, deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.search.continued import Continued, compiled_game
from arkadia_sim.stats.intervals import mean_interval

BEGINS, SET_UP = "who begins", "the set-up"
SET_UP_TIMES = 4  # the set-up is played on so many times as often as another event
GRADES = {"blunder": 10.0, "mistake": 5.0, "doubtful move": 2.0}  # by how many points of chance they cost at least
TRIVIAL = 1.0  # a decision counts as none if its options are closer together, in points
CLEARLY = 3.5  # a loss of fewer standard errors may be an accident of the search, and counts as none
HALF = 2.36  # half a 95% interval in standard errors: Student's t for eight looks (LOOKS of compiled/ranking.py)
CHANCE, PLAYED_OUT = "chance to win", "playouts each"  # how the unit of scores begins and ends that a search found
NO_REASON = "No single count tells the two apart"


@dataclass(frozen=True)
class Event:
    """What chance brought in a turn: its luck for each seat, in points, with the standard error."""

    turn: int
    what: str
    luck: tuple[float, ...]
    error: tuple[float, ...]


@dataclass(frozen=True)
class Loss:
    """What a decision cost against the judge's best, in points, give or take ``half``, and how that differs, in words.

    Without a ``grade`` the loss does not count.
    """

    turn: int
    seat: int
    done: str
    better: str
    differs: tuple[str, ...]
    cost: float
    half: float
    grade: str

    @property
    def text(self) -> str:
        """What was done, what would have been better, and why, in sentences."""
        counts = [words for words in self.differs if words[0].isdigit()]
        deeds = [words for words in self.differs if words.partition(" ")[2] not in self.better and words not in counts]
        why = f"It means {' and '.join(counts)}" if counts else f"Then you {deeds[0]}" if deeds else NO_REASON
        return f"{self.grade.capitalize()} by {seat_text(self.seat)}: {self.done}. Better: {self.better}. {why}."


@dataclass(frozen=True)
class Played:
    """A player's game in points: the result, what of it was luck, give or take ``half``, and what was play.

    ``rate`` is what each of the ``decisions`` cost that offered a choice, ``low`` to ``high``; that of computer players
    of ``level`` lies there.
    """

    seat: int
    bot: str
    result: float
    luck: float
    half: float
    play: float
    decisions: int
    rate: float
    low: float
    high: float
    level: str


@dataclass(frozen=True)
class Review:
    """The players, what chance brought, and the losses that count, the worst first."""

    players: tuple[Played, ...]
    events: tuple[Event, ...]
    losses: tuple[Loss, ...]

    def sentences(self) -> Iterator[str]:
        """What was luck, play and mistakes, for each player."""
        for player in self.players:
            grades = Counter(loss.grade for loss in self.losses if loss.seat == player.seat)
            made = ", ".join(counted(grades[grade], grade) for grade in GRADES if grades[grade]) or "no mistake"
            ended = "won" if player.result == 100.0 else "shared the win" if player.result else "lost"
            low, high = (signed(player.luck + side * player.half, 0) for side in (-1, 1))
            like = f" Players of the level {player.level} lose as much." if player.level else ""
            yield (
                f"{seat_text(player.seat).capitalize()} ({player.bot}) {ended}. Luck changed the chance to win by "
                f"{signed(player.luck, 0)} points (95% CI {low} to {high}), play by {signed(player.play, 0)}. "
                f"{counted(player.decisions, 'decision')}, {made}: {number(player.rate)} points lost for each decision "
                f"(95% CI {span(player.low, player.high)}).{like}"
            )

    def tables(self) -> Iterator[Listing]:
        """The losses and what chance brought, each with its turn first."""
        points = "in points of the chance to win (±: half a 95% interval)"
        rows = []
        for loss in self.losses:
            cost = f"{number(loss.cost)} ± {number(loss.half)}"
            rows.append(seat_row(loss.seat, f"{loss.turn}", cost, loss.text))
        if rows:
            yield Listing(f"Mistakes, {points}", ("turn", "cost", "what was done"), tuple(rows))
        rows = []
        for event in (event for event in self.events if any(event.error)):
            texts = [f"{signed(x)} ± {number(1.96 * error)}" for x, error in zip(event.luck, event.error, strict=True)]
            rows.append(Row((f"{event.turn}", event.what, *texts)))
        seats = [seat_text(player.seat) for player in self.players]
        yield Listing(f"Luck, {points}", ("turn", "what chance brought", *seats), tuple(rows))


def review(
    game: str, record: Mapping[str, Any], positions: Iterable[Position], bot: str, playouts: int, seed: int,
    progress: Progress,
) -> Review:  # fmt: skip
    """Review a record by its positions as a judge sees them. The ``bot`` plays on in all seats to measure luck."""
    losses = list(losses_of(positions))
    if not losses:
        raise UsageError("this judge finds no decision that matters: name one that looks ahead, such as planner")
    events = list(luck_of(game, record, bot, playouts, seed, progress))
    luck = np.sum([event.luck for event in events], axis=0)
    # who begins and the set-up come from the same games: what errs in one is taken back in the other
    error = np.sqrt(np.sum([np.square(event.error) for event in events if event.what != BEGINS], axis=0))
    players, winners, fair = list[Played](), record["result"]["winners"], 100.0 / len(record["bots"])
    for seat, name in enumerate(record["bots"]):
        result, costs = 100.0 * (seat in winners) / len(winners), [loss.cost for loss in losses if loss.seat == seat]
        rate = mean_interval(costs or [0.0])
        shares = result, float(luck[seat]), 1.96 * float(error[seat]), result - fair - float(luck[seat])
        lost = rate.mean, max(0.0, rate.low), min(100.0, rate.high)
        players.append(Played(seat, name, *shares, len(costs), *lost, level_of(game, *lost)))
    counting = sorted((loss for loss in losses if loss.grade), key=lambda loss: -loss.cost)
    return Review(tuple(players), tuple(events), tuple(counting))


# -- luck --------------------------------------------------------------------------------------------------------------
def luck_of(
    game: str, record: Mapping[str, Any], bot: str, playouts: int, seed: int, progress: Progress
) -> Iterator[Event]:
    """What chance brought to a recorded game, in order."""
    played = compiled_game(game, [bot])
    replay = played.replayed(record)
    table = Continued(played, [bot] * len(record["bots"]), None, replay.language.prepared)
    kinds, moments = replay.language.chance, list(replay.moments())
    progress.start(len(moments), 0)
    yield from _set_up(table, kinds, moments[0][1], SET_UP_TIMES * playouts, seed)
    for place, ((turn, before, decision), (_, after, _)) in enumerate(pairwise(moments), start=2):
        brought = [(kind, kind.made(before[0], after[0])) for kind in kinds]
        progress.advance(1)
        if not any(numbers for _, numbers in brought):
            continue
        draws = np.random.default_rng([seed, place])
        others = [_drawn_again(kinds, before, draws) for _ in range(playouts)]
        same = list(map(copied, others))
        for games in same:
            for kind, numbers in brought:
                kind.bring(games[0], numbers)
        with np.errstate(over="ignore"):
            for games in (*same, *others):
                played.engine.play.step(games[0], decision)
        values = [(kind, [kind.value(before[0], number) for number in numbers]) for kind, numbers in brought if numbers]
        what = "; ".join(f"{kind.event or kind.kind.name}: {', '.join(words)}" for kind, words in values)
        yield _event(turn, what.replace("_", " "), np.subtract(*_played_on(table, draws, same, others)))


def _set_up(table: Continued, kinds: Any, games: NDArray[Any], playouts: int, seed: int) -> Iterator[Event]:
    """The luck of who begins, and that of all else that was dealt."""
    draws, now = np.random.default_rng([seed, 0]), games[0]["table"]
    same, others = [_drawn_again(kinds, games, draws) for _ in range(playouts)], list[NDArray[Any]]()
    for deal in deal_seeds(seed, int(now["players"]), 0, playouts):
        table.deal(int(deal))
        others.append(copied(table.games))
    own, usual = _played_on(table, draws, same, others)
    turned = [int(now["first_seat"]) - int(other[0]["table"]["first_seat"]) for other in others]
    usual = np.array([np.roll(won, steps) for won, steps in zip(usual, turned, strict=True)])
    yield _event(0, BEGINS, usual - 100.0 / int(now["players"]))
    yield _event(0, SET_UP, own - usual)


def _drawn_again(kinds: Any, games: NDArray[Any], draws: np.random.Generator) -> NDArray[Any]:
    """The same game with other things to come."""
    other = copied(games)
    for kind in kinds:
        kind.draw_again(other[0], -1, draws)
    return other


def _played_on(table: Continued, draws: np.random.Generator, *many: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """What each seat wins in games that are played on, each list of them with the same random numbers."""
    luck = draws.integers(1, 1 << 63, (len(many[0]), len(table.minds), STREAM_WORDS), np.uint64)
    return [table.each_to_the_end(games, luck) for games in many]


def _event(turn: int, what: str, moved: NDArray[np.float64]) -> Event:
    error = moved.std(axis=0, ddof=1) / np.sqrt(len(moved))
    return Event(turn, what, tuple(moved.mean(axis=0).tolist()), tuple(error.tolist()))


# -- mistakes ----------------------------------------------------------------------------------------------------------
def losses_of(positions: Iterable[Position]) -> Iterator[Loss]:
    """What each decision cost that offered a choice."""
    for position in positions:
        losses, seat, later = list[Loss](), None, -inf
        for decision in dict.fromkeys(candidate.decision for candidate in reversed(position.candidates)):
            options = [candidate for candidate in position.candidates if candidate.decision == decision]
            done, best = next(option for option in options if option.chosen), max(options, key=_points)
            if done.seat is None or not (done.unit.startswith(CHANCE) and done.unit.endswith(PLAYED_OUT)):
                continue
            later = max(_points(done), later if done.seat == seat else -inf)
            error, cost, seat = 100.0 * (done.error or 0.0), _points(best) - later, done.seat
            if _points(best) - min(map(_points, options)) >= TRIVIAL:
                grade = next((grade for grade, least in GRADES.items() if cost >= max(least, CLEARLY * error)), "")
                texts = done.words, best.words, best.differs
                losses.append(Loss(position.turn, seat, *texts, cost if grade else 0.0, HALF * error, grade))
            later = max(later, _points(best))
        yield from reversed(losses)


def _points(option: Candidate) -> float:
    return -inf if option.score is None else 100.0 * option.score


def level_of(game: str, rate: float, low: float, high: float) -> str:
    """The levels of computer players whose rate of losses lies in an interval, or the one whose rate is nearest; empty
    if all do, or the game does not say theirs."""
    levels: list[Any] = [level for level in find_game(game).seat_words.get("levels", ()) if "error_rate" in level]
    inside = [level for level in levels if low <= level["error_rate"] <= high]
    if len(inside) == len(levels):
        return ""
    inside = inside or sorted(levels, key=lambda level: abs(float(level["error_rate"]) - rate))[:1]
    return " to ".join(dict.fromkeys(f"“{level['name']}”" for level in inside[:: max(1, len(inside) - 1)]))
