"""The base of games in plain Python: a game brings its rules and bots, and everything else is here.

The rules are one function that plays one game. It asks the players through a :class:`Host`, and lists the possible
answers with each question; docs/how-to/add-a-game.md has an example. Records hold the deal and the answers, and the
same rules replay them. At a table they are played again after each answer, up to the next question.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self, TypeVar

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.game import END, FAILED, Batch, BatchResult, Column, End, Game, Replayed, Setting, end_label
from arkadia_sim.core.options import RuleOption, sizes_text
from arkadia_sim.core.scene import SHOWN, Candidate, Listing, Position, Row, Scene, best_few, seat_colour, seat_text
from arkadia_sim.core.table import ActionKind, Hint, Observed, Step, Table, Told, bot_failed
from arkadia_sim.core.user_code import Patience, Watched, is_ctrl_c, place_in_bot, watched
from arkadia_sim.errors import BadValue, RecordError, RunError, UnknownName, UsageError, raised_text

Choice = TypeVar("Choice")

END_COLUMN = Column(END, "string", "", "how the game ended")

PLACES = 64  # how many choices a question may have in a game that does not declare its ``choices``
DECISION = "decision"  # the array of an observation that marks the question
_NAMED_CHOICES = 6  # in the message about an answer that is not allowed


class Player:
    """A bot at a table: its parameters there, and the random numbers of its seat."""

    def __init__(self, seated: Seated, deal: int, seat: int, players: int) -> None:
        self.seated, self.settings = seated, seated.settings(players)
        self._deal, self._seat = deal, seat

    @cached_property
    def luck(self) -> np.random.Generator:
        """The random numbers of the seat, made on first use: most bots need none."""
        return _luck(self._deal, self._seat)


@dataclass(frozen=True)
class Asked:
    """A question to a player: the decision, the choices, and in ``known`` everything that the player may know."""

    seat: int
    bots: tuple[str, ...]  # the bots by seat
    decision: str
    choices: tuple[Any, ...]
    known: Mapping[str, Any]
    choice: Any = None  # the answer, once there is one
    player: Player | None = None  # the bot that is asked

    @property
    def settings(self) -> Mapping[str, float]:
        """The bot's parameters by name."""
        assert self.player is not None
        return self.player.settings

    @property
    def luck(self) -> np.random.Generator:
        """The random numbers of the seat; a bot must not use any others."""
        assert self.player is not None
        return self.player.luck


class Host:
    """One game as its rules see it: the setting, the luck of the deal, and the players by seat.

    ``luck`` is for shuffling and dice. It is the same in all games of a deal, whoever plays. So deal everything before
    the first question.
    """

    def __init__(self, setting: Setting, deal: int, answers: "Bots | Recorded") -> None:
        self.players, self.rules = setting.players, setting.rules
        self.luck = _luck(deal)
        self.asked: list[list[Any]] = []
        self.noted: list[dict[str, Any]] = []
        self._answers = answers

    def ask(self, seat: int, decision: str, choices: Sequence[Choice], **known: Any) -> Choice:
        """Ask the player in this seat for one of the choices, which are numbers, texts or tuples of these.

        The bot gets a copy of ``known``, and learns nothing else about the game.
        """
        asked = Asked(seat, self._answers.names, decision, tuple(choices), known)
        choice: Choice = self._answers.answer(len(self.asked), asked)
        self.asked.append([seat, decision, plain(choice)])
        return choice

    def note(self, **columns: Any) -> None:
        """Note a turn: the values of the turn columns, without ``turn``, which is counted automatically."""
        self.noted.append({"turn": len(self.noted), **columns})

    @property
    def turns(self) -> int:
        """The number of turns noted, or of questions asked in a game that notes no turns."""
        return len(self.noted) or len(self.asked) or 1


class Bots:
    """The bots of a game. After a fault of one bot, all decisions are random, so that the game ends."""

    def __init__(self, seated: Sequence[Seated], deal: int, patience: Patience | None = None) -> None:
        self.players = [Player(bot, deal, seat, len(seated)) for seat, bot in enumerate(seated)]
        self.names = tuple(bot.spec for bot in seated)
        self.fault: tuple[int, str] | None = None
        self._patience = patience or Patience()

    def answer(self, turn: int, asked: Asked) -> Any:
        """What the bot in this seat chooses. A turn is the number of a question, from 0."""
        player, choices, decision = self.players[asked.seat], asked.choices, asked.decision
        decide, mixing = player.seated.bot.decisions.get(decision), player.seated.mixing(decision)
        name = player.seated.bot.name
        if self.fault is None and (unasked := self._patience.unasked(name)):
            self.fault = (asked.seat, unasked)
        if self.fault is None and decide is not None and not (mixing and player.luck.random() < mixing):
            try:
                with self._patience(name, turn, asked.seat):
                    choice = decide(replace(asked, known=copy.deepcopy(asked.known), player=player))
                    if choice in choices:
                        return choices[choices.index(choice)]
                allowed = ", ".join(map(repr, choices[:_NAMED_CHOICES])) + ", …" * (len(choices) > _NAMED_CHOICES)
                self.fault = (asked.seat, f"{decision}: {choice!r} is not allowed (allowed: {allowed})")
            except BaseException as error:  # a bot may raise anything, and end in any way
                if is_ctrl_c(error):
                    raise
                self.fault = (asked.seat, f"{decision}: {raised_text(error)}{place_in_bot(error)}")
        return choices[int(player.luck.integers(len(choices)))]


def _luck(deal: int, *seat: int) -> np.random.Generator:
    """The random numbers of a deal, or of one of its seats; the streams are independent."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(deal, spawn_key=seat)))


class Unanswered(BaseException):
    """The rules ask what no answer is known to. It is no `Exception`, so rules do not catch it by accident."""

    def __init__(self, question: Asked) -> None:
        super().__init__()
        self.question = question


class Recorded:
    """Replays answers and checks each against the question that the rules ask; ``heard`` has both."""

    def __init__(self, answers: Sequence[Any], names: Sequence[str]) -> None:
        self._answers, self.names, self.heard = answers, tuple(names), list[Asked]()

    def answer(self, turn: int, asked: Asked) -> Any:
        """The next answer; RecordError if it does not fit the question, Unanswered if there is none."""
        question = replace(asked, known=copy.deepcopy(asked.known))
        if turn == len(self._answers):
            raise Unanswered(question)
        for choice in asked.choices:
            if self._answers[turn] == [asked.seat, asked.decision, plain(choice)]:
                self.heard.append(replace(question, choice=choice))
                return choice
        fault = f"{seat_text(asked.seat)} must answer, and {self._answers[turn]!r} is not allowed"
        raise RecordError(asked.decision, fault, turn)


def plain(value: Any) -> Any:
    """A value as JSON data."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


class SimpleGame(Game):
    """A `Game` whose author writes :meth:`play_one` and the declarations below.

    ``decisions`` names everything that bots are asked. ``choices`` lists for each decision all answers that may ever be
    possible: programs that learn know an answer by its place there (without a list, by its place among the choices of
    the question). ``observed`` and :meth:`observe` are for them too. ``bots`` come with the game. They need no
    ``game``, and ``tier = "python"`` only if they are so slow that a worker should get few games at a time. A value of
    one of the rule ``options`` must have the type of its default; override :meth:`setting` for further checks.
    ``turn_columns`` are for games that note turns, and include ``turn``.
    """

    decisions: tuple[str, ...]
    choices: Mapping[str, Sequence[Any]] = MappingProxyType({})
    observed: tuple[Observed, ...] = ()
    rules_version: str = "1"
    ends: tuple[End, ...] = (End("finished", True, "the game was played to its end"),)
    options: tuple[RuleOption, ...] = ()

    def observe(self, question: Asked) -> Mapping[str, Any]:
        """The arrays declared in ``observed``, from what the player knows at a question."""
        return {}

    def tell(self, answer: Asked) -> str:
        """What everybody may hear of an answer. A game whose answers are no secret may say more."""
        return f"decides: {answer.decision}"

    def scene(self, answer: Asked) -> Scene:
        """The picture of a position: all that the player on turn knew. A game may draw a better one."""
        rows = tuple(Row((name, str(value))) for name, value in answer.known.items())
        title = f"what {seat_text(answer.seat)} knew"
        choices = Row(("choices", ", ".join(map(str, answer.choices))), seat_colour(answer.seat), str(answer.seat + 1))
        return Scene(tables=(Listing(title, ("what", "value"), (*rows, choices)),))

    def play_one(self, host: Host) -> Mapping[str, Any]:
        """Play one game by the rules and return the columns of the players, each with one value per seat.

        The columns may include ``end``, as one name for all seats; otherwise the game ended in the first of ``ends``.
        Keep nothing on ``self``: games are played in any order, in several processes.
        """
        raise NotImplementedError

    # -- setting and bots ----------------------------------------------------------------------------------------------
    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting."""
        if players not in self.player_counts:
            raise UsageError(f"{self.title} is played by {sizes_text(self.player_counts)}, not by {players}")
        known = {option.name: option for option in self.rule_options()}
        for name, value in rules.items():
            if name not in known:
                raise UnknownName("rule", name, known)
            if type(value) is not type(known[name].default):
                raise BadValue(f"rule {name}", value, known[name].allowed)
        for name in components:
            raise UnknownName("component", name, ())
        return Setting(
            players=players, rules={name: option.default for name, option in known.items()} | dict(rules), components={}
        )

    def rule_options(self) -> Sequence[RuleOption]:
        """All options of the rules."""
        return self.options

    def check_bot(self, bot: Seated) -> None:
        """UsageError for a bot with a decision that this game does not ask for, or that goes step by step."""
        for decision in bot.bot.decisions:
            if decision not in self.decisions:
                raise UnknownName(f"decision of bot {bot.bot.name}", decision, self.decisions)
        if bot.bot.act is not None:
            raise UsageError(f"bot {bot.bot.name}: {self.title} asks for whole decisions, not step by step by `act`")

    # -- play ----------------------------------------------------------------------------------------------------------
    def play(self, batch: Batch) -> BatchResult:
        """Play the games of a batch one after another."""
        with watched() as shared:
            return self._play(batch, shared)

    def _play(self, batch: Batch, shared: Watched) -> BatchResult:
        bots = [self.find_bot(spec) for spec in batch.bots]
        players: dict[str, list[Any]] = {}
        turns: dict[str, list[Any]] = {}
        records, failures, played, patience = [], {}, 0, Patience(memory=shared.memory)
        for game, (deal, line) in enumerate(zip(batch.deals.tolist(), batch.lineups.tolist(), strict=True)):
            patience.game = game
            answers = Bots([bots[number] for number in line], deal, patience)
            if game in shared.given_up:
                answers.fault = shared.given_up[game]
                patience.used[bots[line[answers.fault[0]]].bot.name] += 1
            host = Host(batch.setting, deal, answers)
            rows = self.rows(host)
            if answers.fault is not None:
                failures[game] = answers.fault
                rows[END] = [FAILED] * host.players
            elif batch.recorded[game]:
                records.append(self.record_of(batch.setting, answers.names, deal, host, rows))
            played += host.turns
            for name, values in rows.items():
                players.setdefault(name, []).extend(values)
            for row in host.noted if batch.traced[game] else ():
                for name, value in {"game": game, **row}.items():
                    turns.setdefault(name, []).append(value)
        return BatchResult(
            {name: np.array(values) for name, values in players.items()}, played, turns, records, failures
        )

    def rows(self, host: Host) -> dict[str, Any]:
        """Play a game and return its columns, including the end, one value per seat."""
        rows = {END: self.ends[0].name} | dict(self.play_one(host))
        return rows | {END: [rows[END]] * host.players}

    # -- records -------------------------------------------------------------------------------------------------------
    def record_of(
        self, setting: Setting, bots: Sequence[str], deal: int, host: Host, rows: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The record of a finished game, from what was asked and its columns."""
        return {
            "format": f"{self.name}/{self.rules_version}", "setting": setting.model_dump(mode="json"),
            "bots": list(bots), "deal": deal, "answers": host.asked, END: rows[END][0],
            "outcomes": self.outcomes_of(rows),
        }  # fmt: skip

    def outcomes_of(self, rows: Mapping[str, Any]) -> dict[str, list[float]]:
        """The outcomes in the columns of a game, by seat."""
        return {outcome.column: [float(value) for value in rows[outcome.column]] for outcome in self.outcomes}

    def is_record(self, document: Mapping[str, Any]) -> bool:
        """Whether a JSON document names the format of this game's records."""
        return str(document.get("format", "")).startswith(f"{self.name}/")

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Play a recorded game again, and compare end and outcomes with the record."""
        again, _ = self.play_again(record)
        stated = {name: record.get(name) for name in (END, "outcomes")}
        if stated != {END: again.end, "outcomes": dict(again.outcomes)}:
            raise RecordError("result", f"the answers make {again.end}, {again.outcomes}, not {stated}", again.turns)
        return again

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The game before its first answer and after each; :meth:`scene` draws what there is to see."""
        again, heard = self.play_again(record)
        results = "; ".join(
            f"{outcome.label} {', '.join(f'{value:g}' for value in again.outcomes[outcome.column])}"
            for outcome in self.outcomes
        )
        scores = {spec: self._scores(spec) for spec in (record["bots"] if judge is None else [""])}
        judged = self.scores_by(self.find_bot(judge)) if judge else scores.get("")
        ending = f"the game is over ({end_label(again.end, self.ends)}), by seat: {results}"
        names = [(str(seat), bot) for seat, bot in enumerate(record["bots"], start=1)]
        rows = tuple(Row(cells, seat_colour(seat), cells[0]) for seat, cells in enumerate(names))
        players = Listing("players", ("seat", "bot"), rows)
        positions = [Position(0, None, ("the game begins",) if heard else (ending,), Scene(tables=(players,)))]
        for number, answer in enumerate(heard, start=1):
            words = (f"{answer.decision}: {answer.choice}", *[ending] * (number == len(heard)))
            drawn, bot = self.scene(answer), answer.bots[answer.seat]
            scene = replace(drawn, tables=(players, *drawn.tables))
            candidates = _candidates(answer, (judged or scores[bot])(answer))
            positions.append(Position(number, answer.seat, words, scene, candidates, bot))
        return (replace(position, judge=judge or "") for position in positions)

    def _scores(self, spec: str) -> "Scores":
        """The scores by a bot of the record; none if it ranks nothing or cannot be found."""
        try:
            return self.scores_by(self.find_bot(spec, run_files=False))
        except UsageError:
            return lambda answer: ()

    def scores_by(self, seated: Seated) -> "Scores":
        """The scores by a bot: its ``candidates``, called with the same question as its decisions."""
        judge = seated.bot.candidates
        if judge is None:
            raise UsageError(f"bot {seated.spec} does not tell what it thinks of its choices (it has no candidates)")

        def scores(answer: Asked) -> Sequence[tuple[Any, float]]:
            player = Player(seated, 0, answer.seat, len(answer.bots))
            return list(judge(replace(answer, choice=None, player=player)))

        return scores

    def play_again(self, record: Mapping[str, Any]) -> tuple[Replayed, list[Asked]]:
        """Replay a record and ignore its result; also returns the questions with their answers."""
        try:
            stated = Setting.model_validate(record["setting"])
            setting = self.setting(stated.players, stated.rules, stated.components)
            deal, answers = record["deal"], record["answers"]
            if record["format"] != f"{self.name}/{self.rules_version}":
                raise ValueError(f"its format is {record['format']}, not {self.name}/{self.rules_version}")
            bots = record["bots"]
            if not isinstance(bots, list) or len(bots) != setting.players or not all(isinstance(b, str) for b in bots):
                raise ValueError("bots must name one bot for each seat")
            if not isinstance(answers, list) or not isinstance(deal, int) or not 0 <= deal < 2**64:
                raise ValueError("a deal is a number of 64 bits, answers are a list")
        except (KeyError, ValueError, UsageError) as error:
            raise RecordError("record", f"this is no record of {self.title}: {error!r}") from None
        recorded = Recorded(answers, bots)
        host = Host(setting, deal, recorded)
        try:
            rows = self.rows(host)
        except Unanswered as asked:
            fault = f"{seat_text(asked.question.seat)} must answer, but the record has no more answers"
            raise RecordError(asked.question.decision, fault, len(answers)) from None
        if len(recorded.heard) < len(answers):
            raise RecordError("record", "the game is over, and the record goes on", len(recorded.heard))
        return Replayed(host.turns, rows[END][0], self.outcomes_of(rows)), recorded.heard

    # -- step by step --------------------------------------------------------------------------------------------------
    def table(self, setting: Setting, deal: int, bots: Sequence[str | None]) -> Table:
        """A table at the start of a deal."""
        return SimpleTable(self, setting, deal, bots)


Scores = Callable[[Asked], Sequence[tuple[Any, float]]]
"""A bot's scores for the choices; empty for a bot that ranks nothing."""


def _candidates(answer: Asked, scores: Sequence[tuple[Any, float]]) -> tuple[Candidate, ...]:
    ranked = [(str(choice), float(score), choice == answer.choice) for choice, score in scores]
    return tuple(best_few(answer.decision, "", ranked, str(answer.choice))) if ranked else ()


class SimpleTable(Table):
    """A game in plain Python in progress. Each decision is one action.

    No answer is taken back: nothing says what the next question shows.
    """

    def __init__(self, game: SimpleGame, setting: Setting, deal: int, bots: Sequence[str | None]) -> None:
        kinds = [ActionKind(name, len(game.choices.get(name, range(PLACES)))) for name in game.decisions]
        marks = Observed(
            DECISION, (len(kinds),), 0.0, 1.0, "1 for the decision that the seat is, or was last, asked for"
        )
        super().__init__(game, setting, deal, bots, kinds, (marks, *game.observed))
        self._of = game
        self._bots = Bots(self._seated(), deal)
        self._answers: list[Any] = []
        self._play_on()

    def _seated(self) -> list[Seated]:
        return [self._of.find_bot(self._of.default_bot if bot is None else bot) for bot in self.bots]

    def _play_on(self) -> None:
        """Play from the start up to the next question, or to the end."""
        so_far = Recorded(self._answers, self.names)
        self._rules = Host(self.setting, self.deal, so_far)
        self._question: Asked | None = None
        try:
            self._rows = self._of.rows(self._rules)
        except Unanswered as asked:
            self._question = asked.question
        self._heard = so_far.heard
        question = self._question
        self._options = () if question is None else tuple(self._step(question, choice) for choice in question.choices)

    def _step(self, question: Asked, choice: Any) -> Step:
        """The step that answers with one of the choices."""
        name = question.decision
        declared = self._of.choices.get(name)
        if declared is None:
            if len(question.choices) > PLACES:
                raise RunError(f"{self._of.title} must declare its `choices` of {name}: there are more than {PLACES}")
            return Step(name, question.choices.index(choice))
        if choice not in declared:
            raise RunError(f"{self._of.title}: {choice!r} is not among the declared `choices` of {name}")
        return Step(name, list(declared).index(choice))

    @property
    def seat_to_act(self) -> int | None:
        return None if self._question is None else self._question.seat

    @property
    def decision(self) -> str:
        return "" if self._question is None else self._question.decision

    def _choice(self, step: Step) -> Any:
        assert self._question is not None
        return self._question.choices[self._options.index(step)]

    def _take(self, step: Step) -> None:
        assert self._question is not None
        self._answers.append([self._question.seat, step.kind, plain(self._choice(step))])
        self._play_on()

    def action_of(self, choice: Any) -> int:
        """The action that answers the question so."""
        assert self._question is not None
        return self.space.action(self._options[self._question.choices.index(choice)])

    def action_text(self, action: int) -> str:
        return str(self._choice(self.space.step(action)))

    def _bots_steps(self) -> list[Step]:
        question = self._question
        assert question is not None
        choice = self._bots.answer(len(self._answers), question)
        if self._bots.fault is not None:
            seat, reason = self._bots.fault
            raise bot_failed(self.names[seat], seat, reason)
        return [self._options[question.choices.index(choice)]]

    def _part_from(self, other: Self) -> None:
        self._answers, self._bots = list(self._answers), Bots(self._seated(), self.deal)
        self._set_luck(other._luck())

    def _change_luck(self, chance: np.random.Generator) -> None:
        seated = [player.seated for player in self._bots.players]
        self._bots = Bots(seated, int(chance.integers(1 << 63)))

    def hints(self, bot: str, most: int = SHOWN) -> list[Hint]:
        question, seated = self._question, self._of.find_bot(bot)
        if question is None:
            raise UsageError("the game is over")
        scores: Sequence[tuple[Any, float | None]]
        if seated.bot.candidates is None:
            alone = Bots([seated] * self.setting.players, self.deal)
            scores = [(alone.answer(len(self._answers), question), None)]
        else:
            ranked = sorted(self._of.scores_by(seated)(question), key=lambda pair: -pair[1])
            scores = ranked
        return [Hint(str(choice), score, "", (self.action_of(choice),)) for choice, score in scores[:most]]

    def _luck(self) -> list[Any]:
        return [player.luck.bit_generator.state for player in self._bots.players]

    def _set_luck(self, luck: Sequence[Any]) -> None:
        for player, state in zip(self._bots.players, luck, strict=True):
            player.luck.bit_generator.state = state

    def _last_asked(self, seat: int) -> Asked | None:
        """The question that this seat is asked now or was asked last."""
        asked = [*self._heard, *([] if self._question is None else [self._question])]
        return next((question for question in reversed(asked) if question.seat == seat), None)

    def scene(self, seat: int, turn: int | None = None) -> Scene:
        """What this seat knew when it was asked last."""
        question = self._last_asked(seat)
        if question is not None:
            return self._of.scene(question)
        rows = tuple(Row((seat_text(place), name)) for place, name in enumerate(self.names))
        return Scene(tables=(Listing("players", ("seat", "bot"), rows),))

    def told(self) -> Sequence[Told]:
        """The decisions so far."""
        told = [Told(answer.seat, (self._of.tell(answer),)) for answer in self._heard]
        if told and self._question is None:
            ending = f"the game is over ({end_label(self._rows[END][0], self._of.ends)})"
            told[-1] = Told(told[-1].seat, (*told[-1].words, ending))
        return told

    def _observed_by(self, seat: int) -> Mapping[str, Any]:
        question = self._last_asked(seat)
        marks = np.zeros(len(self._of.decisions))
        if question is None:
            return {array.name: np.zeros(array.shape) for array in self._of.observed} | {DECISION: marks}
        marks[self._of.decisions.index(question.decision)] = 1.0
        return {DECISION: marks, **self._of.observe(question)}

    def outcomes(self) -> Mapping[str, Sequence[float]]:
        self._check_over()
        return self._of.outcomes_of(self._rows)

    def record(self) -> Mapping[str, Any]:
        self._check_over()
        return self._of.record_of(self.setting, self.names, self.deal, self._rules, self._rows)
