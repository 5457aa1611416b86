"""Tuning: good values for a bot's parameters, found by playing many games. Needs the package ``cmaes``."""

TUNE_GAMES = 200_000
"""How many games a tuning may play in all if nothing else is said."""
