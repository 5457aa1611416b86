"""The bot ``learner``: the base player as a beginning for ``learn``, which finds other weights for it."""

from dataclasses import replace

from arkadia_sim.games.castle.bots_api.kit import lessons_from

from .casual import AGAIN, AT, GUEST, PARAMETERS, casual

_NAMES = [parameter.name for parameter in PARAMETERS]

learner = replace(
    casual,
    name="learner",
    plan="Weighs all that a candidate brings by weights that can be learned; these are those of casual.",
    source="a linear judgement of candidates, made to be fitted to search",
    lessons=lessons_from(
        f"{__package__}._policy",
        {
            "use": tuple(_NAMES[: AT.cash_wall]),
            "line": tuple(_NAMES[AT.cash_wall : GUEST]),
            "guest": tuple(_NAMES[GUEST:AGAIN]),
        },
    ),
)
