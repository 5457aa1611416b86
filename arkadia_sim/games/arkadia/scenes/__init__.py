"""Games for people to look at: the board drawn, turns told in words, and what bots thought of what they could do."""
