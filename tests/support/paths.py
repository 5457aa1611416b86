"""Where the tests find things."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""

ARKADIA = ROOT / "tests" / "games" / "arkadia"
"""Recorded games, tables of move counts and sample bots of Arkadia's tests."""

ODD_NAMES = (
    "run[1]", "a*", "q?", "{a,b}", "[!x]", "a b", "-x", "a#b", "%41", "a%20b", "&", "'", '"', "\\", "$HOME", "~", "s3:",
    "x=1", "ü", "😀", "a\nb", "a\tb", "a\x1b[31mb", "n" * 255, "dot.", "space ", os.fsdecode(b"\xff"),
)  # fmt: skip
"""Names that a folder may have, and that patterns, addresses, shells and terminals would read as something else."""
