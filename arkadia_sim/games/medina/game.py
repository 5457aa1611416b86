"""Medina as the toolkit's runner sees it: settings checked, bots resolved, batches played, rows returned."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from typing import Any

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
from arkadia_sim.errors import UnknownName
from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.bots_api.defaults import DEFAULTS
from arkadia_sim.games.medina.bots_api.python_bots import ask
from arkadia_sim.games.medina.declared import ENDS, OUTCOMES, PICTURES
from arkadia_sim.games.medina.records.checks import check_record
from arkadia_sim.games.medina.records.form import FORMAT
from arkadia_sim.games.medina.records.notation import record_game
from arkadia_sim.games.medina.rules.options import PLAYER_COUNTS, RULES_VERSION, RuleSet
from arkadia_sim.games.medina.rules.setup import Prepared, prepare
from arkadia_sim.games.medina.rules.state import (
    DECISION_DTYPE,
    OVER,
    SETTINGS_DTYPE,
    TURN_DTYPE,
    TURNS_MAX,
    new_game,
    new_minds,
)
from arkadia_sim.games.medina.sight.constraints import CONSTRAINTS, bits_of
from arkadia_sim.games.medina.tables.columns import PLAYER_COLUMNS, TURN_COLUMNS, player_table, turn_table
from arkadia_sim.games.medina.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import Ask

ENGINE = Engine(
    decisions=("place", "tea"),
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
    log_room=16 * TURNS_MAX,  # turns of some 60 games
    constraint_bits=bits_of,
)


@lru_cache(maxsize=32)
def _prepared(rules: str, players: int) -> Prepared:
    return prepare(RuleSet.of(players, loads(rules)), players)


class Medina(CompiledGame[Prepared]):
    """The game for the runner; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "medina"
    title = "Medina"
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
    bot_checks = ""
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; no piece of Medina can be replaced but by its rules."""
        for name in components:
            raise UnknownName("component", name, ())
        return Setting(players=players, rules=RuleSet.of(players, rules).as_record(), components={})

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the box; data/SOURCES.md tells it all."""
        return [
            "Which tower stands in which corner, and which colour has which palace tile, is a reconstruction.",
            "Some rulings are guesses where the rulebook is silent: RULES.md marks them, options give other readings.",
        ]

    def pictures(self) -> list[Picture]:
        """What a report may draw of its games."""
        return list(PICTURES)

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Replay a game record; RecordError names turn and rule of the first thing that the rules do not allow."""
        check_record(record)
        result = record["result"]
        points = [float(one["total"]) for one in result["scores"]]
        shares = [1.0 / len(result["winners"]) if seat in result["winners"] else 0.0 for seat in range(len(points))]
        leads = [one - max(points[:seat] + points[seat + 1 :]) for seat, one in enumerate(points)]
        outcomes = {"win_share": shares, "score_lead": leads, "score": points}
        return Replayed(len(record["turns"]), str(result["end"]), outcomes)

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The position before the first turn of a recorded game and after each, drawn and told in words."""
        from arkadia_sim.games.medina.scenes.story import tell

        return tell(record, self.name, judge)

    def sees(self) -> list[Topic]:
        """What bots are told and may answer."""
        from arkadia_sim.games.medina.bots_api.told import topics

        return topics()

    def rule_options(self) -> list[RuleOption]:
        """The options of the rules: of each the name, the game's own value, what is allowed and what it means."""
        return RuleSet.describe()

    def component_options(self) -> list[ComponentOption]:
        """None."""
        return []

    def prepared(self, setting: Setting) -> Prepared:
        """What all games of this setting have in common."""
        return _prepared(dumps(setting.rules), setting.players)

    def asks(self, seated: Sequence[Seated], minds: NDArray[Any], prepared: Prepared, game: Any) -> list[Ask]:
        """How the bots at a table are asked."""
        return [ask(one, seat, minds) for seat, one in enumerate(seated)]

    def player_table(self, rows: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
        """The columns of the players."""
        return player_table(rows)

    def turn_table(self, turns: Turns, prepared: Prepared) -> Mapping[str, Any]:
        """The columns of the turns."""
        return turn_table(turns)

    def record(
        self, prepared: Prepared, setting: Setting, log: NDArray[Any], deal: int, bots: Sequence[str]
    ) -> Mapping[str, Any]:
        """The record of a finished game."""
        return record_game(prepared, setting.rules, log, deal, bots)


GAME = Medina()
accelerate.mark_complete(GAME.name)  # whoever has come here has imported, and so compiled, the whole engine
