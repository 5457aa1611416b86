"""Games written down for people and programs, read back, checked and replayed."""
