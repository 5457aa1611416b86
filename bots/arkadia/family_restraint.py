"""The bot ``family_restraint``: the player ``casual``, following hint 3, keep the dearest family back.

A build that stays open scores ``hold`` gold less for each gold by which its family's seals are worth more than the mean
of all families.
"""

from ._hints import CASUAL, base_player

family_restraint = base_player(
    name="family_restraint",
    plan="Keeps the cards of the dearest family in hand until it can complete the building at once.",
    source="hint 3 of the rulebook",
    settings={**CASUAL, "hold": 0.1},
)
