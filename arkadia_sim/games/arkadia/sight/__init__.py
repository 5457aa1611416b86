"""What a player sees on the board before deciding and counts of the options, and what constraints leave of them."""
