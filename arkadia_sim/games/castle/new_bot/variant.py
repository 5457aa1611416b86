"""my_bot: plays as `casual`, but for the decision below, which is its own."""

from arkadia_sim.shipped.bots.castle.casual import casual

from arkadia_sim.games.castle.bots_api.plain import HEEDABLE, Parameter, Pick, View

# Numbers that you may want to change without editing this file: `my_bot.py:part=4`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("part", 3.0, 0.0, 10.0, "points that a main part is worth besides its own points"),
    Parameter("least", 0.5, 0.0, 20.0, "points that a line must bring to be cashed"),
)


def line(view: View) -> Pick:
    """Cash the line (its number) that brings most, or "stop"."""

    def worth(at: View) -> float:
        return at.score(view.seat) + view.parameters["part"] * at.castles[view.seat].main_parts

    least = worth(view) + view.parameters["least"]
    return view.best(view.legal_moves(), lambda move: least if move == "stop" else worth(view.after(move)))


my_bot = casual.variant(
    name="my_bot",
    plan="Plays as casual, and cashes the line that brings most.",
    source="an idea of my own",
    decisions={"line": line},  # also possible: die, use, guest, bolt, square, move, steal
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
