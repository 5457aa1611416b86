"""The bot ``castle_manipulation``: the base player ``novice``, following hint 6 of the rulebook.

The two differ in one thing: in placing castle pieces this one weighs what they do to the others' seals (``others``),
and not only to its own.
"""

from ._hints import base_player

castle_manipulation = base_player(
    name="castle_manipulation",
    plan="Places castle pieces so that they cover the families of which the others hold most.",
    source="Hint 6 of the rulebook",
    settings={"others": 1.0},
)
