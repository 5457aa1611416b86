"""The bot ``master_no_trigger``: the master without hint 2, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_trigger = base_player(
    name="master_no_trigger",
    plan="Plays like master, but does not see the seals that lie on buildings.",
    source="the master, to measure hint 2",
    settings=WITHOUT["trigger"],
)
