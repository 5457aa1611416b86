"""The bot ``end_watch``: the base player ``novice``, following hint 5 of the rulebook, "watch for the end".

The two differ in one thing: as the second floor of the castle nears its end, this one values workers at hand and
payouts to come less and less, so that it puts its workers down in time.
"""

from ._hints import base_player

end_watch = base_player(
    name="end_watch",
    plan="Sees the end of the game come and puts its workers down before they are worth nothing.",
    source="Hint 5 of the rulebook",
    settings={"watch": 1.0},
)
