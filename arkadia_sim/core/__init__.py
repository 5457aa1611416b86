"""What every game and bot has in common. It imports only the exceptions, the random numbers and what is shipped."""

DEFAULT_GAME = "arkadia"
"""The game used if the user names none."""
