"""The rules: options, the state of a game, what may be placed where, and what comes of it."""
