"""Games for people to look at: the board drawn, and turns told in words."""
