"""Bots for the tests: good ones and ones with a fault that the contract suite must find."""
