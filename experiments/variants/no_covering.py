"""No castle covering: a castle piece that is covered still counts for the value of its family.

arkadia-sim compare expert --variant no_covering.py --players 2
"""


def covering(table, family):
    """What the seals of a family lose in value when a castle piece of it is covered."""
    return 0
