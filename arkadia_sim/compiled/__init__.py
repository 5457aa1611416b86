"""The base of compiled games: the steps that a game declares, and all that follows from them, written once."""
