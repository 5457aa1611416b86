"""What Medina declares of itself: outcomes, ends and pictures."""

from arkadia_sim.core.game import End, Picture, Series, leader_picture, spread_picture
from arkadia_sim.core.outcome import WIN_SHARE, Outcome, lead_outcome
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, ROWS_MAX
from arkadia_sim.games.medina.rules.state import SEATS_MAX

OUTCOMES = (
    WIN_SHARE,
    lead_outcome("score_lead", "victory points", smoothing=8.0),
    Outcome(column="score", label="score", unit="victory points", amount="victory points", tolerance=None),
)

ENDS = (
    End("all_placed", True, "nobody had a piece left (M11.1)"),
    End("stuck", True, "pieces were left over, as a rule roofs without a palace to put them on (M11.1)"),
)

PICTURES = (
    spread_picture("score", "points", lead="score_lead", unit="points"),
    leader_picture(
        [f"points_seat_{seat}" for seat in range(SEATS_MAX)], "Who would have most points if the game ended at once"
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

CAVEATS = (
    "Which tower stands in which corner, and which colour has which palace tile, is a reconstruction.",
    "Some rulings are guesses where the rulebook is silent: RULES.md marks them, options give other readings.",
)
