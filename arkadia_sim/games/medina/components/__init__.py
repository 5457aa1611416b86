"""The contents of the box: boards, colours, tiles and the pieces of each player."""
