"""What is counted of a game, and the columns of its results."""
