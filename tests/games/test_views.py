"""What bots in plain Python are shown of all games, which moves they are offered, and how their answers are read."""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from arkadia_sim import rng
from arkadia_sim.accelerate import JIT_ENABLED, compiled
from arkadia_sim.compiled.asking import ask
from arkadia_sim.compiled.view import scores_of
from arkadia_sim.core.bot import PYTHON, Bot, Seated
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.table import Step
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia import play as arkadia_play
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Pass, Piece
from arkadia_sim.games.medina.values import Place
from arkadia_sim.kernels.play_loop import OK, next_uniform
from arkadia_sim.kernels.rules import CUES
from arkadia_sim.rng import Dice
from arkadia_sim.testing.driving import Moment, Sitting
from tests.support.paths import ARKADIA

EXAMPLES = ARKADIA / "sample_bots" / "example_bots.py"
HIDDEN = {"holdings": "hidden", "flip_tiles": True, "workers_at_castle": False, "final_round": "others_only"}
FEW_WORKERS = {"start_workers": 2, "hand_size": 2, "banners": 1}
"""Rules of Arkadia under which all its legal moves can be listed."""
BY_GAME: dict[str, list[dict[str, Any]]] = {
    "arkadia": [FEW_WORKERS, {**FEW_WORKERS, **HIDDEN}],
    "medina": [{"neutral_roofs": 1}, {"holdings": "hidden", "grow_from": "palace"}],
    "castle": [{}, {"version": "architect", "boards": "drawn", "build": "every_turn", "others_pass": True}],
}


class Look:
    """A decision of a random game: the game's language, what is handed to the seat on turn, and the view of that."""

    def __init__(self, name: str, setting: Any, moment: Moment) -> None:
        game: Any = find_game(name)
        self.game, self.moment, self.engine = game, moment, game.engine
        self.language = self.game.speaks(self.game.prepared(setting), moment.game)
        self.handed = self.engine.handed(moment.game, moment.seat)
        self.view = self.view_of(moment.game, moment.seat)

    def view_of(self, game: Any, seat: int) -> Any:
        return self.language.view({}, self.engine.handed(game, seat), Dice((1, 2)))

    def decision(self, move: Any) -> Any:
        """A move as the engine's record."""
        decision = np.zeros(1, self.engine.records.decision)[0]
        self.language.write(decision, move, self.moment.game["table"])
        return decision

    def after(self, decision: Any) -> Any:
        """The game after a decision, which must be legal."""
        games = self.engine.records.new_game()
        games[0] = self.moment.game
        with np.errstate(over="ignore"):
            assert self.engine.play.step(games[0], decision) == OK
        return games[0]

    def state_after(self, decision: Any) -> bytes:
        """The same, without the account of the turn, as one text of bytes."""
        game = self.after(decision)
        return b"".join(game[name].tobytes() for name in game.dtype.names if name not in ("now", "veiled"))

    def decisions(self, path: Sequence[Step] = ()) -> Iterator[Any]:
        """Every decision that steps can make now."""
        options = self.language.options(self.handed, path)
        for option in options:
            yield from self.decisions((*path, option))
        if not options:
            decision = np.zeros(1, self.engine.records.decision)[0]
            self.language.fill(self.handed, path, decision)
            assert sorted(self.language.path_of(self.handed, decision)) == sorted(path)
            yield decision


def looks(name: str, rules: dict[str, Any], every: int, players: int = 3, deal: int = 1) -> Iterator[Look]:
    """Every so many decisions of a random game."""
    game: Any = find_game(name)
    setting = game.setting(players, rules, {})
    sitting = Sitting(game, ["random"] * players, setting)
    for moment in islice(sitting.drive(deal), 0, None, every):
        yield Look(name, setting, moment.keep())
    assert sitting.fault == ""


def first_look(phase: str, rules: dict[str, Any] | None = None) -> Look:
    """The first decision of a kind in a random game of Arkadia."""
    return next(look for look in looks("arkadia", rules or {}, 1, 2) if look.moment.decision == phase)


# -- what can be chosen ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_legal_moves_options_and_steps_are_what_the_kernel_allows(name: str, number: int) -> None:
    """Steps make all legal moves and no others; options are some of them, and count what the rules engine counts."""
    chance, seen = np.random.default_rng(1), Counter[str]()
    for look in looks(name, BY_GAME[name][number], 7):
        view, kind = look.view, look.moment.decision
        options, moves = view.options(), list(view.legal_moves())
        assert moves and view.seat == look.moment.seat
        states = {look.state_after(look.decision(move)) for move in moves}
        if len(moves) < 400:
            assert {look.state_after(decision) for decision in look.decisions()} == states
            seen[kind] += 1
        own = [cue.name for cue in look.game.cues if cue.decision == kind]
        assert options.columns[: len(own)] == tuple(own) and len(options) > 0
        for place in chance.integers(0, len(options), 5).tolist():
            decision = look.decision(options[place])
            assert look.state_after(decision) in states
            counts = look.engine.counted(look.handed, decision)[CUES:][: len(own)].tolist()
            assert [getattr(options, column)[place] for column in own] == counts
    assert seen.keys() >= set(look.engine.decisions) or name == "castle"  # some of its decisions are rare


def test_r8_any_number_of_seals_can_be_sold_in_steps() -> None:
    look = first_look("banner")
    game: Any = look.moment.game.copy()
    game["holdings"]["seals"][look.moment.seat] = [70, 0, 2, 31]
    handed = look.engine.handed(game, look.moment.seat)
    for sold in ([65, 0, 1, 31], [62, 0, 0, 0], [70, 0, 2, 30], [0, 0, 0, 0]):
        decision, again = np.zeros(2, look.engine.records.decision)
        decision["use_banner"], decision["sold"] = 1, sold
        path = look.language.path_of(handed, decision)
        for length in range(len(path)):
            assert path[length] in look.language.options(handed, path[:length])
        assert list(look.language.options(handed, path)) == []
        look.language.fill(handed, path, again)
        assert again["sold"].tolist() == sold


def test_the_best_move_is_noted_with_all_others_and_equals_are_told_apart_by_lot() -> None:
    view = next(looks("medina", {}, 1)).view
    options = view.options()
    scores = np.arange(len(options), 0.0, -1.0)
    assert view.best(scores) is options[0]
    assert scores_of(view) == list(zip(options, scores.tolist(), strict=True))
    assert len({id(view.best(np.zeros(len(options)))) for _ in range(20)}) > 1
    moves = list(view.legal_moves())
    assert view.best(moves, lambda move: moves.index(move) % 7) in moves[6::7]
    view.note(moves[0], 7.5)
    assert (moves[0], 7.5) in scores_of(view)
    for wrong, told in ((np.full(len(options), np.nan), "not a number"), (np.zeros(3), "options need as many scores")):
        with pytest.raises(ValueError, match=told):
            view.best(wrong)
    with pytest.raises(ValueError, match="there is no move to choose from"):
        view.best([], len)
    with pytest.raises(ValueError, match=r"scores of options\(\) go alone: best\(scores\)"):
        view.best(options, scores)
    with pytest.raises(AttributeError, match=r"have no column 'point'; did you mean 'points'\?"):
        _ = options.point


# -- what comes of a move ----------------------------------------------------------------------------------------------

SEEN_AFTER = {
    "arkadia": (
        *("phase", "own", "buildings", "workers", "vacant", "castle", "values", "supply", "banners", "own_pool"),
        *("pieces_due", "turns_left", "neutral_pool"),
    ),
    "medina": (
        *("palaces", "merchants", "street_ends", "walls", "tower_holders", "tower_merchants", "palace_holders", "tea"),
    ),
}


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", SEEN_AFTER)
def test_the_view_after_a_move_is_that_of_the_game_after_it(name: str, number: int) -> None:
    """Each move but a build is made in the game itself; of a build, what its draw brings is left out."""
    chance, seen = np.random.default_rng(3), Counter[str]()
    for look in looks(name, BY_GAME[name][number], 3, deal=2):
        moves = [*islice(look.view.legal_moves(), 200)]
        move = moves[int(chance.integers(len(moves)))]
        game = look.after(look.decision(move))
        if isinstance(move, Build) and game["table"]["phase"] == 1:  # buildings are completed after the draw
            draw = np.zeros(1, look.engine.records.decision)[0]
            look.language.write(draw, "stack" if look.view.stack_left else next(look.view.legal_moves()), game["table"])
            look.engine.play.step(game, draw)
        after, real = look.view.after(move), look.view_of(game, look.moment.seat)
        for what in SEEN_AFTER[name]:
            assert getattr(after, what) == getattr(real, what), what
        seen[look.moment.decision] += 1
    assert seen.keys() == set(look.engine.decisions)


@pytest.mark.parametrize("name", GAMES)
def test_no_view_after_a_move_depends_on_what_is_hidden(name: str) -> None:
    chance, unknown = np.random.default_rng(4), Counter[str]()
    for look in looks(name, BY_GAME[name][1], 9):
        moves = [*islice(look.view.legal_moves(), 50)]
        move = "stack" if "stack" in moves else moves[-1]
        first = look.view.after(move)
        for what, change in look.game.bot_trials.unknown(look.moment.game):
            other = look.moment.game.copy()
            change(other, look.moment.seat, chance)
            again = look.view_of(other, look.moment.seat).after(move)
            unknown[what] += 1
            assert [part.tobytes() for part in again._handed] == [part.tobytes() for part in first._handed]
    assert unknown.total() > 10


# -- what a player may not know ----------------------------------------------------------------------------------------


def test_hidden_holdings_of_others_are_not_shown_and_open_ones_are() -> None:
    for look in (*looks("arkadia", HIDDEN, 5), *looks("arkadia", {}, 5)):
        held, hidden = look.moment.game["holdings"], bool(look.moment.game["table"]["rules"]["hidden"])
        for seat in range(3):
            shown = look.view.holdings(seat)
            assert (shown is None) == (hidden and seat != look.view.seat)
            if shown is not None:
                assert list(shown.seals.values()) == held["seals"][seat].tolist()
                fields = [held[name][seat] for name in ("gold", "workers", "neutrals")]
                assert [shown.gold, shown.workers, shown.neutrals] == fields
    for holdings in ("hidden", "open"):
        view = next(looks("medina", {"holdings": holdings}, 1)).view
        assert [view.at_hand(seat) is None for seat in range(3)] == [
            holdings == "hidden" and seat != view.seat for seat in range(3)
        ]


@pytest.mark.parametrize("name", GAMES)
def test_the_game_cannot_be_reached_from_a_view(name: str) -> None:
    for look in looks(name, BY_GAME[name][1], 12):
        view = look.view
        for what in dir(view):  # have everything worked out that is worked out when asked for
            getattr(view, what)
        arrays = [thing for thing in _reachable(view) if isinstance(thing, np.ndarray | np.void)]
        assert max(array.nbytes for array in arrays) < look.moment.game.nbytes
        whole = np.frombuffer(look.moment.game, np.uint8)
        assert not any(np.may_share_memory(np.frombuffer(array, np.uint8), whole) for array in arrays)
        assert not any(array.flags.writeable for array in arrays)


def _reachable(start: object) -> Iterator[object]:
    """Everything that can be got at from an object through attributes and contents, code and types left out."""
    seen: set[int] = set()
    waiting: list[object] = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType):
            continue
        seen.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)
        if isinstance(thing, np.ndarray | np.void) and thing.base is not None:
            waiting.append(thing.base)


@pytest.mark.skipif(not JIT_ENABLED, reason="without the compiler there are no types to check")
def test_r10_3_a_compiled_bot_that_reaches_for_hidden_cards_does_not_compile() -> None:
    from numba.core.errors import NumbaError

    def peek(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
        choice["draw"] = table["stack"][0]

    with pytest.raises(NumbaError):
        compiled(arkadia_play.RECORDS.decide, home=str(EXAMPLES))(peek).make()


# -- dice --------------------------------------------------------------------------------------------------------------


def test_dice_give_the_numbers_of_the_compiled_stream_and_refuse_what_cannot_be_drawn() -> None:
    with np.errstate(over="ignore"):
        state = np.zeros(rng.STREAM_WORDS, np.uint64)
        rng.seed_stream(state, np.uint64(2026))
        dice = Dice(state)
        for bound in [1, 2, 3, 7, 40, 1000, 2**31, 3 * 2**30, 2**32 - 1] * 40:
            assert dice.below(bound) == rng.below(state, bound)
            assert dice.uniform() == next_uniform(state)
            assert dice.words == state.tolist()
    items, firsts = list("abcd"), set[str]()
    for _ in range(200):
        dice.shuffle(items)
        firsts.add("".join(items))
    assert len(firsts) == 24 and {dice.choice("xyz") for _ in range(60)} == set("xyz")
    for bound in (0, -1, 2**32):
        with pytest.raises(ValueError, match="bound"):
            dice.below(bound)
    with pytest.raises(ValueError, match="nothing to choose"):
        dice.choice([])


# -- answers -----------------------------------------------------------------------------------------------------------


ILLEGAL: dict[str, list[tuple[Any, str]]] = {
    "must": [
        *(("a poem", "R3.1"), (None, "R3.1"), (Pass(), "R3.1"), (Build(7, 3), "R3.1")),  # type: ignore[arg-type]
        (Build("barn/red", frozenset({(0, 0)})), "R1.3"),
        (Build("mill/red", frozenset()), "R4.1"),
        (Introduce(frozenset({(0, 0)}), {(0, 1): "own"}), "R5.1"),
    ],
    "draw": [(True, "R4.5"), (9, "R4.5"), (4, "R4.5"), (Pass(), "R3.1")],
    "castle": [(Piece("gold", 3), "R1.4"), (Piece("red", 10), "R7.2"), (Piece("red", None), "R7.2")],  # type: ignore[arg-type]
    "banner": [(Banner(True, {"red": 100}), "R8"), (Banner(True, {"red": -1}), "R8"), (1, "R3.1")],
}


@pytest.mark.parametrize("phase", ILLEGAL)
def test_an_answer_that_is_not_legal_names_bot_and_rule(phase: str) -> None:
    look = first_look(phase)
    for choice, rule in ILLEGAL[phase]:
        with pytest.raises(RecordError) as caught:
            _answer(look, choice)
        assert caught.value.rule.startswith(rule)
        assert str(caught.value).startswith(caught.value.rule) and "bot stubborn" in str(caught.value)


def test_answers_may_be_written_as_people_write_them() -> None:
    """No banner is None, numbers may be numpy's; a bot that cheats at Medina is told the rule, too."""
    assert _answer(first_look("banner"), None)["use_banner"] == 0
    look = first_look("draw")
    assert _answer(look, np.int64(list(look.view.legal_moves())[1]))["draw"] == 1
    with pytest.raises(RecordError, match="M8.1: bot stubborn at its place: F5 is no wall space"):
        _answer(next(looks("medina", {}, 1)), Place("wall", (5, 5)))


def _answer(look: Look, choice: Any) -> Any:
    decisions = dict.fromkeys(look.engine.decisions, lambda view: choice)
    bot = Bot("stubborn", "Says one thing.", "a test", decisions, tier=PYTHON, game=look.game.name)
    one = Seated("stubborn", bot, (), 0.0, Path(__file__))
    decision = np.zeros(1, look.engine.records.decision)[0]
    ask(look.language, one, look.moment.seat, look.engine.minds_of([one] * 3), 3)(look.moment.game.copy(), decision)
    return decision
