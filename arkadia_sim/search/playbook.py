"""Find a playbook: the few rules that help most, one after the other.

A step is a race. Every playbook that differs by one rule from the best so far plays a few deals, the same for all. The
better third plays more, and so on until one is left. It is taken if it clearly beats the playbook before. After each
rule that is added the others are changed as long as that helps, and a rule that is not missed is taken out. In the end
the rule that is needed least gives way to any other, as long as that helps.

Where a step up needs two rules at once, as when a cost pays only together with what it buys, the search stops below it:
begin from a base that has both.

Several opponents are played at once: rules found against one alone fail against others. Races play new deals each
time. In the end the playbook, and shorter ones in which the rules needed least are left out, play deals of their own,
which no race has seen.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import PLAYER_OF_RULES, BotTable
from arkadia_sim.core.cues import Cue
from arkadia_sim.core.game import Game
from arkadia_sim.core.playbook import POINTS, parse_rule, read_rules, sentence
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plots.style import signed
from arkadia_sim.runner.progress import Progress
from arkadia_sim.search import CHECK_DEALS, RULES
from arkadia_sim.search.bench import Arena, Bench, games_of_race, opponents, searched, table_sizes
from arkadia_sim.search.changes import Rules, additions, changes, drops
from arkadia_sim.search.files import SavedBot, SearchFile, in_unit, search_command
from arkadia_sim.stats.intervals import Estimate, mean_interval

RACES, CHECK = 6 << 40, 7 << 40  # branches of the seed tree that nothing else reaches
_FIRST_DEALS = {"addition": 6, "swap": 6, "change": 12, "drop": 48}
_SURE = 2.0
"""Standard errors by which a playbook must beat the one before."""
_FAR_BEHIND, _WIDER = 0.25, 3.0
"""Below this score a playbook is so far behind that its lead is judged on a scale so many times as wide."""
_SWAPS = 4


class Checked(Stored):
    """A playbook on fresh deals: its wins against one opponent, in the outcome's unit."""

    players: int
    rules: tuple[str, ...]
    against: str
    result: Estimate


class PlaybookFile(SearchFile):
    """The content of ``playbook.json``."""

    KIND = "search for a playbook"
    SAVED = SavedBot("playbook")

    format: str = "arkadia-sim-playbook/2"
    base: dict[int, tuple[str, ...]] = Field(description="the rules to begin with, by number of players")
    most: int = Field(description="rules at most")
    check_deals: int
    checked: tuple[Checked, ...] = ()

    def rules(self, players: int) -> tuple[str, ...]:
        """The result, the longest playbook that was checked; points come behind what is asked first."""
        playbooks = (checked.rules for checked in self.checked if checked.players == players)
        longest = max(playbooks, key=len, default=self.base[players])
        return tuple(sorted(longest, key=lambda rule: f" {POINTS} " in rule))

    def sentences(self, players: int) -> tuple[str, ...]:
        """The same as sentences."""
        cues = resolve_game(self.game).find_bot(PLAYER_OF_RULES).bot.cues
        return tuple(sentence(parse_rule(rule, cues), cues) for rule in self.rules(players))

    def table(self, path: Path) -> BotTable:
        """The playbook as a table of a bot file, with rules for each table size that was searched."""
        by_size = {size: list(self.rules(size)) for size in self.players}
        most, fewest = by_size[max(by_size)], min(map(len, by_size.values()))
        longest = max(map(len, by_size.values()))
        count = f"{longest} rules" if fewest == longest else f"{fewest} to {longest} rules"
        return BotTable(
            plan=f"Follows {count} that were found by search.",
            source=f"a search against {', '.join(self.against)}",
            rules=most,
            rules_by_players={str(size): rules for size, rules in by_size.items() if rules != most},
            provenance=[self.provenance()],
        )


def find(file: PlaybookFile, out: Path, workers: int | None = None, progress: Progress | None = None) -> PlaybookFile:
    """Find a playbook for each table size in the folder ``out``, or go on with a search; returns the finished file."""
    cues, bots = _player(resolve_game(file.game)).cues, [PLAYER_OF_RULES, *file.against]
    expected = sum(expected_games(file, players, cues) for players in file.players)
    return searched(file, out, workers, progress, bots, expected, _found)


def expected_games(file: PlaybookFile, players: int, cues: Sequence[Cue]) -> int:
    """About how many games the search for a table size takes, for an estimate of the time."""
    seats = players * len(file.against)
    rules = file.most - len(file.base[players])
    races = {"addition": rules, "change": 2 * rules, "drop": 2 * file.most + _SWAPS, "swap": _SWAPS}
    candidates = {"addition": len(additions((), cues)), "swap": len(additions((), cues)), "change": 8 * file.most // 2}
    games = 2 * seats * file.check_deals
    for kind, times in races.items():
        games += times * games_of_race(candidates.get(kind, file.most), _FIRST_DEALS[kind], seats)
    return games


def new_search(
    among: Sequence[str], players: Sequence[int] | None = None, length: int = RULES, base: str | None = None,
    check_deals: int = CHECK_DEALS, seed: int = 1, game: str = DEFAULT_GAME,
) -> PlaybookFile:  # fmt: skip
    """The file of a search before its first game; UsageError if something that was asked for is not possible.

    ``players`` None: all table sizes from two on; ``base`` None: begin without rules.
    """
    played = resolve_game(game)
    player, against = _player(played), opponents(among)
    for bot in played.describe_bots(against):
        if not bot.compiled:
            raise UsageError(f"bot {bot.name} is plain Python, too slow to search against")
    sizes = table_sizes(played, players, seed)
    begun = player if base is None else played.find_bot(base).bot
    if not begun.only_rules:
        raise UsageError(f"bot {base} has no rules to go on from: name a playbook")
    rules = {size: tuple(map(str, begun.rules_at(size))) for size in sizes}
    longest = max(map(len, rules.values()))
    if length < max(1, longest):
        raise BadValue("rules", length, f"at least {max(1, longest)}")
    return PlaybookFile.begin(
        played,
        [PLAYER_OF_RULES, *against],
        command=search_command(
            "playbook", None, among=among, players=players, length=length, base=base, check_deals=check_deals,
            seed=seed, game=game,
        ),
        game=game,
        bot=base or PLAYER_OF_RULES,
        against=against,
        players=sizes,
        seed=seed,
        base=rules,
        most=length,
        check_deals=check_deals,
    )  # fmt: skip


def _player(game: Game) -> Bot:
    """The game's bot that follows rules."""
    try:
        return game.find_bot(PLAYER_OF_RULES).bot
    except UnknownName:
        raise UsageError(f"{game.title} declares nothing that rules of thumb could count") from None


def _found(file: PlaybookFile, bench: Bench) -> dict[str, Any]:
    return {"checked": tuple(one for players in file.players for one in _Search(file, bench, players).run())}


class _Step(NamedTuple):
    """The best of many playbooks that differ by one step from the one before, and its gain over that in score."""

    rules: Rules
    gain: float
    error: float
    score: float


class _Search:
    """The search for one table size."""

    def __init__(self, file: PlaybookFile, bench: Bench, players: int) -> None:
        self.file, self.players, self.arena = file, players, bench.usual_arena((players,), file.against)
        self.cues = _player(bench.game).cues
        self.rules = read_rules(self.file.base[players], self.cues)
        self.score, self.deals, self.races = 0.0, 0, 0

    def run(self) -> list[Checked]:
        """Search, and check the best of each length."""
        self._change()  # of a base
        for _ in range(2 * self.file.most):
            if len(self.rules) == self.file.most:
                break
            if not self._take(self._race("addition", additions(self.rules, self.cues))):
                break
            self._change()
            self._prune()
        for _ in range(_SWAPS):
            if len(self.rules) < 2 or not self._swap():
                break
            self._change()
        return self._check(self._shorter())

    def _shorter(self) -> list[Rules]:
        """The playbook found, and before it what is left when the rule needed least goes, again and again."""
        found = [self.rules]
        while self.rules:
            self._take(self._race("drop", drops(self.rules)), sure=True)
            found.insert(0, self.rules)
        return found

    def _change(self) -> None:
        """Change the playbook as long as that helps."""
        while len(self.rules) > 1 and self._take(self._race("change", changes(self.rules, self.cues))):
            pass

    def _prune(self) -> None:
        """Take a rule out that is not missed."""
        if len(self.rules) > 1:
            step = self._race("drop", drops(self.rules))
            self._take(step, sure=step.gain > -step.error)

    def _swap(self) -> bool:
        """Exchange the rule that is needed least for any other."""
        without = self._race("drop", drops(self.rules)).rules
        return self._take(self._race("swap", additions(without, self.cues)))

    def _take(self, step: _Step, sure: bool | None = None) -> bool:
        """Go on with the best of a race if it is clearly better; whether it was."""
        if not (step.gain > _SURE * step.error if sure is None else sure):
            return False
        self.rules, self.score = step.rules, step.score
        return True

    def _race(self, kind: str, others: Sequence[Rules]) -> _Step:
        """Race candidates against each other and the playbook so far."""
        candidates = [rules for rules in others if rules != self.rules]
        base, tables = _table(self.rules), [_table(rules) for rules in candidates]
        raced = self._arena_at_scale().race(base, tables, RACES, self.deals, _FIRST_DEALS[kind], self.races)
        self.races, self.deals = self.races + 1, self.deals + raced.deals
        place, gain, error, score = raced.finishers[0]
        best = candidates[place]
        different = [
            *(f"without {rule}" for rule in self.rules if rule not in best),
            *(str(rule) for rule in best if rule not in self.rules),
        ]
        self.arena.bench.say(
            f"{self.players} players, rules so far: {len(self.rules)}; best {kind} of {len(candidates)}: "
            f"{signed(100 * gain)} ± {200 * error:.1f} points: {', '.join(different) or 'another order'}"
        )
        return _Step(best, gain, error, score)

    def _arena_at_scale(self) -> Arena:
        climbed = self.file.climbed
        if climbed.smoothing is None or self.score >= _FAR_BEHIND:
            return self.arena
        wider = climbed.model_copy(update={"smoothing": _WIDER * climbed.smoothing})
        return replace(self.arena, climbed=wider)

    def _check(self, kept: Sequence[Rules]) -> list[Checked]:
        """Playbooks on deals that no race has seen."""
        tables = [_table(rules) for rules in kept]
        played = self._arena_at_scale().play(tables, CHECK, 0, self.file.check_deals)
        return [
            Checked(
                players=self.players,
                rules=tuple(map(str, rules)),
                against=match.opponent,
                result=in_unit(mean_interval(played.values[place, :, number]), self.file.outcome),
            )
            for number, rules in enumerate(kept)
            for place, match in enumerate(self.arena.matches)
        ]


def _table(rules: Rules) -> dict[str, object]:
    return {"rules": [*map(str, rules)]}
