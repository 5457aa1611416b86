"""The bot ``master_no_end``: the master without hint 5, all else tuned anew."""

from ._hints import base_player
from ._tuned import WITHOUT

master_no_end = base_player(
    name="master_no_end",
    plan="Plays like master, but values workers at hand as ever when the end comes near.",
    source="the master, to measure hint 5",
    settings=WITHOUT["end"],
)
