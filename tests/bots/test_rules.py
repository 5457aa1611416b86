"""Rules of thumb: a player who follows them takes what they say, by what the rules engine counts of every option."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.cues import SITUATION
from arkadia_sim.core.playbook import POINTS, parse_rule
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.kernels.rules import CUES
from arkadia_sim.kernels.rules import SITUATION as FIRST_SITUATION
from arkadia_sim.rng import Dice
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment
from tests.support.recorded import played

FOLLOWERS = {
    "arkadia": ("rules", "random", "greedy", "casual", "expert"),
    "medina": ("rules", "random", "greedy", "expert"),
    "castle": ("rules", "random", "greedy", "casual"),
}
"""By game who follows rules: one that has nothing else, and others that narrow their own judgement by them."""
RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "arkadia": {
        "must": ("most gold_now", "least others_now", "most camps", "+2 per finished", "most workers_down"),
        "draw": ("least stack", "most price"),
        "castle": ("most own_gain",),
    },
    "medina": {"place": ("most points", "least others_points", "+2 per open_points", "most claim", "least building")},
    "castle": {"use": ("most completed", "least missing"), "line": ("most points", "-1 per broken")},
}
"""By game and decision, rules that are followed one at a time."""


@dataclass(frozen=True)
class Look:
    """A decision of a game, and what can be counted in its options, as a view lists them."""

    name: str
    moment: Moment
    options: Any

    @property
    def game(self) -> Any:
        return find_game(self.name)

    def handed(self) -> Any:
        """What the seat is handed of a copy of the game."""
        games = np.frombuffer(bytearray(self.moment.game.tobytes()), self.moment.game.dtype)
        return self.game.engine.handed(games[0], self.moment.seat)

    def chosen(self, folder: Path, rules: list[str], player: str = "rules") -> Any:
        """What a player with these rules decides."""
        file, engine = folder / "list.toml", self.game.engine
        file.write_text(f'[list]\nplayer = "{player}"\nplan = "A list."\nsource = "a test"\nrules = {rules}\n')
        bot, handed = find_bot(str(file), self.name), self.handed()
        mind = engine.minds_of([bot] * int(handed[0]["players"]))[self.moment.seat]
        mind["random"] = self.moment.mind["random"]
        decision = np.zeros(1, engine.records.decision)[0]
        with np.errstate(over="ignore"):
            engine.parts.find(*handed, mind)
            (bot.bot.decisions.get(self.moment.decision) or engine.default(self.moment.decision))(
                *handed, mind, decision
            )
            assert engine.parts.note_choice(*handed, mind, decision, self.moment.game["now"].copy())
        return decision

    def count(self, decision: Any, cue: str) -> float:
        """What a decision counts of a cue, by the rules engine."""
        names = [cue.name for cue in self.game.cues if cue.decision == self.moment.decision]
        return float(self.game.engine.counted(self.handed(), decision)[CUES:][names.index(cue)])

    def situation(self, decision: Any, cue: str) -> float:
        """What the situation counts."""
        names = [cue.name for cue in self.game.cues if cue.decision == SITUATION]
        return float(self.game.engine.counted(self.handed(), decision)[FIRST_SITUATION + names.index(cue)])


@cache
def looks(name: str, decision: str, decisions: int = 160) -> list[Look]:
    """Decisions of a kind from games of all variants."""
    game: Any = find_game(name)
    found = []
    for variant, moment in collect(game, find_bot({"medina": "greedy"}.get(name, "casual"), name), decisions):
        if moment.decision == decision:
            prepared = game.prepared(game.setting(variant.players, variant.rules, variant.components))
            language = game.speaks(prepared, moment.game)
            games = np.frombuffer(bytearray(moment.game.tobytes()), moment.game.dtype)
            view = language.view({}, game.engine.handed(games[0], moment.seat), Dice(moment.mind["random"]))
            found.append(Look(name, moment, view.options()))
    return found


def followed(name: str) -> Iterator[tuple[str, str, str]]:
    """Each decision with a rule for it, and who follows it; other players than the first take turns."""
    for decision, rules in RULES[name].items():
        for number, rule in enumerate(rules):
            for player in (FOLLOWERS[name][0], FOLLOWERS[name][1 + number % (len(FOLLOWERS[name]) - 1)]):
                yield decision, f"{decision}: {rule}", player


@pytest.mark.parametrize(
    ("name", "decision", "rule", "player"), [(name, *rule) for name in GAMES for rule in followed(name)]
)
def test_a_decision_has_most_of_what_its_rule_counts(
    tmp_path: Path, name: str, decision: str, rule: str, player: str
) -> None:
    read, differed = parse_rule(rule, find_game(name).cues), 0  # type: ignore[attr-defined]
    sign = -1 if read.kind == "least" or (read.kind == POINTS and read.number < 0) else 1
    for look in looks(name, decision)[:14]:
        counts = sign * look.options[read.cue]
        assert sign * look.count(look.chosen(tmp_path, [rule], player), read.cue) == counts.max()
        differed += counts.max() > counts.min()
    assert differed > 2


@pytest.mark.parametrize(
    ("name", "rule"),
    [("arkadia", "banner: most used when workers <= 1"), ("medina", "place: most roof when second >= 1")],
)
def test_a_rule_holds_only_in_its_situation(tmp_path: Path, name: str, rule: str) -> None:
    """Where its condition does not hold it says nothing to a player with a judgement of its own."""
    read, met = parse_rule(rule, find_game(name).cues), set[bool]()  # type: ignore[attr-defined]
    for look in looks(name, read.decision)[:40]:
        plain = look.chosen(tmp_path, [f"{read.decision}: at least 99 {read.cue}"], "greedy")
        ruled = look.chosen(tmp_path, [rule], "greedy")
        counted = look.situation(plain, read.when)
        holds = counted <= read.when_number if read.way == "<=" else counted >= read.when_number
        assert look.count(ruled, read.cue) == look.options[read.cue].max() if holds else ruled == plain
        met.add(holds)
    assert met == {False, True}


@pytest.mark.parametrize("player", ["rules", "expert"])
def test_points_decide_among_what_the_list_leaves(tmp_path: Path, player: str) -> None:
    """A rule that nothing satisfies changes nothing."""
    rules = ["must: at least 99 gold_now", "must: -5 per camps", "must: at least 1 camps", "must: +1 per gold_now"]
    seen = 0
    for look in looks("arkadia", "must")[:25]:
        taken = look.chosen(tmp_path, rules, player)
        camps, points = look.options.camps, look.options.gold_now - 5 * look.options.camps
        best = points[camps >= 1].max() if (camps >= 1).any() else points.max()
        assert look.count(taken, "gold_now") - 5 * look.count(taken, "camps") == best
        seen += bool((camps >= 1).any() and (look.options.gold_now > 5).any())
    assert seen


def test_a_banner_sells_by_the_lowest_price_and_none_is_used_that_no_rule_asks_for(tmp_path: Path) -> None:
    sold = 0
    for look in looks("arkadia", "banner"):
        seals, value = look.moment.game["holdings"]["seals"][look.moment.seat], look.moment.game["table"]["value"]
        taken = look.chosen(tmp_path, ["banner: most used", "banner: at least 3 lowest_price"])
        assert list(taken["sold"]) == [int(own) if price >= 3 else 0 for own, price in zip(seals, value, strict=True)]
        sold += taken["sold"].sum() > 0
        assert not look.chosen(tmp_path, ["banner: at least 4 lowest_price"])["use_banner"]
    assert sold


@pytest.mark.parametrize("player", FOLLOWERS["medina"])
def test_a_tea_break_is_taken_where_a_second_piece_gains_too_little(tmp_path: Path, player: str) -> None:
    answers: set[bool] = set()
    for look in looks("medina", "tea", 400):
        taken = bool(look.chosen(tmp_path, ["tea: at least 3 points", "tea: most rest"], player)["take_tea"])
        assert taken == (look.options.points.max() < 3)
        answers.add(taken)
        assert player != "rules" or not look.chosen(tmp_path, ["place: most points"])["take_tea"]
    assert answers == {False, True}


def test_rules_constraints_and_search_go_together(tmp_path: Path) -> None:
    """The play loop ends a game in which rules or constraints are disregarded, in search and playouts too."""
    file, bots = tmp_path / "list.toml", []
    rules = ["place: least wall", "place: at most 1 unbuilt", "tea: at least 1 points", "tea: most rest"]
    for player in ("random", "greedy:temperature=5", "expert", "planner:playouts=4"):
        name, _, heat = player.partition(":")
        parameters = "{ " + heat + " }" if heat else "{}"
        bots.append(name)
        with file.open("a") as text:
            text.write(f'[{name}_]\nplayer = "{name}"\nplan = "A list."\nsource = "a test"\n')
            text.write(f"parameters = {parameters}\nrules = {rules}\n")
    specs = [f"{file}:{name}_:barred=towers+tea_break,forced=early_stable" for name in bots]
    assert not played(find_game("medina"), specs, [[0, 1, 2, 3]] * 3, seed=5).failures
