"""The bot ``master_no_castle``: the master without hint 6, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_castle = base_player(
    name="master_no_castle",
    plan="Plays like master, but places castle pieces for itself alone.",
    source="the master, to measure hint 6",
    settings=WITHOUT["castle"],
)
