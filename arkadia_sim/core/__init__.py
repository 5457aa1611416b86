"""What every game and bot has in common. It stands on the exceptions, the random numbers and what is shipped alone."""

DEFAULT_GAME = "arkadia"
"""The game that is meant where a user names none."""
