"""House rules: a palace beside the well scores 2 points more, however many of its pieces are there.

arkadia-sim compare expert --variant my_rules.py --game medina --players 2      what they do, compared with the box's
arkadia-sim play expert casual --variant my_rules.py --game medina              games by these rules
pytest test_my_rules.py                                                         their test

A function replaces the rule of the game that has its name, with the same arguments. All functions here are compiled:
write loops, numbers and fields of the records (arkadia_sim/games/medina/rules/state.py), no lists or texts. A function
of your own that one of them calls has a name that begins with _. What you import from the game is the game's own.
Leave all moves legal that are legal by the rules of the box, because bots make them.
"""

from arkadia_sim.games.medina.rules import scoring

MORE = 2


def well_points(table, at_well):
    """What so many pieces on the squares of the well bring a palace."""
    return scoring.well_points(table, at_well) + (MORE if at_well > 0 else 0)
