"""Playing many games: what is played (plan), how it is kept (store), and who plays it (parallel)."""

TRACE = 0.01
"""The share of games kept turn by turn, unless something else is asked for."""

TUNE_GAMES = 200_000
"""How many games a tuning may play in all if nothing else is said."""
