"""Small zero-space types completely: every class of line counts, every component, its deepest pair."""
