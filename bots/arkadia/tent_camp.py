"""The bot ``tent_camp``: the player ``greedy``, following the rulebook's hint H1, "cover tent camps".

The two differ in one thing: a build that covers camps scores ``greed`` gold for each neutral worker that it brings.
"""

from arkadia_sim.games.arkadia.bot_kit import Bot, Parameter

from . import greedy as base

assert len(base.PARAMETERS) == base.CAMPS

tent_camp = Bot(
    name="tent_camp",
    plan="Plays like greedy, but goes out of its way to lay buildings over tent camps for their neutral workers.",
    source="hint 1 of the rulebook",
    decisions={"must": base.must, "banner": base.banner},
    parameters=(
        *base.PARAMETERS,
        Parameter("greed", 2.5, 0.0, 20.0, "gold that a neutral worker from a covered camp is taken to be worth"),
    ),
    tempered=frozenset({"must"}),
)
