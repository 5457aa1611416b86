"""What lies in the box: board, outlines, cards, castle lot; known to people and to files, without the engine."""
