"""The bot ``tent_camp``: the base player ``novice``, following hint 1 of the rulebook, "cover tent camps".

The two differ in one thing: a build that covers camps scores ``greed`` gold for each neutral worker that it brings.
"""

from ._hints import base_player

tent_camp = base_player(
    name="tent_camp",
    plan="Goes out of its way to lay buildings over tent camps for their neutral workers.",
    source="Hint 1 of the rulebook",
    settings={"greed": 2.5},
)
