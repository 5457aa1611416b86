"""What Medina declares of itself: outcomes, ends and pictures."""

from arkadia_sim.core.game import End, Picture, Series
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, ROWS_MAX
from arkadia_sim.games.medina.rules.state import SEATS_MAX

OUTCOMES = (
    Outcome(
        column="win_share",
        label="win share",
        unit="points",
        amount="win-share points",
        scale=100.0,
        low=0.0,
        high=100.0,
        total=100.0,
    ),
    Outcome(
        column="score_lead",
        label="lead over the best opponent",
        unit="victory points",
        amount="victory points on the lead over the best opponent",
        smoothing=8.0,
    ),
    Outcome(column="score", label="score", unit="victory points", amount="victory points", tolerance=None),
)

ENDS = (
    End("all_placed", True, "nobody had a piece left (M11.1)"),
    End("stuck", True, "pieces were left over, as a rule roofs without a palace to put them on (M11.1)"),
)

PICTURES = (
    Picture(
        name="score_spread",
        kind="distribution",
        title="How the points are spread",
        what="points at the end",
        caption="All games of those players who are compared: the bar below each hill spans the middle half of them, "
        "the mark on it is the median.",
        series=(Series("points", ("score",)),),
        compared="score_lead",
        compared_what="lead over the best opponent (points)",
    ),
    Picture(
        name="leader",
        kind="leader",
        title="Does the leader win?",
        what="win share of who leads then (%)",
        caption="Who would have most points if the game ended at once, and how often that player goes on to win; bands "
        "are intervals over deals.",
        series=tuple(Series(f"seat {seat}", (f"points_seat_{seat}",)) for seat in range(SEATS_MAX)),
    ),
    Picture(
        name="freedom",
        kind="trajectory",
        title="How much there is to choose from",
        what="placements that the player on turn could make",
        caption="Pairs of piece and square, over both placements of a turn: their mean, and where they lie in the "
        "middle 80% of games.",
        series=(Series("placements", ("placeable",)),),
    ),
    Picture(
        name="board",
        kind="grid",
        title="Where the pieces stand",
        what="in a game, on average",
        caption="How often each square gets a piece, the ring of wall spaces included; lighter is more.",
        series=(
            Series("buildings", ("building_squares",)),
            Series("stables", ("stable_squares",)),
            Series("merchants", ("merchant_squares",)),
            Series("walls", ("wall_squares",)),
        ),
        shape=(ROWS_MAX, COLUMNS_MAX, COLUMNS_MAX),
    ),
)
