"""Contracts for what users add, shipped so that a bot or a game of one's own can be tested like those that come along.

>>> from arkadia_sim.testing.bots import check_bot            # doctest: +SKIP
>>> check_bot("my_bot.py:my_bot")                             # doctest: +SKIP
>>> from arkadia_sim.testing.games import check_game          # doctest: +SKIP
>>> check_game(my_game, ["careful", "bold:risk=0.9"])         # doctest: +SKIP
"""
