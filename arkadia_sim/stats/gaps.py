"""How far two players differ: two of the same game, against two of different games under equal conditions."""

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


def gaps_between(values: Values, groups: NDArray[np.int64]) -> tuple[Values, Values]:
    """The average distance of the values of two players in different seats, group by group.

    Args:
        values: One number for each deal and seat.
        groups: The group of each deal, such as the number of its board.

    Returns:
        For each group the distance within a game, and that between different deals; NaN in a group of one deal.
    """
    same, other = [], []
    for group in np.unique(groups):
        chosen = values[groups == group]
        deals, seats = chosen.shape
        apart = np.abs(chosen[:, None, :, None] - chosen[None, :, None, :])  # deal, deal, seat, seat
        apart[:, :, np.arange(seats), np.arange(seats)] = 0.0
        by_deals = apart.sum(axis=(2, 3)) / (seats * (seats - 1))
        within = float(np.trace(by_deals))
        same.append(within / deals)
        other.append((float(by_deals.sum()) - within) / (deals * (deals - 1)) if deals > 1 else np.nan)
    return np.array(same), np.array(other)
