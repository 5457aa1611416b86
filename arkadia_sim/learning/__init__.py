"""Learning: fit a bot's weights to lessons from search, then improve them by play."""

LESSON_DEALS = 2400
"""Default number of deals with lessons in a round."""
PRACTICE = 30
"""Default number of practice generations."""
ROUNDS = 2
MOST = 1_000_000
"""The maximum for rounds, for deals with lessons in a round and for generations of practice."""
JUDGE_GAMES = 40_000
"""Default number of games, at each table size, that a judge of positions learns from."""
