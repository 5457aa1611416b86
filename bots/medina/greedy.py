"""The bot ``greedy``: a sensible player who places what brings most points now and waits with the roofs."""

from arkadia_sim.games.medina.bots_api.kit import HEEDABLE, Bot

from . import _worths as worths
from ._explained import candidates

greedy = Bot(
    name="greedy",
    plan="Places what brings most points now, and waits with a roof for a palace that is worth it.",
    source="the scoring of M9 and M11, with weights found by trying",
    decisions={"place": worths.place, "tea": worths.tea},
    parameters=worths.PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
    candidates=candidates,
    heeds=HEEDABLE,
)
