"""The bot ``master_no_early``: the master without hint 4, banners early, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_early = base_player(
    name="master_no_early",
    plan="Plays like master, but never uses a banner for the workers.",
    source="the master, to measure hint 4, banners early",
    settings=WITHOUT["early"],
)
