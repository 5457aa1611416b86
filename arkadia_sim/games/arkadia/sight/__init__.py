"""What a player sees in the board before deciding, and what of it a constraint takes away."""
