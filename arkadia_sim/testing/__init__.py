"""Contracts for what users add: ``any_bot.check_any_bot("my_bot.py")`` and ``games.check_game(my_game)``."""
