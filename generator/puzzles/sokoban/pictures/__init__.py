"""Levels as pictures."""
