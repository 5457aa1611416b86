"""The bot ``castle_manipulation``: the player ``casual``, following hint 6, lower the others' seals.

In placing castle pieces it weighs what happens to the others' seals ``others`` times as much as to its own. At 1 that
is what ``casual`` does of itself; what the hint is worth shows against ``casual:others=0``, who thinks of its own seals
alone.
"""

from ._hints import CASUAL, base_player

castle_manipulation = base_player(
    name="castle_manipulation",
    plan="Places castle pieces so that they cover the families of which the others hold most.",
    source="hint 6 of the rulebook",
    settings={**CASUAL, "others": 1.0},
)
