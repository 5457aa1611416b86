"""What every game and bot has in common; this room imports no other."""
