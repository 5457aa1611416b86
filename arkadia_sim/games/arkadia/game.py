"""Arkadia as the toolkit's runner sees it: settings checked, bots resolved, batches played, rows returned."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.compiled_game import CompiledGame, Engine, Turns
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.game import Column, End, Picture, Replayed, Setting
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.reference import Topic
from arkadia_sim.core.scene import Position
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.python_bots import ask
from arkadia_sim.games.arkadia.bots_api.run_out import TO_THE_END, run_out, run_out_often
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.declared import COMPONENT_OPTIONS, ENDS, OUTCOMES, PICTURES, caveats, chosen_components
from arkadia_sim.games.arkadia.records.checks import check_record
from arkadia_sim.games.arkadia.records.form import FORMAT
from arkadia_sim.games.arkadia.records.notation import record_game
from arkadia_sim.games.arkadia.rules.options import PLAYER_COUNTS, RULES_VERSION, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, played_components, prepare
from arkadia_sim.games.arkadia.rules.state import (
    DECISION_DTYPE,
    OVER,
    SETTINGS_DTYPE,
    TURN_DTYPE,
    TURNS_MAX,
    new_game,
    new_minds,
)
from arkadia_sim.games.arkadia.sight.constraints import CONSTRAINTS, bits_of
from arkadia_sim.games.arkadia.tables.columns import PLAYER_COLUMNS, TURN_COLUMNS, player_table, turn_table
from arkadia_sim.games.arkadia.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import Ask

ENGINE = Engine(
    decisions=("must", "draw", "castle", "banner"),
    defaults=DEFAULTS,
    play_games=play.play_games,
    deal_by_hand=play.deal_by_hand,
    moves_on=play.moves_on,
    advance=play.advance,
    close_game=play.close_game,
    faults=play.FAULTS_OF_BOTS,
    new_game=new_game,
    new_minds=new_minds,
    settings=SETTINGS_DTYPE,
    decision=DECISION_DTYPE,
    row=ROW_DTYPE,
    turn=TURN_DTYPE,
    over=OVER,
    log_room=4 * TURNS_MAX,  # turns of some 80 games
    constraint_bits=bits_of,
)


@lru_cache(maxsize=32)
def _prepared(components: str, rules: str, players: int) -> Prepared:
    return prepare(Components.from_json(loads(components)), RuleSet.from_mapping(loads(rules)), players)


class Arkadia(CompiledGame[Prepared]):
    """The game for the runner; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "arkadia"
    title = "Arkadia"
    rules_version = RULES_VERSION
    player_counts: tuple[int, ...] = PLAYER_COUNTS
    outcomes: tuple[Outcome, ...] = OUTCOMES
    ends: tuple[End, ...] = ENDS
    player_columns: tuple[Column, ...] = PLAYER_COLUMNS
    turn_columns: tuple[Column, ...] = TURN_COLUMNS
    default_bot = "greedy"
    constraints: tuple[Constraint, ...] = CONSTRAINTS
    engine = ENGINE
    new_bot = Path(__file__).parent / "new_bot"
    bot_checks = "arkadia_sim.testing.bots:checks"
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting.

        ``components`` are chosen by ``component_options``, or the whole box as a setting holds it; what is left out is
        as shipped.
        """
        checked = RuleSet.from_mapping(rules)
        if players not in PLAYER_COUNTS:
            raise UsageError(f"Arkadia is played by 2, 3 or 4, not {players}")
        box = chosen_components(components)
        prepare(box, checked, players)
        return Setting(players=players, rules=checked.as_setting(), components=box.as_json())

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the pieces, or is not as in the box; data/SOURCES.md tells it all."""
        return caveats(setting)

    def pictures(self) -> list[Picture]:
        """What a report may draw of its games."""
        return list(PICTURES)

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Replay a game record; RecordError names turn and rule of the first thing that the rules do not allow.

        ``components`` are those it was played with, if its cards are not the shipped ones.
        """
        check_record(record, chosen_components(components).cards if components else None)
        result = record["result"]
        gold = [float(one) for one in result["gold"]]
        shares = [1.0 / len(result["winners"]) if seat in result["winners"] else 0.0 for seat in range(len(gold))]
        leads = [one - max(gold[:seat] + gold[seat + 1 :]) for seat, one in enumerate(gold)]
        outcomes = {"win_share": shares, "gold_lead": leads, "gold": gold}
        return Replayed(len(record["turns"]), str(result["end"]), outcomes)

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The position before the first turn of a recorded game and after each, drawn and told in words."""
        from arkadia_sim.games.arkadia.scenes.story import tell

        return tell(record, chosen_components(components).cards if components else None, self.name, judge)

    def sees(self) -> list[Topic]:
        """What bots are told and may answer."""
        from arkadia_sim.games.arkadia.bots_api.told import topics

        return topics()

    def rule_options(self) -> list[RuleOption]:
        """The options of the rules: of each the name, the game's own value, what is allowed and what it means."""
        return RuleSet.describe()

    def component_options(self) -> list[ComponentOption]:
        """The pieces that can be replaced."""
        return list(COMPONENT_OPTIONS)

    def prepared(self, setting: Setting) -> Prepared:
        """What all games of this setting have in common, the pieces among it."""
        return _prepared(dumps(setting.components), dumps(setting.rules), setting.players)

    def asks(self, seated: Sequence[Seated], minds: NDArray[Any], prepared: Prepared, game: Any) -> list[Ask]:
        """How the bots at a table are asked, with the pieces that its deal has drawn."""
        components = played_components(prepared.components, game)
        return [ask(one, seat, minds, components) for seat, one in enumerate(seated)]

    def player_table(self, rows: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
        """The columns of the players."""
        return player_table(rows)

    def turn_table(self, turns: Turns, prepared: Prepared) -> Mapping[str, Any]:
        """The columns of the turns."""
        return turn_table(turns, prepared.components)

    def record(
        self, prepared: Prepared, setting: Setting, log: NDArray[Any], deal: int, bots: Sequence[str]
    ) -> Mapping[str, Any]:
        """The record of a finished game."""
        return record_game(prepared.components, prepared, setting.rules, log, deal, bots)

    def middle(self, setting: Setting, bots: Sequence[str], deal: int) -> Callable[[int], int] | None:
        """A position in the middle of a game of these bots, as a function that plays it out so many times."""
        seated = [self.find_bot(spec) for spec in bots]
        if any(one.bot.in_python for one in seated):
            return None
        games, minds, decisions = new_game(), ENGINE.minds_of(seated), np.zeros(2, DECISION_DTYPE)
        prepared, deciders, rows = self.prepared(setting), ENGINE.deciders_of(seated), np.zeros(len(bots), ROW_DTYPE)
        turns = TO_THE_END
        for _ in range(2):
            ENGINE.deal_by_hand(games, prepared, minds, deal, rows)
            with np.errstate(over="ignore"):
                run_out(games, minds, deciders, decisions, turns)
            turns = int(games[0]["table"]["turn"]) // 2
        start = games.copy()

        def play_out(times: int) -> int:
            with np.errstate(over="ignore"):
                return int(run_out_often(games, start, minds, deciders, decisions, times))

        return play_out


GAME = Arkadia()
accelerate.mark_complete(GAME.name)  # whoever has come here has imported, and so compiled, the whole engine
