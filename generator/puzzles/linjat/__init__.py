"""Linjat: a line through every number, as long as the number says, so that all dots are covered."""
