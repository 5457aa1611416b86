"""House rules: each group of residents that is begun scores 1 point more.

arkadia-sim compare expert --variant my_rules.py --game castle --players 2      what they do, compared with the box's
arkadia-sim play expert casual --variant my_rules.py --game castle              games by these rules
pytest test_my_rules.py                                                         their test

A function replaces the rule of the game that has its name, with the same arguments. All functions here are compiled:
write loops, numbers and fields of the records (arkadia_sim/games/castle/rules/state.py), no lists or texts. A function
of your own that one of them calls has a name that begins with _. What you import from the game is the game's own.
Leave all moves legal that are legal by the rules of the box, because bots make them.
"""

from arkadia_sim.games.castle.rules import scoring

MORE = 1


def resident_points(table, residents):
    """The points of the group in which the last resident stands."""
    if residents <= 0:
        return 0
    begun = 1 + (residents - 1) // table["board"]["group_size"]
    return scoring.resident_points(table, residents) + MORE * begun
