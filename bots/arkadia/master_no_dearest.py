"""The bot ``master_no_dearest``: the master without hint 3, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_dearest = base_player(
    name="master_no_dearest",
    plan="Plays like master, but plays cards of the dearest family like any other.",
    source="the master, to measure hint 3",
    settings=WITHOUT["dearest"],
)
