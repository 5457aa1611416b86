"""A cap on seals: nobody may hold more than four seals of a family. What is too many stays in the supply.

arkadia-sim compare expert --variant seal_cap.py --players 2
"""

from arkadia_sim.games.arkadia.rules import state, turn

CAP = 4


def payout(table, holdings, building, seat, workers):
    """The seals that a completed building pays a player with so many workers beside it."""
    held = holdings["seals"][seat, state.family_of(table["card"][building])]
    return max(0, min(CAP - held, turn.payout(table, holdings, building, seat, workers)))
