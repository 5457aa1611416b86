"""The bot ``end_watch``: the player ``casual``, following hint 5, watch for the end.

As the second floor of the castle nears its end, it values workers at hand and payouts to come less and less (``watch``,
``fade``), so that it puts its workers down in time.
"""

from ._hints import CASUAL, base_player

end_watch = base_player(
    name="end_watch",
    plan="Sees the end of the game come and puts its workers down before they are worth nothing.",
    source="hint 5 of the rulebook",
    settings={**CASUAL, "watch": 1.0, "fade": 0.15},
)
