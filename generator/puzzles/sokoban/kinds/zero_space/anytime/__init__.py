"""Solves types b and e of every size, by windows that are searched exactly."""
