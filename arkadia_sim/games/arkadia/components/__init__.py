"""The contents of the box: board, outlines, cards, castle lot, independent of the engine."""
