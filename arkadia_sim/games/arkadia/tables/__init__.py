"""What is counted of a game, and the tables that an analyst reads."""
