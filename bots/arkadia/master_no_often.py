"""The bot ``master_no_often``: the master without hint 4, selling often, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_often = base_player(
    name="master_no_often",
    plan="Plays like master, but waits for a great sale, with a banner for workers too.",
    source="the master, to measure hint 4, selling often",
    settings=WITHOUT["often"],
)
