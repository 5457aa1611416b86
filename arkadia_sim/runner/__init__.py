"""Playing many games: what is played (plan), how it is kept (store), and who plays it (parallel)."""
