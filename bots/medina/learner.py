"""The bot ``learner``: the learned player before anybody taught it."""

from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import HEEDABLE, Bot, lessons_from, policy_candidates

from . import _learned, _taught

_UNIT = "chance to win"

learner = Bot(
    name="learner",
    plan="Weighs all that a placement brings by weights that can be learned; these are a mere start.",
    source="a linear judgement of placements, made to be fitted to search",
    decisions={"place": _learned.place, "tea": _learned.tea},
    parameters=_taught.PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
    lessons=lessons_from(f"{__package__}._lessons", {"place": tuple(weight.name for weight in _taught.PLACE_WEIGHTS)}),
    candidates=policy_candidates(f"{__package__}._policy", "place", {"place": _UNIT, "tea": _UNIT}),
    heeds=HEEDABLE,
    cues=CUES,
)
