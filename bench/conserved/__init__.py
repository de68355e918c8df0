"""What every position of a game keeps, as rules that compile: `fault(state)` is 0, or the number of a broken clause."""
