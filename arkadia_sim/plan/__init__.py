"""What a run plays and asks, by arithmetic alone: game i from i, the designs, and when a question is asked no more."""

TRACE = 0.01
"""The share of games kept turn by turn, unless something else is asked for."""
