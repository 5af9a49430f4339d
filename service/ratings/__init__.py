"""Ratings: how hard levels are by what players did with them, and how strong the players are."""
