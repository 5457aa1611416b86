"""The bot ``master``: the base player with all seven hints and every weight tuned."""

from ._hints import base_player
from ._tuned import MASTER

master = base_player(
    name="master",
    plan="Follows all seven hints, each as far as it helped in tuning, and plays the rest as well as it can.",
    source="hints 1 to 7 of the rulebook; weights tuned by playing",
    settings=MASTER,
)
