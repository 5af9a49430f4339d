"""The ways in which levels are made; each has a room of its own here."""
