"""The bot ``casual``: the base player as people play who know the rules and have not thought about the hints.

It counts in full what a building pays (H2, H7), uses a banner when its workers have run out or for a good sale (H4),
and sees the others' seals (H6). It thinks neither of camps, nor of the dearest family, nor of the end (H1, H3, H5).
"""

from .novice import novice

casual = novice.variant(
    name="casual",
    plan="Takes the move that pays most now and soon; ignores tent camps and the end of the game.",
    source="the payout arithmetic of R6 to R8",
    settings={"trigger": 1.0, "refill": 1.0, "moment": 1.0, "sale": 16.0, "others": 1.0, "reach": 1.0},
)
