"""House rules: at the end, each set of four seals of different families brings 3 gold more.

arkadia-sim compare expert --variant my_rules.py --players 2      what they do, compared with the rules of the box
arkadia-sim play expert casual --variant my_rules.py              games by these rules
pytest test_my_rules.py                                           their test

A function replaces the rule of the game that has its name, with the same arguments. All functions here are compiled:
write loops, numbers and fields of the records (arkadia_sim/games/arkadia/rules/state.py), no lists or texts. A function
of your own that one of them calls has a name that begins with _. What you import from the game is the game's own.
Leave all moves legal that are legal by the rules of the box, because bots make them.
"""

from arkadia_sim.games.arkadia.rules import castle, state

SET_GOLD = 3


def _sets(holdings, seat):
    sets = holdings["seals"][seat, 0]
    for family in range(1, state.FAMILIES):
        sets = min(sets, holdings["seals"][seat, family])
    return sets


def worth(table, holdings, seat):
    """What a player's seals would bring in gold if the game ended now: the final scoring."""
    return castle.worth(table, holdings, seat) + SET_GOLD * _sets(holdings, seat)
