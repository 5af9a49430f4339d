"""How the two ends of a zero-space level are made."""
