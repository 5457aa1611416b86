"""An experiment file: the question, the design and the numbers, written before the run (TOML).

All faults of a file are told at once, each with the key, what was written and what is allowed.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from arkadia_sim.core.game import Game
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.runner.plan import SEED_LIMIT, Plan, paired_section

DEALS_MOST = 1_000_000_000

ALLOWED: Mapping[str, str] = {
    "name": "letters, digits, - and _, starting with a letter",
    "design": '"paired"',
    "seed": "a whole number from 0 to 2**64 - 1",
    "players": "a list of table sizes, each once, such as [2, 3, 4]",
    "deals": "a whole number from 2, or a table with one for each number of players, such as {2 = 4000, 3 = 2000}",
    "margin_win_share": "a number of win-share points above 0, at most 100",
    "margin_gold": "a number of gold above 0",
    "trace": "a share of the games from 0 to 1",
    "chunk_games": "a whole number from 1 to 1000000, or no such key",
    "rules": "a table of the game's options, such as flip_tiles = true",
    "components": "a table with any of outlines (a name) and either board (a file) or camps_seed (a whole number)",
    "components.board": "the name of a file",
    "components.camps_seed": "a whole number from 0 to 2**64 - 1",
    "components.outlines": "a name",
    "notes": "a list of texts",
}
_TEXT = "a text that is not empty"


class ComponentChoice(BaseModel):
    """Other components than the shipped ones: a board file (relative to the experiment file) or camps placed at random
    by a seed, a choice of outlines."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    board: str | None = Field(None, min_length=1)
    camps_seed: int | None = Field(None, ge=0, lt=SEED_LIMIT)
    outlines: str | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _one_board(self) -> Self:
        if self.board is not None and self.camps_seed is not None:
            raise ValueError("components")
        return self

    def given(self) -> dict[str, Any]:
        """Only what differs from the shipped components."""
        return self.model_dump(exclude_none=True)


class Experiment(BaseModel):
    """What an experiment file says. ``without`` and ``with`` name the bots on trial, ``field`` all the others."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    name: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    claim: str = Field(min_length=1, description="the claim that is tested, by its short name")
    hint_phrase: str = Field(min_length=1, description="how the hint is called in a sentence: 'covering tent camps'")
    design: Literal["paired"] = "paired"
    game: str = Field("arkadia", min_length=1)
    seed: int = Field(ge=0, lt=SEED_LIMIT)
    players: list[int] = Field(min_length=1)
    deals: int | dict[str, int]
    field: str = Field(min_length=1)
    without: str = Field(min_length=1)
    with_: str = Field(alias="with", min_length=1)
    behaviour: str = Field(min_length=1, description="the column that tells whether the hint changed what is done")
    behaviour_label: str = Field(min_length=1, description="that column in a player's words")
    margin_win_share: float = Field(1.0, gt=0, le=100, description="in points; less is no difference that matters")
    margin_gold: float = Field(1.0, gt=0, description="in gold; less is no difference that matters")
    trace: float = Field(0.01, ge=0, le=1, description="the share of games kept turn by turn")
    chunk_games: int | None = Field(None, ge=1, le=1_000_000, description="games per part")
    rules: dict[str, Any] = Field(default_factory=dict)
    components: ComponentChoice = Field(default_factory=lambda: ComponentChoice())
    notes: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        if len(set(self.players)) != len(self.players) or min(self.players) < 1:
            raise ValueError("players")
        counts = list(self.deals.values()) if isinstance(self.deals, dict) else [self.deals]
        if isinstance(self.deals, dict) and set(self.deals) != {str(players) for players in self.players}:
            raise ValueError("deals")
        if not all(2 <= count <= DEALS_MOST for count in counts):
            raise ValueError("deals")
        if self.without == self.with_:
            raise ValueError("with")
        return self

    def deals_for(self, players: int) -> int:
        """How many deals are played at a table of this size."""
        return self.deals[str(players)] if isinstance(self.deals, dict) else self.deals

    def as_json(self) -> dict[str, Any]:
        """The experiment as the file names it, defaults filled in."""
        return self.model_dump(mode="json", by_alias=True)

    def as_toml(self) -> str:
        """The experiment as a file that says the same, defaults filled in."""
        plain = {key: value for key, value in self.as_json().items() if value is not None}
        tables = {key: plain.pop(key) for key in ("rules", "components", "deals") if isinstance(plain.get(key), dict)}
        lines = [f"{key} = {_toml(value)}" for key, value in plain.items()]
        for key, table in tables.items():
            entries = [f"{_toml(name)} = {_toml(value)}" for name, value in table.items() if value is not None]
            lines += ["", f"[{key}]", *entries] if entries else []
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class ExperimentFile:
    """An experiment, the file it came from, and its text, comments and all."""

    experiment: Experiment
    path: Path
    text: str

    def changed(self, seed: int | None = None, deals: int | None = None) -> "ExperimentFile":
        """The same with another seed or number of deals."""
        changes = {key: value for key, value in (("seed", seed), ("deals", deals)) if value is not None}
        if not changes:
            return self
        document = self.experiment.as_json() | changes
        experiment = _checked({key: value for key, value in document.items() if value is not None}, str(self.path))
        return ExperimentFile(experiment, self.path, experiment.as_toml())

    def with_bots_found(self) -> "ExperimentFile":
        """The same, a bot's file that is not there from the current folder looked for beside the experiment file."""
        experiment = self.experiment
        found = {name: self._found(getattr(experiment, name)) for name in ("field", "without", "with_")}
        changed = experiment.model_copy(update=found)
        return self if changed == experiment else ExperimentFile(changed, self.path, changed.as_toml())

    def _found(self, bot: str) -> str:
        file, ending, rest = bot.partition(".py")
        beside = self.path.parent / (file + ending)
        if not ending or rest[:1] not in ("", ":") or Path(file + ending).is_file() or not beside.is_file():
            return bot
        return f"{beside.resolve()}{rest}"

    def component_choice(self) -> dict[str, Any]:
        """The chosen components, with the board file found from where the experiment file lies."""
        chosen = self.experiment.components.given()
        if "board" in chosen:
            chosen["board"] = str(self.path.parent / chosen["board"])
        return chosen


def find_experiment(name: str, shipped: Path) -> ExperimentFile:
    """The experiment in a file (``my_study.toml``), or a shipped one by its name; UnknownName lists those."""
    path = Path(name)
    if path.suffix == ".toml" or path.is_file() or len(path.parts) > 1:
        return load_experiment(path)
    choices = {file.stem: file for file in shipped.glob("*.toml")}
    if name not in choices:
        raise UnknownName("experiment", name, choices)
    return load_experiment(choices[name])


def load_experiment(path: Path) -> ExperimentFile:
    """Read and check an experiment file; UsageError tells all its faults."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"experiment file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"experiment file {path} is not a text file in UTF-8") from None
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    return ExperimentFile(_checked(document, str(path)), path, text)


def experiment_plan(file: ExperimentFile, game: Game) -> Plan:
    """The run that an experiment file asks for: one section for each table size.

    What only the game can judge (bots, columns, rules) is judged here; UsageError tells all the faults.
    """
    experiment = file.experiment
    faults: list[str] = []
    compiled = True
    for key, bot in (("field", experiment.field), ("without", experiment.without), ("with", experiment.with_)):
        try:
            compiled &= all(bool(one.get("compiled", True)) for one in game.check_bots([bot]))
        except UsageError as error:
            faults.append(f"{key}: {error}")
    known = [column.name for column in game.player_columns]
    if experiment.behaviour not in known:
        faults.append(f"behaviour: {UnknownName('column', experiment.behaviour, known)}")
    settings = []
    for players in experiment.players:
        try:
            if players not in game.player_counts:
                raise BadValue("players", players, f"for {game.name}: {', '.join(map(str, game.player_counts))}")
            settings.append(game.setting(players, experiment.rules, file.component_choice()))
        except UsageError as error:
            faults.append(str(error))
    if faults:
        raise UsageError("\n".join(f"{file.path}: {fault}" for fault in dict.fromkeys(faults)))
    bots = tuple(dict.fromkeys((experiment.field, experiment.without, experiment.with_)))
    trio = (bots.index(experiment.field), bots.index(experiment.without), bots.index(experiment.with_))
    sections = tuple(
        paired_section(setting, trio, experiment.deals_for(setting.players), compiled, experiment.chunk_games)
        for setting in settings
    )
    return Plan(experiment.game, experiment.seed, bots, sections, experiment.trace)


def _checked(document: dict[str, Any], file: str) -> Experiment:
    try:
        return Experiment.model_validate(document)
    except ValidationError as error:
        faults = list(dict.fromkeys(_told(fault, document) for fault in error.errors()))
    raise UsageError("\n".join(f"{file}: {fault}" for fault in faults))


def _told(fault: Any, document: Mapping[str, Any]) -> str:
    """One fault in words: the key, what was written, what is allowed."""
    where = [str(part) for part in fault["loc"] if not str(part).startswith(("dict[", "int", "float"))]
    if not where:
        where = [str(fault["ctx"]["error"])]
    key = ".".join(where[:2] if where[0] == "components" else where[:1])
    if fault["type"] == "extra_forbidden":
        model = ComponentChoice if where[0] == "components" else Experiment
        known = sorted(field.alias or name for name, field in model.model_fields.items())
        nearest = get_close_matches(where[-1], known, n=1, cutoff=0.5)
        hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
        return f"unknown key {'.'.join(where)!r}{hint} (allowed: {', '.join(known)})"
    if fault["type"] == "missing":
        return f"key {key!r} is missing (allowed: {_allowed(key, document)})"
    value = document.get(key) if len(where) < 2 or key != ".".join(where[:2]) else document[where[0]][where[1]]
    return f"{key} = {value!r} is not allowed (allowed: {_allowed(key, document)})"


def _allowed(key: str, document: Mapping[str, Any]) -> str:
    if key == "with":
        return f"a bot other than `without` ({document.get('without')!r})"
    if key == "deals" and isinstance(document.get("deals"), dict):
        return f"exactly one whole number from 2 for each of players = {document.get('players')}"
    return ALLOWED.get(key, _TEXT)


def _toml(value: Any) -> str:
    """A value as TOML writes it (JSON's way of writing texts, numbers, lists and yes/no is TOML's too)."""
    import json

    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
