"""The bot ``banner_timing``: the player ``casual``, following hint 4, use banners in time.

It uses a banner before it runs out of own workers (``refill``), sells by today's values and only families worth enough
(``moment``, ``sell_at``), and does not wait for a great sale (``sale``): the three readings of the hint.
"""

from ._hints import CASUAL, base_player

banner_timing = base_player(
    name="banner_timing",
    plan="Uses banners early enough to have workers, and sells the families that are worth most at that moment.",
    source="hint 4 of the rulebook",
    settings={**CASUAL, "refill": 2.0, "sell_at": 4.0, "sale": 4.0},
)
