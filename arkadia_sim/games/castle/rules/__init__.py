"""The rules: options, the board, the state of a game, candidates, and what comes of a decision."""
