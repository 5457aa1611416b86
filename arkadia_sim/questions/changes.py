"""Changes of play, the companies in which they are tested, and whether the bots did what a change says."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import NAME, Fault, Several, Written, check, repeated
from arkadia_sim.errors import UnknownName
from arkadia_sim.plan.designs import paired_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.questions.question import Question, Seating
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import ALPHA

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

    bot_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that name bots."""

    name: str = Field(pattern=NAME)
    claim: str = Field("", description="short name of the claim that is tested: 'H1'")
    title: str = Field(min_length=1)
    phrase: str = Field(min_length=1, description="the change in the middle of a sentence: 'keeping cards back'")
    behaviour: str | None = Field(None, min_length=1, description="the column that shows whether play changed")
    behaviour_label: str | None = Field(None, min_length=1, description="that column in a player's words")
    behaviour_direction: Literal["more", "fewer"] | None = Field(None, description="which way it should move")

    @model_validator(mode="after")
    def _behaviour_is_complete(self) -> Self:
        faults: list[Fault] = []
        if (self.behaviour is None) != (self.behaviour_label is None):
            faults.append((("behaviour_label",), "a text where there is a `behaviour`, and only there"))
        if self.behaviour is None and self.behaviour_direction is not None:
            faults.append((("behaviour_direction",), "no such key without `behaviour`"))
        check(faults)
        return self


def in_company(bots: Bots, company: Company) -> str:
    """The bot that plays in a company; ``*`` is the company's own, with the parameters written behind it."""
    bot = bots.get(company.name, bots.get(OTHERS, "")) if isinstance(bots, dict) else bots
    if bot.partition(":")[0].strip() != OWN_BOT:
        return bot
    own, more = BotSpec.parse(company.bot), BotSpec.parse(bot)
    return str(BotSpec(own.name, tuple((dict(own.settings) | dict(more.settings)).items())))


class AmongCompanies(Question):
    """A question about changes of play, each tried in one seat among every company."""

    if TYPE_CHECKING:
        companies: Several[Company]
        changes: Several[Any]

    @model_validator(mode="after")
    def _companies_fit(self) -> Self:
        names = [company.name for company in self.companies]
        faults: list[Fault] = [(("companies", place, "name"), "each name once") for place in repeated(names)]
        changes = [change.name for change in self.changes]
        faults += [(("changes", place, "name"), "each name once") for place in repeated(changes)]
        for place, company in enumerate(self.companies if len(names) > 1 else ()):
            faults += [
                (("companies", place, key), "a text: there are several companies")
                for key in ("name", "title")
                if not getattr(company, key)
            ]
        allowed = f"a bot, or one for each of the companies ({', '.join(names)}; {OTHERS} for the rest)"
        for place, change in enumerate(self.changes):
            for field in change.bot_fields:
                bots = getattr(change, field)
                known = set(names), {*(name for name in names if name in bots), OTHERS}
                if isinstance(bots, dict) and set(bots) not in known:
                    faults.append((("changes", place, field.removesuffix("_")), allowed))
        check(faults)
        return self

    @abstractmethod
    def arms(self, company: Company) -> Sequence[tuple[Any, str, str]]:
        """Each change, the bot without it and the bot with it, in a company."""

    @abstractmethod
    def bots_of_change(self, change: Any, company: Company) -> Iterator[tuple[str, str]]:
        """The bots of a change in a company, each with the key that names it."""

    def bots_by_key(self) -> Iterator[tuple[str, str]]:
        """The bots of each company, then of its changes."""
        for company in self.companies:
            yield f"companies{f'.{company.name}' if company.name else '[1]'}.bot", company.bot
            for change in self.changes:
                yield from self.bots_of_change(change, company)

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""

        def replaced(bots: Bots) -> Bots:
            if isinstance(bots, dict):
                return {company: replace(bot) for company, bot in bots.items()}
            return replace(bots)

        companies = [company.model_copy(update={"bot": replace(company.bot)}) for company in self.companies]
        changes = [
            change.model_copy(update={field: replaced(getattr(change, field)) for field in change.bot_fields})
            for change in self.changes
        ]
        return self.model_copy(update={"companies": tuple(companies), "changes": tuple(changes)})

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """A section for each company."""
        size = self.size(setting.players, seating.compiled)
        for company in self.companies:
            trials = [(seating.number(without), seating.number(with_)) for _, without, with_ in self.arms(company)]
            section = paired_section(setting, seating.number(company.bot), trials, size)
            yield section.model_copy(update={"company": company.name})

    def company_title(self, name: str) -> str:
        """The title of a company; empty if there is only one."""
        return {company.name: company.title for company in self.companies}[name] if len(self.companies) > 1 else ""

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Behaviours that are no columns, and tolerances that do not fit."""
        known = [column.name for column in game.player_columns]
        for change in self.changes:
            if change.behaviour is not None and change.behaviour not in known:
                yield f"changes.{change.name}.behaviour", str(UnknownName("column", change.behaviour, known))
        yield from super().faults(game)


LEAST_CHANGE = 0.01
"""A behaviour that changed by less than this share of its usual amount has hardly changed."""


class Behaved(StrEnum):
    """Whether the bots did what the change says. If not, there is no verdict, and this is the note of the row."""

    AS_SAID = ""
    UNSURE = "no verdict: the behaviour did not significantly change"
    HARDLY = "no verdict: the behaviour hardly changed"
    ASTRAY = "no verdict: the behaviour changed the other way"


def behaved(
    change: BaseChange, behaviour: Estimate | None, without: float, p_value: float, alpha: float = ALPHA
) -> Behaved:
    """Whether the bots did what a change says.

    ``behaviour`` is the effect on the behaviour that it names, ``without`` that behaviour without the change, and
    ``p_value`` that of the effect, corrected for all behaviours of the run.
    """
    if behaviour is None:
        return Behaved.AS_SAID
    if p_value > alpha:
        return Behaved.UNSURE
    if behaviour.mean * {"more": 1, "fewer": -1}.get(change.behaviour_direction or "", 0) < 0:
        return Behaved.ASTRAY
    return Behaved.HARDLY if abs(behaviour.mean) < LEAST_CHANGE * abs(without) else Behaved.AS_SAID


def check_behaviours(run: RunFolder, changes: Iterable[BaseChange]) -> None:
    """Raise UnknownName if a change names a behaviour that is no column of the run."""
    columns = run.scan().collect_schema().names()
    for change in changes:
        if change.behaviour and change.behaviour not in columns:
            raise UnknownName("behaviour column", change.behaviour, columns)
