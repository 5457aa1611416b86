"""The bot ``master_no_reach``: the master without hint 7, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_reach = base_player(
    name="master_no_reach",
    plan="Plays like master, but looks at the one building that gains most when it puts down workers.",
    source="the master, to measure hint 7",
    settings=WITHOUT["reach"],
)
