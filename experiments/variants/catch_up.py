"""A catch-up start: who begins later begins with more gold, 2 for each player before.

arkadia-sim compare expert --variant catch_up.py --players 2
"""

GOLD = 2


def set_up(game):
    """What is changed in a game that has been set up, before its first turn."""
    table = game["table"]
    for later in range(1, table["players"]):
        seat = (table["first_seat"] + later) % table["players"]
        game["holdings"]["gold"][seat] += GOLD * later
