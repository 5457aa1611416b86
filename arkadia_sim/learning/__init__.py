"""Learning: from a bot that offers lessons to one whose weights were fitted to search and then bettered by play."""

LESSON_DEALS = 2400
"""Deals of a round in which lessons are given, unless another number is asked for."""
PRACTICE = 30
"""Generations of practice, unless another number is asked for."""
GENERATIONS = 250
ROUNDS = 2
MOST = 1_000_000
"""Of rounds, of deals with lessons in each, of generations."""
