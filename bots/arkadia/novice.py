"""The bot ``novice``: the base player, blind to all seven hints."""

from ._hints import base_player

novice = base_player(
    name="novice",
    plan="Takes the must that pays most now and soon, and has not read the rulebook's hints.",
    source="the payout arithmetic of R6 to R8; what each hint looks at is left out",
    settings={},
)
