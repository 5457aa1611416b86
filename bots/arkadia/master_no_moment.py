"""The bot ``master_no_moment``: the master without hint 4, the right moment, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_moment = base_player(
    name="master_no_moment",
    plan="Plays like master, but sells all its seals whenever it uses a banner, without a look at today's values.",
    source="the master, to measure hint 4, the right moment",
    settings=WITHOUT["moment"],
)
