"""A family whose evaluations cost next to nothing, so that a month of generations takes an hour."""
