"""Atlases: all levels of a small size."""
