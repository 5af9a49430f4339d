"""Which levels are the same, and how far others are apart."""
