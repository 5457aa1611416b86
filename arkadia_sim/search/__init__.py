"""Better play: values tuned by play, weights learned from search, rules and advice for people, answers to a bot."""

TUNE_GAMES = 200_000
"""How many games a tuning may play in all if nothing else is said."""
LESSON_DEALS, PRACTICE, ROUNDS = 2400, 30, 2
"""Of a learning: deals with lessons in a round, generations of practice, and rounds."""
MOST = 1_000_000
"""The maximum for each of these."""
JUDGE_GAMES = 40_000
"""Games at each table size that a judge of positions learns from."""
RULES = 8
"""Rules in a playbook at most."""
CHECK_DEALS = 1000
"""Deals of each table size on which the playbooks and advice found are checked."""
STEPS = 5
"""Pieces of advice at most."""
REVIEW_PLAYOUTS, PAGE_PLAYOUTS = 400, 100
"""How often each chance event of a reviewed game is played on: by the command, and for a page."""
EXPLOIT_MINUTES = 20.0
"""How long the best answer to a bot is looked for."""
