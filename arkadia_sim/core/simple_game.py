"""The base of games in plain Python: a game brings its rules and bots, and everything else is here.

The rules are one function that plays one game. It asks the players through a :class:`Host`, and lists the possible
answers with each question::

    class Nim(SimpleGame):
        name, title, default_bot, player_counts = "nim", "Nim", "random", (2,)
        outcomes = (Outcome(column="won", label="games won", unit="games", amount="games", tolerance=0.01),)
        player_columns = (Column("won", "int8", "games", "1 for who takes the last match"), END_COLUMN)
        decisions = ("take",)
        bots = (Bot("random", "Takes any number.", "nobody", {}),)

        def play_one(self, host):
            matches, seat = int(host.luck.integers(10, 20)), 1
            while matches:
                seat = 1 - seat
                matches -= host.ask(seat, "take", range(1, min(3, matches) + 1), matches=matches)
            return {"won": [int(seat == 0), int(seat == 1)]}

    GAME = Nim()

A bot's function gets an :class:`Asked` and returns one of its choices: here ``asked.known["matches"] % 4 or 1`` never
loses once it is ahead. Decisions without a function are random, so a bot without functions plays at random.

Records hold the deal and the answers, and the same rules replay them. Plain Python plays a few thousand games a second
at best. A game that needs more implements :class:`arkadia_sim.core.game.Game` itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from arkadia_sim.core.base_game import BaseGame
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.colours import seat_colour
from arkadia_sim.core.game import END, FAILED, Batch, BatchResult, Column, End, Replayed, Setting, end_label
from arkadia_sim.core.options import RuleOption, sizes_text
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.ranking import best_few
from arkadia_sim.core.scene import Candidate, Listing, Position, Row, Scene, seat_text
from arkadia_sim.core.simple_rules import Answer as Answer
from arkadia_sim.core.simple_rules import Asked as Asked
from arkadia_sim.core.simple_rules import Bots, Player, Recorded, Unanswered
from arkadia_sim.core.simple_rules import Host as Host
from arkadia_sim.core.simple_table import SimpleTable
from arkadia_sim.core.table import Observed, Table
from arkadia_sim.core.user_code import Patience, Watched, watched
from arkadia_sim.errors import BadValue, RecordError, UnknownName, UsageError

END_COLUMN = Column(END, "string", "", "how the game ended")

Scores = Callable[[Answer], Sequence[tuple[Any, float]]]
"""A bot's scores for the choices; empty for a bot that ranks nothing."""


class SimpleGame(BaseGame):
    """A `Game` whose author writes :meth:`play_one` and the declarations below.

    ``decisions`` names everything that bots are asked. ``choices`` lists for each decision all answers that may ever be
    possible: programs that learn know an answer by its place there (without a list, by its place among the choices of
    the question). ``observed`` and :meth:`observe` are for them too. ``bots`` come with the game. They need no
    ``game``, and ``tier = "python"`` only if they are so slow that a worker should get few games at a time. A value of
    one of the rule ``options`` must have the type of its default; override :meth:`setting` for further checks.
    ``turn_columns`` are for games that note turns, and include ``turn``. The rest is as in
    :class:`arkadia_sim.core.game.Game`.
    """

    default_bot: str
    outcomes: tuple[Outcome, ...]
    player_columns: tuple[Column, ...]
    decisions: tuple[str, ...]
    choices: Mapping[str, Sequence[Any]] = MappingProxyType({})
    observed: tuple[Observed, ...] = ()
    rules_version: str = "1"
    ends: tuple[End, ...] = (End("finished", True, "the game was played to its end"),)
    turn_columns: tuple[Column, ...] = ()
    options: tuple[RuleOption, ...] = ()

    def observe(self, question: Answer) -> Mapping[str, Any]:
        """The arrays declared in ``observed``, from what the player knows at a question."""
        return {}

    def tell(self, answer: Answer) -> str:
        """What everybody may hear of an answer. A game whose answers are no secret may say more."""
        return f"decides: {answer.decision}"

    def play_one(self, host: Host) -> Mapping[str, Any]:
        """Play one game by the rules and return the columns of the players, each with one value per seat.

        The columns may include ``end``, as one name for all seats; otherwise the game ended in the first of ``ends``.
        Keep nothing on ``self``: games are played in any order, in several processes.
        """
        raise NotImplementedError

    # -- setting -------------------------------------------------------------------------------------------------------

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; the errors are those of :class:`arkadia_sim.core.game.Game`."""
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

    # -- bots ----------------------------------------------------------------------------------------------------------

    def check_bot(self, bot: Seated) -> None:
        """UsageError for a bot with a decision that this game does not ask for, or that goes step by step."""
        for decision in bot.bot.decisions:
            if decision not in self.decisions:
                raise UnknownName(f"decision of bot {bot.bot.name}", decision, self.decisions)
        if bot.bot.act is not None:
            raise UsageError(f"bot {bot.bot.name}: {self.title} asks for whole decisions, not step by step by `act`")

    def is_compiled(self, specs: Sequence[str]) -> bool:
        """There is nothing to compile."""
        return True

    def warm_up(self, specs: Sequence[str], say: Callable[[str], Any]) -> None:
        """Find the bots; there is nothing to compile."""
        for spec in specs:
            self.find_bot(spec)

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
                names = [batch.bots[number] for number in line]
                records.append(self.record_of(batch.setting, names, deal, host, rows))
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

    def table(self, setting: Setting, deal: int, bots: Sequence[str | None]) -> Table:
        """A table at the start of a deal; see :class:`arkadia_sim.core.table.PlayedInSteps`."""
        return SimpleTable(self, setting, deal, bots)

    def retraced(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Table:
        """A table at which a recorded game was played again; see :class:`arkadia_sim.core.table.PlayedInSteps`."""
        _, heard = self.play_again(record)
        setting = Setting.model_validate(record["setting"])
        table = SimpleTable(self, setting, record["deal"], [None] * setting.players)
        for answer in heard:
            table.decide(answer.choice)
        return table

    # -- records -------------------------------------------------------------------------------------------------------

    def record_of(
        self, setting: Setting, bots: Sequence[str], deal: int, host: Host, rows: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The record of a finished game, from what was asked and its columns."""
        return {
            "format": f"{self.name}/{self.rules_version}",
            "setting": setting.model_dump(mode="json"),
            "bots": list(bots),
            "deal": deal,
            "answers": host.asked,
            END: rows[END][0],
            "outcomes": self.outcomes_of(rows),
        }

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
        scores = {spec: self._scores(spec) for spec in record["bots"]} if judge is None else {}
        judged = None if judge is None else self.scores_by(self.find_bot(judge))
        ending = f"the game is over ({end_label(again.end, self.ends)}), by seat: {results}"
        names = [(str(seat), bot) for seat, bot in enumerate(record["bots"], start=1)]
        rows = tuple(Row(cells, seat_colour(seat), cells[0]) for seat, cells in enumerate(names))
        players = Listing("players", ("seat", "bot"), rows)
        positions = [Position(0, None, ("the game begins",) if heard else (ending,), Scene(tables=(players,)))]
        for number, answer in enumerate(heard, start=1):
            words = (f"{answer.decision}: {answer.choice}", *[ending] * (number == len(heard)))
            drawn = self.scene(answer)
            scene = replace(drawn, tables=(players, *drawn.tables))
            candidates = _candidates(answer, (judged or scores[answer.bot])(answer))
            positions.append(Position(number, answer.seat, words, scene, candidates, answer.bot))
        return (replace(position, judge=judge or "") for position in positions)

    def scene(self, answer: Answer) -> Scene:
        """The picture of a position: what the player on turn knew. A game may draw a better one."""
        return known_scene(answer)

    def _scores(self, spec: str) -> Scores:
        """The scores by a bot of the record; none if it ranks nothing or cannot be found."""
        try:
            return self.scores_by(self.find_bot(spec, run_files=False))
        except UsageError:
            return lambda answer: ()

    def scores_by(self, seated: Seated) -> Scores:
        """The scores by a bot: its ``candidates``, called with the same question as its decisions."""
        judge = seated.bot.candidates
        if judge is None:
            raise UsageError(f"bot {seated.spec} does not tell what it thinks of its choices (it has no candidates)")

        def scores(answer: Answer) -> Sequence[tuple[Any, float]]:
            player = Player(seated, 0, answer.seat, answer.players)
            return list(judge(Asked(answer.seat, answer.decision, answer.choices, answer.known, player)))

        return scores

    def play_again(self, record: Mapping[str, Any]) -> tuple[Replayed, list[Answer]]:
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
            who, decision = seat_text(asked.question.seat), asked.question.decision
            raise RecordError(
                decision, f"{who} must answer, but the record has no more answers", len(answers)
            ) from None
        if len(recorded.heard) < len(answers):
            raise RecordError("record", "the game is over, and the record goes on", len(recorded.heard))
        return Replayed(host.turns, rows[END][0], self.outcomes_of(rows)), recorded.heard


def known_scene(answer: Answer) -> Scene:
    """All that the player knew, as a table of names and values."""
    rows = tuple(Row((name, str(value))) for name, value in answer.known.items())
    title = f"what {seat_text(answer.seat)} knew"
    choices = Row(("choices", ", ".join(map(str, answer.choices))), seat_colour(answer.seat), str(answer.seat + 1))
    return Scene(tables=(Listing(title, ("what", "value"), (*rows, choices)),))


def _candidates(answer: Answer, scores: Sequence[tuple[Any, float]]) -> tuple[Candidate, ...]:
    ranked = [(str(choice), float(score), choice == answer.choice) for choice, score in scores]
    return tuple(best_few(answer.decision, "", ranked, str(answer.choice))) if ranked else ()
