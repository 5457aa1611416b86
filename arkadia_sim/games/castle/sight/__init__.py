"""What a player sees in a position and counts of the options, and what constraints and rules leave of them."""
