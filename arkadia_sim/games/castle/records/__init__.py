"""Game records: written for people and programs, read back, checked and replayed."""
