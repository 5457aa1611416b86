"""Medina (second edition): a city in which all build the same palaces, and one roof makes a palace one's own."""
