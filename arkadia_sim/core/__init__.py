"""What every game and bot has in common. It knows no game."""

DEFAULT_GAME = "arkadia"
"""The game used if the user names none."""
