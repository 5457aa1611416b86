"""The bot ``payout_trigger``: the player ``casual``, following hint 2, trigger payouts yourself.

It counts the seal that lies on a building ``trigger`` times: as won by whoever completes it, and as lost to others
where they can.
"""

from ._hints import CASUAL, base_player

payout_trigger = base_player(
    name="payout_trigger",
    plan="Completes buildings itself for the seal that lies on them, and leaves none within reach of the others.",
    source="hint 2 of the rulebook",
    settings={**CASUAL, "trigger": 1.0},
)
