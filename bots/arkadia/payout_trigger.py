"""The bot ``payout_trigger``: the player ``casual``, following hint 2, trigger payouts yourself.

It counts the seal that lies on a building ``trigger`` times: as won by whoever completes it, and as lost to others
where they can. At a ``trigger`` of 1 that is what ``casual`` does of itself: most people count that seal without having
read the hint. What the hint is worth shows against ``casual:trigger=0``, who does not see it.
"""

from ._hints import CASUAL, base_player

payout_trigger = base_player(
    name="payout_trigger",
    plan="Completes buildings itself for the seal that lies on them, and leaves none within reach of the others.",
    source="hint 2 of the rulebook",
    settings={**CASUAL, "trigger": 1.0},
)
