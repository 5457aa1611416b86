"""The bot ``banner_timing``: the base player ``novice``, following hint 4 of the rulebook, "use banners in time".

The two differ in three things, the readings of the hint: this one uses a banner before it runs out of own workers
(``refill``), sells by today's values and only families worth enough (``moment``), and does not wait for a great sale
(``sale``).
"""

from ._hints import base_player

banner_timing = base_player(
    name="banner_timing",
    plan="Uses banners early enough to have workers, and sells the families that are worth most at that moment.",
    source="Hint 4 of the rulebook",
    settings={"refill": 1.0, "moment": 1.0, "sale": 16.0},
)
