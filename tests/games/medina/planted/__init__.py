"""Faults planted in copies of the engine, each of which the comparison with the twin must notice."""
