"""The bot ``payout_trigger``: the base player ``novice``, following hint 2 of the rulebook, "trigger payouts yourself".

The two differ in one thing: this one counts the seal that lies on a building, as won by whoever completes it and as
lost to others where they can.
"""

from ._hints import base_player

payout_trigger = base_player(
    name="payout_trigger",
    plan="Completes buildings itself for the seal that lies on them, and leaves none within reach of the others.",
    source="Hint 2 of the rulebook",
    settings={"trigger": 1.0},
)
