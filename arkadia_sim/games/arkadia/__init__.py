"""Arkadia: castle and buildings, by the full rules."""
