"""Terraces: a small compiled game with hidden cards and a die, as a user would write one; see RULES.md."""
