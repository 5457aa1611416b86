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

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from arkadia_sim.coach.neighbours import Rules, additions, changes, drops
from arkadia_sim.coach.playbook_file import Checked, Kind, PlaybookFile, PlaybookRequest, Step
from arkadia_sim.coach.race import Candidate, Track, games_of_race, searched
from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import PLAYER_OF_RULES
from arkadia_sim.core.cues import Cue
from arkadia_sim.core.game import Game
from arkadia_sim.core.playbook import read_rules
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Workers
from arkadia_sim.stats.intervals import mean_interval
from arkadia_sim.tuning.arena import Arena, table_sizes
from arkadia_sim.tuning.search_file import Interval, SearchFolder

RACES, CHECK = 6 << 40, 7 << 40  # branches of the seed tree that nothing else reaches
_FIRST_DEALS = {"addition": 6, "swap": 6, "change": 12, "drop": 48}
_SURE = 2.0
"""Standard errors by which a playbook must beat the one before."""
_FAR_BEHIND, _WIDER = 0.25, 3.0
"""Below this score a playbook is so far behind that its lead is judged on a scale so many times as wide."""
_SWAPS = 4


def find(
    request: PlaybookRequest, out: Path, workers: int | Workers | None = None, progress: Progress | None = None
) -> PlaybookFile:
    """Find a playbook for each table size, or go on with a search that was stopped.

    The result depends neither on the number of workers nor on interruptions.

    Args:
        request: What to look for.
        out: The folder for ``playbook.json``.
        workers: One process for each usable core if None.
        progress: Where progress is reported; on stderr if None.

    Returns:
        The finished file.
    """
    file = new_search(request)
    player = resolve_game(file.game).find_bot(PLAYER_OF_RULES).bot

    def search(folder: SearchFolder[PlaybookFile], file: PlaybookFile, arena: Arena) -> PlaybookFile:
        return _Search(folder, file, arena, player).run()

    bots = [PLAYER_OF_RULES, *file.against]
    expected = sum(expected_games(file, players, player.cues) for players in file.players)
    return searched(file, out, workers, progress, bots, expected, search)


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


def new_search(request: PlaybookRequest) -> PlaybookFile:
    """The file of a search before its first game; UsageError if something that was asked for is not possible."""
    game = resolve_game(request.game)
    player = _player(game)
    against = tuple(dict.fromkeys(request.against))
    if not against:
        raise UsageError("name at least one bot to play against (--among BOT)")
    for bot in game.describe_bots(against):
        if not bot.compiled:
            raise UsageError(f"bot {bot.name} is plain Python, too slow to search against")
    sizes = table_sizes(game, request.players, request.seed)
    base = player if request.base is None else game.find_bot(request.base).bot
    if not base.only_rules:
        raise UsageError(f"bot {request.base} has no rules to go on from: name a playbook")
    rules = {size: tuple(map(str, base.rules_at(size))) for size in sizes}
    longest = max(map(len, rules.values()))
    if request.rules < max(1, longest):
        raise BadValue("rules", request.rules, f"at least {max(1, longest)}")
    return PlaybookFile.begun(
        game,
        request,
        [PLAYER_OF_RULES, *against],
        bot=request.base or PLAYER_OF_RULES,
        against=against,
        players=sizes,
        base=rules,
        most=request.rules,
        check_deals=request.check_deals,
    )


def _player(game: Game) -> Bot:
    """The game's bot that follows rules."""
    try:
        return game.find_bot(PLAYER_OF_RULES).bot
    except UnknownName:
        raise UsageError(f"{game.title} declares nothing that rules of thumb could count") from None


class _Search:
    """The search for one table size. Steps that the file holds already are not played again."""

    def __init__(self, folder: SearchFolder[PlaybookFile], file: PlaybookFile, arena: Arena, player: Bot) -> None:
        self.folder, self.file, self.arena = folder, file, arena
        self.cues = player.cues
        self.players = arena.tables[0].players
        self.known = [step for step in file.steps if step.players == self.players]
        self.rules = self._read(file.base[self.players])
        self.score = 0.0
        self.deals, self.taken = 0, 0
        self.track = Track(folder.root, RACES, file.seed)

    def run(self) -> PlaybookFile:
        """Search, check the best of each length, and return the file."""
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
        if not any(checked.players == self.players for checked in self.file.checked):
            self._save(checked=(*self.file.checked, *self._check(self._shorter())))
        return self.file

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
        without = self._read(self._race("drop", drops(self.rules)).rules)
        return self._take(self._race("swap", additions(without, self.cues)))

    def _take(self, step: Step, sure: bool | None = None) -> bool:
        """Go on with the best of a race if it is clearly better; whether it was."""
        if not (step.gain > _SURE * step.error if sure is None else sure):
            return False
        self.rules, self.score = self._read(step.rules), step.score
        return True

    def _race(self, kind: Kind, candidates: Sequence[Rules]) -> Step:
        """Race candidates against each other and the playbook so far; not again if the file holds the race."""
        if self.taken < len(self.known):
            step = self.known[self.taken]
        else:
            step = self._played(kind, [rules for rules in candidates if rules != self.rules])
            self._save(steps=(*self.file.steps, step))
        self.taken += 1
        self.deals = step.deals
        return step

    def _played(self, kind: Kind, candidates: list[Rules]) -> Step:
        self.track.deals = self.deals
        raced = self.track.race(
            self._arena_at_scale(),
            _table(self.rules),
            [_table(rules) for rules in candidates],
            _FIRST_DEALS[kind],
            self.taken,
        )
        winner = raced.finishers[0]
        best = candidates[winner.place]
        step = Step(
            players=self.players,
            kind=kind,
            candidates=len(candidates),
            rules=tuple(map(str, best)),
            gain=winner.gain,
            error=winner.error,
            score=winner.score,
            deals=raced.deals,
            games=raced.games,
        )
        self.arena.progress.say(
            f"{self.players} players, rules so far: {len(self.rules)}; best {kind} of {len(candidates)}: "
            f"{100 * step.gain:+.1f} ± {200 * step.error:.1f} points: "
            f"{', '.join(_difference(self.rules, best)) or 'another order'}"
        )
        return step

    def _arena_at_scale(self) -> Arena:
        climbed = self.file.climbed
        if climbed.smoothing is None or self.score >= _FAR_BEHIND:
            return self.arena
        wider = climbed.model_copy(update={"smoothing": _WIDER * climbed.smoothing})
        return dataclasses.replace(self.arena, climbed=wider)

    def _check(self, kept: Sequence[Rules]) -> list[Checked]:
        """Playbooks on deals that no race has seen."""
        tables = [_table(rules) for rules in kept]
        played = self.track.play(self._arena_at_scale(), tables, CHECK, 0, self.file.check_deals)
        return [
            Checked(
                players=self.players,
                rules=tuple(map(str, rules)),
                against=table.opponent,
                result=Interval.of_outcome(mean_interval(played.values[place, :, number]), self.file.outcome),
            )
            for number, rules in enumerate(kept)
            for place, table in enumerate(self.arena.tables)
        ]

    def _save(self, **update: object) -> None:
        self.file = self.folder.save(self.file.model_copy(update=update))

    def _read(self, texts: Sequence[str]) -> Rules:
        return read_rules(tuple(texts), self.cues)


def _table(rules: Rules) -> Candidate:
    return {"rules": [*map(str, rules)]}


def _difference(before: Rules, after: Rules) -> list[str]:
    gone = [f"without {rule}" for rule in before if rule not in after]
    return [*gone, *(str(rule) for rule in after if rule not in before)]
