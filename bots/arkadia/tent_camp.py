"""The bot ``tent_camp``: the player ``casual``, following hint 1, cover tent camps.

A build that covers camps scores ``greed`` gold for each neutral worker that it brings; ``casual`` does not see camps.
"""

from ._hints import CASUAL, base_player

tent_camp = base_player(
    name="tent_camp",
    plan="Goes out of its way to lay buildings over tent camps for their neutral workers.",
    source="hint 1 of the rulebook",
    settings={**CASUAL, "greed": 1.0},
)
