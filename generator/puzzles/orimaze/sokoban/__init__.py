"""Orimazes of two rows or two columns as levels of Sokoban, and back."""
