"""The course of games: what their turns tell of who was ahead when, what a turn changed, and how long players waited.

How players stand after each turn gives most of it. Chances of winning come from a model: a conditional logit on how far
each player is ahead of the others' mean, which counts more as the game goes on, on the seat, on whose turn is next and
on the bot. It is fitted on the run's own games and asked about deals that it was not fitted on (cross-fitting).
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.files import columns_of, read_rows
from arkadia_sim.results.store import RunFolder

Floats = NDArray[np.float64]
SEAT = "seat"
STANDING, DECISIONS = re.compile(r"^(?!decisions_)\w+_seat_\d+$"), "decisions_seat_{}"
"""The columns of the turns with how each seat stands, and how many decisions it made in the turn."""

LEADER_WINS = "leader_wins"
MOMENTS = ("after a sixth", "after a third", "halfway", "after two thirds", "near the end")
"""When we ask who leads: after one to five sixths of the turns."""


class Followed(NamedTuple):
    """A number of a game that is read from its turns. ``unit`` is "" for that of the standing."""

    name: str
    label: str
    unit: str
    source: str


_EFK = "Ely, Frankel, Kamenica 2015, Suspense and surprise"
_ELIAS = "Elias, Garfield, Gutschera 2012, Characteristics of games"
_BROWNE = "Browne 2008, Automatic generation and evaluation of recombination games"
FOLLOWED = {
    entry.name: entry
    for entry in (
        Followed("turns_a_player", "length: turns of each player", "turns", _BROWNE),
        Followed("waiting", "decisions of others for each turn in which one decides", "decisions", _ELIAS),
        Followed("dead_turns", "turns in which the player on turn makes no decision", "% of turns", _ELIAS),
        Followed("turns_without_gain", "turns after which the player on turn stands no better", "% of turns", _ELIAS),
        Followed("turns_that_cost_others", "turns after which somebody else stands worse", "% of turns", _ELIAS),
        Followed("interaction", "changes in standing that hit players who are not on turn", "% of changes", _ELIAS),
        Followed("lead_changes", "how often the lead changes", "a game", _BROWNE),
        Followed("decided_after", "when the winner goes ahead for good", "% of the turns", _BROWNE),
        Followed("decided_50", "when the winner's chance passes 50% for good", "% of the turns", _BROWNE),
        Followed("decided_75", "when the winner's chance passes 75% for good", "% of the turns", _BROWNE),
        Followed("winner_was_behind", "by how much the winner was behind at worst", "", _BROWNE),
        Followed("comebacks", "games whose winner once had half an equal chance or less", "% of games", _BROWNE),
        Followed("hopeless", "turns of players with a fifth of an equal chance or less", "% of turns", _ELIAS),
        Followed(LEADER_WINS, "how often who leads then wins", "%", _ELIAS),
        Followed("suspense", "by how much chances are about to move, all turns added", "points of chance", _EFK),
        Followed("surprise", "by how much chances have moved, all turns added", "points of chance", _EFK),
    )
}
"""The measures of the course of a game, each with who wrote about it."""

FOLDS, STATES_MOST, GAMES_MOST, BLOCK = 5, 200_000, 1_000, 50_000
RIDGE, STEPS, CLOSE = 0.1, 15, 1e-6
KNOTS = np.linspace(0.0, 1.25, 6)
"""Parts of the usual length of a game between which the weight of a lead is interpolated."""


class Course(NamedTuple):
    """Games one after another, turn by turn."""

    stands: Floats  # how each player stands after each turn
    seats: NDArray[np.int64]  # who is on turn
    decided: NDArray[np.int64]  # how many decisions each player makes in each turn
    first: NDArray[np.int64]  # of each game: its first turn
    wins: Floats  # of each game: the players' shares of the win
    bots: NDArray[np.int64]  # of each game: the number of the bot in each seat
    deals: NDArray[np.int64]  # of each game: its deal

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many turns each game has."""
        return np.diff(self.first, append=len(self.seats))

    def of_turns(self, by_game: NDArray[Any]) -> NDArray[Any]:
        """The entries of games, for each of their turns."""
        return np.repeat(by_game, self.lengths, axis=0)

    @property
    def number(self) -> NDArray[np.int64]:
        """The number of each turn in its game, from 1."""
        return np.arange(len(self.seats)) - self.of_turns(self.first) + 1

    def total(self, values: NDArray[Any]) -> Floats:
        """The sum over the turns of each game."""
        return np.add.reduceat(values.astype(float), self.first, axis=0)

    def most(self, values: NDArray[Any]) -> Floats:
        """The most in any turn of each game."""
        return np.maximum.reduceat(values.astype(float), self.first, axis=0)

    def after_first(self, values: NDArray[np.bool_]) -> Floats:
        """In how many percent of the turns after the first of each game something holds."""
        return 100 * self.total(values & (self.number > 1)) / np.maximum(1, self.lengths - 1)

    def of_winners(self, values: NDArray[Any]) -> Floats:
        """The entries of players, for the winners of each game."""
        return np.asarray((self.wins * values).sum(axis=1) / self.wins.sum(axis=1))

    def settled(self, short: NDArray[np.bool_]) -> Floats:
        """After which part of the turns the winner is not short of something any more."""
        return 100 * self.of_winners(self.most(short * self.number[:, None])) / self.lengths

    def own(self, values: NDArray[Any]) -> Any:
        """The entries of players, for those on turn."""
        return np.take_along_axis(values, self.seats[:, None], axis=1)[:, 0]


def standings(columns: Iterable[str]) -> list[str]:
    """The columns of the turns that say how the players stand, by seat."""
    return [name for name in columns if STANDING.match(name)]


def course_of(folder: RunFolder, index: int, section: Section, names: Iterable[str]) -> dict[str, Floats]:
    """Numbers of a section's games by name, of shape (games,), of :data:`LEADER_WINS` (games, moments). A game that
    failed before its first turn was over has none (NaN)."""
    if not (names := list(names)):
        return {}
    shares = [read_rows(file, ["win_share"])["win_share"] for file in folder.section_files(index)]
    wins = np.concatenate(shares).reshape(-1, section.players)
    course, begun = _read(folder, index, section, wins)
    numbers = numbers_of(course)
    if not numbers.keys() >= {*names}:
        numbers |= fitted_numbers(course)
    filled = {name: np.full((len(wins), *numbers[name].shape[1:]), np.nan) for name in names}
    for name, values in filled.items():
        values[begun] = numbers[name]
    return filled


def _read(folder: RunFolder, index: int, section: Section, wins: Floats) -> tuple[Course, NDArray[np.int64]]:
    """The turns of a section, and which of its games have any."""
    players, chosen = section.players, list[Floats]()
    for file in folder.section_files(index, "turns"):
        present = columns_of(file)
        made = [name for seat in range(players) if (name := DECISIONS.format(seat)) in present]
        rows = read_rows(file, ["deal", "lineup", "turn", SEAT, *standings(present)[:players], *made])
        values = rows.sort("deal", "lineup", "turn").to_numpy().astype(np.float64)
        chosen.append(values if made else np.column_stack([values, np.arange(players) == values[:, 3:4]]))
    if not chosen:
        raise UsageError(f"{folder.root} holds no turns: this measure needs trace = 1")
    turns = np.concatenate(chosen)
    deals, lineups, seats = turns[:, 0].astype(int), turns[:, 1].astype(int), turns[:, 3].astype(int)
    games, first = np.unique((deals - section.first_deal) * section.games_per_deal + lineups, return_index=True)
    bots = np.array([lineup.bots for lineup in section.lineups])[lineups[first]]
    stands, decided = turns[:, 4 : 4 + players], turns[:, 4 + players :].astype(int)
    return Course(stands, seats, decided, first, wins[games], bots, deals[first]), games


# -- chances of winning ------------------------------------------------------------------------------------------------
def chances_of(course: Course) -> tuple[Floats, Floats, Floats]:
    """Each player's chance of winning after each turn, by models of other deals; after the last, the share of the win.
    Also steps of the model's weights (columns) of the size of their errors, and how far each game moved it along each.

    Source: McFadden 1974, Conditional logit analysis of qualitative choice behavior; cross-fitting as in Chernozhukov
    and others 2018, Double machine learning.
    """
    last = course.first + course.lengths - 1
    going = np.setdiff1d(np.arange(len(course.seats)), last)
    games, wins = course.of_turns(np.arange(len(course.first))), course.of_turns(course.wins)
    every = 1 + len(going) // STATES_MOST  # whole deals: parts of games would have more turns of one player than others
    known = course.of_turns((course.deals - course.deals[:1]) // FOLDS % every == 0)
    fold, weights = course.of_turns(course.deals % FOLDS), known * len(course.first) / max(1, known.sum())
    chances, size = np.zeros(course.stands.shape), _features(course, going[:0]).shape[2]
    model, bends, scores = np.zeros(size), np.zeros((size, size)), np.zeros((len(course.first), size))
    for number in range(FOLDS):
        some, asked = going[known[going] & (fold[going] != number)], going[fold[going] == number]
        model, bend = _fitted(_features(course, some), wins[some], weights[some], model)
        bends += bend / (FOLDS - 1)
        for block in range(0, len(asked), BLOCK):
            rows = asked[block : block + BLOCK]
            features = _features(course, rows)
            chances[rows] = _softmax(features @ model)
            missed = weights[rows, None] * (wins[rows] - chances[rows])
            np.add.at(scores, games[rows], np.einsum("tp,tpf->tf", missed, features))
    chances[last] = course.wins
    steps = np.linalg.cholesky(np.linalg.inv(bends))
    return chances, steps, (scores - scores.mean(axis=0)) @ steps


def _features(course: Course, rows: NDArray[np.int64]) -> Floats:
    """What the model knows of each player after some turns, of shape (turns, players, features)."""
    players = course.stands.shape[1]
    ahead = course.stands - course.stands.mean(axis=1, keepdims=True)
    ahead = ahead[rows] / max(1e-9, float(ahead.std()))
    progress = (course.number / course.lengths.mean())[rows]
    place = np.clip(progress, 0.0, KNOTS[-1])[:, None]
    hats = np.maximum(0.0, 1 - np.abs(place - KNOTS) / KNOTS[1])
    seats = np.arange(players)
    after = (seats - course.seats[rows, None]) % players  # 1 for the next player
    bots = course.of_turns(course.bots)[rows, :, None] == np.unique(course.bots)
    who = np.concatenate([after[:, :, None] == seats, bots], axis=2).astype(float)
    lead = ahead[:, :, None] * hats[:, None, :]
    first = np.broadcast_to(np.eye(players), (len(rows), players, players))
    return np.concatenate([lead, who, who * progress[:, None, None], first], axis=2)


def _fitted(features: Floats, wins: Floats, weights: Floats, model: Floats) -> tuple[Floats, Floats]:
    """The weights of the features that make the wins most likely, a little drawn to 0, by Newton's method from a first
    guess; and the information about them."""
    model, bend = model.copy(), RIDGE * np.eye(len(model))
    for _ in range(STEPS):
        chances = _softmax(features @ model)
        centred = features - chances[:, None] @ features
        weighted = (weights[:, None] * chances)[:, :, None] * centred
        bend = np.tensordot(weighted, centred, ((0, 1), (0, 1))) + RIDGE * np.eye(len(model))
        slope = np.tensordot(weights[:, None] * (wins - chances), features, ((0, 1), (0, 1))) - RIDGE * model
        step = np.linalg.solve(bend, slope)
        most = max(1e-9, float(np.abs(step).max()))
        model += step * min(1.0, 2.0 / most)
        if most < CLOSE:
            break
    return model, bend


def _softmax(values: Floats) -> Floats:
    raised: Floats = np.exp(values - values.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def _size(moves: Floats) -> Floats:
    """Half the squares, so that of two players either's move counts."""
    return np.asarray((moves**2).sum(axis=1) / 2)


def next_moves(course: Course, chances: Floats) -> tuple[Floats, Floats]:
    """By how much chances are about to move after each turn, and by how much they do. The first is the root mean square
    over turns as far on and as open as this one, plus what the turn's own move changes in that mean."""
    open_ = _size(np.sqrt(chances * (1 - chances)))
    progress = np.minimum(9, 10 * course.number // course.lengths.mean()).astype(int)
    kind = progress * 10 + np.minimum(9, (open_ / max(1e-9, float(open_.max())) * 10).astype(int))
    going = course.number < course.of_turns(course.lengths)
    moves = np.where(going, np.append(_size(np.diff(chances, axis=0)), 0.0), 0.0)
    counts = np.bincount(kind[going], minlength=100)
    means = (np.bincount(kind, moves, 100) / np.maximum(1, counts))[kind]
    return going * (means + moves) / np.maximum(1e-9, 2 * np.sqrt(means)), np.sqrt(moves)


# -- numbers of each game ----------------------------------------------------------------------------------------------
def numbers_of(course: Course) -> dict[str, Floats]:
    """The measures of each game that need no model. Where several lead or win, each counts in part."""
    stands, lengths, wins, players = course.stands, course.lengths, course.wins, course.stands.shape[1]
    changes = np.diff(stands, axis=0, prepend=stands[:1]) * (course.number > 1)[:, None]
    gained, others = course.own(changes), changes.copy()
    np.put_along_axis(others, course.seats[:, None], 0.0, axis=1)
    best = stands.max(axis=1, keepdims=True)
    leads = stands == best
    alone = np.flatnonzero(leads.sum(axis=1) == 1)
    leader, game = leads.argmax(axis=1)[alone], course.of_turns(np.arange(len(lengths)))[alone]
    changed = game[1:][(np.diff(leader) != 0) & (np.diff(game) == 0)]
    made, size = course.total(course.decided), course.total(np.abs(changes).sum(axis=1))
    waited = (made.sum(axis=1, keepdims=True) - made) / np.maximum(1, course.total(course.decided > 0))
    then = [leads[course.first - (-sixths * lengths // 6) - 1] for sixths in range(1, 1 + len(MOMENTS))]
    return {
        "turns_a_player": lengths / players,
        "waiting": waited.mean(axis=1),
        "dead_turns": 100 * course.total(course.own(course.decided) == 0) / lengths,
        "turns_without_gain": course.after_first(np.less_equal(gained, 0)),
        "turns_that_cost_others": course.after_first(np.any(others < 0, axis=1)),
        "interaction": 100 * course.total(np.abs(others).sum(axis=1)) / np.maximum(1e-9, size),
        "lead_changes": np.bincount(changed, minlength=len(lengths)).astype(float),
        "decided_after": course.settled(~leads),
        "winner_was_behind": (course.most(best - stands) * (wins > 0)).max(axis=1),
        LEADER_WINS: np.stack([100 * (wins * those).sum(axis=1) / those.sum(axis=1) for those in then], axis=1),
    }


def numbers_by(course: Course, chances: Floats) -> dict[str, Floats]:
    """The measures of each game that need chances of winning."""
    fair, (expected, made) = 1 / chances.shape[1], next_moves(course, chances)
    return {
        "decided_50": course.settled(chances <= 0.5),
        "decided_75": course.settled(chances <= 0.75),
        "comebacks": 100 * course.of_winners(np.less_equal(-course.most(-chances), fair / 2)),
        "hopeless": course.after_first(np.less_equal(course.own(np.roll(chances, 1, axis=0)), fair / 5)),
        "suspense": 100 * course.total(expected),
        "surprise": 100 * course.total(made),
    }


def fitted_numbers(course: Course) -> dict[str, Floats]:
    """The measures that need chances of winning, by chances fitted on the same games. The number of a game includes
    how far that game moves the mean of all through the model, so that means get the right standard errors.

    Source: Newey and McFadden 1994, Large sample estimation and hypothesis testing, section 6.
    """
    chances, steps, pulls = chances_of(course)
    numbers, turns = numbers_by(course, chances), int(course.lengths[:GAMES_MOST].sum())
    begun: list[Any] = [values[:turns] for values in course[:3]] + [values[:GAMES_MOST] for values in course[3:]]
    some, log = Course(*begun), np.log(np.maximum(chances[:turns], 1e-300))
    going = some.number < some.of_turns(some.lengths)
    features = _features(course, np.arange(turns)) * going[:, None, None]
    for step, pull in zip(steps.T, pulls.T, strict=True):
        up, down = (numbers_by(some, _softmax(log + features @ moved)) for moved in (step, -step))
        for name, values in numbers.items():
            values += len(course.first) * pull * (up[name] - down[name]).mean() / 2
    return numbers
