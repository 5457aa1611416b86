"""Once Upon a Castle as the toolkit sees it: settings checked, and what is special about its bots and records."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import CompiledGame, Logs
from arkadia_sim.core.compiled_table import Steps
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.game import Column, End, Picture, Setting
from arkadia_sim.core.options import RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.reference import Topic
from arkadia_sim.core.scene import Position
from arkadia_sim.errors import UnknownName
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.defaults import DEFAULTS
from arkadia_sim.games.castle.bots_api.look_ahead import RUN_OUT
from arkadia_sim.games.castle.bots_api.python_bots import Answers
from arkadia_sim.games.castle.declared import BOT_TRIALS, CAVEATS, ENDS, OUTCOMES, PICTURES, SHIPPED_CAVEAT
from arkadia_sim.games.castle.gifts import GIFTS
from arkadia_sim.games.castle.play import PLAY, decide_by_chance, handed_by_hand, moves_on
from arkadia_sim.games.castle.records.form import FORMAT
from arkadia_sim.games.castle.records.replay import check_record, record_game
from arkadia_sim.games.castle.rules.options import PLAYER_COUNTS, RULES_VERSION, RuleSet
from arkadia_sim.games.castle.rules.setup import Prepared, prepare
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.rules.turn import FAULTS
from arkadia_sim.games.castle.sight.constraints import CONSTRAINTS, bits_of
from arkadia_sim.games.castle.sight.cues import count_choice
from arkadia_sim.games.castle.sight.limits import find, note_choice
from arkadia_sim.games.castle.tables.columns import PLAYER_COLUMNS, TURN_COLUMNS, players_of, turns_of

ENGINE = Engine(
    decisions=DECISIONS,
    defaults=DEFAULTS,
    play=PLAY,
    run_out=RUN_OUT,
    handed=handed_by_hand,
    moves_on=moves_on,
    find=find,
    note_choice=note_choice,
    count_choice=count_choice,
    decide_by_chance=decide_by_chance,
    kernel_faults=FAULTS,
    logs=2,
    constraint_bits=bits_of,
)


class Castle(CompiledGame[Prepared]):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "castle"
    title = "Once Upon a Castle (reconstruction)"
    rules_version = RULES_VERSION
    player_counts: tuple[int, ...] = PLAYER_COUNTS
    outcomes: tuple[Outcome, ...] = OUTCOMES
    ends: tuple[End, ...] = ENDS
    figures: tuple[Picture, ...] = PICTURES
    player_columns: tuple[Column, ...] = PLAYER_COLUMNS
    turn_columns: tuple[Column, ...] = TURN_COLUMNS
    default_bot = "casual"
    constraints: tuple[Constraint, ...] = CONSTRAINTS
    cues = CUES
    engine = ENGINE
    gifts = GIFTS
    bot_trials = BOT_TRIALS
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; boards are drawn by the rules, so no piece can be replaced."""
        for name in components:
            raise UnknownName("component", name, ())
        return Setting(players=players, rules=RuleSet.of(players, rules).as_record(), components={})

    def prepare(self, setting: Setting) -> Prepared:
        """What all games of a setting have in common."""
        return prepare(RuleSet.of(setting.players, setting.rules), setting.players)

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the box; data/SOURCES.md tells it all."""
        shipped = setting.rules["boards"] == "shipped"
        return [*CAVEATS, *([SHIPPED_CAVEAT] if shipped else [])]

    def rule_options(self) -> list[RuleOption]:
        """The options of the rules: of each the name, the game's own value, what is allowed and what it means."""
        return RuleSet.describe()

    def sees(self) -> list[Topic]:
        """What bots are told and may answer."""
        from arkadia_sim.games.castle.bots_api.python_bots import topics

        return topics()

    def answers(self, prepared: Prepared, game: Any) -> Answers:
        """How bots are asked."""
        return Answers()

    def steps(self, prepared: Prepared, game: Any) -> Steps:
        """How decisions are made step by step."""
        from arkadia_sim.games.castle.steps import Steps as OwnSteps

        return OwnSteps()

    def player_table(self, rows: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
        """The columns of the players."""
        return players_of(rows)

    def turn_table(self, logs: Logs, prepared: Prepared) -> Mapping[str, Any]:
        """The columns of the turns."""
        return turns_of(logs)

    def record(
        self, prepared: Prepared, setting: Setting, log: NDArray[Any], deal: int, bots: Sequence[str]
    ) -> Mapping[str, Any]:
        """The record of a finished game."""
        return record_game(prepared, setting.rules, log, deal, bots)

    def check_record(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> list[float]:
        """The points of a record, checked."""
        check_record(record)
        return [float(score["total"]) for score in record["result"]["scores"]]

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The position before the first turn of a recorded game and after each, drawn and told in words."""
        from arkadia_sim.games.castle.scenes.story import tell

        return tell(record, self.name, self.engine, judge)


GAME = Castle()
