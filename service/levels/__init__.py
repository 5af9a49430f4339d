"""Levels outside sessions: files, pictures, solving, measuring, comparing."""
