"""What a run plays: a rule that gives game i from i alone, and the designs."""

TRACE = 0.01
"""The share of games kept turn by turn, unless something else is asked for."""
