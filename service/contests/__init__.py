"""Contests: levels that players solve between two points in time, and who solved them best."""
