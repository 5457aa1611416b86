"""Pictures that most games have: how the scores are spread, and whether the leader wins."""

from collections.abc import Sequence

from arkadia_sim.core.game import Picture, Series


def spread_picture(score: str, name: str, lead: str, unit: str) -> Picture:
    """How the scores at the end are spread.

    Args:
        score: The column of the score.
        name: What it is called: ``"points"``.
        lead: The column of the lead over the best opponent.
        unit: What the score is counted in.
    """
    return Picture(
        name=f"{score}_spread",
        kind="distribution",
        title=f"How the {name} {'are' if name.endswith('s') else 'is'} spread",
        what=f"{name} at the end",
        caption="All games of those players who are compared: the bar below each hill spans the middle half of them, "
        "the mark on it is the median.",
        series=(Series(name, (score,)),),
        compared=lead,
        compared_what=f"lead over the best opponent ({unit})",
    )


def leader_picture(standings: Sequence[str], who: str) -> Picture:
    """How often the leader goes on to win.

    Args:
        standings: By seat the column of the turns that says how the seat stands.
        who: Who leads, in words: ``"Who would have most points if the game ended at once"``.
    """
    return Picture(
        name="leader",
        kind="leader",
        title="Does the leader win?",
        what="win share of who leads then (%)",
        caption=f"{who}, and how often that player goes on to win; bands are intervals over deals.",
        series=tuple(Series(f"seat {seat}", (column,)) for seat, column in enumerate(standings)),
    )
