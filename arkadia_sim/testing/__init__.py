"""Contracts for what users add, shipped so that a bot of one's own can be tested like those that come along.

>>> from arkadia_sim.testing.bots import check_bot            # doctest: +SKIP
>>> check_bot("my_bot.py:my_bot")                             # doctest: +SKIP
"""
