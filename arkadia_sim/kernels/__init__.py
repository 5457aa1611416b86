"""What the compiled parts of games have in common: the loop that plays them one after another, and sets of squares."""
