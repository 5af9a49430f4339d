"""Slide over the ice to the goal: a puzzle family in a package of its own."""
