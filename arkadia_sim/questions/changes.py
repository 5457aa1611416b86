"""Changes of play, the companies in which they are tested, and their effects."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.written import NAME, Fault, Several, Written, check, repeated
from arkadia_sim.errors import UnknownName
from arkadia_sim.plan.designs import Trial, paired_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.questions.labels import Variant
from arkadia_sim.questions.question import Question, Seating
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect
from arkadia_sim.stats.verdicts import ALPHA, Evidence, Judgement, Verdict, difference_p, holm, simultaneous_verdicts

OWN_BOT = OTHERS = "*"
"""What the company's own bot is called in a change, and all companies that a table of bots does not name."""

Bots = str | dict[str, str]
"""One bot, or one for each company by name, ``*`` for all others. ``*:parameter=value`` is the company's own bot with
that parameter."""


class Company(Written):
    """The others at the table: the bot in all seats that are not on trial."""

    name: str = Field("", pattern=r"^[A-Za-z0-9_-]*$", description="needed where there are several companies")
    title: str = Field("", description="as the text of a sentence: 'among beginners'")
    about: str | None = Field(None, min_length=1, description="a sentence for the report on what is compared here")
    bot: str = Field(min_length=1)


class BaseChange(Written):
    """What all changes have: a name, words for the report, and the behaviour that the change should change."""

    name: str = Field(pattern=NAME)
    claim: str = Field("", description="short name of the claim that is tested: 'H1'")
    title: str = Field(min_length=1)
    phrase: str = Field(min_length=1, description="the change in the middle of a sentence: 'keeping cards back'")
    behaviour: str | None = Field(None, min_length=1, description="the column that shows whether play changed")
    behaviour_label: str | None = Field(None, min_length=1, description="that column in a player's words")
    behaviour_direction: Literal["more", "fewer"] | None = Field(None, description="which way it should move")

    def __hash__(self) -> int:
        """By the name alone: tables of bots have no hash."""
        return hash(self.name)

    @property
    def direction(self) -> int:
        """How the change should change the behaviour: 1 more, -1 less, 0 either."""
        return {"more": 1, "fewer": -1}.get(self.behaviour_direction or "", 0)

    @model_validator(mode="after")
    def _behaviour_is_complete(self) -> Self:
        faults: list[Fault] = []
        if (self.behaviour is None) != (self.behaviour_label is None):
            faults.append((("behaviour_label",), "a text where there is a `behaviour`, and only there"))
        if self.behaviour is None and self.behaviour_direction is not None:
            faults.append((("behaviour_direction",), "no such key without `behaviour`"))
        check(faults)
        return self

    def faults(self, game: Game) -> list[tuple[str, str]]:
        """A behaviour that is no column of the game."""
        known = [column.name for column in game.player_columns]
        if self.behaviour is None or self.behaviour in known:
            return []
        return [(f"changes.{self.name}.behaviour", str(UnknownName("column", self.behaviour, known)))]


def in_company(bots: Bots, company: Company) -> str:
    """The bot that plays in a company; ``*`` is the company's own, with the parameters written behind it."""
    bot = bots.get(company.name, bots.get(OTHERS, "")) if isinstance(bots, dict) else bots
    if bot.partition(":")[0].strip() != OWN_BOT:
        return bot
    own, more = BotSpec.parse(company.bot), BotSpec.parse(bot)
    return str(BotSpec(own.name, tuple((dict(own.settings) | dict(more.settings)).items())))


def replaced(bots: Bots, replace: Callable[[str], str]) -> Bots:
    """The same bots, each replaced."""
    if isinstance(bots, dict):
        return {company: replace(bot) for company, bot in bots.items()}
    return replace(bots)


def company_key(company: Company) -> str:
    """The key of a company's bot."""
    return f"companies{f'.{company.name}' if company.name else '[1]'}.bot"


def faults_of_lists(companies: Sequence[Company], changes: Sequence[BaseChange]) -> list[Fault]:
    """Names that occur twice; companies without a name or a title where there are several."""
    faults: list[Fault] = []
    for key, names in (
        ("companies", [company.name for company in companies]),
        ("changes", [change.name for change in changes]),
    ):
        faults += [((key, place, "name"), "each name once") for place in repeated(names)]
    if len(companies) > 1:
        for place, company in enumerate(companies):
            faults += [
                (("companies", place, key), "a text: there are several companies")
                for key in ("name", "title")
                if not getattr(company, key)
            ]
    return faults


def faults_of_bots(key: str, place: int, bots: Bots, companies: Sequence[Company]) -> list[Fault]:
    """A table of bots that has none for a company, or one for a company that there is not."""
    names = [company.name for company in companies]
    if not isinstance(bots, dict) or set(bots) in (set(names), {*(name for name in names if name in bots), OTHERS}):
        return []
    return [
        (
            ("changes", place, key),
            f"a bot, or one for each of the companies ({', '.join(names)}; {OTHERS} for the rest)",
        )
    ]


class AmongCompanies(Question):
    """A question about changes of play, each tried in one seat among every company."""

    if TYPE_CHECKING:
        companies: Several[Company]
        changes: Several[Any]

    @abstractmethod
    def arms(self, company: Company) -> Sequence[tuple[BaseChange, str, str]]:
        """Each change, the bot without it and the bot with it, in a company."""

    def companies_with(self, replace: Callable[[str], str]) -> tuple[Company, ...]:
        """The companies with each bot replaced."""
        return tuple(company.model_copy(update={"bot": replace(company.bot)}) for company in self.companies)

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """A section for each company."""
        size = self.size(setting.players, seating.compiled)
        for company in self.companies:
            trials = [Trial(seating.number(without), seating.number(with_)) for _, without, with_ in self.arms(company)]
            section = paired_section(setting, seating.number(company.bot), trials, size)
            yield section.model_copy(update={"company": company.name})

    def company_title(self, section: Section) -> str:
        """The title of a section's company."""
        return {company.name: company.title for company in self.companies}.get(section.company, "")

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Behaviours that are no columns, and tolerances that do not fit."""
        for change in self.changes:
            yield from change.faults(game)
        yield from super().faults(game)


NEAR_END = 0.05
"""The part of its range within which an outcome is at its floor or its ceiling: little can move it further."""

LEAST_CHANGE = 0.01
"""A behaviour that changed by less than this share of its usual amount has hardly changed."""


class Behaved(StrEnum):
    """Whether the bots did what the change says. If not, there is no verdict, and this is the note of the row."""

    AS_SAID = ""
    UNSURE = "no verdict: the behaviour did not significantly change"
    HARDLY = "no verdict: the behaviour hardly changed"
    ASTRAY = "no verdict: the behaviour changed the other way"


def verdict_if(judgement: Judgement | None, behaved: Behaved) -> Verdict | None:
    """The verdict of a test; None if nothing was tested, or the bots did not do what the change says."""
    return None if judgement is None or behaved is not Behaved.AS_SAID else judgement.verdict


@dataclass(frozen=True)
class OutcomeEffect:
    """The effect of a change on one outcome, from paired deals, in the outcome's unit.

    The judgement is corrected for all tests of the run; outcomes without a tolerance have none.
    """

    outcome: Outcome
    effect: PairedEffect
    judgement: Judgement | None

    @property
    def estimate(self) -> Estimate:
        """With the change minus without."""
        return self.effect.effect

    @property
    def at_end(self) -> bool:
        """Whether the outcome is near its least or its most, with the change or without it."""
        arms = (self.effect.with_change, self.effect.control)
        return any(arm.at_end(*self.outcome.bounds, NEAR_END) for arm in arms)


@dataclass(frozen=True)
class Effect:
    """The effect of a change of play in one company at one table size (and in one variant of the rules).

    ``behaviour`` is the effect on the behaviour that the change names; ``behaved`` tells if it changed as it should.
    ``limited`` says at how many of 100 turns a ban or an order takes moves away from the player, if there is one.
    """

    change: BaseChange
    company: str
    company_title: str
    players: int
    variant: Variant
    deals: int
    with_bot: str
    without_bot: str
    outcomes: tuple[OutcomeEffect, ...]
    behaviour: PairedEffect | None
    behaved: Behaved = Behaved.AS_SAID
    limited: Estimate | None = None

    @property
    def main(self) -> OutcomeEffect:
        """The effect on the game's first outcome."""
        return self.outcomes[0]

    def verdict(self, outcome: OutcomeEffect | None = None) -> Verdict | None:
        """The verdict on an outcome, the main one if none is named.

        None if nothing was tested, or the bots did not do what the change says.
        """
        return verdict_if((outcome or self.main).judgement, self.behaved)

    @property
    def judged(self) -> list[OutcomeEffect]:
        """The outcomes that were tested."""
        return [outcome for outcome in self.outcomes if outcome.judgement is not None]


def with_judgements(effects: Sequence[Effect], alpha: float) -> tuple[Effect, ...]:
    """The same effects with verdicts over all of them as one family: a test for each effect and judged outcome."""
    family = [
        evidence(outcome.effect, outcome.judgement.tolerance)
        for effect in effects
        for outcome in effect.outcomes
        if outcome.judgement is not None
    ]
    judgements = iter(simultaneous_verdicts(family, alpha))
    return tuple(
        replace(
            effect,
            outcomes=tuple(
                outcome if outcome.judgement is None else replace(outcome, judgement=next(judgements))
                for outcome in effect.outcomes
            ),
        )
        for effect in effects
    )


def evidence(effect: PairedEffect, tolerance: float) -> Evidence:
    """The evidence for the verdict on an effect."""
    return Evidence(effect.effect, tolerance, changed_deals=effect.changed_deals, bound=effect.span)


def behaved(
    change: BaseChange, behaviour: Estimate | None, without: float, p_value: float, alpha: float = ALPHA
) -> Behaved:
    """Whether the bots did what a change says.

    Args:
        change: the change, which may name a behaviour.
        behaviour: the effect on that behaviour.
        without: the average of the behaviour without the change.
        p_value: of the effect on the behaviour, corrected for all behaviours of the run.
        alpha: the error rate.
    """
    if behaviour is None:
        return Behaved.AS_SAID
    if p_value > alpha:
        return Behaved.UNSURE
    if behaviour.mean * change.direction < 0:
        return Behaved.ASTRAY
    return Behaved.HARDLY if abs(behaviour.mean) < LEAST_CHANGE * abs(without) else Behaved.AS_SAID


def with_behaved(effects: Sequence[Effect], alpha: float = ALPHA) -> tuple[Effect, ...]:
    """The same effects, each with whether the bots did what it says (Holm over all behaviours)."""
    corrected = holm(
        [
            1.0 if effect.behaviour is None else difference_p(evidence(effect.behaviour, tolerance=1.0))
            for effect in effects
        ]
    )
    return tuple(
        effect
        if effect.behaviour is None
        else replace(
            effect,
            behaved=behaved(
                effect.change, effect.behaviour.effect, effect.behaviour.control.mean, float(p_value), alpha
            ),
        )
        for effect, p_value in zip(effects, corrected, strict=True)
    )


def check_behaviours(run: RunFolder, changes: Iterable[BaseChange]) -> None:
    """Raise UnknownName if a change names a behaviour that is no column of the run."""
    columns = run.scan().collect_schema().names()
    for change in changes:
        if change.behaviour and change.behaviour not in columns:
            raise UnknownName("behaviour column", change.behaviour, columns)
