"""Where the tests find things."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""

ARKADIA = ROOT / "tests" / "games" / "arkadia"
"""Recorded games, tables of move counts and sample bots of Arkadia's tests."""
