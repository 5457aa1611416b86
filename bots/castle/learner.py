"""The bot ``learner``: the base player as a beginning for ``learn``, which finds other weights for it."""

from dataclasses import replace

from arkadia_sim.games.castle.bots_api.kit import lessons_from

from . import _weights
from .casual import casual

_NAMES = [parameter.name for parameter in _weights.PARAMETERS]

learner = replace(
    casual,
    name="learner",
    plan="Weighs all that a candidate brings by weights that can be learned; these are those of casual.",
    source="a linear judgement of candidates, made to be fitted to search",
    lessons=lessons_from(
        f"{__package__}._lessons",
        {
            "use": tuple(_NAMES[: _weights.CASH_WALL]),
            "line": tuple(_NAMES[_weights.CASH_WALL : _weights.GUEST]),
            "guest": tuple(_NAMES[_weights.GUEST : _weights.AGAIN]),
        },
    ),
)
