"""Players of the study ``recipe`` for tables at which everybody remembers what the others hold: with the lines about
banners alone, a seal counted at three gold, and with the prices of moves besides."""

from _recipe import BANNERS, LINES, anyone, heeding

KEPT = 3.0  # gold that a seal in hand is worth where rivals know of it, and can cover it

anyone_counted = heeding(anyone, "anyone_counted", list(BANNERS), kept=KEPT)
anyone_priced = heeding(anyone, "anyone_priced", LINES, kept=KEPT)
