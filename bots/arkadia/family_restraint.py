"""The bot ``family_restraint``: the base player ``novice``, following hint 3 of the rulebook.

The two differ in one thing: a build that stays open scores ``hold`` gold less for each gold by which its family's seals
are worth more than the mean of all families.
"""

from ._hints import base_player

family_restraint = base_player(
    name="family_restraint",
    plan="Keeps the cards of the dearest family in hand until it can complete the building at once.",
    source="Hint 3 of the rulebook",
    settings={"hold": 1.0},
)
