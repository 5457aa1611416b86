"""The designs of experiments: functions that make a section, each for one table size and one company of opponents.

Line-ups are shared wherever they can be: the control game of a deal serves all changes that are tried in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.errors import BadValue
from arkadia_sim.plan.plan import Comparison, Lineup, SeatOfLineup, Section

GAMES_MOST = 10_000_000_000
"""More games than this, some weeks of play, are a slip of the pen."""

CHUNK_GAMES = 4096
"""Games that a worker plays at a time, at most; fewer in small runs, so that they too spread over the workers."""
SLOW_CHUNK_GAMES = 64
"""The same where a bot is plain Python, so that progress shows and little is lost on an interruption."""
CHUNKS_WANTED = 32


Trial = tuple[int, int]
"""A change on trial: the bot that plays without it and the one that plays with it (indices of the plan's bots)."""

OneAmong = tuple[int, int | None]
"""One bot among others of one kind (indices of the plan's bots); None where it plays alone."""


@dataclass(frozen=True)
class Size:
    """How many deals to play, and in what portions: ``wanted`` games at a time, or what suits the bots."""

    deals: int
    compiled: bool = True
    wanted: int | None = None

    def chunk_games(self, lineups: int, games: int | None = None) -> int:
        """How many games go into a chunk: whole deals, and never a matter of how many workers there are."""
        most = CHUNK_GAMES if self.compiled else SLOW_CHUNK_GAMES
        portion = (self.deals * lineups if games is None else games) // CHUNKS_WANTED
        size = self.wanted if self.wanted is not None else max(most // 16, min(most, portion))
        return max(1, size // lineups) * lineups


@dataclass
class _Lineups:
    """Line-ups as they are asked for, equal ones once."""

    found: dict[tuple[int, ...], Lineup] = field(default_factory=dict)

    def number(self, bots: Iterable[int], role: str, focus: int | None = None) -> int:
        """The number of the line-up in which these bots sit; ``role`` and ``focus`` are those of its first use."""
        seats = tuple(bots)
        self.found.setdefault(seats, Lineup(bots=seats, role=role, focus=focus))
        return list(self.found).index(seats)

    def in_every_seat(self, players: int, others: int, bot: int, role: str) -> tuple[SeatOfLineup, ...]:
        """A bot in each seat in turn, the others elsewhere."""
        seats = range(players)
        return tuple(
            (self.number((bot if seat == at else others for seat in seats), role, at if bot != others else None), at)
            for at in seats
        )

    def section(self, setting: Setting, size: Size, comparisons: Iterable[Comparison] = ()) -> Section:
        """A section of these line-ups."""
        lineups, count = tuple(self.found.values()), len(self.found)
        games, portion = size.deals * count, size.chunk_games(count)
        return Section(
            setting=setting, lineups=lineups, comparisons=tuple(comparisons), games=games, chunk_games=portion
        )


def named_bots(game: Game, bots: Sequence[str]) -> tuple[tuple[str, ...], list[int]]:
    """The different bots of a table, one named per seat, and for each seat which of them sits there."""
    if len(bots) not in game.player_counts:
        allowed = ", ".join(map(str, game.player_counts))
        raise BadValue("number of bots (one per seat)", len(bots), f"for {game.name}: {allowed}")
    names = tuple(dict.fromkeys(bots))
    return names, [names.index(bot) for bot in bots]


def rotation_section(setting: Setting, bots: Sequence[int], games: int, compiled: bool) -> Section:
    """The only section of `play`: exactly ``games`` games of these bots, every bot in every seat of each deal."""
    if not 1 <= games <= GAMES_MOST:
        raise BadValue("games", games, f"a whole number from 1 to {GAMES_MOST:,}")
    section = table_section(setting, bots, Size(1, compiled))
    size = Size(1, compiled).chunk_games(section.games_per_deal, games)
    return section.model_copy(update={"games": games, "chunk_games": size})


def table_section(setting: Setting, bots: Sequence[int], size: Size) -> Section:
    """The same players in one setting, every bot in every seat of each deal: the line-up turned round the table.

    Nothing is compared within the section. Those of another setting with as many players play the same deals.
    """
    lineups = _Lineups()
    for turn in range(len(bots)):
        lineups.number([*bots[turn:], *bots[:turn]], "rotation")
    return lineups.section(setting, size)


def paired_section(setting: Setting, others: int, trials: Sequence[Trial], size: Size) -> Section:
    """Changes on and off: in each seat in turn the bot without and the bot with each change, ``others`` elsewhere.

    The control games come first. When a bot on trial is that of the others, its line-ups are all the same game; it
    is then played once a deal, with ``focus`` None: it serves all seats.
    """
    lineups = _Lineups()
    controls = [lineups.in_every_seat(setting.players, others, without, "control") for without, _ in trials]
    withs = [lineups.in_every_seat(setting.players, others, with_, "with") for _, with_ in trials]
    both = enumerate(zip(withs, controls, strict=True))
    comparisons = [Comparison(change=change, with_=with_, control=control) for change, (with_, control) in both]
    return lineups.section(setting, size, comparisons)


def ladder_section(setting: Setting, pairs: Sequence[OneAmong], size: Size) -> Section:
    """One of a kind among others: for each pair one of the first bot among the second, in every seat of each deal.

    With two players a game serves both directions and is played once; alone at the table (pairs without a second bot)
    each plays each deal by itself.
    """
    lineups = _Lineups()
    seats = range(setting.players)
    for bot, others in pairs:
        for focus in seats:
            lineups.number([bot if seat == focus or others is None else others for seat in seats], "ladder")
    return lineups.section(setting, size)


def seats_section(setting: Setting, bot: int, size: Size) -> Section:
    """One bot in every seat, one game a deal: each seat is compared with the mean of its table."""
    lineups = _Lineups()
    number = lineups.number([bot] * setting.players, "seats")
    everybody = tuple((number, seat) for seat in range(setting.players))
    comparisons = [Comparison(change=seat, with_=(place,), control=everybody) for seat, place in enumerate(everybody)]
    return lineups.section(setting, size, comparisons)


LINEUPS_MOST = 256
"""More line-ups of a deal than this are left to a smaller question."""


def crossed_section(setting: Setting, bots: int, size: Size) -> Section:
    """Every line-up that so many bots can make, each with each deal: what a seat gets is seen with everybody in it.

    BadValue where these are more than :data:`LINEUPS_MOST`.
    """
    if bots**setting.players > LINEUPS_MOST:
        told = f"at most {LINEUPS_MOST}: fewer bots, or smaller tables"
        raise BadValue(f"line-ups of {bots} bots with {setting.players} players", bots**setting.players, told)
    lineups = _Lineups()
    for seats in product(range(bots), repeat=setting.players):
        lineups.number(seats, "crossed")
    return lineups.section(setting, size)


def seats_of_ones(section: Section) -> dict[OneAmong, list[SeatOfLineup]]:
    """Where to look in a section of a ladder: for each pair the line-ups and seats in which one sits among others."""
    found: dict[OneAmong, list[SeatOfLineup]] = {}
    for number, lineup in enumerate(section.lineups):
        for seat, bot in enumerate(lineup.bots):
            others = {*lineup.bots[:seat], *lineup.bots[seat + 1 :]}
            if len(others) < 2 and bot not in others:
                found.setdefault((bot, next(iter(others), None)), []).append((number, seat))
    return found
