"""What every game and bot has in common; this room imports no other."""

DEFAULT_GAME = "arkadia"
"""The game that is meant where a user names none."""
