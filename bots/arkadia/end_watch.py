"""The bot ``end_watch``: the player ``casual``, following hint 5, watch for the end.

As the second floor of the castle nears its end, it values workers at hand and payouts to come less and less (``watch``,
``fade``), so that it puts its workers down in time, and it uses no banner for workers that it could not put down any
more. Whoever does not follow the hint may still trust today's prices more, or sell for less, late in the game.
"""

from ._hints import CASUAL, base_player

end_watch = base_player(
    name="end_watch",
    plan="Counts workers at hand for less as the end comes near, and so puts them down in time.",
    source="hint 5 of the rulebook",
    settings={**CASUAL, "watch": 1.0, "fade": 0.05},
)
