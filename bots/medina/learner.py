"""The bot ``learner``: the learned player before anybody taught it, and where its lessons are to be had."""

from arkadia_sim.games.medina.bots_api.kit import (
    HEEDABLE,
    Bot,
    LessonBatch,
    LessonRows,
    Lessons,
    PracticeBatch,
    PracticeRows,
)

from . import _learned, _taught
from ._explained import candidates


def _give(batch: LessonBatch) -> LessonRows:
    """The lessons of a batch; who gives them takes a while to compile, and is loaded by those who learn alone."""
    from ._lessons import give_lessons

    rows: LessonRows = give_lessons(batch)
    return rows


def _practise(batch: PracticeBatch) -> PracticeRows:
    """Games in which the bot practises; as above."""
    from ._lessons import practise_games

    rows: PracticeRows = practise_games(batch)
    return rows


learner = Bot(
    name="learner",
    plan="Weighs all that a placement brings by weights that can be learned; these are a mere start.",
    source="a linear judgement of placements, made to be fitted to search",
    decisions={"place": _learned.place, "tea": _learned.tea},
    parameters=_taught.PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
    lessons=Lessons({"place": tuple(one.name for one in _taught.PLACE_WEIGHTS)}, _give, _practise),
    candidates=candidates,
    heeds=HEEDABLE,
)
