"""What a hint is worth to experts, over both learnings: writes ``hints_learned.csv`` for the page ``hints``.

    python experiments/_learnings.py reports/hints/estimates.csv > experiments/hints_learned.csv

An expert who learned again plays a little better or worse by chance, and so does one who learned without a hint. Twice
the variance of that, and of the deals on top of it, is the mean square of what the two learnings differ by, over all
hints and table sizes. So an interval has a standard error from the deals, as if both learnings had erred alike on them,
and one from the learnings.

Hints that were compared with the same two players with everything share what these gained or lost by chance. So the
mean square has fewer degrees of freedom than differences: those of a sum of squares with these correlations
(Satterthwaite, Biometrics Bulletin 2, 1946).
"""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from arkadia_sim.questions.estimates import Row, estimates_table, read_estimates_csv
from arkadia_sim.stats.intervals import t_quantile
from arkadia_sim.stats.verdicts import ALPHA, holm, verdict_from

PARTS = ("hints_worth", "hints_second")


def learned(file: Path) -> list[Row]:
    """The effects over both learnings, and by table size what they differ by."""
    from scipy.special import stdtr

    table = read_estimates_csv(file).filter(
        pl.col("part").is_in(PARTS), pl.col("kind") == "effect", pl.col("company") == "expert",
        pl.col("outcome") == "win_share", pl.col("players") > 0,
    )  # fmt: skip
    found: dict[tuple[int, str], list[Row]] = {}
    for row in (Row(**values) for values in table.iter_rows(named=True)):
        found.setdefault((row.players, row.contrast), []).append(row)
    differences = {place: rows[1].mean - rows[0].mean for place, rows in found.items() if len(rows) > 1}
    variance = sum(much**2 for much in differences.values()) / (2 * len(differences))
    shared = Counter((players, found[players, hint][0].bot) for players, hint in differences).values()
    freedom = len(differences) ** 2 / sum(((many + 1) / 2) ** 2 + (many - 1) / 4 for many in shared)
    effects = []
    for rows in found.values():
        mean, dealt = np.mean([row.mean for row in rows]), np.mean([row.se for row in rows])
        error = float(np.hypot(dealt, np.sqrt(variance / len(rows))))
        reach = t_quantile(0.975, freedom) * error
        effects.append(
            replace(
                rows[0], study="", part="hints_learned", mean=float(mean), low=mean - reach, high=mean + reach, se=error
            )
        )
    tails = [
        holm([stdtr(freedom, -distance(row) / row.se) * sides for row in effects]).tolist()
        for distance, sides in ((lambda row: abs(row.mean), 2), (lambda row: row.tolerance - abs(row.mean), 1))
    ]
    judged = [
        replace(
            row, p_difference=different, p_equivalence=alike, verdict=verdict_from(row.mean, different, alike, ALPHA),
            test=f"paired, over learnings, one family of {len(effects)}",
        )
        for row, different, alike in zip(effects, *tails, strict=True)
    ]  # fmt: skip
    sizes = sorted({players for players, _ in differences})
    apart = {size: [much for (players, _), much in differences.items() if players == size] for size in sizes}
    spreads = (
        replace(
            effects[0], kind="spread", players=size, claim="", contrast="learning", bot="", baseline="", n=len(those),
            mean=float(np.sqrt(np.mean(np.square(those)))), low=None, high=None, se=None, tolerance=None, behaviour="",
            before=None, after=None, p_difference=None, p_equivalence=None, verdict=None, test="",
        )
        for size, those in apart.items()
    )  # fmt: skip
    return [*judged, *spreads]


if __name__ == "__main__":
    sys.stdout.write(estimates_table(learned(Path(sys.argv[1]))).write_csv())
