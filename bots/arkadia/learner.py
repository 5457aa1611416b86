"""The bot ``learner``: the learned player before anybody taught it, and where its lessons are to be had."""

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import (
    HEEDABLE,
    Bot,
    LessonBatch,
    LessonRows,
    Lessons,
    PracticeBatch,
    PracticeRows,
)

from . import _learned
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
    plan="Weighs all that lies on the table by weights that can be learned; these are a mere start.",
    source="a linear judgement of what lies on the table, made to be fitted to search",
    decisions={
        "must": _learned.must, "draw": _learned.draw, "castle": _learned.place, "banner": _learned.banner,
    },
    parameters=_learned.PARAMETERS,
    tempered=frozenset({"must"}),
    lessons=Lessons(
        {
            "must": tuple(one.name for one in _learned.MUST_WEIGHTS),
            "banner": tuple(one.name for one in _learned.BANNER_WEIGHTS),
        },
        _give,
        _practise,
    ),
    candidates=candidates,
    heeds=HEEDABLE,
    cues=CUES,
)  # fmt: skip
