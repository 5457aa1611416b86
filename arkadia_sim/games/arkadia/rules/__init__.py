"""The rules of Arkadia as the compiled engine plays them: options, squares as bits, state, moves, turns, setting up."""
