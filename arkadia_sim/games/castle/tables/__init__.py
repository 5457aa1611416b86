"""What is measured in a game, and the result tables."""
