"""One box at a time: where it can be pushed while all others stand still."""
