"""What a player sees on the board before deciding, and what constraints leave of the options."""
