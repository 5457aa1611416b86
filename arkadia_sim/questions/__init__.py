"""What an experiment asks and what came out: one tidy table of estimates, and the findings that a page is made of."""

WORTH_DEALS = 1000
"""Deals at each table size on which things are priced."""
MISTAKES_DEALS = 500
