"""The bot ``learner``: the learned player before anybody taught it."""

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import HEEDABLE, Bot, lessons_from, policy_candidates

from . import _learned

_UNIT = "chance to win"

learner = Bot(
    name="learner",
    plan="Weighs all that lies on the table by weights that can be learned; these are a mere start.",
    source="a linear judgement of what lies on the table, made to be fitted to search",
    decisions={
        "must": _learned.must, "draw": _learned.draw, "castle": _learned.place, "banner": _learned.banner,
    },
    parameters=_learned.PARAMETERS,
    tempered=frozenset({"must"}),
    lessons=lessons_from(
        f"{__package__}._lessons",
        {
            "must": tuple(weight.name for weight in _learned.MUST_WEIGHTS),
            "banner": tuple(weight.name for weight in _learned.BANNER_WEIGHTS),
            "draw": tuple(weight.name for weight in _learned.DRAW_WEIGHTS),
            "castle": tuple(weight.name for weight in _learned.CASTLE_WEIGHTS),
        },
        notes=True,
    ),
    candidates=policy_candidates(f"{__package__}._policy", "must", {"must": _UNIT, "banner": _UNIT}),
    heeds=HEEDABLE,
    cues=CUES,
)  # fmt: skip
