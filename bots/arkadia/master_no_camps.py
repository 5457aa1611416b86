"""The bot ``master_no_camps``: the master without hint 1, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_camps = base_player(
    name="master_no_camps",
    plan="Plays like master, but does not see tent camps.",
    source="the master, to measure hint 1",
    settings=WITHOUT["camps"],
)
