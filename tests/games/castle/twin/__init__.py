"""The independent twin: the rules of RULES.md once more, slow and obvious, sharing no code with the engine."""
