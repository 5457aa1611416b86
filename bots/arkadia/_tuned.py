"""Weights that `arkadia-sim tune` found, as the commands below made them."""

RIVAL: dict[str, float] = {}
MASTER: dict[str, float] = {}
