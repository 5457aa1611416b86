"""The twin: Medina once more in plain Python, written from RULES.md and from no line of the engine."""
