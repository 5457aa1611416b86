"""Tuning: good values for a bot's parameters, found by playing many games. Needs the package ``cmaes``."""
