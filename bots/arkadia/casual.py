"""The bot ``casual``: the base player as people play who know the rules and have not thought about the hints."""

from ._hints import CASUAL, base_player

casual = base_player(
    name="casual",
    plan="Takes the must that pays most now and soon; thinks neither of camps nor of the end.",
    source="the payout arithmetic of R6 to R8",
    settings=CASUAL,
)
