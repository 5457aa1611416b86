"""The contract of games: kept by every game there is, and what is broken is called by its name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.game import (
    Batch,
    BatchResult,
    Column,
    End,
    Replayed,
    Setting,
    Trajectory,
)
from arkadia_sim.core.options import RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.table import Observed, Table
from arkadia_sim.errors import BadValue
from arkadia_sim.testing import game_steps
from arkadia_sim.testing.game_rows import Played, plays
from arkadia_sim.testing.game_steps import plays_in_steps_what_it_plays
from arkadia_sim.testing.games import check_game
from tests.support import high_card, toy_game

BOTS = ["careful", "bold:wary=3"]
REGISTERED: Mapping[str, tuple[list[str], list[dict[str, Any]]]] = {
    "arkadia": (["random", "greedy"], [{"holdings": "hidden", "flip_tiles": True}]),
    "medina": (
        ["random", "greedy"],
        [{"holdings": "hidden", "ties": "largest_palace", "tower_claim": "every_extension"}],
    ),
    "castle": (
        ["random", "greedy"],
        [{"version": "architect", "boards": "drawn", "build": "every_turn", "others_pass": True}],
    ),
}
"""Of each registered game bots that differ, and other rules to try."""


@pytest.mark.parametrize("name", GAMES)
def test_registered_games_keep_the_contract(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer positions are looked at than `make proof` does."""
    bots, variants = REGISTERED[name]
    monkeypatch.setattr(game_steps, "LOOKS", 4)
    check_game(find_game(name), bots, variants=variants, deals=3)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("name", GAMES)
def test_registered_games_keep_the_contract_and_2000_games_through_steps_are_those_of_the_engine(name: str) -> None:
    game, played = find_game(name), list[Played]()
    check_game(game, REGISTERED[name][0], variants=REGISTERED[name][1])
    for players in game.player_counts:
        assert plays(game, game.setting(players, {}, {}), REGISTERED[name][0], 2_000 // 3, played) == []
        assert plays_in_steps_what_it_plays(played.pop(), 2_000) == []


def test_games_of_the_tests_keep_the_contract() -> None:
    check_game(toy_game.BOARD_GAME, ["plain", "lucky", "baker:heat=4"], "clumsy", [{"bonus": 3}])
    check_game(high_card.GAME, BOTS, "cheat")
    check_game(high_card.GAME)


# -- games that break it -----------------------------------------------------------------------------------------------


Spoil = Callable[[BatchResult, Batch], BatchResult]


class Changed(high_card.HighCard):
    """Twenty-one with something else in its results."""

    player_counts = (1, 2)

    def __init__(self, spoil: Spoil = lambda result, _: result) -> None:
        self._spoil = spoil

    def play(self, batch: Batch) -> BatchResult:
        return self._spoil(super().play(batch), batch)


def columns(**changes: Callable[[Mapping[str, Any], Batch], Any]) -> Spoil:
    """Other columns of the players, each worked out from those that there are."""

    def spoil(result: BatchResult, batch: Batch) -> BatchResult:
        changed = {name: change(result.players, batch) for name, change in changes.items()}
        return replace(result, players={**result.players, **changed})

    return spoil


def blames_the_first(result: BatchResult, _: Batch) -> BatchResult:
    return replace(result, failures={game: (0, reason) for game, (_, reason) in result.failures.items()})


def first_game_differs(players: Mapping[str, Any], batch: Batch) -> Any:
    return players["cards"] + (np.arange(len(players["cards"])) < batch.setting.players)


def spoils_the_batch(result: BatchResult, batch: Batch) -> BatchResult:
    batch.lineups[:] = 0
    return result


TIMES_PLAYED = count(1)


class NotANumber(Changed):
    player_columns = (Column("score", "float64", "pips", "the score"), *Changed.player_columns[1:])


class OutOfBounds(Changed):
    outcomes: tuple[Outcome, ...] = (
        Outcome(column="score", label="score", unit="pips", amount="pips", low=0.0, high=20.0, total=30.0),
    )


class TypedRules(Changed):
    """A rule that is a tuple, and not a list as JSON makes of it."""

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        if rules.get("pile") == {}:
            raise BadValue("rule pile", {}, "two numbers")
        told = super().setting(players, {name: rules[name] for name in rules if name != "pile"}, components)
        return told.model_copy(update={"rules": {"pile": (1, 2)}})

    def rule_options(self) -> Sequence[RuleOption]:
        return [RuleOption(name="pile", default=[1, 2], allowed="two numbers", meaning="nothing")]


class ReplaysBadly(Changed):
    def is_record(self, document: Mapping[str, Any]) -> bool:
        return True

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        told = super().replay(record, components)
        return replace(told, outcomes={"score": [0.0 for _ in told.outcomes["score"]]})


class Rambles(Changed):
    """Describes a bot in other words whenever it is asked."""

    asked = 0

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        self.asked += 1
        return [BotDescription.of(self.find_bot(spec), {"asked": str(self.asked)}) for spec in specs]


class NoFirst(Changed):
    default_bot = "nobody"


class SeesWrongly(Changed):
    """Shows agents other arrays than it declares."""

    observed = (*Changed.observed, Observed("more", (1,), 0.0, 9.0, "something"))

    def observe(self, question: Any) -> Mapping[str, Any]:
        return {"sum": [41.0], "more": [1.0, 2.0]}


class ForgetsAChoice(Changed):
    choices: Mapping[str, Sequence[Any]] = {"draw": (False,)}


class SecretlySwaps(Changed):
    def table(self, setting: Any, deal: int, bots: Sequence[str | None]) -> Table:
        return super().table(setting, deal ^ 1, bots)


class Misdeclared(Changed):
    """Everything that is declared is wrong, and options that it does not have are taken."""

    outcomes: tuple[Outcome, ...] = (Outcome(column="pips", label="pips", unit="pips", amount="pips", tolerance=None),)
    player_columns = (*Changed.player_columns, Column("seat", "int8", "", "the seat"))
    ends: tuple[End, ...] = (End("stuck", False, "nobody could go on"),)
    trajectories = (Trajectory(name="gold", series={"gold": "gold"}),)
    constraints: tuple[Constraint, ...] = (Constraint("rain", "Go out in the rain"),) * 2

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        return super().setting(players, {}, components).model_copy(update={"rules": {}})

    def rule_options(self) -> Sequence[RuleOption]:
        return [RuleOption(name="ace", default=1, allowed="1 or 11", meaning="what an ace counts")]

    def bot_names(self) -> list[str]:
        return [*super().bot_names(), "stranger"]


class Crashes(Changed):
    def play(self, batch: Batch) -> BatchResult:
        raise IndexError("no more cards")


class TellsTurnsWrongly(toy_game.BoardGame):
    """Of all games, and of a fifth at the table."""

    def play(self, batch: Batch) -> BatchResult:
        result = super().play(replace(batch, traced=np.ones_like(batch.traced)))
        return replace(result, turns={**result.turns, "seat": result.turns["seat"] + 4})


class TurnsFromOne(toy_game.BoardGame):
    def play(self, batch: Batch) -> BatchResult:
        result = super().play(batch)
        return replace(result, turns={**result.turns, "turn": result.turns["turn"] + 1})


def with_players(change: Callable[[Mapping[str, Any], Batch], Any], column: str = "cards") -> Changed:
    """The game with another column of the players."""
    return Changed(columns(**{column: change}))


BROKEN: list[tuple[Any, ...]] = [
    (
        Misdeclared(),
        "rule 'no_one_is_called_so' is not refused",
        "the rules of a setting and rule_options differ: ace",
        "trajectory gold: the turns have no column 'gold'",
        "has bots: UnknownName: unknown bot 'stranger'",
        "constraint 'rain' is there twice",
        "constraints are declared, but the players have no column chances of numbers",
        "the first outcome, pips, has no tolerance: it must get verdicts",
        "outcome pips is no column of numbers of the players",
        "column seat: the toolkit puts one of that name there itself",
        "declares no regular end",
    ),
    (
        Changed(
            columns(
                luck=lambda players, _: players["score"],
                score=lambda players, _: players["score"] / 2,
                cards=lambda players, _: players["cards"] + 200,
            )
        ),
        "column luck of the players is not declared",
        "column score of the players holds what is no int16",
        "column cards of the players holds what is no int8",
    ),
    (
        with_players(lambda players, _: np.full(len(players["end"]), "bored"), "end"),
        "a game ended as 'bored', which is no declared end",
    ),
    (NoFirst(), "the default bot 'nobody' is not listed"),
    (
        with_players(lambda players, batch: players["cards"][: len(batch.deals)]),
        "column cards of the players has 12 rows in place of 24",
    ),
    (
        NotANumber(columns(score=lambda players, _: np.where(players["score"] == 0, np.nan, players["score"]))),
        "outcome score is not a finite number in some game",
    ),
    (OutOfBounds(), "outcome score is 21 pips in some game, outside 0 to 20", "pips in some game, not 30"),
    (
        Changed(lambda result, _: replace(result, failures={})),
        "the games that ended as failed are not those of which failures says why",
    ),
    (Changed(blames_the_first), "seat 0 is blamed for a fault of bot cheat, which sits elsewhere"),
    (
        Changed(lambda result, _: replace(result, turns_played=0)),
        "turns_played is 0: 12 games have a turn each at least",
    ),
    (Changed(lambda result, _: replace(result, turns_played=result.turns_played + 1)), "for a batch and"),
    (
        with_players(lambda players, _: players["cards"] + next(TIMES_PLAYED)),
        "a game is another when the same batch is played again: column cards is [",
    ),
    (
        with_players(first_game_differs),
        "a game is another when the batch is played in the opposite order: column cards is [",
        "a game is another when it is played alone",
    ),
    (
        with_players(lambda players, batch: players["cards"] + (batch.lineups.reshape(-1) == 0)),
        "a game is another when its bots stand at other places of the list",
    ),
    (
        with_players(lambda players, batch: players["cards"] + np.repeat(batch.recorded, batch.setting.players)),
        "a game is another when it is neither traced nor recorded",
    ),
    (Changed(spoils_the_batch), "playing a batch changes the batch"),
    (
        TypedRules(columns(cards=lambda players, batch: players["cards"] + (batch.setting.rules["pile"] == (1, 2)))),
        "a game is another when its setting was read from JSON",
    ),
    (Changed(lambda result, _: replace(result, records=())), "0 records are kept of 12 games that were to be recorded"),
    (ReplaysBadly(), "score is [0.0] by seat when its record is played again, and [", "is_record takes any document"),
    (Rambles(), "bot careful is described in other words when asked again, alone"),
    (SeesWrongly(), "beyond 0.0 to 40.0", "the array more has shape (2,), not (1,)"),
    (ForgetsAChoice(), "True is not among the declared `choices` of draw"),
    (SecretlySwaps(), "step by step play another game"),
    (Crashes(), "1 players: plays: IndexError: no more cards"),
    (
        TellsTurnsWrongly(),
        "2 players: turns are told of a game that was not traced",
        "a turn is told of seat 4, where nobody sits",
    ),
    (TurnsFromOne(), "column turn of the turns does not count from 0 within each game"),
]


@pytest.mark.parametrize("broken", BROKEN, ids=[told for _, told, *_ in BROKEN])
def test_what_a_game_breaks_is_told(broken: tuple[Any, ...]) -> None:
    game, *told = broken
    toy = isinstance(game, toy_game.ToyGame)
    with pytest.raises(AssertionError) as caught:
        check_game(game, ["plain", "lucky"] if toy else BOTS, None if toy else "cheat")
    assert f"game {game.name} does not keep the contract of games:\n" in str(caught.value)
    assert [fault for fault in told if fault not in str(caught.value)] == []


def test_a_bot_that_should_fail_and_does_not_is_told() -> None:
    with pytest.raises(AssertionError, match="no game with bold failed, though that bot is said to break rules"):
        check_game(high_card.GAME, BOTS, "bold")


# -- what cannot even be declared --------------------------------------------------------------------------------------


def test_declarations_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="low must be below high"):
        Outcome(column="a", label="a", unit="a", amount="a", low=1.0, high=1.0)
    for name, dtype in (("Gold", "int8"), ("gold", "int"), ("gold", "list[int16]"), ("gold", "")):
        with pytest.raises(ValueError, match="pattern"):
            Column(name, dtype, "", "gold")
