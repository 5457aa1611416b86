"""Arkadia as a laboratory: many games by the full rules, and statistics about what pays."""
