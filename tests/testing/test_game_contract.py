"""The contract of games: kept by every game there is, and what is broken is called by its name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot import BotDescription, BotEntry
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.game import (
    IDENTITY,
    NUMBERS,
    Batch,
    BatchResult,
    Column,
    End,
    Game,
    Picture,
    Replayed,
    Series,
    Setting,
)
from arkadia_sim.core.options import RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.errors import BadValue, UnknownName
from arkadia_sim.testing.games import check_game
from tests.support import high_card, toy_game

BOTS = ["careful", "bold:wary=3"]
REGISTERED: Mapping[str, tuple[list[str], list[dict[str, Any]]]] = {
    "arkadia": (["random", "greedy"], [{"holdings": "hidden", "flip_tiles": True}]),
    "medina": (
        ["random", "greedy"],
        [{"holdings": "hidden", "ties": "largest_palace", "tower_claim": "every_extension"}],
    ),
    "castle": (["random", "greedy"], [{"version": "architect", "boards": "drawn", "build": "every_turn"}]),
}
"""Of each registered game bots that differ, and other rules to try."""


@pytest.mark.parametrize("name", GAMES)
def test_registered_games_keep_the_contract(name: str) -> None:
    bots, variants = REGISTERED[name]
    check_game(find_game(name), bots, variants=variants, deals=4)


def test_games_of_the_tests_keep_the_contract() -> None:
    check_game(toy_game.BOARD_GAME, ["plain", "lucky", "baker:heat=4"], "clumsy", [{"bonus": 3}])
    check_game(high_card.GAME, BOTS, "cheat")
    check_game(high_card.GAME)


# -- games that break it -----------------------------------------------------------------------------------------------


class Changed(high_card.HighCard):
    """Twenty-one with something else in its results."""

    def play(self, batch: Batch) -> BatchResult:
        return self.spoilt(super().play(batch), batch)

    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        """What becomes of a result."""
        return result

    def with_column(self, result: BatchResult, **columns: Any) -> BatchResult:
        """The result with other columns of the players."""
        return replace(result, players={**result.players, **columns})


class WithoutAColumn(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return replace(result, players={key: result.players[key] for key in ("score", "end")})


class WithAColumnMore(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, luck=result.players["score"])


class WithHalves(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, score=result.players["score"] / 2)


class WithTooMuch(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, cards=result.players["cards"] + 200)


class OnlyTheFirstSeat(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, cards=result.players["cards"][: len(batch.deals)])


class NotANumber(Changed):
    player_columns = (Column("score", "float64", "pips", "the score"), *Changed.player_columns[1:])

    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        score = np.where(result.players["score"] == 0, np.nan, result.players["score"])
        return self.with_column(result, score=score)


class OutOfBounds(Changed):
    outcomes: tuple[Outcome, ...] = (
        Outcome(column="score", label="score", unit="pips", amount="pips", low=0.0, high=20.0),
    )


class SumsDiffer(Changed):
    outcomes: tuple[Outcome, ...] = (Outcome(column="score", label="score", unit="pips", amount="pips", total=30.0),)


class UnknownEnd(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, end=np.full(len(result.players["end"]), "bored"))


class FailsInSilence(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return replace(result, failures={})


class BlamesTheFirst(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return replace(result, failures={game: (0, reason) for game, (_, reason) in result.failures.items()})


class NoTurns(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return replace(result, turns_played=0)


class CountsTwice(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return replace(result, turns_played=result.turns_played + 1)


class Remembers(Changed):
    asked = 0

    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        self.asked += 1
        return self.with_column(result, cards=result.players["cards"] + self.asked)


class LooksBeside(Changed):
    """The first game of a batch is another one."""

    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        cards = result.players["cards"].copy()
        cards[: batch.setting.players] += 1
        return self.with_column(result, cards=cards)


class CountsBots(Changed):
    """A bot is worth more at the first place of the list."""

    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, cards=result.players["cards"] + (batch.lineups.reshape(-1) == 0))


class MindsTheRecord(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(
            result, cards=result.players["cards"] + np.repeat(batch.recorded, batch.setting.players)
        )


class SpoilsTheBatch(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        batch.lineups[:] = 0
        return result


class TypedRules(Changed):
    """A rule that is a tuple, and not a list as JSON makes of it."""

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        if rules.get("pile") == {}:
            raise BadValue("rule pile", {}, "two numbers")
        told = super().setting(players, {name: rules[name] for name in rules if name != "pile"}, components)
        return told.model_copy(update={"rules": {"pile": (1, 2)}})

    def rule_options(self) -> Sequence[RuleOption]:
        return [RuleOption(name="pile", default=[1, 2], allowed="two numbers", meaning="nothing")]

    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return self.with_column(result, cards=result.players["cards"] + isinstance(batch.setting.rules["pile"], tuple))


class TakesAnyRule(Changed):
    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        return super().setting(players, {}, components)


class HidesAnOption(Changed):
    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        for name in rules:
            raise UnknownName("rule", name, ())
        return super().setting(players, {}, components).model_copy(update={"rules": {}})

    def rule_options(self) -> Sequence[RuleOption]:
        return [RuleOption(name="ace", default=1, allowed="1 or 11", meaning="what an ace counts")]


class RecordsNothing(Changed):
    def spoilt(self, result: BatchResult, batch: Batch) -> BatchResult:
        return replace(result, records=())


class ReplaysBadly(Changed):
    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        told = super().replay(record, components)
        return replace(told, outcomes={"score": [0.0 for _ in told.outcomes["score"]]})


class BelievesRecords(Changed):
    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        return replace(self.play_again(record), outcomes=record["outcomes"])


class StumblesOverRecords(Changed):
    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        return super().replay({**record, "answers": record["answers"]}, components)


class KnowsAnyRecord(Changed):
    def is_record(self, document: Mapping[str, Any]) -> bool:
        return True


class PicturesNothing(Changed):
    def pictures(self) -> Sequence[Picture]:
        series = (Series("gold", ("gold",)),)
        return [Picture(name="gold", kind="distribution", title="Gold", what="gold", caption="Gold.", series=series)]


class NewHashEveryTime(Changed):
    asked = 0

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        self.asked += 1
        return [BotDescription.of(self.find_bot(spec), str(self.asked)) for spec in specs]


class ListsStrangers(Changed):
    def list_bots(self) -> Sequence[BotEntry]:
        return [*super().list_bots(), replace(super().list_bots()[0], name="stranger")]


class Mumbles(Changed):
    def caveats(self, setting: Setting) -> Sequence[str]:
        return ["some cards are missing"]


class CountsNoChances(Changed):
    constraints: tuple[Constraint, ...] = (
        Constraint("rain", "Go out in the rain", barred="Stays in"),
        Constraint("rain", "", ""),
    )


class NoFirst(Changed):
    default_bot = "nobody"


class PlaysForNothing(Changed):
    outcomes: tuple[Outcome, ...] = (Outcome(column="pips", label="pips", unit="pips", amount="pips", tolerance=None),)


class TakesNames(Changed):
    player_columns = (*Changed.player_columns, Column("seat", "int8", "", "the seat"))


class NeverEnds(Changed):
    ends: tuple[End, ...] = (End("stuck", False, "nobody could go on"),)


class Crashes(Changed):
    def play(self, batch: Batch) -> BatchResult:
        raise IndexError("no more cards")


class TracesEverything(toy_game.BoardGame):
    def play(self, batch: Batch) -> BatchResult:
        return super().play(replace(batch, traced=np.ones_like(batch.traced)))


class TurnsFromOne(toy_game.BoardGame):
    def play(self, batch: Batch) -> BatchResult:
        result = super().play(batch)
        return replace(result, turns={**result.turns, "turn": result.turns["turn"] + 1})


class AFifthAtTheTable(toy_game.BoardGame):
    def play(self, batch: Batch) -> BatchResult:
        result = super().play(batch)
        return replace(result, turns={**result.turns, "seat": result.turns["seat"] + 4})


BROKEN: list[tuple[type[Game], str]] = [
    (WithoutAColumn, "column cards of the players is declared and not there"),
    (WithAColumnMore, "column luck of the players is there and not declared"),
    (WithHalves, "of the players holds 8.5, which is no int16"),
    (WithTooMuch, "which is no int8"),
    (OnlyTheFirstSeat, "column cards of the players has 12 rows in place of 24"),
    (NotANumber, "outcome score is not a finite number in some game"),
    (OutOfBounds, "outcome score is 21 pips in some game, outside 0 to 20"),
    (SumsDiffer, "pips in some game, not 30"),
    (UnknownEnd, "a game ended as 'bored', which is no declared end (all_stopped, failed)"),
    (FailsInSilence, "a game ended as 'failed', and failures does not say why"),
    (BlamesTheFirst, "seat 0 is blamed for a fault of bot cheat, which sits elsewhere"),
    (NoTurns, "turns_played is 0: 12 games have a turn each at the least"),
    (CountsTwice, "for a batch and"),
    (Remembers, "a game is another when the same batch is played again: column cards is ["),
    (LooksBeside, "a game is another when the batch is played in the opposite order: column cards is ["),
    (LooksBeside, "a game is another when it is played alone"),
    (CountsBots, "a game is another when its bots stand at other places of the list"),
    (MindsTheRecord, "a game is another when it is neither traced nor recorded"),
    (SpoilsTheBatch, "playing a batch changes the batch"),
    (TypedRules, "a game is another when its setting was read from JSON"),
    (TakesAnyRule, "rule 'no_one_is_called_so' is not refused"),
    (HidesAnOption, "the rules of a setting and rule_options differ: ace"),
    (HidesAnOption, "has options: UnknownName: unknown rule 'ace'"),
    (RecordsNothing, "0 records are kept of 12 games that were to be recorded"),
    (ReplaysBadly, "score is [0.0] by seat when its record is played again, and ["),
    (BelievesRecords, "a record with another number at outcomes.score.0 is not refused, and tells another game"),
    (StumblesOverRecords, "a record without 'answers' makes replay raise KeyError, not RecordError: 'answers'"),
    (KnowsAnyRecord, "is_record takes any document for a record"),
    (PicturesNothing, "picture gold: the players have no column 'gold'"),
    (NewHashEveryTime, "bot careful is described in other words when asked again, alone"),
    (ListsStrangers, "has bots: UnknownName: unknown bot 'stranger'"),
    (Mumbles, "caveat 'some cards are missing' is no sentence"),
    (CountsNoChances, "constraints are declared, but the players have no column chances of numbers"),
    (CountsNoChances, "constraint rain: 'Stays in' is no sentence"),
    (CountsNoChances, "constraint rain has no title, or no text for barred and forced"),
    (NoFirst, "the default bot 'nobody' is not listed"),
    (PlaysForNothing, "the first outcome, pips, has no tolerance: it must get verdicts"),
    (PlaysForNothing, "outcome pips is no column of the players"),
    (TakesNames, "column seat of the players: the toolkit puts one of that name there itself"),
    (NeverEnds, "declares no regular end"),
    (Crashes, "1 players: plays: IndexError: no more cards"),
    (TracesEverything, "2 players: turns are told of a game that was not traced"),
    (TurnsFromOne, "column turn of the turns does not count from 0 within each game"),
    (AFifthAtTheTable, "a turn is told of seat 4, where nobody sits"),
]


def _ids() -> Iterator[str]:
    return (f"{kind.__name__}-{number}" for number, (kind, _) in enumerate(BROKEN))


@pytest.mark.parametrize(("kind", "told"), BROKEN, ids=_ids())
def test_what_a_game_breaks_is_told(kind: Any, told: str) -> None:
    game = kind()
    toy = isinstance(game, toy_game.ToyGame)
    with pytest.raises(AssertionError) as caught:
        check_game(game, ["plain", "lucky"] if toy else BOTS, None if toy else "cheat")
    assert f"game {game.name} does not keep the contract of games:\n" in str(caught.value)
    assert told in str(caught.value)


def test_a_bot_that_should_fail_and_does_not_is_told() -> None:
    with pytest.raises(AssertionError, match="no game with bold failed, though that bot is said to break rules"):
        check_game(high_card.GAME, BOTS, "bold")


# -- what cannot even be declared --------------------------------------------------------------------------------------


def test_declarations_that_make_no_sense_are_refused() -> None:
    series = (Series("a", ("x",)), Series("b", ("y",)))
    told = {"name": "a", "title": "A", "what": "a", "caption": "A.", "series": series}
    for wrong in (
        {"kind": "distribution"},
        {"kind": "events"},
        {"kind": "grid"},
        {"kind": "trajectory", "shape": (1, 2, 3)},
        {"kind": "trajectory", "compared": "lead", "compared_what": "lead"},
    ):
        with pytest.raises(ValueError, match="picture|distribution|grid"):
            Picture.model_validate(told | wrong)
    with pytest.raises(ValueError, match="low must be below high"):
        Outcome(column="a", label="a", unit="a", amount="a", low=1.0, high=1.0)
    for name, dtype in (("Gold", "int8"), ("gold", "int"), ("gold", "list[string]"), ("gold", "")):
        with pytest.raises(ValueError, match="pattern"):
            Column(name, dtype, "", "gold")


def test_the_names_that_the_toolkit_keeps_for_itself_are_those_it_uses() -> None:
    from arkadia_sim.results.rows import PLAYER_IDENTITY

    assert tuple(column.name for column in PLAYER_IDENTITY) == IDENTITY


def test_columns_of_every_type_that_a_game_may_declare_can_be_kept() -> None:
    from arkadia_sim.results.rows import DTYPES, dtype_of

    single = ("bool", "string", *NUMBERS)
    assert set(DTYPES) == set(single)
    for name in (*single, *(f"list[{one}]" for one in NUMBERS)):
        kept = str(dtype_of(Column("a", name, "", "a"))).lower().replace("(", "[").replace(")", "]")
        assert kept.replace("boolean", "bool") == name
