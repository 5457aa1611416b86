"""Experiment and study files (TOML): finds, reads and checks them, and makes the run that they ask for.

All faults of a file are reported together, each with the key, the value and what is allowed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import tomli_w
from pydantic import BaseModel, Field, ValidationError, model_validator

from arkadia_sim.core.bot import BotDescription, is_compiled
from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.options import ComponentOption
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import NAME, Fault, Inconsistent, Key, Several, Written, check, repeated
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import BadValue, UnknownName, UsageError, did_you_mean
from arkadia_sim.experiments import bases
from arkadia_sim.plan.plan import Plan, RunRequest
from arkadia_sim.questions.question import MeasureKeys, Question, Seating
from arkadia_sim.questions.registry import KINDS
from arkadia_sim.results.study_folder import Circumstance, StudyManifest
from arkadia_sim.runner.progress import Progress
from arkadia_sim.search.adapt import adapted, changed_rules
from arkadia_sim.shipped import folder as shipped_folder

Model = TypeVar("Model", bound=BaseModel)


class Study(Written):
    """Several experiments that answer one question together.

    With ``circumstances``, each part is played under each of them, on the same deals, and compared with the first.
    """

    name: str = Field(pattern=NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    design: Literal["study"] = "study"
    parts: Several[str] = Field(min_length=1)
    circumstances: Several[Circumstance] = Field(
        (), description="the rules and pieces to play under, the usual ones first"
    )

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        faults: list[Fault] = [(("parts",), "each part once")] if repeated(self.parts) else []
        names = [circumstance.name for circumstance in self.circumstances]
        faults += [(("circumstances", place, "name"), "each name once") for place in repeated(names)]
        changes = [circumstance.changes for circumstance in self.circumstances]
        faults += [
            (("circumstances", place), "other rules or components than those of an earlier one")
            for place, change in enumerate(changes)
            if change in changes[:place]
        ]
        if len(names) == 1:
            faults.append((("circumstances",), "two or more"))
        check(faults)
        return self

    def manifest(self, parts: Sequence[str]) -> StudyManifest:
        """The study as its folder keeps it, with the names of the runs in the order of play."""
        return StudyManifest(
            name=self.name,
            title=self.title,
            question=self.question,
            parts=tuple(parts),
            circumstances=self.circumstances,
        )


def faults_of_parts(study: Study, parts: Sequence[Question]) -> list[str]:
    """Parts that cannot be played under several circumstances."""
    if not study.circumstances:
        return []
    return [
        f"parts: {part.name!r} (design {part.design!r}) cannot be played under several circumstances: that takes "
        "the design paired or seats"
        for part in parts
        if not part.compares_circumstances
    ]


@dataclass(frozen=True)
class ExperimentFile:
    """An experiment, its file and its text.

    The text is that of the file, with comments; if it inherits from other files (``bases``), it is the merged content.
    """

    experiment: Question
    path: Path
    text: str
    bases: tuple[Path, ...] = ()
    beside: Path | None = None
    """The file in which its components were written, if another one."""

    def fault_text(self, where: str, fault: str) -> str:
        """A fault with its key, such as ``changes.NAME.with``, and the file."""
        return bases.with_files(self.path, self.bases, f"{where}: {fault}" if where else fault)

    def changed(self, seed: int | None = None, deals: int | None = None) -> "ExperimentFile":
        """The same with another seed or number of deals."""
        changes = {key: value for key, value in (("seed", seed), ("deals", deals)) if value is not None}
        if not changes:
            return self
        document = self.experiment.document() | changes
        experiment = checked(document, str(self.path))
        return replace(self, experiment=experiment, text=as_toml(experiment))

    def under(self, circumstance: Circumstance, study: Path) -> "ExperimentFile":
        """The same experiment under a circumstance of the study in the file ``study``."""
        changes = circumstance.changes | {"name": circumstance.played_name(self.experiment.name)}
        experiment = checked(self.experiment.document() | changes, str(self.path))
        beside = self.beside if circumstance.components is None else study
        return replace(self, experiment=experiment, text=as_toml(experiment), beside=beside)

    def with_bots_found(self) -> "ExperimentFile":
        """The same, with bots' files looked for in the current folder, then beside the experiment and its bases."""
        changed = self.experiment.with_bots(self._found)
        return self if changed == self.experiment else replace(self, experiment=changed, text=as_toml(changed))

    def _found(self, bot: str) -> str:
        spec = BotSpec.parse(bot)
        if spec.file is None:
            try:
                resolve_game(self.experiment.game).find_bot(bot)
            except UnknownName:
                spec = BotSpec(f"{spec.name}.py:{spec.name}", spec.settings)
        specs = (spec.beside(file.parent) for file in (self.path, *self.bases))
        return next((str(found_spec) for found_spec in specs if found_spec != spec), bot)

    def component_choice(self, options: Sequence[ComponentOption]) -> dict[str, Any]:
        """The chosen components, with files relative to the experiment file."""
        files = self.component_files(options)
        return dict(self.experiment.components) | {name: str(path) for name, path in files.items()}

    def component_files(self, options: Sequence[ComponentOption]) -> dict[str, Path]:
        """The chosen components that are files, relative to the file that names them."""
        chosen, beside = self.experiment.components, (self.beside or self.path).parent
        named = [option.name for option in options if option.kind == "file"]
        return {name: beside / chosen[name] for name in named if isinstance(chosen.get(name), str)}


@dataclass(frozen=True)
class StudyFile:
    """A study, its file, and its parts in the order of play: all under the first circumstance, then the next."""

    study: Study
    path: Path
    parts: tuple[ExperimentFile, ...]


def as_toml(question: Question) -> str:
    """A question as an experiment file that inherits nothing."""
    return tomli_w.dumps(question.document())


def find_experiment(name: str, shipped: Path) -> ExperimentFile | StudyFile:
    """Read an experiment or study from a file, or a shipped one by its name; UnknownName lists those."""
    path = bases.experiment_path(name, shipped)
    document = _read(path, shipped)
    if document.entries.get("design") == "study":
        return _study_file(_valid(Study, document.entries, document), path, shipped)
    return _experiment_file(document)


def load_experiment(path: Path, shipped: Path | None = None) -> ExperimentFile:
    """Read and check the file of a single experiment; UsageError lists all its faults.

    ``shipped`` is the folder of the experiments that it may extend by name; None for that of the toolkit.
    """
    document = _read(path, shipped or shipped_folder("experiments"))
    if document.entries.get("design") == "study":
        raise UsageError(f"{path} is a study of several experiments; one of them is wanted here")
    return _experiment_file(document)


def checked(document: dict[str, Any], file: str) -> Question:
    """The experiment that a document describes; UsageError lists all faults."""
    return _checked(bases.Document(Path(file), document, None))


def _checked(document: bases.Document) -> Question:
    design = document.entries.get("design", "paired")
    if not isinstance(design, str) or design not in KINDS:
        raise UsageError(f"{document.path}: {UnknownName('design', str(design), [*KINDS, 'study'])}")
    return _valid(KINDS[design], document.entries, document)


def _experiment_file(document: bases.Document) -> ExperimentFile:
    experiment = _checked(document)
    text = as_toml(experiment) if document.text is None else document.text
    return ExperimentFile(experiment, document.path, text, document.bases, document.beside)


def _read(path: Path, shipped: Path) -> bases.Document:
    """Read a file that can be run, which a base cannot."""
    if bases.is_base(path):
        raise UsageError(f"{path} is no experiment, but a base for some (its name begins with _): extend it")
    return bases.read_document(path, shipped)


def _study_file(study: Study, path: Path, shipped: Path) -> StudyFile:
    """Read the parts of a study; the faults of all parts are reported together."""
    parts, faults = [], []
    for name in study.parts:
        try:
            parts.append(_part(name, path.parent, shipped))
        except UsageError as error:
            faults.append(f"{path}: parts: {error}" if isinstance(error, UnknownName) else str(error))
    names = [part.experiment.name for part in parts]
    faults += [
        f"{path}: parts: two experiments named {name!r}" for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    if not faults:
        faults = [f"{path}: {fault}" for fault in faults_of_parts(study, [part.experiment for part in parts])]
    if faults:
        raise UsageError("\n".join(faults))
    played = [part.under(circumstance, path) for circumstance in study.circumstances for part in parts]
    return StudyFile(study, path, tuple(played or parts))


def _part(name: str, folder: Path, shipped: Path) -> ExperimentFile:
    """A part of a study: a file beside it, or a shipped experiment."""
    choices = bases.experiment_files(shipped, folder)
    file = folder / name if name.endswith(".toml") else choices.get(name)
    if file is None:
        raise UnknownName("experiment", name, choices)
    return load_experiment(file, shipped)


def _valid(model: type[Model], entries: dict[str, Any], document: bases.Document) -> Model:
    try:
        return model.model_validate(entries)
    except ValidationError as error:
        faults = [document.fault_text(text) for text in faults_of(error, entries, model)]
    raise UsageError("\n".join(faults))


TYPES = ("int", "str", "float", "dict")
"""Names of types in the paths of pydantic."""


PLAIN = {
    "tuple_type": "should be a list",
    "dict_type": "should be a table",
    "string_pattern_mismatch": "should be letters, digits, _ and -, beginning with a letter",
}
"""Messages of pydantic that speak of Python, in the words of a file."""


def faults_of(error: ValidationError, document: Mapping[str, Any], model: type[BaseModel]) -> list[str]:
    """All faults that a model finds in a document, each once."""
    faults = error.errors()
    keys = [tuple(_within(fault["loc"], document)) for fault in faults]
    texts = (
        text
        for place, (fault, key) in enumerate(zip(faults, keys, strict=True))
        if not (fault["type"].endswith("_type") and _said_better(key, keys, place))
        for text in _texts(fault, key, document, model)
    )
    return list(dict.fromkeys(texts))


def _said_better(key: Key, keys: Sequence[Key], place: int) -> bool:
    """Whether another fault says more: a union reports a wrong type for each type that it allows."""
    deeper = any(len(other) > len(key) and other[: len(key)] == key for other in keys)
    return deeper or key in keys[:place]


def _texts(fault: Any, key: Key, document: Mapping[str, Any], model: type[BaseModel]) -> Iterator[str]:
    problem = fault.get("ctx", {}).get("error")
    if isinstance(problem, Inconsistent):
        for inner, allowed in problem.faults:
            yield _text(key + inner, f"allowed: {allowed}", document)
    elif fault["type"] == "too_short" and len(_value(key, document)[1]) >= fault["ctx"]["min_length"]:
        return  # only without the entries at fault, each of which is reported
    elif fault["type"] == "extra_forbidden":
        yield _unknown(key, document, model)
    else:
        reason = PLAIN.get(fault["type"], str(fault["msg"]).removeprefix("Input "))
        yield _text(key, reason, document)


def _within(loc: Iterable[str | int], document: Any) -> Iterator[str | int]:
    """The path through the document, without the names of types that were tried on the way."""
    for step in loc:
        listed = isinstance(document, list) and isinstance(step, int) and step < len(document)
        if listed or (isinstance(document, Mapping) and step in document):
            document = document[step]
        elif isinstance(document, Mapping) and str(step).isidentifier() and step not in TYPES:
            document = None
        else:
            continue
        yield step


def _text(key: Key, reason: str, document: Mapping[str, Any]) -> str:
    exists, value = _value(key, document)
    if not exists:
        return f"key {_shown(key, document)!r} is missing"
    return f"{_shown(key, document)} = {value!r} is not allowed ({reason})"


def _shown(key: Key, document: Mapping[str, Any]) -> str:
    """The key as users read it: entries of a list by their name, or by their place counted from 1."""
    text = ""
    here: Any = document
    for step in key:
        if isinstance(step, int):
            here = here[step]
            name = here.get("name") if isinstance(here, Mapping) else None
            text += f".{name}" if isinstance(name, str) and name else f"[{step + 1}]"
        else:
            here = here.get(step) if isinstance(here, Mapping) else None
            text += f".{step}" if text else step
    return text


def _value(key: Key, document: Mapping[str, Any]) -> tuple[bool, Any]:
    here: Any = document
    for step in key:
        if isinstance(here, Mapping) and step not in here:
            return False, None
        here = here[step]
    return True, here


def _unknown(key: Key, document: Mapping[str, Any], model: type[BaseModel]) -> str:
    name = str(key[-1])
    table = _model_at(key, model)
    more = (bases.EXTENDS, bases.ONLY) if len(key) == 1 and document.get("design") != "study" else ()
    known = sorted([*(field.alias or name for name, field in table.model_fields.items()), *more])
    owners = [f'"{design}"' for design, kind in KINDS.items() if len(key) == 1 and name in kind.model_fields]
    owner = f": it belongs to design = {' or '.join(owners)}" if owners else did_you_mean(name, known)
    return f"unknown key {_shown(key, document)!r}{owner} (allowed: {', '.join(known)})"


def _model_at(key: Key, model: type[BaseModel]) -> type[BaseModel]:
    """The model of the table in which a key lies."""
    for step in key[:-1]:
        if isinstance(step, str):
            annotation: Any = model.model_fields[step].annotation
            model = next(
                kind for kind in (annotation, *getattr(annotation, "__args__", ())) if hasattr(kind, "model_fields")
            )
    return model


def practised(file: ExperimentFile, workers: int | None = None, progress: Progress | None = None) -> ExperimentFile:
    """The experiment with the players adapted to its settings, where it asks for them; they practise if need be."""
    question = file.experiment
    if not isinstance(question, MeasureKeys) or not question.adapt:
        return file
    if question.adapted and all(
        player.plays == player.bot or is_file(Path(player.plays)) for player in question.adapted
    ):
        return file
    game, chosen = resolve_game(question.game), file.component_choice(resolve_game(question.game).component_options())
    experiment_request(file, game)  # its faults are reported before anybody practises
    settings = [
        game.setting(players, rules, chosen) for players in question.players for rules in question.table_rules()
    ]
    players = adapted(question.game, question.bots, settings, question.seed, workers, progress)
    changed = question.model_copy(update={"adapted": players})
    return replace(file, experiment=changed, text=as_toml(changed))


def _adapted_at(question: Question, setting: Setting, game: Game) -> dict[str, str]:
    """The adapted player for each bot at the tables of a setting: by the rules that say most of it."""
    players = question.adapted if isinstance(question, MeasureKeys) else ()
    rules = changed_rules(game, setting)
    fitting = [each for each in players if each.players == setting.players and each.rules.items() <= rules.items()]
    return {each.bot: each.plays for each in sorted(fitting, key=lambda adapted: len(adapted.rules))}


def experiment_request(file: ExperimentFile, game: Game) -> RunRequest:
    """The run that an experiment file asks for.

    Raises:
        UsageError: all the faults that the game finds: bots, columns, outcomes, pieces, rules.
    """
    question = file.experiment
    check = _Check(game)
    for key, bot in question.bots_by_key():
        check.bot(key, bot)
    for key, fault in question.faults(game):
        check.faults.setdefault(fault, key)
    settings = check.settings(file)
    if check.faults:
        raise UsageError("\n".join(file.fault_text(key, fault) for fault, key in check.faults.items()))
    alike = check.alike() if question.merges_alike else {}
    compiled = all(is_compiled([bot]) for bot in check.described.values())
    asked = [alike.get(bot, bot) for _, bot in question.bots_by_key()]
    plays = [
        dict(zip(asked, asked, strict=True)) | dict(alike) | _adapted_at(question, setting, game)
        for setting in settings
    ]
    seated = tuple(dict.fromkeys(own[bot] for own in plays for bot in asked))
    seatings = [Seating(seated, own, compiled) for own in plays]
    complete = question.filled_in(game)
    text, files = _portable(file, game)
    pairs = zip(settings, seatings, strict=True)
    sections = tuple(section for setting, seating in pairs for section in question.sections(setting, seating))
    plan = Plan(game=question.game, seed=question.seed, bots=seated, sections=sections, trace=question.traced)
    return RunRequest(plan, "experiment", complete.document(), text, files)


@dataclass
class _Check:
    """The faults that the game finds in an experiment, with their keys, and the bots that it knows."""

    game: Game
    faults: dict[str, str] = field(default_factory=dict)
    described: dict[str, BotDescription] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)

    def bot(self, key: str, bot: str) -> None:
        """Look a bot up, once; a fault is reported where the bot is named first."""
        if bot in self.tried:
            return
        self.tried.add(bot)
        try:
            self.described[bot] = self.game.describe_bots([bot])[0]
        except UsageError as error:
            self.faults.setdefault(str(error), key)

    def alike(self) -> Mapping[str, str]:
        """For each bot, the first bot that plays exactly like it, usually itself."""
        first: dict[str, str] = {}
        return {
            bot: first.setdefault(description.model_copy(update={"spec": ""}).model_dump_json(), bot)
            for bot, description in self.described.items()
        }

    def settings(self, file: ExperimentFile) -> list[Setting]:
        """The tables to play at, one for each size and set of rules; those with a fault are left out."""
        question: Question = file.experiment
        chosen = file.component_choice(self.game.component_options())
        settings = []
        for players in question.players:
            try:
                if players not in self.game.player_counts:
                    allowed = f"for {self.game.name}: {', '.join(map(str, self.game.player_counts))}"
                    raise BadValue("players", players, allowed)
                tables = [self.game.setting(players, rules, chosen) for rules in question.table_rules()]
                tables[0].refuse_shared(f"the design {question.design}", question.shares)
                settings += tables
            except UsageError as error:
                self.faults.setdefault(str(error), "")
        return settings


def _portable(file: ExperimentFile, game: Game) -> tuple[str, tuple[Path, ...]]:
    """The experiment's text for the folder of the run, and the files to copy beside it."""
    files = file.component_files(game.component_options())
    if not files:
        return file.text, ()
    beside = dict(file.experiment.components) | {name: path.name for name, path in files.items()}
    return as_toml(file.experiment.model_copy(update={"components": beside})), tuple(files.values())
