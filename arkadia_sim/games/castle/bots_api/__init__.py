"""What the game offers to bots."""
