"""What a completed building pays (R6)."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules.bitboard import both, load, size
from arkadia_sim.games.arkadia.rules.state import family_of


@inlined
def pay(game: Any, building: Any) -> None:
    """R6.2, R6.3: a seal for each own worker next to the building, and the seal on it for the player on turn."""
    table = game["table"]
    now = game["now"]
    seat = table["seat"]
    seals = game["holdings"]["seals"]
    family = family_of(table["card"][building])
    ring = load(table["ring"][building])
    entry = now["n_completed"]
    now["completed"][entry] = building
    now["n_completed"] = entry + 1
    now["trigger"][entry] = table["has_seal"][building]
    players = table["players"]
    served = seat
    for _ in range(players):
        earned = min(size(both(load(table["own"][served]), ring)), table["supply"][family])
        table["supply"][family] -= earned
        if served == seat:
            earned += table["has_seal"][building]
        seals[served, family] += earned
        now["paid"][entry, served] = earned
        served = served + 1 if served + 1 < players else 0
    table["has_seal"][building] = 0
    table["complete"][building] = 1
