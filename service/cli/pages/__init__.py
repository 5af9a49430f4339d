"""Commands that serve the pages, and say who may log in."""
