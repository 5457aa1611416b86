"""Constraints: what bots can be barred from and forced to."""
